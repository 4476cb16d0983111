/**
 * A block of masses and springs, thrown on a floor between two walls: it strikes, wobbles, slides and comes to rest by
 * friction and damping. Nothing gets behind a plane; at rest the floor carries the weight.
 *
 * Follows: Particle System Dynamics, sections 5 and 7.
 */
import { addLattice, drag, gravity, ParticleSystem, type PlaneOptions, Springs } from "@rigor/engine/particles";
import type { ParticleScene } from "./particle-scene.js";

const [edge, size, mass, g] = [4, 0.6, 8, 9.81];
const wall = { restitution: 0.3, friction: { model: "coulomb", kinetic: 0.4, static: 0.5 } } as const;
const planes: readonly PlaneOptions[] = [
  { point: [0, 0, 0], normal: [0, 1, 0], ...wall },
  { point: [-1.5, 0, 0], normal: [1, 0, 0], ...wall },
  { point: [1.5, 0, 0], normal: [-1, 0, 0], ...wall },
];

export const jelly: ParticleScene = {
  name: "jelly",
  summary: "a block of springs thrown between a floor and two walls, until it lies still",
  duration: 6,
  holds: "at rest",
  build() {
    const system = new ParticleSystem();
    system.addForce(gravity([0, -g, 0]));
    const springs = system.addForce(new Springs());
    const step = size / (edge - 1);
    addLattice(system, springs, {
      counts: [edge, edge, edge],
      origin: [-1, 0.8, 0],
      steps: [
        [0.96 * step, 0.28 * step, 0],
        [-0.28 * step, 0.96 * step, 0],
        [0, 0, step],
      ],
      mass,
      velocity: [3, 0, 0.5],
      stretch: { stiffness: 600, damping: 4 },
      shear: { stiffness: 300, damping: 2 },
    });
    system.addForce(drag({ coefficient: 0.02 }));
    return { system, planes };
  },
  check({ system }) {
    const { contacts, count } = system;
    if (contacts === null) return [];
    let [weight, deepest] = [0, 0];
    system.computeForces();
    for (let i = 0; i < count; i++) {
      for (let k = 0; k < planes.length; k++) deepest = Math.min(deepest, contacts.gap(system.state, i, k));
      weight += contacts.lambda[planes.length * i];
    }
    return [
      { what: "force on the floor at rest (N)", exact: mass * g, got: weight },
      { what: "deepest penetration (m)", exact: 0, got: deepest },
    ];
  },
};
