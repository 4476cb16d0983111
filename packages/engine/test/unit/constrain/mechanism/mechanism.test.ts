import { ball, distance, Mechanism } from "@rigor/engine/constrain";
import { RigorError } from "@rigor/engine/math";
import { dopri5, integrate } from "@rigor/engine/ode";
import { createEllipsePath } from "@rigor/engine/particles";
import { boxMass, createRotatePath, RigidSystem } from "@rigor/engine/rigid";
import { describe, expect, test } from "vitest";
import { createHeavySystem, g } from "../../../support/mechanisms.js";

function createPendulum(): Mechanism {
  const mechanism = new Mechanism(createHeavySystem());
  mechanism.system.particles.addParticle({ mass: 2, position: [1, 0, 0] });
  mechanism.add(distance({ a: { particle: 0 }, b: [0, 0, 0] }));
  return mechanism;
}

describe("Mechanism", () => {
  test("a weight hangs on its rod: tension m g, and nothing else", () => {
    const mechanism = new Mechanism(createHeavySystem());
    mechanism.system.particles.addParticle({ mass: 2, position: [0, -1.5, 0] });
    const rod = mechanism.add(distance({ a: { particle: 0 }, b: [0, 0, 0] }));
    const rates = new Float64Array(6);
    mechanism.derivative(rates);
    expect(Array.from(rates, Math.abs)).toEqual([0, 0, 0, 0, 0, 0]);
    const reaction = new Float64Array(6);
    mechanism.readReaction(reaction, 0, rod);
    expect(Array.from(reaction)).toEqual([0, 2 * g, 0, 0, 0, 0]);
  });

  test("a rod removed while running lets its particle fly; one added catches it", () => {
    const mechanism = createPendulum();
    const { particles } = mechanism.system;
    const stepper = dopri5(mechanism, { tolerance: 1e-10 });
    integrate(stepper, 0.3);
    const [x, y, , vx, vy] = particles.state;
    mechanism.remove(mechanism.constraints[0]);
    mechanism.remove(mechanism.constraints[0]);
    integrate(stepper, 0.5);
    // free flight is a parabola, which the method integrates to rounding
    expect(Math.abs(particles.state[0] - (x + 0.2 * vx))).toBeLessThan(1e-14);
    expect(Math.abs(particles.state[1] - (y + 0.2 * vy - 0.02 * g))).toBeLessThan(1e-14);
    const rod = mechanism.add(distance({ a: { particle: 0 }, b: [0, 0, 0] }));
    mechanism.assemble();
    stepper.restart();
    integrate(stepper, 1);
    const length = Math.hypot(particles.state[0], particles.state[1]);
    expect(mechanism.constraints).toEqual([rod]);
    expect(Math.abs(length - Math.hypot(x + 0.2 * vx, y + 0.2 * vy - 0.02 * g))).toBeLessThan(1e-13);
  });

  test("what is driven drives: a particle on a circle pulls another along", () => {
    // both ends of the rod go round together, so the rod carries the centripetal force m ω² r
    const system = new RigidSystem();
    const mechanism = new Mechanism(system);
    const path = createEllipsePath({ center: [0, 0, 0], a: [1, 0, 0], b: [0, 0, 1], rate: 3 });
    system.particles.addParticle({ position: [1, 0, 0], path });
    system.particles.addParticle({ mass: 2, position: [1.5, 0, 0], velocity: [0, 0, 4.5] });
    const rod = mechanism.add(distance({ a: { particle: 1 }, b: { particle: 0 } }));
    mechanism.derivative(new Float64Array(12));
    const reaction = new Float64Array(6);
    mechanism.readReaction(reaction, 0, rod);
    // of order 10, in rounding
    expect(Math.abs(reaction[0] + 2 * 9 * 1.5)).toBeLessThan(1e-14);
  });

  test("a body on a path drives another through a ball", () => {
    const system = new RigidSystem();
    const mechanism = new Mechanism(system);
    const mass = boxMass({ size: [1, 1, 1], mass: 3 });
    const crank = system.addBody({ mass, path: createRotatePath({ axis: [0, 0, 1], rate: 2 }) });
    const load = system.addBody({ mass, position: [1, 0, 0], velocity: [0, 2, 0], angularVelocity: [0, 0, 2] });
    const joint = mechanism.add(ball({ a: { body: load }, b: { body: crank, point: [1, 0, 0] } }));
    mechanism.derivative(new Float64Array(26));
    const reaction = new Float64Array(6);
    mechanism.readReaction(reaction, 0, joint);
    expect(Math.abs(reaction[0] + 3 * 4)).toBeLessThan(1e-14);
    integrate(dopri5(mechanism, { tolerance: 1e-11 }), 1);
    const { position } = system.getPose(load);
    // the error of the step, as asked
    expect(Math.hypot(position[0] - Math.cos(2), position[1] - Math.sin(2))).toBeLessThan(1e-12);
  });

  test("the feedback of (11) brings errors down as exp(−t/τ) (1 + t/τ)", () => {
    const mechanism = new Mechanism(new RigidSystem(), { feedback: 0.5, projection: false });
    mechanism.system.particles.addParticle({ position: [1.1, 0, 0] });
    mechanism.add(distance({ a: { particle: 0 }, b: [0, 0, 0], length: 1 }));
    integrate(dopri5(mechanism, { tolerance: 1e-12 }), 2);
    const expected = 0.1 * Math.exp(-4) * (1 + 4);
    expect(Math.abs(mechanism.system.particles.state[0] - 1 - expected)).toBeLessThan(1e-12);
  });

  test("bad input is refused by name", () => {
    const mechanism = createPendulum();
    const attempt = (action: () => void) => {
      try {
        action();
      } catch (error) {
        return (error as RigorError).message;
      }
      return "";
    };
    expect(() => new Mechanism({} as RigidSystem)).toThrow(RigorError);
    expect(attempt(() => new Mechanism(mechanism.system))).toContain("another mechanism");
    expect(attempt(() => new Mechanism(new RigidSystem(), { solver: "magic" as "direct" }))).toContain(
      "options.solver",
    );
    expect(attempt(() => new Mechanism(new RigidSystem(), { feedBack: 1 } as object))).toContain("options.feedBack");
    expect(attempt(() => mechanism.add({} as never))).toContain("constraint");
    expect(attempt(() => mechanism.add(ball({ a: { body: 0 }, b: [0, 0, 0] })))).toContain("constraints[1].a.body");
    expect(attempt(() => mechanism.add(ball({ a: { particle: 4 }, b: [0, 0, 0] })))).toContain(
      "constraints[1].a.particle",
    );
    expect(attempt(() => mechanism.add(ball({ a: { particle: 0 }, b: [0, Number.NaN, 0] })))).toContain(
      "constraints[1].b",
    );
    expect(attempt(() => mechanism.add(distance({ a: { particle: 0 }, b: { particle: 0 } })))).toContain(
      "constraints[1].b",
    );
    expect(mechanism.constraints.length).toBe(1);
    expect(attempt(() => mechanism.addForce({} as never))).toContain("force");
    expect(attempt(() => mechanism.readReaction(new Float64Array(6), 0, {} as never))).toContain("constraint");
  });

  test("an anchor cannot be held: its body can", () => {
    const system = createHeavySystem();
    system.addBody({ mass: boxMass({ size: [1, 1, 1], mass: 1 }), position: [0, 0, 0] });
    const anchor = system.addAnchor(0, [0.5, 0, 0]);
    const mechanism = new Mechanism(system);
    expect(() => mechanism.add(ball({ a: { particle: anchor }, b: [0.5, 0, 0] }))).toThrow("anchor");
  });

  test("detached, a system is free", () => {
    const mechanism = createPendulum();
    mechanism.detach();
    const rates = new Float64Array(6);
    mechanism.system.derivative(rates);
    expect(rates[4]).toBe(-g);
    expect(() => new Mechanism(mechanism.system)).not.toThrow();
  });
});
