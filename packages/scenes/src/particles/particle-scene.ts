/**
 * A particle scene: builds a model, and says what must hold of it, with the exact value beside what was found. Tests,
 * benchmarks, the command line and the docs all run the same scenes.
 */
import { backwardEulerSecondOrder, dopri5, integrate } from "@rigor/engine/ode";
import { ParticleSimulation, type ParticleSystem, type PlaneOptions } from "@rigor/engine/particles";

export interface ParticleScene {
  /** Kebab-case. */
  readonly name: string;
  /** One line. */
  readonly summary: string;
  /** The usual duration, s. */
  readonly duration: number;
  /** When what `check` says must hold: at any time, or once all has come to rest. */
  readonly holds: "always" | "at rest";
  /** Too stiff for an explicit method: run it by backward Euler with this step, s. */
  readonly implicitStep?: number;
  build(): ParticleModel;
  /** The checks of the model at its present time. */
  check(model: ParticleModel): Check[];
}

export interface ParticleModel {
  readonly system: ParticleSystem;
  /** The obstacles with which the particles collide. Default none. */
  readonly planes?: readonly PlaneOptions[];
}

/** One number that is known. */
export interface Check {
  readonly what: string;
  readonly exact: number;
  readonly got: number;
}

/** Builds a scene and runs it to the end of its duration. Throws if it does not get there. */
export function runParticleScene(scene: ParticleScene, tolerance: number): ParticleModel {
  const { duration, implicitStep } = scene;
  const model = scene.build();
  const { system, planes } = model;
  const stepper =
    implicitStep === undefined
      ? dopri5(system, { tolerance })
      : backwardEulerSecondOrder(system, { step: implicitStep });
  const { status, message } =
    planes === undefined
      ? integrate(stepper, duration)
      : new ParticleSimulation(system, stepper, { planes }).advanceTo(duration);
  if (status !== "done") throw new Error(`scene ${scene.name}: ${message}`);
  return model;
}

/** The largest |got − exact| of a list of checks. */
export function worstError(checks: readonly Check[]): number {
  return checks.reduce((worst, { exact, got }) => Math.max(worst, Math.abs(got - exact)), 0);
}
