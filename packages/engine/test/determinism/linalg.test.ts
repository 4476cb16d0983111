import { describe, expect, test } from "vitest";
import { runInOtherEngine, runInThisEngine } from "../support/other-engine.js";

/**
 * Every solver of linalg on one system of blocks, hashed bit by bit: the order of elimination, the factors through
 * their solutions, the iterates.
 */
const program = `
import { createRng, hashArrays, nextUniform } from "@rigor/engine/math";
import { BlockDiagonalPreconditioner, BlockMatrix, ConjugateGradients, DenseLdl, LeastSquares, SparseBlockLdl,
  UpdatableLdl, orderMinimumDegree } from "@rigor/engine/linalg";

const rng = createRng(1);
const random = (n: number) => Float64Array.from({ length: n }, () => 2 * nextUniform(rng) - 1);
const nodes = 40;
const n = 3 * nodes;
const A = new BlockMatrix(n, n);
const start = new Int32Array(nodes + 1);
const neighbours: number[] = [];
for (let i = 0; i < nodes; i++) {
  const d = A.addBlock(3 * i, 3 * i, 3, 3);
  for (let r = 0; r < 3; r++) A.values[A.blockStart[d] + 4 * r] = 9 + nextUniform(rng);
  for (const j of [i - 1, i - 7]) {
    if (j < 0) continue;
    const values = random(9);
    neighbours.push(j);
    const lower = A.addBlock(3 * i, 3 * j, 3, 3);
    A.values.set(values, A.blockStart[lower]);
    const upper = A.addBlock(3 * j, 3 * i, 3, 3);
    for (let s = 0; s < 9; s++) A.values[A.blockStart[upper] + s] = values[3 * (s % 3) + Math.floor(s / 3)];
  }
  start[i + 1] = neighbours.length;
}
const b = random(n);
const order = hashArrays(orderMinimumDegree(nodes, start, Int32Array.from(neighbours)));

const x = b.slice();
const sparse = new SparseBlockLdl(A);
sparse.factor(A);
sparse.solve(x);

const y = b.slice();
const dense = new DenseLdl(n);
dense.factor(A.toDense());
dense.solve(y);

const z = new Float64Array(n);
const P = new BlockDiagonalPreconditioner(n);
P.update(A);
new ConjugateGradients(n).solve(A, b, z, P);

const w = new Float64Array(n);
new LeastSquares(n, n).solve(A, b, w);

const factor = new UpdatableLdl(n);
const full = A.toDense();
for (let i = 0; i < n; i++) factor.append(full.slice(i * n, i * n + i + 1));
factor.update(b);
factor.remove(17);
const v = b.slice();
factor.solve(v);

const solutions = { sparse: hashArrays(x), dense: hashArrays(y), cg: hashArrays(z), lsqr: hashArrays(w) };
export default { order, ...solutions, update: hashArrays(v) };
`;

describe("linalg gives the same bits", () => {
  test("in this engine, in another one, and as ever", async () => {
    const here = await runInThisEngine(program);
    expect(here).toEqual({
      order: "2905466218f37739",
      sparse: "1e4667a1ce8bef2e",
      dense: "9c27791d73eb4160",
      cg: "999b31bc47ec492d",
      lsqr: "7fd971d7b7058da7",
      update: "ec4df27db1ef4e41",
    });
    expect(await runInOtherEngine(program)).toEqual(here);
  });
});
