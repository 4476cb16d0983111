/** No garbage where generalized bodies and linkages move: 0 bytes a call, exactly, once warm. */
import { ball, distance, hinge, jointSpring, Mechanism } from "@rigor/engine/constrain";
import {
  createBead,
  createBodyCoordinate,
  createGeneralizedBody,
  createLinkage,
  createPendulum,
  placedForce,
  turnAbout,
} from "@rigor/engine/lagrange";
import { boxMass, gravity, RigidSystem, translateMass } from "@rigor/engine/rigid";
import { describe, expect, test } from "vitest";
import { bytesPerCall } from "../support/allocation.js";

const box = translateMass(boxMass({ size: [1, 0.2, 0.3], mass: 2 }), [0.5, 0, 0]);
const g = [0, -9.81, 0];

function createArm() {
  return createGeneralizedBody({
    coordinates: [0.3, -0.7],
    rates: [1, 2],
    parts: ([a, b]) => {
      const rotation = turnAbout([0, 0, 1], a).times(turnAbout([0, 1, 0], b));
      return [{ position: rotation.rotate([1, 0, 0]), rotation }, rotation.rotate([2, 0, 0])];
    },
    masses: [box, 1],
    gravity: g,
  });
}

const bead = () =>
  createBead({ mass: 1, rate: 2, time: 0, wire: (u, t) => [u.cos(), u.sin(), t.times(u)], coordinate: 0.3 });

const linkage = () =>
  createLinkage({
    links: [
      { joint: { type: "free", at: [0, 1, 0] }, mass: box, rate: [1, 0, 0, 0, 1, 0] },
      { joint: { type: "revolute", axis: [0, 1, 1], at: [1, 0, 0] }, mass: box, rate: 1 },
      { parent: 0, joint: { type: "prismatic", axis: [0, 1, 0] }, mass: box, rate: 1 },
      { joint: { type: "fixed", at: [0, 0, 1] }, mass: 1 },
    ],
    gravity: g,
  });

/** All of them, tied to one another and to a body and a particle, with forces. */
function createMix(): Mechanism {
  const system = new RigidSystem();
  system.addForce(gravity());
  const mechanism = new Mechanism(system);
  const arm = mechanism.addCoordinates(createArm());
  const ring = mechanism.addCoordinates(bead());
  const tree = mechanism.addCoordinates(linkage());
  system.addBody({ mass: box, position: [2, 3, 1] });
  system.particles.addParticle({ position: arm.position.slice(3) });
  mechanism.add(ball({ a: { on: arm, part: 1 }, b: { particle: 0 } }));
  mechanism.add(distance({ a: { on: ring }, b: { particle: 0 } }));
  mechanism.add(hinge({ a: { on: tree, part: 1 }, b: { body: 0 }, at: [2, 3, 1], axis: [0, 0, 1] }));
  mechanism.addForce(jointSpring(createBodyCoordinate(mechanism, tree, 6, "angle"), { stiffness: 3, damping: 0.1 }));
  mechanism.addForce(placedForce(mechanism, { at: { on: tree, part: 3, point: [1, 0, 0] }, force: [1, 2, 3] }));
  mechanism.addForce(
    placedForce(mechanism, {
      at: { on: arm },
      wrench: (time, out) => {
        out[0] = time[0];
      },
    }),
  );
  mechanism.assemble();
  return mechanism;
}

function contain(thing: ReturnType<typeof createArm> | ReturnType<typeof linkage>): Mechanism {
  const mechanism = new Mechanism(new RigidSystem());
  mechanism.addCoordinates(thing);
  return mechanism;
}

describe.each<[string, Mechanism]>([
  ["a body of links and points", contain(createArm())],
  ["a bead on a wire that moves", contain(bead())],
  [
    "a pendulum of six rods",
    contain(createPendulum({ lengths: [1, 1, 1, 1, 1, 1], masses: [1, 1, 1, 1, 1, 1], angles: [1, 1, 1, 1, 1, 1] })),
  ],
  ["a linkage", contain(linkage())],
  ["all of them, with constraints and forces", createMix()],
])("%s", (_name, mechanism) => {
  const state = new Float64Array(mechanism.dimension + 1);
  const out = new Float64Array(mechanism.dimension);
  mechanism.getState(state);

  test("a derivative", () => {
    const call = () => {
      mechanism.setState(state);
      mechanism.derivative(out);
    };
    expect(bytesPerCall(call, 200)).toBe(0);
  });

  test("the end of a step", () => {
    const call = () => {
      mechanism.setState(state);
      mechanism.finishStep();
    };
    expect(bytesPerCall(call, 200)).toBe(0);
  });
});

describe("reading", () => {
  const arm = createArm();
  const tree = linkage();
  const out = new Float64Array(7);
  const point = Float64Array.of(1, 2, 3);

  test.each<[string, () => void]>([
    ["a point of a part", () => arm.readPoint(out, 0, 0, point)],
    ["a point of a link", () => tree.readPoint(out, 0, 3)],
    ["the pose of a part", () => arm.readPose(out, 0, 0)],
    ["the pose of a link", () => tree.readPose(out, 0, 2)],
  ])("%s", (_name, call) => {
    expect(bytesPerCall(call, 2000)).toBe(0);
  });
});
