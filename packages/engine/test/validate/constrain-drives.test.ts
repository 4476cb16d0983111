/** Screws, gears, motors, springs on joints and controlled bodies, against closed forms. */
import {
  cylindrical,
  gear,
  hinge,
  jointSpring,
  jointTorque,
  kineticEnergy,
  Mechanism,
  motor,
  rack,
  screw,
  slider,
  totalEnergy,
  traceTime,
  universal,
} from "@rigor/engine/constrain";
import { dopri5, integrate } from "@rigor/engine/ode";
import { createRotatePath, gravity, RigidSystem } from "@rigor/engine/rigid";
import { describe, expect, test } from "vitest";
import { pistonMotion, universalRatio } from "../oracles/joints.js";
import { addBar, addWheel, findAcceleration, findReaction } from "../support/joints.js";
import { maxDifference } from "../support/rigid.js";

const z = [0, 0, 1];
const turn = 2 * Math.PI;

describe("exchange of energy", () => {
  test("a nut that runs down a screw: a = −g/(1 + (2π/h)² I/m)", () => {
    const [mass, I, pitch, g] = [2, 0.01, 0.3, 9.81];
    const system = new RigidSystem();
    system.addForce(gravity([0, 0, -g]));
    addWheel(system, mass, I, [0.1, 0.2, 0]);
    const mechanism = new Mechanism(system);
    const thread = mechanism.add(screw({ a: { body: 0 }, at: [0.1, 0.2, 0], axis: z, pitch }));
    const energy = totalEnergy(mechanism);
    integrate(dopri5(mechanism, { tolerance: 1e-11 }), 2);
    const k = turn / pitch;
    const a = -g / (1 + (k * k * I) / mass);
    const s = 2 * a;
    // 20 turns at the tolerance of the run, 1e-11 a step
    expect(Math.abs(thread.travel.value - s)).toBeLessThan(3e-11);
    expect(Math.abs(thread.angle.value - k * s)).toBeLessThan(6e-10);
    expect(Math.abs(totalEnergy(mechanism) - energy)).toBeLessThan(6e-10);
    // momenta are sums of constant forces: rounding alone
    expect(Math.abs(thread.travel.rate - 2 * a)).toBeLessThan(2e-14);
    expect(Math.abs(thread.angle.rate - 2 * a * k)).toBeLessThan(4e-13);
    // what is left of the weight, and the torque that turns the nut
    const reaction = findReaction(mechanism, thread);
    expect(maxDifference(reaction, [0, 0, mass * (g + a), 0, 0, I * a * k])).toBeLessThan(1e-15);
  });

  test("two wheels in gear on a spring: ω² = k/(I_a + i² I_b)", () => {
    const [Ia, Ib, ratio, stiffness] = [0.3, 0.7, -1.5, 40];
    const system = new RigidSystem();
    addWheel(system, 1, Ia);
    addWheel(system, 2, Ib, [1, 0, 0]);
    const mechanism = new Mechanism(system);
    const a = mechanism.add(hinge({ a: { body: 0 }, at: [0, 0, 0], axis: z, angle: 2.5 }));
    const b = mechanism.add(hinge({ a: { body: 1 }, at: [1, 0, 0], axis: z }));
    const mesh = mechanism.add(gear({ a: a.angle, b: b.angle, ratio }));
    mechanism.addForce(jointSpring(a.angle, { stiffness }));
    const w = Math.sqrt(stiffness / (Ia + ratio * ratio * Ib));
    const stepper = dopri5(mechanism, { tolerance: 1e-12 });
    const energy = totalEnergy(mechanism);
    for (const t of [1, 4]) {
      integrate(stepper, t);
      const angle = 2.5 * Math.cos(w * t);
      // the tolerance of the run, 1e-12 a step, over 3 periods; torques and energies are 100 times the angle
      expect(Math.abs(a.angle.value - angle)).toBeLessThan(3e-11);
      expect(Math.abs(b.angle.value - ratio * (angle - 2.5))).toBeLessThan(5e-11);
      expect(Math.abs(a.angle.rate + 2.5 * w * Math.sin(w * t))).toBeLessThan(6e-11);
      expect(Math.abs(totalEnergy(mechanism) - energy)).toBeLessThan(3e-9);
      // the tooth gives wheel a what wheel b needs, times the ratio
      expect(Math.abs(findReaction(mechanism, mesh)[5] - ratio * ratio * Ib * w * w * angle)).toBeLessThan(1e-9);
    }
  });

  test("a planetary gear obeys Willis, and shares the torque on its sun", () => {
    // sun 20, planet 16, ring 52 teeth: the ring stands still
    const system = new RigidSystem();
    const [sun, planet, arm] = [
      addWheel(system, 1, 0.02),
      addWheel(system, 1, 0.01, [0.18, 0, 0]),
      addWheel(system, 2, 0.3),
    ];
    const mechanism = new Mechanism(system);
    const onSun = mechanism.add(hinge({ a: { body: sun }, at: [0, 0, 0], axis: z }));
    const onArm = mechanism.add(hinge({ a: { body: arm }, at: [0, 0, 0], axis: z }));
    const onPlanet = mechanism.add(hinge({ a: { body: planet }, b: { body: arm }, at: [0.18, 0, 0], axis: z }));
    mechanism.add(gear({ a: { body: sun }, b: { body: planet }, carrier: { body: arm }, axis: z, ratio: -20 / 16 }));
    // the ring is the world, seen from the arm
    mechanism.add(gear({ a: onArm.angle, b: onPlanet.angle, ratio: -52 / 16 }));
    mechanism.addForce(jointTorque(onSun.angle, 3));
    const energy = totalEnergy(mechanism);
    integrate(dopri5(mechanism, { tolerance: 1e-11 }), 2);
    // ω_arm = ω_sun/(1 + 52/20);   all turns of the planet: ω_arm (1 − 52/16)
    const i = 1 / (1 + 52 / 20);
    const p = i * (1 - 52 / 16);
    const inertia = 0.02 + i * i * (0.3 + 0.18 * 0.18) + p * p * 0.01;
    const alpha = 3 / inertia;
    // 20 turns of the sun at the tolerance of the run, 1e-11 a step
    expect(Math.abs(onSun.angle.value - 2 * alpha)).toBeLessThan(7e-10);
    expect(Math.abs(onArm.angle.value - i * 2 * alpha)).toBeLessThan(2e-10);
    expect(Math.abs(onPlanet.angle.rate + (52 / 16) * i * 2 * alpha)).toBeLessThan(4e-11);
    expect(Math.abs(kineticEnergy(mechanism) - 3 * 2 * alpha)).toBeLessThan(2e-10);
    expect(Math.abs(totalEnergy(mechanism) - energy)).toBeLessThan(2e-9);
    expect(mechanism.solver.redundant).toBe(0);
  });

  test("a falling rack drives its pinion: a = −g/(1 + I/(m r²))", () => {
    const [mass, I, radius, g] = [2, 0.05, 0.2, 9.81];
    const system = new RigidSystem();
    system.addForce(gravity([0, -g, 0]));
    addWheel(system, 1, I);
    addWheel(system, mass, 1, [radius, 0, 0]);
    const mechanism = new Mechanism(system);
    const pinion = mechanism.add(hinge({ a: { body: 0 }, at: [0, 0, 0], axis: z }));
    const rail = mechanism.add(slider({ a: { body: 1 }, at: [radius, 0, 0], axis: [0, 1, 0] }));
    mechanism.add(rack({ rack: rail.travel, pinion: pinion.angle, radius }));
    integrate(dopri5(mechanism, { tolerance: 1e-11 }), 1.5);
    const a = -g / (1 + I / (mass * radius * radius));
    // 6 turns at the tolerance of the run, 1e-11 a step
    expect(Math.abs(rail.travel.value - (a * 2.25) / 2)).toBeLessThan(1e-11);
    expect(Math.abs(pinion.angle.value - (a * 2.25) / 2 / radius)).toBeLessThan(6e-11);
  });

  test("a sleeve turns and slides as if free", () => {
    const system = new RigidSystem();
    system.addForce(gravity([0, 0, -9.81]));
    const body = addWheel(system, 2, 0.3);
    const mechanism = new Mechanism(system);
    const sleeve = mechanism.add(cylindrical({ a: { body }, at: [0.3, 0, 0], axis: z }));
    mechanism.addForce(jointTorque(sleeve.angle, 1.2));
    integrate(dopri5(mechanism, { tolerance: 1e-11 }), 1);
    // about the axis, which is 0.3 m from the centre
    const alpha = 1.2 / (0.3 + 2 * 0.09);
    // the tolerance of the run, 1e-11 a step; the fall is a parabola, exact but for rounding
    expect(Math.abs(sleeve.angle.value - alpha / 2)).toBeLessThan(6e-12);
    expect(Math.abs(sleeve.travel.value + 9.81 / 2)).toBeLessThan(1e-15);
  });
});

describe("motors", () => {
  /** A bar of 2 kg and 1 m that hangs on a hinge. */
  function createPendulum() {
    const system = new RigidSystem();
    system.addForce(gravity([0, -9.81, 0]));
    addBar(system, 2, 1, [0, 0, 0], -Math.PI / 2);
    const mechanism = new Mechanism(system);
    const h = mechanism.add(hinge({ a: { body: 0 }, at: [0, 0, 0], axis: z }));
    // about the hinge
    return { mechanism, h, I: 2 / 3, weight: 2 * 9.81 * 0.5 };
  }

  test("at constant speed the torque is that of the weight", () => {
    const { mechanism, h, weight } = createPendulum();
    const drive = mechanism.add(motor(h.angle, { speed: 3 }));
    mechanism.assemble();
    const stepper = dopri5(mechanism, { tolerance: 1e-12 });
    for (const t of [0.7, 3]) {
      integrate(stepper, t);
      findReaction(mechanism, drive);
      // rounding of the hundreds of steps taken
      expect(Math.abs(h.angle.value - 3 * t)).toBeLessThan(3e-14);
      expect(Math.abs(drive.torque() - weight * Math.sin(3 * t))).toBeLessThan(3e-13);
    }
  });

  test("a speed that changes: τ = I u̇ + m g d sin θ", () => {
    const { mechanism, h, I, weight } = createPendulum();
    const drive = mechanism.add(motor(h.angle, { speed: traceTime((t) => t.times(2).sin().times(4)) }));
    mechanism.assemble();
    integrate(dopri5(mechanism, { tolerance: 1e-12 }), 2);
    findReaction(mechanism, drive);
    const angle = 2 * (1 - Math.cos(4));
    // rounding, as above
    expect(Math.abs(h.angle.value - angle)).toBeLessThan(4e-14);
    expect(Math.abs(drive.torque() - (I * 8 * Math.cos(4) + weight * Math.sin(angle)))).toBeLessThan(4e-13);
  });

  test("a way that is given: τ = I θ̈ + m g d sin θ, and nothing drifts", () => {
    const { mechanism, h, I, weight } = createPendulum();
    const drive = mechanism.add(motor(h.angle, { position: traceTime((t) => t.times(3).sin().times(0.8)) }));
    mechanism.assemble();
    integrate(dopri5(mechanism, { tolerance: 1e-10 }), 2);
    findReaction(mechanism, drive);
    const angle = 0.8 * Math.sin(6);
    // kept by projection, to rounding
    expect(Math.abs(h.angle.value - angle)).toBeLessThan(2e-15);
    expect(Math.abs(h.angle.rate - 2.4 * Math.cos(6))).toBeLessThan(1e-15);
    expect(Math.abs(drive.torque() - (-9 * I * angle + weight * Math.sin(angle)))).toBeLessThan(2e-14);
  });

  test("a slider that is driven: the force of its motor, and of its rail", () => {
    const system = new RigidSystem();
    system.addForce(gravity([0, -9.81, 0]));
    addWheel(system, 3, 1, [1, 0, 0]);
    const mechanism = new Mechanism(system);
    const rail = mechanism.add(slider({ a: { body: 0 }, at: [0, 0, 0], axis: [3, 4, 0] }));
    const drive = mechanism.add(motor(rail.travel, { position: traceTime((t) => t.times(t)) }));
    mechanism.assemble();
    integrate(dopri5(mechanism, { tolerance: 1e-11 }), 1);
    const reaction = findReaction(mechanism, rail);
    // across the rail the weight; about z what the centre asks for, which is 1 m from the place of the joint; rounding
    const across = 3 * 9.81 * 0.6;
    expect(maxDifference(reaction, [-0.8 * across, 0.6 * across, 0, 0, 0, 3 * (9.81 + 2 * 0.8)])).toBeLessThan(4e-14);
    expect(Math.abs(rail.travel.value - 1)).toBeLessThan(4e-15);
    expect(Math.abs(drive.force() - 3 * (2 + 9.81 * 0.8))).toBeLessThan(4e-14);
  });
});

test("a universal joint between two shafts: the speed ratio of Hooke's joint", () => {
  const beta = 0.6;
  const b = [Math.cos(beta), Math.sin(beta), 0];
  const system = new RigidSystem();
  addWheel(system, 1, 0.1, [-0.5, 0, 0]);
  addWheel(
    system,
    1,
    0.1,
    b.map((x) => 0.5 * x),
  );
  const mechanism = new Mechanism(system);
  const first = mechanism.add(hinge({ a: { body: 0 }, at: [-0.5, 0, 0], axis: [1, 0, 0] }));
  const second = mechanism.add(hinge({ a: { body: 1 }, at: b.map((x) => 0.5 * x), axis: b }));
  // the driving fork stands in the plane of the shafts
  mechanism.add(universal({ a: { body: 0 }, b: { body: 1 }, at: [0, 0, 0], axes: [[0, 1, 0], z] }));
  mechanism.add(motor(first.angle, { speed: 4 }));
  mechanism.assemble();
  const stepper = dopri5(mechanism, { tolerance: 1e-11 });
  for (const t of [0.3, 1, 3]) {
    integrate(stepper, t);
    // a matter of geometry alone: rounding of the steps taken
    expect(Math.abs(second.angle.rate / 4 - universalRatio(beta, 4 * t))).toBeLessThan(2e-13);
    expect(Math.abs(Math.tan(second.angle.value) * Math.cos(beta) - Math.tan(4 * t))).toBeLessThan(6e-13);
  }
  // nearly two turns: the driven shaft goes ahead and behind by less than a quarter
  expect(Math.abs(second.angle.value - 12)).toBeLessThan(0.2);
  expect(mechanism.solver.redundant).toBe(3);
});

describe("a controlled crank", () => {
  const [r, l, w] = [0.5, 1.7, 3];

  /** Crank, rod and piston; the crank follows a path, or has a motor. */
  function createEngine(isDriven: boolean) {
    const system = new RigidSystem();
    if (isDriven) system.addBody({ path: createRotatePath({ axis: z, rate: w }) });
    else addWheel(system, 1, 0.2);
    addBar(system, 2, l, [r, 0, 0], 0);
    addWheel(system, 3, 1, [r + l, 0, 0]);
    const mechanism = new Mechanism(system);
    const shaft = isDriven ? null : mechanism.add(hinge({ a: { body: 0 }, at: [0, 0, 0], axis: z }));
    const drive = shaft === null ? null : mechanism.add(motor(shaft.angle, { speed: w }));
    const pin = mechanism.add(hinge({ a: { body: 0 }, b: { body: 1 }, at: [r, 0, 0], axis: z }));
    mechanism.add(hinge({ a: { body: 2 }, b: { body: 1 }, at: [r + l, 0, 0], axis: z }));
    const rail = mechanism.add(slider({ a: { body: 2 }, at: [0, 0, 0], axis: [1, 0, 0], travel: r + l }));
    mechanism.assemble();
    return { mechanism, pin, rail, drive };
  }

  test("drives its piston as geometry says, with the torque of a motor in its place", () => {
    const driven = createEngine(true);
    const motored = createEngine(false);
    const steppers = [driven, motored].map(({ mechanism }) => dopri5(mechanism, { tolerance: 1e-12 }));
    for (const t of [0.4, 1, 2.5]) {
      for (const stepper of steppers) integrate(stepper, t);
      const [x, v, a] = pistonMotion(r, l, w * t, w);
      // a matter of geometry alone: rounding, and the projection's 1e-13
      expect(Math.abs(driven.rail.travel.value - x)).toBeLessThan(2e-13);
      expect(Math.abs(driven.rail.travel.rate - v)).toBeLessThan(1e-13);
      expect(Math.abs(findAcceleration(driven.mechanism, 2)[0] - a)).toBeLessThan(6e-13);
      // the moment about the shaft of what the rod does to the crank
      const force = findReaction(driven.mechanism, driven.pin);
      const moment = r * (Math.cos(w * t) * force[1] - Math.sin(w * t) * force[0]);
      findReaction(motored.mechanism, motored.pin);
      expect(Math.abs(moment + (motored.drive?.torque() ?? Number.NaN))).toBeLessThan(1.5e-13);
    }
  });
});
