/** The moving quantities of a recording, each as one list of numbers over the samples of a stretch. */
import type { Sample, SceneFile } from "@rigor/engine/scene";
import type { PackedOrder } from "../packed-samples.js";
import { showName } from "../show-text.js";
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

/** Gathers the motions of a stretch from samples as they come, one row of numbers a sample. */
export class TrackCollector {
  /** Rows that are gathered. */
  count = 0;
  /** Numbers in a row; known when there is one. */
  width = 0;
  private readonly bodies: readonly string[];
  private readonly particles: readonly string[];
  private readonly generalized: readonly string[];
  /** Masses of each body in generalized coordinates, by the first sample. */
  private masses: readonly number[] = [];
  private rows = new Float64Array(0);

  constructor({ bodies = [], particles = [], generalized = [] }: SceneFile) {
    this.bodies = bodies.map(({ id }) => id);
    this.particles = particles.map(({ id }) => id);
    this.generalized = generalized.map(({ id }) => id);
  }

  /** `where` the sample is, for errors. */
  add(sample: Sample, where: string): void {
    let o = this.beginRow(sample.generalized, where);
    const { rows } = this;
    rows[o++] = sample.t;
    for (const id of this.bodies) {
      const { p, q, w } = requireEntry(sample.bodies?.[id], where, id);
      o = append(rows, o, p, 0, 3);
      o = append(rows, o, q, 0, 4);
      o = append(rows, o, w, 0, 3);
    }
    for (const id of this.particles) o = append(rows, o, requireEntry(sample.particles?.[id], where, id).p, 0, 3);
    this.addMasses(o, sample.generalized, where);
  }

  /** A sample that was packed: its numbers are at `i`. */
  addPacked(from: Float64Array, i: number, order: PackedOrder, generalized: Sample["generalized"]): void {
    let o = this.beginRow(generalized, "sample");
    const { rows } = this;
    rows[o++] = from[i];
    for (const place of order.bodies) {
      o = append(rows, o, from, i + place, 7);
      o = append(rows, o, from, i + place + 10, 3);
    }
    for (const place of order.particles) o = append(rows, o, from, i + place, 3);
    this.addMasses(o, generalized, "sample");
  }

  /** A row of another collector of the same scene. */
  addRow(other: TrackCollector, k: number): void {
    this.masses = other.masses;
    this.width = other.width;
    const o = this.makeRoom();
    this.rows.set(other.rows.subarray(k * other.width, (k + 1) * other.width), o);
  }

  private beginRow(generalized: Sample["generalized"], where: string): number {
    if (this.width === 0) {
      this.masses = this.generalized.map((id) => requireEntry(generalized?.[id], where, id).p.length);
      const points = this.particles.length + this.masses.reduce((sum, count) => sum + count, 0);
      this.width = 1 + 10 * this.bodies.length + 3 * points;
    }
    return this.makeRoom();
  }

  private makeRoom(): number {
    const o = this.width * this.count++;
    if (o + this.width > this.rows.length) {
      const more = new Float64Array(Math.max(16 * this.width, 2 * this.rows.length));
      more.set(this.rows);
      this.rows = more;
    }
    return o;
  }

  private addMasses(o: number, generalized: Sample["generalized"], where: string): void {
    this.generalized.forEach((id, k) => {
      const { p } = requireEntry(generalized?.[id], where, id);
      for (let m = 0; m < this.masses[k]; m++) o = append(this.rows, o, p[m], 0, 3);
    });
  }

  /** The motions so far. */
  finish(): Tracks {
    let o = 1;
    const take = (size: number) => {
      const list = this.pickColumns(o, size);
      o += size;
      return list;
    };
    return {
      times: this.pickColumns(0, 1),
      bodies: new Map(this.bodies.map((id) => [id, { p: take(3), q: take(4), w: take(3) }])),
      particles: new Map(this.particles.map((id) => [id, take(3)])),
      generalized: new Map(
        this.generalized.map((id, k) => [id, Array.from({ length: this.masses[k] }, () => take(3))]),
      ),
    };
  }

  /** Some numbers of every row. */
  private pickColumns(first: number, size: number): Float64Array {
    const { rows, width, count } = this;
    const list = new Float64Array(size * count);
    for (let k = 0, o = 0; k < count; k++) {
      const from = width * k + first;
      for (let c = 0; c < size; c++) list[o++] = rows[from + c];
    }
    return list;
  }

  /** Forgets all rows but the last. */
  keepLast(): void {
    this.rows.copyWithin(0, this.width * (this.count - 1), this.width * this.count);
    this.count = 1;
  }
}

/** As they are read back from a file: −0 is 0 there. Returns the place behind. */
function append(rows: Float64Array, o: number, from: ArrayLike<number>, i: number, size: number): number {
  for (let c = 0; c < size; c++) rows[o + c] = from[i + c] + 0;
  return o + size;
}

function requireEntry<T>(entry: T | undefined, where: string, id: string): T {
  if (entry === undefined) throw new CommandError(`${where}: lacks "${showName(id)}", which the scene has`);
  return entry;
}

/** The path of a point fixed in a body: p + q r q⁻¹. */
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
