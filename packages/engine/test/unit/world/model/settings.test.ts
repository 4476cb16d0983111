/** The choices of a world: defaults, and what is refused. */
import { RigorError } from "@rigor/engine/math";
import { describe, expect, test } from "vitest";
import { createSettings, type WorldOptions } from "../../../../src/world/model/settings.js";

test("defaults", () => {
  expect(createSettings({})).toEqual({
    gravity: Float64Array.of(0, -9.81, 0),
    tolerance: 1e-8,
    contactTolerance: 1e-7,
    restitutionThreshold: 1e-6,
    collisions: "simultaneous",
    restitution: "newton",
    resting: "auto",
    linearProgram: undefined,
    integrator: "dopri5",
    step: Infinity,
    impactTime: "conservative",
    time: 0,
  });
});

test("methods of fixed step have one by default", () => {
  for (const integrator of ["rk4", "midpoint", "euler"] as const)
    expect(createSettings({ integrator }).step).toBe(1e-3);
  for (const integrator of ["dopri5", "adams"] as const) expect(createSettings({ integrator }).step).toBe(Infinity);
  expect(createSettings({ integrator: "rk4", step: 0.01 }).step).toBe(0.01);
});

test("what is given is kept, and gravity copied", () => {
  const gravity = [0, 0, -1.62];
  const settings = createSettings({ gravity, time: -3, collisions: "propagation" });
  gravity[2] = 5;
  expect(settings.gravity).toEqual(Float64Array.of(0, 0, -1.62));
  expect([settings.time, settings.collisions]).toEqual([-3, "propagation"]);
});

describe("is refused, by name", () => {
  const cases: [unknown, RegExp][] = [
    [null, /options: must be an object of options, got null; for example { gravity: /],
    [{ gravty: [0, 0, 0] }, /options\.gravty: must be an option.*there are gravity, /],
    [{ gravity: [0, 1] }, /options\.gravity: must be three finite numbers, got \[0, 1\]/],
    [{ tolerance: 0 }, /options\.tolerance: must be a finite number > 0, got 0/],
    [{ contactTolerance: -1e-7 }, /options\.contactTolerance: must be a finite number > 0/],
    [{ restitutionThreshold: "small" }, /options\.restitutionThreshold: must be a finite number > 0, got "small"/],
    [{ step: 0 }, /options\.step: must be > 0, got 0/],
    [{ time: Number.NaN }, /options\.time: must be a finite number, got NaN/],
    [{ collisions: "gauss" }, /options\.collisions: must be one of simultaneous, propagation, got "gauss"/],
    [{ resting: "lemke" }, /options\.resting: must be one of auto, pivot, lp-1989, got "lemke"/],
    [
      { integrator: "rk5" },
      /options\.integrator: must be one of dopri5, adams, rk4, midpoint, euler, backward-euler, got "rk5"/,
    ],
    [{ impactTime: "newton" }, /options\.impactTime: must be one of conservative, regula-falsi, bisection/],
    [{ resting: "lp-1989" }, /options\.linearProgram: must be given beside resting.*createHighs\(\) of @rigor\/highs/],
  ];
  test.each(cases)("%j", (options, message) => {
    expect(() => createSettings(options as WorldOptions)).toThrow(message);
    expect(() => createSettings(options as WorldOptions)).toThrow(RigorError);
  });
});
