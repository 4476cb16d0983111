import * as constrain from "@rigor/engine/constrain";
import { RigorError } from "@rigor/engine/math";
import { boxMass, gravity } from "@rigor/engine/rigid";
import { expect, test } from "vitest";
import { createHeavySystem } from "../../../support/mechanisms.js";

const { ball, coupling, distance, gear, hinge, jointSpring, Mechanism, motor, nail, rope } = constrain;

function create(options?: object) {
  const system = createHeavySystem();
  const mechanism = new Mechanism(system, options as constrain.MechanismOptions);
  const mass = boxMass({ size: [1, 0.2, 0.3], mass: 2 });
  system.addBody({ mass, position: [0.5, 0, 0] });
  system.addBody({ mass, position: [1.5, 0, 0] });
  system.particles.addParticle({ mass: 1, position: [0, 1, 0] });
  return mechanism;
}

const z = [0, 0, 1];
const stranger = create().add(hinge({ a: { body: 0 }, at: [0, 0, 0], axis: z })).angle;
const thing = (changes: object = {}) => ({
  name: "g",
  width: 1,
  initial: [0, 0],
  force: new Float64Array(1),
  derive() {},
  computeForces() {},
  multiplyInverse() {},
  kineticEnergy: () => 0,
  potentialEnergy: () => 0,
  ...changes,
});

// biome-ignore lint/suspicious/noExplicitAny: what users of plain JavaScript may write
type Any = any;

const cases: readonly [string, (mechanism: Any) => unknown, string][] = [
  ["a key of a place", (m) => m.add(ball({ a: { body: 0, pont: [1, 0, 0] } as Any, b: [0, 0, 0] })), "[0].a.pont"],
  [
    "two things",
    (m) => m.add(ball({ a: { body: 0, particle: 0 } as Any, b: [0, 0, 0] })),
    "constraints[0].a: must be one",
  ],
  ["no place", (m) => m.add(ball({ a: {} as Any, b: [0, 0, 0] })), "constraints[0].a: must be a place"],
  [
    "one body",
    (m) => m.add(ball({ a: { body: 0 }, b: { body: 0, point: [1, 0, 0] } })),
    "constraints[0].b: must be on",
  ],
  ["the world", (m) => m.add(ball({ a: [0, 0, 0], b: [1, 0, 0] })), "must take hold of"],
  ["a rope in the world", (m) => m.add(rope({ through: [[0, 0, 0], z] })), "constraints[0].through: must take hold of"],
  ["a nail in the world", (m) => m.add(nail({ a: [0, 0, 0] })), "constraints[0].a: must be a place on"],
  ["a rod within a body", (m) => m.add(distance({ a: { body: 0 }, b: { body: 0, point: [1, 0, 0] } })), "[0].b"],
  ["no wheel", (m) => m.add(gear({ a: null as Any, b: { body: 1 }, axis: z, ratio: 2 })), "constraints[0].a: must be"],
  ["one wheel", (m) => m.add(gear({ a: { body: 0 }, b: { body: 0 }, axis: z, ratio: 2 })), "must be another angle"],
  ["a motor elsewhere", (m) => m.add(motor(stranger, { speed: 1 })), "constraints[0].coordinate: must be"],
  ["a spring elsewhere", (m) => m.addForce(jointSpring(stranger, { stiffness: 1 })), "forces[0].coordinate: must be"],
  [
    "a coupling elsewhere",
    (m) => {
      const own = m.add(hinge({ a: { body: 0 }, at: [0, 0, 0], axis: z })).angle;
      m.add(coupling({ a: own, b: stranger, ratio: 1 }));
    },
    "constraints[1].b: must be a coordinate of this mechanism",
  ],
  ["no constraint", (m) => m.add(() => null), "constraints[0]: must be a constraint"],
  ["no rows", (m) => m.add(() => ({ name: "x", ends: [], evaluate() {} })), "constraints[0].rows"],
  ["no ends", (m) => m.add(() => ({ name: "x", rows: 1, ends: [null], evaluate() {} })), "constraints[0].ends"],
  ["no coordinates", (m) => m.addCoordinates(null), "coordinates[0]: must be a generalized body"],
  ["empty coordinates", (m) => m.addCoordinates({}), "coordinates[0]: must be a generalized body"],
  ["a short start", (m) => m.addCoordinates(thing({ initial: [0] })), "coordinates[0].initial: must be 2"],
  ["no room for forces", (m) => m.addCoordinates(thing({ force: [0] })), "coordinates[0].force: must be"],
  ["no masses", (m) => m.addCoordinates(thing({ multiplyInverse: 1 })), "coordinates[0].multiplyInverse: must be"],
  [
    "coordinates twice",
    (m) => {
      const same = thing();
      m.addCoordinates(same);
      m.addCoordinates(same);
    },
    "coordinates[1]: must not be in the mechanism already",
  ],
  ["a force on bodies", (m) => m.addForce(gravity()), "mechanism.system.addForce"],
  ["a key of feedback", () => create({ feedback: { stiffness: 1, damping: 1, foo: 2 } }), "options.feedback.foo"],
];

test.each(cases)("%s: refused, with its place", (_, act, part) => {
  let error: unknown = null;
  try {
    act(create());
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(RigorError);
  expect((error as RigorError).message).toContain(part);
});

test("a force on bodies is found out before there are any", () => {
  const mechanism = new Mechanism(createHeavySystem());
  expect(() => mechanism.addForce(gravity() as Any)).toThrow("must be a force on mechanisms");
});
