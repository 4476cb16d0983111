/**
 * Pairs that touch without a force: they lie against each other, and nothing presses them together. No row holds them, so that
 * no force tells when they part, or begin to press. Their acceleration does:
 *
 *   d̈ = J v̇ + γ,  the least of the contacts of a pair: zero as long as they touch, > 0 as they part, < 0 as they press
 *
 * It is zero up to what rounding leaves of the forces that are given, each by its size, as they may cancel. Where it is none they may
 * drift apart all the same, at some 1e-8 m/s: they have parted where all of their contacts are farther than what touches (nearby.ts).
 *
 * Follows: Rigid Body Simulation, section 9; Baraff 1989, section 7.
 */
import { evaluateContact } from "../../contact/index.js";
import { resize } from "../../math/index.js";
import { isLimit, measureGiven } from "../island/index.js";
import type { DetectionContext } from "./context.js";
import { near } from "./nearby.js";

/** Accelerations below this fraction of the largest that a force would give alone are none; and so where something rubs. */
const nonePart = 1e-11;
const frictionPart = 4e-10;
/** The same of what they seem to be in the beginning. */
const unsure = 4;

const noNumbers = new Float64Array(0);

const noIndices = new Int32Array(0);

export class IdlePairs {
  count = 0;
  /** The first contact of each pair, and behind the last one. */
  private first: Int32Array = noIndices;
  private end: Int32Array = noIndices;
  /** The least acceleration of each pair where it was measured last, m/s². */
  private least: Float64Array = noNumbers;
  /** Accelerations of a pair up to this are none, m/s². */
  private noise: Float64Array = noNumbers;
  /** The least gap of each pair beside what touches, where it was measured last: more than 1 if it has drifted apart. */
  private drift: Float64Array = noNumbers;

  /** Finds them: to be called after settling. The accumulators of forces are another's then. */
  list(context: DetectionContext): void {
    const { contacts } = context.contactSet;
    const { touching } = context.memory;
    this.count = 0;
    for (let c = 0; c < contacts.count; ) {
      const first = c;
      const pair = contacts.pair[c];
      let isHeld = false;
      for (; c < contacts.count && contacts.pair[c] === pair; c++) if (contacts.active[c] === 1) isHeld = true;
      if (!isHeld && touching.has(pair)) this.add(first, c);
    }
    if (this.count === 0) return;
    this.noise.fill((context.island.friction === null ? nonePart : frictionPart) * measureGiven(context.island));
  }

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

  /** Takes what was measured last as none, and writes it anew. */
  begin(out: Float64Array, o: number): void {
    for (let k = 0; k < this.count; k++) {
      this.noise[k] = Math.max(this.noise[k], unsure * Math.abs(this.least[k]));
      out[o + k] = this.noise[k] - Math.abs(this.least[k]);
    }
  }

  /** Measures with the forces in the accumulators; to out[o …], for each pair, how far it is from being over: < 0 if it is. */
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
        if (contacts.active[c] === 2) continue;
        measure(context, c);
        least = Math.min(least, acceleration[0]);
        gap = Math.min(gap, isLimit(contacts, c) ? 0 : contacts.gap[c]);
      }
      this.drift[k] = gap < Infinity ? gap / touching : 0;
      this.least[k] = least < Infinity ? least : 0;
      // its own rounding, where nothing was given before
      this.noise[k] = Math.max(this.noise[k], nonePart * Math.abs(this.least[k]));
      out[o + k] = Math.min(this.noise[k] - Math.abs(this.least[k]), this.noise[k] * (1 - this.drift[k]));
    }
  }

  /** Whether pair k parts, as it was measured last. */
  parts(k: number): boolean {
    return this.least[k] > this.noise[k] || this.drift[k] > 1;
  }

  /** A contact of pair k. */
  contactOf(k: number): number {
    return this.first[k];
  }
}

const acceleration = new Float64Array(1);

/** d̈ of contact c, to `acceleration`: a number that is returned may be boxed. */
function measure(context: DetectionContext, c: number): void {
  const { island, world, limits } = context;
  const { contacts } = context.contactSet;
  const { cache } = context.world.detector;
  const { acceleration: q } = island;
  if (isLimit(contacts, c)) {
    acceleration[0] = limits.measureAcceleration(contacts, c, q);
    return;
  }
  evaluateContact(contacts, c, island.system, world.parts, cache);
  const { rowA, rowB, gamma, particleA, bodyA, bodyB } = contacts;
  const particle = particleA[c];
  const a = particle >= 0 ? island.particleStart + 3 * particle : 6 * island.findBody(bodyA[c]);
  const b = 6 * island.findBody(bodyB[c]);
  let sum = gamma[c];
  for (let k = 0; k < (particle >= 0 ? 3 : 6) && a >= 0; k++) sum += rowA[6 * c + k] * q[a + k];
  for (let k = 0; k < 6 && b >= 0; k++) sum += rowB[6 * c + k] * q[b + k];
  acceleration[0] = sum;
}

/** Whether contact c, which held on before, without a force, has an acceleration that is rounding of the forces given. */
export function isIdle(context: DetectionContext, c: number, a: number): boolean {
  const { contacts } = context.contactSet;
  const { touching } = context.memory;
  return touching.has(contacts.pair[c]) && contacts.force[c] === 0 && isRounding(context, Math.abs(a));
}

/**
 * Whether the force of contact c is what rounding leaves of those that are given, though it did not slide before: nothing
 * tells then whether it begins to.
 */
export function isFaint(context: DetectionContext, c: number): boolean {
  const { island } = context;
  const { contacts } = context.contactSet;
  const { sliding } = context.memory;
  if (sliding.has(contacts.pair[c])) return false;
  const { inverseMass, particles } = island.system;
  const particle = contacts.particleA[c];
  const w = particle >= 0 ? particles.inverseMass[particle] : inverseMass[contacts.bodyA[c]];
  return isRounding(context, contacts.force[c] * (w + inverseMass[contacts.bodyB[c]]));
}

/** Whether an acceleration is none beside those of the forces given. */
function isRounding({ island }: DetectionContext, a: number): boolean {
  if (given[0] < 0) {
    given[0] = measureGiven(island);
    island.applyForces();
  }
  return a <= nonePart * given[0];
}

/** See `measureGiven`; < 0 if it is not known. */
const given = Float64Array.of(-1);

/** To be called before the two above are asked, where an island settles. */
export function forgetGiven(): void {
  given[0] = -1;
}
