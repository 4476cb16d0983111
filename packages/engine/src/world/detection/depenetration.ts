/**
 * Depenetration: bodies that overlap by more than rounding are moved apart, and open joints are closed, by the least displacement
 * in the metric of the masses after which no joint has an error and no gap is negative. The problem is that of resting contact,
 * with positions instead of accelerations:
 *
 *   min ½ δqᵀ M δq   under   J δq + C = 0 at the joints,   J δq + gap ≥ 0 at the contacts
 *
 * Bodies on top of others are thus lifted with them, and no contact closes beyond zero. In a slot with nearly parallel sides even
 * the least displacement is long, depth over angle. No point is therefore moved farther than `farDepths` depths; a longer
 * displacement is not made. Contacts farther apart than twice that are left out, as depths would be rounding beside their gaps.
 *
 * Follows: Rigid Body Simulation, section 9.
 */
import { addDisplacement, findDisplacement, multiplyInverseMass } from "../../constrain/index.js";
import { UnilateralStatus } from "../../linalg/index.js";
import { measureWay } from "../active-set/index.js";
import type { DetectionContext } from "./context.js";
import { depenetrationRounds, farDepths, fewSunken, sunkenPart } from "./parameters.js";

let list = new Int32Array(0);

/**
 * Moves overlapping bodies apart and closes joints; `detect` finds the contacts after each displacement. A displacement that makes
 * nothing better, as other features are deeper at its end, is undone.
 */
export function depenetrate(context: DetectionContext, detect: (context: DetectionContext) => void): void {
  const { world } = context;
  const least = sunkenPart * world.settings.contactTolerance;
  for (let round = 0; round < depenetrationRounds; round++) {
    const depth = findFault(context);
    if (!(depth > least)) return;
    if (move(context, depth, least, detect, false)) continue;
    // redundant joints may contradict each other beside contacts: these are closed first, as nearly as possible
    if (!(context.solvers.rows.findOff() > least) || !move(context, depth, least, detect, true)) return;
  }
}

/**
 * Makes one displacement that separates bodies and closes joints; joints alone come first if they `areFirst`. Returns whether the
 * greatest error is smaller after it; otherwise nothing moves.
 */
function move(
  context: DetectionContext,
  depth: number,
  least: number,
  detect: (context: DetectionContext) => void,
  areFirst: boolean,
): boolean {
  const { island } = context;
  const state = new Float64Array(island.dimension + 1);
  island.getState(state);
  let way = 0;
  const goOn = (): void => {
    const part = measureWay(context, island.active.velocity);
    if (!(way + part <= farDepths * depth)) return;
    way += part;
    addDisplacement(island, island.active.velocity);
    detect(context);
  };
  if (areFirst) {
    findWayTogether(context);
    goOn();
  }
  if (findFault(context) >= depth && findWayOut(context, depth, least)) goOn();
  if (findFault(context) < depth) {
    context.contactSet.jump[0] += way;
    return true;
  }
  if (way > 0) {
    island.setState(state);
    detect(context);
  }
  return false;
}

/** Writes the least displacement that separates bodies and closes joints to island.velocity. Returns whether there is one. */
function findWayOut(context: DetectionContext, depth: number, least: number): boolean {
  const { world, island } = context;
  const { contacts } = context.contactSet;
  const { rows } = context.solvers;
  const count = listNear(context, 2 * farDepths * depth);
  rows.build(contacts, list, count);
  rows.writePlaces(contacts, least);
  const isFew = rows.joints.rows === 0 && countDeep(context, least) <= fewSunken;
  const status = isFew ? world.solvers.resting.solveFew(rows.problem) : world.solvers.resting.solveMotion(rows.problem);
  if (status !== UnilateralStatus.ok) return false;
  rows.writeImpulse(island.active.velocity, world.solvers.resting.forces, contacts);
  multiplyInverseMass(island.model, island.active.velocity);
  return true;
}

/** Writes the least displacement that closes the joints, whatever it does to contacts, to island.velocity. */
function findWayTogether({ island }: DetectionContext): void {
  island.activate([]);
  findDisplacement(island.active.velocity, island);
}

/** Returns the number of contacts that are deeper than `least`, m. */
function countDeep({ contactSet: { contacts } }: DetectionContext, least: number): number {
  let count = 0;
  for (let c = 0; c < contacts.count; c++) if (contacts.gap[c] < -least) count++;
  return count;
}

/** Lists the contacts with a gap up to `far`, m, in `list`. Returns their number. */
function listNear({ contactSet: { contacts } }: DetectionContext, far: number): number {
  if (contacts.count > list.length) list = new Int32Array(2 * contacts.count);
  let count = 0;
  for (let c = 0; c < contacts.count; c++) if (contacts.gap[c] <= far) list[count++] = c;
  return count;
}

/** Returns the greatest depth of a contact or error of a joint, m or rad. */
function findFault(context: DetectionContext): number {
  return Math.max(
    findDeepest(context),
    context.island.model.parts.joints.length === 0 ? 0 : context.solvers.rows.findOff(),
  );
}

/** Returns the greatest depth of a contact, m. */
export function findDeepest({ contactSet: { contacts } }: DetectionContext): number {
  let depth = 0;
  for (let c = 0; c < contacts.count; c++) depth = Math.max(depth, -contacts.gap[c]);
  return depth;
}
