/**
 * The reach of a part from the origin of its body: the largest distance of any of its points. A point of a body that
 * turns with ω is nowhere faster than |v| + |ω| reach.
 *
 *   polyhedron, mesh   the farthest corner                      sphere, capsule   the farthest centre, and the radius
 *   cylinder, cone     the farthest point of a rim with centre c, axis a and radius R:  √(|c|² + R² + 2R |c − (c·a) a|)
 *   plane              infinite
 */
import { Kind, type Shape } from "../../collide/index.js";
import { mat3, vec3 } from "../../math/index.js";
import { reachRounding } from "./parameters.js";

/** Largest distance of a point of a shape at the frame local[o …] from the origin of its body, m. */
export function measureReach(shape: Shape, local: Float64Array, o: number): number {
  if (shape.kind === Kind.plane) return Infinity;
  const corners = shape.polyhedron?.vertices ?? shape.mesh?.vertices;
  const reach = corners === undefined ? measureAxial(shape, local, o) : measureCorners(corners, local, o);
  return reach * (1 + 8 * reachRounding);
}

function measureCorners(corners: Float64Array, local: Float64Array, o: number): number {
  const p = new Float64Array(3);
  let reach = 0;
  for (let k = 0; k < corners.length; k += 3) {
    mat3.transformVector(p, 0, local, o + 3, corners, k);
    vec3.add(p, 0, p, 0, local, o);
    reach = Math.max(reach, vec3.length(p, 0));
  }
  return reach;
}

/** A sphere is a capsule without a straight part; a cone a cylinder with one rim and a tip. */
function measureAxial({ kind, radius, halfHeight }: Shape, local: Float64Array, o: number): number {
  const axis = Float64Array.of(local[o + 4], local[o + 7], local[o + 10]);
  const c = new Float64Array(3);
  let reach = 0;
  for (let end = -1; end <= 1; end += 2) {
    vec3.addScaled(c, 0, local, o, end * halfHeight, axis, 0);
    const distance = vec3.length(c, 0);
    if (kind === Kind.sphere || kind === Kind.capsule) {
      reach = Math.max(reach, distance + radius);
    } else if (kind === Kind.cone && end > 0) {
      reach = Math.max(reach, distance);
    } else {
      vec3.addScaled(c, 0, c, 0, -vec3.dot(c, 0, axis, 0), axis, 0);
      const across = vec3.length(c, 0);
      reach = Math.max(reach, Math.sqrt(distance * distance + radius * (radius + 2 * across)));
    }
  }
  return reach;
}
