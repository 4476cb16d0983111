import {
  createDistanceCoordinate,
  distance,
  hinge,
  limit,
  Mechanism,
  MechanismSimulation,
  totalEnergy,
} from "@rigor/engine/constrain";
import { dopri5 } from "@rigor/engine/ode";
import { boxMass, RigidSystem } from "@rigor/engine/rigid";
import { describe, expect, test } from "vitest";
import { createHeavySystem, g } from "../../../support/mechanisms.js";

/** A bar of length 2 and mass 3, hinged at its end, lying along x: it swings down about z. */
function createBar(system = createHeavySystem()) {
  const mechanism = new Mechanism(system);
  const body = system.addBody({ mass: boxMass({ size: [2, 0.1, 0.1], mass: 3 }), position: [1, 0, 0] });
  const joint = mechanism.add(hinge({ a: { body }, at: [0, 0, 0], axis: [0, 0, 1] }));
  return { mechanism, joint, inertia: (3 * (4 + 0.01)) / 12 + 3 };
}

const run = (mechanism: Mechanism, limits: Parameters<typeof limit>[], tolerance = 1e-12) =>
  new MechanismSimulation(mechanism, dopri5(mechanism, { tolerance }), {
    limits: limits.map((args) => limit(...args)),
  });

describe("a bar that swings against a stop", () => {
  test("strikes with the speed of its fall, and keeps e of it", () => {
    const { mechanism, joint, inertia } = createBar();
    const simulation = run(mechanism, [[joint.angle, { lower: -1, restitution: 0.5 }]]);
    const start = totalEnergy(mechanism);
    const report = simulation.advanceTo(0.6);
    expect(report.status).toBe("done");
    expect(report.events.map(({ kind }) => kind)).toEqual(["impact"]);
    // ½ I ω² = m g d sin 1
    const speed = Math.sqrt((2 * 3 * g * Math.sin(1)) / inertia);
    // some 50 steps, each wrong by 1e-12 and less: measured 3e-11
    expect(Math.abs(report.events[0].impulse - 1.5 * inertia * speed)).toBeLessThan(8e-11);
    // ¾ of the energy of the strike is gone
    const lost = start - totalEnergy(mechanism);
    expect(Math.abs(lost - 0.75 * 3 * g * Math.sin(1))).toBeLessThan(5e-11);
    expect(joint.angle.value).toBeGreaterThan(-1);
  });

  test("without restitution it rests there at once; the stop carries the moment of the weight", () => {
    const { mechanism, joint } = createBar();
    const bounds = limit(joint.angle, { lower: -1, upper: 1 });
    const simulation = new MechanismSimulation(mechanism, dopri5(mechanism, { tolerance: 1e-10 }), {
      limits: [bounds],
    });
    const report = simulation.advanceTo(3);
    expect(report.events.map(({ kind }) => kind)).toEqual(["impact", "rest"]);
    expect(simulation.isResting(bounds[0])).toBe(true);
    // it is projected onto the bound: rounding of an angle of 1
    expect(Math.abs(joint.angle.value + 1)).toBeLessThan(5e-16);
    const rates = new Float64Array(mechanism.dimension);
    mechanism.derivative(rates);
    // nothing moves, nothing accelerates
    expect(rates.every((x) => Math.abs(x) < 3e-14)).toBe(true);
    const reaction = new Float64Array(6);
    mechanism.readReaction(reaction, 0, bounds[0]);
    expect(Math.abs(reaction[5] - 3 * g * Math.cos(1))).toBeLessThan(1.5e-14);
  });

  test("elastic, its energy stays, strike after strike", () => {
    const { mechanism, joint } = createBar();
    const simulation = run(mechanism, [[joint.angle, { lower: -1, upper: 0.5, restitution: 1 }]]);
    const start = totalEnergy(mechanism);
    const report = simulation.advanceTo(10);
    expect(report.events.length).toBeGreaterThan(5);
    // some 1000 steps of tolerance 1e-12, times m g: measured 7e-10
    expect(Math.abs(totalEnergy(mechanism) - start)).toBeLessThan(2e-9);
  });

  test("bounces ever smaller come to rest", () => {
    const { mechanism, joint } = createBar();
    const bounds = limit(joint.angle, { lower: -1, restitution: 0.5 });
    const simulation = new MechanismSimulation(mechanism, dopri5(mechanism, { tolerance: 1e-10 }), {
      limits: [bounds],
    });
    const report = simulation.advanceTo(5);
    expect(report.status).toBe("done");
    expect(report.events.at(-1)?.kind).toBe("rest");
    expect(simulation.isResting(bounds[0])).toBe(true);
    // it is projected onto the bound: rounding of an angle of 1
    expect(Math.abs(joint.angle.value + 1)).toBeLessThan(5e-16);
  });
});

describe("a rope", () => {
  test("goes taut with a jerk, holds, and goes slack when it is let go", () => {
    const system = new RigidSystem();
    const mechanism = new Mechanism(system);
    // without weight: flies up, is caught by the rope, and swings round on it
    system.particles.addParticle({ mass: 2, position: [0.6, 0, 0], velocity: [0, 1, 0] });
    const length = createDistanceCoordinate(mechanism, { a: { particle: 0 }, b: [0, 0, 0] });
    const [bound] = limit(length, { upper: 1 });
    const simulation = new MechanismSimulation(mechanism, dopri5(mechanism, { tolerance: 1e-12 }), {
      limits: [[bound]],
    });
    const report = simulation.advanceTo(2);
    // taut at 0.8 m of the way; the speed along the rope, 0.8 m/s, is lost; what is left goes round at 0.6 m/s
    expect(report.events.map(({ kind }) => kind)).toEqual(["impact", "rest"]);
    // nothing but roundings: the flight is straight
    expect(Math.abs(report.events[0].t - 0.8)).toBeLessThan(6e-16);
    expect(Math.abs(report.events[0].impulse - 2 * 0.8)).toBeLessThan(6e-16);
    const reaction = new Float64Array(6);
    mechanism.derivative(new Float64Array(6));
    mechanism.readReaction(reaction, 0, bound);
    expect(Math.abs(Math.hypot(reaction[0], reaction[1]) - 2 * 0.36)).toBeLessThan(1e-12);
    // a push toward the nail that is stronger than what bends its way: slack at once, and it falls inward
    mechanism.addForce({
      name: "push",
      apply: ({ system: { particles } }) => {
        for (let x = 0; x < 2; x++) particles.force[x] -= 2 * particles.state[x];
      },
    });
    const later = simulation.advanceTo(2.5);
    expect(later.events.map(({ kind, t }) => [kind, t])).toEqual([["release", 2]]);
    // an oscillator of ω = 1 in each direction: r² = cos² τ + 0.36 sin² τ
    const r = Math.hypot(system.particles.state[0], system.particles.state[1]);
    const expected = Math.sqrt(Math.cos(0.5) ** 2 + 0.36 * Math.sin(0.5) ** 2);
    expect(Math.abs(r - expected)).toBeLessThan(8e-13);
  });

  test("lets go where its tension would become a push", () => {
    const mechanism = new Mechanism(createHeavySystem());
    const { particles } = mechanism.system;
    // thrown round from below too slowly for the whole circle: slack where g cos θ = v²/ℓ
    particles.addParticle({ mass: 1, position: [0, -1, 0], velocity: [Math.sqrt(3.5 * g), 0, 0] });
    const length = createDistanceCoordinate(mechanism, { a: { particle: 0 }, b: [0, 0, 0] });
    const simulation = run(mechanism, [[length, { upper: 1 }]]);
    const report = simulation.advanceTo(0.9);
    const release = report.events.find(({ kind }) => kind === "release");
    expect(Math.hypot(particles.state[0], particles.state[1])).toBeLessThan(1);
    // back to the release along the parabola: v² = 3.5 g − 2 g (1 + y) and v² = g y there, so y = ½
    const s = 0.9 - (release?.t ?? Number.NaN);
    const y = particles.state[1] - s * particles.state[4] - 0.5 * g * s * s;
    expect(Math.abs(y - 0.5)).toBeLessThan(6e-12);
  });
});

describe("joints take part", () => {
  test("a rope catches one end of a rod: both ends stop along it", () => {
    const system = new RigidSystem();
    const mechanism = new Mechanism(system);
    const { particles } = system;
    particles.addParticle({ mass: 2, position: [0.5, 0, 0], velocity: [1, 0, 0] });
    particles.addParticle({ mass: 1, position: [-0.5, 0, 0], velocity: [1, 0, 0] });
    mechanism.add(distance({ a: { particle: 1 }, b: { particle: 0 } }));
    const length = createDistanceCoordinate(mechanism, { a: { particle: 0 }, b: [0, 0, 0] });
    const report = run(mechanism, [[length, { upper: 1, restitution: 0.25 }]]).advanceTo(1);
    // (m₁ + m₂)(1 + e) v
    expect(report.events.map(({ kind }) => kind)).toEqual(["impact"]);
    expect(Math.abs(report.events[0].impulse - 3 * 1.25)).toBeLessThan(1.5e-15);
    expect(Math.abs(particles.state[9] + 0.25)).toBeLessThan(5e-16);
  });

  test("two stops struck at once share the impulse; the energy falls as it should", () => {
    const system = new RigidSystem();
    const mechanism = new Mechanism(system);
    const { particles } = system;
    // two ropes at right angles, taut at the same instant
    particles.addParticle({ mass: 2, position: [0, 0, 0], velocity: [1, 1, 0] });
    const lengths = [
      [-3, 0, 0],
      [0, -3, 0],
    ].map((b) => createDistanceCoordinate(mechanism, { a: { particle: 0 }, b }));
    const upper = Math.hypot(4, 1);
    const report = run(mechanism, [
      [lengths[0], { upper, restitution: 1 }],
      [lengths[1], { upper, restitution: 1 }],
    ]).advanceTo(1.5);
    expect(report.events.map(({ kind }) => kind)).toEqual(["impact", "impact"]);
    expect(Math.abs(report.events[0].impulse - report.events[1].impulse)).toBeLessThan(5e-16);
    expect(Math.abs(totalEnergy(mechanism) - 2)).toBeLessThan(1e-15);
    expect(particles.state[3]).toBeLessThan(0);
  });
});

test("bad limits are refused by name", () => {
  const { mechanism, joint } = createBar();
  expect(() => limit(joint.angle, {})).toThrow("limit");
  expect(() => limit(joint.angle, { lower: 1, upper: 0 })).toThrow("limit.upper");
  expect(() => limit(joint.angle, { upper: Number.NaN })).toThrow("limit.upper");
  expect(() => limit(joint.angle, { upper: 1, restitution: 2 })).toThrow("limit.restitution");
  expect(() => limit(joint.angle, { uper: 1 } as object)).toThrow("limit.uper");
  expect(() => limit({} as never, { upper: 1 })).toThrow("coordinate");
  expect(() => run(mechanism, [[joint.angle, { lower: 0.5 }]])).toThrow("beyond by 0.5");
});
