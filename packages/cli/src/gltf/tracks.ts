/** What moves in a recording, each as one list of numbers over all samples. */
import type { Sample, SceneFile } from "@rigor/engine/scene";
import type { Recording } from "../run-folder.js";
import { CommandError } from "../verbs/verb.js";

/** A body: places of its frame, three numbers a sample, and turns, four. */
export interface BodyTrack {
  readonly p: Float64Array;
  readonly q: Float64Array;
  /** ω, world axes, three numbers a sample. */
  readonly w?: Float64Array;
}

export interface Tracks {
  readonly times: Float64Array;
  readonly bodies: ReadonlyMap<string, BodyTrack>;
  readonly particles: ReadonlyMap<string, Float64Array>;
  /** The masses of each body in generalized coordinates. */
  readonly generalized: ReadonlyMap<string, readonly Float64Array[]>;
}

/** Reads all samples of a run. */
export async function readTracks(recording: Recording): Promise<Tracks> {
  const collector = new TrackCollector(recording.scene);
  const path = `${recording.dir}/trajectory.ndjson`;
  let line = 0;
  for await (const sample of recording.readSamples()) collector.add(sample, `${path}:${++line}`);
  if (line === 0) throw new CommandError(`${path}: has no samples`);
  return collector.finish();
}

/** Gathers the motions from samples as they come, one row of numbers a sample. */
export class TrackCollector {
  private readonly bodies: readonly string[];
  private readonly particles: readonly string[];
  private readonly generalized: readonly string[];
  /** Masses of each body in generalized coordinates, by the first sample. */
  private masses: readonly number[] = [];
  private rows = new Float64Array(0);
  private width = 0;
  private count = 0;

  constructor({ bodies = [], particles = [], generalized = [] }: SceneFile) {
    this.bodies = bodies.map(({ id }) => id);
    this.particles = particles.map(({ id }) => id);
    this.generalized = generalized.map(({ id }) => id);
  }

  /** `where` the sample is, for errors. */
  add(sample: Sample, where: string): void {
    if (this.count === 0) this.measureRow(sample, where);
    const { width } = this;
    let o = width * this.count++;
    if (o + width > this.rows.length) this.grow();
    const { rows } = this;
    rows[o++] = sample.t;
    for (const id of this.bodies) {
      const { p, q, w } = requireEntry(sample.bodies?.[id], where, id);
      o = append(rows, o, p, 3);
      o = append(rows, o, q, 4);
      o = append(rows, o, w, 3);
    }
    for (const id of this.particles) o = append(rows, o, requireEntry(sample.particles?.[id], where, id).p, 3);
    this.generalized.forEach((id, k) => {
      const { p } = requireEntry(sample.generalized?.[id], where, id);
      for (let m = 0; m < this.masses[k]; m++) o = append(rows, o, p[m], 3);
    });
  }

  private measureRow(sample: Sample, where: string): void {
    this.masses = this.generalized.map((id) => requireEntry(sample.generalized?.[id], where, id).p.length);
    const points = this.particles.length + this.masses.reduce((sum, count) => sum + count, 0);
    this.width = 1 + 10 * this.bodies.length + 3 * points;
    this.rows = new Float64Array(64 * this.width);
  }

  private grow(): void {
    const more = new Float64Array(2 * this.rows.length);
    more.set(this.rows);
    this.rows = more;
  }

  /** All motions so far; or those of the first samples, about so many numbers of them. */
  finish(most = Infinity): Tracks {
    const count = Math.min(this.count, Math.max(8, Math.floor(most / this.width)));
    let o = 1;
    const take = (size: number) => {
      const list = pickColumns(this.rows, this.width, count, o, size);
      o += size;
      return list;
    };
    return {
      times: pickColumns(this.rows, this.width, count, 0, 1),
      bodies: new Map(this.bodies.map((id) => [id, { p: take(3), q: take(4), w: take(3) }])),
      particles: new Map(this.particles.map((id) => [id, take(3)])),
      generalized: new Map(
        this.generalized.map((id, k) => [id, Array.from({ length: this.masses[k] }, () => take(3))]),
      ),
    };
  }
}

/** Some numbers of every row. */
function pickColumns(rows: Float64Array, width: number, count: number, first: number, size: number): Float64Array {
  const list = new Float64Array(size * count);
  for (let k = 0, o = 0; k < count; k++) {
    const from = width * k + first;
    for (let c = 0; c < size; c++) list[o++] = rows[from + c];
  }
  return list;
}

/** As they are read back from a file: −0 is 0 there. Returns the place behind. */
function append(rows: Float64Array, o: number, numbers: readonly number[], size: number): number {
  for (let c = 0; c < size; c++) rows[o + c] = numbers[c] + 0;
  return o + size;
}

function requireEntry<T>(entry: T | undefined, where: string, id: string): T {
  if (entry === undefined) throw new CommandError(`${where}: lacks "${id}", which the scene has`);
  return entry;
}

/** Where a point fixed in a body goes: p + q r q⁻¹. */
export function followPoint({ p, q }: BodyTrack, r: readonly number[]): Float64Array {
  const out = new Float64Array(p.length);
  const turned = [0, 0, 0];
  for (let k = 0; k < p.length / 3; k++) {
    turn(turned, q, 4 * k, r);
    for (let c = 0; c < 3; c++) out[3 * k + c] = p[3 * k + c] + turned[c];
  }
  return out;
}

/** The place in the frame of a body at the first sample of a point of the world: q⁻¹ (x − p) q. */
export function toLocal({ p, q }: BodyTrack, x: readonly number[]): number[] {
  const local = [0, 0, 0];
  turn(local, [-q[0], -q[1], -q[2], q[3]], 0, [x[0] - p[0], x[1] - p[1], x[2] - p[2]]);
  return local;
}

/** A moving point as seen from a moving body. */
export function followFrom({ p, q }: BodyTrack, x: Float64Array): Float64Array {
  const out = new Float64Array(x.length);
  for (let k = 0; k < x.length / 3; k++) {
    const frame = { p: p.subarray(3 * k), q: q.subarray(4 * k) };
    out.set(toLocal(frame, [x[3 * k], x[3 * k + 1], x[3 * k + 2]]), 3 * k);
  }
  return out;
}

/** The place in the frame of a body at the first sample of a direction of the world. */
export function toLocalDirection({ q }: BodyTrack, n: readonly number[]): number[] {
  const local = [0, 0, 0];
  turn(local, [-q[0], -q[1], -q[2], q[3]], 0, n);
  return local;
}

/** A vector turned by a unit quaternion: r + 2 w (v × r) + 2 v × (v × r). */
export function turn(out: number[], q: ArrayLike<number>, i: number, r: readonly number[]): void {
  const x = q[i];
  const y = q[i + 1];
  const z = q[i + 2];
  const w = q[i + 3];
  const a = 2 * (y * r[2] - z * r[1]);
  const b = 2 * (z * r[0] - x * r[2]);
  const c = 2 * (x * r[1] - y * r[0]);
  out[0] = r[0] + w * a + y * c - z * b;
  out[1] = r[1] + w * b + z * a - x * c;
  out[2] = r[2] + w * c + x * b - y * a;
}
