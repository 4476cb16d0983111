/**
 * A block under two opposite forces, (0, 0, f) at x(t) + (−3, 0, −2) and (0, 0, −f) at x(t) + (3, 0, −2): it turns on the
 * spot. The torque is (0, 6f, 0), as in (5–6), and about the y axis the block answers to it alone: its angle is
 * θ = 3f t²/I_yy.
 *
 * Follows: Rigid Body Simulation, section 5.4. One line of the notes has the second point at (3, 0, 2), which makes the
 * same torque.
 */
import { cos, sin } from "@rigor/engine/math";
import { appliedForce, boxMass, RigidSystem } from "@rigor/engine/rigid";
import { checkRotation, checkVector, type RigidScene } from "./rigid-scene.js";

const [M, f] = [12, 5];
/** Of a block of 6 × 2 × 4 m, kg·m²: M (x² + z²)/12. */
const Iyy = 52;

export const turnedBlock: RigidScene = {
  name: "turned-block",
  summary: "two opposite forces that turn a block and do not move it",
  duration: 2,
  build() {
    const system = new RigidSystem();
    const body = system.addBody({ mass: boxMass({ size: [6, 2, 4], mass: M }) });
    for (const side of [-1, 1]) {
      // x(t) is the origin for good, and the offsets have the directions of the world
      system.addForce(appliedForce({ body, force: [0, 0, -side * f], at: [3 * side, 0, -2], pointFrame: "world" }));
    }
    return system;
  },
  check(system) {
    const t = system.time;
    const half = (1.5 * f * t * t) / Iyy;
    return [
      ...checkVector("x", [0, 0, 0], system.state),
      ...checkVector("v", [0, 0, 0], system.velocity),
      ...checkVector("ω", [0, (6 * f * t) / Iyy, 0], system.angularVelocity),
      ...checkRotation(system, 0, [0, sin(half), 0, cos(half)]),
    ];
  },
};
