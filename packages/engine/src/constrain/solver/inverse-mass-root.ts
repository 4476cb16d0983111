/**
 * A root F of W, the inverse of the mass matrix: W = F Fᵀ.
 *
 *   body          √(1/m) on v,  R √D on ω        I⁻¹ = R D Rᵀ, D the inverse of the principal moments
 *   particle      √(1/m)
 *   coordinates   the factor of Cholesky of M(u)⁻¹, row by row
 */
import type { VelocityLayout } from "./inverse-mass.js";

/** Writes the factors of the M⁻¹ of all generalized bodies, k² numbers each. */
export function writeRoots(out: Float64Array, { coordinates }: VelocityLayout): void {
  let o = 0;
  for (let g = 0; g < coordinates.length; g++) {
    const k = coordinates[g].width;
    // column j of M⁻¹ is its row j
    for (let j = 0; j < k; j++) {
      for (let i = 0; i < k; i++) out[o + j * k + i] = i === j ? 1 : 0;
      coordinates[g].multiplyInverse(out, o + j * k);
    }
    factorRows(out, o, k);
    o += k * k;
  }
}

/** A = G Gᵀ in place, G lower, above it zeros. */
function factorRows(A: Float64Array, o: number, k: number): void {
  for (let j = 0; j < k; j++) {
    for (let i = j; i < k; i++) {
      let sum = A[o + i * k + j];
      for (let p = 0; p < j; p++) sum -= A[o + i * k + p] * A[o + j * k + p];
      if (i === j) A[o + j * k + j] = Math.sqrt(Math.max(0, sum));
      else A[o + i * k + j] = A[o + j * k + j] > 0 ? sum / A[o + j * k + j] : 0;
    }
    for (let i = 0; i < j; i++) A[o + i * k + j] = 0;
  }
}

/** x ← F x. */
export function multiplyByRoot(layout: VelocityLayout, roots: Float64Array, x: Float64Array): void {
  const { system, coordinates, coordinateStart, bodies, bodyCount } = layout;
  const { inverseMoments: D, rotation: R } = system;
  scaleLinear(layout, x);
  for (let b = 0; b < bodyCount; b++) {
    const i = bodies[b];
    const w = 6 * b + 3;
    const x0 = Math.sqrt(D[3 * i]) * x[w];
    const x1 = Math.sqrt(D[3 * i + 1]) * x[w + 1];
    const x2 = Math.sqrt(D[3 * i + 2]) * x[w + 2];
    for (let k = 0; k < 3; k++) {
      const r = 9 * i + 3 * k;
      x[w + k] = R[r] * x0 + R[r + 1] * x1 + R[r + 2] * x2;
    }
  }
  let o = 0;
  for (let g = 0; g < coordinates.length; g++) {
    const k = coordinates[g].width;
    const c = coordinateStart[g];
    for (let i = k - 1; i >= 0; i--) {
      let sum = 0;
      for (let j = 0; j <= i; j++) sum += roots[o + i * k + j] * x[c + j];
      x[c + i] = sum;
    }
    o += k * k;
  }
}

/** x ← Fᵀ x. */
export function multiplyByRootTransposed(layout: VelocityLayout, roots: Float64Array, x: Float64Array): void {
  const { system, coordinates, coordinateStart, bodies, bodyCount } = layout;
  const { inverseMoments: D, rotation: R } = system;
  scaleLinear(layout, x);
  for (let b = 0; b < bodyCount; b++) {
    const i = bodies[b];
    const w = 6 * b + 3;
    const x0 = x[w];
    const x1 = x[w + 1];
    const x2 = x[w + 2];
    for (let k = 0; k < 3; k++) {
      const r = 9 * i + k;
      x[w + k] = Math.sqrt(D[3 * i + k]) * (R[r] * x0 + R[r + 3] * x1 + R[r + 6] * x2);
    }
  }
  let o = 0;
  for (let g = 0; g < coordinates.length; g++) {
    const k = coordinates[g].width;
    const c = coordinateStart[g];
    for (let j = 0; j < k; j++) {
      let sum = 0;
      for (let i = j; i < k; i++) sum += roots[o + i * k + j] * x[c + i];
      x[c + j] = sum;
    }
    o += k * k;
  }
}

/** Velocities of bodies and particles times √(1/m). */
function scaleLinear(layout: VelocityLayout, x: Float64Array): void {
  const { system, bodies, bodyCount, particleCount, particleStart } = layout;
  const { inverseMass, particles } = system;
  for (let b = 0; b < bodyCount; b++) {
    const w = Math.sqrt(inverseMass[bodies[b]]);
    for (let k = 6 * b; k < 6 * b + 3; k++) x[k] *= w;
  }
  for (let j = 0; j < particleCount; j++) {
    const w = Math.sqrt(particles.inverseMass[j]);
    const o = particleStart + 3 * j;
    for (let k = o; k < o + 3; k++) x[k] *= w;
  }
}
