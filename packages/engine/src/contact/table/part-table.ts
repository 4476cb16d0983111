/**
 * The parts by which bodies collide: every convex piece, mesh or plane of a body is a part, and so is a particle that collides,
 * as a point.
 *
 *   model      body, particle, shapes, local, reach, restitution, friction, material, group, mask      constant
 *   placed     frames                                                                   written by `place`, `placePart`
 *
 * A part at x₀, R₀ in the frame of its body stands in the world at
 *
 *   x + R x₀,   R R₀                                                                                           (2–1)
 *
 * Users give places in the frame in which they gave the body; the table stores them in the body frame of rigid, whose
 * origin is the centre of mass (or the pivot) and whose axes are the principal ones.
 *
 * Follows: Rigid Body Simulation, section 2.2.
 */
import { createSphere, frameSize, Kind, QueryFilter, type Shape, writeFrame } from "../../collide/index.js";
import {
  fail,
  quat,
  requireInteger,
  requireKeys,
  requireNonNegative,
  requireVector,
  resize,
} from "../../math/index.js";
import { Answer, bodySize, type RigidSystem } from "../../rigid/index.js";
import { pointRadius } from "./parameters.js";
import { measureReach } from "./part-reach.js";

/** Options of a surface: how it bounces, how much friction it has, and what it collides with. */
export interface SurfaceOptions {
  /** Coefficient of restitution ε, 0 to 1. Default 0. */
  readonly restitution?: number;
  /**
   * Coefficient of kinetic friction μ. Default 0: no friction. Two surfaces have √(μ_A μ_B), so both must have friction; a pair
   * of materials may have a μ of its own (`Materials.setPair`).
   */
  readonly friction?: number;
  /** Coefficient of static friction: at least the kinetic one, which is the default. */
  readonly staticFriction?: number;
  /**
   * Coefficient of rolling friction of curved contacts, m: the largest torque against rolling is this times the normal force. Two
   * surfaces have the larger one. Default 0.
   */
  readonly rollingFriction?: number;
  /** Coefficient of spinning friction about the normal, m. Two surfaces have the larger one. Default 0. */
  readonly spinningFriction?: number;
  /** Velocity of the surface relative to its body, as of a conveyor belt, m/s, world axes. Default zero. */
  readonly surfaceVelocity?: ArrayLike<number>;
  /** Index of a material of `Materials`, in place of the numbers above. */
  readonly material?: number;
  /** Collision group, from 0 to 31. Default 0. */
  readonly group?: number;
  /** Collision groups that the surface meets. Default all. */
  readonly collidesWith?: ArrayLike<number>;
}

/** Options of a part: its shape, its place in the body, and its surface. */
export interface PartTableOptions extends SurfaceOptions {
  /** Shape of the part. */
  readonly shape: Shape;
  /** Position of the shape's frame in that of the body as the user gave it, m. Default its origin. */
  readonly position?: ArrayLike<number>;
  /** Rotation of the shape's frame in that of the body, [x, y, z, w]. Default none. */
  readonly rotation?: ArrayLike<number>;
}

const pointShape = createSphere({ radius: pointRadius });
/** Entry of the body column for a part of a particle. */
export const noBody = -1;
/** Entry of the body column for a part that was removed. */
export const removed = -2;

const shapeKeys = ["shape", "position", "rotation"];
const surfaceKeys = [
  "restitution",
  "friction",
  "staticFriction",
  "rollingFriction",
  "spinningFriction",
  "surfaceVelocity",
  "material",
  "group",
  "collidesWith",
];

/** A table of parts: the convex pieces, meshes and planes of bodies, and the particles that collide. */
export class PartTable {
  /** Number of rows, those of removed parts among them. The arrays may be longer than is in use. */
  count = 0;
  /** Number of rows of removed parts that a new part may take: no detector refers to them any more. */
  private freeCount = 0;
  /** Number of parts that were removed since `releaseRows`. */
  retiredCount = 0;
  /** Number of times that a row was taken again: caches of the part before are then of another. */
  reuses = 0;
  /** Body of each part; −1 for a particle, −2 once removed. */
  body: Int32Array = new Int32Array(8);
  /** Particle of each part, or −1. */
  particle: Int32Array = new Int32Array(8);
  /** Shape of each part. A particle has a sphere of radius 1e-12 m; null once removed. */
  readonly shapes: (Shape | null)[] = [];
  /** Frame of each part in its body frame: position, then rotation matrix, 12 a part. */
  local: Float64Array = new Float64Array(8 * frameSize);
  /** Largest distance of a point of the part from the origin of the body frame, m; infinite for a plane. */
  reach: Float64Array = new Float64Array(8);
  restitution: Float64Array = new Float64Array(8);
  friction: Float64Array = new Float64Array(8);
  staticFriction: Float64Array = new Float64Array(8);
  rollingFriction: Float64Array = new Float64Array(8);
  spinningFriction: Float64Array = new Float64Array(8);
  /** Velocity of the surface relative to its body, m/s, world axes, 3 a part. */
  surfaceVelocity: Float64Array = new Float64Array(24);
  /** Material of each part; −1 where the numbers above count. */
  material: Int32Array = new Int32Array(8);
  /** Collision group, from 0 to 31. */
  group: Int32Array = new Int32Array(8);
  /** Collision groups that the part meets, as bits. */
  mask: Int32Array = new Int32Array(8);
  /** Frame of each part in the world, as `local`. */
  frames: Float64Array = new Float64Array(8 * frameSize);
  /**
   * The first part of each body, and the next one of the same body after each part, or −1; written anew where parts have changed.
   */
  private firstPart: Int32Array = new Int32Array(0);
  private nextPart: Int32Array = new Int32Array(0);
  private isIndexed = false;

  /**
   * Adds a part of a body and returns its index. `path` is what the part is called where something is wrong with it, and
   * `surfacePath` what carries its surface.
   */
  addPart(
    system: RigidSystem,
    name: number,
    options: PartTableOptions,
    path: string = `parts[${this.count}]`,
    surfacePath: string = path,
  ): number {
    requireKeys(path, options, "{ shape: createSphere({ radius: 1 }) }", [...shapeKeys, ...surfaceKeys]);
    const body = system.requireBody("body", name);
    const { shape, position = [0, 0, 0], rotation = [0, 0, 0, 1] } = options;
    requireShape(`${path}.shape`, shape);
    requireStill(`${path}.shape`, shape, system, body);
    requireVector(`${path}.position`, position);
    const q = new Float64Array(4);
    const isRotation = rotation?.length === 4 && Array.from(rotation).every(Number.isFinite);
    if (!isRotation || !quat.normalize(q, 0, Float64Array.from(rotation), 0)) {
      fail("not-a-rotation", `${path}.rotation`, "must be four finite numbers, not all zero", rotation);
    }
    const p = this.add(surfacePath, options);
    this.body[p] = body;
    this.particle[p] = -1;
    this.shapes[p] = shape;
    // from the user's frame to the body frame: axes⁻¹ (position − center), axes⁻¹ rotation
    const turn = new Float64Array(4);
    quat.conjugate(turn, 0, system.axes, 4 * body);
    quat.multiply(turn, 0, turn, 0, q, 0);
    quat.normalize(turn, 0, turn, 0);
    writeFrame(this.local, frameSize * p, system.toBodyPoint(name, position), 0, turn, 0);
    this.reach[p] = measureReach(shape, this.local, frameSize * p);
    this.place(system, p);
    return p;
  }

  /** Adds a particle that collides and returns the index of its part. */
  addParticle(
    system: RigidSystem,
    particle: number,
    options: SurfaceOptions = {},
    path: string = `parts[${this.count}]`,
  ): number {
    requireKeys(path, options, "{ restitution: 0.5 }", surfaceKeys);
    const cure = "add particles before what names them";
    requireInteger("particle", particle, 0, system.particles.count - 1, cure);
    const p = this.add(path, options);
    this.body[p] = noBody;
    this.particle[p] = particle;
    this.shapes[p] = pointShape;
    writeFrame(this.local, frameSize * p, nowhere, 0, nowhere, 3);
    this.reach[p] = 0;
    this.place(system, p);
    return p;
  }

  /** Removes the parts of the body in a row: they keep their indices, and meet nothing. */
  removeBody(body: number): void {
    for (let p = 0; p < this.count; p++) if (body >= 0 && this.body[p] === body) this.removePart(p);
  }

  /** Removes the part of a particle: it keeps its index, and meets nothing. */
  removeParticle(particle: number): void {
    for (let p = 0; p < this.count; p++) if (particle >= 0 && this.particle[p] === particle) this.removePart(p);
  }

  private removePart(p: number): void {
    this.isIndexed = false;
    this.body[p] = removed;
    this.particle[p] = -1;
    this.shapes[p] = null;
    this.retiredCount++;
  }

  /** Releases the rows of removed parts for new ones: the caller knows that nothing refers to them any more. */
  releaseRows(): void {
    this.freeCount += this.retiredCount;
    this.retiredCount = 0;
  }

  /** The row of a new part: the first that is free, or one more. */
  private takeRow(): number {
    if (this.freeCount > 0 && this.retiredCount === 0) {
      this.freeCount--;
      this.reuses++;
      return this.body.indexOf(removed);
    }
    const p = this.count;
    if (p === this.body.length) this.grow(2 * p);
    this.count++;
    return p;
  }

  /** Lists the parts of some bodies, and of all particles that collide if wanted, in rising order. */
  listParts(bodies: ArrayLike<number>, withParticles: boolean): Int32Array {
    if (!this.isIndexed) this.index();
    const { firstPart, nextPart, particle } = this;
    const list: number[] = [];
    for (let b = 0; b < bodies.length; b++) {
      const i = bodies[b];
      for (let p = i < firstPart.length ? firstPart[i] : -1; p >= 0; p = nextPart[p]) list.push(p);
    }
    for (let p = 0; p < this.count && withParticles; p++) if (particle[p] >= 0) list.push(p);
    return Int32Array.from(list).sort();
  }

  /** Links the parts of each body, from the last to the first: each list is in rising order. */
  private index(): void {
    const { body, count } = this;
    let most = -1;
    for (let p = 0; p < count; p++) most = Math.max(most, body[p]);
    this.firstPart = new Int32Array(most + 1).fill(-1);
    this.nextPart = new Int32Array(count);
    for (let p = count - 1; p >= 0; p--) {
      if (body[p] < 0) continue;
      this.nextPart[p] = this.firstPart[body[p]];
      this.firstPart[body[p]] = p;
    }
    this.isIndexed = true;
  }

  /** Writes the frame of part p, where its body or particle now is. */
  place(system: RigidSystem, p: number): void {
    const i = this.body[p];
    if (i >= 0) {
      placeLocal(
        this.frames,
        frameSize * p,
        this.local,
        frameSize * p,
        system.bodyStates,
        bodySize * i,
        system.rotation,
        9 * i,
      );
    } else if (i === noBody) {
      writeFrame(this.frames, frameSize * p, system.particles.state, 6 * this.particle[p], nowhere, 3);
    }
  }

  /** Adds a row with its surface, and returns its index. */
  private add(path: string, options: SurfaceOptions): number {
    const { restitution, friction, staticFriction, surfaceVelocity, material, group = 0, collidesWith } = options;
    const { rollingFriction = 0, spinningFriction = 0 } = options;
    requireSurface(path, options);
    const filter = new QueryFilter(collidesWith === undefined ? { group } : { group, collidesWith });
    const p = this.takeRow();
    this.isIndexed = false;
    this.restitution[p] = restitution ?? 0;
    this.friction[p] = friction ?? 0;
    this.staticFriction[p] = staticFriction ?? friction ?? 0;
    this.rollingFriction[p] = rollingFriction;
    this.spinningFriction[p] = spinningFriction;
    for (let k = 0; k < 3; k++) this.surfaceVelocity[3 * p + k] = surfaceVelocity?.[k] ?? 0;
    this.material[p] = material ?? -1;
    this.group[p] = filter.group;
    this.mask[p] = filter.mask;
    return p;
  }

  private grow(n: number): void {
    this.body = resize(this.body, n);
    this.particle = resize(this.particle, n);
    this.local = resize(this.local, frameSize * n);
    this.reach = resize(this.reach, n);
    this.restitution = resize(this.restitution, n);
    this.friction = resize(this.friction, n);
    this.staticFriction = resize(this.staticFriction, n);
    this.rollingFriction = resize(this.rollingFriction, n);
    this.spinningFriction = resize(this.spinningFriction, n);
    this.surfaceVelocity = resize(this.surfaceVelocity, 3 * n);
    this.material = resize(this.material, n);
    this.group = resize(this.group, n);
    this.mask = resize(this.mask, n);
    this.frames = resize(this.frames, frameSize * n);
  }
}

/** Throws unless the numbers of a surface are valid; groups are checked by the filter that is made of them. */
function requireSurface(path: string, options: SurfaceOptions): void {
  const { restitution, friction, staticFriction, surfaceVelocity, material } = options;
  if (material !== undefined) {
    requireInteger(`${path}.material`, material, 0, 2 ** 30, "Materials.add tells it");
    const must = "must be left out beside a material";
    if (restitution !== undefined) fail("conflict", `${path}.restitution`, must, restitution);
    if (friction !== undefined) fail("conflict", `${path}.friction`, must, friction);
    if (staticFriction !== undefined) fail("conflict", `${path}.staticFriction`, must, staticFriction);
  }
  if (restitution !== undefined) requireRestitution(`${path}.restitution`, restitution);
  if (friction !== undefined) requireNonNegative(`${path}.friction`, friction);
  requireStaticFriction(path, friction ?? 0, staticFriction);
  const { rollingFriction = 0, spinningFriction = 0 } = options;
  requireNonNegative(`${path}.rollingFriction`, rollingFriction);
  requireNonNegative(`${path}.spinningFriction`, spinningFriction);
  if (surfaceVelocity !== undefined) requireVector(`${path}.surfaceVelocity`, surfaceVelocity);
}

/** Throws unless a static coefficient, if there is one, is at least the kinetic one. */
export function requireStaticFriction(path: string, friction: number, staticFriction: number | undefined): void {
  if (staticFriction === undefined) return;
  requireNonNegative(`${path}.staticFriction`, staticFriction);
  if (staticFriction >= friction) return;
  const must = `must be at least the friction of what slides, ${friction}`;
  fail("too-small", `${path}.staticFriction`, must, staticFriction);
}

/** No place and no rotation. */
const nowhere = Float64Array.of(0, 0, 0, 0, 0, 0, 1);
/** q of unit length, and its matrix. */
const turned = new Float64Array(13);

/**
 * Writes the world frame of part p with its body at x = pose[y … y+2] and q = pose[y+3 … y+6], of any length but zero; of
 * a particle x alone is read.
 */
export function placePart(
  out: Float64Array,
  o: number,
  parts: PartTable,
  p: number,
  pose: Float64Array,
  y: number,
): void {
  if (parts.body[p] < 0) {
    writeFrame(out, o, pose, y, nowhere, 3);
    return;
  }
  quat.normalize(turned, 0, pose, y + 3);
  quat.toMatrix(turned, 4, turned, 0);
  placeLocal(out, o, parts.local, frameSize * p, pose, y, turned, 4);
}

/** The frame at local[l …], carried by a body at x[i …] with the rotation matrix R[m …]. */
function placeLocal(
  out: Float64Array,
  o: number,
  local: Float64Array,
  l: number,
  x: Float64Array,
  i: number,
  R: Float64Array,
  m: number,
): void {
  for (let r = 0; r < 3; r++) {
    const a = R[m + 3 * r];
    const b = R[m + 3 * r + 1];
    const c = R[m + 3 * r + 2];
    out[o + r] = x[i + r] + (a * local[l] + b * local[l + 1] + c * local[l + 2]);
    for (let k = 0; k < 3; k++) {
      out[o + 3 + 3 * r + k] = a * local[l + 3 + k] + b * local[l + 6 + k] + c * local[l + 9 + k];
    }
  }
}

/** Throws unless ε is between 0 and 1. */
export function requireRestitution(path: string, value: number): void {
  if (typeof value === "number" && value >= 0 && value <= 1) return;
  fail("out-of-range", path, "must be from 0 to 1", value, "1 bounces back to the same height, 0 stays");
}

function requireShape(path: string, shape: Shape): void {
  if (typeof shape === "object" && shape !== null && typeof shape.kind === "number" && shape.reach > 0) return;
  fail("not-a-shape", path, "must be a shape", shape, "createBox and its like make one");
}

/** Planes and meshes are of bodies that forces do not move. */
function requireStill(path: string, { kind }: Shape, { answers }: RigidSystem, body: number): void {
  if ((kind !== Kind.plane && kind !== Kind.mesh) || answers[body] === Answer.none) return;
  const cure = "fix the body, or decompose the mesh: createCompoundOfMesh";
  fail("not-fixed", path, "must belong to a body that is fixed or driven, as it is a plane or mesh", body, cure);
}
