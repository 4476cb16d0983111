/**
 * One side of a joint: a point and three axes that go along with a body, with something that has coordinates, or stand
 * still in the world. The third axis is that of the joint; the first two are what its angle is measured between.
 *
 *   ê = R ê_local       dê/dt = ω × ê                                                                            (2–7)
 *
 * Follows: Rigid Body Simulation, section 2.4.
 */
import { mat3, vec3 } from "../../math/index.js";
import { type End, EndSlot } from "../model/index.js";

/** The axes of a side, by number. */
export const Side = { x: 0, y: 1, z: 2 } as const;

/** One side of a joint: an end with three axes. */
export class JointFrame {
  readonly end: End;
  /** x̂, ŷ, ẑ in world coordinates, one behind the other, then their rates: written by `update`. */
  readonly axes = new Float64Array(18);
  /** Axes x̂, ŷ, ẑ in those of the end. */
  private readonly local = new Float64Array(9);

  /**
   * Makes the frame from unit vectors x and z, perpendicular to one another, in world coordinates at the present state. The end
   * has been located.
   */
  constructor(end: End, x: Float64Array, z: Float64Array) {
    this.end = end;
    const y = new Float64Array(3);
    vec3.cross(y, 0, z, 0, x, 0);
    [x, y, z].forEach((axis, k) => {
      mat3.transformVectorTransposed(this.local, 3 * k, end.at, EndSlot.axes, axis, 0);
    });
    this.update();
  }

  /** Writes `axes`. The end has been located. */
  update(): void {
    const { axes, local } = this;
    const { at } = this.end;
    for (let k = 0; k < 9; k += 3) {
      mat3.transformVector(axes, k, at, EndSlot.axes, local, k);
      vec3.cross(axes, 9 + k, at, EndSlot.angularVelocity, axes, k);
    }
  }
}
