/**
 * A fourth-order splitting method for rigid bodies: it keeps the energy of free rotation bounded for millions of steps,
 * and P and L to the last bit.
 *
 *   S(h) = K(h/2) D(h) K(h/2)           kick: P += h F, L += h τ;  drift: free flight
 *   Φ(h) = S(ph) S(ph) S((1−4p)h) S(ph) S(ph),  p = 1/(4 − 4^⅓)            Suzuki's composition, of order 4
 *
 * In a drift L stands still and m = RᵀL turns. The energy is split by one of the moments, I_a, and the other two axes:
 *
 *   ½ mᵀI⁻¹m = |m|²/(2I_a) + ½ m_b²(1/I_b − 1/I_a) + ½ m_c²(1/I_c − 1/I_a)
 *
 * Each part is a rotation: the first by hL/I_a in the world, which commutes with the others, the second and third about
 * the body's own axes by h m_b(1/I_b − 1/I_a). So a symmetric body, which lacks the third, turns exactly. I_a is the
 * middle moment.
 *
 * Of order 4 for forces that depend on positions and time; those that depend on velocities make it of order 1.
 */
import { fail, quat, sinCos } from "../../math/index.js";
import { createFixedStepper, type FixedStepOptions, type FixedStepper, type FixedWork, Plan } from "../../ode/index.js";
import { bodySize, RigidSystem, Slot } from "../body/index.js";

/** Fraction p = 1/(4 − 4^⅓) of Suzuki's composition. */
const p = 0.4144907717943757;
const fractions = [p, p, 1 - 4 * p, p, p];

/** Creates a stepper of the splitting method for a rigid system, with a fixed step, s. */
export function splitting(system: RigidSystem, options: FixedStepOptions): FixedStepper {
  if (!(system instanceof RigidSystem)) {
    fail(
      "not-a-rigid-system",
      "system",
      "must be a RigidSystem",
      system,
      "other methods take any problem: rk4, dopri5, …",
    );
  }
  const advance = (work: FixedWork): void => advanceSplitting(system, work);
  return createFixedStepper({ name: "splitting", order: 4, stages: 6, advance }, system, options);
}

function advanceSplitting(system: RigidSystem, work: FixedWork): void {
  const { previous, state, plan, slopes } = work;
  const n = state.length - 1;
  const h = plan[Plan.step];
  state.set(previous);
  amount[0] = 0.5 * fractions[0] * h;
  kick(system, state, slopes[0]);
  let passed = 0;
  for (let s = 0; s < fractions.length; s++) {
    const next = s + 1 < fractions.length ? fractions[s + 1] : 0;
    amount[0] = fractions[s] * h;
    drift(system, state);
    passed += fractions[s];
    state[n] = s + 1 < fractions.length ? previous[n] + passed * h : plan[Plan.end];
    system.setState(state);
    system.derivative(slopes[1]);
    // the system has written the entries that it prescribes: paths and anchors
    system.getState(state);
    // the half kick that ends this stage, and the one that begins the next
    amount[0] = 0.5 * (fractions[s] + next) * h;
    kick(system, state, slopes[1]);
  }
  let check = 0;
  for (let k = 0; k < n; k++) check += 0 * state[k];
  plan[Plan.check] = check;
}

/** Duration of a kick, of a drift, or an angle: numbers pass through arrays where a call may not be inlined. */
const amount = new Float64Array(1);

/** Kicks the momenta: P += h F, L += h τ, and v += h f/m of the particles. */
function kick(system: RigidSystem, state: Float64Array, rates: Float64Array): void {
  const h = amount[0];
  const own = bodySize * system.count;
  for (let y = 0; y < own; y += bodySize) {
    for (let c = Slot.P; c < bodySize; c++) state[y + c] += h * rates[y + c];
  }
  for (let y = own; y < state.length - 1; y += 6) {
    for (let c = 3; c < 6; c++) state[y + c] += h * rates[y + c];
  }
}

/** Drifts all bodies and particles in free flight. */
function drift(system: RigidSystem, state: Float64Array): void {
  const h = amount[0];
  const own = bodySize * system.count;
  for (let i = 0; i < system.count; i++) {
    const y = bodySize * i;
    const w = h * system.inverseMass[i];
    for (let c = 0; c < 3; c++) state[y + c] += w * state[y + Slot.P + c];
    amount[0] = h;
    turnFreely(system, state, i);
  }
  for (let y = own; y < state.length - 1; y += 6) {
    for (let c = 0; c < 3; c++) state[y + c] += h * state[y + 3 + c];
  }
}

/** Rotates body i freely. */
function turnFreely({ inverseMoments }: RigidSystem, state: Float64Array, i: number): void {
  const h = amount[0];
  const d = 3 * i;
  const q = bodySize * i + Slot.q;
  const L = bodySize * i + Slot.L;
  const a = findMiddle(inverseMoments, d);
  const b = (a + 1) % 3;
  const c = (a + 2) % 3;
  const base = inverseMoments[d + a];
  const kappaB = inverseMoments[d + b] - base;
  const kappaC = inverseMoments[d + c] - base;
  if (base === 0) return;
  quat.rotateVectorInverse(m, 0, state, q, state, L);
  // the half turns about b, and the whole one about c between them
  angle[0] = 0.5 * h * kappaB;
  turnAbout(state, q, b);
  angle[0] = h * kappaC;
  turnAbout(state, q, c);
  angle[0] = 0.5 * h * kappaB;
  turnAbout(state, q, b);
  const turned = h * base;
  for (let k = 0; k < 3; k++) m[k] = turned * state[L + k];
  quat.fromRotationVector(turn, 0, m, 0);
  quat.multiply(state, q, turn, 0, state, q);
}

/** Angular momentum m = RᵀL of the body at hand, in axes of the body. */
const m = new Float64Array(3);
const turn = new Float64Array(4);
const angle = new Float64Array(1);
const wave = new Float64Array(2);

/** Rotates q and m about body axis k by the angle θ = angle[0] · m_k. */
function turnAbout(state: Float64Array, q: number, k: number): void {
  if (angle[0] === 0) return;
  angle[0] *= 0.5 * m[k];
  sinCos(wave, 0, angle, 0);
  const sine = wave[0];
  const cosine = wave[1];
  turn.fill(0);
  turn[k] = sine;
  turn[3] = cosine;
  quat.multiply(state, q, state, q, turn, 0);
  // m turns the other way, by the whole angle
  const u = (k + 1) % 3;
  const v = (k + 2) % 3;
  const C = cosine * cosine - sine * sine;
  const S = 2 * sine * cosine;
  const mu = m[u];
  const mv = m[v];
  m[u] = C * mu + S * mv;
  m[v] = C * mv - S * mu;
}

/** Returns the index of the middle one of three numbers. */
function findMiddle(d: Float64Array, o: number): number {
  const x = d[o];
  const y = d[o + 1];
  const z = d[o + 2];
  if ((x <= y && y <= z) || (z <= y && y <= x)) return 1;
  return (y <= x && x <= z) || (z <= x && x <= y) ? 0 : 2;
}
