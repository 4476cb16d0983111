/**
 * Where the bodies and particles of an island are during a step, or several in a row: the dense output of the solver as
 * polynomials of degree four, one for each entry of x and q,
 *
 *   y(θ) = c₀ + c₁θ + c₂θ² + c₃θ³ + c₄θ⁴,   θ = (t − t₀)/h
 *
 * through five samples of the interpolant: exact for Dormand–Prince and for every interpolant of degree four or less; steps
 * of `adams`, where it is higher, are taken in pieces. Bodies that follow a path of their own are asked there; all others stand where the system has them.
 * How fast things move at most is in path-bounds.ts.
 *
 * Follows: Rigid Body Simulation, sections 4 and 7.
 */
import { type PartTable, placePart } from "../../contact/index.js";
import { quat, resize, vec3 } from "../../math/index.js";
import type { Stepper } from "../../ode/index.js";
import { bodySize, type RigidSystem, Slot } from "../../rigid/index.js";
import {
  boundAlong,
  boundBody,
  boundDifferenceAlong,
  boundDriven,
  boundDrivenAlong,
  boundPoint,
  boundSpeedAlong,
  evaluateEntries,
  fitEntries,
  poseSize,
  span,
  terms,
} from "./path-bounds.js";

/** Which entries of an island's state are whose: 13 a body from the start on, 6 a particle from `particleStart` on. */
export interface PathLayout {
  readonly count: number;
  /** Indices in the system, of bodies and of particles. */
  readonly bodies: Int32Array;
  readonly particleCount: number;
  readonly particles: Int32Array;
  readonly particleStart: number;
}

/** Entries of a particle: x. */
const pointSize = 3;
/** The interpolant of `adams` is of a degree of its own: of a quarter of a step little is lost. */
const adamsPieces = 4;

/** From when to when, s. */
const piece = new Float64Array(2);
const pose = new Float64Array(2 * poseSize);
const motion = new Float64Array(19);

/** What a segment is read off. */
export type PathStep = Pick<Stepper, "name" | "state" | "previous" | "interpolate">;

/** Counts the changes of all paths. */
let changes = 0;
/** Five states of a step: for all paths in common, as long as the longest. */
let samples: Float64Array[] = [];

/** What a path without anything has. */
const noNumbers = new Float64Array(0);
const noIndices = new Int32Array(0);
const noFlags = new Uint8Array(0);

/** The path of the step at hand: one for all islands of a system, as they move one after the other. */
const steps = new WeakMap<RigidSystem, StepPath>();

export function findStepPath(system: RigidSystem): StepPath {
  const known = steps.get(system);
  if (known !== undefined) return known;
  const made = new StepPath(system);
  steps.set(system, made);
  return made;
}

type Adopted = Pick<PathLayout, "count" | "bodies" | "particleCount" | "particles">;

export class StepPath {
  segmentCount = 0;
  /** No other path has this number, nor has this one after a change: for what is known of it. */
  version = 0;
  /** When each segment begins, and the last one ends, s: segmentCount + 1 entries. */
  times: Float64Array = noNumbers;
  /** Of each segment t₀ and h, s. */
  steps: Float64Array = noNumbers;
  /** Of each segment 35 numbers a body, then 15 a particle. */
  coefficients: Float64Array = noNumbers;
  readonly system: RigidSystem;
  /** The bodies and particles recorded, by their indices in the system. */
  count = 0;
  bodies: Int32Array = noIndices;
  particleCount = 0;
  particles: Int32Array = noIndices;
  /** One more than the place of a body among those of the path, from the body with the lowest index on; 0 if it is none. */
  private slots = noIndices;
  private lowest = 0;
  /** One more than the place of a particle; 0 if it is none. May be short. */
  private particleSlots = noIndices;
  /** Bounds from the beginning to the end, and of which bodies they are known. */
  private whole = noNumbers;
  private known = noFlags;

  constructor(system: RigidSystem) {
    this.system = system;
  }

  /** Takes the last step of a stepper as the only segment. */
  record(stepper: PathStep, layout: PathLayout): void {
    this.clear();
    this.append(stepper, layout);
  }

  clear(): void {
    this.version = ++changes;
    for (let k = 0; k < this.count; k++) this.slots[this.bodies[k] - this.lowest] = 0;
    for (let k = 0; k < this.particleCount; k++) this.particleSlots[this.particles[k]] = 0;
    this.count = 0;
    this.particleCount = 0;
    this.segmentCount = 0;
  }

  /** Adds the last step of a stepper, which must begin where the path ends, with the same bodies and particles. */
  append(stepper: PathStep, layout: PathLayout): void {
    if (this.segmentCount === 0) this.adopt(layout);
    this.version = ++changes;
    const n = stepper.state.length - 1;
    const pieces = stepper.name === "adams" ? adamsPieces : 1;
    this.reserve(this.segmentCount + pieces, n);
    const from = stepper.previous[n];
    const h = (stepper.state[n] - from) / pieces;
    if (this.segmentCount === 0) this.times[0] = from;
    for (let k = 0; k < pieces; k++) {
      piece[0] = from + k * h;
      piece[1] = k === pieces - 1 ? stepper.state[n] : from + (k + 1) * h;
      this.appendPiece(stepper, layout.particleStart);
    }
    for (let k = 0; k < this.count; k++) this.known[k] = 0;
  }

  /** From piece[0] to piece[1]. */
  private appendPiece(stepper: PathStep, particleStart: number): void {
    const { coefficients, segmentCount: s } = this;
    const n = stepper.state.length - 1;
    const from = piece[0];
    const h = piece[1] - from;
    for (let k = 0; k < terms; k++) {
      samples[k][n] = k === terms - 1 ? piece[1] : from + 0.25 * k * h;
      stepper.interpolate(samples[k]);
    }
    this.times[s + 1] = piece[1];
    this.steps[2 * s] = from;
    this.steps[2 * s + 1] = h;
    let o = this.stride * s;
    for (let k = 0; k < this.count; k++, o += terms * poseSize) {
      fitEntries(coefficients, o, samples, bodySize * k, poseSize);
    }
    for (let k = 0; k < this.particleCount; k++, o += terms * pointSize) {
      fitEntries(coefficients, o, samples, particleStart + 6 * k, pointSize);
    }
    this.segmentCount++;
  }

  /** Ends the path at the time `at[0]`: what was recorded beyond has not happened. */
  cut(at: Float64Array): void {
    this.version = ++changes;
    const t = at[0];
    while (this.segmentCount > 1 && this.times[this.segmentCount - 1] >= t) this.segmentCount--;
    if (this.times[this.segmentCount] > t) this.times[this.segmentCount] = t;
    for (let k = 0; k < this.count; k++) this.known[k] = 0;
  }

  /** Takes range[0] to range[1] as the only segment, in which nothing is recorded: all stand, but for what is driven. */
  stand(range: Float64Array): void {
    this.clear();
    this.reserve(1, 0);
    this.times[0] = range[0];
    this.times[1] = range[1];
    this.steps[0] = range[0];
    this.steps[1] = range[1] - range[0];
    this.segmentCount = 1;
  }

  /** Makes another path the same as this one. */
  copyTo(path: StepPath): void {
    path.clear();
    path.adopt(this);
    path.reserve(this.segmentCount, 0);
    path.segmentCount = this.segmentCount;
    for (let k = 0; k <= this.segmentCount; k++) path.times[k] = this.times[k];
    for (let k = 0; k < 2 * this.segmentCount; k++) path.steps[k] = this.steps[k];
    const size = this.stride * this.segmentCount;
    for (let k = 0; k < size; k++) path.coefficients[k] = this.coefficients[k];
  }

  /** Whether a body is one of those recorded. */
  contains(body: number): boolean {
    const k = body - this.lowest;
    return k >= 0 && k < this.slots.length && this.slots[k] > 0;
  }

  containsParticle(particle: number): boolean {
    return particle < this.particleSlots.length && this.particleSlots[particle] > 0;
  }

  /** Whether a body may move at all: it is recorded, or follows a path of its own. */
  moves(body: number): boolean {
    return this.contains(body) || this.system.kinematics.isDriven(body);
  }

  /** Writes x and q, unit, of a body at the time `at[0]`. */
  writePose(out: Float64Array, o: number, body: number, at: Float64Array): void {
    const { system } = this;
    if (this.contains(body)) {
      const s = this.findSegment(at);
      evaluateEntries(out, o, this.coefficients, this.offsetOf(s, body), poseSize, at, this.steps, 2 * s);
      quat.normalize(out, o + 3, out, o + 3);
      return;
    }
    if (system.kinematics.isDriven(body) && system.kinematics.writeMotion(motion, 0, system, body, at)) {
      for (let k = 0; k < poseSize; k++) out[o + k] = motion[k];
      return;
    }
    const { state } = system;
    for (let k = 0; k < poseSize; k++) out[o + k] = state[bodySize * body + Slot.x + k];
  }

  /** Writes x of a particle at the time `at[0]`. */
  writeParticle(out: Float64Array, o: number, particle: number, at: Float64Array): void {
    if (this.containsParticle(particle)) {
      const s = this.findSegment(at);
      const c = this.offsetOfParticle(s, particle);
      evaluateEntries(out, o, this.coefficients, c, pointSize, at, this.steps, 2 * s);
    } else vec3.copy(out, o, this.system.particles.state, 6 * particle);
  }

  /** The one or the other, of whatever part p belongs to. */
  writePartPose(out: Float64Array, o: number, parts: PartTable, p: number, at: Float64Array): void {
    if (parts.body[p] < 0) this.writeParticle(out, o, parts.particle[p], at);
    else this.writePose(out, o, parts.body[p], at);
  }

  /** Writes the frame of part p at the time `at[0]`. */
  writeFrame(out: Float64Array, o: number, parts: PartTable, p: number, at: Float64Array): void {
    this.writePartPose(pose, 0, parts, p, at);
    placePart(out, o, parts, p, pose, 0);
  }

  /** Writes the five bounds of a body from range[0] to range[1], s: see `PathBound`. Driven ones by samples. */
  writeBounds(out: Float64Array, o: number, body: number, range: Float64Array): void {
    for (let k = 0; k < 5; k++) out[o + k] = 0;
    if (!this.contains(body)) {
      if (this.system.kinematics.isDriven(body)) boundDriven(out, o, this.system, body, range);
      return;
    }
    const slot = this.slots[body - this.lowest] - 1;
    const isWhole = range[0] <= this.times[0] && range[1] >= this.times[this.segmentCount];
    if (isWhole && this.known[slot] === 1) {
      for (let k = 0; k < 5; k++) out[o + k] = this.whole[5 * slot + k];
      return;
    }
    for (let s = 0; s < this.segmentCount; s++) {
      if (this.takeSpan(s, range)) boundBody(out, o, this.coefficients, this.offsetOf(s, body));
    }
    if (!isWhole) return;
    for (let k = 0; k < 5; k++) this.whole[5 * slot + k] = out[o + k];
    this.known[slot] = 1;
  }

  /** Writes the four bounds of a body along n[i …], unit and fixed: see `AlongBound`. Driven ones by samples. */
  writeBoundsAlong(out: Float64Array, o: number, body: number, n: Float64Array, i: number, range: Float64Array): void {
    for (let k = 0; k < 4; k++) out[o + k] = 0;
    if (!this.contains(body)) {
      if (this.system.kinematics.isDriven(body)) boundDrivenAlong(out, o, this.system, body, n, i, range);
      return;
    }
    for (let s = 0; s < this.segmentCount; s++) {
      if (this.takeSpan(s, range)) boundAlong(out, o, this.coefficients, this.offsetOf(s, body), n, i);
    }
  }

  /** Writes the bound on |n·(v̇_a − v̇_b)| of two bodies that are recorded. */
  writeDifferenceAlong(
    out: Float64Array,
    o: number,
    a: number,
    b: number,
    n: Float64Array,
    i: number,
    range: Float64Array,
  ): void {
    out[o] = 0;
    for (let s = 0; s < this.segmentCount; s++) {
      if (!this.takeSpan(s, range)) continue;
      boundDifferenceAlong(out, o, this.coefficients, this.offsetOf(s, a), this.offsetOf(s, b), n, i);
    }
  }

  /** Writes the bound on |n·(v_a − v_b)| of two bodies, of which one may not be recorded: it stands. */
  writeSpeedAlong(
    out: Float64Array,
    o: number,
    a: number,
    b: number,
    n: Float64Array,
    i: number,
    range: Float64Array,
  ): void {
    out[o] = 0;
    const first = this.contains(a) ? a : b;
    const second = this.contains(a) ? b : a;
    if (!this.contains(first)) return;
    for (let s = 0; s < this.segmentCount; s++) {
      if (!this.takeSpan(s, range)) continue;
      const other = this.contains(second) ? this.offsetOf(s, second) : -1;
      boundSpeedAlong(out, o, this.coefficients, this.offsetOf(s, first), other, n, i);
    }
  }

  /** The five bounds of a part's body, or particle: see `PathBound`. */
  writePartBounds(out: Float64Array, o: number, parts: PartTable, p: number, range: Float64Array): void {
    if (parts.body[p] >= 0) {
      this.writeBounds(out, o, parts.body[p], range);
      return;
    }
    for (let k = 0; k < 5; k++) out[o + k] = 0;
    if (!this.containsParticle(parts.particle[p])) return;
    for (let s = 0; s < this.segmentCount; s++) {
      if (this.takeSpan(s, range)) boundPoint(out, o, this.coefficients, this.offsetOfParticle(s, parts.particle[p]));
    }
  }

  // --- tables --------------------------------------------------------------------------------------------------------

  private get stride(): number {
    return terms * (poseSize * this.count + pointSize * this.particleCount);
  }

  offsetOf(s: number, body: number): number {
    return this.stride * s + terms * poseSize * (this.slots[body - this.lowest] - 1);
  }

  private offsetOfParticle(s: number, particle: number): number {
    const before = poseSize * this.count + pointSize * (this.particleSlots[particle] - 1);
    return this.stride * s + terms * before;
  }

  /** The segment of the time `t[0]`: the first or the last one for what lies outside. */
  private findSegment(t: Float64Array): number {
    let s = this.segmentCount - 1;
    while (s > 0 && this.times[s] > t[0]) s--;
    return s;
  }

  /** The part of segment s that lies within the range, to `span`: θa, θb and h. False if there is none. */
  takeSpan(s: number, range: Float64Array): boolean {
    const from = Math.max(range[0], this.times[s]);
    const to = Math.min(range[1], this.times[s + 1]);
    const h = this.steps[2 * s + 1];
    if (!(to > from) || h === 0) return false;
    span[0] = (from - this.steps[2 * s]) / h;
    span[1] = (to - this.steps[2 * s]) / h;
    span[2] = h;
    return true;
  }

  private adopt({ count, bodies, particleCount, particles }: Adopted): void {
    if (this.bodies.length < count) {
      this.bodies = new Int32Array(count);
      this.known = new Uint8Array(count);
      this.whole = new Float64Array(5 * count);
    }
    if (this.particles.length < particleCount) this.particles = new Int32Array(particleCount);
    this.count = count;
    this.particleCount = particleCount;
    let low = count > 0 ? bodies[0] : 0;
    let high = low;
    for (let k = 1; k < count; k++) {
      low = Math.min(low, bodies[k]);
      high = Math.max(high, bodies[k]);
    }
    this.lowest = low;
    if (count > 0 && high - low >= this.slots.length) this.slots = new Int32Array(high - low + 1);
    for (let k = 0; k < count; k++) {
      const body = bodies[k];
      this.bodies[k] = body;
      this.slots[body - low] = k + 1;
      this.known[k] = 0;
    }
    for (let k = 0; k < particleCount; k++) {
      const particle = particles[k];
      if (particle >= this.particleSlots.length) this.particleSlots = resize(this.particleSlots, 2 * particle + 8);
      this.particles[k] = particle;
      this.particleSlots[particle] = k + 1;
    }
  }

  private reserve(segments: number, n: number): void {
    if (this.times.length < segments + 1) this.times = resize(this.times, 2 * segments + 1);
    if (this.steps.length < 2 * segments) this.steps = resize(this.steps, 4 * segments);
    const size = this.stride * segments;
    if (this.coefficients.length < size) this.coefficients = resize(this.coefficients, segments > 1 ? 2 * size : size);
    if (samples.length === 0 || samples[0].length <= n) samples = createSamples(2 * n + 1);
  }
}

/** A closure within `reserve` would cost a context at every call. */
function createSamples(size: number): Float64Array[] {
  return Array.from({ length: terms }, () => new Float64Array(size));
}
