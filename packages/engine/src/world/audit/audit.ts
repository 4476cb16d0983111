/**
 * Audit of the motion, independent of the way in which it was computed. From the end of one window to the end of the next it adds
 * up, for each body and particle, the integrals of velocities and of the reported forces and impulses, and compares them with the
 * state:
 *
 *   x(t₁) − x(t₀) = ∫ v dt                     by a quadrature of its own, on the dense output of momenta      audit-step.ts
 *   q(t₁) − q(t₀) = ∫ ½ ω q dt                 by that quadrature, with ω = I⁻¹ L
 *   P(t₁) − P(t₀) = ∫ F dt + Σ j               forces and impulses of joints and contacts, and given forces
 *   L(t₁) − L(t₀) = ∫ τ dt + Σ r × j           about the centre of mass
 *
 * Any other change of position or momentum is in no sum and shows here: the projection of a step onto its constraints,
 * depenetration, a body that is stopped. Generalized coordinates u are verified alike (audit-things.ts). For the forces within
 * steps step-balance.ts takes an integral of its own, for one step of each window. The audit changes nothing but its own numbers.
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
import { minDuration, momentumRounding, positionRounding, slowPart, slowSpeed } from "./parameters.js";

/** Number of entries of `Audit.impulse` of a node: Σ |j| and Σ |r × j|. */
export const impulseSize = 2;

/** State of a node at the end of the window. */
const now = new Float64Array(nodeSize);
const sizes = new Float64Array(2);
const turn = new Float64Array(8);

/** Sums of the audit of a world within a window. */
export class Audit {
  /** Expected state of each node, by the reported forces and impulses. */
  expected: Float64Array = new Float64Array(0);
  /** Sums of the sizes of the reported impulses, N·s, and of their moments, N·m·s, in the window. */
  impulse: Float64Array = new Float64Array(0);
  /** Largest force, N, and moment, N·m, on each node in the window. */
  largest: Float64Array = new Float64Array(0);
  /** Mean rates of P and L in the last Moreau–Jean time step. */
  mean: Float64Array = new Float64Array(0);
  /** End of that time step, s. */
  meanTime: Float64Array = new Float64Array(0);
  /** Sums of the reported forces, or impulses, on each node: force and moment. */
  reported: Float64Array = new Float64Array(0);
  /** Sizes of the largest reported force and moment on each node. */
  sizes: Float64Array = new Float64Array(0);
  /** Change of P and L of each node in its last complete step. */
  stepChange: Float64Array = new Float64Array(0);
  /** End of that step, s. */
  stepEnd: Float64Array = new Float64Array(0);
  /** Beginning of the window, s. */
  readonly start = new Float64Array(1);
  /** Sums of the systems with generalized coordinates. */
  readonly things: AuditThings = new AuditThings();

  /** Makes room for a number of nodes. */
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

  /** Closes the window at the present state, records the differences, and opens the next window. */
  close(mechanism: Mechanism, worst: Worst, settings: WorldSettings): void {
    const { system } = mechanism;
    const { expected, impulse, largest } = this;
    const slow = Math.max(slowSpeed, slowPart * settings.tolerance);
    const t = system.state[system.state.length - 1];
    const duration = Math.max(minDuration, t - this.start[0]);
    const g = vec3.length(settings.gravity, 0);
    const count = isAudited(settings) ? countAll(system) : 0;
    for (let i = 0; i < count; i++) {
      const answers = findAnswers(system, i);
      if (answers === Answer.none) continue;
      readNode(now, 0, system, i);
      readSizes(sizes, system, i);
      const mass = sizes[0];
      const arm = sizes[1];
      const way = measureDifference(expected, i, Slot.x, positionRounding, 0) + arm * measureTurn(expected, i);
      note(worst, "kinematicError", way, system, i, t);
      const force = largest[2 * i] + mass * g;
      const moment = largest[2 * i + 1] + arm * force;
      const j = impulseSize * i;
      const isMoved = (answers & Answer.force) !== 0;
      const push = isMoved ? measureDifference(expected, i, Slot.P, momentumRounding, slow * mass) : 0;
      const spin = measureDifference(expected, i, Slot.L, momentumRounding, slow * mass * arm);
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

/**
 * Returns the difference of three entries of node i, from k on, from their expected values, less a part of their size and a
 * threshold.
 */
function measureDifference(expected: Float64Array, i: number, k: number, part: number, least: number): number {
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

/** Returns the angle between the rotation of node i and its expected rotation, less rounding, rad. */
function measureTurn(expected: Float64Array, i: number): number {
  quat.conjugate(turn, 0, expected, nodeSize * i + Slot.q);
  quat.multiply(turn, 4, now, Slot.q, turn, 0);
  // 2 |sin ½ angle|, which is the angle where it is small
  return Math.max(0, 2 * vec3.length(turn, 4) - positionRounding);
}
