/**
 * Contacts as columns of numbers, one row a contact, as the notes' `struct Contact`:
 *
 *   point      3   p, world coordinates, in the middle of the gap
 *   normal     3   n, unit, from B to A
 *   gap        1   n·(p_a − p_b): negative if they overlap, m
 *   edgeA      3   ea, unit, of an edge/edge contact; else 0
 *   edgeB      3   eb
 *   curvature  6   second fundamental forms of A and of B at the contact (xx, xy, yy each, 1/m) in the tangent frame
 *   tangent    3   first axis t of that frame; the second is n × t
 *   kind       1   see `ContactKind`
 *   keyA, keyB 1   the features that meet: the same numbers from call to call while the same features do
 *
 * The surface of A near p is p + ξ t + η n×t + ½ (ξ, η) K_A (ξ, η)ᵀ n, that of B likewise with −K_B: K is positive where
 * the body is convex, zero on faces and of a body that touches with a corner. Where an edge or rim takes part, its tangent
 * is in edgeA or edgeB, and its K counts along that tangent alone: across it the body is sharp.
 *
 * Follows: Rigid Body Simulation, section 8.
 */
import { resize } from "../../math/index.js";

/** The kinds of contacts, written as feature of A / feature of B. */
export const ContactKind = { vertexFace: 0, faceVertex: 1, edgeEdge: 2, curved: 3 } as const;

/** A growing table of contacts, one column a quantity. */
export class ContactBuffer {
  /** The number of contacts. */
  count = 0;
  /** The point p of each contact, world coordinates, in the middle of the gap, three numbers each, m. */
  point: Float64Array = new Float64Array(24);
  /** The unit normal n of each contact, from B to A, three numbers each. */
  normal: Float64Array = new Float64Array(24);
  /** The gap n·(p_a − p_b) of each contact, m; negative if the bodies overlap. */
  gap: Float64Array = new Float64Array(8);
  /** The unit direction of the edge of A of an edge/edge contact, three numbers each; else 0. */
  edgeA: Float64Array = new Float64Array(24);
  /** The unit direction of the edge of B of an edge/edge contact, three numbers each; else 0. */
  edgeB: Float64Array = new Float64Array(24);
  /** The second fundamental forms of A and of B at each contact: xx, xy, yy of each, 1/m. */
  curvature: Float64Array = new Float64Array(48);
  /** The first axis of the tangent frame of each contact, three numbers each. */
  tangent: Float64Array = new Float64Array(24);
  /** The `ContactKind` of each contact. */
  kind: Uint8Array = new Uint8Array(8);
  /** The key of the feature of A of each contact. */
  keyA: Int32Array = new Int32Array(8);
  /** The key of the feature of B of each contact. */
  keyB: Int32Array = new Int32Array(8);

  /** Forgets all contacts. */
  clear(): void {
    this.count = 0;
  }

  /** Adds a contact, all of whose numbers are zero, and returns its index. */
  add(): number {
    const c = this.count++;
    if (c === this.gap.length) this.grow(2 * c);
    const o = 3 * c;
    clearVector(this.point, o);
    clearVector(this.normal, o);
    this.gap[c] = 0;
    clearVector(this.edgeA, o);
    clearVector(this.edgeB, o);
    clearVector(this.curvature, 2 * o);
    clearVector(this.curvature, 2 * o + 3);
    clearVector(this.tangent, o);
    this.kind[c] = 0;
    this.keyA[c] = 0;
    this.keyB[c] = 0;
    return c;
  }

  private grow(n: number): void {
    this.point = resize(this.point, 3 * n);
    this.normal = resize(this.normal, 3 * n);
    this.gap = resize(this.gap, n);
    this.edgeA = resize(this.edgeA, 3 * n);
    this.edgeB = resize(this.edgeB, 3 * n);
    this.curvature = resize(this.curvature, 6 * n);
    this.tangent = resize(this.tangent, 3 * n);
    this.kind = resize(this.kind, n);
    this.keyA = resize(this.keyA, n);
    this.keyB = resize(this.keyB, n);
  }
}

function clearVector(out: Float64Array, o: number): void {
  out[o] = 0;
  out[o + 1] = 0;
  out[o + 2] = 0;
}
