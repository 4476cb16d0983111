import { distance, type FixedLength, hinge, Mechanism, motor, slider } from "@rigor/engine/constrain";
import { dopri5, integrate } from "@rigor/engine/ode";
import { gravity, RigidSystem } from "@rigor/engine/rigid";
import { describe, expect, test } from "vitest";
import { addWheel, findReaction } from "../../../support/joints.js";

const z = [0, 0, 1];

function createWheel() {
  const system = new RigidSystem();
  addWheel(system, 1, 0.5);
  const mechanism = new Mechanism(system);
  return { mechanism, joint: mechanism.add(hinge({ a: { body: 0 }, at: [0, 0, 0], axis: z })) };
}

describe("motor", () => {
  test("with a speed binds velocities: it begins where the joint is, and does not go back to where it was", () => {
    const { mechanism, joint } = createWheel();
    const drive = mechanism.add(motor(joint.angle, { speed: 3 }));
    expect(drive.binds).toBe("velocities");
    mechanism.assemble();
    expect(joint.angle.rate).toBeCloseTo(3, 15);
    mechanism.system.place(0, [0, 0, 0], [0, 0, 0.6, 0.8], [0, 0, 0], [0, 0, 3]);
    const before = joint.angle.value;
    mechanism.assemble();
    expect(joint.angle.value).toBe(before);
    expect(mechanism.measureError().position).toBeLessThan(1e-15);
  });

  test("with a place binds positions: assembly brings the joint there", () => {
    const { mechanism, joint } = createWheel();
    const drive = mechanism.add(motor(joint.angle, { position: 3 }));
    expect(drive.binds).toBe("positions");
    mechanism.assemble();
    expect(joint.angle.value).toBeCloseTo(3, 14);
  });

  test("a function tells the speed and its rate: τ = I u̇", () => {
    const { mechanism, joint } = createWheel();
    const speed = (time: Float64Array, out: Float64Array) => {
      out[0] = 2 * time[0];
      out[1] = 2;
    };
    const drive = mechanism.add(motor(joint.angle, { speed }));
    integrate(dopri5(mechanism, { tolerance: 1e-12 }), 3);
    findReaction(mechanism, drive);
    expect(joint.angle.value).toBeCloseTo(9, 11);
    expect(drive.torque()).toBeCloseTo(1, 14);
    expect(() => drive.force()).toThrow(/motor\.force: must be a length, got "angle"/);
  });

  test("drives lengths of any kind: a rope that is drawn in", () => {
    const system = new RigidSystem();
    system.addForce(gravity([0, -10, 0]));
    system.particles.addParticle({ mass: 2, position: [0, -5, 0] });
    const mechanism = new Mechanism(system);
    const rod = mechanism.add(distance({ a: { particle: 0 }, b: [0, 0, 0] }));
    const { coordinate } = rod as FixedLength;
    mechanism.remove(rod);
    const drive = mechanism.add(motor(coordinate, { speed: -0.5 }));
    mechanism.assemble();
    integrate(dopri5(mechanism), 4);
    findReaction(mechanism, drive);
    // hangs 3 m below now; the winch pulls with the weight
    expect(system.particles.state[1]).toBeCloseTo(-3, 14);
    expect(drive.force()).toBeCloseTo(-20, 14);
    expect(() => drive.torque()).toThrow(/motor\.torque: must be an angle/);
  });

  test("what is refused", () => {
    const { mechanism, joint } = createWheel();
    const add = (options: Parameters<typeof motor>[1]) => () => mechanism.add(motor(joint.angle, options));
    expect(add({})).toThrow(/constraints\[1\]\.speed: must be given, or position, and not both/);
    expect(add({ speed: 1, position: 1 })).toThrow(/must be given, or position, and not both, got 1/);
    expect(add({ speed: Number.NaN })).toThrow(/constraints\[1\]\.speed: must be a finite number/);
    expect(add({ speed: (_, out) => out.fill(1, 0, 1) as never })).toThrow(/must be a function that returns nothing/);
    const half = (_: Float64Array, out: Float64Array) => {
      out[0] = 1;
    };
    expect(add({ speed: half })).toThrow(
      /\.speed: must write its value and its rate as finite numbers, got \[1, NaN\]/,
    );
    expect(add({ position: half })).toThrow(/\.position: must write its value and two derivatives/);
    expect(add({ torque: 1 } as object)).toThrow(/\.torque: must be an option/);
    expect(() => mechanism.add(motor(joint as never, { speed: 1 }))).toThrow(
      /\.coordinate: must be a coordinate of a joint/,
    );
    expect(mechanism.constraints.length).toBe(1);
    const { travel } = mechanism.add(slider({ a: { body: 0 }, at: z, axis: z }));
    expect(() => mechanism.add(motor(travel, { speed: 1 })).torque()).toThrow(/must be an angle, got "length"/);
  });
});
