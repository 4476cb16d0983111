/**
 * Contribution of a step to the audit (audit.ts): ∫ v dt and ∫ ½ ω q dt over it, and the change of momentum by its forces. The
 * quadratures are Lobatto's of four points on the dense output of the state, or Gauss' of three where a step is cut: exact for
 * its degree four, and different from the stages of a Runge–Kutta method and from the history of a multistep method. Momenta are
 * those of the integrator, before the projection onto the constraints at the end of the step.
 */

import { quat, vec3 } from "../../math/index.js";
import type { Stepper } from "../../ode/index.js";
import { Answer, type RigidSystem, Slot } from "../../rigid/index.js";
import type { IslandSystem } from "../island/index.js";
import { countNodes, findAnswers, findNode, nodeSize, readNode, readNodeOf, readSizes } from "../island/index.js";
import { gauss, gaussWeights } from "../trajectory/index.js";
import type { Audit } from "./audit.js";
import {
  addThingCut,
  addThingRates,
  addThingStep,
  beginThingCut,
  expectThingJump,
  keepThingRates,
  takeReportedThing,
} from "./audit-things.js";

/** Inner nodes and weights of Lobatto's quadrature of four points on [0, 1], and the weight of the ends. */
const lobatto = [0.5 - 0.5 * Math.sqrt(0.2), 0.5 + 0.5 * Math.sqrt(0.2)];
const lobattoWeights = [5 / 12, 5 / 12];
const endWeight = 1 / 12;

/** Change of P and L of each node by the projection at the end of the step, or P and L before a jump. */
let correction = new Float64Array(0);
/** State at an instant within the step. */
let place = new Float64Array(0);
/** State of a node. */
const node = new Float64Array(nodeSize);
const sizes = new Float64Array(2);
/** ω of a node, and the derivative ½ ω q of its quaternion. */
const omega = new Float64Array(3);
const rate = new Float64Array(4);
const rotation = new Float64Array(8);
/** Weight of a state in a quadrature, s, or share of a correction: a number passed to a function would be boxed. */
const weight = new Float64Array(1);

/** Makes room for the corrections of an island. */
function reserveCorrection(island: IslandSystem): void {
  if (correction.length < 6 * countNodes(island.model)) correction = new Float64Array(12 * countNodes(island.model));
}

/** Adds the last step. */
export function addStep(audit: Audit, island: IslandSystem, stepper: Stepper): void {
  const { expected, stepChange, stepEnd, things } = audit;
  const { raw } = island.balance;
  const { previous, state } = stepper;
  const n = state.length - 1;
  for (let k = 0; k < countNodes(island.model); k++) {
    const i = findNode(island.model, k);
    readNodeOf(node, 0, island.model, k, previous);
    for (let e = 0; e < 6; e++) {
      const change = raw[6 * k + e] - node[Slot.P + e];
      stepChange[6 * i + e] = change;
      expected[nodeSize * i + Slot.P + e] += change;
    }
    stepEnd[i] = state[n];
  }
  addThingStep(things, island, previous, state, 6 * countNodes(island.model));
  addWay(audit, island, stepper, state, n, lobatto, lobattoWeights);
  weight[0] = endWeight * (state[n] - previous[n]);
  addRates(audit, island, previous);
  addRates(audit, island, state);
}

/** Records the projection at the end of the last step, before the step is cut. */
export function beginCut(island: IslandSystem, { state }: Stepper): void {
  const { raw } = island.balance;
  reserveCorrection(island);
  for (let k = 0; k < countNodes(island.model); k++) {
    readNodeOf(node, 0, island.model, k, state);
    for (let e = 0; e < 6; e++) correction[6 * k + e] = node[Slot.P + e] - raw[6 * k + e];
  }
  beginThingCut(island, state, 6 * countNodes(island.model));
}

/** Adds the step up to `at[0]`, where it was cut: `raw` holds its dense output there. */
export function addCut(audit: Audit, island: IslandSystem, stepper: Stepper, at: Float64Array): void {
  const { expected, things } = audit;
  const { raw } = island.balance;
  const { previous, state } = stepper;
  const n = state.length - 1;
  const theta = (at[0] - previous[n]) / (state[n] - previous[n]);
  // the share of the projection that is in the dense output here (Hermite)
  const share = theta * theta * (3 - 2 * theta);
  weight[0] = share;
  for (let k = 0; k < countNodes(island.model); k++) {
    const o = nodeSize * findNode(island.model, k) + Slot.P;
    readNodeOf(node, 0, island.model, k, previous);
    for (let e = 0; e < 6; e++) expected[o + e] += raw[6 * k + e] - share * correction[6 * k + e] - node[Slot.P + e];
  }
  addThingCut(things, island, previous, weight, 6 * countNodes(island.model));
  addWay(audit, island, stepper, at, 0, gauss, gaussWeights);
}

/** Adds the contributions of the nodes of a quadrature to ∫ v dt and ∫ ½ ω q dt up to the time at[o]. */
function addWay(
  audit: Audit,
  island: IslandSystem,
  stepper: Stepper,
  at: Float64Array,
  o: number,
  nodes: readonly number[],
  weights: readonly number[],
): void {
  const { previous } = stepper;
  const n = previous.length - 1;
  if (place.length <= n) place = new Float64Array(2 * n + 2);
  const duration = at[o] - previous[n];
  for (let j = 0; j < nodes.length; j++) {
    place[n] = previous[n] + nodes[j] * duration;
    stepper.interpolate(place);
    weight[0] = weights[j] * duration;
    addRates(audit, island, place);
  }
}

/** Adds w ẋ, w q̇ and w u̇, with w = `weight[0]`, at the state y of the integrator. */
function addRates({ expected, things }: Audit, island: IslandSystem, y: Float64Array): void {
  addThingRates(things, island, y, weight);
  const { movingCount, system } = island.model;
  const w = weight[0];
  for (let k = 0; k < countNodes(island.model); k++) {
    const i = findNode(island.model, k);
    const o = nodeSize * i;
    readNodeOf(node, 0, island.model, k, y);
    const scale = w * (k < movingCount ? system.inverseMass[i] : 1 / system.particles.mass[k - movingCount]);
    for (let x = 0; x < 3; x++) expected[o + x] += scale * node[Slot.P + x];
    if (k >= movingCount) continue;
    writeOmega(omega, system, i);
    quat.setDerivative(rate, 0, omega, 0, node, Slot.q);
    for (let x = 0; x < 4; x++) expected[o + Slot.q + x] += w * rate[x];
  }
}

/** Writes ω = R I_b⁻¹ Rᵀ L of body i, at the state in `node`. */
function writeOmega(out: Float64Array, { inverseMoments }: RigidSystem, i: number): void {
  quat.normalize(rotation, 0, node, Slot.q);
  quat.rotateVectorInverse(out, 0, rotation, 0, node, Slot.L);
  for (let x = 0; x < 3; x++) out[x] *= inverseMoments[3 * i + x];
  quat.rotateVector(out, 0, rotation, 0, out, 0);
}

/** Records the momenta of an island before a jump, such as the activation of rows. */
export function keepMomenta(island: IslandSystem): void {
  reserveCorrection(island);
  for (let k = 0; k < countNodes(island.model); k++) {
    readNode(node, 0, island.model.system, findNode(island.model, k));
    for (let e = 0; e < 6; e++) correction[6 * k + e] = node[Slot.P + e];
  }
  keepThingRates(island);
}

/** Adds the reported impulses to the recorded momenta: they are a part of the jump since then. */
export function takeReported({ reported, things }: Audit, island: IslandSystem): void {
  takeReportedThing(things, island);
  for (let k = 0; k < countNodes(island.model); k++) {
    const i = findNode(island.model, k);
    // the impulse of a pivot is not reported and moves nothing
    const first = (findAnswers(island.model.system, i) & Answer.force) === 0 ? 3 : 0;
    for (let e = first; e < 6; e++) correction[6 * k + e] += reported[6 * i + e];
  }
}

/**
 * Expects the rest of the jump since `keepMomenta`, for bodies whose points change their speed by at most `limit`, m/s:
 * approaches below the threshold of restitution, contacts that come to rest among many contacts, micro-bounces; and driven bodies
 * that start to move, at any speed. Joints may transmit as much again.
 */
export function expectJump({ expected, things }: Audit, island: IslandSystem, limit: number): void {
  expectThingJump(things, island, limit);
  for (let k = 0; k < countNodes(island.model); k++) {
    const i = findNode(island.model, k);
    readNode(node, 0, island.model.system, i);
    readSizes(sizes, island.model.system, i);
    for (let e = 0; e < 6; e++) correction[6 * k + e] = node[Slot.P + e] - correction[6 * k + e];
    const spin = sizes[1] > 0 ? vec3.length(correction, 6 * k + 3) / sizes[1] : 0;
    const jump = (vec3.length(correction, 6 * k) + spin) / sizes[0];
    if (!(jump <= limit)) continue;
    for (let e = 0; e < 6; e++) expected[nodeSize * i + Slot.P + e] += correction[6 * k + e];
  }
}

/**
 * Adds a Moreau–Jean time step, or the part of it up to a cut: momenta change by its impulses and given forces, which are in the
 * sums, and positions by the constant velocities `after` the impulses. Particles take no such steps.
 */
export function expectTimeStep(
  audit: Audit,
  island: IslandSystem,
  after: Float64Array,
  part: number,
  duration: number,
): void {
  const { expected, reported, mean, meanTime, largest, sizes } = audit;
  const { bodies, movingCount, system } = island.model;
  for (let b = 0; b < movingCount; b++) {
    const i = bodies[b];
    const o = nodeSize * i;
    for (let k = 0; k < 3; k++) expected[o + k] += part * duration * after[6 * b + k];
    vec3.scale(omega, 0, after, 6 * b + 3, part * duration);
    quat.fromRotationVector(rotation, 0, omega, 0);
    quat.copy(rotation, 4, expected, o + Slot.q);
    quat.multiply(expected, o + Slot.q, rotation, 0, rotation, 4);
    for (let k = 0; k < 6; k++) {
      expected[o + Slot.P + k] += part * reported[6 * i + k];
      mean[6 * i + k] = reported[6 * i + k] / duration;
    }
    meanTime[i] = system.time;
    for (let k = 0; k < 2; k++) largest[2 * i + k] = Math.max(largest[2 * i + k], sizes[2 * i + k] / duration);
  }
}
