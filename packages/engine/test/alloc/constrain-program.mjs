/**
 * Prints the bytes that the engine's own functions allocate in a step of mechanisms, by solver and method, as JSON. In a
 * process of its own, for the reasons given in particles-program.mjs.
 */
import { ball, distance, hinge, Mechanism } from "@rigor/engine/constrain";
import { adams, dopri5, rk4 } from "@rigor/engine/ode";
import { gravity, RigidSystem } from "@rigor/engine/rigid";
import { emptyArray, measure } from "./measure.mjs";

const shape = { mass: 1, inertia: [0.02, 0.1, 0.1] };

/** Links along x, in motion; with `arms`, all hang on the first: a hub. */
function chain(links, { arms = false, ...options } = {}) {
  const system = new RigidSystem();
  system.addForce(gravity());
  const mechanism = new Mechanism(system, options);
  for (let k = 0; k < links; k++) {
    const x = arms && k > 0 ? 1 : k;
    const body = system.addBody({ ...shape, position: [x + 0.5, 0, 0], angularVelocity: [1, 0.1 * k, -0.2 * k] });
    const b = k === 0 ? [0, 0, 0] : { body: arms ? 0 : k - 1, point: [0.5, 0, 0] };
    mechanism.add(ball({ a: { body, point: [-0.5, 0, 0] }, b }));
  }
  mechanism.finishStep();
  return mechanism;
}

/** n × n meshes of rods between particles, sagging, the corners fixed. */
function net(n, options) {
  const system = new RigidSystem();
  const { particles } = system;
  system.addForce(gravity());
  const mechanism = new Mechanism(system, options);
  const tie = (a, b) => mechanism.add(distance({ a: { particle: a }, b: { particle: b } }));
  for (let i = 0; i <= n; i++) {
    for (let j = 0; j <= n; j++) {
      const fixed = (i === 0 || i === n) && (j === 0 || j === n);
      const y = 0.3 * ((i - 0.4 * n) ** 2 + (j - 0.6 * n) ** 2);
      const p = particles.addParticle({ position: [i, y, j], velocity: fixed ? [0, 0, 0] : [0.3, 0.1, 0.2], fixed });
      if (i > 0) tie(p - n - 1, p);
      if (j > 0) tie(p - 1, p);
    }
  }
  mechanism.finishStep();
  return mechanism;
}

/** Parallelograms of four hinges: 17 of 20 rows are independent. */
function linkages(count, options) {
  const system = new RigidSystem();
  system.addForce(gravity());
  const mechanism = new Mechanism(system, options);
  const axis = [0, 0, 1];
  for (let x = 0; x < 3 * count; x += 3) {
    const left = system.addBody({ ...shape, position: [x, -0.5, 0], angularVelocity: [0, 0, 1] });
    const right = system.addBody({ ...shape, position: [x + 1, -0.5, 0], angularVelocity: [0, 0, 1] });
    const bar = system.addBody({ ...shape, position: [x + 0.5, -1, 0], velocity: [1, 0, 0] });
    mechanism.add(hinge({ a: { body: left }, at: [x, 0, 0], axis }));
    mechanism.add(hinge({ a: { body: right }, at: [x + 1, 0, 0], axis }));
    mechanism.add(hinge({ a: { body: left }, b: { body: bar }, at: [x, -1, 0], axis }));
    mechanism.add(hinge({ a: { body: right }, b: { body: bar }, at: [x + 1, -1, 0], axis }));
  }
  mechanism.finishStep();
  return mechanism;
}

const steppers = {
  "an empty array": () => emptyArray,
  "chain, rk4": () => rk4(chain(6), { step: 1e-4 }),
  "chain, dopri5": () => dopri5(chain(6), { tolerance: 1e-6, maxStep: 1e-3 }),
  "chain, adams": () => adams(chain(6), { tolerance: 1e-6, maxStep: 1e-3 }),
  "chain with feedback alone": () => rk4(chain(6, { feedback: 0.1, projection: false }), { step: 1e-4 }),
  "chain, dense": () => rk4(chain(4, { solver: "dense" }), { step: 1e-4 }),
  "chain, conjugate gradients": () => rk4(chain(4, { solver: "conjugate-gradients" }), { step: 1e-4 }),
  "hub of ten arms": () => rk4(chain(11, { arms: true }), { step: 1e-4 }),
  net: () => dopri5(net(3), { tolerance: 1e-6, maxStep: 1e-3 }),
  "redundant, solved densely": () => rk4(linkages(1), { step: 1e-4 }),
  "redundant, solved with compliance": () => rk4(linkages(21), { step: 1e-4 }),
};

const result = {};
for (const [name, make] of Object.entries(steppers)) result[name] = await measure(make(), 200);
console.log(JSON.stringify(result));
