/**
 * Mass properties of the convex hull of a set of points.
 *
 * Follows: Rigid Body Simulation, section 2.9: the sums (2–32) as integrals.
 */
import { buildHull } from "../hull/index.js";
import { buildMass, type MassProperties, requireShape } from "./mass-properties.js";
import { measureOf, requireWall, type ShellOptions } from "./mass-shapes.js";
import { integrateArea, integrateVolume } from "./mesh-integrals.js";
import { readPoints, scaleMesh } from "./mesh-read.js";

/** Options of the mass properties of a convex hull. */
export interface HullMassOptions extends ShellOptions {
  /** Points, [x, y, z] of each or all numbers in a row, m. Those inside the hull of the others do not matter. */
  readonly points: ArrayLike<number> | ArrayLike<ArrayLike<number>>;
}

/** Returns the mass properties of the solid convex hull of some points, or with `shell` of its surface. */
export function hullMass(options: HullMassOptions): MassProperties {
  requireShape("hull", options, "{ points: [[0, 0, 0], …] }", ["points", "shell"]);
  requireWall("hull", options, 0);
  const vertices = readPoints("hull.points", options.points);
  // the hull itself, without merging faces that are nearly in one plane
  const mesh = scaleMesh({ vertices, faces: buildHull("hull.points", vertices, { mergeTolerance: 0 }).faces });
  const extent = options.shell === true ? integrateArea("hull", mesh) : integrateVolume("hull", mesh);
  return buildMass("hull", extent, options, measureOf(options));
}
