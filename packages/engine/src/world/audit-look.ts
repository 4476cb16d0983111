/**
 * Whether forces that are shown are those that move the bodies. What is shown is found anew where somebody looks (show-contacts.ts,
 * show-reactions.ts), by other solves than those of the steps:
 *
 *   Σ forces given + contacts + joints = Ṗ,   Σ moments = L̇
 *
 * where Ṗ and L̇ are the slopes with which the next step begins, the mean rates of the last leap, or zero of an island that sleeps: who
 * rests is carried. Sums are of points, normals and forces as they are shown.
 */
import type { ContactTable } from "../contact/index.js";
import { Slot } from "../rigid/index.js";
import type { IslandFlow } from "./advance.js";
import { isJudged, note } from "./audit.js";
import { judgeAudit, mostUncarried, uncarried } from "./audit-bounds.js";
import { countNodes, findNode, isFree, measureLength, nodeSize, readNodeOf, readSizes } from "./audit-nodes.js";
import { addContact, addGiven, addOthers, addReactions, clearTold } from "./audit-wrenches.js";
import { isBound } from "./bounds.js";
import { addFallback } from "./report.js";
import { isStill } from "./show-contacts.js";

/** Ṗ and L̇ of the nodes of the island. */
let rates = new Float64Array(0);
let slope = new Float64Array(0);
const node = new Float64Array(nodeSize);
const off = new Float64Array(6);
const bodySizes = new Float64Array(2);

/** Compares the contacts shown of an island, at its present state, with its motion. Nothing else is changed. */
export function auditLook(flow: IslandFlow, shown: ContactTable): void {
  const { run } = flow;
  if (!isJudged(run.kit.settings)) return;
  // forces of joints alone are not found for those who look at contacts
  if ((!isSolved(flow, shown) && run.island.parts.joints.length > 0) || !findRates(flow)) return;
  addShown(flow, shown);
  compare(flow);
}

/** Compares the reactions of the joints of an island where no contact presses, which its table has, with its motion. */
export function auditReactions(flow: IslandFlow): void {
  if (!isJudged(flow.run.kit.settings) || !findRates(flow)) return;
  sumReactions(flow);
  compare(flow);
}

/** Sums the forces given and those of the joints of an island without contacts, at its state. */
function sumReactions({ run }: IslandFlow): void {
  const { island, kit } = run;
  island.applyForces();
  clearTold(kit.audit, island);
  addGiven(kit.audit, island, 1);
  island.computeForces();
  addReactions(kit.audit, island);
}

/** Sums the forces of an island at its state, as they are shown: those given, of contacts, limits and joints. */
export function addShown(flow: IslandFlow, shown: ContactTable): void {
  const { island, kit } = flow.run;
  const { audit } = kit;
  const hasForces = isSolved(flow, shown);
  if (!hasForces && island.parts.joints.length > 0) {
    sumReactions(flow);
    return;
  }
  island.applyForces();
  clearTold(audit, island);
  addGiven(audit, island, 1);
  for (let c = 0; c < shown.count; c++) {
    if (!isBound(shown, c)) addContact(audit, island, shown, c, shown.force, c, shown.tangential, 3 * c);
  }
  if (hasForces) addOthers(audit, flow.run, shown);
}

/** Notes how far the sums are from the rates. */
function compare({ run, isAsleep }: IslandFlow): void {
  const { island, kit } = run;
  const { audit, settings, worst } = kit;
  const { told, sizes } = audit;
  for (let n = 0; n < countNodes(island); n++) {
    const i = findNode(island, n);
    if (!isFree(island.system, i)) continue;
    readSizes(bodySizes, island.system, i);
    for (let k = 0; k < 6; k++) off[k] = told[6 * i + k] - rates[6 * n + k];
    const force = Math.max(sizes[2 * i], measureLength(rates, 6 * n));
    const moment = Math.max(sizes[2 * i + 1], measureLength(rates, 6 * n + 3), bodySizes[1] * force);
    if (!(force > 0)) continue;
    const turning = bodySizes[1] > 0 ? measureLength(off, 3) / moment : 0;
    const part = Math.max(measureLength(off, 0) / force, turning);
    note(worst, "forceBalance", part, island.system, i, run.time);
    if (isAsleep && !(part <= mostUncarried)) addFallback(worst, uncarried);
  }
  judgeAudit(worst, settings);
}

/** Whether forces were found when it was looked at. */
function isSolved({ run }: IslandFlow, shown: ContactTable): boolean {
  if (run.isShownRubbing) return true;
  for (let c = 0; c < shown.count; c++) if (isStill(run, shown, c)) return true;
  return false;
}

/** Writes Ṗ and L̇ of the nodes, with the rows that the island holds; false if they are not known. */
function findRates({ run, isAsleep, isInStorm }: IslandFlow): boolean {
  const { island, kit } = run;
  const count = countNodes(island);
  if (rates.length < 6 * count) rates = new Float64Array(12 * count);
  rates.fill(0);
  if (isAsleep) return true;
  const { mean, meanTime } = kit.audit;
  if (isInStorm) {
    for (let n = 0; n < count; n++) {
      const i = findNode(island, n);
      if (meanTime[i] !== run.time) return false;
      for (let k = 0; k < 6; k++) rates[6 * n + k] = mean[6 * i + k];
    }
    return true;
  }
  if (slope.length < island.dimension) slope = new Float64Array(2 * island.dimension);
  island.derivative(slope);
  if (island.isUnsolved) return false;
  for (let n = 0; n < count; n++) {
    readNodeOf(node, 0, island, n, slope);
    for (let k = 0; k < 6; k++) rates[6 * n + k] = node[Slot.P + k];
  }
  return true;
}
