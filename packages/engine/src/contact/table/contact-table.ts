/**
 * Contacts with features that are held: made once where shapes touch (contact-add.ts), then evaluated at any state of the
 * two bodies without looking at the shapes again (contact-rows.ts).
 *
 *   form         what is held                          gap                            n
 *   pointPlane   a point of A, a plane of B            n·(pA − pB) − ρ                fixed in B
 *   planePoint   a plane of A, a point of B            n·(pA − pB) − ρ                fixed in A
 *   edgeEdge     a line of A, a line of B              n·(pA − pB) − ρ                ±(ea × eb)/|ea × eb|
 *   curved       the keys of both features             that of the two shapes there   that of the two shapes
 *
 *   rolling      what turns against it, contact-turning.ts; behind the others, and not counted
 *   spinning
 *   joint        what rubs along a coordinate of a joint, behind all others and not counted either
 *
 * A sphere, or the end of a capsule, on a plane is the point in its middle with ρ its radius. n points from B to A.
 *   ḋ = rowA·(vA, ωA) + rowB·(vB, ωB)
 *   d̈ = rowA·(v̇A, ω̇A) + rowB·(v̇B, ω̇B) + γ
 *
 * Follows: Rigid Body Simulation, sections 8 and 9.
 */
import { resize } from "../../math/index.js";

export const ContactForm = {
  pointPlane: 0,
  planePoint: 1,
  edgeEdge: 2,
  curved: 3,
  rolling: 4,
  spinning: 5,
  joint: 6,
} as const;
export type ContactForm = (typeof ContactForm)[keyof typeof ContactForm];

/** Room for so many contacts is made with the first; a table without any has no columns of its own. */
const start = 8;
const noNumbers = new Float64Array(0);
const noIndices = new Int32Array(0);
const noFlags = new Uint8Array(0);

export class ContactTable {
  /** How many contacts there are. The arrays may be longer than is in use. */
  count = 0;

  // --- model: written by `addContacts`
  /** −1 if A is a particle. */
  bodyA: Int32Array = noIndices;
  bodyB: Int32Array = noIndices;
  /** −1 if A is a body. */
  particleA: Int32Array = noIndices;
  partA: Int32Array = noIndices;
  partB: Int32Array = noIndices;
  /** The slot of the pair of parts. */
  pair: Int32Array = noIndices;
  /** See `ContactForm`. */
  form: Uint8Array = noFlags;
  /** The features, as collide names them (contact-feature.ts). */
  keyA: Int32Array = noIndices;
  keyB: Int32Array = noIndices;
  /** A point fixed in A's body frame, m: on the vertex, the plane or the line. Zero of a particle. 3 a contact. */
  localA: Float64Array = noNumbers;
  localB: Float64Array = noNumbers;
  /** The normal in the frame of the body that has the plane, or the direction of the edge; unit. 3 a contact. */
  axisA: Float64Array = noNumbers;
  axisB: Float64Array = noNumbers;
  /** What `curved` is made of: see contact-curved.ts. */
  curve: Uint8Array = noFlags;
  /** Radius of a rim, m, or sin γ of a cone with half angle γ at its tip; else what A has of ρ. */
  size: Float64Array = noNumbers;
  /** ρ, m; of two curves the number that `size` is of A, of B. */
  offset: Float64Array = noNumbers;
  /**
   * Of a rim on a plane: its tangent where it touched, in the frame of the body of the plane. Of a rim across a line: the
   * direction of the radius there, in the frame of its own body. Of two curves: where they touch, in the frame of A, m. 3 a
   * contact.
   */
  guide: Float64Array = noNumbers;
  /** ±1, of edges. */
  side: Float64Array = noNumbers;
  /** ε and μ of the pair. */
  restitution: Float64Array = noNumbers;
  friction: Float64Array = noNumbers;
  /** μ of what does not slide yet: at least the other. */
  staticFriction: Float64Array = noNumbers;
  /** The same of rolling and of spinning, m. */
  rolling: Float64Array = noNumbers;
  spinning: Float64Array = noNumbers;
  /** How surfaces go by themselves, A's less B's, m/s, world axes. 3 a contact. */
  belt: Float64Array = noNumbers;

  // --- for the solver of the motion
  /** 1: held as an equality; 2: parts; 3: kept at rest by joints or by other contacts, in a pair that holds none itself. */
  active: Uint8Array = noFlags;
  /** N. */
  force: Float64Array = noNumbers;
  /** Of friction, on A, world axes, N. 3 a contact. */
  tangential: Float64Array = noNumbers;

  // --- derived: written by `evaluateContact`
  /** d, m. */
  gap: Float64Array = noNumbers;
  /** ḋ, m/s. */
  rate: Float64Array = noNumbers;
  /** γ, m/s². */
  gamma: Float64Array = noNumbers;
  /** n, unit, from B to A, world axes. 3 a contact. */
  normal: Float64Array = noNumbers;
  /** In the middle of the gap, world coordinates, m. 3 a contact. */
  point: Float64Array = noNumbers;
  /** 6 a contact; of a particle the first three count, the others are 0. */
  rowA: Float64Array = noNumbers;
  rowB: Float64Array = noNumbers;

  // --- derived: written by `evaluateTangent`
  /** u, m/s, world axes. 3 a contact. */
  slip: Float64Array = noNumbers;
  /** γ of u̇, m/s². 3 a contact. */
  bias: Float64Array = noNumbers;

  private capacity = 0;

  /** Forgets all contacts. */
  clear(): void {
    this.count = 0;
  }

  /** Makes room for one more contact and returns its index. What it holds is left over from another: write all columns. */
  add(): number {
    if (this.count === this.capacity) this.grow(Math.max(start, 2 * this.capacity));
    const c = this.count++;
    this.active[c] = 0;
    this.force[c] = 0;
    return c;
  }

  /** Makes room for so many contacts, counted or not. */
  reserve(n: number): void {
    if (n > this.capacity) this.grow(Math.max(n, start, 2 * this.capacity));
  }

  /** Makes room for a contact after c, the same as that, and returns its index. Those behind it move on by one. */
  insertCopy(c: number): number {
    this.add();
    for (const [column, width] of this.listColumns()) {
      column.copyWithin(width * (c + 1), width * c, width * (this.count - 1));
    }
    return c + 1;
  }

  /** Adds a contact that is the same as contact c of another table, and returns its index. */
  addCopy(from: ContactTable, c: number): number {
    const made = this.add();
    const columns = from.listColumns();
    this.listColumns().forEach(([column, width], k) => {
      for (let x = 0; x < width; x++) column[width * made + x] = columns[k][0][width * c + x];
    });
    return made;
  }

  /** Takes contact c out. Those behind it move up by one. */
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
