/**
 * A block pushed by two equal forces (0, 0, f) at (−3, 0, −2) and (3, 0, −2) from its centre of mass: their torques
 * cancel, and it moves without turning, z = f t²/M.
 *
 * Follows: Rigid Body Simulation, section 5.3.
 */
import { appliedForce, boxMass, RigidSystem } from "@rigor/engine/rigid";
import { checkRotation, checkVector, type RigidScene } from "./rigid-scene.js";

const [M, f] = [12, 5];

export const pushedBlock: RigidScene = {
  name: "pushed-block",
  summary: "two equal forces that move a block and do not turn it",
  duration: 2,
  build() {
    const system = new RigidSystem();
    const body = system.addBody({ mass: boxMass({ size: [6, 2, 4], mass: M }) });
    for (const side of [-1, 1]) system.addForce(appliedForce({ body, force: [0, 0, f], at: [3 * side, 0, -2] }));
    return system;
  },
  check(system) {
    const t = system.time;
    return [
      ...checkVector("x", [0, 0, (f * t * t) / M], system.state),
      ...checkVector("v", [0, 0, (2 * f * t) / M], system.velocity),
      ...checkVector("ω", [0, 0, 0], system.angularVelocity),
      ...checkRotation(system, 0, [0, 0, 0, 1]),
    ];
  },
};
