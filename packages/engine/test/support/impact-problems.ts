/**
 * Impacts to try the laws on: balls in a row, random sets of bodies, contacts and joints; and the simultaneous law by
 * enumeration of all sets of contacts, with nothing of the engine in it.
 */
import { RowKind, UnilateralProblem } from "@rigor/engine/linalg";
import { nextInRange, nextInteger, type Rng } from "@rigor/engine/math";
import { enumerateSets } from "./slow-rows.js";

export interface Ball {
  readonly mass: number;
  readonly velocity: number;
}

/** Balls on a line; a touch [a, b] is between a and b to its right, the wall on the left if a is −1. */
export function ballProblem(
  balls: readonly Ball[],
  touches: readonly (readonly [number, number])[],
): UnilateralProblem {
  const problem = new UnilateralProblem();
  balls.forEach(({ mass, velocity }, k) => {
    problem.addNode(1);
    problem.y0[k] = Math.sqrt(mass) * velocity;
  });
  for (const [a, b] of touches) {
    const row = problem.addRow(RowKind.inequality, b, a);
    const at = problem.rowStart[row];
    problem.values[at] = 1 / Math.sqrt(balls[b].mass);
    if (a >= 0) problem.values[at + 1] = -1 / Math.sqrt(balls[a].mass);
  }
  return problem;
}

/** Velocities of the balls from the motion. */
export function readVelocities(balls: readonly Ball[], y: Float64Array): number[] {
  return balls.map(({ mass }, k) => y[k] / Math.sqrt(mass));
}

/**
 * A random problem of `rows` rows: bodies of three coordinates, contacts (a quarter of them copies of earlier rows, turned
 * a little or not at all), and `joints` equalities. Motions keep the joints.
 */
export function randomImpact(rng: Rng, rows: number, joints: number): UnilateralProblem {
  const problem = new UnilateralProblem();
  const bodies = nextInteger(rng, 2, 4);
  for (let k = 0; k < bodies; k++) problem.addNode(3);
  for (let i = 0; i < rows + joints; i++) {
    const kind = i < rows ? RowKind.inequality : RowKind.equality;
    const a = nextInteger(rng, 0, bodies - 1);
    const b = nextInteger(rng, -1, bodies - 1);
    const twin = i > 0 && i < rows && nextInteger(rng, 0, 3) === 0;
    const first = twin ? problem.blockNode[problem.blockStart[i - 1]] : a;
    const other = twin ? problem.blockStart[i] - problem.blockStart[i - 1] : 0;
    const second = twin ? (other === 2 ? problem.blockNode[problem.blockStart[i - 1] + 1] : -1) : b === a ? -1 : b;
    const row = problem.addRow(kind, first, second);
    const size = twin ? nextInteger(rng, 0, 1) : 1;
    for (let k = problem.rowStart[row]; k < problem.rowStart[row + 1]; k++) {
      const old = twin ? problem.values[k - problem.rowStart[row] + problem.rowStart[row - 1]] : 0;
      problem.values[k] = old + size * nextInRange(rng, -1, 1);
    }
  }
  for (let k = 0; k < problem.dimension; k++) problem.y0[k] = nextInRange(rng, -1, 1);
  holdJoints(problem);
  return problem;
}

/** Takes from y0 what moves the joints: Gram and Schmidt, twice. */
export function holdJoints(problem: UnilateralProblem): void {
  const basis: number[][] = [];
  const n = problem.dimension;
  const remove = (v: number[], u: readonly number[]) => {
    const along = v.reduce((sum, x, k) => sum + x * u[k], 0);
    for (let k = 0; k < n; k++) v[k] -= along * u[k];
  };
  for (let i = 0; i < problem.rowCount; i++) {
    if (problem.kind[i] !== RowKind.equality) continue;
    const v = new Array<number>(n).fill(0);
    for (let k = problem.rowStart[i]; k < problem.rowStart[i + 1]; k++) v[problem.column[k]] = problem.values[k];
    for (const u of [...basis, ...basis]) remove(v, u);
    const length = Math.sqrt(v.reduce((sum, x) => sum + x * x, 0));
    if (length > 1e-9) basis.push(v.map((x) => x / length));
  }
  const y = Array.from(problem.y0.subarray(0, n));
  for (const u of [...basis, ...basis]) remove(y, u);
  problem.y0.set(y);
}

/** J y + c. */
export function findRates(problem: UnilateralProblem, y: ArrayLike<number>): number[] {
  return Array.from({ length: problem.rowCount }, (_, i) => {
    let sum = problem.c[i];
    for (let k = problem.rowStart[i]; k < problem.rowStart[i + 1]; k++) sum += problem.values[k] * y[problem.column[k]];
    return sum;
  });
}

export interface SlowImpact {
  readonly y: readonly number[];
  readonly rounds: number;
  readonly blend: number;
}

/** The simultaneous law, round after round: sets by enumeration, the blend by bisection on ½|y|². Rows without c. */
export function collideSlowly(
  problem: UnilateralProblem,
  e: ArrayLike<number>,
  threshold: number,
): SlowImpact | undefined {
  const square = (y: readonly number[]) => y.reduce((sum, x) => sum + x * x, 0);
  const start = problem.y0.slice();
  let blend = 1;
  let rounds = 0;
  let y = Array.from(start.subarray(0, problem.dimension));
  try {
    for (; rounds <= 10; rounds++) {
      const v = findRates(problem, y);
      if (v.every((x, i) => problem.kind[i] === RowKind.equality || x >= -threshold)) break;
      problem.y0.set(y);
      const plastic = enumerateSets(problem);
      if (plastic === undefined) return undefined;
      if (rounds === 10) {
        y = plastic;
        continue;
      }
      v.forEach((x, i) => {
        const bounces = problem.kind[i] === RowKind.inequality && (x > 0 || x < -threshold);
        problem.c[i] = bounces ? e[i] * x : 0;
      });
      const law = enumerateSets(problem);
      problem.c.fill(0);
      const mix = (s: number) => plastic.map((x, k) => (1 - s) * x + s * (law ?? plastic)[k]);
      let [low, high] = law === undefined ? [0, 0] : [0, 1];
      if (law !== undefined && square(law) <= square(y) * (1 + 1e-12)) low = 1;
      while (high - low > 1e-15 && low < 1) {
        const s = (low + high) / 2;
        if (s === low || s === high) break;
        if (square(mix(s)) <= square(y)) low = s;
        else high = s;
      }
      blend = Math.min(blend, low);
      y = mix(low);
    }
  } finally {
    problem.c.fill(0);
    problem.y0.set(start);
  }
  return { y, rounds, blend };
}
