/** What moves in a recording, each as one list of numbers over all samples. */
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
  const { scene } = recording;
  const times: number[] = [];
  const bodies = new Map(
    (scene.bodies ?? []).map(({ id }) => [id, { p: [] as number[], q: [] as number[], w: [] as number[] }]),
  );
  const particles = new Map((scene.particles ?? []).map(({ id }) => [id, [] as number[]]));
  const generalized = new Map((scene.generalized ?? []).map(({ id }) => [id, [] as number[][]]));
  for await (const sample of recording.readSamples()) {
    times.push(sample.t);
    const where = `${recording.dir}/trajectory.ndjson:${times.length}`;
    for (const [id, { p, q, w }] of bodies) {
      const body = requireEntry(sample.bodies?.[id], where, id);
      p.push(...body.p);
      q.push(...body.q);
      w.push(...body.w);
    }
    for (const [id, p] of particles) p.push(...requireEntry(sample.particles?.[id], where, id).p);
    for (const [id, masses] of generalized) {
      requireEntry(sample.generalized?.[id], where, id).p.forEach((place, k) => {
        masses[k] ??= [];
        masses[k].push(...place);
      });
    }
  }
  if (times.length === 0) throw new CommandError(`${recording.dir}/trajectory.ndjson: has no samples`);
  const flat = (list: number[]) => Float64Array.from(list);
  return {
    times: flat(times),
    bodies: new Map([...bodies].map(([id, { p, q, w }]) => [id, { p: flat(p), q: flat(q), w: flat(w) }])),
    particles: new Map([...particles].map(([id, p]) => [id, flat(p)])),
    generalized: new Map([...generalized].map(([id, masses]) => [id, masses.map(flat)])),
  };
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
  const [x, y, z, w] = [q[i], q[i + 1], q[i + 2], q[i + 3]];
  const a = 2 * (y * r[2] - z * r[1]);
  const b = 2 * (z * r[0] - x * r[2]);
  const c = 2 * (x * r[1] - y * r[0]);
  out[0] = r[0] + w * a + y * c - z * b;
  out[1] = r[1] + w * b + z * a - x * c;
  out[2] = r[2] + w * c + x * b - y * a;
}
