/**
 * Sparse factorisation against conjugate gradients on chains, squares and cubes of 3×3 blocks: time a solve with the
 * residual beside it, fill, and how the time of ordering and factoring grows.
 */
import {
  BlockDiagonalPreconditioner,
  BlockMatrix,
  CgResult,
  ConjugateGradients,
  orderMinimumDegree,
  SparseBlockLdl,
} from "@rigor/engine/linalg";
import { createRng, nextUniform } from "@rigor/engine/math";
import { fitExponent, formatTime, printTable, timeContenders } from "./support.js";

export function run(args: readonly string[]): void {
  const quick = args.includes("--quick");
  const shapes: [string, number[][]][] = [
    ["chain", [[1000], [4000], quick ? [8000] : [16_000]]],
    ["square", [[16, 16], [32, 32], quick ? [48, 48] : [64, 64]]],
    ["cube", [[6, 6, 6], [8, 8, 8], quick ? [10, 10, 10] : [12, 12, 12]]],
  ];
  for (const [name, sizes] of shapes) benchShape(name, sizes);
  benchOrdering(quick);
}

function benchShape(name: string, sizes: readonly number[][]): void {
  const nodes: number[] = [];
  const costs: number[] = [];
  const rows = sizes.map((size) => {
    const A = buildLattice(size);
    const n = A.rows / 3;
    const b = Float64Array.from({ length: A.rows }, (_, i) => 1 + (i % 7));
    const x = new Float64Array(A.rows);
    const ldl = new SparseBlockLdl(A);
    const cg = new ConjugateGradients(A.rows, { tolerance: 1e-10 });
    const preconditioner = new BlockDiagonalPreconditioner(A.rows);
    const [factor, solve, iterate] = timeContenders(
      [
        { name: "factor", run: () => ldl.factor(A) },
        {
          name: "solve",
          run: () => {
            x.set(b);
            ldl.solve(x);
          },
        },
        {
          name: "cg",
          run: () => {
            x.fill(0);
            preconditioner.update(A);
            cg.solve(A, b, x, preconditioner);
          },
        },
      ],
      { repeats: 5 },
    );
    const cgResidual = cg.result[CgResult.residual] / cg.result[CgResult.rightSide];
    x.set(b);
    ldl.solve(x);
    nodes.push(n);
    costs.push(factor.median);
    return [
      size.join(" × "),
      formatTime(factor.median),
      formatTime(solve.median),
      measureResidual(A, x, b).toExponential(1),
      String(ldl.symbolic.fill),
      formatTime(iterate.median),
      String(cg.iterations),
      cgResidual.toExponential(1),
    ];
  });
  printTable([name, "LDLᵀ factor", "solve", "residual", "fill blocks", "CG", "iterations", "residual"], rows);
  console.log(`\nfactor: fitted exponent ${fitExponent(nodes, costs).toFixed(2)}\n`);
}

function measureResidual(A: BlockMatrix, x: Float64Array, b: Float64Array): number {
  const r = new Float64Array(b.length);
  A.multiply(r, x);
  return Math.hypot(...r.map((value, i) => value - b[i])) / Math.hypot(...b);
}

function benchOrdering(quick: boolean): void {
  const edges = quick ? [16, 24] : [16, 24, 36, 46];
  const graphs = edges.map((edge) => buildGraph([edge, edge, edge]));
  const timings = timeContenders(
    graphs.map(({ n, start, neighbours }) => ({
      name: String(n),
      run: () => void orderMinimumDegree(n, start, neighbours),
    })),
    { repeats: 3 },
  );
  printTable(
    ["cube: nodes", "ordering"],
    timings.map(({ name, median }) => [name, formatTime(median)]),
  );
  const medians = timings.map(({ median }) => median);
  console.log(
    `\nordering: fitted exponent ${fitExponent(
      graphs.map(({ n }) => n),
      medians,
    ).toFixed(2)}`,
  );
}

/** Pairs of neighbours in a lattice of one to three dimensions. */
function listEdges(size: readonly number[]): { n: number; edges: [number, number][] } {
  const n = size.reduce((product, count) => product * count, 1);
  const edges: [number, number][] = [];
  for (let i = 0; i < n; i++) {
    let stride = 1;
    for (const count of size) {
      if (Math.floor(i / stride) % count !== count - 1) edges.push([i, i + stride]);
      stride *= count;
    }
  }
  return { n, edges };
}

/** A positive definite matrix of random 3×3 blocks on a lattice, both triangles. */
function buildLattice(size: readonly number[]): BlockMatrix {
  const rng = createRng(1);
  const { n, edges } = listEdges(size);
  const A = new BlockMatrix(3 * n, 3 * n);
  for (let i = 0; i < n; i++) A.addBlock(3 * i, 3 * i, 3, 3);
  const places = edges.map(([i, j]) => [A.addBlock(3 * i, 3 * j, 3, 3), A.addBlock(3 * j, 3 * i, 3, 3)]);
  const { values, blockStart } = A;
  for (let i = 0; i < n; i++) for (let c = 0; c < 9; c += 4) values[blockStart[i] + c] = 0.01;
  places.forEach(([upper, lower], e) => {
    for (let c = 0; c < 3; c++) {
      const stiffness = 0.5 + nextUniform(rng);
      values[blockStart[upper] + 4 * c] -= stiffness;
      values[blockStart[lower] + 4 * c] -= stiffness;
      for (const i of edges[e]) values[blockStart[i] + 4 * c] += stiffness;
    }
  });
  return A;
}

function buildGraph(size: readonly number[]): { n: number; start: Int32Array; neighbours: Int32Array } {
  const { n, edges } = listEdges(size);
  const lists = Array.from({ length: n }, () => [] as number[]);
  for (const [i, j] of edges) {
    lists[i].push(j);
    lists[j].push(i);
  }
  const start = new Int32Array(n + 1);
  lists.forEach((list, i) => {
    start[i + 1] = start[i] + list.length;
  });
  return { n, start, neighbours: Int32Array.from(lists.flat()) };
}
