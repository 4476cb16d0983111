/**
 * Conditions on an inertia tensor, which every distribution of matter satisfies:
 *
 *   symmetric;   λ ≥ 0;   λ₂ + λ₃ ≥ λ₁
 *
 *   λ₁ ≥ λ₂ ≥ λ₃   its eigenvalues, the principal moments, kg·m²
 *
 * The last says that Σ m x² ≥ 0 along the axis of λ₁: the sum of two moments exceeds the third by twice that. Flat bodies
 * have equality, so all three conditions hold up to rounding.
 *
 * Follows: Rigid Body Simulation, section 2.9.
 */
import { decomposeSymmetric, fail, requireFinite } from "../../math/index.js";
import { inertiaTolerance } from "./parameters.js";

const lambda = /* @__PURE__ */ new Float64Array(3);
const axes = /* @__PURE__ */ new Float64Array(9);

/** Throws unless `inertia` (nine numbers, row by row, about the centre of mass) can be that of a body. */
export function requireInertia(path: string, inertia: ArrayLike<number>): void {
  if (inertia?.length !== 9) {
    fail(
      "wrong-length",
      path,
      "must be nine numbers, row by row",
      inertia,
      "a diagonal one is [x, 0, 0, 0, y, 0, 0, 0, z]",
    );
  }
  const I = new Float64Array(9);
  let big = 0;
  for (let k = 0; k < 9; k++) {
    requireFinite(`${path}[${k}]`, inertia[k]);
    I[k] = inertia[k];
    big = Math.max(big, Math.abs(I[k]));
  }
  const slack = inertiaTolerance * big;
  for (const [upper, lower] of [
    [1, 3],
    [2, 6],
    [5, 7],
  ]) {
    if (Math.abs(I[upper] - I[lower]) <= slack) continue;
    const cure = "each product of inertia stands on both sides of the diagonal, as −Σ m x y";
    fail(
      "not-symmetric",
      path,
      `must be symmetric: [${upper}] and [${lower}] are the same`,
      [I[upper], I[lower]],
      cure,
    );
  }
  decomposeSymmetric(lambda, 0, axes, 0, I, 0);
  if (lambda[2] < -slack) {
    const cure =
      "a moment is Σ m r² and never negative; check the signs, and that it is taken about the centre of mass";
    fail("negative-inertia", path, "must have principal moments >= 0", lambda.slice(), cure);
  }
  if (lambda[1] + lambda[2] < lambda[0] - slack) {
    const cure =
      "no matter is spread like that; check the units and the signs of the products, or take the tensor from a shape";
    fail(
      "triangle-inequality",
      path,
      "must have no principal moment above the sum of the others",
      lambda.slice(),
      cure,
    );
  }
}
