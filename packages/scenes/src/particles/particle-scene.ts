/**
 * A particle scene: builds a model, and says what must hold of it at any time, with the exact value beside what was
 * found. Tests, benchmarks, the command line and the docs all run the same scenes.
 */
import type { ParticleSystem, PlaneOptions } from "@rigor/engine/particles";

export interface ParticleScene {
  /** Kebab-case. */
  readonly name: string;
  /** One line. */
  readonly summary: string;
  /** How long it runs by custom, s. */
  readonly duration: number;
  build(): ParticleModel;
  /** What must hold of the model at its present time. */
  check(model: ParticleModel): Check[];
}

export interface ParticleModel {
  readonly system: ParticleSystem;
  /** What the particles collide with. Default nothing. */
  readonly planes?: readonly PlaneOptions[];
}

/** One number that is known. */
export interface Check {
  readonly what: string;
  readonly exact: number;
  readonly got: number;
}

/** The largest |got − exact| of a list of checks. */
export function worstError(checks: readonly Check[]): number {
  return checks.reduce((worst, { exact, got }) => Math.max(worst, Math.abs(got - exact)), 0);
}
