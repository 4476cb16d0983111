/**
 * Contact problems of 10 to 1000 contacts, by every method: time a solve, how exact it is, and how far apart the motions
 * are that the methods find. Bodies lie at random on a grid and touch their neighbours in one, two or four points.
 */
import { RestingSolver } from "@rigor/engine/contact";
import { RowKind, UnilateralMethod, UnilateralProblem, UnilateralSolver, UnilateralStatus } from "@rigor/engine/linalg";
import { createRng, nextInRange, nextInteger, type Rng } from "@rigor/engine/math";
import { fitExponent, formatTime, printTable } from "./support.js";

/** Motions are compared relative to the largest part of them. */
const bounds = { residual: 1e-12, apart: 1e-9 };
/** A method that takes longer than this, s, does not go on to larger problems. */
const patience = 3;

const methods = ["auto", "dual", "polish", "pivot"] as const;
type Method = (typeof methods)[number];
const rowMethods = { dual: UnilateralMethod.dual, polish: UnilateralMethod.polish, pivot: UnilateralMethod.pivoting };

interface Solved {
  readonly time: number;
  readonly residual: number;
  readonly motion: Float64Array;
  readonly isSolved: boolean;
}

export function benchProblems(quick: boolean): string[] {
  console.log("\nContact problems at random: time a solve (residual), and how far the motion is from that of dual\n");
  const sizes = quick ? [10, 30, 100] : [10, 30, 100, 300, 1000];
  const missed: string[] = [];
  const gaveUp = new Set<Method>();
  const times = new Map<Method, number[]>(methods.map((method) => [method, []]));
  const rows = sizes.map((size) => {
    const problem = createPile(size);
    const solved = new Map<Method, Solved>();
    for (const method of methods) {
      if (gaveUp.has(method)) continue;
      const answer = solve(problem, method, quick ? 0.1 : 0.5);
      solved.set(method, answer);
      times.get(method)?.push(answer.time);
      if (answer.time > patience) gaveUp.add(method);
    }
    const reference = (solved.get("dual") ?? solved.get("auto"))?.motion;
    const cells = methods.flatMap((method) => {
      const answer = solved.get(method);
      if (answer === undefined || reference === undefined) return ["", ""];
      const apart = compare(answer.motion, reference, problem.dimension);
      const name = `${problem.rowCount} contacts, ${method}`;
      if (!answer.isSolved) missed.push(`${name}: not solved`);
      if (!(answer.residual <= bounds.residual)) missed.push(`${name}: residual ${answer.residual.toExponential(1)}`);
      if (!(apart <= bounds.apart)) missed.push(`${name}: motion apart by ${apart.toExponential(1)}`);
      return [`${formatTime(answer.time)} (${answer.residual.toExponential(0)})`, apart.toExponential(0)];
    });
    return [String(problem.rowCount), String(problem.nodeCount), ...cells];
  });
  printTable(["contacts", "bodies", ...methods.flatMap((method) => [method, "apart"])], rows);
  const growth = methods.map((method) => {
    const t = times.get(method) ?? [];
    return `${method} ${fitExponent(sizes.slice(0, t.length), t).toFixed(2)}`;
  });
  console.log(`\nexponents by contacts: ${growth.join(", ")}`);
  return missed;
}

/** The best of a few solves, each from nothing. */
function solve(problem: UnilateralProblem, method: Method, seconds: number): Solved {
  const solver = createSolver(method);
  let best = Number.POSITIVE_INFINITY;
  const begin = performance.now();
  for (let turn = 0; turn < 2 || performance.now() - begin < 1e3 * seconds; turn++) {
    const start = performance.now();
    solver.run(problem);
    best = Math.min(best, 1e-3 * (performance.now() - start));
    if (best > patience) break;
  }
  return { time: best, ...solver.read() };
}

function createSolver(method: Method) {
  if (method === "auto") {
    const solver = new RestingSolver();
    let status: UnilateralStatus = UnilateralStatus.ok;
    return {
      run(problem: UnilateralProblem) {
        status = solver.solve(problem);
      },
      read: () => ({
        residual: solver.residual,
        motion: solver.motion.slice(),
        isSolved: status === UnilateralStatus.ok,
      }),
    };
  }
  const solver = new UnilateralSolver({ method: rowMethods[method] });
  return {
    run(problem: UnilateralProblem) {
      solver.solve(problem);
    },
    read() {
      const { residual, y, status } = solver.result;
      return { residual, motion: y.slice(), isSolved: status === UnilateralStatus.ok };
    },
  };
}

function compare(a: Float64Array, b: Float64Array, n: number): number {
  let [apart, size] = [0, 0];
  for (let k = 0; k < n; k++) {
    apart = Math.max(apart, Math.abs(a[k]! - b[k]!));
    size = Math.max(size, Math.abs(b[k]!));
  }
  return size === 0 ? apart : apart / size;
}

/** Bodies of 1 kg on a grid, moved and pushed at random, under gravity; those at the bottom touch the floor. */
function createPile(contacts: number): UnilateralProblem {
  const problem = new UnilateralProblem();
  const rng = createRng(contacts);
  const count = Math.max(1, Math.round(contacts / 1.5));
  const side = Math.max(1, Math.ceil(Math.cbrt(count)));
  const centers = Array.from({ length: count }, (_, k) =>
    [k % side, Math.floor(k / side / side), Math.floor(k / side) % side].map((s) => 0.9 * s + draw(rng, 0.2)),
  );
  for (let k = 0; k < count; k++) {
    const o = problem.nodeStart[problem.addNode(6)]!;
    problem.y0.set([draw(rng, 2), -9.81 + draw(rng, 2), draw(rng, 2), draw(rng, 3), draw(rng, 3), draw(rng, 3)], o);
  }
  for (let a = 0; a < count && problem.rowCount < contacts; a++) {
    if (a % (side * side) < side) touch(problem, rng, a, -1, [0, -0.5, 0], [0, 1, 0], [0, 0.5, 0]);
    for (let b = 0; b < a && problem.rowCount < contacts; b++) {
      const d = centers[a]!.map((x, e) => x - centers[b]![e]!);
      const far = Math.hypot(d[0]!, d[1]!, d[2]!);
      if (far > 0.95) continue;
      const [n, arm] = [d.map((x) => x / far), d.map((x) => -0.5 * x)];
      touch(
        problem,
        rng,
        a,
        b,
        arm,
        n,
        d.map((x) => 0.5 * x),
      );
    }
  }
  return problem;
}

function draw(rng: Rng, size: number): number {
  return nextInRange(rng, -size, size);
}

/** Contacts of bodies a and b (−1: the floor) about points so far from their centres, with normal n; I = 1/6. */
function touch(
  problem: UnilateralProblem,
  rng: Rng,
  a: number,
  b: number,
  armA: number[],
  n: number[],
  armB: number[],
): void {
  const points = [1, 2, 4][nextInteger(rng, 0, 2)]!;
  const t = Math.abs(n[1]!) < 0.8 ? cross(n, [0, 1, 0]) : cross(n, [1, 0, 0]);
  const u = cross(n, t);
  for (let q = 0; q < points; q++) {
    const [s, w] = [points === 1 ? 0 : q % 2 === 0 ? 0.3 : -0.3, points < 4 ? 0 : q < 2 ? 0.3 : -0.3];
    const row = problem.addRow(RowKind.inequality, a, b);
    const at = problem.rowStart[row]!;
    [armA, armB].forEach((arm, end) => {
      if (end === 1 && b < 0) return;
      const r = arm.map((x, e) => x + s * t[e]! + w * u[e]!);
      const sign = end === 0 ? 1 : -1;
      const turn = cross(r, n).map((x) => Math.sqrt(6) * x);
      problem.values.set(
        [...n, ...turn].map((x) => sign * x),
        at + 6 * end,
      );
    });
  }
}

function cross(a: readonly number[], b: readonly number[]): number[] {
  return [a[1]! * b[2]! - a[2]! * b[1]!, a[2]! * b[0]! - a[0]! * b[2]!, a[0]! * b[1]! - a[1]! * b[0]!];
}
