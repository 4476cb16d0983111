/**
 * Proof that the point of a contact stays inside all sides of the face that it is over. The point may slide fast along a side
 * near it, as between boxes of one width; only its speed across that side counts:
 *
 *   s = n·(p − x_C) + …,   ṡ = n·(ẋ_D − ẋ_C) + n·(ω_D × r) − n·(ω_C × (p − x_C))      the side is C's, and turns with it
 *   |ṡ| ≤ |n₀·(v_D − v_C)| + |n₀ × ω_D| r + (|n₀ × ω_C| + |ω_C| ε) R + ε V            n₀ as it is at first, |n − n₀| ≤ ε
 *
 * with r and R the distances of points of D from the origins of D and C, and V their speed relative to the origin of C.
 *
 * Follows: Rigid Body Simulation, section 9.
 */
import { ContactForm, type ContactTable, type PartTable, takeFaceSides, writeFaceSide } from "../../contact/index.js";
import { vec3 } from "../../math/index.js";
import type { StepPath } from "../trajectory/index.js";
import { AlongBound, PairBound, PathBound, writePairBounds } from "../trajectory/index.js";
import { leanFactor } from "./parameters.js";

/** n of a side, and the distance of the point inside it, m. */
const side = new Float64Array(4);
const bounds = new Float64Array(9);
const pair = new Float64Array(2);
const speed = new Float64Array(1);

/**
 * Whether contact c stays farther inside every side than `least[0]` throughout the range; false if that is not known. The poses
 * of both parts at its beginning are at poses[0 …] and poses[7 …]; a bound on the speed of the points is at fastest[0].
 */
export function staysInside(
  path: StepPath,
  parts: PartTable,
  table: ContactTable,
  c: number,
  range: Float64Array,
  poses: Float64Array,
  fastest: Float64Array,
  least: Float64Array,
): boolean {
  const count = takeFaceSides(table, c, parts, poses, 0, 7);
  if (count === 0) return false;
  const isOfA = table.form[c] === ContactForm.planePoint;
  const carrier = isOfA ? table.partA[c] : table.partB[c];
  const other = isOfA ? table.partB[c] : table.partA[c];
  const C = parts.body[carrier];
  const D = parts.body[other];
  const { kinematics } = path.system;
  if (kinematics.isDriven(C) || kinematics.isDriven(D)) return false;
  const time = range[1] - range[0];
  for (let k = 0; k < count; k++) {
    writeFaceSide(side, 0, k);
    const room = side[3] - least[0];
    if (fastest[0] * time < room) continue;
    // at the side already
    if (!(room > 0)) return false;
    path.writeSpeedAlong(speed, 0, D, C, side, 0, range);
    if (!(speed[0] * time < room)) return false;
    path.writeBoundsAlong(bounds, 0, D, side, 0, range);
    speed[0] += bounds[AlongBound.across] * parts.reach[other];
    if (path.moves(C)) {
      path.writeBoundsAlong(bounds, 0, C, side, 0, range);
      path.writeBounds(bounds, 4, C, range);
      const tilt = bounds[AlongBound.across];
      const spin = bounds[4 + PathBound.spin];
      const lean = spin * time < 1 ? leanFactor * tilt * time : 2;
      writePairBounds(pair, 0, path, parts, other, carrier, path, range);
      const offset = isOfA ? 7 : 0;
      const reach =
        Math.sqrt(vec3.distanceSquared(poses, offset, poses, 7 - offset)) +
        2 * parts.reach[other] +
        pair[PairBound.speed] * time;
      speed[0] += (tilt + spin * lean) * reach + lean * pair[PairBound.speed];
    }
    if (!(speed[0] * time < room)) return false;
  }
  return true;
}
