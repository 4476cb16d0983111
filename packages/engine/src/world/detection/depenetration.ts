/**
 * Moves apart what has sunk into each other by more than rounding, and joints together that have come off: by the least
 * displacement, in the metric of the masses, with which no joint is off and no gap negative. It is the problem of resting
 * contact, with places instead of accelerations:
 *
 *   min ½ δqᵀ M δq   under   J δq + C = 0 at the joints,   J δq + gap ≥ 0 at the contacts
 *
 * So what is on top of others is lifted with them, and nothing is pressed into what it lay on. In a slot with sides that are all
 * but parallel the least displacement is a long one all the same, depth over angle: no point goes farther than 32 times as far
 * as the deepest is, or a joint off, and what would take a longer way stays where it is. So what is farther away than twice that has no say; beside
 * its gap depths would be rounding.
 *
 * Follows: Rigid Body Simulation, section 9.
 */
import { addDisplacement, findDisplacement, multiplyInverseMass } from "../../constrain/index.js";
import { RowStatus } from "../../linalg/index.js";
import { measureWay } from "../active-set/index.js";
import type { DetectionContext } from "./context.js";

/** Deeper than this part of the contact tolerance is no rounding. */
const sunk = 1e-3;
const maxRounds = 3;
/** How far a point may be moved, in depths: as far as the topmost of a high stack of which each is as deep in the next. */
const farDepths = 32;
/** So many contacts that are deep, and no joints: they are brought in one by one. */
const few = 32;

let list = new Int32Array(0);

/**
 * Moves apart what has sunk in, and closes joints; `detect` finds the contacts anew. What a round does not make better, as other features are
 * deeper where it has led to, stays as it was.
 */
export function depenetrate(context: DetectionContext, detect: (context: DetectionContext) => void): void {
  const { world } = context;
  const least = sunk * world.settings.contactTolerance;
  for (let round = 0; round < maxRounds; round++) {
    const depth = findFault(context);
    if (!(depth > least)) return;
    if (move(context, depth, least, detect, false)) continue;
    // joints that depend on one another may contradict each other beside contacts: by themselves, as near as goes, and then on
    if (!(context.solvers.rows.findOff() > least) || !move(context, depth, least, detect, true)) return;
  }
}

/**
 * Moves things apart and joints together, these by themselves first if they `areFirst`. Tells whether that makes it better; else
 * nothing moves.
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
    const part = measureWay(context, island.velocity);
    if (!(way + part <= farDepths * depth)) return;
    way += part;
    addDisplacement(island, island.velocity);
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

/** The least displacement that moves things apart, and joints together: to island.velocity. Tells whether there is one. */
function findWayOut(context: DetectionContext, depth: number, least: number): boolean {
  const { world, island } = context;
  const { contacts } = context.contactSet;
  const { rows } = context.solvers;
  const count = listNear(context, 2 * farDepths * depth);
  rows.build(contacts, list, count);
  rows.writePlaces(contacts, least);
  const isFew = rows.joints.rows === 0 && countDeep(context, least) <= few;
  const status = isFew ? world.solvers.resting.solveFew(rows.problem) : world.solvers.resting.solveMotion(rows.problem);
  if (status !== RowStatus.ok) return false;
  rows.writeImpulse(island.velocity, world.solvers.resting.forces, contacts);
  multiplyInverseMass(island, island.velocity);
  return true;
}

/** The least displacement that moves joints together, whatever there is beside them: to island.velocity. */
function findWayTogether({ island }: DetectionContext): void {
  island.hold([]);
  findDisplacement(island.velocity, island);
}

function countDeep({ contactSet: { contacts } }: DetectionContext, least: number): number {
  let count = 0;
  for (let c = 0; c < contacts.count; c++) if (contacts.gap[c] < -least) count++;
  return count;
}

/** Lists contacts that are nearer than that; how many. */
function listNear({ contactSet: { contacts } }: DetectionContext, far: number): number {
  if (contacts.count > list.length) list = new Int32Array(2 * contacts.count);
  let count = 0;
  for (let c = 0; c < contacts.count; c++) if (contacts.gap[c] <= far) list[count++] = c;
  return count;
}

/** How deep the deepest contact is, or how far a joint is off, if that is more; m or rad. */
function findFault(context: DetectionContext): number {
  return Math.max(findDeepest(context), context.island.parts.joints.length === 0 ? 0 : context.solvers.rows.findOff());
}

export function findDeepest({ contactSet: { contacts } }: DetectionContext): number {
  let depth = 0;
  for (let c = 0; c < contacts.count; c++) depth = Math.max(depth, -contacts.gap[c]);
  return depth;
}
