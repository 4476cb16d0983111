/**
 * The balance of the reported forces with the motion of the bodies at one instant. Forces are reported by solves of their own at
 * the instant of a query (show-contacts.ts, show-reactions.ts), so that they may differ from those of the steps:
 *
 *   Σ forces given + contacts + joints = Ṗ,   Σ moments = L̇
 *
 * and likewise of systems in generalized coordinates (lagrange-balance.ts). Ṗ and L̇ are the slopes at the end of the last step,
 * the mean rates of the last Moreau–Jean time step, or zero in a sleeping island. The sums contain the reported points, normals
 * and forces. In an island without active contacts the reported forces of the joints come from the equations of the steps: the
 * balance then judges their points and directions, and their course over the last step (step-balance.ts); the residuals of the
 * joints are judged elsewhere.
 */

import type { ContactTable } from "../../contact/index.js";
import { vec3 } from "../../math/index.js";
import { Answer, Slot } from "../../rigid/index.js";
import { addContact, addGiven, addOthers, addReactions, clearReported } from "../active-set/index.js";
import { isAudited, judgeAudit, mostUncarried } from "../audit/index.js";
import { countNodes, findAnswers, findNode, isLimit, nodeSize, readNodeOf, readSizes } from "../island/index.js";
import { addFallback, note } from "../record/index.js";
import type { AuditedFlow } from "./audited-flow.js";
import { compareThings } from "./lagrange-balance.js";
import { isStill } from "./show-contacts.js";

/** Ṗ and L̇ of the nodes of the island: six numbers each. */
let rates = new Float64Array(0);
let slope = new Float64Array(0);
const node = new Float64Array(nodeSize);
const off = new Float64Array(6);
const bodySizes = new Float64Array(2);

/** Compares the reported contacts of an island, at its present state, with its motion. The island is not changed. */
export function auditLook(flow: AuditedFlow, shown: ContactTable): void {
  const { context } = flow;
  if (!isAudited(context.world.settings)) return;
  // a query of contacts does not compute the forces of joints alone
  if ((!isSolved(flow, shown) && context.island.model.parts.joints.length > 0) || !findRates(flow)) return;
  addShown(flow, shown);
  compare(flow);
}

/** Compares the reactions of the joints of an island without active contacts with its motion. */
export function auditReactions(flow: AuditedFlow): void {
  if (!isAudited(flow.context.world.settings) || !findRates(flow)) return;
  sumReactions(flow);
  compare(flow);
}

/** Sums the given forces and the reactions of the joints of an island without contacts, at its state. */
function sumReactions({ context }: AuditedFlow): void {
  const { island, world } = context;
  island.applyForces();
  clearReported(world.audit, island);
  addGiven(world.audit, island, 1);
  island.computeForces();
  addReactions(world.audit, island);
}

/** Sums the reported forces of an island at its state: those given, of contacts, limits and joints. */
export function addShown(flow: AuditedFlow, shown: ContactTable): void {
  const { island, world } = flow.context;
  const { audit } = world;
  const hasForces = isSolved(flow, shown);
  if (!hasForces && island.model.parts.joints.length > 0) {
    sumReactions(flow);
    return;
  }
  island.applyForces();
  clearReported(audit, island);
  addGiven(audit, island, 1);
  for (let c = 0; c < shown.count; c++) {
    if (!isLimit(shown, c)) addContact(audit, island, shown, c, shown.force, c, shown.tangential, 3 * c);
  }
  if (hasForces) addOthers(audit, flow.context, shown);
}

/** Records the balance of a sleeping island, which was found when it fell asleep, in every call and at every query. */
export function noteUncarried({ context, isAsleep, auditTrace }: AuditedFlow): void {
  const { lackPart, lackNode } = auditTrace;
  if (!isAsleep || lackPart === 0) return;
  const { worst, settings } = context.world;
  note(worst, "forceBalance", lackPart, context.island.model.system, lackNode, context.island.model.system.time);
  if (!(lackPart <= mostUncarried)) addFallback(worst, "balance/rest");
  judgeAudit(worst, settings);
}

/** Records the differences between the sums and the rates of momentum. */
function compare(flow: AuditedFlow): void {
  const { context, isAsleep } = flow;
  const { island, world } = context;
  const { audit, settings, worst } = world;
  const { reported, sizes } = audit;
  for (let n = 0; n < countNodes(island.model); n++) {
    const i = findNode(island.model, n);
    const answers = findAnswers(island.model.system, i);
    if (answers === Answer.none) continue;
    readSizes(bodySizes, island.model.system, i);
    for (let k = 0; k < 6; k++) off[k] = reported[6 * i + k] - rates[6 * n + k];
    // the force on a pivot is not reported
    if ((answers & Answer.force) === 0) for (let k = 0; k < 3; k++) off[k] = 0;
    const force = Math.max(sizes[2 * i], vec3.length(rates, 6 * n));
    const moment = Math.max(sizes[2 * i + 1], vec3.length(rates, 6 * n + 3), bodySizes[1] * force);
    const push = force > 0 ? vec3.length(off, 0) / force : 0;
    const turning = bodySizes[1] > 0 && moment > 0 ? vec3.length(off, 3) / moment : 0;
    const part = Math.max(push, turning);
    note(worst, "forceBalance", part, island.model.system, i, context.island.model.system.time);
    if (!isAsleep) continue;
    if (!(part <= mostUncarried)) addFallback(worst, "balance/rest");
    if (part <= flow.auditTrace.lackPart) continue;
    flow.auditTrace.lackPart = part;
    flow.auditTrace.lackNode = i;
  }
  // generalized coordinates neither sleep nor advance by time-stepping
  if (island.model.coordinates.length > 0 && !isAsleep && !flow.isTimeStepping) compareThings(flow, slope);
  judgeAudit(worst, settings);
}

/** Whether the query of contacts has computed forces. */
function isSolved({ context }: AuditedFlow, shown: ContactTable): boolean {
  if (context.display.isShownWithFriction) return true;
  for (let c = 0; c < shown.count; c++) if (isStill(context, shown, c)) return true;
  return false;
}

/** Writes Ṗ and L̇ of the nodes; false if they are not known, as directly after an event. */
function findRates({ context, stepper, isAsleep, isTimeStepping }: AuditedFlow): boolean {
  const { island, world } = context;
  const count = countNodes(island.model);
  if (rates.length < 6 * count) rates = new Float64Array(12 * count);
  rates.fill(0);
  if (isAsleep) return true;
  const { mean, meanTime } = world.audit;
  if (isTimeStepping) {
    for (let n = 0; n < count; n++) {
      const i = findNode(island.model, n);
      if (meanTime[i] !== context.island.model.system.time) return false;
      for (let k = 0; k < 6; k++) rates[6 * n + k] = mean[6 * i + k];
    }
    return true;
  }
  if (slope.length < island.dimension) slope = new Float64Array(2 * island.dimension);
  // an evaluation here would change the warm starts of contacts: a query must not change a bit of the later motion
  if (stepper.readSlope?.(slope) !== true) return false;
  for (let n = 0; n < count; n++) {
    readNodeOf(node, 0, island.model, n, slope);
    for (let k = 0; k < 6; k++) rates[6 * n + k] = node[Slot.P + k];
  }
  return true;
}
