/**
 * Prints the bytes that the engine's own functions allocate in a step of a world of bodies and particles with every kind
 * of force, for each method, as JSON. In a process of its own, for the reasons given in particles-program.mjs.
 */
import { adams, backwardEuler, dopri5, euler, radau5, rk4, stepDoubling } from "@rigor/engine/ode";
import { angularSprings, drag, MouseSpring, Springs } from "@rigor/engine/particles";
import {
  addBodyForceAtBodyPoint,
  addBodyTorque,
  addForceAtBodyPoint,
  appliedForce,
  applyAngularImpulse,
  applyImpulse,
  computeAngularAcceleration,
  computePointAcceleration,
  computePointPosition,
  computePointVelocity,
  createBodyFrameProblem,
  createKeyFramePath,
  createRotatePath,
  damping,
  gravity,
  RigidSystem,
  rigidPattern,
  splitting,
  wind,
} from "@rigor/engine/rigid";
import { emptyArray, measure } from "./measure.mjs";

const body = { mass: 2, inertia: [1, 0.1, 0.2, 0.1, 1.5, 0.1, 0.2, 0.1, 1.2], center: [0.1, 0.2, 0.3] };

function everything(points = 16) {
  const system = new RigidSystem();
  const { particles } = system;
  for (let i = 0; i < 4; i++) system.addBody({ ...body, position: [3 * i, 0, 0], angularVelocity: [1, 0.2, 0.3] });
  system.addBody({ ...body, pivot: [0, 1, 0], position: [0, 5, 0] });
  system.addBody({ ...body, fixed: true, position: [0, -5, 0] });
  system.addBody({ ...body, path: createRotatePath({ axis: [0, 1, 0], rate: 1, center: [1, 0, 0] }) });
  const positions = [
    [0, 9, 0],
    [1, 9, 0],
    [1, 9, 1],
  ];
  const rotations = [
    [0, 0, 0, 1],
    [0, 0, 1, 1],
    [1, 0, 0, 1],
  ];
  const times = [0, 1, 2];
  const tour = createKeyFramePath({ times, positions, rotations, interpolation: "smooth", repeat: "loop" });
  system.addBody({ path: tour });
  const grain = particles.addParticle({ position: [1, 1, 1] });
  const springs = particles.addForce(new Springs());
  const anchors = Array.from({ length: points }, (_, k) => system.addAnchor(k % 8, [0.1 * k, 0.2, 0.3]));
  for (let k = 1; k < points; k++)
    springs.connect(particles, anchors[k - 1], anchors[k], { stiffness: 5, damping: 0.1 });
  springs.connect(particles, anchors[0], grain, { stiffness: 5, damping: 0.1 });
  particles.addForce(angularSprings({ triples: [[anchors[0], anchors[1], anchors[2]]], stiffness: 1, damping: 0.1 }));
  particles.addForce(drag({ coefficient: 0.1 }));
  const mouse = particles.addForce(new MouseSpring({ stiffness: 1 }));
  mouse.grab(particles, anchors[3]);
  mouse.moveTo(1, 1, 1);
  system.addForce(gravity());
  system.addForce(damping({ linear: 0.1, angular: 0.1 }));
  system.addForce(wind({ velocity: [1, 0, 0], drag: 0.1, on: [1, 2, 4] }));
  const sway = (time, out) => {
    out[0] = time[0];
  };
  system.addForce(appliedForce({ body: 0, force: sway, torque: sway, at: [1, 0, 0] }));
  system.addForce(appliedForce({ body: 1, force: [1, 0, 0], torque: [0, 1, 0], frame: "body" }));
  system.addForce(appliedForce({ body: 2, force: [1, 0, 0], frame: "body", at: [0, 1, 0] }));
  return system;
}

function withPattern() {
  const system = everything(4);
  system.pattern = rigidPattern(system);
  return system;
}

/** What a user does between steps. */
function callEverything() {
  const system = everything();
  const v = Float64Array.of(1e-3, 2e-3, -1e-3);
  const out = new Float64Array(16);
  system.computeForces();
  return () => {
    addForceAtBodyPoint(system, 0, v, 0, v, 0);
    addBodyForceAtBodyPoint(system, 1, v, 0, v, 0);
    addBodyTorque(system, 2, v, 0);
    computePointPosition(out, 0, system, 1, v, 0);
    computePointVelocity(out, 3, system, 1, out, 0);
    computePointAcceleration(out, 6, system, 1, out, 0);
    computeAngularAcceleration(out, 9, system, 1);
    system.readPose(out, 0, 3);
    applyImpulse(system, 3, v, 0, out, 0);
    applyAngularImpulse(system, 4, v, 0);
  };
}

const steppers = {
  "an empty array": () => emptyArray,
  "the calls of users": () => ({ step: callEverything() }),
  euler: () => euler(everything(), { step: 1e-6 }),
  rk4: () => rk4(everything(), { step: 1e-6 }),
  splitting: () => splitting(everything(), { step: 1e-6 }),
  "rk4 in body frames": () => rk4(createBodyFrameProblem(everything()), { step: 1e-6 }),
  "step doubling": () => stepDoubling(rk4, everything(), { tolerance: 1e-6, maxStep: 1e-4 }),
  dopri5: () => dopri5(everything(), { tolerance: 1e-6, maxStep: 1e-4 }),
  adams: () => adams(everything(), { tolerance: 1e-6, maxStep: 1e-4 }),
  "backward Euler": () => backwardEuler(withPattern(), { step: 1e-4 }),
  radau5: () => radau5(withPattern(), { tolerance: 1e-6, maxStep: 1e-4 }),
};

const result = {};
for (const [name, make] of Object.entries(steppers)) {
  // implicit methods are warm after fewer steps, and slower
  result[name] = await measure(make(), name === "backward Euler" || name === "radau5" ? 100 : 400);
}
console.log(JSON.stringify(result));
