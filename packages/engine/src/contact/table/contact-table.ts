/**
 * Contacts with features that are fixed in their bodies: made once where shapes touch (contact-add.ts), then evaluated at any
 * state of the two bodies without looking at the shapes again (contact-rows.ts).
 *
 *   form         features                              gap                            n
 *   pointPlane   a point of A, a plane of B            n·(pA − pB) − ρ                fixed in B
 *   planePoint   a plane of A, a point of B            n·(pA − pB) − ρ                fixed in A
 *   edgeEdge     a line of A, a line of B              n·(pA − pB) − ρ                ±(ea × eb)/|ea × eb|
 *   curved       the keys of both features             that of the two shapes there   that of the two shapes
 *
 *   rolling      rolling and spinning friction, contact-turning.ts; behind the others, and not counted
 *   spinning
 *   joint        friction along a coordinate of a joint, behind all others and not counted either
 *
 * A sphere, or the end of a capsule, on a plane is the point in its middle with ρ its radius. n points from B to A.
 *   ḋ = rowA·(vA, ωA) + rowB·(vB, ωB)
 *   d̈ = rowA·(v̇A, ω̇A) + rowB·(v̇B, ω̇B) + γ
 *
 * Follows: Rigid Body Simulation, sections 8 and 9.
 */
import { resize } from "../../math/index.js";
import { ContactEvaluation } from "./contact-evaluation.js";
import { firstCapacity } from "./parameters.js";

/** Forms of contacts: see above. */
export const ContactForm = {
  pointPlane: 0,
  planePoint: 1,
  edgeEdge: 2,
  curved: 3,
  rolling: 4,
  spinning: 5,
  joint: 6,
} as const;
/** Form of a contact: see the constant of this name. */
export type ContactForm = (typeof ContactForm)[keyof typeof ContactForm];

/**
 * Pairs of features of a contact of the form `curved`, as A/B: a point of A with the types of contact-feature.ts behind it, then
 * those of A with a point of B.
 */
export const Curve = {
  none: 0,
  pointPoint: 1,
  pointLine: 2,
  pointRim: 4,
  pointCone: 5,
  pointOfB: 6,
  linePoint: 7,
  rimPoint: 9,
  conePoint: 10,
  rimPlane: 11,
  planeRim: 12,
  /** A pair whose distance only the narrow phase knows. */
  general: 13,
  rimLine: 14,
  lineRim: 15,
  /** Two curves, from this code on: 3 a + b is added for curves of kinds a and b, see contact-curves.ts. */
  curves: 16,
} as const;

/** Activity of a contact in the active set of the motion: `ContactTable.active`. */
export const ContactActivity = {
  /** The contact takes no part: it is apart, or has not been decided about. */
  inactive: 0,
  /** The contact is an equality, gap = 0. */
  active: 1,
  /** The bodies separate there. */
  separating: 2,
  /** The contact stays closed because joints or other contacts imply it; no row of its pair is active. */
  implied: 3,
} as const;
/** Activity of a contact: see the constant of this name. */
export type ContactActivity = (typeof ContactActivity)[keyof typeof ContactActivity];

const noNumbers = new Float64Array(0);
const noIndices = new Int32Array(0);
const noFlags = new Uint8Array(0);
const noEvaluation = new ContactEvaluation();

/** A table of contacts, one column a quantity. */
export class ContactTable {
  /** Number of contacts. The arrays may be longer than is in use. */
  count = 0;

  // --- model: written by `addContacts`
  /** Body A; −1 if A is a particle. */
  bodyA: Int32Array = noIndices;
  /** Body B. */
  bodyB: Int32Array = noIndices;
  /** Particle A; −1 if A is a body. */
  particleA: Int32Array = noIndices;
  /** Part of A. */
  partA: Int32Array = noIndices;
  /** Part of B. */
  partB: Int32Array = noIndices;
  /** Slot of the pair of parts. */
  pair: Int32Array = noIndices;
  /** Form: see `ContactForm`. */
  form: Uint8Array = noFlags;
  /** Feature of A, as collide names it (contact-feature.ts). */
  keyA: Int32Array = noIndices;
  /** Feature of B. */
  keyB: Int32Array = noIndices;
  /** Point fixed in A's body frame, m: on the vertex, the plane or the line; zero of a particle. 3 a contact. */
  localA: Float64Array = noNumbers;
  /** Point fixed in B's body frame, m: see `localA`. 3 a contact. */
  localB: Float64Array = noNumbers;
  /** Normal in the frame of A, if A has the plane, or the direction of its edge; unit. 3 a contact. */
  axisA: Float64Array = noNumbers;
  /** Normal in the frame of B, or the direction of its edge: see `axisA`. 3 a contact. */
  axisB: Float64Array = noNumbers;
  /** Pair of features of the form `curved`: see `Curve`. */
  curve: Uint8Array = noFlags;
  /** Radius of a rim, m, or sin γ of a cone with half angle γ at its tip; else what A has of ρ. */
  size: Float64Array = noNumbers;
  /** Offset ρ, m; of two curves the number that `size` is of A, of B. */
  offset: Float64Array = noNumbers;
  /**
   * Guide of a curved contact, 3 a contact. A rim on a plane has its tangent where it touched, in the frame of the body of the
   * plane; a rim across a line the direction of the radius there, in the frame of its own body; two curves the point where they
   * touch, in the frame of A, m.
   */
  guide: Float64Array = noNumbers;
  /** Side of the normal of two edges, ±1. */
  side: Float64Array = noNumbers;
  /** Coefficient of restitution ε of the pair. */
  restitution: Float64Array = noNumbers;
  /** Coefficient of kinetic friction μ of the pair. */
  friction: Float64Array = noNumbers;
  /** Coefficient of static friction: at least the kinetic one. */
  staticFriction: Float64Array = noNumbers;
  /** Coefficient of rolling friction, m. */
  rolling: Float64Array = noNumbers;
  /** Coefficient of spinning friction, m. */
  spinning: Float64Array = noNumbers;
  /** Velocity of the surfaces relative to their bodies, A's less B's, m/s, world axes. 3 a contact. */
  belt: Float64Array = noNumbers;

  // --- for the solver of the motion
  /** Activity in the active set: see `ContactActivity`. */
  active: Uint8Array = noFlags;
  /** Normal force, N. */
  force: Float64Array = noNumbers;
  /** Friction force on A, world axes, N. 3 a contact. */
  tangential: Float64Array = noNumbers;

  // --- derived: written by `evaluateContact`
  /** Gap d, m. */
  gap: Float64Array = noNumbers;
  /** Rate ḋ of the gap, m/s. */
  rate: Float64Array = noNumbers;
  /** Part γ of d̈ without accelerations, m/s². */
  gamma: Float64Array = noNumbers;
  /** Normal n, unit, from B to A, world axes. 3 a contact. */
  normal: Float64Array = noNumbers;
  /** Point in the middle of the gap, world coordinates, m. 3 a contact. */
  point: Float64Array = noNumbers;
  /** Row of the Jacobian for A, 6 a contact; of a particle the first three count, the others are 0. */
  rowA: Float64Array = noNumbers;
  /** Row of the Jacobian for B, 6 a contact. */
  rowB: Float64Array = noNumbers;

  // --- derived: written by `evaluateTangent`
  /** Slip velocity u, m/s, world axes. 3 a contact. */
  slip: Float64Array = noNumbers;
  /** Part γ of u̇ without accelerations, m/s². 3 a contact. */
  bias: Float64Array = noNumbers;

  /** The contact that was evaluated last: for the functions of contact/features. */
  evaluation: ContactEvaluation = noEvaluation;

  private capacity = 0;

  /** Removes all contacts. */
  clear(): void {
    this.count = 0;
  }

  /**
   * Makes room for one more contact and returns its index. Its columns have the numbers of another contact: the caller writes all
   * of them.
   */
  add(): number {
    if (this.count === this.capacity) this.grow(Math.max(firstCapacity, 2 * this.capacity));
    const c = this.count++;
    this.active[c] = ContactActivity.inactive;
    this.force[c] = 0;
    return c;
  }

  /** Makes room for so many contacts, counted or not. */
  reserve(n: number): void {
    if (n > this.capacity) this.grow(Math.max(n, firstCapacity, 2 * this.capacity));
  }

  /** Inserts a copy of contact c behind it, and returns its index. The contacts behind it move on by one. */
  insertCopy(c: number): number {
    this.add();
    for (const [column, width] of this.listColumns()) {
      column.copyWithin(width * (c + 1), width * c, width * (this.count - 1));
    }
    return c + 1;
  }

  /** Appends a copy of contact c of another table, and returns its index. */
  addCopy(from: ContactTable, c: number): number {
    const made = this.add();
    const columns = from.listColumns();
    this.listColumns().forEach(([column, width], k) => {
      for (let x = 0; x < width; x++) column[width * made + x] = columns[k][0][width * c + x];
    });
    return made;
  }

  /** Removes contact c. The contacts behind it move up by one. */
  remove(c: number): void {
    for (const [column, width] of this.listColumns()) column.copyWithin(width * c, width * (c + 1), width * this.count);
    this.count--;
  }

  private listColumns(): [Float64Array | Int32Array | Uint8Array, number][] {
    const { bodyA, bodyB, particleA, partA, partB, pair, form, keyA, keyB, curve, size, offset, side } = this;
    const { restitution, friction, staticFriction, rolling, spinning, active, force, gap, rate, gamma } = this;
    const { localA, localB, axisA, axisB, guide, belt, normal, point, slip, bias, tangential, rowA, rowB } = this;
    const single = [bodyA, bodyB, particleA, partA, partB, pair, form, keyA, keyB, curve, size, offset, side];
    const more = [restitution, friction, staticFriction, rolling, spinning, active, force, gap, rate, gamma];
    const vectors = [localA, localB, axisA, axisB, guide, belt, normal, point, slip, bias, tangential];
    return [
      ...[...single, ...more].map((column): [Float64Array | Int32Array | Uint8Array, number] => [column, 1]),
      ...vectors.map((column): [Float64Array, number] => [column, 3]),
      [rowA, 6],
      [rowB, 6],
    ];
  }

  private grow(n: number): void {
    if (this.capacity === 0) this.evaluation = new ContactEvaluation();
    this.capacity = n;
    this.bodyA = resize(this.bodyA, n);
    this.bodyB = resize(this.bodyB, n);
    this.particleA = resize(this.particleA, n);
    this.partA = resize(this.partA, n);
    this.partB = resize(this.partB, n);
    this.pair = resize(this.pair, n);
    this.form = resize(this.form, n);
    this.keyA = resize(this.keyA, n);
    this.keyB = resize(this.keyB, n);
    this.localA = resize(this.localA, 3 * n);
    this.localB = resize(this.localB, 3 * n);
    this.axisA = resize(this.axisA, 3 * n);
    this.axisB = resize(this.axisB, 3 * n);
    this.curve = resize(this.curve, n);
    this.size = resize(this.size, n);
    this.offset = resize(this.offset, n);
    this.guide = resize(this.guide, 3 * n);
    this.side = resize(this.side, n);
    this.restitution = resize(this.restitution, n);
    this.friction = resize(this.friction, n);
    this.staticFriction = resize(this.staticFriction, n);
    this.rolling = resize(this.rolling, n);
    this.spinning = resize(this.spinning, n);
    this.belt = resize(this.belt, 3 * n);
    this.active = resize(this.active, n);
    this.force = resize(this.force, n);
    this.tangential = resize(this.tangential, 3 * n);
    this.gap = resize(this.gap, n);
    this.rate = resize(this.rate, n);
    this.gamma = resize(this.gamma, n);
    this.normal = resize(this.normal, 3 * n);
    this.point = resize(this.point, 3 * n);
    this.slip = resize(this.slip, 3 * n);
    this.bias = resize(this.bias, 3 * n);
    this.rowA = resize(this.rowA, 6 * n);
    this.rowB = resize(this.rowB, 6 * n);
  }
}
