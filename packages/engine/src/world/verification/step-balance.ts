/**
 * The balance of the integrals of the reported forces over the last step of a window with the changes of momenta in it:
 *
 *   ∫ (Σ forces given + contacts + joints) dt = P(t₁) − P(t₀),     ∫ Σ moments dt = L(t₁) − L(t₀)
 *
 * by Gauss' quadrature of three points on the dense output of the step. At each point contacts are detected and forces are
 * computed as for a query there: neither the stages of the integrator nor the rows of its active set are used. Contacts that were
 * active in the step count as touching, although the tolerance of the step leaves a gap there.
 */

import { vec3 } from "../../math/index.js";
import { Answer, Slot } from "../../rigid/index.js";
import { isAudited, judgeAudit } from "../audit/index.js";
import { countNodes, findAnswers, findNode, nodeSize, readNodeOf, readSizes } from "../island/index.js";
import { note } from "../record/index.js";
import { gauss, gaussWeights } from "../trajectory/index.js";
import type { AuditedFlow } from "./audited-flow.js";
import { addShown } from "./force-balance.js";
import { addThings, areAtEnd, beginThings, compareThingSteps } from "./lagrange-balance.js";
import { momentumRounding, stepErrorShare } from "./parameters.js";
import { showContacts } from "./show-contacts.js";

/** The integrals of each node of the island, the largest force and moment on it, and a state within the step. */
let sum = new Float64Array(0);
let largest = new Float64Array(0);
let place = new Float64Array(0);
const node = new Float64Array(nodeSize);
const off = new Float64Array(6);
const sizes = new Float64Array(2);

/**
 * Audits the last step of an island, once, if the step has ended at the present state of the island and no part of it was undone.
 * The state of the island is the same afterwards. Given forces are evaluated at past times: `system.revise` reports changes of
 * them since.
 */
export function auditLastStep(flow: AuditedFlow): void {
  if (!isDue(flow)) return;
  const { context, stepper } = flow;
  const { island, world } = context;
  const { previous, state } = stepper;
  const n = state.length - 1;
  const duration = state[n] - previous[n];
  const count = countNodes(island.model);
  reserve(count, n);
  beginThings(island.model);
  try {
    integrateForces(flow, duration);
  } finally {
    // a force of the user may throw: the island must not stay within the step
    returnToEnd(flow);
  }
  const known = momentumRounding + stepErrorShare * world.settings.tolerance;
  compareThingSteps(flow, duration, known);
  for (let k = 0; k < count; k++) compareNodeStep(flow, k, duration, known);
  judgeAudit(world.worst, world.settings);
  flow.auditTrace.auditedEnd = state[n];
}

/** Whether the last step of the island is to be audited: it is complete, its end is the present instant, and it was not audited. */
function isDue({ context, stepper, auditTrace, isAsleep, isTimeStepping, fault }: AuditedFlow): boolean {
  const { island, world } = context;
  const { audit, settings } = world;
  const { previous, state } = stepper;
  const n = state.length - 1;
  if (!isAudited(settings) || isAsleep || isTimeStepping || fault !== null || !(state[n] - previous[n] > 0))
    return false;
  if (auditTrace.auditedEnd === state[n]) return false;
  const count = countNodes(island.model);
  for (let k = 0; k < count; k++) if (audit.stepEnd[findNode(island.model, k)] !== state[n]) return false;
  return areAtEnd(audit.things, island.model, state, n);
}

/** Integrates the reported forces over the last step, of length `duration`, s. */
function integrateForces(flow: AuditedFlow, duration: number): void {
  const { context, stepper } = flow;
  const { island, world } = context;
  const { audit } = world;
  const { previous, state } = stepper;
  const n = state.length - 1;
  const count = countNodes(island.model);
  context.display.isWithin = true;
  for (let j = 0; j < gauss.length; j++) {
    place[n] = previous[n] + gauss[j] * duration;
    stepper.interpolate(place);
    island.setState(place);
    addShown(flow, showContacts(context));
    addThings(audit.things, island.model, gaussWeights[j] * duration);
    for (let k = 0; k < count; k++) {
      const i = findNode(island.model, k);
      for (let e = 0; e < 6; e++) sum[6 * k + e] += gaussWeights[j] * duration * audit.reported[6 * i + e];
      for (let e = 0; e < 2; e++) largest[2 * k + e] = Math.max(largest[2 * k + e], audit.sizes[2 * i + e]);
    }
  }
}

/** Moves the island and its parts back to the end of the step. */
function returnToEnd({ context, stepper }: AuditedFlow): void {
  const { island, world, candidates, display } = context;
  display.isWithin = false;
  island.setState(stepper.state);
  for (let k = 0; k < candidates.parts.length; k++) world.parts.place(island.model.system, candidates.parts[k]);
  display.isShown = false;
}

/**
 * Records the differences between the integrals of node k and its changes of momentum, beyond the relative error `known` of
 * these.
 */
function compareNodeStep({ context, stepper }: AuditedFlow, k: number, duration: number, known: number): void {
  const { island, world } = context;
  const { audit, worst } = world;
  const { previous, state } = stepper;
  const end = state[state.length - 1];
  const i = findNode(island.model, k);
  const answers = findAnswers(island.model.system, i);
  if (answers === Answer.none) return;
  readNodeOf(node, 0, island.model, k, previous);
  readSizes(sizes, island.model.system, i);
  for (let e = 0; e < 6; e++) off[e] = sum[6 * k + e] - audit.stepChange[6 * i + e];
  // the force on a pivot is not reported
  if ((answers & Answer.force) === 0) off.fill(0, 0, 3);
  const push = vec3.length(off, 0) - known * (vec3.length(node, Slot.P) + sizes[0]);
  const turn = vec3.length(off, 3) - known * (vec3.length(node, Slot.L) + sizes[0] * sizes[1]);
  // relative to the forces, or to the change of momentum
  const force = Math.max(largest[2 * k] * duration, vec3.length(audit.stepChange, 6 * i));
  const moment = Math.max(largest[2 * k + 1] * duration, vec3.length(audit.stepChange, 6 * i + 3)) + sizes[1] * force;
  if (!(push <= 0)) note(worst, "forceBalance", push / force, island.model.system, i, end);
  if (!(turn <= 0) && sizes[1] > 0) note(worst, "forceBalance", turn / moment, island.model.system, i, end);
}

function reserve(count: number, dimension: number): void {
  if (sum.length < 6 * count) {
    sum = new Float64Array(12 * count);
    largest = new Float64Array(4 * count);
  }
  if (place.length <= dimension) place = new Float64Array(2 * dimension + 2);
  sum.fill(0, 0, 6 * count);
  largest.fill(0, 0, 2 * count);
}
