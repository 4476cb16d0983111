import { Mechanism, slider } from "@rigor/engine/constrain";
import { dopri5, integrate } from "@rigor/engine/ode";
import { createRotatePath, gravity, RigidSystem } from "@rigor/engine/rigid";
import { describe, expect, test } from "vitest";
import { addWheel, findReaction } from "../../../support/joints.js";

describe("slider", () => {
  test("down a slope: s = ½ g t² sin α, and the rail carries the rest with the moment of its offset", () => {
    const system = new RigidSystem();
    system.addForce(gravity([0, -10, 0]));
    addWheel(system, 2, 1);
    const mechanism = new Mechanism(system);
    // sin α = 0.6; the rail passes 0.5 m beside the centre, along z
    const rail = mechanism.add(slider({ a: { body: 0 }, at: [0, 0, 0.5], axis: [0.8, -0.6, 0] }));
    expect(rail.rows).toBe(5);
    integrate(dopri5(mechanism), 1);
    // a parabola, exact but for rounding
    expect(rail.travel.value).toBeCloseTo(3, 14);
    expect(rail.travel.rate).toBeCloseTo(6, 14);
    // 2·10·0.8 across; about the place, r = (0, 0, −0.5): −r × F
    const force = [16 * 0.6, 16 * 0.8, 0];
    // what the force and the torque of the rail do about the centre vanishes
    const [fx, fy, fz, tx, ty, tz] = findReaction(mechanism, rail);
    expect([fx, fy, fz].every((f, k) => Math.abs(f - force[k]) < 1e-12)).toBe(true);
    expect(Math.abs(tx - 0.5 * fy)).toBeLessThan(5e-15);
    expect(Math.abs(ty + 0.5 * fx)).toBeLessThan(5e-15);
    expect(Math.abs(tz)).toBeLessThan(5e-15);
  });

  test("a bead on a rail that is carried round: r = cosh ω t", () => {
    const system = new RigidSystem();
    system.addBody({ path: createRotatePath({ axis: [0, 0, 1], rate: 2 }) });
    system.particles.addParticle({ mass: 1, position: [1, 0, 0], velocity: [0, 2, 0] });
    const mechanism = new Mechanism(system);
    const rail = mechanism.add(slider({ a: { particle: 0 }, b: { body: 0, point: [0, 0, 0] }, axis: [1, 0, 0] }));
    expect(rail.rows).toBe(2);
    expect(rail.travel.value).toBe(1);
    integrate(dopri5(mechanism, { tolerance: 1e-11 }), 1.5);
    // the tolerance of the run, grown as the motion does, by 10
    expect(Math.abs(rail.travel.value - Math.cosh(3))).toBeLessThan(8e-11);
    // the rail pushes by 2 m ω ṙ, across
    const [fx, fy] = findReaction(mechanism, rail);
    expect(Math.abs(Math.hypot(fx, fy) - 8 * Math.sinh(3))).toBeLessThan(1e-9);
  });
});
