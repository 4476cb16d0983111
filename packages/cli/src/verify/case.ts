/**
 * Scenes whose answers are known in closed form, and how they are run: through the scene format and the same run as any
 * other scene.
 */
import { buildScene, requireScene, type Sample, type SceneEvent, type SceneFile, SceneRun } from "@rigor/engine/scene";

/** A number of a run that is known. */
interface Check {
  readonly what: string;
  /** From the closed form that stands beside it. */
  readonly exact: number;
  readonly got: (outcome: Outcome) => number;
  /** The largest error, relative to the larger of 1 and the exact value. Default 1e-10: ten times the tolerance of the integrator. */
  readonly within?: number;
}

export interface Case {
  readonly name: string;
  readonly scene: Omit<SceneFile, "rigor">;
  readonly checks: readonly Check[];
}

interface Outcome {
  readonly samples: readonly Sample[];
  readonly events: readonly SceneEvent[];
  readonly first: Sample;
  readonly last: Sample;
}

export interface Row {
  readonly group: string;
  readonly case: string;
  readonly what: string;
  readonly exact: number;
  /** NaN where the run failed. */
  readonly got: number;
  /** Relative to the larger of 1 and the exact value. */
  readonly error: number;
  readonly within: number;
  readonly pass: boolean;
  /** Why the run failed. */
  readonly message?: string;
}

/** Local error of the integrator unless a scene says otherwise. */
const tolerance = 1e-11;

export function runCase(group: string, { name, scene, checks }: Case): Row[] {
  const outcome = runScene({ rigor: 1, name, ...scene, method: { tolerance, ...scene.method } });
  return checks.map(({ what, exact, got, within = 1e-10 }) => {
    const value = typeof outcome === "string" ? Number.NaN : got(outcome);
    const error = Math.abs(value - exact) / Math.max(1, Math.abs(exact));
    const row = { group, case: name, what, exact, got: value, error, within, pass: error <= within };
    return typeof outcome === "string" ? { ...row, message: outcome } : row;
  });
}

/** All samples and events, or why there are none. */
function runScene(scene: SceneFile): Outcome | string {
  try {
    const run = new SceneRun(buildScene(requireScene(scene)));
    const samples: Sample[] = [];
    const events: SceneEvent[] = [];
    for (let frame = run.next(); frame !== null; frame = run.next()) {
      samples.push(frame.sample);
      events.push(...frame.events);
    }
    if (run.status !== "complete") return run.summarize().error ?? run.status;
    return { samples, events, first: samples[0], last: samples[samples.length - 1] };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** m/s². */
export const g = 9.81;

/** The solid half-space below y = 0. */
export const floor = { id: "floor", shape: { type: "plane", normal: [0, 1, 0] }, fixed: true } as const;

/** Normal forces between two bodies, or of one with all others, summed up. */
export function sumForce({ contacts }: Sample, one: string, other?: string): number {
  const between = (a: string, b: string) => a === one && (other === undefined || b === other);
  return contacts.filter(({ a, b }) => between(a, b) || between(b, a)).reduce((sum, { f }) => sum + f, 0);
}

export function measureLength([x, y, z]: readonly number[]): number {
  return Math.sqrt(x * x + y * y + z * z);
}

/** A quarter of the period of a pendulum let go at an angle, ω₀ = √(g/l): K(sin θ/2)/ω₀ = π/(2 agm(1, cos θ/2) ω₀). */
export function quarterPeriod(angle: number, rate: number): number {
  let [a, b] = [1, Math.cos(angle / 2)];
  for (let k = 0; k < 8; k++) [a, b] = [(a + b) / 2, Math.sqrt(a * b)];
  return Math.PI / (2 * a * rate);
}
