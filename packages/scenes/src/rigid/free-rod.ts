/**
 * A slender cylinder in free flight. It is symmetric, so that all of its motion is known: it turns about L, which stands
 * still, and at the same time about its own axis,
 *
 *   q(t) = turn(L̂, |L|t/I₁) turn(ẑ, (1 − I₃/I₁) ω₃t),   ω_b = (ω₁ cos νt, −ω₁ sin νt, ω₃),   ν = (1 − I₃/I₁) ω₃
 */
import { cos, quat, sin } from "@rigor/engine/math";
import { cylinderMass, RigidSystem } from "@rigor/engine/rigid";
import { checkRotation, checkVector, type RigidScene, readOmegaBody } from "./rigid-scene.js";

const [m, radius, height] = [2, 0.2, 2];
const I1 = (m * (3 * radius * radius + height * height)) / 12;
const I3 = (m * radius * radius) / 2;
const [omega1, omega3] = [1, 20];

export const freeRod: RigidScene = {
  name: "free-rod",
  summary: "a spinning rod that wobbles in free flight",
  duration: 10,
  build() {
    const system = new RigidSystem();
    system.addBody({
      mass: cylinderMass({ radius, height, mass: m, axis: "z" }),
      angularVelocity: [omega1, 0, omega3],
    });
    return system;
  },
  check(system) {
    const t = system.time;
    const L = [I1 * omega1, 0, I3 * omega3];
    const angle = (1 - I3 / I1) * omega3 * t;
    const turns = new Float64Array(8);
    quat.fromRotationVector(
      turns,
      0,
      Float64Array.from(L, (value) => (value * t) / I1),
      0,
    );
    quat.fromRotationVector(turns, 4, Float64Array.of(0, 0, angle), 0);
    quat.multiply(turns, 0, turns, 0, turns, 4);
    return [
      ...checkVector("L", L, system.state, 10),
      ...checkVector("ω", [omega1 * cos(angle), -omega1 * sin(angle), omega3], readOmegaBody(system, 0)),
      ...checkRotation(system, 0, turns),
    ];
  },
};
