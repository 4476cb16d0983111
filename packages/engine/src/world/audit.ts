/**
 * An audit of the motion that knows nothing of how it was found. From the end of one window to the end of the next it adds up,
 * for each body, what velocities, forces and impulses that are told come to, and compares it with where the body is by then:
 *
 *   x(t₁) − x(t₀) = ∫ v dt                     by a quadrature of its own, on the dense output of momenta      audit-step.ts
 *   P(t₁) − P(t₀) = ∫ F dt + Σ j               forces and impulses of joints and contacts, and those given
 *   L(t₁) − L(t₀) = ∫ τ dt + Σ r × j           about the centre of mass
 *
 * Whatever else moves a body, or changes its momentum, is not told, and is found here: a step put back onto its constraints,
 * a thing moved out of another, a body that is stopped. It changes nothing but its own numbers.
 *
 * Follows: Rigid Body Simulation, sections 2 and 8.
 */
import { Answer, bodySize, type RigidSystem, Slot } from "../rigid/index.js";
import { noteFault, type Worst } from "./report.js";
import type { WorldSettings } from "./settings.js";

/** Numbers of `expected` of a body: x, P, L. */
export const expectedSize = 9;
/** Numbers of `impulse` of a body: Σ |j| and Σ |r × j|. */
export const impulseSize = 2;

/** Forces are taken to act for at least so long, s: impulses that are not told are compared with what they give in that time. */
const leastTime = 1 / 64;
/** What makes a body no faster than this, m/s, is rounding, beside the same part of the tolerance. */
const stillPart = 1e-3;
const still = 1e-12;
/** Momenta and places are known to this part of themselves: the sum of many steps is rounded. */
const rounding = 1e-12;
const roundedPlace = 1e-13;

export class Audit {
  /** What x, P and L of each body should be, if what is told is all there is. */
  expected: Float64Array = new Float64Array(0);
  /** Sizes of the impulses told since the window began, N·s, and of their moments, N·m·s. */
  impulse: Float64Array = new Float64Array(0);
  /** The largest force, N, and moment, N·m, that were seen on each body since the window began. */
  largest: Float64Array = new Float64Array(0);
  /** Mean rates of P and L in the last leap. */
  mean: Float64Array = new Float64Array(0);
  /** When that ended, s. */
  meanTime: Float64Array = new Float64Array(0);
  /** Forces, or impulses, on each body that are told, summed: force and moment; and the sizes of the largest of both. */
  told: Float64Array = new Float64Array(0);
  sizes: Float64Array = new Float64Array(0);
  /** When the window began, s. */
  readonly start = new Float64Array(1);

  private reserve(count: number): void {
    if (this.expected.length >= expectedSize * count) return;
    this.expected = new Float64Array(2 * expectedSize * count);
    this.impulse = new Float64Array(2 * impulseSize * count);
    this.largest = new Float64Array(4 * count);
    this.mean = new Float64Array(12 * count);
    this.meanTime = new Float64Array(2 * count).fill(Number.NaN);
    this.told = new Float64Array(12 * count);
    this.sizes = new Float64Array(4 * count);
  }

  /** Opens a window at the present state. */
  begin({ state, count }: RigidSystem): void {
    this.reserve(count);
    const { expected } = this;
    for (let i = 0; i < count; i++) {
      const y = bodySize * i;
      const o = expectedSize * i;
      for (let k = 0; k < 3; k++) expected[o + k] = state[y + Slot.x + k];
      for (let k = 0; k < 6; k++) expected[o + 3 + k] = state[y + Slot.P + k];
    }
    this.impulse.fill(0);
    this.largest.fill(0);
    this.start[0] = state[state.length - 1];
  }

  /** Closes the window at the present state: what is off is noted. Opens the next. */
  close(system: RigidSystem, worst: Worst, settings: WorldSettings): void {
    const { state, count, answers, mass } = system;
    const slow = Math.max(still, stillPart * settings.tolerance);
    const t = state[state.length - 1];
    // what a fixed step is off by is its own affair
    const isJudged = settings.integrator === "dopri5" || settings.integrator === "adams";
    const duration = Math.max(leastTime, t - this.start[0]);
    for (let i = 0; i < count && isJudged; i++) {
      if (answers[i] !== Answer.both) continue;
      const way = this.measureOff(state, i, 0, roundedPlace, 0);
      if (way > worst.kinematicError) noteFault(worst, "kinematicError", way, i, t);
      const force = this.largest[2 * i] + mass[i] * measureLength(settings.gravity, 0);
      const arm = Math.sqrt(measureLength(system.moments, 3 * i) / mass[i]);
      const moment = this.largest[2 * i + 1] + arm * force;
      const push = this.measureOff(state, i, 3, rounding, slow * mass[i]);
      const turn = this.measureOff(state, i, 6, rounding, slow * mass[i] * arm);
      const part = Math.max(
        push === 0 ? 0 : push / (force * duration + this.impulse[impulseSize * i]),
        turn === 0
          ? 0
          : turn / (moment * duration + this.impulse[impulseSize * i + 1] + arm * this.impulse[impulseSize * i]),
      );
      if (part > worst.forceBalance) noteFault(worst, "forceBalance", part, i, t);
    }
    this.begin(system);
  }

  /** How far three numbers of body i are from what is expected, beyond a part of their size and the least that counts. */
  private measureOff(state: Float64Array, i: number, k: number, part: number, least: number): number {
    const o = expectedSize * i + k;
    const y = bodySize * i + (k === 0 ? Slot.x : k === 3 ? Slot.P : Slot.L);
    let sum = 0;
    let size = 0;
    for (let x = 0; x < 3; x++) {
      const off = state[y + x] - this.expected[o + x];
      sum += off * off;
      size = Math.max(size, Math.abs(state[y + x]), Math.abs(this.expected[o + x]));
    }
    return Math.max(0, Math.sqrt(sum) - part * size - least);
  }
}

/** The length of three numbers. */
export function measureLength(v: Float64Array, o: number): number {
  return Math.sqrt(v[o] * v[o] + v[o + 1] * v[o + 1] + v[o + 2] * v[o + 2]);
}
