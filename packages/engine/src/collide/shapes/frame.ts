/**
 * The frame of a shape: twelve numbers in a flat array, its position and its rotation matrix, row by row. A table has one frame
 * a shape; functions take (table, offset).
 *
 *   p_world = R p + x                                                                                          (2–1)
 *
 * Follows: Rigid Body Simulation, section 2.2.
 */
import { quat, vec3 } from "../../math/index.js";

/** The numbers that a frame takes. */
export const frameSize = 12;
/** The offset of the rotation matrix in a frame. */
export const frameRotation = 3;

/** Writes the frame of a shape from position (m) and unit quaternion. */
export function writeFrame(
  out: Float64Array,
  o: number,
  position: Float64Array,
  i: number,
  rotation: Float64Array,
  j: number,
): void {
  vec3.copy(out, o, position, i);
  quat.toMatrix(out, o + frameRotation, rotation, j);
}

/** Writes the frame of a part that sits at `part` (a frame) in a body whose frame is at `body`. */
export function composeFrames(
  out: Float64Array,
  o: number,
  body: Float64Array,
  i: number,
  part: Float64Array,
  j: number,
): void {
  for (let r = 0; r < 3; r++) {
    const a = body[i + 3 + 3 * r];
    const b = body[i + 4 + 3 * r];
    const c = body[i + 5 + 3 * r];
    scratch[r] = body[i + r] + (a * part[j] + b * part[j + 1] + c * part[j + 2]);
    for (let k = 0; k < 3; k++) {
      scratch[3 + 3 * r + k] = a * part[j + 3 + k] + b * part[j + 6 + k] + c * part[j + 9 + k];
    }
  }
  for (let k = 0; k < 12; k++) out[o + k] = scratch[k];
}

const scratch = new Float64Array(12);
