/**
 * Brings together what does not meet its constraints: steps of Newton's method in the metric of the masses, each no
 * longer than the error falls, so that pieces far apart come together too (the problem of Barzel and Barr).
 *
 * Where that comes to a halt (rods in one line that should be a triangle, axes that point against one another) it begins
 * again from places a little aside, always the same ones. If nothing helps, everything is put back to where it was.
 *
 * Follows: Baraff 1989, section 7; Constrained Dynamics, section 4.
 */
import { createRng, fail, nextInRange } from "../../math/index.js";
import { addDisplacement, findDisplacement, measurePositions, projectVelocities } from "../projection/index.js";
import type { MechanismModel } from "./mechanism-model.js";
import { assemblyTolerance, longestTurn, maxHalvings, maxSteps, restartOffsets } from "./parameters.js";

/**
 * Moves a mechanism, as little as possible in the metric of the masses, to where all constraints are met. Throws if there is no
 * such place.
 */
export function assemble(mechanism: MechanismModel): void {
  const trail: Float64Array[] = [];
  mechanism.evaluate();
  keepState(mechanism, trail);
  const error = approach(mechanism, trail);
  if (!(error <= assemblyTolerance) && !tryAside(mechanism, trail, Number.isFinite(error) ? error : 1)) {
    const message = describeConflict(mechanism, mechanism.table.value);
    goBack(mechanism, trail);
    report("all can be met at once", message);
  }
  mechanism.solver.judge();
  projectVelocities(mechanism);
  mechanism.evaluate();
  const { rate } = mechanism.table;
  if (rate.some((x) => !(Math.abs(x) <= assemblyTolerance))) {
    const message = describeConflict(mechanism, rate);
    goBack(mechanism, trail);
    report("their speeds can be met at once", message);
  }
  finish(mechanism);
}

/** Newton's method from the state. Returns the error left. */
function approach(mechanism: MechanismModel, trail: Float64Array[]): number {
  const { solver, settings } = mechanism;
  const delta = new Float64Array(mechanism.count);
  let error = measurePositions(mechanism);
  for (let step = 0; step < maxSteps && error > settings.tolerance; step++) {
    solver.judge();
    findDisplacement(delta, mechanism);
    const clipped = clipTurns(mechanism, delta);
    const isNearer = clipped !== null && moveNearer(mechanism, clipped, 3);
    if (!isNearer) {
      limitTurns(mechanism, delta);
      if (!moveNearer(mechanism, delta, maxHalvings)) break;
    }
    // angles count on from here: a goal may be turns away
    finish(mechanism);
    keepState(mechanism, trail);
    error = measurePositions(mechanism);
  }
  return error;
}

/** Begins again a little aside. Returns whether that helped; otherwise leaves the mechanism where the first attempt ended. */
function tryAside(mechanism: MechanismModel, trail: Float64Array[], error: number): boolean {
  const rng = createRng(1);
  const delta = new Float64Array(mechanism.count);
  const length = trail.length;
  for (const aside of restartOffsets) {
    const way = aside * Math.min(1, error);
    for (let k = 0; k < delta.length; k++) delta[k] = nextInRange(rng, -way, way);
    addDisplacement(mechanism, delta);
    mechanism.evaluate();
    finish(mechanism);
    keepState(mechanism, trail);
    if (approach(mechanism, trail) <= assemblyTolerance) return true;
    walkBack(mechanism, trail, length);
  }
  return false;
}

function keepState(mechanism: MechanismModel, trail: Float64Array[]): void {
  const state = new Float64Array(mechanism.dimension + 1);
  mechanism.getState(state);
  trail.push(state);
}

/** Back along the trail to its first `length` states, step by step, so that angles count back too. */
function walkBack(mechanism: MechanismModel, trail: Float64Array[], length: number): void {
  while (trail.length > length) {
    trail.pop();
    mechanism.setState(trail[trail.length - 1]);
    finish(mechanism);
  }
  mechanism.evaluate();
}

/** Back to the first state. */
function goBack(mechanism: MechanismModel, trail: Float64Array[]): void {
  walkBack(mechanism, trail, 1);
  mechanism.setState(trail[0]);
  finish(mechanism);
  mechanism.evaluate();
}

function finish({ constraints }: MechanismModel): void {
  for (const constraint of constraints) constraint.finishStep?.();
}

/** Moves by δq, or by the part of it that brings the pieces nearer. Returns whether any did. */
function moveNearer(mechanism: MechanismModel, delta: Float64Array, halvings: number): boolean {
  const before = new Float64Array(mechanism.dimension + 1);
  mechanism.getState(before);
  const size = sumOfSquares(mechanism.table.value);
  for (let halving = 0; halving < halvings; halving++) {
    addDisplacement(mechanism, delta);
    mechanism.evaluate();
    if (sumOfSquares(mechanism.table.value) < size) return true;
    mechanism.setState(before);
    for (let k = 0; k < delta.length; k++) delta[k] *= 0.5;
  }
  mechanism.evaluate();
  return false;
}

/** δq with the turns of each body cut short, all else as it is; or null if none is too far. */
function clipTurns({ system }: MechanismModel, delta: Float64Array): Float64Array | null {
  const clipped = delta.slice();
  let isClipped = false;
  for (let i = 0; i < system.count; i++) {
    const turn = delta.subarray(6 * i + 3, 6 * i + 6);
    const most = turn.reduce((sofar, x) => Math.max(sofar, Math.abs(x)), 0);
    if (most <= longestTurn) continue;
    isClipped = true;
    for (let x = 3; x < 6; x++) clipped[6 * i + x] *= longestTurn / most;
  }
  return isClipped ? clipped : null;
}

/** Cuts all of δq short, so that no body turns too far. */
function limitTurns({ system }: MechanismModel, delta: Float64Array): void {
  let most = 0;
  for (let i = 0; i < system.count; i++) {
    for (let x = 3; x < 6; x++) most = Math.max(most, Math.abs(delta[6 * i + x]));
  }
  if (most > longestTurn) for (let k = 0; k < delta.length; k++) delta[k] *= longestTurn / most;
}

function sumOfSquares(values: Float64Array): number {
  return values.reduce((sum, x) => sum + x * x, 0);
}

function describeConflict({ table, constraints }: MechanismModel, errors: Float64Array): string {
  const missed: string[] = [];
  constraints.forEach(({ name }, c) => {
    const own = errors.slice(table.rowStart[c], table.rowStart[c + 1]);
    const worst = own.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
    const by = Number.isFinite(worst) ? `by ${worst.toPrecision(3)}` : "of which the error is not defined here";
    if (!(worst <= assemblyTolerance)) missed.push(`constraints[${c}] (${name}) ${by}`);
  });
  return `missed: ${missed.join(", ")}`;
}

function report(what: string, missed: string): never {
  const cure = "check the points and axes, or remove one of the constraints";
  fail("cannot-assemble", "constraints", `must be such that ${what}`, missed, cure);
}
