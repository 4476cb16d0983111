/**
 * A block thrown into a uniform field, tumbling. The field pulls at every particle of it, and so at its centre of mass
 * alone: no torque, and L stays what it was. The centre flies a parabola, x = x₀ + v₀t + ½gt².
 *
 *   Σ (rᵢ − x) × mᵢg = 0                                                                                       (5–5)
 *
 * Follows: Rigid Body Simulation, section 5.2.
 */
import { boxMass, gravity, RigidSystem, totalEnergy } from "@rigor/engine/rigid";
import { checkVector, type RigidScene } from "./rigid-scene.js";

const [M, g] = [6, 9.81];
const velocity = [2, 15, -1];
const omega = [3, 1, 2];
/** Of a block of 1 × 2 × 3 m, kg·m². */
const I = [6.5, 5, 2.5];

export const fallingBlock: RigidScene = {
  name: "falling-block",
  summary: "a tumbling block on its parabola",
  duration: 3,
  build() {
    const system = new RigidSystem();
    system.addBody({ mass: boxMass({ size: [1, 2, 3], mass: M }), velocity, angularVelocity: omega });
    system.addForce(gravity([0, -g, 0]));
    return system;
  },
  check(system) {
    const t = system.time;
    const [vx, vy, vz] = velocity;
    const spin = I.reduce((sum, moment, c) => sum + 0.5 * moment * omega[c] * omega[c], 0);
    return [
      ...checkVector("x", [vx * t, vy * t - 0.5 * g * t * t, vz * t], system.state),
      ...checkVector("v", [vx, vy - g * t, vz], system.velocity),
      ...checkVector(
        "L",
        I.map((moment, c) => moment * omega[c]),
        system.state,
        10,
      ),
      { what: "energy", exact: 0.5 * M * (vx * vx + vy * vy + vz * vz) + spin, got: totalEnergy(system) },
    ];
  },
};
