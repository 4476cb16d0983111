import { BlockMatrix, ConjugateGradients, DenseLdl, SolveStatus, SparseBlockLdl } from "@rigor/engine/linalg";
import { createRng, nextInRange, nextInteger, RigorError, shuffle, sin } from "@rigor/engine/math";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { repeats } from "../../../../../../test/support/campaign.js";
import { solveExactly } from "../exact.js";
import {
  asBlock,
  assembleGraph,
  backwardError,
  difference,
  epsilon,
  mirrored,
  norm,
  poisson,
  randomEdges,
  randomVector,
  times,
  withEigenvalues,
} from "../matrices.js";

/** Edges from every node to its parent. */
function tree(n: number, parent: (i: number) => number): [number, number][] {
  return Array.from({ length: n - 1 }, (_, k) => [k + 1, parent(k + 1)]);
}

const trees: [string, (i: number) => number][] = [
  ["chain", (i) => i - 1],
  ["star", () => 0],
  ["binary tree", (i) => (i - 1) >> 1],
  ["caterpillar", (i) => (i % 4 === 0 ? Math.max(0, i - 4) : i - (i % 4))],
];

/**
 * The KKT matrix (M Jᵀ; J 0) of a tree of bodies of 6 rows: node 2i is body i, node 2i + 1 the joint of `rows` rows
 * between body i + 1 and its parent. Written block by block below the diagonal, the joints without a block of their
 * own.
 */
function kktTree(seed: number, bodies: number, parent: (i: number) => number, rows: (i: number) => number) {
  const rng = createRng(seed);
  const sizes: number[] = [];
  for (let i = 0; i < bodies; i++) {
    sizes.push(6);
    if (i < bodies - 1) sizes.push(rows(i));
  }
  const first = sizes.map((_, i) => sizes.slice(0, i).reduce((a, b) => a + b, 0));
  const n = sizes.reduce((a, b) => a + b, 0);
  const A = new BlockMatrix(n, n);
  const put = (row: number, column: number, values: Float64Array) => {
    const [i, j] = row > column ? [row, column] : [column, row];
    const k = A.addBlock(first[i], first[j], sizes[i], sizes[j]);
    for (let r = 0; r < sizes[row]; r++) {
      for (let c = 0; c < sizes[column]; c++) {
        const at = row > column ? r * sizes[j] + c : c * sizes[j] + r;
        A.values[A.blockStart[k] + at] = values[r * sizes[column] + c];
      }
    }
  };
  for (let i = 0; i < bodies; i++) {
    put(2 * i, 2 * i, withEigenvalues(rng, [1, 1, 1, 0.2, 0.4, 0.5]));
    if (i === 0) continue;
    const joint = 2 * i - 1;
    put(joint, 2 * i, randomVector(rng, 6 * rows(i - 1)));
    put(joint, 2 * parent(i), randomVector(rng, 6 * rows(i - 1)));
  }
  return { A, sizes };
}

describe("SparseBlockLdl", () => {
  test("agrees with exact arithmetic on small systems", () => {
    let worst = 0;
    for (let seed = 0; seed < 40; seed++) {
      const rng = createRng(seed);
      const n = 2 + (seed % 4);
      const sizes = Array.from({ length: n }, () => nextInteger(rng, 1, 3));
      const { A } = assembleGraph(seed, sizes, randomEdges(rng, n, 3), 1);
      const b = randomVector(rng, A.rows);
      const x = b.slice();
      const solver = new SparseBlockLdl(A);
      expect(solver.factor(A)).toBe(SolveStatus.ok);
      expect(solver.solve(x)).toBe(SolveStatus.ok);
      worst = Math.max(worst, difference(x, solveExactly(mirrored(A), b, A.rows)!));
    }
    // measured 1.2 ε
    expect(worst).toBeLessThan(4 * epsilon);
  });

  test("any graph, any sizes, either triangle: agrees with dense LDLᵀ and with conjugate gradients", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 25 }),
        fc.nat(40),
        fc.nat(),
        fc.constantFrom(1, 3, 5, 6, 8),
        fc.constantFrom("lower", "upper", "mixed", "full"),
        (n, extra, seed, largest, triangle) => {
          const rng = createRng(seed);
          const sizes = Array.from({ length: n }, () => (largest === 8 ? nextInteger(rng, 1, 8) : largest));
          const edges = randomEdges(rng, n, extra).map(([i, j]) => {
            const flip = triangle === "upper" || (triangle === "mixed" && (i + j) % 2 === 1);
            return (flip ? [j, i] : [i, j]) as [number, number];
          });
          const { A } = assembleGraph(seed, sizes, edges, 0.5, triangle === "full");
          const dense = mirrored(A);
          const b = randomVector(rng, A.rows);
          const solver = new SparseBlockLdl(A);
          expect(solver.factor(A)).toBe(SolveStatus.ok);
          expect([solver.positive, solver.negative]).toEqual([A.rows, 0]);
          const x = b.slice();
          expect(solver.solve(x)).toBe(SolveStatus.ok);
          // measured 0.6 ε
          expect(backwardError(dense, x, b)).toBeLessThan(epsilon);
          const other = new DenseLdl(A.rows);
          other.factor(dense);
          const y = b.slice();
          other.solve(y);
          // roundings × condition; measured at most 7 ε
          expect(difference(x, y)).toBeLessThan(20 * epsilon);
          const z = new Float64Array(A.rows);
          const operator = {
            rows: A.rows,
            columns: A.rows,
            multiply: (o: Float64Array, v: Float64Array) => o.set(times(dense, v)),
          };
          expect(new ConjugateGradients(A.rows, { tolerance: 1e-13 }).solve(operator, b, z)).toBe(SolveStatus.ok);
          // conjugate gradients stop at 1e-13 of the right side (measured: 1.4e-13)
          expect(difference(x, z)).toBeLessThan(3e-13);
        },
      ),
      { seed: 1, numRuns: repeats(300, 75) },
    );
  });

  test("what was found of one matrix serves another with the same blocks, to the bit", () => {
    const sizes = [5, 3, 5, 6, 5];
    const edges = randomEdges(createRng(4), 5, 4);
    const { A } = assembleGraph(11, sizes, edges, 0.5);
    const { A: B } = assembleGraph(12, sizes, edges, 0.5);
    const own = new SparseBlockLdl(B);
    const lent = new SparseBlockLdl(B, { symbolic: new SparseBlockLdl(A).symbolic });
    const b = randomVector(createRng(5), B.rows);
    const [x, y] = [b.slice(), b.slice()];
    for (const solver of [own, lent]) expect(solver.factor(B)).toBe(SolveStatus.ok);
    own.solve(x);
    lent.solve(y);
    expect(y).toEqual(x);
    const { A: larger } = assembleGraph(
      11,
      [...sizes, 1],
      tree(6, () => 0),
      0.5,
    );
    expect(() => new SparseBlockLdl(larger, { symbolic: own.symbolic })).toThrow(/options\.symbolic/);
  });

  test("Poisson's equation in two and three dimensions, against the closed form", () => {
    for (const [nx, ny, nz, size] of [
      [40, 30, 1, 1],
      [12, 11, 10, 1],
      [20, 15, 1, 3],
      [6, 5, 7, 3],
    ]) {
      const A = poisson(nx, ny, nz, size);
      const solver = new SparseBlockLdl(A);
      expect(solver.factor(A)).toBe(SolveStatus.ok);
      const mode = (i: number, p: number, m: number) => sin((Math.PI * p * (i + 1)) / (m + 1));
      const part = (p: number, m: number) => (m > 1 ? 4 * sin((Math.PI * p) / (2 * (m + 1))) ** 2 : 0);
      const x = new Float64Array(A.rows);
      const exact = new Float64Array(A.rows);
      for (const [p, q, r, weight] of [
        [1, 1, 1, 1],
        [2, 5, 3, 0.3],
        [nx, ny, nz, 0.1],
      ]) {
        const eigenvalue = part(p, nx) + part(q, ny) + part(r, nz);
        for (let k = 0; k < A.rows; k++) {
          const i = Math.floor(k / size);
          const u =
            weight *
            mode(i % nx, p, nx) *
            mode(Math.floor(i / nx) % ny, q, ny) *
            (nz > 1 ? mode(Math.floor(i / (nx * ny)), r, nz) : 1);
          x[k] += u;
          exact[k] += u / eigenvalue;
        }
      }
      solver.solve(x);
      // measured at most 19 ε; condition numbers up to 600, and the eigenvectors themselves are off by roundings
      expect(difference(x, exact)).toBeLessThan(40 * epsilon);
    }
  });

  test.each(trees)("a %s has no fill, and costs the same for every node", (_name, parent) => {
    const operations = [200, 2000].map((n) => {
      const label = Int32Array.from({ length: n }, (_, i) => i);
      shuffle(label, createRng(3));
      const edges = tree(n, parent).map(([i, j]) => [label[i], label[j]] as [number, number]);
      const { A } = assembleGraph(1, new Array(n).fill(3), edges, 1);
      const solver = new SparseBlockLdl(A);
      expect(solver.symbolic.fill).toBe(0);
      expect(solver.symbolic.rows.length).toBe(n - 1);
      expect(solver.factor(A)).toBe(SolveStatus.ok);
      const exact = randomVector(createRng(2), 3 * n);
      const x = new Float64Array(3 * n);
      new SymmetricOperator(A).multiply(x, exact);
      solver.solve(x);
      // a chain of moderate condition (measured: 2.1e-15)
      expect(difference(x, exact)).toBeLessThan(1e-14);
      return solver.symbolic.operations / n;
    });
    // n nodes have n − 1 edges: the cost a node tends to a constant
    expect(Math.abs(operations[1] / operations[0] - 1)).toBeLessThan(0.006);
  });

  test.each(trees)("KKT matrix of a %s: no fill, in O(n), by minimum degree and by a given order", (_name, parent) => {
    for (const rows of [(_: number) => 3, (i: number) => 1 + (i % 5)]) {
      const { A, sizes } = kktTree(7, 60, parent, rows);
      const dense = mirrored(A);
      const b = randomVector(createRng(8), A.rows);
      // child before parent: body, then its joint, from the last to the first
      const given = Array.from(sizes, (_, k) => sizes.length - 1 - k);
      for (const order of [undefined, given]) {
        const solver = new SparseBlockLdl(A, order === undefined ? { sizes } : { sizes, order });
        expect(solver.symbolic.fill).toBe(0);
        expect(solver.factor(A)).toBe(SolveStatus.ok);
        const joints = A.rows - 360;
        expect([solver.positive, solver.negative]).toEqual([360, joints]);
        const x = b.slice();
        solver.solve(x);
        // no pivoting across blocks: measured at most 130 ε, for joints whose random rows are nearly parallel
        expect(backwardError(dense, x, b)).toBeLessThan(400 * epsilon);
        solver.refinements = 1;
        const y = b.slice();
        solver.solve(y);
        // after a refinement the backward error is that of a product (measured: 0.06 ε)
        expect(backwardError(dense, y, b)).toBeLessThan(epsilon / 4);
      }
    }
  });

  test.each(trees)("KKT matrix of a %s that hangs from the world: still no fill", (_name, parent) => {
    const { A: free, sizes } = kktTree(5, 40, parent, () => 3);
    const n = free.rows;
    // one more joint, of three rows, from body 0 to the world
    const A = new BlockMatrix(n + 3, n + 3);
    for (let k = 0; k < free.blockCount; k++) {
      const l = A.addBlock(free.blockRow[k], free.blockColumn[k], free.blockHeight[k], free.blockWidth[k]);
      A.values.set(free.values.slice(free.blockStart[k], free.blockStart[k + 1]), A.blockStart[l]);
    }
    const world = A.addBlock(n, 0, 3, 6);
    A.values.set(randomVector(createRng(6), 18), A.blockStart[world]);
    const solver = new SparseBlockLdl(A, { sizes: [...sizes, 3], refinements: 1 });
    expect(solver.symbolic.fill).toBe(0);
    expect(solver.factor(A)).toBe(SolveStatus.ok);
    expect([solver.positive, solver.negative]).toEqual([240, 120]);
    const b = randomVector(createRng(7), n + 3);
    const x = b.slice();
    solver.solve(x);
    // with a refinement (measured: 0.03 ε)
    expect(backwardError(mirrored(A), x, b)).toBeLessThan(epsilon / 4);
  });

  test("KKT matrices of any graph: every order chosen has regular pivots", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 14 }), fc.nat(), fc.nat(), fc.nat(5), (bodies, seed, many, rowsAtMost) => {
        const rng = createRng(seed);
        // constraints of 1 to 6 rows between two bodies, or from one to the world, independent with probability 1
        const rows: number[] = [];
        let left = 6 * bodies;
        for (let k = 0; k < many % (2 * bodies + 1); k++) {
          const r = nextInteger(rng, 1, 1 + rowsAtMost);
          if (r > left) break;
          rows.push(r);
          left -= r;
        }
        const label = Int32Array.from({ length: bodies + rows.length }, (_, i) => i);
        shuffle(label, rng);
        const sizes: number[] = new Array(label.length);
        for (let i = 0; i < label.length; i++) sizes[label[i]] = i < bodies ? 6 : rows[i - bodies];
        const first = sizes.map((_, i) => sizes.slice(0, i).reduce((a, b) => a + b, 0));
        const A = new BlockMatrix(6 * bodies + 6 * bodies - left, 6 * bodies + 6 * bodies - left);
        for (let i = 0; i < bodies; i++) {
          const k = A.addBlock(first[label[i]], first[label[i]], 6, 6);
          A.values.set(withEigenvalues(rng, [1, 1, 1, 0.3, 0.5, 0.6]), A.blockStart[k]);
        }
        rows.forEach((r, c) => {
          // bodies are used evenly, so that no three of them carry more rows than they have
          for (const body of new Set([c % bodies, nextInteger(rng, 0, bodies - 1)])) {
            const k = A.addBlock(first[label[bodies + c]], first[label[body]], r, 6);
            A.values.set(randomVector(rng, 6 * r), A.blockStart[k]);
          }
        });
        const dense = mirrored(A);
        const whole = new DenseLdl(A.rows, { tolerance: 1e-10 });
        // leave out the few that are singular, or nearly, as they stand
        fc.pre(whole.factor(dense) === SolveStatus.ok);
        const solver = new SparseBlockLdl(A, { sizes, refinements: 2 });
        expect(solver.factor(A)).toBe(SolveStatus.ok);
        expect([solver.positive, solver.negative]).toEqual([whole.positive, whole.negative]);
        const b = randomVector(rng, A.rows);
        const x = b.slice();
        solver.solve(x);
        // with a refinement (measured: 0.3 ε)
        expect(backwardError(dense, x, b)).toBeLessThan(epsilon);
      }),
      { seed: 1, numRuns: 500 },
    );
  });

  test("a joint to the world is eliminated after its body, in whatever order it is numbered", () => {
    // rows 0 … 2: the joint, without a block on the diagonal; rows 3 … 8: the body
    const A = new BlockMatrix(9, 9);
    const J = randomVector(createRng(1), 18);
    const k = A.addBlock(3, 0, 6, 3);
    A.values.set(J, A.blockStart[k]);
    const l = A.addBlock(3, 3, 6, 6);
    A.values.set(withEigenvalues(createRng(2), [1, 2, 3, 4, 5, 6]), A.blockStart[l]);
    const solver = new SparseBlockLdl(A, { sizes: [3, 6] });
    expect([...solver.symbolic.order]).toEqual([1, 0]);
    expect(solver.factor(A)).toBe(SolveStatus.ok);
    expect([solver.positive, solver.negative]).toEqual([6, 3]);
    const wrong = new SparseBlockLdl(A, { sizes: [3, 6], order: [0, 1] });
    expect(wrong.factor(A)).toBe(SolveStatus.singular);
    expect(wrong.offender).toBe(0);
    // as one node the pivots are found inside it
    const one = new SparseBlockLdl(A, { sizes: [9] });
    expect(one.factor(A)).toBe(SolveStatus.ok);
    const b = randomVector(createRng(3), 9);
    const x = b.slice();
    const y = b.slice();
    solver.solve(x);
    one.solve(y);
    // two orders of elimination, a condition of about ten (measured: 7 ε)
    expect(difference(x, y)).toBeLessThan(20 * epsilon);
  });

  test("redundant constraints are found and named", () => {
    const { A, sizes } = kktTree(
      7,
      8,
      (i) => i - 1,
      () => 3,
    );
    // joint 3 (node 7): its second row becomes its first
    for (let k = 0; k < A.blockCount; k++) {
      const first = sizes.slice(0, 7).reduce((a, b) => a + b, 0);
      const s = A.blockStart[k];
      if (A.blockRow[k] === first) for (let c = 0; c < 6; c++) A.values[s + 6 + c] = A.values[s + c];
      if (A.blockColumn[k] === first) for (let r = 0; r < 6; r++) A.values[s + 3 * r + 1] = A.values[s + 3 * r];
    }
    const solver = new SparseBlockLdl(A, { sizes });
    expect(solver.factor(A)).toBe(SolveStatus.singular);
    expect(solver.offender).toBe(7);
    const x = randomVector(createRng(1), A.rows);
    const before = x.slice();
    expect(solver.solve(x)).toBe(SolveStatus.singular);
    expect(x).toEqual(before);
  });

  test("rows that depend on others are left out of a semidefinite matrix, if that is asked for", () => {
    const rng = createRng(8);
    for (const twice of [0, 1, 4]) {
      // A = J Jᵀ: a chain of ten joints of three rows between bodies of six coordinates, some rows said twice
      const blocks = 10;
      const rows: Float64Array[] = [];
      for (let k = 0; k < blocks; k++) {
        for (let r = 0; r < 3; r++) {
          const row = new Float64Array(6 * (blocks + 1));
          for (let e = 0; e < 12; e++) row[6 * k + e] = nextInRange(rng, -1, 1);
          rows.push(row);
        }
      }
      for (let k = 0; k < twice; k++) rows.push(rows[5 * k].slice());
      const n = rows.length;
      const A = new BlockMatrix(n, n);
      for (let i = 0; i < n; i++) {
        for (let j = 0; j <= i; j++) {
          const block = A.addBlock(i, j, 1, 1);
          A.values[A.blockStart[block]] = rows[i].reduce((sum, x, k) => sum + x * rows[j][k], 0);
        }
      }
      const sizes = [...Array.from({ length: blocks }, () => 3), ...Array.from({ length: twice }, () => 1)];
      const ldl = new SparseBlockLdl(A, { sizes, tolerance: 1e-9, dependent: 1e-13 });
      expect(ldl.factor(A)).toBe(SolveStatus.ok);
      expect(ldl.droppedCount).toBe(twice);
      expect(ldl.dropped.reduce((sum, x) => sum + x, 0)).toBe(twice);
      expect(ldl.positive).toBe(30);
      // b in the range of A
      const full = mirrored(A);
      const b = times(full, randomVector(rng, n));
      const x = b.slice();
      ldl.solve(x);
      expect(difference(times(full, x), b) / norm(b)).toBeLessThan(1e-12);
      for (let i = 0; i < n; i++) if (ldl.dropped[i] === 1) expect(Math.abs(x[i])).toBeLessThan(1e-30);
    }
    // neither here nor there
    const near = asBlock([1, 1, 1, 1 + 1e-11], 2, 2);
    expect(new SparseBlockLdl(near, { tolerance: 1e-9, dependent: 1e-13 }).factor(near)).toBe(SolveStatus.singular);
  });

  test("a floating lattice, singular in exact arithmetic, is found singular; held at one node it is not", () => {
    for (const m of [5, 20, 60]) {
      const n = m * m;
      const A = new BlockMatrix(n, n);
      const diagonal = Array.from({ length: n }, (_, i) => A.addBlock(i, i, 1, 1));
      const link = (i: number, j: number) => {
        // stiffnesses that are not whole numbers, so that roundings happen
        const stiffness = 1 / (3 + ((i * 7 + j) % 5));
        const k = A.addBlock(i, j, 1, 1);
        A.values[A.blockStart[k]] = -stiffness;
        A.values[A.blockStart[diagonal[i]]] += stiffness;
        A.values[A.blockStart[diagonal[j]]] += stiffness;
      };
      for (let i = 0; i < n; i++) {
        if (i % m > 0) link(i, i - 1);
        if (i >= m) link(i, i - m);
      }
      const solver = new SparseBlockLdl(A);
      expect(solver.factor(A)).toBe(SolveStatus.singular);
      A.values[A.blockStart[diagonal[0]]] += 1e-6;
      expect(solver.factor(A)).toBe(SolveStatus.ok);
    }
  });

  test("iterative refinement mends what a bad elimination order costs", () => {
    // a tiny pivot first: without pivoting across blocks half of the digits are lost
    const A = new BlockMatrix(2, 2);
    for (const [i, j, v] of [
      [0, 0, 1e-8],
      [1, 0, 1],
      [1, 1, 1],
    ]) {
      const k = A.addBlock(i, j, 1, 1);
      A.values[A.blockStart[k]] = v;
    }
    const exact = solveExactly([1e-8, 1, 1, 1], [1, 2], 2)!;
    const error = [0, 1, 2].map((refinements) => {
      const solver = new SparseBlockLdl(A, { order: [0, 1], refinements });
      expect(solver.factor(A)).toBe(SolveStatus.ok);
      const x = Float64Array.of(1, 2);
      solver.solve(x);
      return difference(x, exact);
    });
    // measured 3.5e-9, 8e-17, 2e-16
    expect(error[0]).toBeGreaterThan(3e-9);
    expect(error[1]).toBeLessThan(epsilon);
    expect(error[2]).toBeLessThan(epsilon);
  });

  test.each([1, 1e3, 1e7])("1 + σ JᵀJ over a stack of bodies, σ = %s, masses from 1e-3 to 1e3", (sigma) => {
    // twelve rows between neighbours, the motion of body i scaled by its mass^−½
    const bodies = 50;
    const rng = createRng(21);
    const A = new BlockMatrix(6 * bodies, 6 * bodies);
    const diagonal = Array.from({ length: bodies }, (_, i) => A.addBlock(6 * i, 6 * i, 6, 6));
    for (const k of diagonal) for (let r = 0; r < 6; r++) A.values[A.blockStart[k] + 7 * r] = 1;
    for (let i = 1; i < bodies; i++) {
      const k = A.addBlock(6 * i, 6 * i - 6, 6, 6);
      const [P, Q] = [i, i - 1].map((b) => randomVector(rng, 72).map((v) => v * 10 ** (1.5 * (b % 2 === 0 ? 1 : -1))));
      for (let s = 0; s < 36; s++) {
        for (let q = 0; q < 12; q++) {
          const [r, c] = [q * 6 + Math.floor(s / 6), q * 6 + (s % 6)];
          A.values[A.blockStart[k] + s] += sigma * P[r] * Q[c];
          A.values[A.blockStart[diagonal[i]] + s] += sigma * P[r] * P[c];
          A.values[A.blockStart[diagonal[i - 1]] + s] += sigma * Q[r] * Q[c];
        }
      }
    }
    const dense = mirrored(A);
    const solver = new SparseBlockLdl(A);
    expect(solver.symbolic.fill).toBe(0);
    expect(solver.factor(A)).toBe(SolveStatus.ok);
    expect(solver.positive).toBe(6 * bodies);
    const b = randomVector(rng, 6 * bodies);
    const x = b.slice();
    solver.solve(x);
    // row by row, since the rows differ by 1e6: measured at most 1.9 ε
    const r = times(dense, x);
    const size = times(dense.map(Math.abs), x.map(Math.abs));
    for (let i = 0; i < b.length; i++) {
      // componentwise: sums of a few products (measured: a third of this)
      expect(Math.abs(b[i] - r[i])).toBeLessThan(2 * epsilon * (size[i] + Math.abs(b[i])));
    }
    const other = new DenseLdl(6 * bodies);
    expect(other.factor(dense)).toBe(SolveStatus.ok);
    const y = b.slice();
    other.solve(y);
    // measured at most 5 ε
    expect(difference(x, y)).toBeLessThan(10 * epsilon);
  });

  test("the numbers may change as long as the blocks stay, and sub-blocks fill a node", () => {
    const A = new BlockMatrix(5, 5);
    const blocks = [
      [0, 0, 2, 2],
      [2, 2, 1, 1],
      [3, 3, 2, 2],
      [2, 0, 1, 1],
      [2, 1, 1, 1],
      [3, 2, 1, 1],
      [4, 0, 1, 2],
    ].map(([r, c, h, w]) => A.addBlock(r, c, h, w));
    const solver = new SparseBlockLdl(A, { sizes: [2, 1, 2] });
    for (let seed = 0; seed < 20; seed++) {
      const values = randomVector(createRng(seed), A.valueCount);
      A.values.set(values);
      for (const k of blocks.slice(0, 3)) {
        for (let r = 0; r < A.blockHeight[k]; r++) A.values[A.blockStart[k] + r * (A.blockWidth[k] + 1)] = 5;
      }
      // of diagonal blocks only the lower triangle is read
      const dense = A.toDense();
      for (let i = 0; i < 5; i++) for (let j = 0; j < i; j++) dense[j * 5 + i] = dense[i * 5 + j];
      solver.refinements = seed % 2;
      expect(solver.factor(A)).toBe(SolveStatus.ok);
      const b = randomVector(createRng(seed + 1), 5);
      const x = b.slice();
      solver.solve(x);
      // a few blocks (measured: 0.4 ε)
      expect(backwardError(dense, x, b)).toBeLessThan(epsilon);
    }
  });

  test("bad input", () => {
    expect(() => new SparseBlockLdl(new BlockMatrix(2, 3))).toThrow(/square/);
    const A = new BlockMatrix(4, 4);
    A.addBlock(0, 0, 2, 2);
    A.addBlock(2, 2, 2, 2);
    A.addBlock(1, 0, 2, 1);
    expect(() => new SparseBlockLdl(A)).toThrow(/block 2: must lie within one pair of nodes/);
    expect(() => new SparseBlockLdl(A, { sizes: [3, 2] })).toThrow(/sizes\[1\]/);
    expect(() => new SparseBlockLdl(A, { sizes: [3] })).toThrow(/sizes: must add up to 4, got 3/);
    expect(() => new SparseBlockLdl(A, { sizes: [2.5, 1.5] })).toThrow(/sizes\[0\]/);
    const B = new BlockMatrix(4, 4);
    B.addBlock(0, 0, 2, 2);
    expect(() => new SparseBlockLdl(B)).toThrow(/give the sizes/);
    const C = B.addBlock(2, 2, 2, 2);
    for (const order of [[0], [0, 0], [0, 2], [0.5, 1]]) {
      expect(() => new SparseBlockLdl(B, { order })).toThrow(RigorError);
    }
    expect(() => new SparseBlockLdl(B, { tolerance: -1 })).toThrow(/options.tolerance/);
    expect(() => new SparseBlockLdl(B, { refinements: -1 })).toThrow(/options.refinements/);
    const solver = new SparseBlockLdl(B);
    const x = Float64Array.of(1, 2, 3, 4);
    expect(solver.solve(x)).toBe(SolveStatus.notFactored);
    expect(solver.factor(B)).toBe(SolveStatus.singular);
    expect(solver.offender).toBe(0);
    // the same sizes elsewhere are not the same matrix
    const other = new BlockMatrix(4, 4);
    other.addBlock(0, 2, 2, 2);
    other.addBlock(2, 2, 2, 2);
    expect(() => solver.factor(other)).toThrow(/blocks that were analysed/);
    for (let i = 0; i < 2; i++) for (const k of [0, C]) B.values[B.blockStart[k] + 3 * i] = 2;
    expect(solver.factor(B)).toBe(SolveStatus.ok);
    expect(solver.solve(x)).toBe(SolveStatus.ok);
    expect([...x]).toEqual([0.5, 1, 1.5, 2]);
    expect(solver.solve(Float64Array.of(NaN, 1, 1, 1))).toBe(SolveStatus.notFinite);
    expect(() => solver.solve(new Float64Array(3))).toThrow(/x: /);
    B.values[B.blockStart[C] + 2] = NaN;
    expect(solver.factor(B)).toBe(SolveStatus.notFinite);
    expect(solver.offender).toBe(1);
    B.addBlock(0, 2, 1, 1);
    expect(() => solver.factor(B)).toThrow(/blocks that were analysed/);
    const none = new SparseBlockLdl(new BlockMatrix(0, 0));
    expect(none.factor(new BlockMatrix(0, 0))).toBe(SolveStatus.ok);
  });
});

/** The product with a matrix of which only one triangle is written. */
class SymmetricOperator {
  readonly A: BlockMatrix;
  constructor(A: BlockMatrix) {
    this.A = A;
  }
  multiply(out: Float64Array, x: Float64Array): void {
    const { A } = this;
    out.fill(0);
    for (let k = 0; k < A.blockCount; k++) {
      for (let r = 0, s = A.blockStart[k]; r < A.blockHeight[k]; r++) {
        for (let c = 0; c < A.blockWidth[k]; c++, s++) {
          out[A.blockRow[k] + r] += A.values[s] * x[A.blockColumn[k] + c];
          if (A.blockRow[k] !== A.blockColumn[k]) out[A.blockColumn[k] + c] += A.values[s] * x[A.blockRow[k] + r];
        }
      }
    }
  }
}
