/** Trees of links and nets of rods for the benchmarks of constraints, bent and in motion, so that no number is zero. */
import { ball, distance, hinge, Mechanism, type SolverMethod } from "@rigor/engine/constrain";
import { createRng, nextInRange, quat } from "@rigor/engine/math";
import { gravity, RigidSystem } from "@rigor/engine/rigid";

/** The tree of links: entry k is the link that carries link k, or −1 for the world. */
export type Parents = readonly number[];

export function listChain(links: number): Parents {
  return Array.from({ length: links }, (_, k) => k - 1);
}

/** Arms of ten links, all on the first link. */
export function listStar(links: number): Parents {
  return Array.from({ length: links }, (_, k) => (k > 0 && k % 10 === 1 ? 0 : k - 1));
}

export function listBinaryTree(links: number): Parents {
  return Array.from({ length: links }, (_, k) => Math.floor((k + 1) / 2) - 1);
}

/** A mechanism of one solver, in the state of another of the same pieces. */
interface Twin {
  readonly solver: SolverMethod;
  readonly of: Mechanism;
}

/** Velocities become those that the constraints allow, or state and velocities those of the twin. */
function settle(mechanism: Mechanism, twin?: Twin): Mechanism {
  if (twin === undefined) mechanism.finishStep();
  else {
    const state = new Float64Array(mechanism.dimension + 1);
    twin.of.getState(state);
    mechanism.setState(state);
  }
  return mechanism;
}

/** Links of 1 m and 1 kg with ball joints between, each turned and turning its own way. */
export function buildTree(parents: Parents, twin?: Twin): Mechanism {
  const rng = createRng(1);
  const draw = (length: number) => Array.from({ length }, () => nextInRange(rng, -1, 1));
  const system = new RigidSystem();
  system.addForce(gravity());
  // where the far end of each link is
  const tips: Float64Array[] = [];
  const arm = new Float64Array(3);
  for (const parent of parents) {
    const [rotation, angularVelocity] = [Float64Array.from(draw(4)), draw(3)];
    quat.normalize(rotation, 0, rotation, 0);
    quat.rotateVector(arm, 0, rotation, 0, Float64Array.of(0.5, 0, 0), 0);
    const position = arm.map((x, k) => (parent < 0 ? 0 : tips[parent][k]) + x);
    tips.push(position.map((x, k) => x + arm[k]));
    system.addBody({ mass: 1, inertia: [0.02, 0.1, 0.1], position, rotation, angularVelocity });
  }
  const mechanism = new Mechanism(system, { solver: twin?.solver ?? "direct" });
  parents.forEach((parent, k) => {
    const b = parent < 0 ? [0, 0, 0] : { body: parent, point: [0.5, 0, 0] };
    mechanism.add(ball({ a: { body: k, point: [-0.5, 0, 0] }, b }));
  });
  return settle(mechanism, twin);
}

/** n × n meshes of rods between particles, hung up by its four corners, sagging and in motion. */
export function buildNet(n: number, twin?: Twin): Mechanism {
  const rng = createRng(2);
  const system = new RigidSystem();
  const { particles } = system;
  system.addForce(gravity());
  const number = (i: number, j: number) => i * (n + 1) + j;
  for (let i = 0; i <= n; i++) {
    for (let j = 0; j <= n; j++) {
      // a bowl, not quite even
      const [x, z] = [(2 * i) / n - 1, (2 * j) / n - 1];
      const y = 0.15 * n * (x * x + z * z) + nextInRange(rng, -0.02, 0.02);
      const fixed = (i === 0 || i === n) && (j === 0 || j === n);
      const velocity = fixed ? [0, 0, 0] : [nextInRange(rng, -1, 1), nextInRange(rng, -1, 1), nextInRange(rng, -1, 1)];
      particles.addParticle({ mass: 0.1, position: [i, y, j], velocity, fixed });
    }
  }
  const mechanism = new Mechanism(system, { solver: twin?.solver ?? "direct" });
  const tie = (a: number, b: number) => mechanism.add(distance({ a: { particle: a }, b: { particle: b } }));
  for (let i = 0; i <= n; i++) {
    for (let j = 0; j <= n; j++) {
      if (i < n) tie(number(i, j), number(i + 1, j));
      if (j < n) tie(number(i, j), number(i, j + 1));
    }
  }
  return settle(mechanism, twin);
}

/** A row of parallelograms, each of four hinges with parallel axes: 20 rows of which 17 are independent. */
export function buildLinkages(count: number): Mechanism {
  const system = new RigidSystem();
  system.addForce(gravity());
  const mechanism = new Mechanism(system);
  const shape = { mass: 1, inertia: [0.1, 0.1, 0.02] };
  for (let k = 0; k < count; k++) {
    const x = 3 * k;
    const left = system.addBody({ ...shape, position: [x, -0.5, 0], angularVelocity: [0, 0, 1] });
    const right = system.addBody({ ...shape, position: [x + 1, -0.5, 0], angularVelocity: [0, 0, 1] });
    const bar = system.addBody({ ...shape, position: [x + 0.5, -1, 0], velocity: [1, 0, 0] });
    const axis = [0, 0, 1];
    mechanism.add(hinge({ a: { body: left }, at: [x, 0, 0], axis }));
    mechanism.add(hinge({ a: { body: right }, at: [x + 1, 0, 0], axis }));
    mechanism.add(hinge({ a: { body: left }, b: { body: bar }, at: [x, -1, 0], axis }));
    mechanism.add(hinge({ a: { body: right }, b: { body: bar }, at: [x + 1, -1, 0], axis }));
  }
  return settle(mechanism);
}
