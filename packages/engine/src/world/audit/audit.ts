/**
 * An audit of the motion that knows nothing of how it was found. From the end of one window to the end of the next it adds up,
 * for each body and particle, what velocities, forces and impulses that are told come to, and compares it with its state by then:
 *
 *   x(t₁) − x(t₀) = ∫ v dt                     by a quadrature of its own, on the dense output of momenta      audit-step.ts
 *   q(t₁) − q(t₀) = ∫ ½ ω q dt                 the same, with ω = I⁻¹ L
 *   P(t₁) − P(t₀) = ∫ F dt + Σ j               forces and impulses of joints and contacts, and those given
 *   L(t₁) − L(t₀) = ∫ τ dt + Σ r × j           about the centre of mass
 *
 * Whatever else moves a body, or changes its momentum, is not told, and is found here: a step put back onto its constraints,
 * a thing moved out of another, a body that is stopped. So it is with coordinates u (audit-things.ts). Of the forces within steps step-balance.ts takes an integral of its own, for
 * one step of each window. It changes nothing but its own numbers.
 *
 * Follows: Rigid Body Simulation, sections 2 and 8.
 */

import type { Mechanism } from "../../constrain/index.js";
import { quat, vec3 } from "../../math/index.js";
import { Answer, Slot } from "../../rigid/index.js";
import { countAll, findAnswers, nodeSize, readNode, readSizes } from "../island/index.js";
import type { WorldSettings } from "../model/index.js";
import { note, type Worst } from "../record/index.js";
import { isAudited } from "./audit-bounds.js";
import { auditDriven } from "./audit-driven.js";
import { AuditThings } from "./audit-things.js";

/** Numbers of `impulse` of a node: Σ |j| and Σ |r × j|. */
export const impulseSize = 2;

/** Forces are taken to act for at least so long, s: impulses that are not told are compared with what they give in that time. */
const leastTime = 1 / 64;
/** What makes a body no faster than this, m/s, is rounding, beside the same part of the tolerance. */
const stillPart = 1e-3;
const still = 1e-12;
/** Momenta, places and directions are known to this part of themselves: the sum of many steps is rounded. */
const rounding = 1e-12;
const roundedPlace = 1e-13;

const now = new Float64Array(nodeSize);
const sizes = new Float64Array(2);
const turn = new Float64Array(8);

export class Audit {
  /** What the state of each node should be, if what is told is all there is. */
  expected: Float64Array = new Float64Array(0);
  /** Sizes of the impulses told since the window began, N·s, and of their moments, N·m·s. */
  impulse: Float64Array = new Float64Array(0);
  /** The largest force, N, and moment, N·m, that were seen on each node since the window began. */
  largest: Float64Array = new Float64Array(0);
  /** Mean rates of P and L in the last leap. */
  mean: Float64Array = new Float64Array(0);
  /** When that ended, s. */
  meanTime: Float64Array = new Float64Array(0);
  /** Forces, or impulses, on each node that are told, summed: force and moment; and the sizes of the largest of both. */
  reported: Float64Array = new Float64Array(0);
  sizes: Float64Array = new Float64Array(0);
  /** What P and L of each node have changed by in its last whole step, and when that ended, s. */
  stepChange: Float64Array = new Float64Array(0);
  stepEnd: Float64Array = new Float64Array(0);
  /** When the window began, s. */
  readonly start = new Float64Array(1);
  /** The same of things with coordinates. */
  readonly things: AuditThings = new AuditThings();

  private reserve(count: number): void {
    if (this.expected.length >= nodeSize * count) return;
    this.expected = new Float64Array(2 * nodeSize * count);
    this.impulse = new Float64Array(2 * impulseSize * count);
    this.largest = new Float64Array(4 * count);
    this.mean = new Float64Array(12 * count);
    this.meanTime = new Float64Array(2 * count).fill(Number.NaN);
    this.reported = new Float64Array(12 * count);
    this.sizes = new Float64Array(4 * count);
    this.stepChange = new Float64Array(12 * count);
    this.stepEnd = new Float64Array(2 * count).fill(Number.NaN);
  }

  /** Opens a window at the present state. */
  begin(mechanism: Mechanism): void {
    const { system } = mechanism;
    const count = countAll(system);
    this.reserve(count);
    for (let i = 0; i < count; i++) readNode(this.expected, nodeSize * i, system, i);
    this.impulse.fill(0);
    this.largest.fill(0);
    this.start[0] = system.state[system.state.length - 1];
    this.things.begin(mechanism);
  }

  /** Closes the window at the present state: what is off is noted. Opens the next. */
  close(mechanism: Mechanism, worst: Worst, settings: WorldSettings): void {
    const { system } = mechanism;
    const { expected, impulse, largest } = this;
    const slow = Math.max(still, stillPart * settings.tolerance);
    const t = system.state[system.state.length - 1];
    const duration = Math.max(leastTime, t - this.start[0]);
    const g = vec3.length(settings.gravity, 0);
    const count = isAudited(settings) ? countAll(system) : 0;
    for (let i = 0; i < count; i++) {
      const answers = findAnswers(system, i);
      if (answers === Answer.none) continue;
      readNode(now, 0, system, i);
      readSizes(sizes, system, i);
      const mass = sizes[0];
      const arm = sizes[1];
      const way = measureOff(expected, i, Slot.x, roundedPlace, 0) + arm * measureTurn(expected, i);
      note(worst, "kinematicError", way, system, i, t);
      const force = largest[2 * i] + mass * g;
      const moment = largest[2 * i + 1] + arm * force;
      const j = impulseSize * i;
      const isMoved = (answers & Answer.force) !== 0;
      const push = isMoved ? measureOff(expected, i, Slot.P, rounding, slow * mass) : 0;
      const spin = measureOff(expected, i, Slot.L, rounding, slow * mass * arm);
      const pushPart = push === 0 ? 0 : push / (force * duration + impulse[j]);
      const spinPart = spin === 0 ? 0 : spin / (moment * duration + impulse[j + 1] + arm * impulse[j]);
      note(worst, "forceBalance", Math.max(pushPart, spinPart), system, i, t);
    }
    if (isAudited(settings)) {
      auditDriven(system, this.start[0], t, worst);
      this.things.close(mechanism, worst, duration, slow);
    }
    this.begin(mechanism);
  }
}

/** How far three numbers of the state of node i, from k on, are from what is expected, beyond a part of their size and the least that counts. */
function measureOff(expected: Float64Array, i: number, k: number, part: number, least: number): number {
  const o = nodeSize * i + k;
  let sum = 0;
  let size = 0;
  for (let x = 0; x < 3; x++) {
    const off = now[k + x] - expected[o + x];
    sum += off * off;
    size = Math.max(size, Math.abs(now[k + x]), Math.abs(expected[o + x]));
  }
  return Math.max(0, Math.sqrt(sum) - part * size - least);
}

/** How far node i is turned from where it is expected, beyond rounding, rad. */
function measureTurn(expected: Float64Array, i: number): number {
  quat.conjugate(turn, 0, expected, nodeSize * i + Slot.q);
  quat.multiply(turn, 4, now, Slot.q, turn, 0);
  // |sin ½ angle|: of small angles all there is to know
  return Math.max(0, 2 * vec3.length(turn, 4) - roundedPlace);
}
