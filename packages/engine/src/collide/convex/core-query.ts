/**
 * The working state of a query about two convex cores: one object, made once, that every step of the query reads and writes.
 *
 *   relative      the pose of B relative to A (relative-pose.ts)
 *   plane         the plane last measured (separating-plane.ts), and its numbers in `solution`, all in the frame of A:
 *                   separation   s (0) and n (1 … 3)
 *                   feet         the points where the features of the plane meet: pA (3), pB (3) (foot.ts)
 *   simplex       the corners of A and of B that GJK has chosen (gjk.ts); their differences w in `corners`, the barycentric
 *                 weights λ, and the point of the simplex nearest to the origin: v (0 … 2) and |v|² (3) (simplex.ts)
 *   closest       distance (0), v (1 … 3), pA (4 … 6), pB (7 … 9) of the closest points
 *   known         a point mA of A (3), one mB of B (3), and a lower bound of the greatest s (separating-axes.ts)
 */
import { Witness } from "../result/index.js";
import { poseSize } from "./relative-pose.js";

/** The working state of a query about two convex cores A and B. */
export class CoreQuery {
  /** x (3), R (9) and size (1) of B relative to A: see `relate`. */
  readonly relative: Float64Array = new Float64Array(poseSize);
  /** The features of the plane last measured; of a face, the other one is the corner it is measured to. */
  readonly plane = { witness: Witness.none as Witness, featureA: -1, featureB: -1 };
  /** s, n (3), pA (3), pB (3) of that plane, in the frame of A: as the values of a `PairResult`. */
  readonly solution: Float64Array = new Float64Array(10);
  /** The first four of `solution`: s and n. */
  readonly separation: Float64Array = this.solution.subarray(0, 4);
  /** The last six of `solution`: pA and pB. */
  readonly feet: Float64Array = this.solution.subarray(4);
  /** Square of how far beside a face a point may be and still count as over it, m²: 0, but where rounding is forgiven. */
  readonly besideSquare: Float64Array = new Float64Array(1);
  /** A point in the middle of features that are level with one another: see `findLevelMiddle`. */
  readonly levelMiddle: Float64Array = new Float64Array(3);
  /** Whether a second corner may be as far as the extreme one found by `verifyPlane`, but for rounding. */
  isTied = false;
  /** The simplex of GJK: how many corners it has, and their indices in A and in B. */
  readonly simplex = { count: 0, a: new Int32Array(4), b: new Int32Array(4) };
  /** The corners w = a − b of the simplex, three numbers each. */
  readonly corners: Float64Array = new Float64Array(12);
  /** The weight λ of each corner in the nearest point: zero for those not needed. */
  readonly weights: Float64Array = new Float64Array(4);
  /** The point v of the simplex nearest to the origin, and |v|². */
  readonly nearest: Float64Array = new Float64Array(4);
  /** Distance, v (3), pA (3), pB (3) of the closest points. */
  readonly closest: Float64Array = new Float64Array(10);
  /** mA (3), mB (3), in the frame of A, and a lower bound s₀ of the greatest s (1): −∞ if nothing is known of it. */
  readonly known: Float64Array = new Float64Array(7);
  /** The distance up to which two that are apart count as touching, m. Negative: never. */
  readonly touchingDistance: Float64Array = new Float64Array(1);
}
