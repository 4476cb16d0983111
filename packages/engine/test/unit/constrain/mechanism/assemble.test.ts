import { ball, checkConstraints, distance, hinge, Mechanism, motor, rollingWheel, weld } from "@rigor/engine/constrain";
import { createRng, nextInRange, type RigorError } from "@rigor/engine/math";
import { dopri5, integrate } from "@rigor/engine/ode";
import { createLinePath } from "@rigor/engine/particles";
import { boxMass } from "@rigor/engine/rigid";
import { describe, expect, test } from "vitest";
import { addRandomBox, createHeavySystem } from "../../../support/mechanisms.js";

describe("assemble", () => {
  test("two particles meet at their centre of mass", () => {
    const mechanism = new Mechanism(createHeavySystem());
    const { particles } = mechanism.system;
    particles.addParticle({ mass: 1, position: [0, 0, 0], velocity: [3, 0, 0] });
    particles.addParticle({ mass: 3, position: [4, 0, 0], velocity: [-1, 0, 0] });
    mechanism.add(ball({ a: { particle: 0 }, b: { particle: 1 } }));
    mechanism.assemble();
    // masses 1 and 3: at 3 m, with the momentum of both, which is none
    expect(Array.from(particles.state.subarray(0, 12))).toEqual([3, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0]);
  });

  test("a chain of bodies scattered about comes together", () => {
    const rng = createRng(5);
    for (let round = 0; round < 20; round++) {
      const mechanism = new Mechanism(createHeavySystem());
      const { system } = mechanism;
      for (let k = 0; k < 8; k++) {
        addRandomBox(system, rng);
        const b = k === 0 ? [0, 0, 0] : { body: k - 1, point: [0.5, 0, 0] };
        mechanism.add(ball({ a: { body: k, point: [-0.5, 0, 0] }, b }));
      }
      mechanism.assemble();
      const { position, velocity } = mechanism.measureError();
      // Newton's last step ends at rounding of coordinates of a few metres
      expect(position).toBeLessThan(1e-13);
      expect(velocity).toBeLessThan(1e-13);
    }
  });

  test("a triangle from rods, out of any start", () => {
    const rng = createRng(9);
    for (let round = 0; round < 50; round++) {
      const mechanism = new Mechanism(createHeavySystem());
      for (let k = 0; k < 3; k++) {
        const position = [0, 1, 2].map(() => nextInRange(rng, -3, 3));
        mechanism.system.particles.addParticle({ mass: 1, position });
      }
      [3, 4, 5].forEach((length, k) => {
        mechanism.add(distance({ a: { particle: k }, b: { particle: (k + 1) % 3 }, length }));
      });
      mechanism.assemble();
      expect(mechanism.measureError().position).toBeLessThan(1e-13);
    }
  });

  test("bars strewn over hundreds of metres", () => {
    const rng = createRng(3);
    for (let round = 0; round < 5; round++) {
      const mechanism = new Mechanism(createHeavySystem());
      const { system } = mechanism;
      for (let k = 0; k < 5; k++) {
        addRandomBox(system, rng);
        const { rotation } = system.getPose(k);
        const position = [0, 1, 2].map(() => nextInRange(rng, -300, 300));
        system.place(k, position, rotation);
        const b =
          k === 0 ? { point: [0, 0, 0], axis: [0, 0, 1] } : { body: k - 1, point: [0.5, 0, 0], axis: [0, 0, 1] };
        mechanism.add(hinge({ a: { body: k, point: [-0.5, 0, 0], axis: [0, 0, 1] }, b }));
      }
      mechanism.assemble();
      expect(mechanism.measureError().position).toBeLessThan(1e-13);
    }
  });

  test("axes and welds turned by exactly half a turn", () => {
    for (const kind of ["hinge", "weld"]) {
      const mechanism = new Mechanism(createHeavySystem());
      const { system } = mechanism;
      const mass = boxMass({ size: [1, 0.2, 0.2], mass: 1 });
      system.addBody({ mass, position: [0, 0, 0] });
      system.addBody({ mass, position: [5, 0, 0] });
      const [a, b] = [0, 1].map((body) => ({ body, point: [0.5 - body, 0, 0] }));
      if (kind === "weld") mechanism.add(weld({ a, b }));
      else mechanism.add(hinge({ a: { ...a, axis: [0, 0, 1] }, b: { ...b, axis: [0, 0, 1] } }));
      system.place(1, [5, 0, 0], [1, 0, 0, 0]);
      mechanism.assemble();
      expect(mechanism.measureError().position).toBeLessThan(1e-13);
    }
  });

  test("a triangle from a line, a tetrahedron from a point", () => {
    for (const [count, apart] of [
      [3, 1],
      [4, 0],
    ]) {
      const mechanism = new Mechanism(createHeavySystem());
      for (let k = 0; k < count; k++) {
        mechanism.system.particles.addParticle({ mass: 1, position: [apart * k, 0, 0] });
        for (let j = 0; j < k; j++) mechanism.add(distance({ a: { particle: k }, b: { particle: j }, length: 1 }));
      }
      mechanism.assemble();
      expect(mechanism.measureError().position).toBeLessThan(1e-15);
    }
  });

  test("what fails leaves everything where it was, and angles as they count", () => {
    const mechanism = new Mechanism(createHeavySystem());
    const { system } = mechanism;
    const body = system.addBody({ mass: boxMass({ size: [1, 1, 1], mass: 1 }), position: [0.1, 0, 0] });
    const particle = system.particles.addParticle({ mass: 1, position: [1, 1, 0], velocity: [1, 2, 3] });
    const joint = mechanism.add(hinge({ a: { body, point: [0, 0, 0] }, b: { point: [0, 0, 0] }, axis: [0, 0, 1] }));
    mechanism.add(motor(joint.angle, { position: 10 }));
    mechanism.add(distance({ a: { particle }, b: [0, 0, 0], length: 1 }));
    mechanism.add(distance({ a: { particle }, b: [5, 0, 0], length: 1 }));
    const before = Array.from(system.state);
    expect(() => mechanism.assemble()).toThrow("constraints[3] (distance)");
    expect(Array.from(system.state)).toEqual(before);
    expect(Math.abs(joint.angle.value)).toBeLessThan(1e-14);
  });

  test("what cannot be is refused, and named", () => {
    const mechanism = new Mechanism(createHeavySystem());
    const { particles } = mechanism.system;
    particles.addParticle({ mass: 1, position: [1, 1, 0] });
    mechanism.add(distance({ a: { particle: 0 }, b: [0, 0, 0], length: 1 }));
    mechanism.add(distance({ a: { particle: 0 }, b: [5, 0, 0], length: 1 }));
    let message = "";
    try {
      mechanism.assemble();
    } catch (error) {
      message = (error as RigorError).message;
    }
    expect(message).toContain("constraints[0] (distance)");
    expect(message).toContain("constraints[1] (distance)");
  });
});

describe("checkConstraints", () => {
  test("a hung box: unique, consistent, met", () => {
    const mechanism = new Mechanism(createHeavySystem());
    mechanism.system.addBody({ mass: boxMass({ size: [1, 1, 1], mass: 1 }), position: [0, -0.5, 0] });
    mechanism.add(ball({ a: { body: 0, point: [0, 0.5, 0] }, b: [0, 0, 0] }));
    expect(checkConstraints(mechanism)).toEqual({
      rows: 3,
      rank: 3,
      unique: true,
      position: 0,
      velocity: 0,
      acceleration: 0,
      conflicts: [],
    });
  });

  test("two rods in one line between fixed points, of which one is driven away: a conflict, and named", () => {
    const mechanism = new Mechanism(createHeavySystem());
    const { particles } = mechanism.system;
    // the right end accelerates: no force can keep both rods
    const path = (time: Float64Array, out: Float64Array) => {
      out.fill(0);
      out[0] = 2 + time[0] * time[0];
      out[3] = 2 * time[0];
      out[6] = 2;
    };
    particles.addParticle({ mass: 1, position: [1, 0, 0] });
    particles.addParticle({ position: [2, 0, 0], path });
    mechanism.add(distance({ a: { particle: 0 }, b: [0, 0, 0] }));
    mechanism.add(distance({ a: { particle: 1 }, b: { particle: 0 } }));
    const report = checkConstraints(mechanism);
    expect(report.rank).toBe(1);
    expect(report.unique).toBe(false);
    expect(report.conflicts).toEqual(["constraints[0] (distance)", "constraints[1] (distance)"]);
    // 2 m/s², shared by the two
    expect(Math.abs(report.acceleration - 1)).toBeLessThan(1e-12);
  });
});

describe("what a step cannot restore ends the run, by name", () => {
  test("two motors of different speed on one hinge", () => {
    const mechanism = new Mechanism(createHeavySystem());
    const body = mechanism.system.addBody({ mass: boxMass({ size: [1, 1, 1], mass: 1 }), position: [0, 0, 0] });
    const joint = mechanism.add(hinge({ a: { body }, at: [0, 0, 0], axis: [0, 0, 1] }));
    mechanism.add(motor(joint.angle, { speed: 1 }));
    mechanism.add(motor(joint.angle, { speed: 2 }));
    expect(checkConstraints(mechanism).conflicts).toEqual(["constraints[1] (motor)", "constraints[2] (motor)"]);
    expect(() => mechanism.assemble()).toThrow("constraints[2] (motor)");
    const report = integrate(dopri5(mechanism), 1);
    expect(report.status).toBe("not-finite");
    expect(report.message).toContain("constraints[1] (motor), constraints[2] (motor) could not be met");
  });

  test("a wheel that falls flat", () => {
    const mechanism = new Mechanism(createHeavySystem());
    const mass = boxMass({ size: [0.1, 1, 1], mass: 1 });
    const body = mechanism.system.addBody({ mass, position: [0, 0.5, 0], angularVelocity: [0, 0, 1] });
    mechanism.add(rollingWheel({ a: { body }, axis: [1, 0, 0], radius: 0.5, normal: [0, 1, 0] }));
    const report = integrate(dopri5(mechanism), 3);
    expect(report.status).toBe("not-finite");
    expect(report.message).toContain("constraints[0] (rolling wheel) could not be met");
    // it lies flat, and is not beyond
    expect(Math.abs(mechanism.system.getPose(body).position[1])).toBeLessThan(1e-5);
  });

  test("a rod between points that are driven apart", () => {
    const mechanism = new Mechanism(createHeavySystem());
    const { particles } = mechanism.system;
    particles.addParticle({ position: [1, 0, 0], path: createLinePath([1, 0, 0], [1, 0, 0]) });
    particles.addParticle({ mass: 1, position: [0.5, 0, 0] });
    mechanism.add(distance({ a: { particle: 1 }, b: [0, 0, 0] }));
    mechanism.add(distance({ a: { particle: 1 }, b: { particle: 0 } }));
    const report = integrate(dopri5(mechanism), 1);
    expect(report.status).toBe("not-finite");
    expect(report.message).toContain("(distance)");
    // with one rod less it goes on
    mechanism.remove(mechanism.constraints[0]);
    expect(integrate(dopri5(mechanism), 1).status).toBe("done");
  });
});
