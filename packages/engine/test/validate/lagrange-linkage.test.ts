/** Linkages in joint coordinates beside the same links as bodies with joints: maximal and generalized coordinates agree. */
import { ball, hinge, Mechanism, slider, totalEnergy } from "@rigor/engine/constrain";
import { createLinkage, type Linkage, type LinkOptions } from "@rigor/engine/lagrange";
import { createRng, nextInRange, quat } from "@rigor/engine/math";
import { dopri5, integrate, rk4 } from "@rigor/engine/ode";
import { angularMomentum, boxMass, linearMomentum, RigidSystem, translateMass } from "@rigor/engine/rigid";
import { describe, expect, test } from "vitest";
import { createTwins, drawLinks } from "../support/linkages.js";
import { createHeavySystem, g } from "../support/mechanisms.js";

const gravity = [0, -g, 0];
const size = [1, 0.2, 0.3];
const link = translateMass(boxMass({ size, mass: 2 }), [0.5, 0, 0]);

/** Adds a body for every link, at its pose and with its motion, in the frame of the link. */
function addBodies(system: RigidSystem, linkage: Linkage, mass: typeof link): number[] {
  const pose = new Float64Array(7);
  const motion = new Float64Array(6);
  return Array.from({ length: linkage.linkCount }, (_, l) => {
    linkage.readPose(pose, 0, l);
    linkage.readPoint(motion, 0, l, mass.center);
    const i = 3 * linkage.node[l];
    return system.addBody({
      mass,
      position: pose.slice(0, 3),
      rotation: pose.slice(3),
      velocity: motion.slice(3),
      angularVelocity: linkage.angularVelocity.slice(i, i + 3),
    });
  });
}

/** The largest difference of the places of links and bodies, and of their axes. */
function compare(linkage: Linkage, system: RigidSystem, bodies: readonly number[]): number {
  const [a, b] = [new Float64Array(7), new Float64Array(7)];
  let worst = 0;
  bodies.forEach((body, l) => {
    linkage.readPose(a, 0, l);
    system.readPose(b, 0, body);
    for (let k = 0; k < 3; k++) worst = Math.max(worst, Math.abs(a[k] - b[k]));
    worst = Math.max(worst, quat.angleBetween(a, 3, b, 3));
  });
  return worst;
}

function derive(mechanism: Mechanism): void {
  mechanism.derivative(new Float64Array(mechanism.dimension));
}

describe("three boxes on hinges", () => {
  const axes = [
    [0, 0, 1],
    [0, 1, 1],
    [1, 0.2, 0.5],
  ];
  const links: LinkOptions[] = axes.map((axis, l) => ({
    joint: { type: "revolute", axis, at: l === 0 ? [0, 0, 0] : [1, 0, 0] },
    mass: link,
    rate: 1 - l,
  }));

  /** Both of them. */
  function createBoth() {
    const generalized = new Mechanism(new RigidSystem());
    const linkage = generalized.addCoordinates(createLinkage({ links, gravity }));
    const system = createHeavySystem();
    const maximal = new Mechanism(system);
    const bodies = addBodies(system, linkage, link);
    const hinges = bodies.map((body, l) => {
      const a = { body, point: [0, 0, 0], axis: axes[l] };
      const b =
        l === 0 ? { point: [0, 0, 0], axis: axes[0] } : { body: bodies[l - 1], point: [1, 0, 0], axis: axes[l] };
      return maximal.add(hinge({ a, b }));
    });
    return { generalized, linkage, system, maximal, bodies, hinges };
  }

  test("move alike, and feel the same in their joints", () => {
    const { generalized, linkage, system, maximal, bodies, hinges } = createBoth();
    const steppers = [generalized, maximal].map((mechanism) => dopri5(mechanism, { tolerance: 1e-12 }));
    const [a, b] = [new Float64Array(6), new Float64Array(6)];
    for (let t = 0.5; t <= 1; t += 0.5) {
      for (const stepper of steppers) integrate(stepper, t);
      // here and below, two to four times the errors of the method that both of them make
      expect(compare(linkage, system, bodies)).toBeLessThan(5e-12);
      derive(generalized);
      derive(maximal);
      hinges.forEach((joint, l) => {
        maximal.readReaction(a, 0, joint);
        linkage.readReaction(b, 0, generalized, l);
        for (let k = 0; k < 6; k++) expect(Math.abs(a[k] - b[k])).toBeLessThan(6e-10);
      });
    }
    expect(Math.abs(totalEnergy(generalized) - totalEnergy(maximal))).toBeLessThan(3e-11);
  });

  test("and so do hybrids: the last box a body on a hinge of the linkage", () => {
    const { generalized, linkage } = createBoth();
    const system = createHeavySystem();
    const hybrid = new Mechanism(system);
    const arm = hybrid.addCoordinates(createLinkage({ links: links.slice(0, 2), gravity }));
    const pose = new Float64Array(7);
    const motion = new Float64Array(6);
    linkage.readPose(pose, 0, 2);
    linkage.readPoint(motion, 0, 2, link.center);
    const body = system.addBody({
      mass: link,
      position: pose.slice(0, 3),
      rotation: pose.slice(3),
      velocity: motion.slice(3),
      angularVelocity: linkage.angularVelocity.slice(6, 9),
    });
    const joint = hybrid.add(
      hinge({
        a: { body, point: [0, 0, 0], axis: axes[2] },
        b: { on: arm, part: 1, point: [1, 0, 0], axis: axes[2] },
      }),
    );
    for (const mechanism of [generalized, hybrid]) integrate(dopri5(mechanism, { tolerance: 1e-12 }), 1);
    for (let k = 0; k < 2; k++) expect(Math.abs(arm.u[k] - linkage.u[k])).toBeLessThan(1e-12);
    // projections end at 1e-13, or where they gain no more
    expect(hybrid.measureError().position).toBeLessThan(2e-13);
    derive(generalized);
    derive(hybrid);
    const [a, b] = [new Float64Array(6), new Float64Array(6)];
    hybrid.readReaction(a, 0, joint);
    linkage.readReaction(b, 0, generalized, 2);
    for (let k = 0; k < 6; k++) expect(Math.abs(a[k] - b[k])).toBeLessThan(5e-10);
    // the joints of the arm feel the body through its hinge
    for (const l of [0, 1]) {
      arm.readReaction(a, 0, hybrid, l);
      linkage.readReaction(b, 0, generalized, l);
      for (let k = 0; k < 6; k++) expect(Math.abs(a[k] - b[k])).toBeLessThan(5e-10);
    }
  });
});

describe("other joints", () => {
  test("a cart on a rail with a box that hangs on a ball joint", () => {
    const links: LinkOptions[] = [
      { joint: { type: "prismatic", axis: [1, 0.5, 0] }, mass: link, rate: 1 },
      { joint: { type: "ball", at: [1, 0, 0] }, mass: link, coordinate: [0.3, 0.2, -0.5], rate: [1, 2, -1] },
    ];
    const generalized = new Mechanism(new RigidSystem());
    const linkage = generalized.addCoordinates(createLinkage({ links, gravity }));
    const system = createHeavySystem();
    const maximal = new Mechanism(system);
    const bodies = addBodies(system, linkage, link);
    const rail = maximal.add(slider({ a: { body: bodies[0] }, at: [0, 0, 0], axis: [1, 0.5, 0] }));
    const socket = maximal.add(ball({ a: { body: bodies[1] }, b: { body: bodies[0], point: [1, 0, 0] } }));
    for (const mechanism of [generalized, maximal]) integrate(dopri5(mechanism, { tolerance: 1e-12 }), 1);
    expect(compare(linkage, system, bodies)).toBeLessThan(2e-11);
    derive(generalized);
    derive(maximal);
    const [a, b] = [new Float64Array(6), new Float64Array(6)];
    maximal.readReaction(a, 0, socket);
    linkage.readReaction(b, 0, generalized, 1);
    for (let k = 0; k < 6; k++) expect(Math.abs(a[k] - b[k])).toBeLessThan(2e-11);
    maximal.readReaction(a, 0, rail);
    linkage.readReaction(b, 0, generalized, 0);
    for (let k = 0; k < 3; k++) expect(Math.abs(a[k] - b[k])).toBeLessThan(2e-11);
  });

  test("a free link tumbles as a free body does, and keeps its momenta with another on a hinge", () => {
    const links: LinkOptions[] = [
      { joint: { type: "free", at: [1, 2, 3] }, mass: link, rate: [1, 2, 3, 0.5, 1, -0.5] },
      { joint: { type: "revolute", axis: [0, 1, 0], at: [1, 0, 0] }, mass: link, rate: 2 },
    ];
    const single = new Mechanism(new RigidSystem());
    const alone = single.addCoordinates(createLinkage({ links: links.slice(0, 1) }));
    const system = new RigidSystem();
    const bodies = addBodies(system, alone, link);
    integrate(dopri5(single, { tolerance: 1e-12 }), 1);
    integrate(dopri5(system, { tolerance: 1e-12 }), 1);
    expect(compare(alone, system, bodies)).toBeLessThan(3e-12);

    const pair = new Mechanism(new RigidSystem());
    const linkage = pair.addCoordinates(createLinkage({ links }));
    const readMomenta = () => {
      const twin = new RigidSystem();
      addBodies(twin, linkage, link);
      const momenta = new Float64Array(6);
      linearMomentum(momenta, 0, twin);
      angularMomentum(momenta, 3, twin);
      return momenta;
    };
    const before = readMomenta();
    integrate(dopri5(pair, { tolerance: 1e-12 }), 1);
    const after = readMomenta();
    for (let k = 0; k < 6; k++) expect(Math.abs(after[k] - before[k])).toBeLessThan(1e-10);
  });
});

describe("random trees", () => {
  test("move as the same links said by expressions", () => {
    const rng = createRng(21);
    for (let round = 0; round < 3; round++) {
      const { linkage, body } = createTwins(drawLinks(rng, 5), gravity);
      for (const thing of [linkage, body]) {
        const mechanism = new Mechanism(new RigidSystem());
        mechanism.addCoordinates(thing);
        integrate(rk4(mechanism, { step: 1 / 64 }), 0.5);
      }
      // the same method with the same steps: rounding, and what the motion makes of it
      for (let k = 0; k < linkage.width; k++) expect(Math.abs(linkage.u[k] - body.u[k])).toBeLessThan(4e-15);
    }
  });

  test("keep their energy, loops closed by constraints or not", () => {
    const rng = createRng(33);
    for (let round = 0; round < 4; round++) {
      const mechanism = new Mechanism(new RigidSystem());
      const links = drawLinks(rng, 7).map(({ joint, ...rest }) => ({
        ...rest,
        joint: joint.type === "prismatic" ? { ...joint, type: "revolute" as const } : joint,
      }));
      const linkage = mechanism.addCoordinates(createLinkage({ links, gravity }));
      const part = 6;
      if (round % 2 === 1) {
        // from the last link to a heavy particle, and so back to the first
        const place = new Float64Array(6);
        linkage.readPoint(place, 0, part);
        mechanism.system.particles.addParticle({ mass: 5, position: place.slice(0, 3) });
        mechanism.add(ball({ a: { on: linkage, part }, b: { particle: 0 } }));
      }
      mechanism.assemble();
      const energy = totalEnergy(mechanism);
      integrate(dopri5(mechanism, { tolerance: 1e-11 }), 1);
      expect(Math.abs(totalEnergy(mechanism) - energy) / (1 + Math.abs(energy))).toBeLessThan(1e-11);
    }
  });
});

describe("a chain of two hundred links", () => {
  test("M⁻¹ x is what a solve of its equations says", () => {
    const rng = createRng(2);
    const n = 200;
    const links: LinkOptions[] = Array.from({ length: n }, (_, l) => ({
      joint: { type: "revolute", axis: [0, 0, 1], at: l === 0 ? [0, 0, 0] : [1, 0, 0] },
      mass: 1,
      coordinate: nextInRange(rng, -0.3, 0.3),
    }));
    // a point at the end of each rod is the joint of the next: the last hangs on one more
    links.push({ joint: { type: "fixed", at: [1, 0, 0] }, mass: 1 });
    const linkage = createLinkage({ links });
    const x = Float64Array.from({ length: n }, () => nextInRange(rng, -1, 1));
    const uu = x.slice();
    linkage.multiplyInverse(uu, 0);
    // M ü by Cartesian accelerations: a_j = Σ ü_i ẑ × (p_j − p_i), then torques Σ (p_j − p_i) × m a_j
    const p = (j: number, k: number) => linkage.position[3 * j + k];
    const a = Array.from({ length: n + 1 }, () => [0, 0]);
    const sizes = new Float64Array(n + 1);
    for (let j = 1; j <= n; j++) {
      for (let i = 0; i < j; i++) {
        sizes[j] += Math.abs(uu[i]) * Math.hypot(p(j, 0) - p(i, 0), p(j, 1) - p(i, 1));
        a[j][0] -= uu[i] * (p(j, 1) - p(i, 1));
        a[j][1] += uu[i] * (p(j, 0) - p(i, 0));
      }
    }
    let worst = 0;
    for (let i = 0; i < n; i++) {
      let [torque, size] = [0, 0];
      for (let j = i + 1; j <= n; j++) {
        const arm = [p(j, 0) - p(i, 0), p(j, 1) - p(i, 1)];
        torque += arm[0] * a[j][1] - arm[1] * a[j][0];
        size += Math.hypot(arm[0], arm[1]) * sizes[j];
      }
      worst = Math.max(worst, Math.abs(torque - x[i]) / size);
    }
    // against the sum of the terms, each without its sign: rounding
    expect(worst).toBeLessThan(2e-17);
  });
});
