import {
  createDistanceCoordinate,
  hinge,
  jointForce,
  jointSpring,
  jointTorque,
  limit,
  Mechanism,
  MechanismSimulation,
  motor,
  slider,
  totalEnergy,
  traceTime,
} from "@rigor/engine/constrain";
import {
  adams,
  backwardEuler,
  dopri5,
  euler,
  integrate,
  midpoint,
  radau5,
  rk4,
  type Stepper,
  stepDoubling,
} from "@rigor/engine/ode";
import { boxMass, RigidSystem, sphereMass } from "@rigor/engine/rigid";
import { describe, expect, test } from "vitest";
import { createHeavySystem, g } from "../../../support/mechanisms.js";

/** A block of 1 kg on a rail along y. */
function createBlock(at: number, speed = 0, system = new RigidSystem()) {
  const mechanism = new Mechanism(system);
  const body = system.addBody({
    mass: boxMass({ size: [0.1, 0.1, 0.1], mass: 1 }),
    position: [0, at, 0],
    velocity: [0, speed, 0],
  });
  const rail = mechanism.add(slider({ a: { body }, at: [0, at, 0], axis: [0, 1, 0], travel: at }));
  return { mechanism, rail };
}

/** A bar of length 2 and mass 3, hinged at its end, lying along x. */
function createBar() {
  const system = createHeavySystem();
  const mechanism = new Mechanism(system);
  const body = system.addBody({ mass: boxMass({ size: [2, 0.1, 0.1], mass: 3 }), position: [1, 0, 0] });
  return { mechanism, joint: mechanism.add(hinge({ a: { body }, at: [0, 0, 0], axis: [0, 0, 1] })) };
}

const steppers: Readonly<Record<string, (mechanism: Mechanism) => Stepper>> = {
  euler: (mechanism) => euler(mechanism, { step: 0.01 }),
  midpoint: (mechanism) => midpoint(mechanism, { step: 0.01 }),
  rk4: (mechanism) => rk4(mechanism, { step: 0.02 }),
  dopri5: (mechanism) => dopri5(mechanism),
  adams: (mechanism) => adams(mechanism, { tolerance: 1e-9 }),
  radau5: (mechanism) => radau5(mechanism),
  stepDoubling: (mechanism) => stepDoubling(rk4, mechanism, { tolerance: 1e-7 }),
  backwardEuler: (mechanism) => backwardEuler(mechanism, { step: 0.005 }),
};

describe("no limit is passed, with any method", () => {
  for (const [name, make] of Object.entries(steppers)) {
    test(`a block bounces ever lower and comes to rest: ${name}`, () => {
      const { mechanism, rail } = createBlock(1, 0, createHeavySystem());
      const bounds = limit(rail.travel, { lower: 0, restitution: 0.5 });
      const stepper = make(mechanism);
      const simulation = new MechanismSimulation(mechanism, stepper, { limits: [bounds] });
      let least = 1;
      const report = simulation.advanceTo(3, {
        onStep: () => {
          least = Math.min(least, rail.travel.value);
        },
      });
      expect(report.status).toBe("done");
      // the roundings of the last projection
      expect(least).toBeGreaterThan(-1e-15);
      expect(simulation.isResting(bounds[0])).toBe(true);
      expect(Math.abs(rail.travel.value)).toBeLessThan(1e-15);
      if (stepper.order === 1) return;
      // √(2/g)(1 + 2e + … + 2e¹⁴) s: the hop after the 15th impact, e³⁰ m, is the first below the tolerance
      const end = report.events.at(-1);
      expect(end?.kind).toBe("rest");
      const falls = 1 + 2 * (1 - 0.5 ** 14);
      expect(Math.abs((end?.t ?? 0) - falls * Math.sqrt(2 / g))).toBeLessThan(4e-13);
      expect(report.events.filter(({ kind }) => kind === "impact").length).toBe(15);
    });
  }

  test("a bar on its stop, for many restitutions and tolerances", () => {
    for (const tolerance of [1e-4, 1e-8, 1e-12]) {
      for (const restitution of [0.1, 0.3, 0.6, 0.8]) {
        const { mechanism, joint } = createBar();
        const bounds = limit(joint.angle, { lower: -0.5, upper: 1, restitution });
        const simulation = new MechanismSimulation(mechanism, dopri5(mechanism, { tolerance }), { limits: [bounds] });
        expect(simulation.advanceTo(8).status).toBe("done");
        expect(simulation.isResting(bounds[0])).toBe(true);
        expect(Math.abs(joint.angle.value + 0.5)).toBeLessThan(7e-16);
      }
    }
  });

  test("an arm of four links with a motor, springs and stops", () => {
    const system = createHeavySystem();
    const mechanism = new Mechanism(system);
    const joints = [0, 1, 2, 3].map((k) => {
      const body = system.addBody({ mass: boxMass({ size: [1, 0.1, 0.1], mass: 1 }), position: [k + 0.5, 0, 0] });
      const side = k === 0 ? {} : { b: { body: body - 1 } };
      return mechanism.add(hinge({ a: { body }, ...side, at: [k, 0, 0], axis: [0, 0, 1] }));
    });
    const [first, ...others] = joints.map(({ angle }) => angle);
    mechanism.add(motor(first, { position: traceTime((t) => t.sin()) }));
    for (const angle of others) mechanism.addForce(jointSpring(angle, { stiffness: 20, damping: 0.5 }));
    mechanism.assemble();
    const limits = others.map((angle) => limit(angle, { lower: -0.5, upper: 0.5, restitution: 0.3 }));
    const simulation = new MechanismSimulation(mechanism, dopri5(mechanism), { limits });
    let most = 0;
    const report = simulation.advanceTo(1, {
      onStep: () => {
        for (const angle of others) most = Math.max(most, Math.abs(angle.value));
      },
    });
    expect(report.status).toBe("done");
    // nearer than the tolerance, 1e-9, is at the bound
    expect(most).toBeLessThan(0.5 + 1e-9);
    expect(report.events.length).toBeGreaterThan(20);
  });
});

describe("a bound with no force at first", () => {
  const pushes = {
    "−t": traceTime((t) => t.times(-1)),
    "−(1 − t)²": traceTime((t) => t.minus(1).times(t.minus(1)).times(-1)),
    "−1, then 0, then −1": (time: Float64Array, out: Float64Array) => {
      out[0] = time[0] >= 1 && time[0] < 2 ? 0 : -1;
    },
  };
  for (const [name, push] of Object.entries(pushes)) {
    test(`holds against ${name}`, () => {
      for (const make of [steppers.dopri5, steppers.rk4]) {
        const { mechanism, rail } = createBlock(0);
        mechanism.addForce(jointForce(rail.travel, push));
        const limits = [limit(rail.travel, { lower: 0 })];
        const report = new MechanismSimulation(mechanism, make(mechanism), { limits }).advanceTo(3);
        expect(report.events.map(({ kind }) => kind)).toEqual(["rest"]);
        expect(rail.travel.value).toBe(0);
      }
    });
  }

  test("lets go at once where the force pulls off", () => {
    const { mechanism, rail } = createBlock(0);
    mechanism.addForce(
      jointForce(
        rail.travel,
        traceTime((t) => t.times(1)),
      ),
    );
    const limits = [limit(rail.travel, { lower: 0 })];
    new MechanismSimulation(mechanism, dopri5(mechanism), { limits }).advanceTo(1);
    // x = t³/6: a polynomial the method is exact for
    expect(Math.abs(rail.travel.value - 1 / 6)).toBeLessThan(1e-16);
  });

  test("stops what creeps in below the threshold", () => {
    const { mechanism, rail } = createBlock(1e-5, -9e-7);
    const limits = [limit(rail.travel, { lower: 0 })];
    const report = new MechanismSimulation(mechanism, dopri5(mechanism), { limits }).advanceTo(1000);
    expect(report.events.map(({ kind }) => kind)).toEqual(["rest"]);
    expect(Math.abs(report.events[0].t - 100 / 9)).toBeLessThan(2e-14);
    expect(Math.abs(rail.travel.value)).toBeLessThan(5e-21);
  });

  test("weight without joints: a load that hangs on its rope at rest stays", () => {
    const mechanism = new Mechanism(createHeavySystem());
    mechanism.system.particles.addParticle({ mass: 2, position: [0, -1, 0] });
    const length = createDistanceCoordinate(mechanism, { a: { particle: 0 }, b: [0, 0, 0] });
    const bounds = limit(length, { upper: 1 });
    const report = new MechanismSimulation(mechanism, dopri5(mechanism), { limits: [bounds] }).advanceTo(2);
    expect(report.events.map(({ kind, t }) => [kind, t])).toEqual([["rest", 0]]);
    mechanism.system.computeForces();
    const reaction = new Float64Array(6);
    mechanism.readReaction(reaction, 0, bounds[0]);
    expect(Math.abs(reaction[1] - 2 * g)).toBeLessThan(4e-15);
  });
});

describe("a motor", () => {
  test("that goes through a limit is named with it", () => {
    const { mechanism, joint } = createBar();
    mechanism.add(motor(joint.angle, { speed: -1 }));
    mechanism.assemble();
    const limits = [limit(joint.angle, { lower: -1 })];
    const report = new MechanismSimulation(mechanism, dopri5(mechanism), { limits }).advanceTo(3);
    expect(report.status).toBe("solve-failed");
    // the tolerance of the method is 1e-8 a step
    expect(Math.abs(report.t - 1)).toBeLessThan(2e-10);
    expect(report.message).toContain("limits[0] (lower limit of angle of hinge, constraints[0])");
    expect(report.message).toContain("constraints[1] (motor)");
  });

  test("that only touches the limit may go on", () => {
    const { mechanism, joint } = createBar();
    mechanism.add(motor(joint.angle, { position: traceTime((t) => t.sin().times(-1)) }));
    mechanism.assemble();
    const limits = [limit(joint.angle, { lower: -1 })];
    const report = new MechanismSimulation(mechanism, dopri5(mechanism), { limits }).advanceTo(3);
    expect(report.status).toBe("done");
    expect(Math.abs(joint.angle.value + Math.sin(3))).toBeLessThan(3e-16);
  });
});

describe("bounds and the state of the mechanism", () => {
  test("a joint that is set back by hand is let go", () => {
    const { mechanism, joint } = createBar();
    const start = new Float64Array(mechanism.dimension + 1);
    mechanism.getState(start);
    const limits = [limit(joint.angle, { lower: -1 })];
    const simulation = new MechanismSimulation(mechanism, dopri5(mechanism, { tolerance: 1e-12 }), { limits });
    const first = simulation.advanceTo(2);
    mechanism.setState(start);
    const second = simulation.advanceTo(2);
    expect(second.events.map(({ kind }) => kind)).toEqual(["release", "impact", "rest"]);
    // it falls as it did the first time; only the first step was chosen otherwise
    expect(Math.abs(second.events[1].t - first.events[0].t)).toBeLessThan(7e-14);
  });

  test("a new simulation, or none, is not bound by the old one", () => {
    for (const isDetached of [false, true]) {
      const { mechanism, joint } = createBar();
      const limits = [limit(joint.angle, { lower: -1 })];
      const old = new MechanismSimulation(mechanism, dopri5(mechanism), { limits });
      old.advanceTo(2);
      expect(mechanism.constraints.length).toBe(2);
      if (isDetached) old.detach();
      else new MechanismSimulation(mechanism, dopri5(mechanism), { limits: [limit(joint.angle, { upper: 3 })] });
      expect(mechanism.constraints.length).toBe(1);
      mechanism.addForce(jointTorque(joint.angle, 60));
      integrate(dopri5(mechanism), 2.1);
      expect(joint.angle.value).toBeGreaterThan(-0.99);
      expect(() => old.advanceTo(3)).toThrow("simulation: must not have been detached");
    }
  });

  test("time does not go back", () => {
    const { mechanism, joint } = createBar();
    const simulation = new MechanismSimulation(mechanism, dopri5(mechanism), {
      limits: [limit(joint.angle, { lower: -1 })],
    });
    expect(() => simulation.advanceTo(-1)).toThrow("tEnd: must be at least the present time, 0, got -1");
  });

  test("the report tells of the whole call, and names every bound", () => {
    const system = createHeavySystem();
    const mechanism = new Mechanism(system);
    const joints = [0, 5].map((x) => {
      const body = system.addBody({ mass: boxMass({ size: [2, 0.1, 0.1], mass: 3 }), position: [x + 1, 0, 0] });
      return mechanism.add(hinge({ a: { body }, at: [x, 0, 0], axis: [0, 0, 1] }));
    });
    const limits = joints.map(({ angle }, k) => limit(angle, { lower: -0.5 - 0.1 * k }));
    const simulation = new MechanismSimulation(mechanism, rk4(mechanism, { step: 0.01 }), { limits });
    const report = simulation.advanceTo(1);
    expect(new Set(report.events.map(({ bound }) => bound))).toEqual(
      new Set([
        "limits[0] (lower limit of angle of hinge, constraints[0])",
        "limits[1] (lower limit of angle of hinge, constraints[1])",
      ]),
    );
    expect(report.message).toBe(`reached t = 1 (${report.steps} steps, 2 impacts, 2 rests, 0 releases)`);
    const short = simulation.advanceTo(2, { maxSteps: 7 });
    expect(short.status).toBe("too-many-steps");
    expect(short.steps).toBe(7);
    expect(short.message).toContain("maxSteps, 7");
  });

  test("maxSteps counts across events", () => {
    const { mechanism, rail } = createBlock(1, 0, createHeavySystem());
    const limits = [limit(rail.travel, { lower: 0, restitution: 0.5 })];
    const report = new MechanismSimulation(mechanism, dopri5(mechanism), { limits }).advanceTo(3, { maxSteps: 9 });
    expect(report.status).toBe("too-many-steps");
    expect(report.steps).toBe(9);
  });
});

test("five balls that touch: the cradle neither chatters nor loses energy", () => {
  const system = createHeavySystem();
  const mechanism = new Mechanism(system);
  const joints = [0, 1, 2, 3, 4].map((k) => {
    const angle = k === 0 ? -0.5 : 0;
    const position = [0.2 * k + Math.sin(angle), -Math.cos(angle), 0];
    const body = system.addBody({ mass: sphereMass({ radius: 0.1, mass: 1 }), position });
    return mechanism.add(hinge({ a: { body }, at: [0.2 * k, 0, 0], axis: [0, 0, 1], angle }));
  });
  const limits = [0, 1, 2, 3].map((k) =>
    limit(createDistanceCoordinate(mechanism, { a: { body: k }, b: { body: k + 1 } }), { lower: 0.2, restitution: 1 }),
  );
  const simulation = new MechanismSimulation(mechanism, dopri5(mechanism, { tolerance: 1e-10 }), { limits });
  const start = totalEnergy(mechanism);
  const report = simulation.advanceTo(1);
  expect(report.status).toBe("done");
  expect(report.events.filter(({ kind }) => kind === "impact").length).toBe(4);
  expect(report.events.length).toBeLessThan(20);
  expect(joints[0].angle.value).toBeLessThan(0);
  // 50 steps of tolerance 1e-10, each wrong by less than that times m g; measured 1.1e-9
  expect(Math.abs(totalEnergy(mechanism) - start)).toBeLessThan(3e-9);
});

test("bad options of a simulation are refused by name", () => {
  const { mechanism, joint } = createBar();
  const bounds = limit(joint.angle, { lower: -1 });
  const make = (options: object) => () => new MechanismSimulation(mechanism, dopri5(mechanism), options as never);
  expect(make({ limits: [{ lower: 0 }] })).toThrow("options.limits[0]: must be what limit(…) returns");
  expect(make({ limits: [bounds, bounds] })).toThrow("options.limits[1]: must not be given twice");
  expect(make({ limits: [bounds], tolerence: 1 })).toThrow("options.tolerence: must be an option");
  expect(make({})).toThrow("options.limits");
  expect(() => limit(joint as never, { lower: 0 })).toThrow("limit.coordinate: must be a coordinate of a joint");
});
