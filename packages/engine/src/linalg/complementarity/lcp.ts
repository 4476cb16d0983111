/**
 * Linear complementarity problems: f ≥ 0, a = A f + b ≥ 0, f·a = 0, for a symmetric A without negative eigenvalues, by
 * pivoting (rows-pivoting.ts). Dense, for small problems; it allocates.
 */
import { requireLength } from "../../math/index.js";
import { SolveStatus } from "../dense/index.js";
import { Pivoting } from "./rows-pivoting.js";
import { RowKind } from "./rows-problem.js";
import { RowStatus } from "./rows-result.js";

/** Solves for f and a, n numbers each; A is n × n, row by row. Without a solution: `singular`. */
export function solveLcp(f: Float64Array, a: Float64Array, A: Float64Array, b: Float64Array): SolveStatus {
  const n = b.length;
  requireLength("A", A, n * n);
  const kind = new Uint8Array(n).fill(RowKind.inequality);
  const status = new Pivoting().solve(n, A, b, kind, f, a);
  // what is below zero by rounding is zero
  for (let i = 0; i < n; i++) if (a[i] < 0) a[i] = 0;
  if (status === RowStatus.ok) return SolveStatus.ok;
  if (status === RowStatus.infeasible) return SolveStatus.singular;
  return status === RowStatus.notFinite ? SolveStatus.notFinite : SolveStatus.iterationLimit;
}
