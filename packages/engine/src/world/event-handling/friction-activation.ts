/**
 * Activation of contacts with friction: contacts with a force become active, and the smooth motion takes over the modes that were
 * found, with the directions against which friction acts until the next event (friction-flow.ts).
 */
import { ContactActivity } from "../../contact/index.js";
import { ContactMode } from "../../linalg/index.js";
import { vec3 } from "../../math/index.js";
import {
  activateRows,
  createActiveRows,
  listSticks,
  listTurning,
  measureSlip,
  readDirection,
} from "../active-set/index.js";
import { evaluateWithSlip } from "../contact-state/index.js";
import { forgetGiven, isFaint, isIdle } from "../detection/index.js";
import { isJoint } from "../island/index.js";
import { alignStraight, Course, lasting, measureAside, SlipSpeed } from "../smooth/index.js";
import type { EventContext } from "./context.js";
import { listActive, measureLargest } from "./friction-forces.js";
import { keptAside, stillPart } from "./parameters.js";
import { listReleasingPairs } from "./releasing-contacts.js";

const u = new Float64Array(3);

/**
 * Activates the contacts with a force, with the modes found; `a` are the accelerations of all contacts. Writes the pairs that touch
 * and slide to the sets of `memory.next`.
 */
export function activateContacts(context: EventContext, a: Float64Array): void {
  const { contacts } = context.contactSet;
  const { cones, coneSolver } = context.solvers;
  const active = listActive(context);
  const indices = new Map<number, number>();
  markContacts(context, a, indices);
  listTurning(context.memory.next.sliding, cones, contacts, coneSolver.result.mode);
  const { worst } = context.world;
  worst.residual = Math.max(worst.residual, coneSolver.result.residual);
  worst.holding = Math.max(worst.holding, active.length);
  context.contactSet.activeRows = createActiveRows(context, active);
  const sticks = listSticks(context, context.contactSet.activeRows);
  activateRows(context, context.contactSet.activeRows, sticks);
  recordStanding(context, active.length);
  // the projection onto the rows has changed velocities
  for (const c of active) {
    evaluateWithSlip(context, contacts, c);
  }
  takeModes(context, active, indices);
  forgetEvent(context);
  for (const c of active) context.memory.wasActive.add(contacts, c);
}

/**
 * Writes force and activity of each contact, lists the pairs that touch and slide, and maps each contact with a mode to its
 * number in the solution.
 */
function markContacts(context: EventContext, a: Float64Array, indices: Map<number, number>): void {
  const { contacts } = context.contactSet;
  const { cones, coneSolver } = context.solvers;
  const { result } = coneSolver;
  const least = stillPart * measureLargest(context, a);
  const left = listReleasingPairs(context);
  forgetGiven();
  const { touching, sliding } = context.memory.next;
  touching.clear();
  sliding.clear();
  for (let k = 0; k < cones.count; k++) {
    const c = cones.list[k];
    if (k >= cones.contactCount) {
      indices.set(c, k);
      if (isJoint(contacts, c) && result.mode[cones.cone[k]] === ContactMode.slip) sliding.add(-1 - contacts.keyA[c]);
      continue;
    }
    contacts.force[c] = result.f[cones.row[k]];
    const isNear = !left.has(contacts.pair[c]) && (Math.abs(a[c]) <= least || isIdle(context, c, a[c]));
    if (isNear || contacts.force[c] > 0) touching.add(contacts.pair[c]);
    if (result.active[cones.row[k]] === 0) continue;
    contacts.active[c] = ContactActivity.active;
    indices.set(c, k);
    if (slips(context, k)) sliding.add(contacts.pair[c]);
  }
  const { restitutionThreshold } = context.world.settings;
  for (let c = 0; c < contacts.count; c++) {
    if (contacts.rate[c] > restitutionThreshold) contacts.active[c] = ContactActivity.separating;
  }
}

/** Whether active contact k of the solution slips. The onset of slip of a force that is rounding does not count. */
function slips(context: EventContext, k: number): boolean {
  const { cones, coneSolver, friction } = context.solvers;
  const { contacts } = context.contactSet;
  const c = cones.list[k];
  if (cones.cone[k] < 0 || coneSolver.result.mode[cones.cone[k]] !== ContactMode.slip) return false;
  return !(measureSlip(contacts, c) <= friction.thresholds.slowest[SlipSpeed.rest] && isFaint(context, c));
}

/** Records number, rank and uniqueness of the active contacts. */
function recordStanding(context: EventContext, holding: number): void {
  const { island } = context;
  const { worst } = context.world;
  // redundant rows share their forces in more than one way
  const { redundant } = island.active.solver;
  if (redundant > 0) worst.unique = false;
  const rank = Math.max(0, island.active.table.rows - context.solvers.rows.joints.rows - redundant);
  if (holding >= worst.holding) worst.rank = rank;
  Object.assign(context.status.standing, {
    contacts: context.contactSet.contacts.count,
    holding,
    rank,
    isUnique: redundant === 0,
  });
}

/** Gives the active contacts to the smooth motion, with the modes of the solution, in which `indices` are their numbers. */
function takeModes(context: EventContext, active: readonly number[], indices: ReadonlyMap<number, number>): void {
  const { contacts } = context.contactSet;
  const { friction } = context.solvers;
  friction.activate(contacts, active);
  for (let k = 0; k < friction.cones.count; k++) copyMode(context, k, indices.get(friction.cones.list[k]) as number);
  alignStraight(friction, contacts);
  context.island.friction = friction;
}

/** Forgets the causes of the event, which is handled. */
function forgetEvent({ status, memory, solvers: { friction } }: EventContext): void {
  status.hasHandledEvent = true;
  memory.releasing.clear();
  memory.breakingStick.clear();
  friction.guess.forget();
  memory.stopped.clear();
  memory.wasActive.clear();
}

/** Copies the mode of contact `from` of the solution to contact k of the smooth motion, with its course and direction. */
function copyMode(context: EventContext, k: number, from: number): void {
  const { cones, coneSolver, friction } = context.solvers;
  const { contacts } = context.contactSet;
  const { direction, mode, course, lag, refused } = friction.modes;
  const i = cones.cone[from];
  const c = cones.list[from];
  mode[k] = i < 0 ? ContactMode.stick : coneSolver.result.mode[i];
  course[k] = measureSlip(contacts, c) <= friction.thresholds.slowest[SlipSpeed.rest] ? Course.begun : Course.free;
  lag[k] = 0;
  refused[k] = Infinity;
  for (let x = 0; x < 3; x++) direction[3 * k + x] = 0;
  if (mode[k] !== ContactMode.slip && mode[k] !== ContactMode.edge) return;
  if (friction.transitions.slidingOn.has(c)) course[k] = Course.slidingOn;
  if (mode[k] === ContactMode.slip && course[k] === Course.free) directAlongSlip(context, k, from);
  else directAgainstForce(context, k, from);
}

/** Directs contact k, number `from` of the solution, along its slip velocity: straight on where it has gone straight. */
function directAlongSlip(context: EventContext, k: number, from: number): void {
  const { cones, friction } = context.solvers;
  const { contacts } = context.contactSet;
  const { direction, course } = friction.modes;
  const c = cones.list[from];
  const speed = measureSlip(contacts, c);
  const isKept = readDirection(context, c, speed, direction, 3 * k);
  if (isKept || goesStraight(context, from, 3 * k)) course[k] = Course.straight;
  else for (let x = 0; x < 3; x++) direction[3 * k + x] = contacts.slip[3 * c + x] / speed;
}

/**
 * Directs contact k, number `from` of the solution, against its friction force, which is known better than an acceleration that
 * begins at zero; or along its slip velocity, if it slips elsewhere already.
 */
function directAgainstForce(context: EventContext, k: number, from: number): void {
  const { cones, coneSolver, friction } = context.solvers;
  const { contacts } = context.contactSet;
  const { direction, mode, course } = friction.modes;
  const { slowest } = friction.thresholds;
  const c = cones.list[from];
  const speed = measureSlip(contacts, c);
  cones.writeTangential(u, 0, from, coneSolver.result.f);
  vec3.normalize(u, 0, u, 0);
  vec3.negate(direction, 3 * k, u, 0);
  if (mode[k] !== ContactMode.slip || !(speed > slowest[SlipSpeed.aside])) return;
  const ahead = vec3.dot(direction, 3 * k, contacts.slip, 3 * c);
  if (
    ahead > 0 &&
    measureAside(contacts.slip, 3 * c, direction, 3 * k, contacts.normal) <= keptAside * slowest[SlipSpeed.aside]
  )
    return;
  course[k] = Course.free;
  for (let x = 0; x < 3; x++) direction[3 * k + x] = contacts.slip[3 * c + x] / speed;
}

/** Whether contact `from` of the solution, which slips along friction.direction[d …], is not turned by its acceleration. */
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

/** Whether a contact that is to slip along its slip velocity has none any more. */
export function hasStopped(context: EventContext): boolean {
  const { friction } = context.solvers;
  const { contacts } = context.contactSet;
  const { cones } = friction;
  const { mode } = friction.modes;
  const { moving } = friction.transitions;
  const { slowest } = friction.thresholds;
  for (let k = 0; k < cones.count; k++) {
    const c = cones.list[k];
    if (cones.cone[k] < 0 || mode[k] !== ContactMode.slip || !moving.has(c)) continue;
    if (measureSlip(contacts, c) <= slowest[SlipSpeed.aside]) return true;
  }
  return false;
}
