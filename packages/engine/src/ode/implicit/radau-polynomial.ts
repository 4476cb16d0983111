/**
 * The collocation polynomial of a step of Radau IIA: the cubic through y₀ and the three stages, of which the last is
 * y₁. It is the dense output of the step, good to O(h⁴), and, continued beyond it, the first guess for the next.
 *
 *   q(s) = y₁ + s (d₁ + (s − (c₂−1)) (d₂ + (s − (c₁−1)) d₃)),     s = (t − t₁)/h:  −1 at t₀, 0 at t₁
 *
 * d₁, d₂, d₃ are divided differences at the nodes s = 0, c₂−1, c₁−1, −1.
 */
import { Plan } from "../stepper/index.js";
import * as radau from "./radau-constants.js";
import type { RadauWork } from "./radau-stages.js";

const S1 = radau.C1 - 1;
const S2 = radau.C2 - 1;

/** Computes the divided differences d₁, d₂, d₃ of the collocation polynomial from the stages. */
export function fitPolynomial(d: Float64Array[], z: Float64Array[]): void {
  const z1 = z[0];
  const z2 = z[1];
  const z3 = z[2];
  const d1 = d[0];
  const d2 = d[1];
  const d3 = d[2];
  for (let i = 0; i < z1.length; i++) {
    const first = (z2[i] - z3[i]) / S2;
    const middle = (z1[i] - z2[i]) / (radau.C1 - radau.C2);
    const second = (middle - first) / S1;
    const other = (z1[i] / radau.C1 - middle) / -radau.C2;
    d1[i] = first;
    d2[i] = second;
    d3[i] = second - other;
  }
}

/** Writes the collocation polynomial at the time out[n]; `end` is (y₁, t₁), and the step began at the time `start[n]`. */
export function evaluatePolynomial(out: Float64Array, start: Float64Array, end: Float64Array, d: Float64Array[]): void {
  const n = end.length - 1;
  const d1 = d[0];
  const d2 = d[1];
  const d3 = d[2];
  const h = end[n] - start[n];
  const s = h === 0 ? 0 : (out[n] - end[n]) / h;
  for (let i = 0; i < n; i++) out[i] = end[i] + s * (d1[i] + (s - S2) * (d2[i] + (s - S1) * d3[i]));
  if (s === -1) for (let i = 0; i < n; i++) out[i] = start[i];
}

/** Predicts z and w at the start of an iteration by the polynomial of the last step, which was last[o] long, s. */
export function extrapolateStages(work: RadauWork, d: Float64Array[], last: Float64Array, o: number): void {
  const ratio = work.plan[Plan.step] / last[o];
  const d1 = d[0];
  const d2 = d[1];
  const d3 = d[2];
  for (let k = 0; k < 3; k++) {
    const z = work.z[k];
    const s = ratio * (k === 0 ? radau.C1 : k === 1 ? radau.C2 : 1);
    for (let i = 0; i < z.length; i++) z[i] = s * (d1[i] + (s - S2) * (d2[i] + (s - S1) * d3[i]));
  }
  const z1 = work.z[0];
  const z2 = work.z[1];
  const z3 = work.z[2];
  const w1 = work.w[0];
  const w2 = work.w[1];
  const w3 = work.w[2];
  for (let i = 0; i < z1.length; i++) {
    w1[i] = radau.R11 * z1[i] + radau.R12 * z2[i] + radau.R13 * z3[i];
    w2[i] = radau.R21 * z1[i] + radau.R22 * z2[i] + radau.R23 * z3[i];
    w3[i] = radau.R31 * z1[i] + radau.R32 * z2[i] + radau.R33 * z3[i];
  }
}

/** Predicts z = w = 0, where there is no last step. */
export function clearStages(work: RadauWork): void {
  for (let k = 0; k < 3; k++) {
    work.z[k].fill(0);
    work.w[k].fill(0);
  }
}
