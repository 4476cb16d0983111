/**
 * The state of a search, kept aside: the forces, the motion and the modes of the cones and rows, so that another search can start
 * from them or go back to them.
 */
import { resize } from "../../math/index.js";
import type { FrictionContactProblem } from "./friction-contact-problem.js";
import type { ProblemScale } from "./problem-scale.js";
import type { SemismoothNewton } from "./semismooth-newton.js";

/** A copy of forces, motion and modes. */
export class NewtonState {
  private force = new Float64Array(0);
  /** The motion of the forces; see `SemismoothNewton.keepsSolvedMotion`. */
  motion = new Float64Array(0);
  private normal = new Uint8Array(0);
  private tangent = new Uint8Array(0);

  /** Copies forces and modes; they are arrays of the problem's size. */
  store(problem: FrictionContactProblem, force: Float64Array, normal: Uint8Array, tangent: Uint8Array): void {
    const { rows, coneCount } = problem;
    if (rows.rowCount > this.force.length) {
      this.force = resize(this.force, 2 * rows.rowCount);
      this.normal = resize(this.normal, 2 * rows.rowCount);
    }
    if (coneCount > this.tangent.length) this.tangent = resize(this.tangent, 2 * coneCount);
    for (let i = 0; i < rows.rowCount; i++) {
      this.force[i] = force[i];
      this.normal[i] = normal[i];
    }
    for (let c = 0; c < coneCount; c++) this.tangent[c] = tangent[c];
  }

  /** Copies a motion. */
  storeMotion({ rows }: FrictionContactProblem, motion: Float64Array): void {
    if (rows.dimension > this.motion.length) this.motion = resize(this.motion, 2 * rows.dimension);
    for (let j = 0; j < rows.dimension; j++) this.motion[j] = motion[j];
  }

  /** Writes forces and modes back to `newton`, whose base stays as it is. */
  restore({ rows, coneCount }: FrictionContactProblem, newton: SemismoothNewton): void {
    for (let i = 0; i < rows.rowCount; i++) {
      newton.f[i] = this.force[i];
      newton.normal[i] = this.normal[i];
    }
    for (let c = 0; c < coneCount; c++) newton.tangent[c] = this.tangent[c];
  }
}

/** Takes the forces of `newton` as its base, and measures how far they are from a solution. */
export function setMeasuredBase(problem: FrictionContactProblem, newton: SemismoothNewton, scale: ProblemScale): void {
  newton.setBase(problem);
  scale.measure(problem, newton.fBase, newton.aBase);
}
