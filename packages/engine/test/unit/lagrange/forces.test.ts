/** What acts on coordinates, parts and links, and what is felt in joints. */
import {
  ball,
  createDistanceCoordinate,
  distance,
  jointSpring,
  jointTorque,
  limit,
  Mechanism,
  MechanismSimulation,
  motor,
  totalEnergy,
} from "@rigor/engine/constrain";
import {
  circleWire,
  createBead,
  createBodyCoordinate,
  createGeneralizedBody,
  createLinkage,
  lineWire,
  type PlacedForceOptions,
  placedForce,
} from "@rigor/engine/lagrange";
import { createRng, nextInRange, type RigorError } from "@rigor/engine/math";
import { dopri5, integrate } from "@rigor/engine/ode";
import { boxMass, RigidSystem, rodMass, translateMass } from "@rigor/engine/rigid";
import { describe, expect, test } from "vitest";
import { createTwins, drawLinks } from "../../support/linkages.js";

const rod = translateMass(rodMass({ length: 1, mass: 3, axis: "x" }), [0.5, 0, 0]);

/** A rod of 3 kg and 1 m that turns about z at its end: its moment is 1 kg·m². */
function createRod(coordinate = 0, rate = 0) {
  const mechanism = new Mechanism(new RigidSystem());
  const linkage = mechanism.addCoordinates(
    createLinkage({ links: [{ joint: { type: "revolute", axis: [0, 0, 1] }, mass: rod, coordinate, rate }] }),
  );
  return { mechanism, linkage, angle: createBodyCoordinate(mechanism, linkage, 0, "angle") };
}

describe("along a coordinate", () => {
  test("a spring and a damper: an oscillator", () => {
    const { mechanism, linkage, angle } = createRod(1);
    mechanism.addForce(jointSpring(angle, { stiffness: 5, damping: 2, rest: 0.4 }));
    integrate(dopri5(mechanism, { tolerance: 1e-12 }), 2);
    // ü + 2 u̇ + 5 (u − 0.4) = 0: decays with rate 1, frequency 2
    const exact = 0.4 + 0.6 * Math.exp(-2) * (Math.cos(4) + 0.5 * Math.sin(4));
    // the error of the method
    expect(Math.abs(linkage.u[0] - exact)).toBeLessThan(1e-12);
  });

  test("a torque", () => {
    const { mechanism, linkage, angle } = createRod();
    mechanism.addForce(jointTorque(angle, 3));
    integrate(dopri5(mechanism), 2);
    // the method is exact for a parabola
    expect(Math.abs(linkage.u[0] - 6)).toBeLessThan(4e-15);
    expect(Math.abs(totalEnergy(mechanism))).toBeLessThan(1e-14);
  });

  test("a motor, and the torque that it needs", () => {
    const { mechanism, linkage, angle } = createRod();
    mechanism.add(
      motor(angle, {
        speed: (time, out) => {
          out[0] = 3 * time[0];
          out[1] = 3;
        },
      }),
    );
    integrate(dopri5(mechanism), 2);
    expect(Math.abs(linkage.u[0] - 6)).toBeLessThan(4e-15);
    mechanism.derivative(new Float64Array(mechanism.dimension));
    expect(Math.abs(mechanism.table.lambda[0] - 3)).toBeLessThan(2e-15);
  });

  test("a limit: it strikes and comes back", () => {
    const { mechanism, linkage, angle } = createRod(0, 2);
    const limits = [limit(angle, { upper: 1, restitution: 0.5 })];
    const report = new MechanismSimulation(mechanism, dopri5(mechanism), { limits }).advanceTo(1);
    // at 1 rad after half a second, back with 1 rad/s; the impulse is that of 1 kg·m² from 2 to −1 rad/s
    expect(report.events.map(({ kind }) => kind)).toEqual(["impact"]);
    expect(Math.abs(report.events[0].impulse - 3)).toBeLessThan(2e-15);
    expect(Math.abs(linkage.rate[0] + 1)).toBeLessThan(2e-15);
    expect(Math.abs(linkage.u[0] - 0.5)).toBeLessThan(1e-15);
  });

  test("a spring between a part and the world", () => {
    // a bead on a straight wire, tied to a point beside it: u as for a spring of the same energy
    const mechanism = new Mechanism(new RigidSystem());
    const bead = createBead({ wire: lineWire({ direction: [1, 0, 0] }), mass: 2, coordinate: 1, gravity: [0, 0, 0] });
    mechanism.addCoordinates(bead);
    const length = createDistanceCoordinate(mechanism, { a: { on: bead }, b: [0, 1, 0] });
    mechanism.addForce(jointSpring(length, { stiffness: 8 }));
    const energy = totalEnergy(mechanism);
    // rest length 0: the pull along the wire is −8 u, whatever is beside
    integrate(dopri5(mechanism, { tolerance: 1e-12 }), 3);
    // the error of the method
    expect(Math.abs(bead.u[0] - Math.cos(6))).toBeLessThan(4e-12);
    expect(Math.abs(totalEnergy(mechanism) - energy)).toBeLessThan(3e-11);
  });
});

describe("at a place", () => {
  test("acts on coordinates as the work that it does", () => {
    const rng = createRng(8);
    const random = () => [0, 1, 2].map(() => nextInRange(rng, -1, 1));
    for (let round = 0; round < 10; round++) {
      const { linkage, body } = createTwins(drawLinks(rng, 5), [0, 0, 0]);
      for (const thing of [linkage, body]) {
        const mechanism = new Mechanism(new RigidSystem());
        mechanism.addCoordinates(thing);
        const [force, torque, point] = [random(), random(), random()];
        mechanism.addForce(placedForce(mechanism, { at: { on: thing, part: 4, point }, force, torque }));
        thing.computeForces();
        const before = thing.force.slice();
        mechanism.derivative(new Float64Array(mechanism.dimension));
        let power = 0;
        for (let k = 0; k < thing.width; k++) power += (thing.force[k] - before[k]) * thing.rate[k];
        const motion = new Float64Array(6);
        thing.readPoint(motion, 0, 4, Float64Array.from(point));
        const i = thing === linkage ? linkage.node[4] : 4;
        let expected = 0;
        for (let x = 0; x < 3; x++) expected += force[x] * motion[3 + x] + torque[x] * thing.angularVelocity[3 * i + x];
        // rounding
        expect(Math.abs(power - expected)).toBeLessThan(1e-14);
      }
    }
  });

  test("acts on bodies and particles, and may vary with time", () => {
    const system = new RigidSystem();
    const mechanism = new Mechanism(system);
    system.addBody({ mass: boxMass({ size: [1, 1, 1], mass: 2 }) });
    system.particles.addParticle({ mass: 3, position: [0, 0, 0] });
    mechanism.addForce(placedForce(mechanism, { at: { body: 0, point: [1, 0, 0] }, force: [0, 2, 0] }));
    const wrench: PlacedForceOptions["wrench"] = (time, out) => {
      out[1] = 3 * time[0];
    };
    mechanism.addForce(placedForce(mechanism, { at: { particle: 0 }, wrench }));
    mechanism.addForce(placedForce(mechanism, { at: [1, 2, 3], force: [0, 2, 0] }));
    mechanism.derivative(new Float64Array(mechanism.dimension));
    expect(Array.from(system.force.subarray(0, 3))).toEqual([0, 2, 0]);
    expect(Array.from(system.torque.subarray(0, 3))).toEqual([0, 0, 2]);
    integrate(dopri5(mechanism), 2);
    // ÿ = t
    expect(Math.abs(system.particles.state[1] - 8 / 6)).toBeLessThan(1e-15);
  });

  test("is none where its function writes none", () => {
    const system = new RigidSystem();
    const mechanism = new Mechanism(system);
    system.particles.addParticle({ position: [0, 0, 0] });
    const wrench: PlacedForceOptions["wrench"] = (time, out) => {
      if (time[0] < 1) out[0] = 3;
    };
    mechanism.addForce(placedForce(mechanism, { at: { particle: 0 }, wrench }));
    const rates = new Float64Array(6);
    const state = new Float64Array(7);
    const feltAt = (time: number) => {
      state[6] = time;
      mechanism.setState(state);
      mechanism.derivative(rates);
      return rates[3];
    };
    expect([0, 2, 0.5].map(feltAt)).toEqual([3, 0, 3]);
  });

  test.each<[string, object, string]>([
    ["a torque on a particle", { at: { particle: 0 }, torque: [1, 0, 0] }, "no-axes"],
    ["no force", { at: { particle: 0 }, force: [1] }, "not-a-vector"],
    ["a function beside a force", { at: { particle: 0 }, force: [1, 0, 0], wrench: () => {} }, "not-a-function"],
    ["no function", { at: { particle: 0 }, wrench: 3 }, "not-a-function"],
  ])("%s is an error", (_name, options, code) => {
    const mechanism = new Mechanism(new RigidSystem());
    mechanism.system.particles.addParticle({ position: [0, 0, 0] });
    try {
      placedForce(mechanism, options as PlacedForceOptions);
    } catch (error) {
      expect((error as RigorError).code).toBe(code);
      return;
    }
    expect.unreachable();
  });
});

describe("what is felt", () => {
  test("by a bead at the bottom of a circle: weight and centrifugal force", () => {
    const mechanism = new Mechanism(new RigidSystem());
    const wire = circleWire({ radius: 2 });
    const bead = mechanism.addCoordinates(createBead({ wire, mass: 3, coordinate: -Math.PI / 2, rate: 4 }));
    mechanism.addForce(placedForce(mechanism, { at: { on: bead }, force: [0, 5, 0] }));
    mechanism.derivative(new Float64Array(mechanism.dimension));
    const out = new Float64Array(6);
    bead.readReaction(out, 0, mechanism, 0);
    // m (g + ω² r) less the 5 N that lift it
    expect(Math.abs(out[1] - (3 * (9.81 + 32) - 5))).toBeLessThan(3e-14);
    expect(Math.abs(out[0])).toBeLessThan(3e-14);
  });

  test("in the joint of a rod: with and without a weight that hangs on it", () => {
    const { mechanism, linkage } = createRod(0, 2);
    const { particles } = mechanism.system;
    particles.addParticle({ mass: 2, position: [1, 0, 0], velocity: [0, 2, 0] });
    mechanism.add(ball({ a: { particle: 0 }, b: { on: linkage, point: [1, 0, 0] } }));
    mechanism.addForce(placedForce(mechanism, { at: { on: linkage, point: [1, 0, 0] }, force: [0, 9, 0] }));
    mechanism.derivative(new Float64Array(mechanism.dimension));
    const out = new Float64Array(6);
    linkage.readReaction(out, 0, mechanism, 0);
    // 9 N·m on 1 + 2 kg·m²: ü = 3; centripetal 4 (3 ½ + 2), and 3 (3 ½ + 2) − 9 across
    const expected = [-14, 1.5, 0, 0, 0, 0];
    for (let k = 0; k < 6; k++) expect(Math.abs(out[k] - expected[k])).toBeLessThan(4e-15);
  });

  test("by a point that a rod ties to the world", () => {
    // free in the plane but for a rod: what holds it to the plane is nothing, what holds the rod is λ
    const mechanism = new Mechanism(new RigidSystem());
    const point = createGeneralizedBody({
      coordinates: [0, -2],
      parts: ([x, y]) => [[x, y, 0]],
      masses: [3],
      gravity: [0, -10, 1],
    });
    mechanism.addCoordinates(point);
    mechanism.add(distance({ a: { on: point }, b: [0, 0, 0] }));
    mechanism.derivative(new Float64Array(mechanism.dimension));
    const out = new Float64Array(6);
    point.readReaction(out, 0, mechanism, 0);
    for (let k = 0; k < 6; k++) expect(Math.abs(out[k] - (k === 2 ? -3 : 0))).toBeLessThan(1e-15);
  });
});
