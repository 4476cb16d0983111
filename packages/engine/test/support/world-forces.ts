/** Whether contact forces are those of least norm, by linear algebra of its own. */
import { partingAt } from "./world-measures.js";
import type { Stage } from "./worlds.js";

/**
 * Forces f ≥ 0 that make G f what it is have the least norm if and only if f = max(0, Gᵀλ) for some λ, at contacts that do
 * not part. On those that press λ is fitted. The largest misfit, relative to the largest force: there, and of Gᵀλ above
 * zero at the others. Of bodies at rest.
 */
export function measureNormExcess(stage: Stage): number {
  const { world, bodies } = stage;
  const contacts = world.getContacts();
  const scale = Math.max(...contacts.map(({ force }) => force));
  const rows = contacts.map(({ a, b, point, normal }) => {
    const row = new Float64Array(6 * bodies.length);
    for (const [body, sign] of [
      [a, 1],
      [b, -1],
    ]) {
      const k = bodies.indexOf(body);
      if (k < 0) continue;
      const r = [0, 1, 2].map((c) => point[c] - world.system.state[13 * body + c]);
      const n = normal.map((value) => sign * value);
      const torque = [r[1] * n[2] - r[2] * n[1], r[2] * n[0] - r[0] * n[2], r[0] * n[1] - r[1] * n[0]];
      row.set([...n, ...torque], 6 * k);
    }
    return row;
  });
  const pressing = rows.filter((_, c) => contacts[c].force > 1e-9 * scale);
  const forces = contacts.filter(({ force }) => force > 1e-9 * scale).map(({ force }) => force);
  const lambda = fit(pressing, forces);
  const worst = contacts.map(({ force }, c) => {
    const value = rows[c].reduce((sum, entry, k) => sum + entry * lambda[k], 0);
    if (force > 1e-9 * scale) return Math.abs(value - force);
    return partingAt(stage, contacts[c]) > 1e-9 ? force : Math.max(0, value);
  });
  return Math.max(...worst) / scale;
}

/** λ = Gᵀμ with G Gᵀ μ ≈ f by conjugate gradients: as good as round-off allows, singular or not. */
function fit(rows: readonly Float64Array[], f: readonly number[]): Float64Array {
  const size = rows[0].length;
  const lambda = new Float64Array(size);
  const residual = Float64Array.from(f);
  let s = multiplyTransposed(rows, residual, size);
  let p = s.slice();
  let gamma = dot(s, s);
  const enough = 1e-30 * gamma;
  for (let round = 0; round < 20 * size && gamma > enough; round++) {
    const q = Float64Array.from(rows, (row) => dot(row, p));
    const alpha = gamma / dot(q, q);
    for (let k = 0; k < size; k++) lambda[k] += alpha * p[k];
    for (let c = 0; c < rows.length; c++) residual[c] -= alpha * q[c];
    s = multiplyTransposed(rows, residual, size);
    const next = dot(s, s);
    p = p.map((value, k) => s[k] + (next / gamma) * value);
    gamma = next;
  }
  return lambda;
}

function multiplyTransposed(rows: readonly Float64Array[], x: Float64Array, size: number): Float64Array {
  const out = new Float64Array(size);
  rows.forEach((row, c) => {
    for (let k = 0; k < size; k++) out[k] += row[k] * x[c];
  });
  return out;
}

function dot(a: Float64Array, b: Float64Array): number {
  return a.reduce((sum, value, k) => sum + value * b[k], 0);
}
