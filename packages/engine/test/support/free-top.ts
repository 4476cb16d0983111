/**
 * The free rotation of any body, in closed form: ω in the body's axes by Jacobi's functions, the attitude by one integral.
 *
 *   ω_a = A cn u,   ω_b = B sn u,   ω_c = C dn u,   u = p t + u₀
 *   φ̇ = |L| (L_bω_b + L_cω_c) / (L_b² + L_c²)
 *
 *   c   the axis that ω goes round, of the largest or the least moment; a the other of the two, b the middle one
 *   φ   how far the line of nodes, e_a × L, has turned about L; its rate has the period of ω², and its integral over a
 *       whole period is found by Gauss's formula as exactly as over a part of one
 *
 * After Landau and Lifshitz, Mechanics, section 37.
 */
import { completeK, computeJacobi, invertJacobi } from "./jacobi.js";

type Triple = readonly [number, number, number];

export interface FreeTop {
  /** Of ω in the body's axes, s. */
  readonly period: number;
  /** Complementary parameter, 1 − m: 0 on the separatrix. */
  readonly m1: number;
  /** ω in the body's axes. */
  omegaBody(t: number): Triple;
  /** From the body's axes to the world's, row by row; the identity at t = 0. */
  attitude(t: number): number[];
}

/** The motion of a body with three different principal moments from the angular velocity `omega` and no rotation. */
export function solveFreeTop(I: Triple, omega: Triple): FreeTop {
  const [a, b, c] = nameAxes(I, omega);
  const energyOf = (k: number) => I[k] * omega[k] * omega[k];
  // L² − 2T I_k, without cancellation for an axis of extreme moment
  const excess = (k: number) => [a, b, c].reduce((sum, j) => sum + energyOf(j) * (I[j] - I[k]), 0);
  const p = Math.sqrt(((I[c] - I[b]) * excess(a)) / (I[a] * I[b] * I[c]));
  const m1 = ((I[c] - I[a]) * excess(b)) / ((I[c] - I[b]) * excess(a));
  const A = Math.sqrt(-excess(c) / (I[a] * (I[c] - I[a])));
  const C = Math.sign(omega[c]) * Math.sqrt(excess(a) / (I[c] * (I[c] - I[a])));
  const isEven = (b + 1) % 3 === c;
  const B = (isEven ? 1 : -1) * Math.sign((I[c] - I[a]) * C) * Math.sqrt(-excess(c) / (I[b] * (I[c] - I[b])));
  const u0 = invertJacobi(omega[b] / B, omega[a] / A, omega[c] / C, m1);
  const period = (4 * completeK(m1)) / p;
  const omegaBody = (t: number): Triple => {
    const [sn, cn, dn] = computeJacobi(p * t + u0, m1);
    const out: [number, number, number] = [0, 0, 0];
    [out[a], out[b], out[c]] = [A * cn, B * sn, C * dn];
    return out;
  };
  const size = Math.hypot(...I.map((moment, k) => moment * omega[k]));
  const rate = (t: number) => {
    const w = omegaBody(t);
    const [Lb, Lc] = [I[b] * w[b], I[c] * w[c]];
    return (size * (Lb * w[b] + Lc * w[c])) / (Lb * Lb + Lc * Lc);
  };
  const frameAt = (t: number) => findFrame(I, omegaBody(t), a);
  const start = frameAt(0);
  const turn = integrate(rate, 0, period);
  const attitude = (t: number): number[] => {
    const whole = Math.floor(t / period);
    const phi = whole * turn + integrate(rate, whole * period, t);
    // the frame of the nodes: how it stands in the world, which it leaves by φ about L, and in the body
    const [C1, S1] = [Math.cos(phi), Math.sin(phi)];
    const world = [mix(C1, start[0], S1, start[1]), mix(-S1, start[0], C1, start[1]), start[2]];
    const body = frameAt(t);
    return [0, 1, 2].flatMap((r) => [0, 1, 2].map((s) => world.reduce((sum, w, k) => sum + w[r] * body[k][s], 0)));
  };
  return { period, m1, omegaBody, attitude };
}

/** a, b, c of the header. */
function nameAxes(I: Triple, omega: Triple): Triple {
  const [least, b, most] = [0, 1, 2].sort((j, k) => I[j] - I[k]);
  const excess = I.reduce((sum, moment, k) => sum + moment * omega[k] * omega[k] * (moment - I[b]), 0);
  return excess > 0 ? [least, b, most] : [most, b, least];
}

/** The line of nodes, what is across it, and L: unit vectors in the body's axes. */
function findFrame(I: Triple, omega: Triple, a: number): readonly Triple[] {
  const L: Triple = [I[0] * omega[0], I[1] * omega[1], I[2] * omega[2]];
  const e: Triple = [a === 0 ? 1 : 0, a === 1 ? 1 : 0, a === 2 ? 1 : 0];
  const third = scaleToUnit(L);
  const first = scaleToUnit(cross(e, L));
  return [first, cross(third, first), third];
}

function cross(v: Triple, w: Triple): Triple {
  return [v[1] * w[2] - v[2] * w[1], v[2] * w[0] - v[0] * w[2], v[0] * w[1] - v[1] * w[0]];
}

function scaleToUnit(v: Triple): Triple {
  const size = Math.hypot(...v);
  return [v[0] / size, v[1] / size, v[2] / size];
}

function mix(s: number, v: Triple, t: number, w: Triple): Triple {
  return [s * v[0] + t * w[0], s * v[1] + t * w[1], s * v[2] + t * w[2]];
}

/** Nodes and weights of Gauss's formula with five points on −1 … 1. */
const far = Math.sqrt(5 + 2 * Math.sqrt(10 / 7)) / 3;
const near = Math.sqrt(5 - 2 * Math.sqrt(10 / 7)) / 3;
const light = (322 - 13 * Math.sqrt(70)) / 900;
const heavy = (322 + 13 * Math.sqrt(70)) / 900;
const gauss = [
  [-far, light],
  [-near, heavy],
  [0, 128 / 225],
  [near, heavy],
  [far, light],
];
const panels = 300;

function integrate(f: (t: number) => number, from: number, to: number): number {
  const h = (to - from) / panels;
  let sum = 0;
  for (let k = 0; k < panels; k++) {
    const middle = from + (k + 0.5) * h;
    for (const [x, weight] of gauss) sum += weight * f(middle + (x * h) / 2);
  }
  return (sum * h) / 2;
}
