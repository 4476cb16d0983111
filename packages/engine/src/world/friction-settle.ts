/**
 * Which contacts press, which of them slide and which stick, and the forces, where something rubs.
 *
 *   1  contacts that do not part and across which something moves slip along it; the others rest
 *   2  forces in their cones, accelerations and modes (linalg/friction-contact/cone-solver.ts); what begins to slip has the coefficient of
 *      what slides from then on
 *   3  no forces at all: an impact without a collision stops what slides, and all begins anew (friction-impact.ts)
 *   4  what presses is held from here on, with its mode                                              friction-flow.ts
 *
 * Follows: Rigid Body Simulation, section 9; Baraff 1989, sections 5 to 7.
 */
import type { ContactTable } from "../contact/index.js";
import { ConeMode, ConeMotion, ConeStatus, unlimited } from "../linalg/index.js";
import { vec3 } from "../math/index.js";
import { addCapPoints } from "./cap-points.js";
import { addSlideEvents, addTouchEvents } from "./contact-events.js";
import { crowd } from "./effort.js";
import { listAccelerations, needsNothing } from "./friction-accelerations.js";
import { alignStraight, lasting, measureAside } from "./friction-creep.js";
import { crowdWay, evaluateRubbing, evaluateTurningOf } from "./friction-flow.js";
import { jam, jammed } from "./friction-impact.js";
import { joinSlip } from "./friction-join.js";
import { holdContacts } from "./held-contacts.js";
import { closeGaps, holdRows } from "./hold-rows.js";
import { forgetGiven, isFaint, isIdle } from "./idle-pairs.js";
import { isJoint } from "./joint-rubs.js";
import { addFallback } from "./report.js";
import { addRubEvents } from "./rub-events.js";
import { type IslandRun, nameContact } from "./run.js";
import { stopHops } from "./settle-impact.js";
import { listLowOf, listSpentPairs, lowestHop, sortByRate } from "./settle-rest.js";
import { tellSeveral } from "./several-answers.js";
import { measureSlip, readDirection, slideOn } from "./slip-direction.js";
import { letGo, spentPart } from "./squeeze.js";
import { listCaught, listSticks } from "./stick-rows.js";
import { addTurningEvents, listTurning } from "./turning-events.js";

const maxRounds = 20;
/** The same where friction grows with what joints carry, or is that of turnings. */
const maxLoads = 80;
const maxTurns = 400;
/** Rows that contradict each other by more than that are of gaps that are still open. */
const flush = 1e-11;
const maxJams = 4;
/** By this part μ is less for what is about to slip, while modes are found: what slips is then told from rounding. */
const lessPart = 1e-6;
/** Accelerations below this fraction of the largest are none. */
const still = 1e-10;
/** Forces with a larger residual, as of rows that contradict each other, are told. */
const exact = 1e-9;

const u = new Float64Array(3);

/** Whether any contact of the island rubs. */
export function isRubbing({ contacts }: IslandRun): boolean {
  for (let c = 0; c < contacts.count; c++) if (contacts.staticFriction[c] > 0) return true;
  return false;
}

/** Finds forces and modes, and holds what presses. Returns null, or why it cannot be done. */
export function restWithFriction(run: IslandRun): string | null {
  const { contacts, island, touching, coneSolver, effort } = run;
  contacts.active.fill(0);
  contacts.force.fill(0);
  effort.begin(contacts.count);
  const told = run.kit.worst.fallbacks.length;
  let jams = 0;
  let isClosed = false;
  if (run.isJammed) {
    run.isJammed = false;
    const fault = jam(run);
    if (fault !== null) return fault;
  }
  for (let round = 0; ; round++) {
    island.applyForces();
    sortByRate(run);
    const list = solveWithoutSpent(run, run.still.toArray());
    const tooMuch = effort.judge();
    const isUnsolved = list === null || coneSolver.result.status === ConeStatus.stalled;
    if (tooMuch !== null && (isUnsolved || round > 0)) {
      if (!isUnsolved || jams++ > 0 || !jamCrowd(run, told)) return tooMuch;
      continue;
    }
    if (list === null) {
      if (jams++ === maxJams) return "no forces satisfy the law of friction, and no impulse helps";
      const fault = jam(run);
      if (fault !== null) return fault;
      continue;
    }
    const a = listAccelerations(run);
    listLowOf(run, a, list.length > crowd ? crowdWay : lowestHop);
    const low = run.low.toArray();
    if (round < maxRounds) {
      if (low.length > 0) {
        for (const c of low) evaluateRubbing(run, contacts, c);
        // what has jammed would slide again
        const fault = stopHops(run, low, listPressing(run), (held) => listCaught(run, held, low, jams > 0));
        if (fault !== null) return fault;
        continue;
      }
      const values = new Float64Array(contacts.count).fill(Infinity);
      for (const c of list) values[c] = a[c];
      if (addCapPoints(run, values, still * measureLargest(run, a), false)) continue;
      if (!isClosed && coneSolver.result.residual > flush) {
        isClosed = true;
        closeGaps(run, listPressing(run));
        continue;
      }
    }
    tellSeveral(run);
    const { sliding, holding } = holdPressing(run, a);
    // what slid, and cannot as others stick, sticks; and what is but squeezed is not
    if (round < maxRounds && (hasStopped(run) || letGo(run, listPressing(run)))) {
      contacts.active.fill(0);
      contacts.force.fill(0);
      continue;
    }
    addTouchEvents(run, holding);
    addRubEvents(run, sliding);
    addTurningEvents(run, run.touching, touching, sliding);
    addSlideEvents(run, touching, run.touching, sliding);
    return null;
  }
}

/** Of a crowd no forces were found with the work that is allowed: whether there are none, and an impact has helped. */
function jamCrowd(run: IslandRun, told: number): boolean {
  const { contacts, effort, kit } = run;
  const { fallbacks } = kit.worst;
  const before = fallbacks.length;
  effort.begin(contacts.count);
  const fault = jam(run, false);
  // what is not used, forces or impulses, need not be exact
  fallbacks.length = fault === null ? told : before;
  if (fault !== null) return false;
  addFallback(kit.worst, jammed);
  effort.begin(contacts.count);
  return true;
}

/** Whether a contact that is to slip as it moved does not move by now. */
function hasStopped({ friction, contacts }: IslandRun): boolean {
  const { cones, mode, moving, slowest } = friction;
  for (let k = 0; k < cones.count; k++) {
    const c = cones.list[k];
    if (cones.cone[k] < 0 || mode[k] !== ConeMode.slip || !moving.has(c)) continue;
    if (measureSlip(contacts, c) <= slowest[1]) return true;
  }
  return false;
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
  const { cones, coneSolver, friction } = run;
  if (run.island.friction !== null) friction.guess.remember(friction);
  coneSolver.limit = unlimited;
  const isFound = solveModes(run, list, shown);
  friction.guess.forget();
  if (!isFound) return;
  list.forEach((c, k) => {
    shown.force[c] = coneSolver.result.f[cones.row[k]];
    cones.writeTangential(shown.tangential, 3 * c, k, coneSolver.result.f);
  });
}

/** Forces of these contacts, to `coneSolver`. */
function solveModes(run: IslandRun, list: readonly number[], contacts = run.contacts): boolean {
  const { cones, coneSolver, kit, leaving } = run;
  const { problem } = cones;
  const { moving, slidingOn, slowest, stopped, guess } = run.friction;
  run.friction.setCrowd(list.length);
  moving.clear();
  slidingOn.clear();
  for (const c of list) {
    evaluateRubbing(run, contacts, c);
  }
  cones.build(contacts, list, list.length);
  evaluateTurningOf(run, contacts, cones);
  // they may have grown
  const { cone } = cones;
  cones.writeAccelerations(contacts);
  for (let k = 0; k < cones.count; k++) {
    if (cone[k] < 0) continue;
    const c = cones.list[k];
    const speed = measureSlip(contacts, c);
    if (speed > slowest[0]) {
      moving.add(c);
      readDirection(run, c, speed, u, 0, contacts);
      cones.setSlipping(k, contacts.friction[c], u, 0);
      // what is about to stop, and sticks then, has stopped: but who looks is shown what it does until then
      if (contacts !== run.contacts) continue;
      const name = nameContact(contacts, c);
      if ((speed <= slowest[2] && !guess.going.has(name)) || (speed <= slowest[3] && stopped.has(name)))
        cones.setStill(k, contacts.friction[c]);
    } else if (guess.sliding.size > 0 && slideOn(run, c, u, contacts)) {
      slidingOn.add(c);
      cones.setSlipping(k, contacts.friction[c], u, 0);
    } else {
      const isLeaving = leaving.size > 0 && leaving.has(nameContact(contacts, c));
      cones.setStill(k, contacts.staticFriction[c] * (isLeaving ? 1 - lessPart : 1));
    }
  }
  if (problem.rows.rowCount === 0) return true;
  let isFirst = true;
  const isGuessed = guess.write(run, contacts);
  run.balls.begin();
  const { hasLoads, hasBalls } = run.rubs;
  const most = hasBalls ? maxTurns : hasLoads ? maxLoads : maxRounds;
  for (let round = 0; round < most; round++) {
    const status = isGuessed || round > 0 ? coneSolver.solveFrom(problem) : coneSolver.solve(problem);
    if (status !== ConeStatus.solved && status !== ConeStatus.stalled) return needsNothing(run);
    const isExact = status === ConeStatus.solved && coneSolver.result.residual <= exact;
    if (!isExact) addFallback(kit.worst, "friction: the forces are not exact");
    if (cones.followLoads(contacts, coneSolver.result.f)) continue;
    if (hasBalls && run.balls.goOn(cones, contacts, coneSolver.result)) continue;
    joinSlip(run);
    if (!letSlip(run, contacts, isFirst)) break;
    isFirst = false;
  }
  guess.learn(run, contacts);
  return true;
}

/**
 * What begins to slip has the coefficient of what slides, and those that were at the edge of their cones have their own
 * again. Tells whether that changes anything.
 */
function letSlip(run: IslandRun, contacts: ContactTable, isFirst: boolean): boolean {
  const { cones, coneSolver, leaving } = run;
  const { problem, cone } = cones;
  const { result } = coneSolver;
  let isChanged = false;
  for (let k = 0; k < cones.count; k++) {
    const i = cone[k];
    const c = cones.list[k];
    if (i < 0 || problem.motion[i] === ConeMotion.slipping) continue;
    const isLeaving = isFirst && leaving.size > 0 && leaving.has(nameContact(contacts, c));
    if (isLeaving) {
      problem.mu[i] = contacts.staticFriction[c];
      isChanged = true;
    }
    if (result.mode[i] !== ConeMode.slip) continue;
    const speed = measureSlip(contacts, c);
    if (speed > run.friction.slowest[0]) {
      readDirection(run, c, speed, u, 0, contacts);
      cones.setSlipping(k, contacts.friction[c], u, 0);
      isChanged = true;
      continue;
    }
    if (contacts.friction[c] === contacts.staticFriction[c] && !isLeaving) continue;
    problem.motion[i] = ConeMotion.slipping;
    problem.mu[i] = contacts.friction[c];
    problem.direction[2 * i] = result.direction[2 * i];
    problem.direction[2 * i + 1] = result.direction[2 * i + 1];
    isChanged = true;
  }
  return isChanged;
}

/** The size of accelerations, m/s². */
function measureLargest({ coneSolver }: IslandRun, a: Float64Array): number {
  return Math.max(coneSolver.result.figures[1], ...a.map(Math.abs));
}

/** The contacts that press, of those solved for. */
function listPressing({ cones, coneSolver }: IslandRun): number[] {
  const { result } = coneSolver;
  return Array.from(cones.list.subarray(0, cones.contactCount)).filter((_, k) => result.pressed[cones.row[k]] === 1);
}

/** From here on what presses is held, with the modes found. Returns the pairs that slide, and those that hold on to each other. */
function holdPressing(run: IslandRun, a: Float64Array): { sliding: Set<number>; holding: Set<number> } {
  const { contacts, kit, island, cones, coneSolver, friction } = run;
  const { result } = coneSolver;
  const { worst, settings } = kit;
  const pressing = listPressing(run);
  const least = still * measureLargest(run, a);
  const left = listSpentPairs(run);
  forgetGiven();
  const holding = new Set<number>();
  const sliding = new Set<number>();
  const modes = new Map<number, number>();
  for (let k = 0; k < cones.count; k++) {
    const c = cones.list[k];
    if (k >= cones.contactCount) {
      modes.set(c, k);
      if (isJoint(contacts, c) && result.mode[cones.cone[k]] === ConeMode.slip) sliding.add(-1 - contacts.keyA[c]);
      continue;
    }
    contacts.force[c] = result.f[cones.row[k]];
    const isNear = !left.has(contacts.pair[c]) && (Math.abs(a[c]) <= least || isIdle(run, c, a[c]));
    if (isNear || contacts.force[c] > 0) holding.add(contacts.pair[c]);
    if (result.pressed[cones.row[k]] === 0) continue;
    contacts.active[c] = 1;
    modes.set(c, k);
    const slips = cones.cone[k] >= 0 && result.mode[cones.cone[k]] === ConeMode.slip;
    if (slips && !(measureSlip(contacts, c) <= friction.slowest[0] && isFaint(run, c))) sliding.add(contacts.pair[c]);
  }
  for (let c = 0; c < contacts.count; c++) {
    if (contacts.rate[c] > settings.restitutionThreshold) contacts.active[c] = 2;
  }
  listTurning(sliding, cones, contacts, result.mode);
  worst.residual = Math.max(worst.residual, result.residual);
  worst.holding = Math.max(worst.holding, pressing.length);
  run.held = holdContacts(run, pressing);
  const sticks = listSticks(run, run.held);
  holdRows(run, run.held, sticks);
  // rows that depend on one another share their forces in more than one way
  const { redundant } = island.solver;
  if (redundant > 0) worst.unique = false;
  const rank = Math.max(0, island.table.rows - run.rows.joints.rows - redundant);
  if (pressing.length >= worst.holding) worst.rank = rank;
  Object.assign(run.standing, { contacts: contacts.count, holding: pressing.length, rank, isUnique: redundant === 0 });
  // velocities have gone back onto their rows
  for (const c of pressing) {
    evaluateRubbing(run, contacts, c);
  }
  friction.hold(contacts, pressing);
  for (let k = 0; k < friction.cones.count; k++) copyMode(run, k, modes.get(friction.cones.list[k]) as number);
  alignStraight(friction, contacts);
  island.friction = friction;
  run.isSettled = true;
  run.spent.clear();
  run.leaving.clear();
  friction.guess.forget();
  friction.stopped.clear();
  run.wasHeld.clear();
  for (const c of pressing) run.wasHeld.add(nameContact(contacts, c));
  return { sliding, holding };
}

/** The mode of contact `from` of those solved for, and its direction, to contact k of those held. */
function copyMode(run: IslandRun, k: number, from: number): void {
  const { cones, coneSolver, friction, contacts } = run;
  const { result } = coneSolver;
  const { direction } = friction;
  const i = cones.cone[from];
  const c = cones.list[from];
  const speed = measureSlip(contacts, c);
  friction.mode[k] = i < 0 ? ConeMode.stick : result.mode[i];
  friction.straight[k] = speed <= friction.slowest[0] ? 2 : 0;
  friction.lag[k] = 0;
  friction.refused[k] = Infinity;
  for (let x = 0; x < 3; x++) direction[3 * k + x] = 0;
  if (friction.mode[k] !== ConeMode.slip && friction.mode[k] !== ConeMode.edge) return;
  if (friction.slidingOn.has(c)) friction.straight[k] = 4;
  if (friction.mode[k] === ConeMode.slip && friction.straight[k] === 0) {
    const isKept = readDirection(run, c, speed, direction, 3 * k);
    if (isKept || goesStraight(run, from, 3 * k)) friction.straight[k] = 1;
    else for (let x = 0; x < 3; x++) direction[3 * k + x] = contacts.slip[3 * c + x] / speed;
    return;
  }
  // against its force, which is better known than an acceleration that begins at zero
  cones.writeTangential(u, 0, from, result.f);
  vec3.normalize(u, 0, u, 0);
  vec3.negate(direction, 3 * k, u, 0);
  // unless it moves by now, and elsewhere
  if (friction.mode[k] !== ConeMode.slip || !(speed > friction.slowest[1])) return;
  const ahead = vec3.dot(direction, 3 * k, contacts.slip, 3 * c);
  if (ahead > 0 && measureAside(contacts.slip, 3 * c, direction, 3 * k, contacts.normal) <= 0.5 * friction.slowest[1])
    return;
  friction.straight[k] = 0;
  for (let x = 0; x < 3; x++) direction[3 * k + x] = contacts.slip[3 * c + x] / speed;
}

/** Whether what slides along friction.direction[d …] is not turned by what it is found to do. */
function goesStraight({ cones, coneSolver, friction }: IslandRun, from: number, d: number): boolean {
  const { a } = coneSolver.result;
  const { direction } = friction;
  const row = cones.tangentRow[from];
  const d1 = cones.project(direction, d, from, 0);
  const d2 = cones.project(direction, d, from, 1);
  const across = cones.isBall(from) ? Math.abs(a[cones.acrossRow(from)]) : 0;
  return Math.max(across, Math.abs(d1 * a[row + 1] - d2 * a[row])) * lasting <= friction.slowest[1];
}
