/**
 * Which contacts press, which of them slide and which stick, and the forces, where something rubs.
 *
 *   1  contacts that do not part and across which something moves slip along it; the others rest
 *   2  forces in their cones, accelerations and modes (linalg/friction-contact/cone-solver.ts); what begins to slip has the coefficient of
 *      what slides from then on
 *   3  no forces at all: an impact without a collision stops what slides, and all begins anew (frictional-impacts.ts)
 *   4  what presses is held from here on, with its mode                                              friction-flow.ts
 *
 * Follows: Rigid Body Simulation, section 9; Baraff 1989, sections 5 to 7.
 */

import type { ContactTable } from "../../contact/index.js";
import { ConeMode, ConeMotion, ConeStatus, unlimited } from "../../linalg/index.js";
import { vec3 } from "../../math/index.js";
import {
  activateRows,
  addJointFrictionEvents,
  addSlideEvents,
  addTouchEvents,
  addTurningEvents,
  closeGaps,
  createActiveRows,
  listSticks,
  listStoppedSlips,
  listTurning,
  measureSlip,
  readDirection,
  slideOn,
} from "../active-set/index.js";
import { evaluateTurningOf, evaluateWithSlip, type SlotSet } from "../contact-state/index.js";
import { forgetGiven, generateConstraints, isFaint, isIdle } from "../detection/index.js";
import { isJoint } from "../island/index.js";
import { manyContacts } from "../model/index.js";
import { addFallback } from "../record/index.js";
import { alignStraight, Course, lasting, measureAside, negligibleWay, SlipSpeed } from "../smooth/index.js";
import { listAccelerations, needsNothing } from "./contact-accelerations.js";
import type { EventContext } from "./context.js";
import { jam } from "./frictional-impacts.js";
import { stopMicroBounces } from "./impacts.js";
import { joinSlip } from "./join-slip.js";
import { reportNonuniqueness } from "./nonuniqueness.js";
import { listLowOf, listReleasingPairs, lowestMicroBounce, sortByRate } from "./resting-contacts.js";
import { letGo, releasingPart } from "./self-stress.js";

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
export function hasFriction({ contactSet: { contacts } }: EventContext): boolean {
  for (let c = 0; c < contacts.count; c++) if (contacts.staticFriction[c] > 0) return true;
  return false;
}

/** Finds forces and modes, and holds what presses. Returns null, or why it cannot be done. */
export function findFrictionModes(context: EventContext): string | null {
  const { island, budget } = context;
  const { contacts } = context.contactSet;
  const { touching } = context.memory;
  const { coneSolver } = context.solvers;
  contacts.active.fill(0);
  contacts.force.fill(0);
  budget.begin(contacts.count);
  const reported = context.world.worst.fallbacks.length;
  let jams = 0;
  let isClosed = false;
  if (context.status.isJammed) {
    context.status.isJammed = false;
    const fault = jam(context);
    if (fault !== null) return fault;
  }
  for (let round = 0; ; round++) {
    island.applyForces();
    sortByRate(context);
    const list = solveWithoutReleasing(context, context.contactSet.still.toArray());
    const tooMuch = budget.judge();
    const isUnsolved = list === null || coneSolver.result.status === ConeStatus.stalled;
    if (tooMuch !== null && (isUnsolved || round > 0)) {
      if (!isUnsolved || jams++ > 0 || !jamMany(context, reported)) return tooMuch;
      continue;
    }
    if (list === null) {
      if (jams++ === maxJams) return "no forces satisfy the law of friction, and no impulse helps";
      const fault = jam(context);
      if (fault !== null) return fault;
      continue;
    }
    const a = listAccelerations(context);
    listLowOf(context, a, list.length > manyContacts ? negligibleWay : lowestMicroBounce);
    const low = context.contactSet.low.toArray();
    if (round < maxRounds) {
      if (low.length > 0) {
        for (const c of low) evaluateWithSlip(context, contacts, c);
        // what has jammed would slide again
        const fault = stopMicroBounces(context, low, listPressing(context), (held) =>
          listStoppedSlips(context, held, low, jams > 0),
        );
        if (fault !== null) return fault;
        continue;
      }
      const values = new Float64Array(contacts.count).fill(Infinity);
      for (const c of list) values[c] = a[c];
      if (generateConstraints(context, values, still * measureLargest(context, a), false)) continue;
      if (!isClosed && coneSolver.result.residual > flush) {
        isClosed = true;
        closeGaps(context, listPressing(context));
        continue;
      }
    }
    reportNonuniqueness(context);
    const { sliding, holding } = activatePressing(context, a);
    // what slid, and cannot as others stick, sticks; and what is but squeezed is not
    if (round < maxRounds && (hasStopped(context) || letGo(context, listPressing(context)))) {
      contacts.active.fill(0);
      contacts.force.fill(0);
      continue;
    }
    addTouchEvents(context, holding);
    addJointFrictionEvents(context, sliding);
    addTurningEvents(context, context.memory.touching, touching, sliding);
    addSlideEvents(context, touching, context.memory.touching, sliding);
    return null;
  }
}

/** Of a crowd no forces were found with the work that is allowed: whether there are none, and an impact has helped. */
function jamMany(context: EventContext, reported: number): boolean {
  const { budget, world } = context;
  const { contacts } = context.contactSet;
  const { fallbacks } = world.worst;
  const before = fallbacks.length;
  budget.begin(contacts.count);
  const fault = jam(context, false);
  // what is not used, forces or impulses, need not be exact
  fallbacks.length = fault === null ? reported : before;
  if (fault !== null) return false;
  addFallback(world.worst, "friction/jamming");
  budget.begin(contacts.count);
  return true;
}

/** Whether a contact that is to slip as it moved does not move by now. */
function hasStopped(context: EventContext): boolean {
  const { friction } = context.solvers;
  const { contacts } = context.contactSet;
  const { cones } = friction;
  const { mode } = friction.modes;
  const { moving } = friction.transitions;
  const { slowest } = friction.thresholds;
  for (let k = 0; k < cones.count; k++) {
    const c = cones.list[k];
    if (cones.cone[k] < 0 || mode[k] !== ConeMode.slip || !moving.has(c)) continue;
    if (measureSlip(contacts, c) <= slowest[SlipSpeed.aside]) return true;
  }
  return false;
}

/**
 * Solves for those contacts that do not part, without those whose force has fallen to zero if these then do not approach.
 * Returns them, or null if there are no forces.
 */
function solveWithoutReleasing(context: EventContext, near: readonly number[]): readonly number[] | null {
  const { contacts } = context.contactSet;
  const { releasing } = context.memory;
  const others = near.filter((c) => !releasing.has(contacts, c));
  if (others.length < near.length && solveModes(context, others)) {
    const a = listAccelerations(context);
    const least = -releasingPart * measureLargest(context, a);
    if (near.every((c) => a[c] >= least)) return others;
  }
  return solveModes(context, near) ? near : null;
}

/** Forces of these contacts of a table, to the table: for those who look. */
export function showFrictionForces(context: EventContext, shown: ContactTable, list: readonly number[]): void {
  const { cones, coneSolver, friction } = context.solvers;
  if (context.island.friction !== null) friction.guess.remember(friction);
  coneSolver.limit = unlimited;
  const isFound = solveModes(context, list, shown);
  friction.guess.forget();
  if (!isFound) return;
  list.forEach((c, k) => {
    shown.force[c] = coneSolver.result.f[cones.row[k]];
    cones.writeTangential(shown.tangential, 3 * c, k, coneSolver.result.f);
  });
}

/** Forces of these contacts, to `coneSolver`. */
function solveModes(context: EventContext, list: readonly number[], contacts = context.contactSet.contacts): boolean {
  const { world } = context;
  const { cones, coneSolver } = context.solvers;
  const { breakingStick, stopped } = context.memory;
  const { problem } = cones;
  const { guess } = context.solvers.friction;
  const { moving, slidingOn } = context.solvers.friction.transitions;
  const { slowest } = context.solvers.friction.thresholds;
  context.solvers.friction.setThresholds(list.length);
  moving.clear();
  slidingOn.clear();
  for (const c of list) {
    evaluateWithSlip(context, contacts, c);
  }
  cones.build(contacts, list, list.length);
  evaluateTurningOf(context, contacts, cones);
  // they may have grown
  const { cone } = cones;
  cones.writeAccelerations(contacts);
  for (let k = 0; k < cones.count; k++) {
    if (cone[k] < 0) continue;
    const c = cones.list[k];
    const speed = measureSlip(contacts, c);
    if (speed > slowest[SlipSpeed.rest]) {
      moving.add(c);
      readDirection(context, c, speed, u, 0, contacts);
      cones.setSlipping(k, contacts.friction[c], u, 0);
      // what is about to stop, and sticks then, has stopped: but who looks is shown what it does until then
      if (contacts !== context.contactSet.contacts) continue;
      if (
        (speed <= slowest[SlipSpeed.stopping] && !guess.goesOn(contacts, c)) ||
        (speed <= slowest[SlipSpeed.stopped] && stopped.has(contacts, c))
      )
        cones.setStill(k, contacts.friction[c]);
    } else if (slideOn(context, c, u, contacts)) {
      slidingOn.add(c);
      cones.setSlipping(k, contacts.friction[c], u, 0);
    } else {
      const isLeaving = breakingStick.has(contacts, c);
      cones.setStill(k, contacts.staticFriction[c] * (isLeaving ? 1 - lessPart : 1));
    }
  }
  if (problem.rows.rowCount === 0) return true;
  let isFirst = true;
  const isGuessed = guess.write(context, contacts);
  context.solvers.balls.begin();
  const { hasLoads, hasBalls } = context.jointFriction;
  const most = hasBalls ? maxTurns : hasLoads ? maxLoads : maxRounds;
  for (let round = 0; round < most; round++) {
    const status = isGuessed || round > 0 ? coneSolver.solveFrom(problem) : coneSolver.solve(problem);
    if (status !== ConeStatus.solved && status !== ConeStatus.stalled) return needsNothing(context);
    const isExact = status === ConeStatus.solved && coneSolver.result.residual <= exact;
    if (!isExact) addFallback(world.worst, "friction/inexact");
    if (cones.followLoads(contacts, coneSolver.result.f)) continue;
    if (hasBalls && context.solvers.balls.goOn(cones, contacts, coneSolver.result)) continue;
    joinSlip(context);
    if (!letSlip(context, contacts, isFirst)) break;
    isFirst = false;
  }
  guess.learn(context, contacts);
  return true;
}

/**
 * What begins to slip has the coefficient of what slides, and those that were at the edge of their cones have their own
 * again. Tells whether that changes anything.
 */
function letSlip(context: EventContext, contacts: ContactTable, isFirst: boolean): boolean {
  const { cones, coneSolver } = context.solvers;
  const { breakingStick } = context.memory;
  const { problem, cone } = cones;
  const { result } = coneSolver;
  let isChanged = false;
  for (let k = 0; k < cones.count; k++) {
    const i = cone[k];
    const c = cones.list[k];
    if (i < 0 || problem.motion[i] === ConeMotion.slipping) continue;
    const isLeaving = isFirst && breakingStick.has(contacts, c);
    if (isLeaving) {
      problem.mu[i] = contacts.staticFriction[c];
      isChanged = true;
    }
    if (result.mode[i] !== ConeMode.slip) continue;
    const speed = measureSlip(contacts, c);
    if (speed > context.solvers.friction.thresholds.slowest[SlipSpeed.rest]) {
      readDirection(context, c, speed, u, 0, contacts);
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
function measureLargest({ solvers: { coneSolver } }: EventContext, a: Float64Array): number {
  return Math.max(coneSolver.result.figures[1], ...a.map(Math.abs));
}

/** The contacts that press, of those solved for. */
function listPressing({ solvers: { cones, coneSolver } }: EventContext): number[] {
  const { result } = coneSolver;
  return Array.from(cones.list.subarray(0, cones.contactCount)).filter((_, k) => result.pressed[cones.row[k]] === 1);
}

/** From here on what presses is held, with the modes found. Returns the pairs that slide, and those that hold on to each other. */
function activatePressing(context: EventContext, a: Float64Array): { sliding: SlotSet; holding: SlotSet } {
  const { world, island } = context;
  const { contacts } = context.contactSet;
  const { cones, coneSolver, friction } = context.solvers;
  const { result } = coneSolver;
  const { worst, settings } = world;
  const pressing = listPressing(context);
  const least = still * measureLargest(context, a);
  const left = listReleasingPairs(context);
  forgetGiven();
  const { touching: holding, sliding } = context.memory.next;
  holding.clear();
  sliding.clear();
  const modes = new Map<number, number>();
  for (let k = 0; k < cones.count; k++) {
    const c = cones.list[k];
    if (k >= cones.contactCount) {
      modes.set(c, k);
      if (isJoint(contacts, c) && result.mode[cones.cone[k]] === ConeMode.slip) sliding.add(-1 - contacts.keyA[c]);
      continue;
    }
    contacts.force[c] = result.f[cones.row[k]];
    const isNear = !left.has(contacts.pair[c]) && (Math.abs(a[c]) <= least || isIdle(context, c, a[c]));
    if (isNear || contacts.force[c] > 0) holding.add(contacts.pair[c]);
    if (result.pressed[cones.row[k]] === 0) continue;
    contacts.active[c] = 1;
    modes.set(c, k);
    const slips = cones.cone[k] >= 0 && result.mode[cones.cone[k]] === ConeMode.slip;
    if (slips && !(measureSlip(contacts, c) <= friction.thresholds.slowest[SlipSpeed.rest] && isFaint(context, c)))
      sliding.add(contacts.pair[c]);
  }
  for (let c = 0; c < contacts.count; c++) {
    if (contacts.rate[c] > settings.restitutionThreshold) contacts.active[c] = 2;
  }
  listTurning(sliding, cones, contacts, result.mode);
  worst.residual = Math.max(worst.residual, result.residual);
  worst.holding = Math.max(worst.holding, pressing.length);
  context.contactSet.activeRows = createActiveRows(context, pressing);
  const sticks = listSticks(context, context.contactSet.activeRows);
  activateRows(context, context.contactSet.activeRows, sticks);
  // rows that depend on one another share their forces in more than one way
  const { redundant } = island.solver;
  if (redundant > 0) worst.unique = false;
  const rank = Math.max(0, island.table.rows - context.solvers.rows.joints.rows - redundant);
  if (pressing.length >= worst.holding) worst.rank = rank;
  Object.assign(context.status.standing, {
    contacts: contacts.count,
    holding: pressing.length,
    rank,
    isUnique: redundant === 0,
  });
  // velocities have gone back onto their rows
  for (const c of pressing) {
    evaluateWithSlip(context, contacts, c);
  }
  friction.activate(contacts, pressing);
  for (let k = 0; k < friction.cones.count; k++) copyMode(context, k, modes.get(friction.cones.list[k]) as number);
  alignStraight(friction, contacts);
  island.friction = friction;
  context.status.hasHandledEvent = true;
  context.memory.releasing.clear();
  context.memory.breakingStick.clear();
  friction.guess.forget();
  context.memory.stopped.clear();
  context.memory.wasActive.clear();
  for (const c of pressing) context.memory.wasActive.add(contacts, c);
  return { sliding, holding };
}

/** The mode of contact `from` of those solved for, and its direction, to contact k of those held. */
function copyMode(context: EventContext, k: number, from: number): void {
  const { cones, coneSolver, friction } = context.solvers;
  const { contacts } = context.contactSet;
  const { result } = coneSolver;
  const { direction } = friction.modes;
  const i = cones.cone[from];
  const c = cones.list[from];
  const speed = measureSlip(contacts, c);
  friction.modes.mode[k] = i < 0 ? ConeMode.stick : result.mode[i];
  friction.modes.course[k] = speed <= friction.thresholds.slowest[SlipSpeed.rest] ? Course.begun : Course.free;
  friction.modes.lag[k] = 0;
  friction.modes.refused[k] = Infinity;
  for (let x = 0; x < 3; x++) direction[3 * k + x] = 0;
  if (friction.modes.mode[k] !== ConeMode.slip && friction.modes.mode[k] !== ConeMode.edge) return;
  if (friction.transitions.slidingOn.has(c)) friction.modes.course[k] = Course.slidingOn;
  if (friction.modes.mode[k] === ConeMode.slip && friction.modes.course[k] === Course.free) {
    const isKept = readDirection(context, c, speed, direction, 3 * k);
    if (isKept || goesStraight(context, from, 3 * k)) friction.modes.course[k] = Course.course;
    else for (let x = 0; x < 3; x++) direction[3 * k + x] = contacts.slip[3 * c + x] / speed;
    return;
  }
  // against its force, which is better known than an acceleration that begins at zero
  cones.writeTangential(u, 0, from, result.f);
  vec3.normalize(u, 0, u, 0);
  vec3.negate(direction, 3 * k, u, 0);
  // unless it moves by now, and elsewhere
  if (friction.modes.mode[k] !== ConeMode.slip || !(speed > friction.thresholds.slowest[SlipSpeed.aside])) return;
  const ahead = vec3.dot(direction, 3 * k, contacts.slip, 3 * c);
  if (
    ahead > 0 &&
    measureAside(contacts.slip, 3 * c, direction, 3 * k, contacts.normal) <=
      0.5 * friction.thresholds.slowest[SlipSpeed.aside]
  )
    return;
  friction.modes.course[k] = Course.free;
  for (let x = 0; x < 3; x++) direction[3 * k + x] = contacts.slip[3 * c + x] / speed;
}

/** Whether what slides along friction.direction[d …] is not turned by what it is found to do. */
function goesStraight({ solvers: { cones, coneSolver, friction } }: EventContext, from: number, d: number): boolean {
  const { a } = coneSolver.result;
  const { direction } = friction.modes;
  const row = cones.tangentRow[from];
  const d1 = cones.project(direction, d, from, 0);
  const d2 = cones.project(direction, d, from, 1);
  const across = cones.isBall(from) ? Math.abs(a[cones.acrossRow(from)]) : 0;
  return (
    Math.max(across, Math.abs(d1 * a[row + 1] - d2 * a[row])) * lasting <= friction.thresholds.slowest[SlipSpeed.aside]
  );
}
