/**
 * The point of a placed convex shape that lies farthest in a direction d (of unit length, world axes):
 *
 *   sphere      x + r d                                  cylinder    x ± h y + r u      u = d across the axis y, unit
 *   capsule     x ± h y + r d                            cone        the tip, or the point of the rim
 *   polyhedron  a corner
 */
import { vec3 } from "../../math/index.js";
import type { Polyhedron } from "./polyhedron.js";
import { Kind, type Shape } from "./shape.js";
import { findSupport } from "./support.js";

const local = new Float64Array(3);
const corner = new Float64Array(3);

/** Writes the support point of the shape placed at frames[f …] along d = directions[i …] to out[o …]. */
export function placeSupportPoint(
  out: Float64Array,
  o: number,
  shape: Shape,
  frames: Float64Array,
  f: number,
  directions: Float64Array,
  i: number,
): void {
  for (let k = 0; k < 3; k++) {
    local[k] =
      frames[f + 3 + k] * directions[i] + frames[f + 6 + k] * directions[i + 1] + frames[f + 9 + k] * directions[i + 2];
  }
  if (shape.kind === Kind.polyhedron) {
    const core = shape.polyhedron as Polyhedron;
    vec3.copy(corner, 0, core.vertices, 3 * findSupport(core, local, 0, 0));
  } else writeRound(shape);
  for (let k = 0; k < 3; k++) {
    const r = f + 3 + 3 * k;
    out[o + k] = frames[f + k] + (frames[r] * corner[0] + frames[r + 1] * corner[1] + frames[r + 2] * corner[2]);
  }
}

function writeRound(shape: Shape): void {
  const r = shape.radius;
  const h = shape.halfHeight;
  if (shape.kind === Kind.sphere || shape.kind === Kind.capsule) {
    for (let k = 0; k < 3; k++) corner[k] = r * local[k];
    corner[1] += local[1] < 0 ? -h : h;
    return;
  }
  const across = Math.sqrt(local[0] * local[0] + local[2] * local[2]);
  const tip = shape.kind === Kind.cone && h * local[1] >= r * across - h * local[1];
  const scale = tip || across === 0 ? 0 : r / across;
  corner[0] = scale * local[0];
  corner[2] = scale * local[2];
  corner[1] = tip || (shape.kind === Kind.cylinder && local[1] > 0) ? h : -h;
}
