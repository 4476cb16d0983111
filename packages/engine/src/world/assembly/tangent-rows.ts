/**
 * Tangent directions of the contacts of an island, and their rows on velocities:
 *
 *   t₁ ⟂ n,  t₂ = n × t₁                  of spinning, t₁ is the axis and t₂ = 0
 *   (t, rA × t), (−t, −rB × t)            r from the centres to the point of contact
 *   (0, ℓ t), (0, −ℓ t)                   of rolling and spinning, ℓ the arm of the resistance
 *
 * Follows: Rigid Body Simulation, section 9; Baraff 1989, section 5.
 */
import { ContactForm, type ContactTable, isTurning, measureArm } from "../../contact/index.js";
import { resize, vec3 } from "../../math/index.js";
import { bodySize } from "../../rigid/index.js";
import type { IslandSystem } from "../island/index.js";
import { initialCones } from "./parameters.js";

/** Numbers of a row: those of A, then those of B. */
export const lineSize = 12;

/** Tangents of the contacts of an island and their rows, by number in its cones. */
export class TangentRows {
  /** t₁ and t₂ of each contact, unit vectors in world axes. 6 a contact. */
  axes: Float64Array = new Float64Array(6 * initialCones);
  /** Rows of t₁ and t₂ as they were written last. 2 · `lineSize` a contact. */
  lines: Float64Array = new Float64Array(2 * lineSize * initialCones);
  private readonly island: IslandSystem;

  constructor(island: IslandSystem) {
    this.island = island;
  }

  /** Makes room for n contacts. */
  resize(n: number): void {
    this.axes = resize(this.axes, 6 * n);
    this.lines = resize(this.lines, 2 * lineSize * n);
  }

  /** Writes t₁ and t₂ of contact k, which has the number c in the table. */
  writeAxes(contacts: ContactTable, c: number, k: number): void {
    const { axes } = this;
    if (contacts.form[c] === ContactForm.spinning) {
      vec3.copy(axes, 6 * k, contacts.axisA, 3 * c);
      vec3.set(axes, 6 * k + 3, 0, 0, 0);
    } else {
      vec3.anyPerpendicular(axes, 6 * k, contacts.normal, 3 * c);
      vec3.cross(axes, 6 * k + 3, contacts.normal, 3 * c, axes, 6 * k);
    }
  }

  /** Writes the row of the tangent axes[t …] of contact c, of A at lines[o …] and of B behind it. */
  writeLine(contacts: ContactTable, c: number, t: number, o: number): void {
    const { state } = this.island.model.system;
    const { axes, lines } = this;
    const { bodyA, bodyB, point } = contacts;
    if (isTurning(contacts, c)) {
      const arm = measureArm(contacts, c);
      for (let k = o; k < o + 3; k++) {
        lines[k] = lines[6 + k] = 0;
        lines[3 + k] = arm * axes[t + k - o];
        lines[9 + k] = -lines[3 + k];
      }
      return;
    }
    const a = bodyA[c];
    for (let k = 0; k < 3; k++) {
      lines[o + k] = axes[t + k];
      lines[o + 6 + k] = -axes[t + k];
      lines[o + 3 + k] = a < 0 ? 0 : point[3 * c + k] - state[bodySize * a + k];
      lines[o + 9 + k] = point[3 * c + k] - state[bodySize * bodyB[c] + k];
    }
    if (a >= 0) vec3.cross(lines, o + 3, lines, o + 3, axes, t);
    vec3.cross(lines, o + 9, lines, o + 9, lines, o + 6);
  }
}
