/**
 * The forces that are shown, integrated over the last step of a window, against what momenta have changed by in it:
 *
 *   ∫ (Σ forces given + contacts + joints) dt = P(t₁) − P(t₀),     ∫ Σ moments dt = L(t₁) − L(t₀)
 *
 * by Gauss' quadrature of three points on the dense output of the step. At each of the points contacts are looked for and forces are
 * found as if somebody looked there: neither the stages of the integrator nor the rows that it held are asked. What was held is taken to touch,
 * be its gap there what the tolerance of the step makes of it.
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
import { showContacts } from "./show-contacts.js";

/** The integrals of each node of the island, the largest force and moment on it, and a state within the step. */
let sum = new Float64Array(0);
let largest = new Float64Array(0);
let place = new Float64Array(0);
const node = new Float64Array(nodeSize);
const off = new Float64Array(6);
const sizes = new Float64Array(2);

/** Momenta are known to this part of themselves. */
const rounding = 1e-13;
/** A step may be off by this part of the tolerance, of momenta and of what 1 m/s makes of a mass: ten times what springs and tops have. */
const share = 5e-3;

/**
 * Looks at the step that an island has taken last, once, if it has ended where the island is and none of it was undone; its state is as
 * before. Forces given are asked at times that are past: what has changed inside one of them since is told by `system.revise`.
 */
export function auditLastStep(flow: AuditedFlow): void {
  const { context, stepper } = flow;
  const { island, world } = context;
  const { audit, settings, worst } = world;
  const { previous, state } = stepper;
  const n = state.length - 1;
  const duration = state[n] - previous[n];
  if (!isAudited(settings) || flow.isAsleep || flow.isTimeStepping || flow.fault !== null || !(duration > 0)) return;
  if (flow.auditTrace.auditedEnd === state[n]) return;
  const count = countNodes(island);
  for (let k = 0; k < count; k++) if (audit.stepEnd[findNode(island, k)] !== state[n]) return;
  if (!areAtEnd(audit.things, island, state, n)) return;
  flow.auditTrace.auditedEnd = state[n];
  reserve(count, n);
  beginThings(island);
  context.display.isWithin = true;
  for (let j = 0; j < gauss.length; j++) {
    place[n] = previous[n] + gauss[j] * duration;
    stepper.interpolate(place);
    island.setState(place);
    addShown(flow, showContacts(context));
    addThings(audit.things, island, gaussWeights[j] * duration);
    for (let k = 0; k < count; k++) {
      const i = findNode(island, k);
      for (let e = 0; e < 6; e++) sum[6 * k + e] += gaussWeights[j] * duration * audit.reported[6 * i + e];
      for (let e = 0; e < 2; e++) largest[2 * k + e] = Math.max(largest[2 * k + e], audit.sizes[2 * i + e]);
    }
  }
  context.display.isWithin = false;
  island.setState(state);
  for (let k = 0; k < context.candidates.parts.length; k++)
    world.parts.place(island.system, context.candidates.parts[k]);
  context.display.isShown = false;
  const known = rounding + share * settings.tolerance;
  compareThingSteps(flow, duration, known);
  for (let k = 0; k < count; k++) {
    const i = findNode(island, k);
    const answers = findAnswers(island.system, i);
    if (answers === Answer.none) continue;
    readNodeOf(node, 0, island, k, previous);
    readSizes(sizes, island.system, i);
    for (let e = 0; e < 6; e++) off[e] = sum[6 * k + e] - audit.stepChange[6 * i + e];
    // what a pivot carries is not told
    if ((answers & Answer.force) === 0) off.fill(0, 0, 3);
    const push = vec3.length(off, 0) - known * (vec3.length(node, Slot.P) + sizes[0]);
    const turn = vec3.length(off, 3) - known * (vec3.length(node, Slot.L) + sizes[0] * sizes[1]);
    // beside the forces, or what they should have come to
    const force = Math.max(largest[2 * k] * duration, vec3.length(audit.stepChange, 6 * i));
    const moment = Math.max(largest[2 * k + 1] * duration, vec3.length(audit.stepChange, 6 * i + 3)) + sizes[1] * force;
    if (!(push <= 0)) note(worst, "forceBalance", push / force, island.system, i, state[n]);
    if (!(turn <= 0) && sizes[1] > 0) note(worst, "forceBalance", turn / moment, island.system, i, state[n]);
  }
  judgeAudit(worst, settings);
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
