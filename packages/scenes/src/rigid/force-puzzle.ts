/**
 * One force for ten seconds on two long blocks, on one at the centre of mass, on the other at d from it. Both centres
 * move alike, but the second block also turns. Where does its energy come from? From the way of the point at which the
 * force acts, which is longer:
 *
 *   T = F·(p(t) − p(0)),   and of it ½Iω² = F d sin θ
 *
 * Follows: Rigid Body Simulation, section 5.5.
 */
import { appliedForce, bodyKineticEnergy, boxMass, computePointPosition, RigidSystem } from "@rigor/engine/rigid";
import { checkVector, type RigidScene } from "./rigid-scene.js";

const [M, F, d] = [6, 0.6, 2];
/** Of a block of 6 × 1 × 1 m about z, kg·m². */
const Izz = 18.5;
/** The points of application of the force on each block. */
const points = [
  [0, 0, 0],
  [d, 0, 0],
];

export const forcePuzzle: RigidScene = {
  name: "force-puzzle",
  summary: "one force, two blocks: pushed off centre it does more work",
  duration: 10,
  build() {
    const system = new RigidSystem();
    for (const [k, at] of points.entries()) {
      const body = system.addBody({ mass: boxMass({ size: [6, 1, 1], mass: M }), position: [10 * k, 0, 0] });
      system.addForce(appliedForce({ body, force: [0, F, 0], at }));
    }
    return system;
  },
  check(system) {
    const t = system.time;
    const p = new Float64Array(3);
    // sin θ, of the x axis of the second block
    const sine = system.rotation[12];
    const spin = 0.5 * Izz * system.angularVelocity[5] * system.angularVelocity[5];
    const checks = points.flatMap((at, i) => {
      computePointPosition(p, 0, system, i, Float64Array.from(at), 0);
      return [
        ...checkVector(`x of ${i}`, [10 * i, (0.5 * F * t * t) / M, 0], system.state, 13 * i),
        ...checkVector(`v of ${i}`, [0, (F * t) / M, 0], system.velocity, 3 * i),
        { what: `energy of ${i}`, exact: F * p[1], got: bodyKineticEnergy(system, i) },
      ];
    });
    return [...checks, { what: "energy of the turning", exact: F * d * sine, got: spin }];
  },
};
