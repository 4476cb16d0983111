/**
 * The result of a query about a pair of shapes (A, B): one object serves every pair.
 *
 *   g = n·(pA − pB)    signed gap: > 0 apart (the distance), < 0 overlapping (−g is the depth, the shortest way out)
 *   n                  unit, from B to A: moving A by −g n brings an overlapping pair to touch
 *   pA, pB             points on the two surfaces, world coordinates, where the gap is measured
 *
 * The functions that fill it (a shape, then the table and offset of its frame; `cache`, `slot`: the witness of this pair):
 *
 *   collidePolyhedra(result, shapeA, framesA, oA, shapeB, framesB, oB, cache, slot, tolerance)
 *   collideCores    (… likewise …)   a sphere counts as its centre, a capsule as its segment, radii left out; at least
 *                                    one of the two must be a polyhedron. Depth and normal also where the core is inside.
 *   measureGap      (result, shapeA, framesA, oA, shapeB, framesB, oB, cache, slot)   gap, normal and status only
 *
 * Follows: Rigid Body Simulation, section 7.1.
 */

/** The states of a pair: disjoint, touching within the tolerance, overlapping. */
export const Status = { disjoint: 0, touching: 1, overlapping: 2 } as const;
/** One of the states of `Status`. */
export type Status = (typeof Status)[keyof typeof Status];

/** Slots of `PairResult.values`. */
export const PairSlot = { gap: 0, normal: 1, pointA: 4, pointB: 7 } as const;

/**
 * The features that give n.
 *   none    nothing known                    points  n = (pA − pB)/|pA − pB|: two corners, or a corner and an edge
 *   faceA   face of A, corner of B           faceB   corner of A, face of B           edges   edge of A, edge of B
 */
export const Witness = { none: 0, faceA: 1, faceB: 2, edges: 3, points: 4 } as const;
/** One of the kinds of `Witness`. */
export type Witness = (typeof Witness)[keyof typeof Witness];

/** The result of a query about a pair of shapes: one object serves every pair. */
export class PairResult {
  /** The `Status` of the pair. */
  status: Status = Status.disjoint;
  /** Gap (m), normal (3), pointA (3, m), pointB (3, m): see `PairSlot`. */
  readonly values: Float64Array = new Float64Array(10);
  /** The features that give the normal. */
  witness: Witness = Witness.none;
  /** The index of a face, edge or corner of A, as `witness` says; −1 if the witness is `points`. */
  featureA = -1;
  /** The index of a face, edge or corner of B, as `witness` says; −1 if the witness is `points`. */
  featureB = -1;
}
