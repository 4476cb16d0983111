/** What is promised of a call is told where it is not kept. */
import { expect, test } from "vitest";
import { createPlane } from "../../../../src/collide/index.js";
import { createSettings, type WorldOptions } from "../../../../src/world/model/settings.js";
import { judgeCertificate } from "../../../../src/world/observe/certificate.js";
import { createWorst } from "../../../../src/world/record/report.js";
import { World } from "../../../../src/world/world.js";

function judge(total: number, joints: number, options: WorldOptions = {}) {
  const worst = { ...createWorst(), constraintError: joints };
  const mark = { first: 10, largest: 0 };
  const now = { kinetic: total - 14, potential: 14, dissipated: 3, work: 3, total };
  judgeCertificate({ worst, settings: createSettings(options), swing: new Float64Array(1) }, mark, now);
  return { ...worst, largest: mark.largest };
}

test("books and joints within their bounds", () => {
  const { energyError, largest, fallbacks } = judge(10 + 1e-6, 9e-10);
  expect(largest).toBe(14);
  expect(Math.abs(energyError - 1e-6 / 14)).toBeLessThan(1e-15);
  expect(fallbacks).toEqual([]);
});

test("beyond them it is told, by the tolerance asked for", () => {
  const books = "energy/balance: the energy balance is off by more than the tolerance allows";
  const joints = "joints/error: joints are off by more than the tolerance allows";
  expect(judge(10 + 2e-6, 0).fallbacks).toEqual([books]);
  expect(judge(10 - 2e-6, 2e-9).fallbacks).toEqual([books, joints]);
  expect(judge(10 + 2e-6, 2e-9, { tolerance: 1e-6 }).fallbacks).toEqual([]);
  expect(judge(10 + 1e-6, 0, { tolerance: 1e-10 }).fallbacks).toEqual([books]);
  expect(judge(Number.NaN, 0).fallbacks).toEqual([books]);
});

test("forces that satisfy the law less well than promised are told", () => {
  const now = { kinetic: 1, potential: 0, dissipated: 0, work: 0, total: 1 };
  const tell = (residual: number) => {
    const worst = { ...createWorst(), residual };
    judgeCertificate(
      { worst, settings: createSettings({}), swing: new Float64Array(1) },
      { first: 1, largest: 0 },
      now,
    );
    return worst.fallbacks;
  };
  expect(tell(1e-9)).toEqual([]);
  expect(tell(1.1e-9)).toEqual([
    "contact/complementarity: forces are off the Signorini–Coulomb conditions by more than 1e-9",
  ]);
});

test("where all energies are near zero, what weights do within rounding is no difference", () => {
  const world = new World({ gravity: [4, -9, 0] });
  world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true, friction: 0.5 });
  // it is not known to be at rest: particles do not sleep
  world.addParticle({ mass: 0.7, position: [0, 0, 0], collide: true, friction: 0.5 });
  const { worst } = world.advanceTo(10);
  expect(worst.energyError).toBe(0);
  expect(worst.fallbacks).toEqual([]);
});

test("a fixed step promises no more than that energies are not off by a hundredth", () => {
  expect(judge(10.05, 1e-3, { integrator: "rk4" }).fallbacks).toEqual([]);
  expect(judge(10.2, 1e-3, { integrator: "rk4" }).fallbacks).toEqual([
    "energy/balance: the energy balance is off by more than the tolerance allows",
  ]);
});
