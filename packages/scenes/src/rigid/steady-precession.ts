/**
 * Two heavy tops alike, leaning by θ and spinning with the same ω₃, whose axes go round the vertical without nodding: one
 * at the slow, one at the fast of the two rates Ω at which that is possible,
 *
 *   I₁ cos θ Ω² − I₃ω₃ Ω + M g l = 0
 *   axis(t) = (sin θ sin Ωt, −sin θ cos Ωt, cos θ)
 */
import { cos, quat, sin } from "@rigor/engine/math";
import { bodySize, gravity, RigidSystem, Slot } from "@rigor/engine/rigid";
import { checkVector, type RigidScene, readOmegaBody } from "./rigid-scene.js";

const [M, l, g, theta, omega3] = [1, 0.5, 9.81, 0.7, 150];
/** About the tip, kg·m². */
const [I1, I3] = [0.3, 0.02];

const root = Math.sqrt(I3 * omega3 * I3 * omega3 - 4 * I1 * cos(theta) * M * g * l);
const fast = (I3 * omega3 + root) / (2 * I1 * cos(theta));
const slow = (2 * M * g * l) / (I3 * omega3 + root);

export const steadyPrecession: RigidScene = {
  name: "steady-precession",
  summary: "two tops that precess without nodding, a slow one and a fast one",
  duration: 3,
  build() {
    const system = new RigidSystem();
    const tilt = Float64Array.of(sin(theta / 2), 0, 0, cos(theta / 2));
    const matter = { mass: M, inertia: [I1 - M * l * l, I1 - M * l * l, I3], center: [0, 0, l] };
    [slow, fast].forEach((rate, k) => {
      const omega = Float64Array.of(0, rate * sin(theta), omega3);
      quat.rotateVector(omega, 0, tilt, 0, omega, 0);
      const pose = { position: [2 * k, 0, 0], rotation: tilt };
      system.addBody({ ...matter, ...pose, angularVelocity: omega, pivot: [0, 0, 0] });
    });
    system.addForce(gravity([0, 0, -g]));
    return system;
  },
  check(system) {
    return [slow, fast].flatMap((rate, i) => {
      const angle = rate * system.time;
      const axis = Float64Array.of(0, 0, 1);
      quat.rotateVector(axis, 0, system.state, bodySize * i + Slot.q, axis, 0);
      const exact = [sin(theta) * sin(angle), -sin(theta) * cos(angle), cos(theta)];
      return [
        ...checkVector(`axis ${i}`, exact, axis),
        { what: `ω of ${i} along its axis`, exact: omega3, got: readOmegaBody(system, i)[2] },
      ];
    });
  },
};
