/**
 * Seven rods of half a metre with six weights between them hang from two nails at different heights, at rest. Joints and
 * tensions from the equations of equilibrium, solved in 28 digits.
 */
import { distance, Mechanism, type Place } from "@rigor/engine/constrain";
import { vec3 } from "@rigor/engine/math";
import { gravity, RigidSystem } from "@rigor/engine/rigid";
import { checkVector } from "../rigid/rigid-scene.js";
import { findReaction, type MechanismScene } from "./mechanism-scene.js";

const [m, g, length] = [2, 10, 0.5];
const nails = [
  [0, 0, 0],
  [2.5, 0.7, 0],
];
const joints = [
  [0.31012444572498576, -0.3922025346218078, 0],
  [0.720935212919774, -0.6772192245836931, 0],
  [1.2172001770706589, -0.7382199242216572, 0],
  [1.6735100757499684, -0.5338152364885276, 0],
  [2.023751878862701, -0.17698099016070964, 0],
  [2.289983432759717, 0.24624561546514206, 0],
];
const tensions = [
  56.48406631678346, 42.64028880839917, 35.29785704045773, 38.388581552767626, 50.01427471850802, 65.79644487054973,
  83.40813293431397,
];

export const hangingChain: MechanismScene = {
  name: "hanging-chain",
  summary: "a chain between two nails, and the tension of every rod",
  duration: 1,
  build() {
    const system = new RigidSystem();
    system.addForce(gravity([0, -g, 0]));
    const mechanism = new Mechanism(system);
    const places: Place[] = joints.map((position) => ({
      particle: system.particles.addParticle({ mass: m, position }),
    }));
    const chain = [nails[0], ...places, nails[1]];
    const rods = tensions.map((_, k) => mechanism.add(distance({ a: chain[k], b: chain[k + 1], length })));
    return {
      mechanism,
      check() {
        const { state } = system.particles;
        return [
          ...joints.flatMap((joint, k) => checkVector(`x of ${k}`, joint, state, 6 * k)),
          ...rods.map((rod, k) => {
            return { what: `tension of ${k}`, exact: tensions[k], got: vec3.length(findReaction(mechanism, rod), 0) };
          }),
        ];
      },
    };
  },
};
