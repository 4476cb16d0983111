/**
 * A plane between two parts that touch, which moves with them, and the distances of their corners from it, positive on their own
 * sides.
 *
 *   face    carried by C, with outward normal n = R_C m:     f = n·(p − x_C) − d − ρ         p a corner of D, the other part
 *   edges   n = ±(ea × eb)/|ea × eb| through both edges:     f = n·(p − pa) of A,   f = n·(pb − p) of B
 *
 * A rim counts as a corner, with the f of its foremost point: f = n·(c − x_C) − d − R √(1 − (n·a)²), the least of those of its
 * points, for which the bounds hold: a proof needs f″ ≤ α only.
 *
 * The plane separates the parts as long as all f ≥ 0. The second derivatives are bounded, |f″| ≤ α: for a face at rest by the
 * bounds of the path (path-bounds.ts), among them those on n × ω,
 *
 *   n·p̈ = n·v̇ + n·(ω̇ × r) + (n·ω)(ω·r) − |ω|²(n·r) ≤ |n·v̇| + (|n × ω̇| + |n × ω|² + |n·ω| |n × ω|) |r|
 *
 * so that a part that slides, or turns about the normal only, needs few evaluations; for a moving face, with n₀ the normal at the
 * start,
 *
 *   f″ = n·(p̈ − v̇_C) + 2ṅ·(ṗ − v_C) + n̈·(p − x_C),   ṅ = ω_C × n,   n̈ = ω̇_C × n + ω_C × ṅ,   |n − n₀| ≤ 1.72 |ω_C × n₀| Δt
 *
 * Follows: Rigid Body Simulation, sections 7.1 and 9.
 */
import { frameSize, Kind, type Shape } from "../../collide/index.js";
import { ContactActivity, ContactForm, type ContactTable, Curve, type PartTable } from "../../contact/index.js";
import { mat3, quat, resize, vec3 } from "../../math/index.js";
import type { StepPath } from "../trajectory/index.js";
import { AlongBound, PairBound, PathBound, writePairBounds } from "../trajectory/index.js";
import { leanFactor, leastSinePart, sameCornerSquare, samePlaneCosine } from "./parameters.js";

/**
 * Slots of `TouchPlane.numbers`: the offset d and the radius ρ, m; the bound α, m/s²; |ea × eb|; f of the origin of the measured
 * part, m.
 */
export const PlaneSlot = { offset: 0, radius: 1, acceleration: 2, sine: 3, origin: 4 } as const;

/**
 * Codes of `TouchPlane.skip`: corners that are followed, those of active contacts, which are not, and those of separating
 * contacts.
 */
export const CornerSkip = { none: 0, active: 1, separating: 2 } as const;

const pose = new Float64Array(14);
const frames = new Float64Array(2 * frameSize);
const n = new Float64Array(3);
const u = new Float64Array(3);
const p = new Float64Array(3);
const line = new Float64Array(12);
const bounds = new Float64Array(10);
const pair = new Float64Array(2);
const ends = new Float64Array(6);

/** A plane between two parts that touch, and the distances of their corners from it. */
export class TouchPlane {
  /** The part that carries the plane: A for a plane of edges. */
  carrier = -1;
  /** The part whose corners are measured: B for a plane of edges, where those of A are measured as well. */
  other = -1;
  /** The contact of a plane of edges; −1 for a plane of a face. */
  contact = -1;
  /** The normal m of a face in the frame of the carrier's body. */
  readonly normal: Float64Array = new Float64Array(3);
  /** Quantities of the plane: see `PlaneSlot`. */
  readonly numbers: Float64Array = new Float64Array(5);
  /** Number of corners that are measured. */
  count = 0;
  /** f of each corner, m: for a plane of edges those of A, then those of B. */
  values: Float64Array = new Float64Array(16);
  /** Points of caps that lie flat, in the frame of the part, three numbers each: the last `extraCount` of the corners. */
  private extra: Float64Array = new Float64Array(48);
  private extraCount = 0;
  /** Codes of the corners: see `CornerSkip`. */
  skip: Uint8Array = new Uint8Array(16);

  /** Sets a plane of `carrier` with the normal at m[i …] in the frame of its body, through the point at x[j …] there. */
  setFace(
    parts: PartTable,
    carrier: number,
    other: number,
    m: Float64Array,
    i: number,
    x: Float64Array,
    j: number,
  ): void {
    this.carrier = carrier;
    this.other = other;
    this.contact = -1;
    vec3.copy(this.normal, 0, m, i);
    this.numbers[PlaneSlot.offset] = vec3.dot(m, i, x, j);
    const shape = parts.shapes[other] as Shape;
    this.extraCount = 0;
    this.numbers[PlaneSlot.radius] = hasRim(shape) ? 0 : shape.radius;
    this.reserve(countPoints(shape));
  }

  /** Sets the plane of the two edges of contact c. */
  setEdges(parts: PartTable, table: ContactTable, c: number): void {
    this.carrier = table.partA[c];
    this.other = table.partB[c];
    this.contact = c;
    this.extraCount = 0;
    this.reserve(countPoints(parts.shapes[this.carrier] as Shape) + countPoints(parts.shapes[this.other] as Shape));
  }

  /** Whether the corners of the carrier are behind the plane, as for one of its faces, to twice δ = tolerance[0]. */
  isBehind(parts: PartTable, tolerance: Float64Array): boolean {
    const shape = parts.shapes[this.carrier] as Shape;
    if (this.contact >= 0 || shape.polyhedron === null) return true;
    const { vertices } = shape.polyhedron;
    const o = frameSize * this.carrier;
    mat3.transformVectorTransposed(u, 0, parts.local, o + 3, this.normal, 0);
    const d = this.numbers[PlaneSlot.offset] - vec3.dot(this.normal, 0, parts.local, o) + 2 * tolerance[0];
    for (let v = 0; v < vertices.length; v += 3) if (vec3.dot(u, 0, vertices, v) > d) return false;
    return true;
  }

  /**
   * Leaves out the corners that active contacts among rows first … end − 1 keep on this plane. Caps that lie flat are measured at
   * their contact points as well as at their rims.
   */
  skipActive(parts: PartTable, table: ContactTable, first: number, end: number): void {
    for (let k = 0; k < this.count; k++) this.skip[k] = 0;
    if (this.contact >= 0) return;
    const shape = parts.shapes[this.other] as Shape;
    for (let c = first; c < end; c++) {
      // corners whose contacts are implied by others are followed like those without contacts
      if (toSkip(table, c) === CornerSkip.none && !hasRim(shape)) continue;
      this.skipRow(parts, table, c);
    }
  }

  /** Includes points of caps that are near the plane, from a table of contacts that do not touch yet. */
  includeNearby(parts: PartTable, nearby: ContactTable): void {
    if (this.contact >= 0 || !hasRim(parts.shapes[this.other] as Shape)) return;
    for (let c = 0; c < nearby.count; c++) this.skipRow(parts, nearby, c);
  }

  private skipRow(parts: PartTable, table: ContactTable, c: number): void {
    const { carrier, other, normal } = this;
    const shape = parts.shapes[other] as Shape;
    const isA = table.partA[c] === other && table.partB[c] === carrier && isOnPlane(table, c, true);
    const isB = table.partB[c] === other && table.partA[c] === carrier && isOnPlane(table, c, false);
    if (!isA && !isB) return;
    if (Math.abs(vec3.dot(isA ? table.axisB : table.axisA, 3 * c, normal, 0)) < 1 - samePlaneCosine) return;
    // the point of the contact in the frame of the part
    const o = frameSize * other;
    vec3.subtract(p, 0, isA ? table.localA : table.localB, 3 * c, parts.local, o);
    mat3.transformVectorTransposed(p, 0, parts.local, o + 3, p, 0);
    const points = takePoints(shape);
    const corners = countPoints(shape);
    let isCorner = false;
    for (let v = 0; v < corners; v++) {
      const size = vec3.lengthSquared(points, 3 * v);
      if (vec3.distanceSquared(points, 3 * v, p, 0) > sameCornerSquare * size) continue;
      this.skip[v] = toSkip(table, c);
      isCorner = true;
    }
    if (!isCorner && hasRim(shape)) this.addExtra(toSkip(table, c));
  }

  /** Adds the point p of a cap, with its code. */
  private addExtra(code: number): void {
    const k = this.count;
    this.reserve(k + 1);
    if (this.extra.length < 3 * this.extraCount + 3) this.extra = resize(this.extra, 6 * this.extraCount);
    vec3.copy(this.extra, 3 * this.extraCount, p, 0);
    this.extraCount++;
    this.skip[k] = code;
  }

  /** Writes f of all corners at the time at[0]. */
  evaluate(path: StepPath, parts: PartTable, table: ContactTable, at: Float64Array): void {
    const { carrier, other, normal, numbers } = this;
    path.writePartPose(pose, 0, parts, carrier, at);
    path.writeFrame(frames, frameSize, parts, other, at);
    if (this.contact >= 0) {
      path.writePartPose(pose, 7, parts, other, at);
      path.writeFrame(frames, 0, parts, carrier, at);
      this.evaluateEdges(parts, table);
      return;
    }
    quat.rotateVector(n, 0, pose, 3, normal, 0);
    vec3.subtract(p, 0, frames, frameSize, pose, 0);
    this.writeOrigin();
    numbers[PlaneSlot.origin] = numbers[PlaneSlot.origin] - numbers[PlaneSlot.offset] - numbers[PlaneSlot.radius];
    this.writeValues(0, parts.shapes[other] as Shape, frameSize);
    const { extra, values, count, extraCount } = this;
    for (let k = 0, o = 0; k < extraCount; k++, o += 3) {
      values[count - extraCount + k] =
        numbers[PlaneSlot.origin] + (u[0] * extra[o] + u[1] * extra[o + 1] + u[2] * extra[o + 2]);
    }
  }

  private evaluateEdges(parts: PartTable, table: ContactTable): void {
    const c = 3 * this.contact;
    const { numbers } = this;
    quat.rotateVector(line, 0, pose, 3, table.axisA, c);
    quat.rotateVector(line, 3, pose, 10, table.axisB, c);
    quat.rotateVector(line, 6, pose, 3, table.localA, c);
    quat.rotateVector(line, 9, pose, 10, table.localB, c);
    vec3.add(line, 6, line, 6, pose, 0);
    vec3.add(line, 9, line, 9, pose, 7);
    vec3.cross(n, 0, line, 0, line, 3);
    numbers[PlaneSlot.sine] = Math.sqrt(vec3.lengthSquared(n, 0));
    vec3.scale(n, 0, n, 0, table.side[this.contact] / numbers[PlaneSlot.sine]);
    const shapeA = parts.shapes[this.carrier] as Shape;
    vec3.subtract(p, 0, frames, 0, line, 6);
    // a side is as far from its line as its radius
    const shapeB = parts.shapes[this.other] as Shape;
    this.writeOrigin();
    if (hasRim(shapeA)) numbers[PlaneSlot.origin] += table.size[this.contact];
    this.writeValues(0, shapeA, 0);
    vec3.subtract(p, 0, line, 9, frames, frameSize);
    this.writeOrigin();
    if (hasRim(shapeB)) numbers[PlaneSlot.origin] += table.offset[this.contact] - table.size[this.contact];
    vec3.negate(n, 0, n, 0);
    this.writeValues(countPoints(shapeA), shapeB, frameSize);
  }

  /** Writes n·p to the slot `origin`: a number that is returned may be boxed. */
  private writeOrigin(): void {
    this.numbers[PlaneSlot.origin] = n[0] * p[0] + n[1] * p[1] + n[2] * p[2];
  }

  /** Writes f of the origin plus (Rᵀn)·v to values[first …], for the corners v of a shape whose frame is at frames[f]. */
  private writeValues(first: number, shape: Shape, f: number): void {
    const points = takePoints(shape);
    const { values } = this;
    const k = this.numbers[PlaneSlot.origin];
    mat3.transformVectorTransposed(u, 0, frames, f + 3, n, 0);
    if (hasRim(shape)) {
      // the lower cap, then the upper one, or the tip of a cone
      const across = shape.radius * Math.sqrt(u[0] * u[0] + u[2] * u[2]);
      values[first] = k - u[1] * shape.halfHeight - across;
      values[first + 1] = k + u[1] * shape.halfHeight - (shape.kind === Kind.cylinder ? across : 0);
      return;
    }
    for (let v = 0; 3 * v < points.length; v++) {
      values[first + v] = k + (u[0] * points[3 * v] + u[1] * points[3 * v + 1] + u[2] * points[3 * v + 2]);
      if (shape.kind === Kind.sphere) return;
    }
  }

  /** Writes α for the range to the slot `acceleration`: infinite if none is known. `evaluate` has been called at its beginning. */
  bound(path: StepPath, parts: PartTable, range: Float64Array): void {
    const { carrier, other, numbers } = this;
    if (this.contact >= 0) {
      this.boundEdges(path, parts, range);
      return;
    }
    const C = parts.body[carrier];
    const D = parts.body[other];
    const isRecorded = D >= 0 && path.contains(D);
    quat.rotateVector(n, 0, pose, 3, this.normal, 0);
    path.writeBoundsAlong(bounds, 0, D, n, 0, range);
    const across = bounds[AlongBound.across];
    const turn = bounds[AlongBound.spinRate] + across * across + across * bounds[AlongBound.spin];
    numbers[PlaneSlot.acceleration] = bounds[AlongBound.acceleration] + turn * parts.reach[other];
    if (!path.moves(C)) return;
    // a bound of |n − n₀|
    path.writeBoundsAlong(bounds, 0, C, n, 0, range);
    if (isRecorded && path.contains(C)) {
      path.writeDifferenceAlong(pair, 0, D, C, n, 0, range);
      numbers[PlaneSlot.acceleration] = pair[0] + turn * parts.reach[other];
    } else numbers[PlaneSlot.acceleration] += bounds[AlongBound.acceleration];
    const tilt = bounds[AlongBound.across];
    const tiltRate = bounds[AlongBound.spinRate];
    path.writeBounds(bounds, 0, C, range);
    const spin = bounds[PathBound.spin];
    const time = range[1] - range[0];
    const lean = spin * time < 1 ? leanFactor * tilt * time : 2;
    writePairBounds(pair, 0, path, parts, other, carrier, path, range);
    // a bound of the distance of points of D from x_C; written out, because the result of a call is boxed where it is not inlined
    vec3.subtract(p, 0, frames, frameSize, pose, 0);
    const reach =
      Math.sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]) + 2 * parts.reach[other] + pair[PairBound.speed] * time;
    const first = tilt + spin * lean;
    const second = tiltRate + bounds[PathBound.spinRate] * lean + first * spin;
    numbers[PlaneSlot.acceleration] +=
      lean * pair[PairBound.acceleration] + 2 * first * pair[PairBound.speed] + second * reach;
  }

  /** Writes α for a plane of edges: |u̇| ≤ |ω_A| + |ω_B| for u = ea × eb, and ṅ, n̈ as in gap-motion.ts of contact. */
  private boundEdges(path: StepPath, parts: PartTable, range: Float64Array): void {
    const { numbers } = this;
    path.writeBounds(bounds, 0, parts.body[this.carrier], range);
    path.writeBounds(bounds, 5, parts.body[this.other], range);
    const a = bounds[PathBound.spin];
    const b = bounds[5 + PathBound.spin];
    const turnA = bounds[PathBound.spinRate] + a * a;
    const turnB = bounds[5 + PathBound.spinRate] + b * b;
    const sine = numbers[PlaneSlot.sine] - (a + b) * (range[1] - range[0]);
    if (!(sine > leastSinePart * numbers[PlaneSlot.sine])) {
      numbers[PlaneSlot.acceleration] = Infinity;
      return;
    }
    const first = (a + b) / sine;
    const second = (turnA + turnB + 2 * a * b) / sine + 3 * first * first;
    const alphaA = 2 * parts.reach[this.carrier] * (turnA + 2 * first * a + second);
    const alphaB = 2 * parts.reach[this.other] * (turnB + 2 * first * b + second);
    numbers[PlaneSlot.acceleration] = Math.max(alphaA, alphaB);
  }

  /**
   * Whether corner v, which has reached the plane at the last evaluation, is within the face, and not beside it. False for a
   * plane of edges.
   */
  isWithin(parts: PartTable, v: number, tolerance: Float64Array): boolean {
    if (this.contact >= 0) return false;
    const shape = parts.shapes[this.carrier] as Shape;
    if (shape.polyhedron === null) return true;
    const { facePlanes, faceCount } = shape.polyhedron;
    // the corner in the world, then in the frame of the carrier
    const corners = countPoints(parts.shapes[this.other] as Shape);
    if (v < corners)
      mat3.transformVector(p, 0, frames, frameSize + 3, takePoints(parts.shapes[this.other] as Shape), 3 * v);
    else mat3.transformVector(p, 0, frames, frameSize + 3, this.extra, 3 * (v - corners));
    vec3.add(p, 0, p, 0, frames, frameSize);
    vec3.subtract(p, 0, p, 0, pose, 0);
    quat.rotateVectorInverse(p, 0, pose, 3, p, 0);
    const o = frameSize * this.carrier;
    vec3.subtract(p, 0, p, 0, parts.local, o);
    mat3.transformVectorTransposed(p, 0, parts.local, o + 3, p, 0);
    for (let f = 0; f < faceCount; f++) {
      if (vec3.dot(facePlanes, 4 * f, p, 0) - facePlanes[4 * f + 3] > this.numbers[PlaneSlot.radius] + tolerance[0])
        return false;
    }
    return true;
  }

  private reserve(count: number): void {
    this.count = count;
    if (this.values.length >= count) return;
    this.values = resize(this.values, 2 * count);
    this.skip = resize(this.skip, 2 * count);
  }
}

/** Code of the corner of contact c: corners of contacts that are inactive or implied are followed. */
function toSkip({ active }: ContactTable, c: number): number {
  if (active[c] === ContactActivity.active) return CornerSkip.active;
  return active[c] === ContactActivity.separating ? CornerSkip.separating : CornerSkip.none;
}

/** Whether contact c is of a point or rim of A on a plane of B, or, for `isOfA` false, of B on a plane of A. */
function isOnPlane(table: ContactTable, c: number, isOfA: boolean): boolean {
  const form = table.form[c];
  if (form === ContactForm.curved) return table.curve[c] === (isOfA ? Curve.rimPlane : Curve.planeRim);
  return form === (isOfA ? ContactForm.pointPlane : ContactForm.planePoint);
}

function hasRim(shape: Shape): boolean {
  return shape.kind === Kind.cylinder || shape.kind === Kind.cone;
}

/** Number of points of a shape: corners, rims and tips, ends of a capsule, the centre of a sphere; none for planes and meshes. */
export function countPoints(shape: Shape): number {
  if (shape.polyhedron !== null) return shape.polyhedron.vertexCount;
  return shape.kind === Kind.capsule || hasRim(shape) ? 2 : shape.kind === Kind.sphere ? 1 : 0;
}

function takePoints(shape: Shape): Float64Array {
  if (shape.polyhedron !== null) return shape.polyhedron.vertices;
  ends[1] = shape.kind === Kind.sphere ? 0 : -shape.halfHeight;
  ends[4] = -ends[1];
  return ends;
}
