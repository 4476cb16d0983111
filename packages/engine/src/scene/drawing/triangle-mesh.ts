/** Triangle meshes for rendering. */

/** A triangle mesh: three numbers a corner, three indices a triangle. */
export interface ShapeMesh {
  /** The corners, m. */
  readonly positions: Float64Array;
  /** The outward unit normals of the corners. */
  readonly normals: Float64Array;
  /** The indices of the corners of triangles, counter-clockwise seen from outside. */
  readonly indices: Uint32Array;
}
