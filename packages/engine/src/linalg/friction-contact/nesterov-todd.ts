/**
 * The scaling of Nesterov and Todd of cones in three dimensions, x₀ > |x_t|, for interior points x and z:
 *
 *   W z = W⁻¹ x = λ,     W = β (2 v vᵀ − J),  W² = P = β² (2 w wᵀ − J),  P z = x,      J = diag(1, −1, −1)
 *
 *   det x = x₀² − |x_t|²,  β⁴ = det x/det z,  w = (x̄ + J z̄)/(2γ) with x̄, z̄ of determinant 1, 2γ² = 1 + x̄ᵀz̄
 *
 * Seven numbers a cone: β, w, λ. Products are those of Jordan: x ∘ z = (xᵀz, x₀ z_t + z₀ x_t).
 */

/** Numbers of a cone, and where they are. */
export const frameSize = 7;
/** Slots of a frame: the factor β, the vector w, and the scaled point λ. */
export const Frame = { beta: 0, w: 1, lambda: 4 } as const;

/** The scaling of x and z at the offset o of their arrays, at f of the frames. */
export function formFrame(frame: Float64Array, f: number, x: Float64Array, z: Float64Array, o: number): void {
  const xt = Math.sqrt(x[o + 1] * x[o + 1] + x[o + 2] * x[o + 2]);
  const zt = Math.sqrt(z[o + 1] * z[o + 1] + z[o + 2] * z[o + 2]);
  const sx = 1 / Math.sqrt((x[o] - xt) * (x[o] + xt));
  const sz = 1 / Math.sqrt((z[o] - zt) * (z[o] + zt));
  const product = (x[o] * z[o] + x[o + 1] * z[o + 1] + x[o + 2] * z[o + 2]) * sx * sz;
  const half = 0.5 / Math.sqrt((1 + product) / 2);
  frame[f] = Math.sqrt(sz / sx);
  frame[f + Frame.w] = half * (sx * x[o] + sz * z[o]);
  frame[f + Frame.w + 1] = half * (sx * x[o + 1] - sz * z[o + 1]);
  frame[f + Frame.w + 2] = half * (sx * x[o + 2] - sz * z[o + 2]);
  scale(frame, f + Frame.lambda, frame, f, z, o);
}

/** out = W u. */
export function scale(out: Float64Array, o: number, frame: Float64Array, f: number, u: Float64Array, i: number): void {
  const v0 = frame[f + Frame.w] + 1;
  const v1 = frame[f + Frame.w + 1];
  const v2 = frame[f + Frame.w + 2];
  const dot = (v0 * u[i] + v1 * u[i + 1] + v2 * u[i + 2]) / v0;
  const beta = frame[f];
  const u0 = u[i];
  const u1 = u[i + 1];
  const u2 = u[i + 2];
  out[o] = beta * (dot * v0 - u0);
  out[o + 1] = beta * (dot * v1 + u1);
  out[o + 2] = beta * (dot * v2 + u2);
}

/** out = W⁻¹ u = J W J u/β². */
export function unscale(
  out: Float64Array,
  o: number,
  frame: Float64Array,
  f: number,
  u: Float64Array,
  i: number,
): void {
  const v0 = frame[f + Frame.w] + 1;
  const v1 = frame[f + Frame.w + 1];
  const v2 = frame[f + Frame.w + 2];
  const dot = (v0 * u[i] - v1 * u[i + 1] - v2 * u[i + 2]) / v0;
  const less = 1 / frame[f];
  const u0 = u[i];
  const u1 = u[i + 1];
  const u2 = u[i + 2];
  out[o] = less * (dot * v0 - u0);
  out[o + 1] = less * (u1 - dot * v1);
  out[o + 2] = less * (u2 - dot * v2);
}

/** q ← W (λ \ q), with λ ∘ (λ \ q) = q. */
export function divideByLambda(frame: Float64Array, f: number, q: Float64Array, o: number): void {
  const l0 = frame[f + Frame.lambda];
  const l1 = frame[f + Frame.lambda + 1];
  const l2 = frame[f + Frame.lambda + 2];
  const lt = Math.sqrt(l1 * l1 + l2 * l2);
  q[o] = (l0 * q[o] - l1 * q[o + 1] - l2 * q[o + 2]) / ((l0 - lt) * (l0 + lt));
  q[o + 1] = (q[o + 1] - l1 * q[o]) / l0;
  q[o + 2] = (q[o + 2] - l2 * q[o]) / l0;
  scale(q, o, frame, f, q, o);
}

/** Lowers limit[l] to where x + t Δ leaves the cone, if it does before. */
export function limitStep(limit: Float64Array, l: number, x: Float64Array, step: Float64Array, o: number): void {
  const t = limit[l];
  const e0 = x[o] + t * step[o];
  const e1 = x[o + 1] + t * step[o + 1];
  const e2 = x[o + 2] + t * step[o + 2];
  if (e0 > 0 && e0 * e0 > e1 * e1 + e2 * e2) return;
  // det(x + t Δ) = A t² + 2 B t + C: the first root
  const A = step[o] * step[o] - step[o + 1] * step[o + 1] - step[o + 2] * step[o + 2];
  const B = x[o] * step[o] - x[o + 1] * step[o + 1] - x[o + 2] * step[o + 2];
  const xt = Math.sqrt(x[o + 1] * x[o + 1] + x[o + 2] * x[o + 2]);
  const C = (x[o] - xt) * (x[o] + xt);
  const D = Math.sqrt(Math.max(0, B * B - A * C));
  const root = B < 0 ? C / (D - B) : A < 0 ? -(B + D) / A : t;
  if (root < t) limit[l] = Math.max(0, root);
}
