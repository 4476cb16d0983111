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
import { addDisplacement, findDisplacement, multiplyInverseMass } from "../constrain/index.js";
import { RowStatus } from "../linalg/index.js";
import { measureWay } from "./hold-rows.js";
import type { IslandRun } from "./run.js";

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
export function pushOut(run: IslandRun, detect: (run: IslandRun) => void): void {
  const { kit } = run;
  const least = sunk * kit.settings.contactTolerance;
  for (let round = 0; round < maxRounds; round++) {
    const depth = findFault(run);
    if (!(depth > least)) return;
    if (move(run, depth, least, detect, false)) continue;
    // joints that depend on one another may contradict each other beside contacts: by themselves, as near as goes, and then on
    if (!(run.rows.findOff() > least) || !move(run, depth, least, detect, true)) return;
  }
}

/**
 * Moves things apart and joints together, these by themselves first if they `areFirst`. Tells whether that makes it better; else
 * nothing moves.
 */
function move(
  run: IslandRun,
  depth: number,
  least: number,
  detect: (run: IslandRun) => void,
  areFirst: boolean,
): boolean {
  const { island } = run;
  const state = new Float64Array(island.dimension + 1);
  island.getState(state);
  let way = 0;
  const goOn = (): void => {
    const part = measureWay(run, island.velocity);
    if (!(way + part <= farDepths * depth)) return;
    way += part;
    addDisplacement(island, island.velocity);
    detect(run);
  };
  if (areFirst) {
    findWayTogether(run);
    goOn();
  }
  if (findFault(run) >= depth && findWayOut(run, depth, least)) goOn();
  if (findFault(run) < depth) {
    run.jump[0] += way;
    return true;
  }
  if (way > 0) {
    island.setState(state);
    detect(run);
  }
  return false;
}

/** The least displacement that moves things apart, and joints together: to island.velocity. Tells whether there is one. */
function findWayOut(run: IslandRun, depth: number, least: number): boolean {
  const { contacts, kit, island, rows } = run;
  const count = listNear(run, 2 * farDepths * depth);
  rows.build(contacts, list, count);
  rows.writePlaces(contacts, least);
  const isFew = rows.joints.rows === 0 && countDeep(run, least) <= few;
  const status = isFew ? kit.resting.solveFew(rows.problem) : kit.resting.solveMotion(rows.problem);
  if (status !== RowStatus.ok) return false;
  rows.writeImpulse(island.velocity, kit.resting.forces, contacts);
  multiplyInverseMass(island, island.velocity);
  return true;
}

/** The least displacement that moves joints together, whatever there is beside them: to island.velocity. */
function findWayTogether({ island }: IslandRun): void {
  island.hold([]);
  findDisplacement(island.velocity, island);
}

function countDeep({ contacts }: IslandRun, least: number): number {
  let count = 0;
  for (let c = 0; c < contacts.count; c++) if (contacts.gap[c] < -least) count++;
  return count;
}

/** Lists contacts that are nearer than that; how many. */
function listNear({ contacts }: IslandRun, far: number): number {
  if (contacts.count > list.length) list = new Int32Array(2 * contacts.count);
  let count = 0;
  for (let c = 0; c < contacts.count; c++) if (contacts.gap[c] <= far) list[count++] = c;
  return count;
}

/** How deep the deepest contact is, or how far a joint is off, if that is more; m or rad. */
function findFault(run: IslandRun): number {
  return Math.max(findDeepest(run), run.island.parts.joints.length === 0 ? 0 : run.rows.findOff());
}

export function findDeepest({ contacts }: IslandRun): number {
  let depth = 0;
  for (let c = 0; c < contacts.count; c++) depth = Math.max(depth, -contacts.gap[c]);
  return depth;
}
