/**
 * Contact problems with friction of 10 to 500 contacts: time a solve, cold and warm, how exact, and how it grows.
 *
 *   stack    cubes on one another, each a little aside, four contacts each
 *   pile     bodies at random on a grid, pushed at random, that touch their neighbours in one, two or four points
 *   cold     from nothing; warm: from the answer before, with all forces changed by a thousandth of gravity
 */
import { FrictionContactProblem, FrictionContactSolver, FrictionContactStatus } from "@rigor/engine/linalg";
import { createRng, nextInRange, nextInteger, type Rng } from "@rigor/engine/math";
import type { Findings } from "./closing.js";
import { fitExponent, formatTime, printTable } from "./support.js";

const [gravity, mu] = [9.81, 0.5];
const bound = 1e-9;
/** 1/√I of a cube of 1 m and 1 kg. */
const lever = Math.sqrt(6);

type Vector = readonly number[];

export function benchConeProblems(sizes: readonly number[], limit: number): Findings {
  console.log(`\nContact problems with friction, μ = ${mu}: time a solve, and how exact it is\n`);
  const missed: string[] = [];
  const growth: string[] = [];
  const rows: string[][] = [];
  for (const [family, create] of [
    ["stack", createStack],
    ["pile", createPile],
  ] as const) {
    const times: number[] = [];
    const counts: number[] = [];
    for (const size of sizes) {
      const problem = create(size);
      const { coneCount } = problem;
      const cold = solve(problem, false, limit);
      const warm = solve(problem, true, limit);
      const name = `${family} of ${coneCount} contacts`;
      for (const [way, { status, residual }] of Object.entries({ cold, warm })) {
        if (status !== FrictionContactStatus.solved) missed.push(`${name}, ${way}: not solved`);
        if (!(residual <= bound)) missed.push(`${name}, ${way}: residual ${residual.toExponential(1)}`);
      }
      times.push(cold.time);
      counts.push(coneCount);
      rows.push([
        family,
        String(coneCount),
        String(problem.rows.nodeCount),
        formatTime(cold.time),
        String(cold.factorizations),
        cold.residual.toExponential(0),
        formatTime(warm.time),
        String(warm.factorizations),
        warm.residual.toExponential(0),
      ]);
      // the next would take longer than there is
      if (cold.time > limit) break;
    }
    if (new Set(counts).size > 1) growth.push(`${family} ${fitExponent(counts, times).toFixed(2)}`);
  }
  const ways = ["cold", "factorisations", "residual", "warm", "factorisations", "residual"];
  printTable(["family", "contacts", "bodies", ...ways], rows);
  console.log(`\nexponents by contacts, cold: ${growth.join(", ")}`);
  return { bounds: missed, aims: [] };
}

interface Solved {
  readonly time: number;
  readonly residual: number;
  readonly factorizations: number;
  readonly status: FrictionContactStatus;
}

/** The best of a few solves; a warm one is of forces a little off those of the one before. */
function solve(problem: FrictionContactProblem, isWarm: boolean, limit: number): Solved {
  const solver = new FrictionContactSolver();
  const rng = createRng(3);
  const { y0, dimension } = problem.rows;
  const given = y0.slice(0, dimension);
  let best = Infinity;
  let elapsed = 0;
  let status: FrictionContactStatus = isWarm ? solver.solve(problem) : FrictionContactStatus.solved;
  for (let turn = 0; turn < 2 || (turn < 20 && elapsed < 0.3); turn++) {
    if (isWarm) for (let k = 0; k < dimension; k++) y0[k] = given[k] + 1e-3 * gravity * nextInRange(rng, -1, 1);
    const start = process.cpuUsage();
    status = solver.solve(problem, isWarm);
    const time = 1e-6 * process.cpuUsage(start).user;
    best = Math.min(best, time);
    elapsed += time;
    if (elapsed > limit || status !== FrictionContactStatus.solved) break;
  }
  y0.set(given);
  const { residual, factorizations } = solver.result;
  return { time: best, residual, factorizations, status };
}

/** Cubes of 1 kg, each up to 0.2 m off the axis. */
function createStack(contacts: number): FrictionContactProblem {
  const problem = new FrictionContactProblem();
  const rng = createRng(contacts);
  const count = Math.max(1, Math.round(contacts / 4));
  const places = Array.from({ length: count }, () => [nextInRange(rng, -0.2, 0.2), nextInRange(rng, -0.2, 0.2)]);
  for (let k = 0; k < count; k++) {
    addBody(problem, [0, -gravity, 0, 0, 0, 0]);
    const own = places[k];
    const below = k === 0 ? own : places[k - 1];
    for (const [i, j] of corners) {
      // corners of what the two faces share
      const x = i > 0 ? Math.min(own[0], below[0]) + 0.5 : Math.max(own[0], below[0]) - 0.5;
      const z = j > 0 ? Math.min(own[1], below[1]) + 0.5 : Math.max(own[1], below[1]) - 0.5;
      const arm = [x - own[0], -0.5, z - own[1]];
      addContact(problem, k, k - 1, arm, [x - below[0], 0.5, z - below[1]], [0, 1, 0]);
    }
  }
  return problem;
}

const corners = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1],
];

/** Bodies of 1 kg on a grid, moved and pushed at random; those at the bottom touch the floor. */
function createPile(contacts: number): FrictionContactProblem {
  const problem = new FrictionContactProblem();
  const rng = createRng(contacts);
  const draw = (size: number) => nextInRange(rng, -size, size);
  const count = Math.max(1, Math.round(contacts / 5));
  const side = Math.max(1, Math.ceil(Math.cbrt(count)));
  const centers = Array.from({ length: count }, (_, k) =>
    [k % side, Math.floor(k / side / side), Math.floor(k / side) % side].map((s) => 0.9 * s + draw(0.1)),
  );
  for (let k = 0; k < count; k++) {
    addBody(problem, [draw(2), -gravity + draw(2), draw(2), draw(3), draw(3), draw(3)]);
  }
  for (let a = 0; a < count && problem.coneCount < contacts; a++) {
    if (a < side * side) touch(problem, rng, a, -1, [0, -0.5, 0], [0, 0.5, 0], [0, 1, 0]);
    for (let b = 0; b < a && problem.coneCount < contacts; b++) {
      const d = centers[a].map((x, e) => x - centers[b][e]);
      const far = Math.hypot(...d);
      if (far > 1.05) continue;
      const arms = [-0.5, 0.5].map((s) => d.map((x) => s * x));
      touch(
        problem,
        rng,
        a,
        b,
        arms[0],
        arms[1],
        d.map((x) => x / far),
      );
    }
  }
  return problem;
}

function addBody(problem: FrictionContactProblem, y0: Vector): void {
  const node = problem.addNode(6);
  problem.rows.y0.set(y0, problem.rows.nodeStart[node]);
}

/** One, two or four points about those that are so far from the centres of a and b (−1: the floor). */
function touch(
  problem: FrictionContactProblem,
  rng: Rng,
  a: number,
  b: number,
  armA: Vector,
  armB: Vector,
  n: Vector,
): void {
  const points = [1, 2, 4][nextInteger(rng, 0, 2)];
  const [, t, u] = makeFrame(n);
  for (let q = 0; q < points; q++) {
    const [s, w] = [points === 1 ? 0 : 0.3 * corners[q][0], points < 4 ? 0 : 0.3 * corners[q][1]];
    const move = (arm: Vector) => arm.map((x, e) => x + s * t[e] + w * u[e]);
    addContact(problem, a, b, move(armA), move(armB), n);
  }
}

/** Rows n, t₁, t₂ of a contact; I = 1/6. */
function addContact(
  problem: FrictionContactProblem,
  a: number,
  b: number,
  armA: Vector,
  armB: Vector,
  n: Vector,
): void {
  const cone = problem.addCone(a, b);
  problem.mu[cone] = mu;
  let at = problem.rows.rowStart[problem.coneRow[cone]];
  for (const axis of makeFrame(n)) {
    for (const [arm, sign] of [[armA, 1] as const, ...(b < 0 ? [] : [[armB, -1] as const])]) {
      const turn = cross(arm, axis).map((x) => lever * x);
      problem.rows.values.set(
        [...axis, ...turn].map((x) => sign * x),
        at,
      );
      at += 6;
    }
  }
}

function makeFrame(n: Vector): Vector[] {
  const t = Math.abs(n[1]) < 0.8 ? cross(n, [0, 1, 0]) : cross(n, [1, 0, 0]);
  const length = Math.hypot(...t);
  const unit = t.map((x) => x / length);
  return [n, unit, cross(n, unit)];
}

function cross(a: Vector, b: Vector): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
