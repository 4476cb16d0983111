/**
 * Prints the bytes that the engine's own functions allocate in a step of a particle system with every kind of force, for
 * each method, as JSON. It runs the built engine as users do, in a process of its own: under a test runner imports are
 * rewritten, V8 inlines less, and numbers are boxed that are not boxed otherwise.
 */
import { adams, backwardEulerSecondOrder, dopri5, euler, midpoint, rk4, stepDoubling } from "@rigor/engine/ode";
import {
  addLattice,
  angularSprings,
  attraction,
  createEllipsePath,
  drag,
  gravity,
  MouseSpring,
  ParticleSystem,
  repulsion,
  Springs,
  wind,
} from "@rigor/engine/particles";
import { emptyArray, measure } from "./measure.mjs";

function everything() {
  const system = new ParticleSystem();
  const springs = system.addForce(new Springs());
  addLattice(system, springs, { counts: [2, 2, 2], stretch: { stiffness: 10, damping: 0.1 } });
  const path = createEllipsePath({ center: [5, 5, 5], a: [1, 0, 0], b: [0, 1, 0], rate: 1 });
  const motor = system.addParticle({ position: [6, 5, 5], path });
  springs.connect(system, 7, motor, { stiffness: 1, damping: 0.1 });
  system.addForce(gravity());
  system.addForce(drag({ coefficient: 0.1 }));
  system.addForce(wind({ coefficient: 0.1, velocity: [1, 0, 0], on: [1, 2, 3] }));
  system.addForce(attraction({ strength: 0.01, softening: 0.1 }));
  system.addForce(repulsion({ radius: 0.9, stiffness: 5, damping: 0.1 }));
  system.addForce(angularSprings({ triples: [[0, 1, 2]], stiffness: 1, damping: 0.1 }));
  const mouse = system.addForce(new MouseSpring({ stiffness: 1 }));
  mouse.grab(system, 4);
  mouse.moveTo(1, 1, 1);
  return system;
}

const steppers = {
  "an empty array": () => emptyArray,
  euler: () => euler(everything(), { step: 1e-6 }),
  midpoint: () => midpoint(everything(), { step: 1e-6 }),
  rk4: () => rk4(everything(), { step: 1e-6 }),
  "step doubling": () => stepDoubling(rk4, everything(), { tolerance: 1e-6, maxStep: 1e-4 }),
  dopri5: () => dopri5(everything(), { tolerance: 1e-6, maxStep: 1e-4 }),
  adams: () => adams(everything(), { tolerance: 1e-6, maxStep: 1e-4 }),
  "backward Euler": () => backwardEulerSecondOrder(everything(), { step: 1e-4 }),
};

const result = {};
for (const [name, make] of Object.entries(steppers)) result[name] = await measure(make(), 2000);
console.log(JSON.stringify(result));
