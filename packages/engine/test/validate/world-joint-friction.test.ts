/** Dry friction of joints in a world: stops, swings, breaks loose, is taken along; alone and beside contacts and limits. */
import { createBox, createPlane, createSphere } from "@rigor/engine/collide";
import {
  createRopeCoordinate,
  cylindrical,
  hinge,
  jointForce,
  jointFriction,
  jointSpring,
  jointTorque,
  limit,
  motor,
  slider,
} from "@rigor/engine/constrain";
import { angularMomentum, createRotatePath } from "@rigor/engine/rigid";
import { World, type WorldOptions } from "@rigor/engine/world";
import { describe, expect, test } from "vitest";

const g = 9.81;
const weightless: WorldOptions = { gravity: [0, 0, 0] };
const cube = createBox({ size: [0.2, 0.2, 0.2] });

/** A rod of 3 kg and 1 m on a hinge at its end, level, that turns with ω. */
function createRod(options: WorldOptions, omega = 0) {
  const world = new World(options);
  const body = world.addBody({
    shape: createBox({ size: [1, 0.1, 0.1] }),
    mass: 3,
    position: [0.5, 0, 0],
    velocity: [0, 0.5 * omega, 0],
    angularVelocity: [0, 0, omega],
  });
  const { angle } = world.add(hinge({ a: { body }, at: [0, 0, 0], axis: [0, 0, 1] }));
  return { world, body, angle, inertia: (3 * 1.01) / 12 + 3 * 0.25 };
}

/** A box of 2 kg on a level slider. */
function createCart(options: WorldOptions, velocity = 0, friction = 0) {
  const world = new World(options);
  const shape = createBox({ size: [4, 0.2, 0.2] });
  const body = world.addBody({ shape, mass: 2, velocity: [velocity, 0, 0], friction });
  const { travel } = world.add(slider({ a: { body }, at: [0, 0, 0], axis: [1, 0, 0] }));
  return { world, body, travel };
}

const ofJoint = (world: World, type: "slip" | "stick") =>
  world.events.filter((event) => event.friction >= 0 && event.type === type);

describe("what moves and is left alone", () => {
  test("a hinge that is spun stops after I ω/T, at I ω²/2T", () => {
    for (const [omega, T] of [
      [5, 0.7],
      [-2, 3],
      [0.01, 0.2],
    ]) {
      const { world, angle, inertia } = createRod(weightless, omega);
      world.addFriction(jointFriction(angle, { friction: T }));
      const report = world.advanceTo(8);
      expect(report.status).toBe("done");
      const [stop] = ofJoint(world, "stick");
      // the tolerance of the integrator is 1e-8 a step
      expect(Math.abs(stop.t - (inertia * Math.abs(omega)) / T)).toBeLessThan(4e-10);
      expect(Math.abs(angle.value - (inertia * omega * Math.abs(omega)) / (2 * T))).toBeLessThan(2e-9);
      const { kinetic, dissipated } = world.getEnergy();
      expect(kinetic).toBeLessThan(1e-30);
      expect(Math.abs(dissipated - 0.5 * inertia * omega * omega)).toBeLessThan(2e-9);
      expect(report.worst.energyError).toBeLessThan(2e-10);
      expect(report.worst.fallbacks).toEqual([]);
    }
  });

  test("a cart stops after m v/F, at m v²/2F, to rounding", () => {
    const { world, travel } = createCart(weightless, 3);
    world.addFriction(jointFriction(travel, { friction: 1.5 }));
    world.advanceTo(10);
    const [stop] = ofJoint(world, "stick");
    expect(Math.abs(stop.t - 4)).toBeLessThan(4e-15);
    expect(Math.abs(travel.value - 6)).toBeLessThan(4e-15);
    expect(stop).toMatchObject({ friction: 0, limit: -1, a: 0, b: -1, point: [travel.value, 0, 0] });
  });

  test("two discs on one axle come to turn as one; what turns in all stays", () => {
    const world = new World(weightless);
    const disc = createBox({ size: [1, 1, 0.1] });
    const a = world.addBody({ shape: disc, mass: 2, angularVelocity: [0, 0, 6] });
    const b = world.addBody({ shape: disc, mass: 1, position: [0, 0, 0.5] });
    const { angle } = world.add(hinge({ a: { body: a }, b: { body: b }, at: [0, 0, 0], axis: [0, 0, 1] }));
    world.addFriction(jointFriction(angle, { friction: 0.4 }));
    world.advanceTo(3);
    // I_a ω̇_a = −T, I_b ω̇_b = T
    const [Ia, Ib] = [2 / 6, 1 / 6];
    const [stop] = ofJoint(world, "stick");
    expect(Math.abs(stop.t - 6 / (0.4 / Ia + 0.4 / Ib))).toBeLessThan(1e-13);
    for (const i of [a, b]) expect(Math.abs(world.system.angularVelocity[3 * i + 2] - 4)).toBeLessThan(1e-12);
    const L = new Float64Array(3);
    angularMomentum(L, 0, world.system);
    expect(Math.abs(L[2] - 2)).toBeLessThan(1e-13);
    expect(Math.abs(world.getEnergy().dissipated - (0.5 * Ia * 36 - 0.5 * (Ia + Ib) * 16))).toBeLessThan(1e-12);
  });

  test("a sleeve slides and turns, each with its own friction", () => {
    const world = new World(weightless);
    const body = world.addBody({ shape: cube, mass: 2, velocity: [0, 0, 1], angularVelocity: [0, 0, 3] });
    const joint = world.add(cylindrical({ a: { body }, at: [0, 0, 0], axis: [0, 0, 1] }));
    world.addFriction(jointFriction(joint.travel, { friction: 4 }));
    world.addFriction(jointFriction(joint.angle, { friction: 0.05 }));
    world.advanceTo(2);
    const inertia = (2 * 0.04) / 6;
    const times = [2 / 4, (3 * inertia) / 0.05];
    expect(ofJoint(world, "stick").map(({ friction }) => friction)).toEqual([0, 1]);
    ofJoint(world, "stick").forEach(({ t }, k) => {
      expect(Math.abs(t - times[k])).toBeLessThan(1e-12);
    });
  });
});

describe("what swings", () => {
  test("an oscillator loses 2F/k a half swing, and stays where the spring is weaker", () => {
    const { world, body, travel } = createCart({ ...weightless, tolerance: 1e-10 });
    world.system.state[13 * body] = 1;
    world.mechanism.addForce(jointSpring(travel, { stiffness: 8 }));
    world.addFriction(jointFriction(travel, { friction: 0.6 }));
    const report = world.advanceTo(12);
    // 1 − 0.15 n until it is within 0.075: seven half swings of π/2
    const stops = ofJoint(world, "stick");
    expect(stops.length).toBe(1);
    expect(Math.abs(stops[0].t - 3.5 * Math.PI)).toBeLessThan(1e-10);
    expect(Math.abs(travel.value - 0.05)).toBeLessThan(2e-10);
    expect(Math.abs(world.getFrictions()[0].force - 0.4)).toBeLessThan(2e-9);
    expect(report.worst.energyError).toBeLessThan(2e-10);
  });

  test("a pendulum swings less each time, and stays within its dead band", () => {
    const { world, angle } = createRod({ tolerance: 1e-10 });
    const [weight, T] = [3 * g * 0.5, 2];
    world.addFriction(jointFriction(angle, { friction: T }));
    world.advanceTo(20);
    // from θ to θ′ on the other side: m g l (cos θ′ − cos θ) = T (θ + θ′)
    let theta = Math.PI / 2;
    let side = 1;
    while (weight * Math.sin(theta) > T) {
      let [low, high] = [-theta, theta];
      for (let k = 0; k < 100; k++) {
        const middle = 0.5 * (low + high);
        if (weight * (Math.cos(middle) - Math.cos(theta)) > T * (theta + middle)) low = middle;
        else high = middle;
      }
      theta = low;
      side = -side;
    }
    expect(Math.abs(angle.value + Math.PI / 2 - side * theta)).toBeLessThan(1e-9);
    expect(ofJoint(world, "stick").length).toBe(1);
    expect(world.system.angularVelocity[2]).toBe(0);
  });
});

describe("what is held", () => {
  test("a pendulum at an angle does not move in a single bit, and sleeps", () => {
    const { world, angle } = createRod({});
    world.addFriction(jointFriction(angle, { friction: 3 * g * 0.5 * (1 + 1e-9) }));
    const before = Float64Array.from(world.system.state);
    const report = world.advanceTo(60);
    expect(report.steps).toBe(0);
    expect(world.events).toEqual([]);
    before[before.length - 1] = 60;
    expect(world.system.state).toEqual(before);
    const [state] = world.getFrictions();
    expect(Math.abs(state.force - 3 * g * 0.5)).toBeLessThan(1e-11);
    expect(state).toMatchObject({ friction: 0, rate: 0, isSlipping: false });
    // the joint has the weight, the friction the torque
    const [reaction] = world.getReactions().values();
    expect(Math.abs(reaction[1] - 3 * g)).toBeLessThan(1e-11);
    expect(Math.abs(reaction[5])).toBeLessThan(1e-11);
  });

  test("a slider on a slope, awake for 60 s", () => {
    for (const part of [1 - 1e-9, 1 + 1e-9]) {
      const { world, travel } = createCart({ gravity: [g * Math.sin(0.4), -g * Math.cos(0.4), 0] });
      world.addFriction(jointFriction(travel, { friction: 2 * g * Math.sin(0.4) * part }));
      world.mechanism.addForce(
        jointForce(travel, (_time, out) => {
          out[0] = 0;
        }),
      );
      const report = world.advanceTo(60);
      expect(report.status).toBe("done");
      expect(ofJoint(world, "slip").length).toBe(part < 1 ? 1 : 0);
      // the one creeps by ½ a t², the other by nothing but rounding
      const way = part < 1 ? 0.5 * g * Math.sin(0.4) * 1e-9 * 3600 : 0;
      expect(Math.abs(travel.value - way)).toBeLessThan(part < 1 ? 1e-11 : 1e-13);
    }
  });

  test("what begins at rest and is pulled harder begins at once", () => {
    const { world, travel, body } = createCart(weightless);
    world.addFriction(jointFriction(travel, { friction: 1, staticFriction: 2 }));
    world.mechanism.addForce(jointForce(travel, -3));
    world.advanceTo(2);
    expect(ofJoint(world, "slip").map(({ t }) => t)).toEqual([0]);
    expect(Math.abs(world.system.velocity[3 * body] + ((3 - 1) / 2) * 2)).toBeLessThan(1e-14);
  });
});

describe("what breaks loose", () => {
  test("under a torque that grows: at T_s, and against T from there on", () => {
    const { world, angle, inertia } = createRod(weightless);
    world.mechanism.addForce(
      jointTorque(angle, (time, out) => {
        out[0] = 0.2 * time[0];
      }),
    );
    world.addFriction(jointFriction(angle, { friction: 0.5, staticFriction: 0.7 }));
    world.advanceTo(6);
    const [slip] = ofJoint(world, "slip");
    // it is seen to slip when it is 1e-10 beyond
    expect(Math.abs(slip.t - 3.5)).toBeLessThan(4e-10);
    const omega = (0.1 * (36 - 3.5 * 3.5) - 0.5 * 2.5) / inertia;
    expect(Math.abs(world.system.angularVelocity[2] - omega)).toBeLessThan(1e-10);
  });

  test("a motor that turns ever faster takes a second arm along, until that cannot keep up", () => {
    const world = new World(weightless);
    const arm = createBox({ size: [1, 0.1, 0.1] });
    const a = world.addBody({ shape: arm, mass: 3 });
    const b = world.addBody({ shape: arm, mass: 1, position: [0, 0, 0.5] });
    const axle = world.add(hinge({ a: { body: a }, at: [0, 0, 0], axis: [0, 0, 1] }));
    const clutch = world.add(hinge({ a: { body: b }, b: { body: a }, at: [0, 0, 0.25], axis: [0, 0, 1] }));
    // it begins with neither speed nor acceleration, and does not sleep
    const speed = (time: Float64Array, out: Float64Array) => {
      out[0] = 0.5 * time[0] * time[0];
      out[1] = time[0];
    };
    world.add(motor(axle.angle, { speed }));
    world.addFriction(jointFriction(clutch.angle, { friction: 0.05 }));
    const report = world.advanceTo(2);
    const inertia = 1.01 / 12;
    const slip = 0.05 / inertia;
    expect(ofJoint(world, "slip").length).toBe(1);
    expect(Math.abs(ofJoint(world, "slip")[0].t - slip)).toBeLessThan(2e-10);
    const omega = 0.5 * slip * slip + (0.05 / inertia) * (2 - slip);
    expect(Math.abs(world.system.angularVelocity[3 * b + 2] - omega)).toBeLessThan(1e-10);
    expect(report.worst.energyError).toBeLessThan(1e-13);
  });

  test("what hangs on a turntable is taken along until it goes with it; the table does the work", () => {
    const world = new World(weightless);
    const rate = 4;
    const disc = createBox({ size: [1, 0.1, 1] });
    const table = world.addBody({ shape: disc, path: createRotatePath({ axis: [0, 1, 0], rate }) });
    const body = world.addBody({ shape: disc, mass: 2, position: [0, 0.5, 0] });
    const { angle } = world.add(hinge({ a: { body }, b: { body: table }, at: [0, 0, 0], axis: [0, 1, 0] }));
    world.addFriction(jointFriction(angle, { friction: 0.8 }));
    const report = world.advanceTo(3);
    const inertia = 2 / 6;
    const t = (inertia * rate) / 0.8;
    expect(Math.abs(ofJoint(world, "stick")[0].t - t)).toBeLessThan(1e-12);
    const { work, dissipated, kinetic } = world.getEnergy();
    expect(Math.abs(work - 0.8 * rate * t)).toBeLessThan(1e-12);
    expect(Math.abs(dissipated - 0.5 * inertia * rate * rate)).toBeLessThan(1e-12);
    expect(Math.abs(kinetic - 0.5 * inertia * rate * rate)).toBeLessThan(1e-12);
    expect(report.worst.energyError).toBeLessThan(1e-13);
  });

  test("a rope over two points rubs along its length", () => {
    const world = new World();
    const body = world.addBody({ shape: cube, mass: 2, position: [0, -1, 0] });
    const fixed = world.addBody({ shape: cube, fixed: true });
    const through = [{ body }, { body: fixed }, { body: fixed, point: [1, 0, 0] }];
    const length = createRopeCoordinate(world.mechanism, { through });
    world.addFriction(jointFriction(length, { friction: 5 }));
    world.advanceTo(0.5);
    expect(Math.abs(world.system.velocity[1] + (g - 2.5) * 0.5)).toBeLessThan(1e-13);
  });
});

describe("beside contacts and limits", () => {
  test.each([
    [0.5, 0],
    [0.2, 0.2 * g],
  ])("a cart with friction pulls a block that lies on it, μ = %f", (mu, most) => {
    const { world, travel, body } = createCart({}, 0, mu);
    const block = world.addBody({ shape: cube, mass: 1, position: [0, 0.2, 0], friction: mu });
    world.addFriction(jointFriction(travel, { friction: 2 }));
    world.mechanism.addForce(jointForce(travel, 12));
    const report = world.advanceTo(0.5);
    expect(report.status).toBe("done");
    // together, or each by itself
    const both = (12 - 2) / 3;
    const a = most === 0 ? both : most;
    const A = most === 0 ? both : (12 - 2 - most) / 2;
    expect(Math.abs(world.system.velocity[3 * block] - 0.5 * a)).toBeLessThan(1e-12);
    expect(Math.abs(world.system.velocity[3 * body] - 0.5 * A)).toBeLessThan(1e-12);
    expect(report.worst.energyError).toBeLessThan(1e-12);
  });

  test("a cart runs into its limit with friction; the block on it slides on, and presses it against the limit", () => {
    const mu = 0.3;
    const { world, travel, body } = createCart({}, 2, mu);
    const block = world.addBody({ shape: cube, mass: 1, position: [0, 0.2, 0], velocity: [2, 0, 0], friction: mu });
    world.addLimit(limit(travel, { upper: 0.5 }));
    world.addFriction(jointFriction(travel, { friction: 1.5 }));
    world.advanceTo(0.5);
    // both slow down by 1.5/3 up to there
    const v = Math.sqrt(4 - 2 * 0.5 * 0.5);
    const [strike] = world.events.filter(({ type, limit: number }) => type === "collision" && number >= 0);
    expect(Math.abs(strike.t - (2 - v) / 0.5)).toBeLessThan(1e-12);
    // the block does not feel the blow
    expect(Math.abs(strike.impulse - 2 * v)).toBeLessThan(1e-11);
    const [rest] = world.getLimits();
    const [rub] = world.getFrictions();
    expect(Math.abs(rest.force - rub.force - mu * g)).toBeLessThan(1e-11);
    world.advanceTo(2);
    const { state } = world.system;
    expect(Math.abs(state[13 * block] - (0.5 + (v * v) / (2 * mu * g)))).toBeLessThan(1e-11);
    expect(Math.abs(state[13 * body] - 0.5)).toBeLessThan(1e-12);
  });

  test("a pendulum that falls onto its stop: strikes it later, and rests on what friction leaves", () => {
    const { world, angle } = createRod({ tolerance: 1e-10 });
    world.addLimit(limit(angle, { lower: -0.5 }));
    world.addFriction(jointFriction(angle, { friction: 2 }));
    world.advanceTo(2);
    const [strike] = world.events.filter(({ type }) => type === "collision");
    // ½ I ω² = m g l sin ½ − ½ T
    const inertia = (3 * 1.01) / 12 + 0.75;
    const omega = Math.sqrt((2 * (3 * g * 0.5 * Math.sin(0.5) - 2 * 0.5)) / inertia);
    expect(Math.abs(strike.vBefore + omega)).toBeLessThan(1e-9);
    const [rest] = world.getLimits();
    const [rub] = world.getFrictions();
    expect(Math.abs(rest.force + rub.force - 3 * g * 0.5 * Math.cos(0.5))).toBeLessThan(1e-11);
    expect(Math.abs(rub.force)).toBeLessThan(2 + 1e-12);
    expect(Math.abs(world.getEnergy().dissipated - 3 * g * 0.5 * Math.sin(0.5))).toBeLessThan(1e-9);
  });

  test("a door that sleeps is struck, turns, and stays where it comes to", () => {
    for (const friction of [0, 0.3]) {
      const world = new World();
      world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true, friction });
      const panel = createBox({ size: [1, 0.4, 0.1] });
      const door = world.addBody({ shape: panel, mass: 3, position: [0.5, 0.3, 0], friction });
      const { angle } = world.add(hinge({ a: { body: door }, at: [0, 0, 0], axis: [0, 1, 0] }));
      const shape = createSphere({ radius: 0.1 });
      // light enough to be thrown back
      world.addBody({ shape, mass: 0.3, position: [0.8, 0.1, 2], velocity: [0, 0, -9], friction, restitution: 0.8 });
      world.addFriction(jointFriction(angle, { friction: 1.5 }));
      const report = world.advanceTo(4);
      expect(report.status).toBe("done");
      expect(report.worst.energyError).toBeLessThan(1e-10);
      const [slip] = ofJoint(world, "slip");
      const [stick] = ofJoint(world, "stick");
      const [strike] = world.events.filter(({ type, b }) => type === "collision" && b === door);
      expect(slip.t).toBe(strike?.t ?? world.events.find(({ type }) => type === "collision")?.t);
      // from the angle that it has turned by: ½ I ω² = T θ, and t = 2 θ/ω
      const inertia = 3 * (1.01 / 12 + 0.25);
      const omega = Math.sqrt((2 * 1.5 * angle.value) / inertia);
      expect(Math.abs(stick.t - slip.t - (inertia * omega) / 1.5)).toBeLessThan(1e-8);
    }
  });
});

describe("friction that grows with what the joint carries", () => {
  test("a flywheel stops after I ω/(μ r m g)", () => {
    const world = new World();
    const shape = createBox({ size: [1, 1, 0.1] });
    const body = world.addBody({ shape, mass: 2, angularVelocity: [0, 0, 5] });
    const { angle } = world.add(hinge({ a: { body }, at: [0, 0, 0], axis: [0, 0, 1] }));
    world.addFriction(jointFriction(angle, { coefficient: 0.4, radius: 0.05 }));
    const report = world.advanceTo(6);
    const [stop] = ofJoint(world, "stick");
    expect(Math.abs(stop.t - (5 * 2) / 6 / (0.4 * 0.05 * 2 * g))).toBeLessThan(1e-12);
    expect(report.worst.fallbacks).toEqual([]);
    expect(report.worst.energyError).toBeLessThan(1e-12);
  });

  test("without weight only what flings it out is carried: ω = ω₀/(1 + c ω₀ t)", () => {
    const { world, angle, inertia } = createRod(weightless, 4);
    world.addFriction(jointFriction(angle, { coefficient: 0.5, radius: 0.2 }));
    world.addFriction(jointFriction(angle, { friction: 0, staticFriction: 0.1 }));
    const report = world.advanceTo(3);
    // α = −c ω², c = μ r m l √(1 + c²)/I
    const k = (0.5 * 0.2 * 3 * 0.5) / inertia;
    const c = k / Math.sqrt(1 - k * k);
    expect(Math.abs(world.system.angularVelocity[2] - 4 / (1 + c * 4 * 3))).toBeLessThan(1e-8);
    expect(report.worst.fallbacks).toEqual([]);
    // and nothing at all, if it is balanced
    const balanced = new World(weightless);
    const body = balanced.addBody({ shape: cube, mass: 2, angularVelocity: [0, 0, 5] });
    const axle = balanced.add(hinge({ a: { body }, at: [0, 0, 0], axis: [0, 0, 1] }));
    balanced.addFriction(jointFriction(axle.angle, { coefficient: 0.5, radius: 0.2 }));
    expect(balanced.advanceTo(3).status).toBe("done");
    expect(Math.abs(balanced.system.angularVelocity[2] - 5)).toBeLessThan(1e-14);
  });

  test("a slider on a slope stays below atan μ, and slides as a block does above", () => {
    for (const mu of [Math.tan(0.4) * (1 + 1e-7), 0.2]) {
      const { world, travel } = createCart({ gravity: [g * Math.sin(0.4), -g * Math.cos(0.4), 0] });
      world.addFriction(jointFriction(travel, { coefficient: mu }));
      world.advanceTo(2);
      const way = mu > 0.2 ? 0 : 2 * g * (Math.sin(0.4) - mu * Math.cos(0.4));
      expect(Math.abs(travel.value - way)).toBeLessThan(mu > 0.2 ? 1e-300 : 1e-14);
    }
  });

  test("a level rod is held if the bearing is as large as it is long, to the middle", () => {
    for (const part of [1 + 1e-7, 1 - 1e-7]) {
      const { world, angle } = createRod({});
      world.addFriction(jointFriction(angle, { coefficient: 1, radius: 0.5 * part }));
      world.advanceTo(1);
      expect(ofJoint(world, "slip").length).toBe(part > 1 ? 0 : 1);
      expect(Math.abs(world.getFrictions()[0].force)).toBeLessThan(0.5 * part * 3 * g * (1 + 1e-12));
    }
  });

  test("a pendulum comes to rest where ω² as a function of the angle says", () => {
    const { world, angle, inertia } = createRod({ tolerance: 1e-9 });
    const [m, l, factor] = [3, 0.5, 0.3 * 0.3];
    world.addFriction(jointFriction(angle, { coefficient: 0.3, radius: 0.3 }));
    const report = world.advanceTo(4);
    expect(report.worst.fallbacks).toEqual([]);
    // towards smaller θ: I α = −m g l sin θ + T, T = μ r |F|, F = m (a + g); w = ω², w′ = 2 α
    const slope = (theta: number, w: number): number => {
      let T = 0;
      let alpha = 0;
      for (let k = 0; k < 40; k++) {
        alpha = (T - m * g * l * Math.sin(theta)) / inertia;
        const [radial, across] = [m * (l * w + g * Math.cos(theta)), m * (l * alpha + g * Math.sin(theta))];
        T = factor * Math.sqrt(radial * radial + across * across);
      }
      return 2 * alpha;
    };
    const turn = (from: number): number => {
      let [theta, w, h] = [from, 0, -0.004];
      while (h < -1e-12) {
        const k1 = slope(theta, w);
        const k2 = slope(theta + h / 2, w + (h / 2) * k1);
        const k3 = slope(theta + h / 2, w + (h / 2) * k2);
        const k4 = slope(theta + h, w + h * k3);
        const next = w + (h / 6) * (k1 + 2 * k2 + 2 * k3 + k4);
        // at the end it falls to zero: ever shorter steps up to there
        if (next < 0) h /= 2;
        else {
          theta += h;
          w = next;
        }
      }
      return -theta;
    };
    let theta = Math.PI / 2;
    let side = 1;
    // at rest F is the weight
    while (l * Math.sin(theta) > factor) {
      theta = turn(theta);
      side = -side;
    }
    expect(Math.abs(angle.value + Math.PI / 2 - side * theta)).toBeLessThan(1e-9);
  });

  test("asks for a radius along an angle, and for a joint", () => {
    const { world, angle } = createRod({});
    const { travel } = createCart({});
    expect(() => jointFriction(angle, { coefficient: 1 })).toThrow("jointFriction.radius: must be a finite number > 0");
    expect(() => jointFriction(travel, { coefficient: 1, radius: 1 })).toThrow("must be beside a coefficient");
    const through = [{ body: 0 }, [1, 1, 1]];
    const rope = createRopeCoordinate(world.mechanism, { through });
    expect(() => world.addFriction(jointFriction(rope, { coefficient: 1 }))).toThrow("must be of a joint");
  });
});

describe("whatever happens between", () => {
  /** Two arms with friction at both hinges. */
  function createArms(tolerance = 1e-8) {
    const world = new World({ tolerance });
    const arm = createBox({ size: [0.5, 0.05, 0.05] });
    const a = world.addBody({ shape: arm, mass: 1, position: [0.25, 0, 0] });
    const b = world.addBody({ shape: arm, mass: 0.5, position: [0.75, 0, 0] });
    const first = world.add(hinge({ a: { body: a }, at: [0, 0, 0], axis: [0, 0, 1] }));
    const second = world.add(hinge({ a: { body: b }, b: { body: a }, at: [0.5, 0, 0], axis: [0, 0, 1] }));
    world.addFriction(jointFriction(first.angle, { friction: 1.2, staticFriction: 1.5 }));
    world.addFriction(jointFriction(second.angle, { friction: 0.3 }));
    return { world, angles: [first.angle, second.angle] };
  }
  const tell = ({ events }: World) => events.map(({ type, friction }) => `${type} ${friction}`).join();

  test("runs at once and in pieces are the same", () => {
    const whole = createArms();
    whole.world.advanceTo(2);
    const pieces = createArms();
    for (let k = 1; k <= 17; k++) pieces.world.advanceTo((2 * k) / 17);
    expect(tell(pieces.world)).toBe(tell(whole.world));
    expect(whole.world.events.length).toBeGreaterThan(4);
    whole.world.events.forEach(({ t }, k) => {
      expect(Math.abs(t - pieces.world.events[k].t)).toBeLessThan(1e-7);
    });
    whole.angles.forEach((angle, k) => {
      expect(Math.abs(angle.value - pieces.angles[k].value)).toBeLessThan(1e-7);
    });
  });

  test("a smaller tolerance has the smaller error", () => {
    const exact = createArms(1e-11);
    exact.world.advanceTo(1);
    const errors = [1e-5, 1e-7, 1e-9].map((tolerance) => {
      const { world, angles } = createArms(tolerance);
      world.advanceTo(1);
      expect(tell(world)).toBe(tell(exact.world));
      return Math.max(...angles.map(({ value }, k) => Math.abs(value - exact.angles[k].value)));
    });
    expect(errors[1]).toBeLessThan(0.1 * errors[0]);
    expect(errors[2]).toBeLessThan(0.1 * errors[1]);
  });

  test("a snapshot goes on in the same bits, while it slips and while it sleeps", () => {
    for (const t of [0.4, 3.3]) {
      const one = createArms();
      one.world.advanceTo(t);
      const snapshot = JSON.parse(JSON.stringify(one.world.save()));
      const other = createArms();
      other.world.restore(snapshot);
      expect(other.world.getFrictions()).toEqual(one.world.getFrictions());
      expect(snapshot.islands[0].isAsleep).toBe(t > 1);
      one.world.advanceTo(4);
      const report = other.world.advanceTo(4);
      expect(other.world.system.state).toEqual(one.world.system.state);
      expect(report.events.every((event) => event.t > t)).toBe(true);
    }
  });

  test("friction that is taken away is no more, and others keep their numbers", () => {
    const { world, angles } = createArms();
    world.advanceTo(1);
    const [first] = world.frictions;
    world.removeFriction(first);
    world.advanceTo(1.01);
    expect(world.getFrictions().map(({ friction }) => friction)).toEqual([1]);
    expect(world.events.filter(({ t, friction }) => t >= 1 && friction === 0)).toEqual([]);
    world.remove(world.mechanism.constraints[1]);
    expect(world.frictions).toEqual([]);
    expect(() => world.addFriction(first)).not.toThrow();
    expect(() => world.addFriction(first)).toThrow("friction: must not be added twice");
    const { angle } = createRod({});
    expect(() => world.addFriction(jointFriction(angle, { friction: 1 }))).toThrow("friction.coordinate");
    expect(angles.length).toBe(2);
  });

  test("what it is given is checked", () => {
    const { angle, world } = createRod({});
    const make = (options: object) => jointFriction(angle, options as { friction: number });
    expect(() => make({ friction: -1 })).toThrow("jointFriction.friction: must be a finite number >= 0, got -1");
    expect(() => make({ friction: 2, staticFriction: 1 })).toThrow("jointFriction.staticFriction: must be at least");
    expect(() => make({ friction: 2, torque: 1 })).toThrow("jointFriction.torque: must be an option");
    expect(() => world.addFriction({} as never)).toThrow("friction: must be what jointFriction(…) returns");
    // nothing is nothing
    world.addFriction(make({ friction: 0 }));
    world.advanceTo(0.1);
    expect(world.getFrictions()).toEqual([]);
  });
});
