/**
 * The working state of a query about a body A and a mesh B: one object, made once, that every step of the query reads and
 * writes. Coordinates are those of the frame of the mesh, but for `placed`.
 */
import { PairResult } from "../result/index.js";

/** The working state of a query about a body A and a mesh B. */
export class MeshQuery {
  /** The frame of A as seen from the mesh. */
  readonly placedA: Float64Array = new Float64Array(12);
  /** The frames of A (0) and of the triangle taken (12), seen from its first corner. */
  readonly placed: Float64Array = new Float64Array(24);
  /** The box around A. */
  readonly box: Float64Array = new Float64Array(6);
  /** The size of A and the triangles together (0), and the reach of A with an allowance for rounding (1), m. */
  readonly size: Float64Array = new Float64Array(2);
  /** The separation s of A and the triangle taken along a normal (0), and the width of A along it (1), m. */
  readonly extent: Float64Array = new Float64Array(2);
  /**
   * Triangles farther than this (0) are of no interest; up to this (1), the tolerance, they touch, m. The tolerance is also
   * handed on as it came: a number read from an array and given to a function would be boxed, as would one that a function
   * like `vec3.dot` gives back where there is no room to inline it.
   */
  readonly limits: Float64Array = new Float64Array(2);
  /** A and the triangle taken as a pair of convex shapes, seen from its first corner: see `measureConvex`. */
  readonly convexPair: PairResult = new PairResult();
  /** The triangle just met: as the values of a `PairResult`. */
  readonly met: Float64Array = new Float64Array(10);
  /** The nearest triangle so far: as the values of a `PairResult`. */
  readonly nearestValues: Float64Array = new Float64Array(10);
  /**
   * The nearest triangle: how it is met (`ContactCase`), its leaf in the tree, and its row in the memory, −1 if it
   * has none.
   */
  readonly nearestFound = { meeting: 0, leaf: -1, row: -1 };

  constructor() {
    this.placed[15] = this.placed[19] = this.placed[23] = 1;
  }
}
