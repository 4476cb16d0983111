/** Where the parts of a thing with coordinates are, and how fast they move. */
import { EndSlot, endSize } from "../constrain/index.js";
import { quat, vec3 } from "../math/index.js";
import { locateOnPart, type MovingParts } from "./generalized-end.js";

const at = new Float64Array(endSize);
const r = new Float64Array(6);
const origin = new Float64Array(3);

/** Place and velocity of a point of part i, given in its frame (default its origin): `out[o … o+2]`, `out[o+3 … o+5]`. */
export function readPartPoint(
  out: Float64Array,
  o: number,
  parts: MovingParts,
  i: number,
  point: Float64Array = origin,
): void {
  locateOnPart(at, r, parts, i, point);
  vec3.copy(out, o, at, EndSlot.point);
  vec3.copy(out, o + 3, at, EndSlot.velocity);
}

/** Position in `out[o … o+2]`, rotation in `out[o+3 … o+6]`. */
export function readPartPose(out: Float64Array, o: number, parts: MovingParts, i: number): void {
  vec3.copy(out, o, parts.position, 3 * i);
  quat.fromMatrix(out, o + 3, parts.rotation, 9 * i);
}
