/** Limits of joints in a world: struck, rested on and left, together with joints, motors, contacts; against closed forms. */
import { createBox, createSphere } from "@rigor/engine/collide";
import {
  createDistanceCoordinate,
  hinge,
  jointForce,
  limit,
  MechanismSimulation,
  motor,
  slider,
} from "@rigor/engine/constrain";
import { dopri5 } from "@rigor/engine/ode";
import { angularMomentum, linearMomentum } from "@rigor/engine/rigid";
import { type Snapshot, World, type WorldEvent } from "@rigor/engine/world";
import { describe, expect, test } from "vitest";

const g = 9.81;
const cube = createBox({ size: [1, 1, 1] });

/** A cube of 2 kg on a vertical slider, at a height above its lower limit. */
function createLift(height: number, restitution = 0) {
  const world = new World();
  const body = world.addBody({ shape: cube, mass: 2, position: [0, height, 0] });
  const joint = world.add(slider({ a: { body }, at: [0, 0, 0], axis: [0, 1, 0], travel: height }));
  world.addLimit(limit(joint.travel, { lower: 0, restitution }));
  return { world, body, joint };
}

/** A rod of 3 kg and 1 m that hangs from a hinge, let go level, with stops. */
function createRod(options: Parameters<typeof limit>[1]) {
  const world = new World();
  const rod = createBox({ size: [1, 0.1, 0.1] });
  const body = world.addBody({ shape: rod, mass: 3, position: [0.5, 0, 0] });
  const joint = world.add(hinge({ a: { body }, at: [0, 0, 0], axis: [0, 0, 1] }));
  const bounds = limit(joint.angle, options);
  return { world, body, joint, bounds };
}

const ofLimit = (events: readonly WorldEvent[], type: WorldEvent["type"]) =>
  events.filter((event) => event.limit >= 0 && event.type === type);

describe("a lift that falls onto its lower limit", () => {
  test("strikes it when it must, bounces ever lower, and is at rest when infinitely many bounces are over", () => {
    const e = 0.5;
    const { world, joint } = createLift(1, e);
    const { status, events } = world.advanceTo(3);
    expect(status).toBe("done");
    const fall = Math.sqrt(2 / g);
    const [first] = ofLimit(events, "collision");
    expect(Math.abs(first.t - fall)).toBeLessThan(1e-12);
    expect(Math.abs(first.vAfter / first.vBefore + e)).toBeLessThan(1e-13);
    // the impulse is that of its momentum
    expect(Math.abs(first.impulse / (2 * (1 + e) * g * fall) - 1)).toBeLessThan(1e-11);
    const touch = ofLimit(events, "touch");
    expect(touch.length).toBe(1);
    expect(Math.abs(touch[0].t - (fall * (1 + e)) / (1 - e))).toBeLessThan(1e-10);
    expect(Math.abs(joint.travel.value)).toBeLessThan(1e-15);
    // what it fell is booked
    const { dissipated, kinetic } = world.getEnergy();
    expect(kinetic).toBe(0);
    expect(Math.abs(dissipated - 2 * g)).toBeLessThan(1e-9);
  });

  test("is held by its weight, and sleeps", () => {
    const { world } = createLift(0);
    const report = world.advanceTo(10);
    expect(report.steps).toBe(0);
    const [state] = world.getLimits();
    expect(Math.abs(state.force - 2 * g)).toBeLessThan(1e-13);
    expect(report.worst.residual).toBeLessThan(1e-12);
  });

  test("with a ball that falls onto it: one answer for limit, joint and contact", () => {
    const { world } = createLift(0);
    const ball = world.addBody({
      shape: createSphere({ radius: 0.5 }),
      mass: 1,
      position: [0, 2, 0],
      restitution: 0.5,
    });
    const { events, worst } = world.advanceTo(3);
    const [strike] = events.filter(({ type, limit: k }) => type === "collision" && k < 0);
    // the lift cannot yield: the ball bounces as from a floor, and the limit gives the same impulse
    const v = Math.sqrt(2 * g);
    expect(Math.abs(strike.t - v / g)).toBeLessThan(1e-12);
    expect(Math.abs(strike.impulse - 1.5 * v)).toBeLessThan(1e-10);
    const [pushed] = ofLimit(events, "collision");
    expect(Math.abs(pushed.impulse - strike.impulse)).toBeLessThan(1e-12);
    expect(pushed.t).toBe(strike.t);
    expect(Math.abs(world.getLimits()[0].force - 3 * g)).toBeLessThan(1e-12);
    expect(world.getContacts().map(({ force }) => force.toFixed(9))).toEqual([g.toFixed(9)]);
    expect(world.system.velocity[3 * ball + 1]).toBe(0);
    // measured 2e-12
    expect(worst.energyError).toBeLessThan(1e-11);
  });

  test("is let go when the force that lifts it is its weight", () => {
    const { world, joint } = createLift(0);
    world.mechanism.addForce(
      jointForce(joint.travel, (time, out) => {
        out[0] = 30 * time[0];
      }),
    );
    const { events } = world.advanceTo(1);
    const [leave] = ofLimit(events, "separate");
    const t0 = (2 * g) / 30;
    expect(Math.abs(leave.t - t0)).toBeLessThan(1e-9);
    // from there m s̈ = 30 (t − t0)
    const s = (30 / 2) * ((1 - t0) ** 3 / 6);
    expect(Math.abs(joint.travel.value - s)).toBeLessThan(1e-9);
  });
});

describe("a rod between stops", () => {
  test("is where a mechanism by itself says", () => {
    const options = { lower: -2.5, upper: 0.3, restitution: 0.7 };
    const { world, bounds, joint, body } = createRod(options);
    world.addLimit(bounds);
    const twin = createRod(options);
    const { mechanism } = twin.world;
    const simulation = new MechanismSimulation(mechanism, dopri5(mechanism, { tolerance: 1e-10 }), {
      limits: [twin.bounds],
    });
    const { events } = world.advanceTo(2.5);
    const alone = simulation.advanceTo(2.5);
    const impacts = alone.events.filter(({ kind }) => kind === "impact");
    const strikes = ofLimit(events, "collision");
    expect(strikes.length).toBe(impacts.length);
    expect(strikes.length).toBeGreaterThan(1);
    // measured 3e-10
    strikes.forEach((strike, k) => {
      expect(Math.abs(strike.t - impacts[k].t)).toBeLessThan(2e-9);
      expect(Math.abs(strike.impulse - impacts[k].impulse)).toBeLessThan(2e-8);
    });
    expect(Math.abs(joint.angle.value - twin.joint.angle.value)).toBeLessThan(1e-8);
    expect(strikes.every(({ a }) => a === body)).toBe(true);
  });

  test("keeps its energy between stops that give back all", () => {
    const { world, bounds } = createRod({ lower: -2, upper: 0, restitution: 1 });
    world.addLimit(bounds);
    const before = world.getEnergy();
    const { worst, events } = world.advanceTo(10);
    expect(ofLimit(events, "collision").length).toBeGreaterThan(8);
    const after = world.getEnergy();
    expect(Math.abs(after.kinetic + after.potential - before.potential)).toBeLessThan(2e-7);
    expect(worst.constraintError).toBeLessThan(1e-10);
  });

  test("driven by a motor into a stop it fails, and says so; away from it, it does not", () => {
    const { world, bounds, joint } = createRod({ lower: -1 });
    world.addLimit(bounds);
    const drive = world.add(motor(joint.angle, { speed: -2 }));
    const report = world.advanceTo(1);
    expect(report.status).toBe("failed");
    expect(report.message).toContain("compress others that cannot yield");
    expect(report.message).toContain("body 0");
    expect(world.time).toBeLessThan(0.5);
    world.remove(drive);
    world.add(motor(joint.angle, { speed: 2 }));
    expect(world.advanceTo(1).status).toBe("done");
  });
});

test("a tether between two free bodies: momenta and energy are kept through every jerk", () => {
  const world = new World({ gravity: [0, 0, 0] });
  const shape = createSphere({ radius: 0.1 });
  const a = world.addBody({ shape, mass: 1, position: [0, 0, 0], velocity: [0, 0.3, 0] });
  const b = world.addBody({ shape, mass: 2, position: [1, 0, 0], velocity: [1, 0.5, 0.2] });
  const tether = createDistanceCoordinate(world.mechanism, {
    a: { body: a, point: [0, 0.1, 0] },
    b: { body: b, point: [0, 0, 0.1] },
  });
  world.addLimit(limit(tether, { upper: 2, restitution: 1 }));
  const read = () => {
    const P = new Float64Array(3);
    const L = new Float64Array(3);
    linearMomentum(P, 0, world.system);
    angularMomentum(L, 0, world.system);
    return [...P, ...L, world.getEnergy().kinetic];
  };
  const before = read();
  const { events } = world.advanceTo(20);
  expect(ofLimit(events, "collision").length).toBeGreaterThan(3);
  const after = read();
  // measured 3e-15, and 2e-12 of the energy
  after.slice(0, 6).forEach((value, k) => {
    expect(Math.abs(value - before[k])).toBeLessThan(1e-12);
  });
  expect(Math.abs(after[6] - before[6])).toBeLessThan(1e-10);
});

describe("what joints remember", () => {
  /** A wheel that turns by 20 rad/s, and stops after three and a half turns; two balls that meet beside it. */
  function createWheel() {
    const world = new World({ gravity: [0, 0, 0] });
    const body = world.addBody({ shape: cube, mass: 1, angularVelocity: [0, 0, 20] });
    const joint = world.add(hinge({ a: { body }, at: [0, 0, 0], axis: [0, 0, 1] }));
    world.addLimit(limit(joint.angle, { upper: 7 * Math.PI, restitution: 0.5 }));
    const sphere = createSphere({ radius: 0.5 });
    world.addBody({ shape: sphere, mass: 1, position: [5, 0, 0], velocity: [3, 0, 0] });
    world.addBody({ shape: sphere, mass: 1, position: [8, 0, 0] });
    return { world, joint };
  }

  test("a limit beyond full turns is met at the third turn, not the first", () => {
    const { world, joint } = createWheel();
    const { events } = world.advanceTo(1.5);
    const [strike] = ofLimit(events, "collision");
    expect(Math.abs(strike.t - (7 * Math.PI) / 20)).toBeLessThan(1e-9);
    // back with half the speed
    expect(Math.abs(joint.angle.value - (7 * Math.PI - 10 * (1.5 - strike.t)))).toBeLessThan(1e-8);
  });

  test("goes with a snapshot, into another world, in the same bits", () => {
    for (const t of [0.5, 1, 1.2]) {
      const first = createWheel();
      first.world.advanceTo(t);
      const angle = first.joint.angle.value;
      expect(angle).toBeGreaterThan(2 * Math.PI);
      const text = JSON.stringify(first.world.save());
      const second = createWheel();
      second.world.restore(JSON.parse(text) as Snapshot);
      expect(second.joint.angle.value).toBe(first.joint.angle.value);
      expect(Math.abs(second.joint.angle.value - angle)).toBeLessThan(1e-12);
      for (const { world } of [first, second]) world.advanceTo(2);
      expect(second.world.system.state).toEqual(first.world.system.state);
      expect(second.joint.angle.value).toBe(first.joint.angle.value);
    }
  });
});

test("a limit that is on what rests wakes nothing, and goes with its joint", () => {
  const { world, joint, bounds } = createRod({ lower: 0 });
  world.addLimit(bounds);
  expect(world.advanceTo(5).steps).toBe(0);
  expect(Math.abs(world.getLimits()[0].force - (3 * g) / 2)).toBeLessThan(1e-12);
  world.remove(joint);
  expect(world.limits).toEqual([]);
  world.advanceTo(6);
  expect(Math.abs(world.system.velocity[1] + g)).toBeLessThan(1e-8);
});

test("what is no limit, is there twice, or is passed already, is refused", () => {
  const { world, bounds, joint } = createRod({ lower: 0.5 });
  expect(() => world.addLimit(joint as never)).toThrow("must be what limit(…) returns");
  expect(() => world.addLimit([joint] as never)).toThrow("must be what limit(…) returns");
  world.addLimit(bounds);
  expect(() => world.addLimit(bounds)).toThrow("must not be added twice");
  expect(() => world.advanceTo(1)).toThrow("must be within their limits");
  world.removeLimit(bounds);
  expect(world.advanceTo(1).status).toBe("done");
  const other = createRod({ upper: 1 });
  expect(() => world.addLimit(other.bounds)).toThrow("limit.coordinate");
});
