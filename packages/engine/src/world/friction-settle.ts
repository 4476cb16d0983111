/**
 * Which contacts press, which of them slide and which stick, and the forces, where something rubs.
 *
 *   1  contacts that do not part and across which something moves slip along it; the others rest
 *   2  forces in their cones, accelerations and modes (linalg/cone-solver.ts); what begins to slip has the coefficient of
 *      what slides from then on
 *   3  no forces at all: an impact without a collision stops what slides, and all begins anew (friction-impact.ts)
 *   4  what presses is held from here on, with its mode                                              friction-flow.ts
 *
 * Follows: Rigid Body Simulation, section 9; Baraff 1989, sections 5 to 7.
 */
import { gatherAccelerations, scatterForces } from "../constrain/index.js";
import type { ContactTable } from "../contact/index.js";
import { ConeMode, ConeMotion, ConeStatus } from "../linalg/index.js";
import { vec3 } from "../math/index.js";
import { isBound } from "./bounds.js";
import { addCapPoints } from "./cap-points.js";
import { addSlideEvents, addTouchEvents } from "./contact-events.js";
import { evaluateRubbing } from "./friction-flow.js";
import { jam } from "./friction-impact.js";
import { type HeldRows, holdContacts } from "./held-contacts.js";
import { holdRows } from "./hold-rows.js";
import { addFallback } from "./report.js";
import { type IslandRun, nameContact } from "./run.js";
import { stopHops } from "./settle-impact.js";
import { listLowOf, sortByRate } from "./settle-rest.js";
import { StickRows } from "./stick-rows.js";

/** Across a contact, speeds below this many times the threshold of bounces are none. */
const slipPart = 1;
const maxRounds = 20;
const maxJams = 4;
/** Accelerations towards each other below this fraction of the largest are none, of contacts whose force is spent. */
const spentPart = 1e-8;
/** Accelerations below this fraction of the largest are none. */
const still = 1e-10;

const u = new Float64Array(3);

/** Whether any contact of the island rubs. */
export function isRubbing({ contacts }: IslandRun): boolean {
  for (let c = 0; c < contacts.count; c++) if (contacts.staticFriction[c] > 0) return true;
  return false;
}

/** Finds forces and modes, and holds what presses. Returns null, or why it cannot be done. */
export function restWithFriction(run: IslandRun): string | null {
  const { contacts, island } = run;
  contacts.active.fill(0);
  contacts.force.fill(0);
  let jams = 0;
  for (let round = 0; ; round++) {
    island.applyForces();
    const { still: near, rising } = sortByRate(run);
    const list = solveWithoutSpent(run, near);
    if (list === null) {
      if (jams++ === maxJams) return "no forces satisfy the law of friction, and no impulse helps";
      const fault = jam(run);
      if (fault !== null) return fault;
      continue;
    }
    const a = listAccelerations(run);
    const low = listLowOf(run, rising, a);
    if (round < maxRounds) {
      if (low.length > 0) {
        const fault = stopHops(run, low, listPressing(run));
        if (fault !== null) return fault;
        continue;
      }
      const values = new Float64Array(contacts.count).fill(Infinity);
      for (const c of list) values[c] = a[c];
      if (addCapPoints(run, values, still * measureLargest(run, a), false)) continue;
    }
    return holdPressing(run, a);
  }
}

/**
 * Solves for those contacts that do not part, without those whose force has fallen to zero if these then do not approach.
 * Returns them, or null if there are no forces.
 */
function solveWithoutSpent(run: IslandRun, near: readonly number[]): readonly number[] | null {
  const { contacts, spent } = run;
  const others = near.filter((c) => !spent.has(nameContact(contacts, c)));
  if (others.length < near.length && solveModes(run, others)) {
    const a = listAccelerations(run);
    const least = -spentPart * measureLargest(run, a);
    if (near.every((c) => a[c] >= least)) return others;
  }
  return solveModes(run, near) ? near : null;
}

/** Forces of these contacts of a table, to the table: for those who look. */
export function showRubbing(run: IslandRun, shown: ContactTable, list: readonly number[]): void {
  const { cones, coneSolver } = run;
  if (!solveModes(run, list, shown)) return;
  list.forEach((c, k) => {
    shown.force[c] = coneSolver.result.f[cones.row[k]];
    cones.writeTangential(shown.tangential, 3 * c, k, coneSolver.result.f);
  });
}

/** Forces of these contacts, to `coneSolver`. */
function solveModes(run: IslandRun, list: readonly number[], contacts = run.contacts): boolean {
  const { cones, coneSolver, kit } = run;
  const { problem, cone } = cones;
  const slow = slipPart * kit.settings.restitutionThreshold;
  for (const c of list) {
    evaluateRubbing(run, contacts, c);
  }
  cones.build(contacts, list, list.length);
  cones.writeAccelerations(contacts);
  for (let k = 0; k < list.length; k++) {
    if (cone[k] < 0) continue;
    const c = list[k];
    const speed = measureSlip(contacts, c);
    if (speed > slow) {
      for (let x = 0; x < 3; x++) u[x] = contacts.slip[3 * c + x] / speed;
      cones.setSlipping(k, contacts.friction[c], u, 0);
    } else {
      problem.motion[cone[k]] = ConeMotion.resting;
      problem.mu[cone[k]] = contacts.staticFriction[c];
    }
  }
  if (problem.rows.rowCount === 0) return true;
  for (let round = 0; round < maxRounds; round++) {
    const status = coneSolver.solve(problem, round > 0);
    if (status === ConeStatus.stalled) addFallback(kit.worst, "friction: the forces are not exact");
    else if (status !== ConeStatus.solved) return false;
    if (!letSlip(run, list, contacts)) return true;
  }
  return true;
}

function measureSlip({ slip }: ContactTable, c: number): number {
  return Math.sqrt(slip[3 * c] * slip[3 * c] + slip[3 * c + 1] * slip[3 * c + 1] + slip[3 * c + 2] * slip[3 * c + 2]);
}

/** What begins to slip has the coefficient of what slides. Tells whether that changes anything. */
function letSlip({ cones, coneSolver }: IslandRun, list: readonly number[], contacts: ContactTable): boolean {
  const { problem, cone } = cones;
  const { result } = coneSolver;
  let isChanged = false;
  for (let k = 0; k < list.length; k++) {
    const i = cone[k];
    const c = list[k];
    if (i < 0 || result.mode[i] !== ConeMode.slip || problem.motion[i] === ConeMotion.slipping) continue;
    if (contacts.friction[c] === contacts.staticFriction[c]) continue;
    problem.motion[i] = ConeMotion.slipping;
    problem.mu[i] = contacts.friction[c];
    problem.direction[2 * i] = result.direction[2 * i];
    problem.direction[2 * i + 1] = result.direction[2 * i + 1];
    isChanged = true;
  }
  return isChanged;
}

/** d̈ of all contacts with the forces found. */
function listAccelerations(run: IslandRun): Float64Array {
  const { contacts, cones, coneSolver, island } = run;
  const { acceleration, velocity } = island;
  cones.writeForces(velocity, coneSolver.result.f, contacts);
  scatterForces(velocity, island);
  gatherAccelerations(acceleration, island);
  const list = new Float64Array(contacts.count);
  for (let c = 0; c < contacts.count; c++) {
    const particle = contacts.particleA[c];
    const a = particle >= 0 ? island.particleStart + 3 * particle : 6 * island.findBody(contacts.bodyA[c]);
    const b = 6 * island.findBody(contacts.bodyB[c]);
    let sum = contacts.gamma[c];
    if (isBound(contacts, c)) {
      list[c] = run.bounds.measureAcceleration(contacts, c, acceleration);
      continue;
    }
    for (let k = 0; k < (particle >= 0 ? 3 : 6) && a >= 0; k++) sum += contacts.rowA[6 * c + k] * acceleration[a + k];
    for (let k = 0; k < 6 && b >= 0; k++) sum += contacts.rowB[6 * c + k] * acceleration[b + k];
    list[c] = sum;
  }
  island.applyForces();
  return list;
}

/** The size of accelerations, m/s². */
function measureLargest({ coneSolver }: IslandRun, a: Float64Array): number {
  return Math.max(coneSolver.result.figures[1], ...a.map(Math.abs));
}

/** The contacts that press, of those solved for. */
function listPressing({ cones, coneSolver }: IslandRun): number[] {
  const { result } = coneSolver;
  return Array.from(cones.list.subarray(0, cones.count)).filter((_, k) => result.pressed[cones.row[k]] === 1);
}

/** From here on what presses is held, with the modes found. */
function holdPressing(run: IslandRun, a: Float64Array): string | null {
  const { contacts, kit, island, cones, coneSolver, friction } = run;
  const { result } = coneSolver;
  const { worst, settings } = kit;
  const pressing = listPressing(run);
  const least = still * measureLargest(run, a);
  const holding = new Set<number>();
  const sliding = new Set<number>();
  const modes = new Map<number, number>();
  for (let k = 0; k < cones.count; k++) {
    const c = cones.list[k];
    contacts.force[c] = result.f[cones.row[k]];
    if (Math.abs(a[c]) <= least || contacts.force[c] > 0) holding.add(contacts.pair[c]);
    if (result.pressed[cones.row[k]] === 0) continue;
    contacts.active[c] = 1;
    modes.set(c, k);
    if (cones.cone[k] >= 0 && result.mode[cones.cone[k]] === ConeMode.slip) sliding.add(contacts.pair[c]);
  }
  for (let c = 0; c < contacts.count; c++) {
    if (contacts.rate[c] > settings.restitutionThreshold) contacts.active[c] = 2;
  }
  worst.residual = Math.max(worst.residual, result.residual);
  worst.holding = Math.max(worst.holding, pressing.length);
  addSlideEvents(run, holding, sliding);
  addTouchEvents(run, holding);
  run.held = holdContacts(run, pressing);
  const sticks = listSticks(run, run.held, modes);
  holdRows(run, [...run.held, ...sticks]);
  // rows that depend on one another share their forces in more than one way
  if (island.solver.redundant > 0) worst.unique = false;
  // velocities have gone back onto their rows
  for (const c of pressing) {
    evaluateRubbing(run, contacts, c);
  }
  friction.hold(contacts, pressing);
  pressing.forEach((c, k) => {
    copyMode(run, k, modes.get(c) as number);
  });
  friction.slow.clear();
  island.friction = friction;
  run.isSettled = true;
  run.spent.clear();
  run.wasHeld.clear();
  for (const c of pressing) run.wasHeld.add(nameContact(contacts, c));
  return null;
}

/** The mode of contact `from` of those solved for, and its direction, to contact k of those held. */
function copyMode({ cones, coneSolver, friction, contacts, kit }: IslandRun, k: number, from: number): void {
  const { result } = coneSolver;
  const { direction } = friction;
  const i = cones.cone[from];
  const c = cones.list[from];
  const speed = measureSlip(contacts, c);
  friction.mode[k] = i < 0 ? ConeMode.stick : result.mode[i];
  friction.fromRest[k] = speed <= slipPart * kit.settings.restitutionThreshold ? 1 : 0;
  friction.creep[k] = 0;
  for (let x = 0; x < 3; x++) direction[3 * k + x] = 0;
  if (friction.mode[k] !== ConeMode.slip && friction.mode[k] !== ConeMode.edge) return;
  if (friction.mode[k] === ConeMode.slip && friction.fromRest[k] === 0) {
    for (let x = 0; x < 3; x++) direction[3 * k + x] = contacts.slip[3 * c + x] / speed;
    friction.creep[k] = friction.slow.has(nameContact(contacts, c)) ? 1 : 0;
    return;
  }
  // against its force, which is better known than an acceleration that begins at zero
  cones.writeTangential(u, 0, from, result.f);
  vec3.normalize(u, 0, u, 0);
  vec3.negate(direction, 3 * k, u, 0);
}

/** Rows that keep what sticks from creeping. */
function listSticks(run: IslandRun, held: readonly HeldRows[], modes: ReadonlyMap<number, number>): StickRows[] {
  const { contacts, cones, coneSolver } = run;
  return held.flatMap(({ list, ends }) => {
    const stuck = Array.from(list).filter((c) => {
      const cone = cones.cone[modes.get(c) as number];
      return cone >= 0 && coneSolver.result.mode[cone] !== ConeMode.slip;
    });
    return stuck.length === 0 ? [] : [new StickRows(contacts, stuck, ends)];
  });
}
