/**
 * The common parts of the scenes of a free box: a box of 1 × 2 × 3 m and 6 kg at the origin, without any force. L stands
 * still in space, and the kinetic energy with it.
 */
import { boxMass, kineticEnergy, RigidSystem } from "@rigor/engine/rigid";
import { checkRow, checkVector, type RigidScene } from "./rigid-scene.js";

/** kg·m². */
const I = [6.5, 5, 2.5];

/** A scene of the box with this angular velocity at the start, rad/s. */
export function createFreeBox(
  about: Omit<RigidScene, "build" | "check"> & { readonly omega: readonly number[] },
): RigidScene {
  const { omega, rows = [], ...rest } = about;
  const L = I.map((moment, c) => moment * omega[c]);
  const energy = 0.5 * L.reduce((sum, part, c) => sum + part * omega[c], 0);
  return {
    ...rest,
    rows,
    build() {
      const system = new RigidSystem();
      system.addBody({ mass: boxMass({ size: [1, 2, 3], mass: 6 }), angularVelocity: omega });
      return system;
    },
    check(system) {
      return [
        { what: "energy", exact: energy, got: kineticEnergy(system) },
        ...checkVector("L", L, system.state, 10),
        ...checkRow(system, rows),
      ];
    },
  };
}
