/**
 * Pairs that touch without a force: their gaps are zero, and none of their contacts is active. There is no force whose zero would
 * show that they separate or become active; the guard is their acceleration:
 *
 *   d̈ = J v̇ + γ,  the least of the contacts of a pair: zero while they touch, > 0 as they separate, < 0 as they become active
 *
 * It is zero up to the rounding of the given forces, each by its size, as they may cancel. With no acceleration they may still
 * drift apart at some 1e-8 m/s: they have separated when the gaps of all their contacts exceed that of a touching contact
 * (nearby.ts).
 *
 * Follows: Rigid Body Simulation, section 9; Baraff 1989, section 7.
 */
import { ContactActivity, evaluateContact } from "../../contact/index.js";
import { resize } from "../../math/index.js";
import { isLimit, measureGiven } from "../island/index.js";
import type { DetectionContext } from "./context.js";
import { accelerationRounding, frictionalRounding, near, roundingGrowth } from "./parameters.js";

const noNumbers = new Float64Array(0);
const noIndices = new Int32Array(0);

/** Pairs of an island that touch without a force, with the guards of their accelerations. */
export class IdlePairs {
  /** Number of pairs. */
  count = 0;
  /** First contact of each pair. */
  private first: Int32Array = noIndices;
  /** End of the contacts of each pair: one more than the last. */
  private end: Int32Array = noIndices;
  /** Least acceleration of each pair at the last evaluation, m/s². */
  private least: Float64Array = noNumbers;
  /** Rounding of the acceleration of each pair, m/s². */
  private noise: Float64Array = noNumbers;
  /** Least gap of each pair beside that of a touching contact: more than 1 if the pair has drifted apart. */
  private drift: Float64Array = noNumbers;

  /** Lists the pairs after an event. The accumulators of forces are overwritten. */
  list(context: DetectionContext): void {
    const { contacts } = context.contactSet;
    const { touching } = context.memory;
    this.count = 0;
    for (let c = 0; c < contacts.count; ) {
      const first = c;
      const pair = contacts.pair[c];
      let isActive = false;
      for (; c < contacts.count && contacts.pair[c] === pair; c++) {
        if (contacts.active[c] === ContactActivity.active) isActive = true;
      }
      if (!isActive && touching.has(pair)) this.add(first, c);
    }
    if (this.count === 0) return;
    this.noise.fill(
      (context.island.friction === null ? accelerationRounding : frictionalRounding) * measureGiven(context.island),
    );
  }

  /** Adds a pair with its contacts from `first` up to `end`. */
  private add(first: number, end: number): void {
    const k = this.count++;
    if (k === this.first.length) {
      this.first = resize(this.first, 2 * k + 2);
      this.end = resize(this.end, 2 * k + 2);
      this.least = resize(this.least, 2 * k + 2);
      this.noise = resize(this.noise, 2 * k + 2);
      this.drift = resize(this.drift, 2 * k + 2);
    }
    this.first[k] = first;
    this.end[k] = end;
  }

  /** Takes the accelerations of the last evaluation for rounding, and writes the guards to out[o …]. */
  begin(out: Float64Array, o: number): void {
    for (let k = 0; k < this.count; k++) {
      this.noise[k] = Math.max(this.noise[k], roundingGrowth * Math.abs(this.least[k]));
      out[o + k] = this.noise[k] - Math.abs(this.least[k]);
    }
  }

  /**
   * Evaluates the guards with the forces in the accumulators, and writes one for each pair to out[o …]: < 0 if the pair no longer
   * touches without a force.
   */
  read(context: DetectionContext, out: Float64Array, o: number): void {
    if (this.count === 0) return;
    const { island } = context;
    const { contacts } = context.contactSet;
    island.balanceRoundOff();
    island.gatherAll();
    context.limits.evaluate();
    const touching = near * context.world.settings.contactTolerance;
    for (let k = 0; k < this.count; k++) {
      let least = Infinity;
      let gap = Infinity;
      for (let c = this.first[k]; c < this.end[k]; c++) {
        if (contacts.active[c] === ContactActivity.separating) continue;
        measure(context, c);
        least = Math.min(least, acceleration[0]);
        gap = Math.min(gap, isLimit(contacts, c) ? 0 : contacts.gap[c]);
      }
      this.drift[k] = gap < Infinity ? gap / touching : 0;
      this.least[k] = least < Infinity ? least : 0;
      // the rounding of the acceleration itself, where no forces were given before
      this.noise[k] = Math.max(this.noise[k], accelerationRounding * Math.abs(this.least[k]));
      out[o + k] = Math.min(this.noise[k] - Math.abs(this.least[k]), this.noise[k] * (1 - this.drift[k]));
    }
  }

  /** Whether pair k separates, by the last evaluation. */
  parts(k: number): boolean {
    return this.least[k] > this.noise[k] || this.drift[k] > 1;
  }

  /** Returns the first contact of pair k. */
  contactOf(k: number): number {
    return this.first[k];
  }
}

const acceleration = new Float64Array(1);

/** Writes d̈ of contact c to `acceleration`, as a number that is returned may be boxed. */
function measure(context: DetectionContext, c: number): void {
  const { island, world, limits } = context;
  const { contacts } = context.contactSet;
  const { cache } = context.world.detector;
  const { acceleration: q } = island.active;
  if (isLimit(contacts, c)) {
    acceleration[0] = limits.measureAcceleration(contacts, c, q);
    return;
  }
  evaluateContact(contacts, c, island.model.system, world.parts, cache);
  const { rowA, rowB, gamma, particleA, bodyA, bodyB } = contacts;
  const particle = particleA[c];
  const a = particle >= 0 ? island.model.particleStart + 3 * particle : 6 * island.model.findBody(bodyA[c]);
  const b = 6 * island.model.findBody(bodyB[c]);
  let sum = gamma[c];
  for (let k = 0; k < (particle >= 0 ? 3 : 6) && a >= 0; k++) sum += rowA[6 * c + k] * q[a + k];
  for (let k = 0; k < 6 && b >= 0; k++) sum += rowB[6 * c + k] * q[b + k];
  acceleration[0] = sum;
}

/** Whether contact c, of a pair that touched without a force, has an acceleration `a` that is rounding of the given forces. */
export function isIdle(context: DetectionContext, c: number, a: number): boolean {
  const { contacts } = context.contactSet;
  const { touching } = context.memory;
  return touching.has(contacts.pair[c]) && contacts.force[c] === 0 && isRounding(context, Math.abs(a));
}

/**
 * Whether the force of contact c, of a pair that did not slide, is rounding of the given forces: it cannot show that the pair
 * slips.
 */
export function isFaint(context: DetectionContext, c: number): boolean {
  const { island } = context;
  const { contacts } = context.contactSet;
  const { sliding } = context.memory;
  if (sliding.has(contacts.pair[c])) return false;
  const { inverseMass, particles } = island.model.system;
  const particle = contacts.particleA[c];
  const w = particle >= 0 ? particles.inverseMass[particle] : inverseMass[contacts.bodyA[c]];
  return isRounding(context, contacts.force[c] * (w + inverseMass[contacts.bodyB[c]]));
}

/** Whether an acceleration is rounding beside those of the given forces. */
function isRounding({ island }: DetectionContext, a: number): boolean {
  if (given[0] < 0) {
    given[0] = measureGiven(island);
    island.applyForces();
  }
  return a <= accelerationRounding * given[0];
}

/** Largest acceleration by one of the given forces (`measureGiven`), m/s²; < 0 if it is not known. */
const given = Float64Array.of(-1);

/** Discards the accelerations of the given forces, before `isIdle` and `isFaint` are used at another event. */
export function forgetGiven(): void {
  given[0] = -1;
}
