/**
 * What a step adds to the audit (audit.ts): ∫ v dt over it, and the change of momentum by the forces in it. The integral is Lobatto's
 * of four points on the dense output of P, or Gauss' of three where a step is cut: exact for the fourth degree that this has. Where x
 * came from stages of a Runge–Kutta method, or from a history of steps, it is another quadrature. Momenta are taken where forces have led them, before
 * the end of the step is put onto the constraints.
 */
import type { Stepper } from "../ode/index.js";
import { bodySize, Slot } from "../rigid/index.js";
import { type Audit, expectedSize, measureLength } from "./audit.js";
import type { Island } from "./island.js";

/** Gauss' nodes and weights on [0, 1]. */
const gauss = [0.5 - 0.5 * Math.sqrt(0.6), 0.5, 0.5 + 0.5 * Math.sqrt(0.6)];
const gaussWeights = [5 / 18, 8 / 18, 5 / 18];
/** Lobatto's within; the ends weigh a twelfth each. */
const lobatto = [0.5 - 0.5 * Math.sqrt(0.2), 0.5 + 0.5 * Math.sqrt(0.2)];
const lobattoWeights = [5 / 12, 5 / 12];
const endWeight = 1 / 12;

/** What the end of the step at hand was put back by: P and L. */
let correction = new Float64Array(0);
/** Where an instant within the step is read. */
let place = new Float64Array(0);

/** Adds the whole of the step just taken. */
export function addStep({ expected }: Audit, island: Island, stepper: Stepper): void {
  const { bodies, movingCount, raw } = island;
  const { previous, state } = stepper;
  const n = state.length - 1;
  for (let b = 0; b < movingCount; b++) {
    const o = expectedSize * bodies[b] + 3;
    const y = bodySize * b + Slot.P;
    for (let k = 0; k < 6; k++) expected[o + k] += raw[6 * b + k] - previous[y + k];
  }
  addWay(expected, island, stepper, state, n, lobatto, lobattoWeights);
  addEnd(expected, island, stepper, previous);
  addEnd(expected, island, stepper, state);
}

/** Keeps by what the end of the step just taken was put back: it is about to be cut. */
export function beginCut({ movingCount, raw }: Island, { state }: Stepper): void {
  if (correction.length < raw.length) correction = new Float64Array(2 * raw.length);
  for (let b = 0; b < movingCount; b++) {
    for (let k = 0; k < 6; k++) correction[6 * b + k] = state[bodySize * b + Slot.P + k] - raw[6 * b + k];
  }
}

/** Adds the step up to `at[0]`, where it was cut: `raw` is what its dense output has there. */
export function addCut({ expected }: Audit, island: Island, stepper: Stepper, at: Float64Array): void {
  const { bodies, movingCount, raw } = island;
  const { previous, state } = stepper;
  const n = state.length - 1;
  const theta = (at[0] - previous[n]) / (state[n] - previous[n]);
  // of what the end was put back by, the dense output has as much here (Hermite)
  const share = theta * theta * (3 - 2 * theta);
  for (let b = 0; b < movingCount; b++) {
    const o = expectedSize * bodies[b] + 3;
    const y = bodySize * b + Slot.P;
    for (let k = 0; k < 6; k++) expected[o + k] += raw[6 * b + k] - share * correction[6 * b + k] - previous[y + k];
  }
  addWay(expected, island, stepper, at, 0, gauss, gaussWeights);
}

/** x += ∫ P/m dt up to the time at[o]: what these nodes have of it. */
function addWay(
  expected: Float64Array,
  island: Island,
  stepper: Stepper,
  at: Float64Array,
  o: number,
  nodes: readonly number[],
  weights: readonly number[],
): void {
  const { bodies, movingCount, system } = island;
  const { previous } = stepper;
  const n = previous.length - 1;
  if (place.length <= n) place = new Float64Array(2 * n + 2);
  const duration = at[o] - previous[n];
  for (let j = 0; j < nodes.length; j++) {
    place[n] = previous[n] + nodes[j] * duration;
    stepper.interpolate(place);
    const w = weights[j] * duration;
    for (let b = 0; b < movingCount; b++) {
      const i = bodies[b];
      const y = bodySize * b + Slot.P;
      const scale = w * system.inverseMass[i];
      for (let k = 0; k < 3; k++) expected[expectedSize * i + k] += scale * place[y + k];
    }
  }
}

/** The same of an end of the step. */
function addEnd(expected: Float64Array, island: Island, { previous, state }: Stepper, end: Float64Array): void {
  const { bodies, movingCount, system } = island;
  const n = state.length - 1;
  const w = endWeight * (state[n] - previous[n]);
  for (let b = 0; b < movingCount; b++) {
    const i = bodies[b];
    const scale = w * system.inverseMass[i];
    for (let k = 0; k < 3; k++) expected[expectedSize * i + k] += scale * end[bodySize * b + Slot.P + k];
  }
}

/** Keeps the momenta of an island: rows are about to stop it. */
export function keepMomenta({ bodies, movingCount, system }: Island): void {
  if (correction.length < 6 * movingCount) correction = new Float64Array(12 * movingCount);
  for (let b = 0; b < movingCount; b++) {
    const y = bodySize * bodies[b] + Slot.P;
    for (let k = 0; k < 6; k++) correction[6 * b + k] = system.state[y + k];
  }
}

/**
 * What they have changed by since is expected of bodies whose points it makes slower or faster by no more than `limit`, m/s: approaches
 * below the threshold of restitution end so, what is about to stop in a crowd, and hops below what is followed; what is driven starts
 * so, however fast. What joints pass on of that may be as much again.
 */
export function expectJump({ expected }: Audit, { bodies, movingCount, system }: Island, limit: number): void {
  const { state, mass, moments } = system;
  for (let b = 0; b < movingCount; b++) {
    const i = bodies[b];
    const y = bodySize * i + Slot.P;
    for (let k = 0; k < 6; k++) correction[6 * b + k] = state[y + k] - correction[6 * b + k];
    const arm = Math.sqrt(measureLength(moments, 3 * i) / mass[i]);
    const jump = (measureLength(correction, 6 * b) + measureLength(correction, 6 * b + 3) / arm) / mass[i];
    if (!(jump <= limit)) continue;
    for (let k = 0; k < 6; k++) expected[expectedSize * i + 3 + k] += correction[6 * b + k];
  }
}

/**
 * Of a leap momenta are expected to change by its impulses and the forces given, which are in the sums, and places to move on with the
 * velocities `after` them: a part of that, where it is cut.
 */
export function expectLeap(audit: Audit, island: Island, after: Float64Array, part: number, duration: number): void {
  const { expected, told, mean, meanTime, largest, sizes } = audit;
  const { bodies, movingCount, system } = island;
  for (let b = 0; b < movingCount; b++) {
    const i = bodies[b];
    for (let k = 0; k < 3; k++) expected[expectedSize * i + k] += part * duration * after[6 * b + k];
    for (let k = 0; k < 6; k++) {
      expected[expectedSize * i + 3 + k] += part * told[6 * i + k];
      mean[6 * i + k] = told[6 * i + k] / duration;
    }
    meanTime[i] = system.time;
    for (let k = 0; k < 2; k++) largest[2 * i + k] = Math.max(largest[2 * i + k], sizes[2 * i + k] / duration);
  }
}
