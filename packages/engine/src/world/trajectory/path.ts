/**
 * Path of the bodies and particles of an island through a step, or several consecutive ones: the dense output of the integrator
 * as polynomials of degree four, one for each entry of x and q,
 *
 *   y(θ) = c₀ + c₁θ + c₂θ² + c₃θ³ + c₄θ⁴,   θ = (t − t₀)/h
 *
 * through five samples of the interpolant: exact for Dormand–Prince and for every interpolant of degree four or less; steps of
 * Adams' method, whose degree is higher, are divided. Driven bodies follow their own functions of time; all other bodies stay
 * where the system has them. Bounds of the motion are in path-bounds.ts.
 *
 * Follows: Rigid Body Simulation, sections 4 and 7.
 */
import { type PartTable, placePart } from "../../contact/index.js";
import { quat, resize, vec3 } from "../../math/index.js";
import type { Stepper } from "../../ode/index.js";
import { bodySize, type RigidSystem, Slot } from "../../rigid/index.js";
import { adamsPieces } from "./parameters.js";
import {
  boundAlong,
  boundBody,
  boundDifference,
  boundDifferenceAlong,
  boundDriven,
  boundDrivenAlong,
  boundPoint,
  boundSpeedAlong,
  evaluateEntries,
  fitEntries,
  poseSize,
  terms,
} from "./path-bounds.js";
import { type PathLayout, PathMembers, pointSize } from "./path-members.js";

/** Numbers of bounds of a body, in all directions and along one: see `PathBound` and `AlongBound`. */
const boundCount = 5;
const alongCount = 4;
/** Numbers of the motion of a driven body: see `PathSlot`. */
const motionSize = 19;

/** Beginning and end of the segment to be appended, s. */
const piece = new Float64Array(2);
const pose = new Float64Array(2 * poseSize);
const motion = new Float64Array(motionSize);
/** Part of a segment that is bounded: θa, θb and h. */
const span = new Float64Array(3);

/** Integrator after a step: the part of a stepper from which a segment is recorded. */
export type PathStep = Pick<Stepper, "name" | "state" | "previous" | "interpolate">;

/** Count of the changes of all paths. */
let changes = 0;
/** Five states of a step, common to all paths and as long as the longest. */
let samples: Float64Array[] = [];

const noNumbers = new Float64Array(0);
const noFlags = new Uint8Array(0);

/** Paths of the current step by system: one for all islands, which move one after the other. */
const steps = new WeakMap<RigidSystem, StepPath>();

/** Returns the path of the current step of a system. */
export function findStepPath(system: RigidSystem): StepPath {
  const known = steps.get(system);
  if (known !== undefined) return known;
  const made = new StepPath(system);
  steps.set(system, made);
  return made;
}

/** Poses of parts along a step: all that a guard needs that samples, and uses no bounds. */
export interface PoseSource {
  /** Writes the pose of the body, or the position of the particle, to which part p belongs, at the time `at[0]`. */
  writePartPose(out: Float64Array, o: number, parts: PartTable, p: number, at: Float64Array): void;
  /** Writes the frame of part p at the time `at[0]`. */
  writeFrame(out: Float64Array, o: number, parts: PartTable, p: number, at: Float64Array): void;
}

/** Path of bodies and particles through one or more segments of time. */
export class StepPath implements PoseSource {
  /** Number of segments. */
  segmentCount = 0;
  /** Number that no other path has, nor this path after a change: it identifies what was computed from it. */
  version = 0;
  /** Beginning of each segment and the end of the last one, s: segmentCount + 1 entries. */
  times: Float64Array = noNumbers;
  /** t₀ and h of each segment, s. */
  private steps: Float64Array = noNumbers;
  /** Coefficients of each segment: 35 numbers for each body, then 15 for each particle. */
  private coefficients: Float64Array = noNumbers;
  /** System whose bodies and particles are recorded. */
  readonly system: RigidSystem;
  /** The recorded bodies and particles. */
  private readonly members = new PathMembers();
  /** Bounds of each body from the beginning to the end, and whether they are computed. */
  private whole = noNumbers;
  private known = noFlags;

  constructor(system: RigidSystem) {
    this.system = system;
  }

  /** Records the last step of a stepper as the only segment. */
  record(stepper: PathStep, layout: PathLayout): void {
    this.clear();
    this.append(stepper, layout);
  }

  /** Removes all segments, bodies and particles. */
  clear(): void {
    this.version = ++changes;
    this.members.clear();
    this.segmentCount = 0;
  }

  /** Appends the last step of a stepper, which must begin where the path ends, with the same bodies and particles. */
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
    this.forgetBounds();
  }

  /** Appends the segment from piece[0] to piece[1]. */
  private appendPiece(stepper: PathStep, particleStart: number): void {
    const { coefficients, members, segmentCount: s } = this;
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
    let o = this.members.stride * s;
    for (let k = 0; k < members.count; k++, o += terms * poseSize) {
      fitEntries(coefficients, o, samples, bodySize * k, poseSize);
    }
    for (let k = 0; k < members.particleCount; k++, o += terms * pointSize) {
      fitEntries(coefficients, o, samples, particleStart + 6 * k, pointSize);
    }
    this.segmentCount++;
  }

  /** Ends the path at the time `at[0]`, at an event for instance. */
  cut(at: Float64Array): void {
    this.version = ++changes;
    const t = at[0];
    while (this.segmentCount > 1 && this.times[this.segmentCount - 1] >= t) this.segmentCount--;
    if (this.times[this.segmentCount] > t) this.times[this.segmentCount] = t;
    this.forgetBounds();
  }

  /** Takes range[0] to range[1] as the only segment, without recorded members: all bodies but driven ones are at rest. */
  stand(range: Float64Array): void {
    this.clear();
    this.reserve(1, 0);
    this.times[0] = range[0];
    this.times[1] = range[1];
    this.steps[0] = range[0];
    this.steps[1] = range[1] - range[0];
    this.segmentCount = 1;
  }

  /** Copies this path to another. */
  copyTo(path: StepPath): void {
    path.clear();
    path.adopt(this.members);
    path.reserve(this.segmentCount, 0);
    path.segmentCount = this.segmentCount;
    for (let k = 0; k <= this.segmentCount; k++) path.times[k] = this.times[k];
    for (let k = 0; k < 2 * this.segmentCount; k++) path.steps[k] = this.steps[k];
    const size = this.members.stride * this.segmentCount;
    for (let k = 0; k < size; k++) path.coefficients[k] = this.coefficients[k];
  }

  /** Returns whether a body is recorded. */
  contains(body: number): boolean {
    return this.members.contains(body);
  }

  /** Returns whether a body may move: it is recorded, or driven. */
  moves(body: number): boolean {
    return this.contains(body) || this.system.kinematics.isDriven(body);
  }

  /** Writes the position x and the unit quaternion q of a body at the time `at[0]`. */
  writePose(out: Float64Array, o: number, body: number, at: Float64Array): void {
    const { system, members } = this;
    if (members.contains(body)) {
      const s = this.findSegment(at);
      evaluateEntries(out, o, this.coefficients, members.offsetOf(s, body), poseSize, at, this.steps, 2 * s);
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

  /** Writes the position x of a particle at the time `at[0]`. */
  writeParticle(out: Float64Array, o: number, particle: number, at: Float64Array): void {
    const { members } = this;
    if (members.containsParticle(particle)) {
      const s = this.findSegment(at);
      const c = members.offsetOfParticle(s, particle);
      evaluateEntries(out, o, this.coefficients, c, pointSize, at, this.steps, 2 * s);
    } else vec3.copy(out, o, this.system.particles.state, 6 * particle);
  }

  /** Writes the pose of the body, or the position of the particle, to which part p belongs, at the time `at[0]`. */
  writePartPose(out: Float64Array, o: number, parts: PartTable, p: number, at: Float64Array): void {
    if (parts.body[p] < 0) this.writeParticle(out, o, parts.particle[p], at);
    else this.writePose(out, o, parts.body[p], at);
  }

  /** Writes the frame of part p at the time `at[0]`. */
  writeFrame(out: Float64Array, o: number, parts: PartTable, p: number, at: Float64Array): void {
    this.writePartPose(pose, 0, parts, p, at);
    placePart(out, o, parts, p, pose, 0);
  }

  /** Writes the five bounds of a body from range[0] to range[1], s: see `PathBound`. Those of driven bodies are from samples. */
  writeBounds(out: Float64Array, o: number, body: number, range: Float64Array): void {
    const { members } = this;
    for (let k = 0; k < boundCount; k++) out[o + k] = 0;
    if (!members.contains(body)) {
      if (this.system.kinematics.isDriven(body)) boundDriven(out, o, this.system, body, range);
      return;
    }
    const slot = members.placeOf(body);
    const isWhole = range[0] <= this.times[0] && range[1] >= this.times[this.segmentCount];
    if (isWhole && this.known[slot] === 1) {
      for (let k = 0; k < boundCount; k++) out[o + k] = this.whole[boundCount * slot + k];
      return;
    }
    for (let s = 0; s < this.segmentCount; s++) {
      if (this.takeSpan(s, range)) boundBody(out, o, this.coefficients, members.offsetOf(s, body), span);
    }
    if (!isWhole) return;
    for (let k = 0; k < boundCount; k++) this.whole[boundCount * slot + k] = out[o + k];
    this.known[slot] = 1;
  }

  /**
   * Writes the four bounds of a body along the constant unit vector n[i …]: see `AlongBound`. Those of driven bodies are from
   * samples.
   */
  writeBoundsAlong(out: Float64Array, o: number, body: number, n: Float64Array, i: number, range: Float64Array): void {
    const { members } = this;
    for (let k = 0; k < alongCount; k++) out[o + k] = 0;
    if (!members.contains(body)) {
      if (this.system.kinematics.isDriven(body)) boundDrivenAlong(out, o, this.system, body, n, i, range);
      return;
    }
    for (let s = 0; s < this.segmentCount; s++) {
      if (this.takeSpan(s, range)) boundAlong(out, o, this.coefficients, members.offsetOf(s, body), n, i, span);
    }
  }

  /** Writes the bounds on |v_a − v_b| and |v̇_a − v̇_b| of two recorded bodies. */
  writeDifference(out: Float64Array, o: number, a: number, b: number, range: Float64Array): void {
    const { members } = this;
    out[o] = 0;
    out[o + 1] = 0;
    for (let s = 0; s < this.segmentCount; s++) {
      if (!this.takeSpan(s, range)) continue;
      boundDifference(out, o, this.coefficients, members.offsetOf(s, a), members.offsetOf(s, b), span);
    }
  }

  /** Writes the bound on |n·(v̇_a − v̇_b)| of two recorded bodies. */
  writeDifferenceAlong(
    out: Float64Array,
    o: number,
    a: number,
    b: number,
    n: Float64Array,
    i: number,
    range: Float64Array,
  ): void {
    const { members } = this;
    out[o] = 0;
    for (let s = 0; s < this.segmentCount; s++) {
      if (!this.takeSpan(s, range)) continue;
      boundDifferenceAlong(out, o, this.coefficients, members.offsetOf(s, a), members.offsetOf(s, b), n, i, span);
    }
  }

  /** Writes the bound on |n·(v_a − v_b)| of two bodies, of which one may be at rest and not recorded. */
  writeSpeedAlong(
    out: Float64Array,
    o: number,
    a: number,
    b: number,
    n: Float64Array,
    i: number,
    range: Float64Array,
  ): void {
    const { members } = this;
    out[o] = 0;
    const first = members.contains(a) ? a : b;
    const second = members.contains(a) ? b : a;
    if (!members.contains(first)) return;
    for (let s = 0; s < this.segmentCount; s++) {
      if (!this.takeSpan(s, range)) continue;
      const other = members.contains(second) ? members.offsetOf(s, second) : -1;
      boundSpeedAlong(out, o, this.coefficients, members.offsetOf(s, first), other, n, i, span);
    }
  }

  /** Writes the five bounds of the body, or particle, to which part p belongs: see `PathBound`. */
  writePartBounds(out: Float64Array, o: number, parts: PartTable, p: number, range: Float64Array): void {
    const { members } = this;
    if (parts.body[p] >= 0) {
      this.writeBounds(out, o, parts.body[p], range);
      return;
    }
    for (let k = 0; k < boundCount; k++) out[o + k] = 0;
    if (!members.containsParticle(parts.particle[p])) return;
    for (let s = 0; s < this.segmentCount; s++) {
      if (!this.takeSpan(s, range)) continue;
      boundPoint(out, o, this.coefficients, members.offsetOfParticle(s, parts.particle[p]), span);
    }
  }

  // --- tables --------------------------------------------------------------------------------------------------------

  /** Returns the segment of the time `t[0]`: the first or the last one for a time beyond the path. */
  private findSegment(t: Float64Array): number {
    let s = this.segmentCount - 1;
    while (s > 0 && this.times[s] > t[0]) s--;
    return s;
  }

  /** Writes the part of segment s within the range to `span`: θa, θb and h. Returns false if there is none. */
  private takeSpan(s: number, range: Float64Array): boolean {
    const { times, steps } = this;
    const from = Math.max(range[0], times[s]);
    const to = Math.min(range[1], times[s + 1]);
    const h = steps[2 * s + 1];
    if (!(to > from) || h === 0) return false;
    const begin = steps[2 * s];
    span[0] = (from - begin) / h;
    span[1] = (to - begin) / h;
    span[2] = h;
    return true;
  }

  /** Takes the members of an empty path. */
  private adopt(layout: Omit<PathLayout, "particleStart">): void {
    const { members } = this;
    if (members.bodies.length < layout.count) {
      this.known = new Uint8Array(layout.count);
      this.whole = new Float64Array(boundCount * layout.count);
    }
    members.adopt(layout);
    this.forgetBounds();
  }

  /** Discards the bounds of the whole path. */
  private forgetBounds(): void {
    for (let k = 0; k < this.members.count; k++) this.known[k] = 0;
  }

  /** Makes room for a number of segments, and for states of n + 1 entries. */
  private reserve(segments: number, n: number): void {
    if (this.times.length < segments + 1) this.times = resize(this.times, 2 * segments + 1);
    if (this.steps.length < 2 * segments) this.steps = resize(this.steps, 4 * segments);
    const size = this.members.stride * segments;
    if (this.coefficients.length < size) this.coefficients = resize(this.coefficients, segments > 1 ? 2 * size : size);
    if (samples.length === 0 || samples[0].length <= n) samples = createSamples(2 * n + 1);
  }
}

/** Returns as many arrays as a segment has samples. A closure within `reserve` would allocate a context at every call. */
function createSamples(size: number): Float64Array[] {
  return Array.from({ length: terms }, () => new Float64Array(size));
}
