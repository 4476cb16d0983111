/**
 * Contact forces with Coulomb friction at an instant. Contacts with a slip velocity slip along it, the others rest; the solver
 * (linalg/friction-contact) finds forces, accelerations and modes. These decide about coefficients and directions of the next
 * solution, until nothing changes:
 *
 *   slip      a contact that begins to slip has the coefficient of sliding friction from then on                slip-onset.ts
 *   loads     friction of joints is proportional to their loads
 *   balls     spherical joints slip about an axis that depends on the motion
 *
 * Follows: Rigid Body Simulation, section 9; Baraff 1989, section 5.
 */
import type { ContactTable } from "../../contact/index.js";
import { FrictionContactFigure, FrictionContactStatus, unlimited } from "../../linalg/index.js";
import { measureSlip, readDirection, slideOn } from "../active-set/index.js";
import { evaluateTurningOf, evaluateWithSlip } from "../contact-state/index.js";
import { addFallback } from "../record/index.js";
import { SlipSpeed } from "../smooth/index.js";
import { listAccelerations, needsNothing } from "./contact-accelerations.js";
import type { EventContext } from "./context.js";
import {
  breakingReduction,
  exactResidual,
  jointLoadRounds,
  releasingPart,
  solutionRounds,
  sphericalJointRounds,
} from "./parameters.js";
import { joinSlip, letSlip } from "./slip-onset.js";

const u = new Float64Array(3);

/**
 * Finds the forces of contacts that do not separate. Contacts whose force has fallen to zero are left out if they do not approach
 * then. Returns the contacts with which forces were found, or null if there are no forces.
 */
export function solveWithoutReleasing(context: EventContext, near: readonly number[]): readonly number[] | null {
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

/** Finds the forces of a list of contacts of a table and writes them to the table, for display. */
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

/** Finds forces and modes of a list of contacts, for `coneSolver.result`. Returns whether there are any. */
function solveModes(context: EventContext, list: readonly number[], contacts = context.contactSet.contacts): boolean {
  const { cones, friction } = context.solvers;
  friction.setThresholds(list.length);
  friction.transitions.moving.clear();
  friction.transitions.slidingOn.clear();
  for (const c of list) {
    evaluateWithSlip(context, contacts, c);
  }
  cones.build(contacts, list, list.length);
  evaluateTurningOf(context, contacts, cones);
  cones.writeAccelerations(contacts);
  setTangentialStates(context, contacts);
  return cones.problem.rows.rowCount === 0 || iterate(context, contacts);
}

/** Gives each cone its tangential state: slip in a known direction, or rest with the coefficient of sticking. */
function setTangentialStates(context: EventContext, contacts: ContactTable): void {
  const { cones, friction } = context.solvers;
  const { breakingStick } = context.memory;
  const { slidingOn } = friction.transitions;
  const { slowest } = friction.thresholds;
  for (let k = 0; k < cones.count; k++) {
    if (cones.cone[k] < 0) continue;
    const c = cones.list[k];
    if (measureSlip(contacts, c) > slowest[SlipSpeed.rest]) {
      setMoving(context, contacts, k);
    } else if (slideOn(context, c, u, contacts)) {
      slidingOn.add(c);
      cones.setSlipping(k, contacts.friction[c], u, 0);
    } else {
      const isBreaking = breakingStick.has(contacts, c);
      cones.setStill(k, contacts.staticFriction[c] * (isBreaking ? 1 - breakingReduction : 1));
    }
  }
}

/** Gives cone k, of a contact with a slip velocity, its tangential state: slip, or rest if the contact is about to stop. */
function setMoving(context: EventContext, contacts: ContactTable, k: number): void {
  const { cones, friction } = context.solvers;
  const { stopped } = context.memory;
  const { guess } = friction;
  const { slowest } = friction.thresholds;
  const c = cones.list[k];
  const speed = measureSlip(contacts, c);
  friction.transitions.moving.add(c);
  readDirection(context, c, speed, u, 0, contacts);
  cones.setSlipping(k, contacts.friction[c], u, 0);
  // a contact that is about to stop, and sticks then, has stopped; a display shows its motion until then
  if (contacts !== context.contactSet.contacts) return;
  if (
    (speed <= slowest[SlipSpeed.stopping] && !guess.goesOn(contacts, c)) ||
    (speed <= slowest[SlipSpeed.stopped] && stopped.has(contacts, c))
  )
    cones.setStill(k, contacts.friction[c]);
}

/**
 * Solves the problem at hand until coefficients, loads and slip directions agree with the modes. Returns whether there are
 * forces.
 */
function iterate(context: EventContext, contacts: ContactTable): boolean {
  const { cones, coneSolver, balls, friction } = context.solvers;
  const { problem } = cones;
  const { guess } = friction;
  let isFirst = true;
  const isGuessed = guess.write(context, contacts);
  balls.begin();
  const { hasLoads, hasBalls } = context.jointFriction;
  const most = hasBalls ? sphericalJointRounds : hasLoads ? jointLoadRounds : solutionRounds;
  for (let round = 0; round < most; round++) {
    const status = isGuessed || round > 0 ? coneSolver.solveFrom(problem) : coneSolver.solve(problem);
    const isSolved = status === FrictionContactStatus.solved;
    if (!isSolved && status !== FrictionContactStatus.stalled) return needsNothing(context);
    if (!(isSolved && coneSolver.result.residual <= exactResidual))
      addFallback(context.world.worst, "friction/inexact");
    if (cones.followLoads(contacts, coneSolver.result.f)) continue;
    if (hasBalls && balls.goOn(cones, contacts, coneSolver.result)) continue;
    joinSlip(context);
    if (!letSlip(context, contacts, isFirst)) break;
    isFirst = false;
  }
  guess.learn(context, contacts);
  return true;
}

/** Returns the size of the accelerations of a solution, m/s²: of the data, or of a if that is larger. */
export function measureLargest({ solvers: { coneSolver } }: EventContext, a: Float64Array): number {
  return Math.max(coneSolver.result.figures[FrictionContactFigure.scale], ...a.map(Math.abs));
}

/** Returns the contacts with an active row, of those of the last solution. */
export function listActive({ solvers: { cones, coneSolver } }: EventContext): number[] {
  const { result } = coneSolver;
  return Array.from(cones.list.subarray(0, cones.contactCount)).filter((_, k) => result.active[cones.row[k]] === 1);
}
