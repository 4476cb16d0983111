/**
 * Brings together what does not meet its constraints: steps of Newton's method in the metric of the masses, each no
 * longer than the error falls, so that pieces far apart come together too (the problem of Barzel and Barr).
 *
 * Follows: Baraff 1989, section 7; Constrained Dynamics, section 4.
 */
import { fail } from "../math/index.js";
import type { Mechanism } from "./mechanism.js";
import { addDisplacement, findDisplacement, measurePositions, projectVelocities } from "./project.js";

const maxSteps = 200;
const maxHalvings = 30;
/** Errors above this, m or rad, are a conflict. */
const enough = 1e-9;
/** The most that a body turns in a step, rad: beyond that the rows tell nothing. */
const longestTurn = 0.5;

export function assemble(mechanism: Mechanism): void {
  const { solver, settings } = mechanism;
  const delta = new Float64Array(mechanism.count);
  mechanism.evaluate();
  let error = measurePositions(mechanism);
  for (let step = 0; step < maxSteps && error > settings.tolerance; step++) {
    solver.judge();
    findDisplacement(delta, mechanism);
    limitTurns(mechanism, delta);
    if (!moveNearer(mechanism, delta)) break;
    // angles count on from here: a goal may be turns away
    for (const constraint of mechanism.constraints) constraint.finishStep?.();
    error = measurePositions(mechanism);
  }
  if (!(error <= enough)) reportConflict(mechanism, mechanism.table.value, "all can be met at once");
  solver.judge();
  projectVelocities(mechanism);
  mechanism.evaluate();
  const { rate } = mechanism.table;
  if (rate.some((x) => !(Math.abs(x) <= enough))) reportConflict(mechanism, rate, "their speeds can be met at once");
  for (const constraint of mechanism.constraints) constraint.finishStep?.();
}

/** Moves by δq, or by as much of it as brings the pieces nearer. Tells whether any did. */
function moveNearer(mechanism: Mechanism, delta: Float64Array): boolean {
  const before = new Float64Array(mechanism.dimension + 1);
  mechanism.getState(before);
  const size = sumOfSquares(mechanism.table.value);
  for (let halving = 0; halving < maxHalvings; halving++) {
    addDisplacement(mechanism, delta);
    mechanism.evaluate();
    if (sumOfSquares(mechanism.table.value) < size) return true;
    mechanism.setState(before);
    for (let k = 0; k < delta.length; k++) delta[k] *= 0.5;
  }
  mechanism.evaluate();
  return false;
}

function limitTurns(mechanism: Mechanism, delta: Float64Array): void {
  let most = 0;
  for (let i = 0; i < mechanism.system.count; i++) {
    for (let x = 3; x < 6; x++) most = Math.max(most, Math.abs(delta[6 * i + x]));
  }
  if (most > longestTurn) for (let k = 0; k < delta.length; k++) delta[k] *= longestTurn / most;
}

function sumOfSquares(values: Float64Array): number {
  return values.reduce((sum, x) => sum + x * x, 0);
}

function reportConflict({ table, constraints }: Mechanism, errors: Float64Array, what: string): never {
  const missed: string[] = [];
  constraints.forEach(({ name }, c) => {
    const own = errors.slice(table.rowStart[c], table.rowStart[c + 1]);
    const worst = own.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
    if (worst > enough) missed.push(`constraints[${c}] (${name}) by ${worst.toPrecision(3)}`);
  });
  const cure = "check the points and axes, or remove one of the constraints";
  fail("cannot-assemble", "constraints", `must be such that ${what}`, `missed: ${missed.join(", ")}`, cure);
}
