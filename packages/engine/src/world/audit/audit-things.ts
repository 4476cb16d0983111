/**
 * The audit (audit.ts) of things with coordinates. From the end of one window to the end of the next, of each
 *
 *   u(t₁) − u(t₀) = ∫ u̇ dt               by the quadratures of audit-step.ts, on the dense output of u̇
 *   u̇(t₁) − u̇(t₀) = ∫ ü dt + Σ M⁻¹ j     by what steps have changed it, and by the impulses told
 *
 * What it is off by is measured as its parts go by that (audit-energies.ts); of a thing that a user has written coordinates alone are
 * judged, a unit of each as a metre.
 */
import type { Mechanism } from "../../constrain/index.js";
import { readParts } from "../../lagrange/index.js";
import { bodySize } from "../../rigid/index.js";
import type { Island } from "../island/index.js";
import { type AuditFigure, noteFault, type Worst } from "../record/index.js";
import { countFree, measureDisplacement, measureForce, measureMass } from "./audit-energies.js";

/** What u and u̇ are known to, as a part of themselves. */
const [roundedPlace, rounding] = [1e-13, 1e-12];

/** Arrays over all things: those of u and u̇ as `Mechanism.own` has them, those of forces with half of that. */
export class AuditThings {
  /** What u and u̇ should be, if what is told is all there is. */
  expected: Float64Array = new Float64Array(0);
  /** Sizes of the impulses told since the window began, N·s, and of the largest forces, N: one a thing. */
  impulse: Float64Array = new Float64Array(0);
  largest: Float64Array = new Float64Array(0);
  /** Forces, or impulses, on each coordinate that are told, summed; and the size of the largest, one a thing. */
  reported: Float64Array = new Float64Array(0);
  sizes: Float64Array = new Float64Array(0);
  /** u and u̇ where the last whole step began, where forces have led them in it, and when it ended, s. */
  stepStart: Float64Array = new Float64Array(0);
  stepResult: Float64Array = new Float64Array(0);
  stepEnd: Float64Array = new Float64Array(0);
  /** The coordinate from which on some are judged at the next look, of things that have many. */
  turn = 0;

  /** Opens a window at the present state. */
  begin({ own, coordinates }: Mechanism): void {
    if (this.expected.length !== own.length) {
      this.expected = new Float64Array(own.length);
      this.reported = new Float64Array(own.length / 2);
      this.stepStart = new Float64Array(own.length);
      this.stepResult = new Float64Array(own.length);
      this.impulse = new Float64Array(coordinates.length);
      this.largest = new Float64Array(coordinates.length);
      this.sizes = new Float64Array(coordinates.length);
      this.stepEnd = new Float64Array(coordinates.length).fill(Number.NaN);
    }
    for (let k = 0; k < own.length; k++) this.expected[k] = own[k];
    this.impulse.fill(0);
    this.largest.fill(0);
  }

  /** Closes the window at the present state, which has taken so long, s: what is off is noted. Slower than `slow`, m/s, is rounding. */
  close(mechanism: Mechanism, worst: Worst, duration: number, slow: number): void {
    const { coordinates, own, ownStart, time } = mechanism;
    for (let g = 0; g < coordinates.length; g++) {
      const { width } = coordinates[g];
      const o = ownStart[g];
      const thing = readParts(coordinates[g]);
      reserve(2 * width);
      let most = 0;
      let isFaster = false;
      for (let k = 0; k < 2 * width; k++) {
        const now = own[o + k];
        const part = k < width ? roundedPlace : rounding;
        off[k] = now - this.expected[o + k];
        if (Math.abs(off[k]) <= part * Math.abs(now)) off[k] = 0;
        if (k < width) most = Number.isNaN(off[k]) ? Infinity : Math.max(most, Math.abs(off[k]));
        else if (off[k] !== 0) isFaster = true;
      }
      if (thing === null) noteThing(worst, "kinematicError", most, g, time);
      if (thing === null || (most === 0 && !isFaster)) continue;
      const way = measureDisplacement(thing, own, o, off, 0);
      const speed = measureDisplacement(thing, own, o, off, width);
      thing.derive(own, o);
      // a clock is no part of it
      let isLate = false;
      for (let k = countFree(thing); k < width; k++) if (off[k] !== 0) isLate = true;
      noteThing(worst, "kinematicError", isLate ? Math.max(way, most) : way, g, time);
      if (speed <= slow) continue;
      const mass = measureMass(thing);
      const force = this.largest[g] + mass * measureGravity(thing.gravity);
      noteThing(worst, "forceBalance", (mass * (speed - slow)) / (force * duration + this.impulse[g]), g, time);
    }
  }
}

/** Differences of u and u̇ of a thing. */
let off = new Float64Array(0);
/** Of an island: u̇ of its things before a jump, or what the end of a step was put back by, one behind the other. */
let correction = new Float64Array(0);
let velocities = new Float64Array(0);

function reserve(size: number): void {
  if (off.length < size) off = new Float64Array(2 * size);
}

function measureGravity(g: Float64Array): number {
  return Math.sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
}

/** Notes a figure of thing g, if it is the worst so far. */
export function noteThing(worst: Worst, figure: AuditFigure, value: number, thing: number, t: number): void {
  if (value <= worst[figure] || Number.isNaN(worst[figure])) return;
  noteFault(worst, figure, value, { body: -1, thing, time: t });
}

type Things = Pick<Island, "coordinates" | "ownStart" | "parts" | "movingCount" | "particleCount">;

/** How many numbers u and u̇ of the things of an island have. */
export function countOwn({ coordinates }: Pick<Island, "coordinates">): number {
  let count = 0;
  for (let g = 0; g < coordinates.length; g++) count += 2 * coordinates[g].width;
  return count;
}

/** Where u of its first thing is in a state of an island's solver. */
export function findFirst({ movingCount, particleCount }: Things): number {
  return bodySize * movingCount + 6 * particleCount;
}

/** Adds what the whole of a step has changed u̇ by, and keeps where it led from and to: raw[o …]. */
export function addThingStep(
  { expected, stepStart, stepResult, stepEnd }: AuditThings,
  island: Island,
  previous: Float64Array,
  state: Float64Array,
  o: number,
): void {
  const { coordinates, ownStart, parts, raw } = island;
  let from = o;
  let y = findFirst(island);
  for (let g = 0; g < coordinates.length; g++) {
    const { width } = coordinates[g];
    const to = ownStart[g];
    for (let k = 0; k < 2 * width; k++) {
      stepStart[to + k] = previous[y + k];
      stepResult[to + k] = raw[from + k];
      if (k >= width) expected[to + k] += raw[from + k] - previous[y + k];
    }
    stepEnd[parts.coordinates[g]] = state[state.length - 1];
    from += 2 * width;
    y += 2 * width;
  }
}

/** Keeps by what the end of a step, whose result is raw[o …], was put back: it is about to be cut. */
export function beginThingCut(island: Island, state: Float64Array, o: number): void {
  const count = countOwn(island);
  if (correction.length < count) correction = new Float64Array(2 * count);
  const y = findFirst(island);
  for (let k = 0; k < count; k++) correction[k] = state[y + k] - island.raw[o + k];
}

/** Adds what the step has changed u̇ by up to where it was cut; `share[0]` of what its end was put back by is in its dense output there. */
export function addThingCut(
  { expected }: AuditThings,
  island: Island,
  previous: Float64Array,
  share: Float64Array,
  o: number,
): void {
  const { coordinates, ownStart, raw } = island;
  const first = findFirst(island);
  let n = 0;
  for (let g = 0; g < coordinates.length; g++) {
    const { width } = coordinates[g];
    for (let k = 0; k < 2 * width; k++, n++) {
      if (k >= width) expected[ownStart[g] + k] += raw[o + n] - share[0] * correction[n] - previous[first + n];
    }
  }
}

/** Adds w u̇ of each thing, w = `weight[0]`, at the state y of the island's solver. */
export function addThingRates({ expected }: AuditThings, island: Island, y: Float64Array, weight: Float64Array): void {
  const { coordinates, ownStart } = island;
  let i = findFirst(island);
  for (let g = 0; g < coordinates.length; g++) {
    const { width } = coordinates[g];
    for (let k = 0; k < width; k++) expected[ownStart[g] + k] += weight[0] * y[i + width + k];
    i += 2 * width;
  }
}

/** Keeps u̇ of the things of an island: rows are about to stop it. */
export function keepThingRates({ coordinates, ownStart, own }: Island): void {
  let n = 0;
  for (let g = 0; g < coordinates.length; g++) n += coordinates[g].width;
  if (velocities.length < n) velocities = new Float64Array(2 * n);
  n = 0;
  for (let g = 0; g < coordinates.length; g++) {
    const { width } = coordinates[g];
    for (let k = 0; k < width; k++) velocities[n++] = own[ownStart[g] + width + k];
  }
}

/** Of what they have changed by since, the sums of impulses are told. */
export function takeReportedThing({ reported }: AuditThings, { coordinates, ownStart }: Island): void {
  let n = 0;
  for (let g = 0; g < coordinates.length; g++) {
    const { width } = coordinates[g];
    reserve(width);
    for (let k = 0; k < width; k++) off[k] = reported[ownStart[g] / 2 + k];
    coordinates[g].multiplyInverse(off, 0);
    for (let k = 0; k < width; k++) velocities[n++] += off[k];
  }
}

/** What else they have changed by since is expected of things whose parts it makes slower or faster by no more than `limit`, m/s. */
export function expectThingJump({ expected }: AuditThings, island: Island, limit: number): void {
  const { coordinates, ownStart, own } = island;
  let n = 0;
  for (let g = 0; g < coordinates.length; g++) {
    const { width } = coordinates[g];
    const o = ownStart[g];
    const thing = readParts(coordinates[g]);
    reserve(width);
    for (let k = 0; k < width; k++) off[k] = own[o + width + k] - velocities[n + k];
    n += width;
    let jump = 0;
    if (thing === null) for (let k = 0; k < width; k++) jump = Math.max(jump, Math.abs(off[k]));
    else {
      jump = measureDisplacement(thing, own, o, off, 0);
      thing.derive(own, o);
    }
    if (!(jump <= limit)) continue;
    for (let k = 0; k < width; k++) expected[o + width + k] += off[k];
  }
}

/** The sums are impulses: rates are expected to change by a part of them. */
export function expectThingImpulses(audit: AuditThings, island: Island, part: number): void {
  const { coordinates, ownStart, parts } = island;
  for (let g = 0; g < coordinates.length; g++) {
    const { width } = coordinates[g];
    const o = ownStart[g];
    const thing = readParts(coordinates[g]);
    if (thing !== null) audit.impulse[parts.coordinates[g]] += part * measureForce(thing, audit.reported, o / 2);
    reserve(width);
    for (let k = 0; k < width; k++) off[k] = audit.reported[o / 2 + k];
    coordinates[g].multiplyInverse(off, 0);
    for (let k = 0; k < width; k++) audit.expected[o + width + k] += part * off[k];
  }
}

/** The largest force on each thing of an island, as forces were found last. */
export function measureThingLoads({ largest }: AuditThings, { coordinates, parts }: Island): void {
  for (let g = 0; g < coordinates.length; g++) {
    const thing = readParts(coordinates[g]);
    const i = parts.coordinates[g];
    if (thing !== null) largest[i] = Math.max(largest[i], measureForce(thing, thing.force, 0));
  }
}

/** Empties the sums of the things of an island. */
export function clearThings({ reported, sizes }: AuditThings, { coordinates, ownStart, parts }: Island): void {
  for (let g = 0; g < coordinates.length; g++) {
    for (let k = 0; k < coordinates[g].width; k++) reported[ownStart[g] / 2 + k] = 0;
    sizes[parts.coordinates[g]] = 0;
  }
}

/** Given forces of one thing. */
let given = new Float64Array(0);

/** Adds the forces given to things, which are in their Q beside those that they have by themselves. */
export function addThingForces({ reported, sizes }: AuditThings, island: Island): void {
  const { coordinates, ownStart, parts, mechanism } = island;
  for (let g = 0; g < coordinates.length; g++) {
    const thing = readParts(coordinates[g]);
    if (thing === null) continue;
    const { width, force } = thing;
    if (given.length < width) given = new Float64Array(2 * width);
    for (let k = 0; k < width; k++) given[k] = force[k];
    coordinates[g].computeForces(mechanism);
    for (let k = 0; k < width; k++) {
      const all = given[k];
      given[k] -= force[k];
      force[k] = all;
      reported[ownStart[g] / 2 + k] += given[k];
    }
    const i = parts.coordinates[g];
    sizes[i] = Math.max(sizes[i], measureForce(thing, given, 0));
  }
}

/** Adds forces in the columns of q̇ of an island: those of joints and limits. */
export function addThingColumns({ reported, sizes }: AuditThings, island: Island, Q: Float64Array): void {
  const { coordinates, ownStart, coordinateStart, parts } = island;
  for (let g = 0; g < coordinates.length; g++) {
    for (let k = 0; k < coordinates[g].width; k++) reported[ownStart[g] / 2 + k] += Q[coordinateStart[g] + k];
    const thing = readParts(coordinates[g]);
    const i = parts.coordinates[g];
    if (thing !== null) sizes[i] = Math.max(sizes[i], measureForce(thing, Q, coordinateStart[g]));
  }
}
