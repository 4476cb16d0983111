/** Constraints on parts of generalized bodies and on links: C, Ċ, J and γ against differences. */
import {
  ball,
  coupling,
  distance,
  hinge,
  Mechanism,
  motor,
  slider,
  traceTime,
  universal,
  weld,
} from "@rigor/engine/constrain";
import {
  circleWire,
  createBead,
  createBodyCoordinate,
  createGeneralizedBody,
  createLinkage,
  turnAbout,
} from "@rigor/engine/lagrange";
import { createRng, nextInteger, type RigorError } from "@rigor/engine/math";
import { boxMass } from "@rigor/engine/rigid";
import { describe, expect, test } from "vitest";
import { checkConstraints, scatter } from "../../support/constraint-check.js";
import { drawLinks } from "../../support/linkages.js";
import { addRandomBox, createHeavySystem } from "../../support/mechanisms.js";

function createArm(time?: number) {
  return createGeneralizedBody({
    coordinates: [0.3, -0.7],
    parts: ([a, b], ...clock) => {
      const angle = time === undefined ? b : b.plus(clock[0].sin());
      const rotation = turnAbout([1, 2, 0.5], a).times(turnAbout([0, 1, -1], angle));
      return [rotation.rotate([1, a, 0]), { position: rotation.rotate([0, 1, b]), rotation }];
    },
    masses: [1.5, boxMass({ size: [0.4, 1, 0.7], mass: 2 })],
    ...(time === undefined ? {} : { time }),
  });
}

/** A body, a particle, an arm, an arm that moves by itself, and a random linkage, with constraints between all of them. */
function createMix(seed: number): Mechanism {
  const rng = createRng(seed);
  const mechanism = new Mechanism(createHeavySystem());
  const body = addRandomBox(mechanism.system, rng);
  mechanism.system.particles.addParticle({ position: [1, 2, 3] });
  const arm = mechanism.addCoordinates(createArm());
  const driven = mechanism.addCoordinates(createArm(0));
  const tree = mechanism.addCoordinates(createLinkage({ links: drawLinks(rng, 6) }));
  const part = nextInteger(rng, 0, 5);
  const link = { on: tree, part, point: [0.3, -0.2, 0.5] };
  const hand = { on: arm, part: 1, point: [0.1, 0.2, -0.4] };
  const at = [0.5, 0.5, 0.5];
  scatter(mechanism, rng);
  mechanism.add(ball({ a: hand, b: { particle: 0 } }));
  mechanism.add(ball({ a: { on: driven, part: 1, point: [1, 0, 0] }, b: link }));
  mechanism.add(distance({ a: { on: arm, part: 0, point: [0.3, 0, 0.1] }, b: { on: driven, part: 0 }, length: 2 }));
  mechanism.add(distance({ a: link, b: { on: tree, part: 5, point: [1, 1, 0] }, length: 1.5 }));
  mechanism.add(hinge({ a: { on: tree, part: 5 }, b: { body }, at, axis: [1, 0, 2] }));
  mechanism.add(
    universal({
      a: { on: arm, part: 1 },
      b: { on: driven, part: 1 },
      at,
      axes: [
        [1, 0, 0],
        [0, 1, 0],
      ],
    }),
  );
  mechanism.add(weld({ a: { on: driven, part: 1 }, b: { body }, at }));
  mechanism.add(slider({ a: { on: tree, part }, at, axis: [0, 1, 1] }));
  const angle = createBodyCoordinate(mechanism, arm, 1, "angle");
  const way = createBodyCoordinate(mechanism, tree, 0, "angle");
  mechanism.add(motor(angle, { position: traceTime((t) => t.times(3).sin()) }));
  mechanism.add(motor(way, { speed: traceTime((t) => t.squared()) }));
  mechanism.add(coupling({ a: angle, b: way, ratio: 2 }));
  return mechanism;
}

describe("rows of constraints on parts and links", () => {
  test("are what differences say", () => {
    for (let seed = 1; seed <= 10; seed++) {
      const mechanism = createMix(seed);
      scatter(mechanism, createRng(seed + 100));
      const { rate, acceleration, rateOfRate } = checkConstraints(mechanism, createRng(seed), 0.01);
      // differences of order eight with a spacing of 0.01 s
      expect(rate).toBeLessThan(2e-11);
      expect(acceleration).toBeLessThan(1e-10);
      expect(rateOfRate).toBeLessThan(2e-10);
    }
  });
});

describe("places", () => {
  const mechanism = new Mechanism(createHeavySystem());
  const arm = mechanism.addCoordinates(createArm());
  const bead = createBead({ wire: circleWire({ radius: 1 }), mass: 1 });
  const tree = mechanism.addCoordinates(createLinkage({ links: drawLinks(createRng(1), 3) }));

  test("have names for reports", () => {
    const { ends } = mechanism.add(ball({ a: { on: arm, part: 1 }, b: { on: tree, part: 2 } }));
    expect(ends.map(({ name }) => name)).toEqual(['part 1 of "generalized body"', 'link 2 of "linkage"']);
    expect(createBodyCoordinate(mechanism, tree, 0, "angle").name).toBe('u[0] of "linkage"');
  });

  test.each<[string, () => unknown, string, string]>([
    [
      "a part that is not there",
      () => mechanism.add(ball({ a: { on: arm, part: 2 }, b: [0, 0, 0] })),
      "out-of-range",
      "constraints[1].a.part",
    ],
    [
      "a link that is not there",
      () => mechanism.add(ball({ a: { on: tree, part: 3 }, b: [0, 0, 0] })),
      "out-of-range",
      "constraints[1].a.part",
    ],
    [
      "a point that is none",
      () => mechanism.add(ball({ a: { on: tree, point: [1] }, b: [0, 0, 0] })),
      "not-a-vector",
      "constraints[1].a.point",
    ],
    [
      "a body of another mechanism",
      () => mechanism.add(ball({ a: { on: bead }, b: [0, 0, 0] })),
      "no-such-thing",
      "constraints[1].a.on",
    ],
    [
      "an axis of a point",
      () => mechanism.add(hinge({ a: { on: arm }, at: [0, 0, 0], axis: [0, 0, 1] })),
      "no-axes",
      "constraints[1].a",
    ],
    ["the coordinate of another", () => createBodyCoordinate(mechanism, bead, 0, "angle"), "no-such-thing", "thing"],
    ["a coordinate that is not there", () => createBodyCoordinate(mechanism, arm, 2, "angle"), "out-of-range", "k"],
    ["a kind that is none", () => createBodyCoordinate(mechanism, arm, 0, "way" as "angle"), "unknown", "kind"],
  ])("%s is an error", (_name, make, code, path) => {
    try {
      make();
    } catch (error) {
      expect((error as RigorError).faults[0]).toMatchObject({ code, path });
      return;
    }
    expect.unreachable();
  });
});
