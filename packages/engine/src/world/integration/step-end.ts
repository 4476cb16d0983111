/** Where a step ends: why it could not be taken, how it is finished where it is cut, how far joints are off after it. */
import { Control, type Stepper, StepStatus } from "../../ode/index.js";
import { bodySize, Slot } from "../../rigid/index.js";
import type { IslandContext } from "../context/index.js";
import type { Island } from "../island/index.js";

/** After an event a step is at most so many times as long as that which led to it. */
const longer = 8;
/** How much longer than the one before a fixed step may be, once it was shortened. */
const growth = 1.1;
/** Hardly any time, relative to the clock. */
export const shortest = 1e-14;

/** A step that is taken anew ends so much later than what happens in it: of its dense output little is left there. */
export const slightlyMore = 1.001;

/** Of what a step may be off by: as far as this its dense output will do. */
const little = 0.1;

/**
 * Whether t is within a step whose dense output, of a lower order than its end, may be off there: by about as much as its error
 * was found to be.
 */
export function isWithin({ name, state, previous, control }: Stepper, t: number): boolean {
  const n = state.length - 1;
  const part = (t - previous[n]) / (state[n] - previous[n]);
  // fixed steps are what they are, and one that rests on those before it is worse off after a new beginning
  return name === "dopri5" && control[Control.error] > little && part > 1e-3 && slightlyMore * part < 1;
}

/** The next step after one that is cut at t: as long as that was, unless events come thick; one that the clock tells. */
export function chooseStep({ state, previous, control, adaptive }: Stepper, t: number): void {
  const n = state.length - 1;
  const wish = Math.max(control[Control.step], state[n] - previous[n]);
  const next = Math.min(wish, Math.max(longer * (t - previous[n]), 1e-6 * wish));
  control[Control.step] = adaptive ? Math.max(next, shortest * (1 + Math.abs(t))) : wish;
}

/**
 * Ends a step in which nothing happened; where slopes are others from here on, the solver begins anew. A fixed step that was
 * shortened, as after a storm, goes back to what it is to be; slowly, as what was the reason may last.
 */
export function endStep(context: IslandContext, stepper: Stepper, isOther: boolean): void {
  const { control, adaptive } = stepper;
  const { step } = context.world.settings;
  if (!adaptive && control[Control.step] < step) control[Control.step] = Math.min(step, growth * control[Control.step]);
  if (isOther) {
    stepper.restart();
    control[Control.step] = Math.min(control[Control.step], context.solvers.friction.pace[0]);
  }
  measureJoints(context);
  measureSwing(context);
}

/** Why a step of an island ended as it did, in words. */
export function describeFault(island: Island, stepper: Stepper, outcome: StepStatus): string {
  const t = stepper.state[stepper.state.length - 1];
  const { problem, offender } = stepper;
  if (outcome === StepStatus.notFinite) {
    if (island.culprit !== null) return island.culprit;
    if (island.isUnsolved) return `the forces of joints and contacts could not be found at t = ${t}, of ${island.name}`;
    return `${problem.describe?.(offender) ?? "the state"} was not finite at t = ${t}`;
  }
  return `the tolerance could not be met at t = ${t}, of ${island.name}`;
}

/** Books how far joints are off. */
function measureJoints({ island, world }: IslandContext): void {
  const { value, rowStart } = island.table;
  const { worst } = world;
  const rows = rowStart[island.parts.joints.length];
  let most = 0;
  for (let r = 0; r < rows; r++) most = Math.max(most, Math.abs(value[r]));
  // a number in an object is a box
  if (!(most <= worst.constraintError)) worst.constraintError = most;
}

/** Books how much of its energy is motion. */
function measureSwing({ island, world }: IslandContext): void {
  const { system, bodies, movingCount, particleCount, coordinates } = island;
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

const energy = new Float64Array(1);
