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

/** Gathers the motions from samples as they come. */
export class TrackCollector {
  private readonly times: number[] = [];
  private readonly bodies: Map<string, { p: number[]; q: number[]; w: number[] }>;
  private readonly particles: Map<string, number[]>;
  private readonly generalized: Map<string, number[][]>;

  constructor({ bodies = [], particles = [], generalized = [] }: SceneFile) {
    this.bodies = new Map(bodies.map(({ id }) => [id, { p: [], q: [], w: [] }]));
    this.particles = new Map(particles.map(({ id }) => [id, []]));
    this.generalized = new Map(generalized.map(({ id }) => [id, []]));
  }

  /** `where` the sample is, for errors. */
  add(sample: Sample, where: string): void {
    this.times.push(sample.t);
    for (const [id, { p, q, w }] of this.bodies) {
      const body = requireEntry(sample.bodies?.[id], where, id);
      append(p, body.p);
      append(q, body.q);
      append(w, body.w);
    }
    for (const [id, p] of this.particles) append(p, requireEntry(sample.particles?.[id], where, id).p);
    for (const [id, masses] of this.generalized) {
      requireEntry(sample.generalized?.[id], where, id).p.forEach((place, k) => {
        masses[k] ??= [];
        append(masses[k], place);
      });
    }
  }

  finish(): Tracks {
    const flat = (list: number[]) => Float64Array.from(list);
    return {
      times: flat(this.times),
      bodies: new Map([...this.bodies].map(([id, { p, q, w }]) => [id, { p: flat(p), q: flat(q), w: flat(w) }])),
      particles: new Map([...this.particles].map(([id, p]) => [id, flat(p)])),
      generalized: new Map([...this.generalized].map(([id, masses]) => [id, masses.map(flat)])),
    };
  }
}

/** As they are read back from a file: −0 is 0 there. */
function append(list: number[], numbers: readonly number[]): void {
  for (let k = 0; k < numbers.length; k++) list.push(numbers[k] + 0);
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
