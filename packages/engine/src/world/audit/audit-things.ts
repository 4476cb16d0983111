/**
 * Audit (audit.ts) of systems with generalized coordinates. From the end of one window to the end of the next it compares, for
 * each system,
 *
 *   u(t₁) − u(t₀) = ∫ u̇ dt               by the quadratures of audit-step.ts, on the dense output of u̇
 *   u̇(t₁) − u̇(t₀) = ∫ ü dt + Σ M⁻¹ j     by the changes of steps, and by the reported impulses
 *
 * A difference is measured by the displacement of the parts (audit-energies.ts); for a system of the user the coordinates alone are
 * compared, a unit of each as a metre.
 */
import type { Mechanism } from "../../constrain/index.js";
import { readParts } from "../../lagrange/index.js";
import { bodySize } from "../../rigid/index.js";
import type { IslandModel, IslandSystem } from "../island/index.js";
import { type AuditFigure, noteFault, type Worst } from "../record/index.js";
import { countFree, measureDisplacement, measureForce, measureMass } from "./audit-energies.js";
import { momentumRounding, positionRounding } from "./parameters.js";

/**
 * Sums of the audit over all systems with generalized coordinates: arrays of u and u̇ are laid out as `Mechanism.own`, those of
 * forces as half of it.
 */
export class AuditThings {
  /** Expected u and u̇, by the reported forces and impulses. */
  expected: Float64Array = new Float64Array(0);
  /** Sum of the sizes of the reported impulses on each system in the window, N·s. */
  impulse: Float64Array = new Float64Array(0);
  /** Largest force on each system in the window, N. */
  largest: Float64Array = new Float64Array(0);
  /** Sums of the reported forces, or impulses, on each coordinate. */
  reported: Float64Array = new Float64Array(0);
  /** Size of the largest reported force on each system. */
  sizes: Float64Array = new Float64Array(0);
  /** u and u̇ at the beginning of the last complete step. */
  stepStart: Float64Array = new Float64Array(0);
  /** u and u̇ at the end of that step, before the projection. */
  stepResult: Float64Array = new Float64Array(0);
  /** End of that step, s. */
  stepEnd: Float64Array = new Float64Array(0);
  /** First coordinate that is verified at the next sample, of systems with many. */
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

  /** Closes the window of the given duration, s, and records the differences; speeds below `slow`, m/s, are rounding. */
  close(mechanism: Mechanism, worst: Worst, duration: number, slow: number): void {
    const { coordinates, own, ownStart, time } = mechanism;
    for (let g = 0; g < coordinates.length; g++) {
      const { width } = coordinates[g];
      const o = ownStart[g];
      const thing = readParts(coordinates[g]);
      reserve(2 * width);
      const isFaster = findDifferences(this.expected, own, o, width);
      const most = greatest[0];
      if (thing === null) noteThing(worst, "kinematicError", most, g, time);
      if (thing === null || (most === 0 && !isFaster)) continue;
      const way = measureDisplacement(thing, own, o, off, 0);
      const speed = measureDisplacement(thing, own, o, off, width);
      thing.derive(own, o);
      // the time of a system is compared by itself
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

/**
 * Writes the differences of u and u̇ of a system from their expected values, beyond rounding, to `off`, and the largest one of u
 * to `greatest`. Returns whether there is one of u̇.
 */
function findDifferences(expected: Float64Array, own: Float64Array, o: number, width: number): boolean {
  let isFaster = false;
  greatest[0] = 0;
  for (let k = 0; k < 2 * width; k++) {
    const now = own[o + k];
    const part = k < width ? positionRounding : momentumRounding;
    off[k] = now - expected[o + k];
    if (Math.abs(off[k]) <= part * Math.abs(now)) off[k] = 0;
    if (k < width) greatest[0] = Number.isNaN(off[k]) ? Infinity : Math.max(greatest[0], Math.abs(off[k]));
    else if (off[k] !== 0) isFaster = true;
  }
  return isFaster;
}

/** Largest difference of u of a system. */
const greatest = new Float64Array(1);
/** Differences of u and u̇ of a system. */
let off = new Float64Array(0);
/** Changes of u and u̇ of the systems of an island by the projection at the end of a step. */
let correction = new Float64Array(0);
/** u̇ of the systems of an island before a jump. */
let velocities = new Float64Array(0);

/** Makes room for differences. */
function reserve(size: number): void {
  if (off.length < size) off = new Float64Array(2 * size);
}

/** Returns the size of gravity. */
function measureGravity(g: Float64Array): number {
  return Math.sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
}

/** Records a figure of a system, if it is the largest so far. */
export function noteThing(worst: Worst, figure: AuditFigure, value: number, thing: number, t: number): void {
  if (value <= worst[figure] || Number.isNaN(worst[figure])) return;
  noteFault(worst, figure, value, { body: -1, thing, time: t });
}

/** Returns the first entry of generalized coordinates in the state of an island. */
export function findFirst({ movingCount, particleCount }: IslandModel): number {
  return bodySize * movingCount + 6 * particleCount;
}

/** Adds the change of u̇ by a complete step, and records its beginning and its end, raw[o …]. */
export function addThingStep(
  { expected, stepStart, stepResult, stepEnd }: AuditThings,
  island: IslandSystem,
  previous: Float64Array,
  state: Float64Array,
  o: number,
): void {
  const {
    model: { coordinates, ownStart, parts },
    balance: { raw },
  } = island;
  let from = o;
  let y = findFirst(island.model);
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

/** Records the projection at the end of a step, whose end before it is raw[o …], before the step is cut. */
export function beginThingCut(island: IslandSystem, state: Float64Array, o: number): void {
  const count = island.model.ownCount;
  if (correction.length < count) correction = new Float64Array(2 * count);
  const y = findFirst(island.model);
  for (let k = 0; k < count; k++) correction[k] = state[y + k] - island.balance.raw[o + k];
}

/** Adds the change of u̇ by a step up to its cut; `share[0]` of the projection at its end is in the dense output there. */
export function addThingCut(
  { expected }: AuditThings,
  island: IslandSystem,
  previous: Float64Array,
  share: Float64Array,
  o: number,
): void {
  const {
    model: { coordinates, ownStart },
    balance: { raw },
  } = island;
  const first = findFirst(island.model);
  let n = 0;
  for (let g = 0; g < coordinates.length; g++) {
    const { width } = coordinates[g];
    for (let k = 0; k < 2 * width; k++, n++) {
      if (k >= width) expected[ownStart[g] + k] += raw[o + n] - share[0] * correction[n] - previous[first + n];
    }
  }
}

/** Adds w u̇ of each system, with w = `weight[0]`, at the state y of the integrator. */
export function addThingRates(
  { expected }: AuditThings,
  island: IslandSystem,
  y: Float64Array,
  weight: Float64Array,
): void {
  const { coordinates, ownStart } = island.model;
  let i = findFirst(island.model);
  for (let g = 0; g < coordinates.length; g++) {
    const { width } = coordinates[g];
    for (let k = 0; k < width; k++) expected[ownStart[g] + k] += weight[0] * y[i + width + k];
    i += 2 * width;
  }
}

/** Records u̇ of an island before a jump, such as the activation of rows. */
export function keepThingRates({ model: { coordinates, ownStart, own } }: IslandSystem): void {
  let n = 0;
  for (let g = 0; g < coordinates.length; g++) n += coordinates[g].width;
  if (velocities.length < n) velocities = new Float64Array(2 * n);
  n = 0;
  for (let g = 0; g < coordinates.length; g++) {
    const { width } = coordinates[g];
    for (let k = 0; k < width; k++) velocities[n++] = own[ownStart[g] + width + k];
  }
}

/** Adds the effect of the reported impulses to the recorded u̇: it is a part of the jump since then. */
export function takeReportedThing({ reported }: AuditThings, { model: { coordinates, ownStart } }: IslandSystem): void {
  let n = 0;
  for (let g = 0; g < coordinates.length; g++) {
    const { width } = coordinates[g];
    reserve(width);
    for (let k = 0; k < width; k++) off[k] = reported[ownStart[g] / 2 + k];
    coordinates[g].multiplyInverse(off, 0);
    for (let k = 0; k < width; k++) velocities[n++] += off[k];
  }
}

/** Expects the rest of the jump since `keepThingRates`, for systems whose parts change their speed by at most `limit`, m/s. */
export function expectThingJump({ expected }: AuditThings, island: IslandSystem, limit: number): void {
  const { coordinates, ownStart, own } = island.model;
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

/** Expects a change of u̇ by a part of the sums, which are impulses. */
export function expectThingImpulses(audit: AuditThings, island: IslandSystem, part: number): void {
  const { coordinates, ownStart, parts } = island.model;
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

/** Raises the largest force on each system of an island to that of the last computation. */
export function measureThingLoads({ largest }: AuditThings, { model: { coordinates, parts } }: IslandSystem): void {
  for (let g = 0; g < coordinates.length; g++) {
    const thing = readParts(coordinates[g]);
    const i = parts.coordinates[g];
    if (thing !== null) largest[i] = Math.max(largest[i], measureForce(thing, thing.force, 0));
  }
}

/** Clears the sums of an island. */
export function clearThings(
  { reported, sizes }: AuditThings,
  { model: { coordinates, ownStart, parts } }: IslandSystem,
): void {
  for (let g = 0; g < coordinates.length; g++) {
    for (let k = 0; k < coordinates[g].width; k++) reported[ownStart[g] / 2 + k] = 0;
    sizes[parts.coordinates[g]] = 0;
  }
}

/** Given forces on one system. */
let given = new Float64Array(0);

/** Adds the given forces on systems, which are in their Q beside their own forces. */
export function addThingForces({ reported, sizes }: AuditThings, island: IslandSystem): void {
  const { coordinates, ownStart, parts, mechanism } = island.model;
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

/** Adds forces of joints and limits, in the columns of q̇ of an island. */
export function addThingColumns({ reported, sizes }: AuditThings, island: IslandSystem, Q: Float64Array): void {
  const { coordinates, ownStart, coordinateStart, parts } = island.model;
  for (let g = 0; g < coordinates.length; g++) {
    for (let k = 0; k < coordinates[g].width; k++) reported[ownStart[g] / 2 + k] += Q[coordinateStart[g] + k];
    const thing = readParts(coordinates[g]);
    const i = parts.coordinates[g];
    if (thing !== null) sizes[i] = Math.max(sizes[i], measureForce(thing, Q, coordinateStart[g]));
  }
}
