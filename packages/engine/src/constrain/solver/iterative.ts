/**
 * Solves A x = b, A = J W Jᵀ, by products with J and its transpose alone. A is never formed, nor is its condition squared:
 * with W = F Fᵀ and B = J F there are two problems of least squares, each with the condition of B, the root of that of A.
 *
 *   B z ≈ b       z of least norm: the change of the accelerations, in the metric of the masses
 *   Bᵀ x = z      x of least norm, where rows depend on one another
 *
 * Both make the iterates that conjugate gradients make on Bᵀ B and on A (see least-squares.ts). The residual of b is solved
 * for again, as long as that helps.
 *
 * Follows: Constrained Dynamics, section 4.4.
 */
import { LeastSquares, SolveStatus, type TransposableOperator } from "../../linalg/index.js";
import type { RowTable } from "../model/index.js";
import type { VelocityLayout } from "./inverse-mass.js";
import { multiplyByRoot, multiplyByRootTransposed, writeRoots } from "./inverse-mass-root.js";
import { failedResidual, maxRefinements, refinedResidual } from "./parameters.js";

/** Slots of the scratch numbers: |Bᵀ (b − B z)| before and after a pass, |B|, |b − B z|, |z|. */
const Size = { before: 0, gradient: 1, norm: 2, residual: 3, acceleration: 4 } as const;

/** A solver of A x = b by two problems of least squares. */
export class IterativeSolver {
  private readonly layout: VelocityLayout;
  private readonly table: RowTable;
  /** Roots of the M⁻¹ of generalized bodies, one behind the other. */
  private readonly roots: Float64Array;
  private readonly forward: LeastSquares;
  private readonly backward: LeastSquares;
  private readonly B: TransposableOperator;
  private readonly transposed: TransposableOperator;
  private readonly q: Float64Array;
  private readonly z: Float64Array;
  private readonly r: Float64Array;
  private readonly dx: Float64Array;
  private readonly b: Float64Array;
  private readonly g: Float64Array;
  private readonly size = new Float64Array(5);

  constructor(table: RowTable, layout: VelocityLayout, columns: number) {
    const m = table.rows;
    this.layout = layout;
    this.table = table;
    this.roots = new Float64Array(layout.coordinates.reduce((sum, { width }) => sum + width * width, 0));
    this.q = new Float64Array(columns);
    this.z = new Float64Array(columns);
    this.g = new Float64Array(columns);
    this.r = new Float64Array(m);
    this.dx = new Float64Array(m);
    this.b = new Float64Array(m);
    const multiply = (out: Float64Array, z: Float64Array) => this.multiply(out, z);
    const multiplyTransposed = (out: Float64Array, y: Float64Array) => this.multiplyTransposed(out, y);
    this.B = { rows: m, columns, multiply, multiplyTransposed };
    this.transposed = { rows: columns, columns: m, multiply: multiplyTransposed, multiplyTransposed: multiply };
    const maxIterations = Math.max(200, 20 * Math.max(m, columns));
    this.forward = new LeastSquares(m, columns, { tolerance: refinedResidual, maxIterations });
    this.backward = new LeastSquares(columns, m, { tolerance: refinedResidual, maxIterations });
  }

  /** Takes over the masses at the state. */
  factor(): SolveStatus {
    writeRoots(this.roots, this.layout);
    return SolveStatus.ok;
  }

  /** x ← the x of least norm among those that make |A x − b| least. */
  solve(x: Float64Array): SolveStatus {
    const { b, r, dx, z, size } = this;
    const m = b.length;
    for (let i = 0; i < m; i++) {
      b[i] = x[i];
      r[i] = x[i];
      x[i] = 0;
    }
    size[Size.before] = Infinity;
    size[Size.norm] = 0;
    for (let pass = 0; pass < maxRefinements; pass++) {
      z.fill(0);
      dx.fill(0);
      if (this.forward.solve(this.B, r, z) === SolveStatus.notFinite) return SolveStatus.notFinite;
      if (this.backward.solve(this.transposed, z, dx) === SolveStatus.notFinite) return SolveStatus.notFinite;
      for (let i = 0; i < m; i++) x[i] += dx[i];
      this.measure(x);
      const gradient = size[Size.gradient];
      const isBetter = gradient < 0.5 * size[Size.before];
      if (!isBetter && gradient > size[Size.before]) for (let i = 0; i < m; i++) x[i] -= dx[i];
      if (!isBetter || gradient <= refinedResidual * this.scale()) break;
      size[Size.before] = gradient;
    }
    const left = Math.min(size[Size.before], size[Size.gradient]);
    return left <= failedResidual * this.scale() ? SolveStatus.ok : SolveStatus.iterationLimit;
  }

  /** r = b − A x, Bᵀ r and their sizes. */
  private measure(x: Float64Array): void {
    const { z, r, g, b, size } = this;
    this.multiplyTransposed(z, x);
    this.multiply(r, z);
    for (let i = 0; i < r.length; i++) r[i] = b[i] - r[i];
    this.multiplyTransposed(g, r);
    writeNorm(size, Size.acceleration, z);
    writeNorm(size, Size.residual, r);
    writeNorm(size, Size.gradient, g);
    size[Size.norm] = Math.max(size[Size.norm], this.forward.result[2]);
  }

  /** Size that Bᵀ (b − B z) would have if nothing cancelled. */
  private scale(): number {
    const { size } = this;
    const norm = size[Size.norm];
    return norm * (size[Size.residual] + norm * size[Size.acceleration]);
  }

  /** out ← J F z. */
  private multiply(out: Float64Array, z: Float64Array): void {
    const { q, layout } = this;
    for (let k = 0; k < q.length; k++) q[k] = z[k];
    multiplyByRoot(layout, this.roots, q);
    this.table.multiply(out, q);
  }

  /** out ← Fᵀ Jᵀ y. */
  private multiplyTransposed(out: Float64Array, y: Float64Array): void {
    out.fill(0);
    this.table.addTransposed(out, y);
    multiplyByRootTransposed(this.layout, this.roots, out);
  }
}

function writeNorm(out: Float64Array, o: number, values: Float64Array): void {
  let sum = 0;
  for (let k = 0; k < values.length; k++) sum += values[k] * values[k];
  out[o] = Math.sqrt(sum);
}
