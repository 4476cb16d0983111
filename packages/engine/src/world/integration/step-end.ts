/** Ends of steps: the reason for a failure, the length of the next step after a cut, and the measures of a step that was taken. */
import { Control, type Stepper, StepStatus } from "../../ode/index.js";
import { bodySize, Slot } from "../../rigid/index.js";
import type { Island } from "../island/index.js";
import type { StepEndContext } from "./context.js";
import {
  clockUnit,
  denseOutputError,
  fixedStepGrowth,
  leastRepeatedPart,
  leastStepPart,
  repeatedStepRatio,
  shortestStep,
  stepAfterEvent,
} from "./parameters.js";

/** The kinetic energy of an island, J: scratch. */
const energy = new Float64Array(1);

/**
 * Returns whether t is within a step whose dense output, of a lower order than its end, may be off there: by about as much as the
 * error that was estimated.
 */
export function isWithin({ name, state, previous, control }: Stepper, t: number): boolean {
  const n = state.length - 1;
  const part = (t - previous[n]) / (state[n] - previous[n]);
  // fixed steps are not repeated, and a multistep method is less accurate after a new beginning
  return (
    name === "dopri5" &&
    control[Control.error] > denseOutputError &&
    part > leastRepeatedPart &&
    repeatedStepRatio * part < 1
  );
}

/** Chooses the step after one that is cut at t: as long as the solver wishes, shorter where events follow one another closely. */
export function chooseStep({ state, previous, control, adaptive }: Stepper, t: number): void {
  const n = state.length - 1;
  const wish = Math.max(control[Control.step], state[n] - previous[n]);
  const next = Math.min(wish, Math.max(stepAfterEvent * (t - previous[n]), leastStepPart * wish));
  control[Control.step] = adaptive ? Math.max(next, shortestStep * (clockUnit + Math.abs(t))) : wish;
}

/**
 * Ends a step without an event; where slopes change at its end, the solver begins anew. A fixed step that was shortened, as by a
 * time-stepping phase, grows back to its length: slowly, as the reason for that phase may last.
 */
export function endStep(context: StepEndContext, stepper: Stepper, isOther: boolean): void {
  const { control, adaptive } = stepper;
  const { step } = context.world.settings;
  if (!adaptive && control[Control.step] < step)
    control[Control.step] = Math.min(step, fixedStepGrowth * control[Control.step]);
  if (isOther) {
    stepper.restart();
    control[Control.step] = Math.min(control[Control.step], context.solvers.friction.pace[0]);
  }
  measureJoints(context);
  measureSwing(context);
}

/** Returns the reason for which a step of an island has failed, in words. */
export function describeFault(island: Island, stepper: Stepper, outcome: StepStatus): string {
  const t = stepper.state[stepper.state.length - 1];
  const { problem, offender } = stepper;
  if (outcome === StepStatus.notFinite) {
    if (island.culprit !== null) return island.culprit;
    if (island.isUnsolved)
      return `the forces of joints and contacts could not be found at t = ${t}, of ${island.model.name}`;
    return `${problem.describe?.(offender) ?? "the state"} was not finite at t = ${t}`;
  }
  return `the tolerance could not be met at t = ${t}, of ${island.model.name}`;
}

/** Records the largest error of the constraints of joints. */
function measureJoints({ island, world }: StepEndContext): void {
  const { value, rowStart } = island.active.table;
  const { worst } = world;
  const rows = rowStart[island.model.parts.joints.length];
  let most = 0;
  for (let r = 0; r < rows; r++) most = Math.max(most, Math.abs(value[r]));
  // a number in an object is boxed: it is written only where it grows
  if (!(most <= worst.constraintError)) worst.constraintError = most;
}

/** Records the largest kinetic energy of an island. */
function measureSwing({ island, world }: StepEndContext): void {
  const { system, bodies, movingCount, particleCount, coordinates } = island.model;
  const { state, velocity, angularVelocity, particles } = system;
  let twice = 0;
  for (let b = 0; b < movingCount; b++) {
    const v = 3 * bodies[b];
    const y = bodySize * bodies[b];
    for (let k = 0; k < 3; k++) {
      twice += state[y + Slot.P + k] * velocity[v + k] + state[y + Slot.L + k] * angularVelocity[v + k];
    }
  }
  for (let j = 0; j < particleCount; j++) {
    if (particles.inverseMass[j] === 0) continue;
    for (let k = 3; k < 6; k++) twice += particles.mass[j] * particles.state[6 * j + k] * particles.state[6 * j + k];
  }
  energy[0] = 0.5 * twice;
  for (let g = 0; g < coordinates.length; g++) {
    const thing = coordinates[g];
    if (thing.addKineticEnergy === undefined) energy[0] += thing.kineticEnergy();
    else thing.addKineticEnergy(energy, 0);
  }
  if (energy[0] > world.swing[0]) world.swing[0] = energy[0];
}
