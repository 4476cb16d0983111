/**
 * The flip of a body spun about its middle axis, found as the zeros of ω_y: its period to nine digits and more.
 *
 * In a flip, orbits of different periods lie close together: a change δ of the state there, be it only rounding, changes
 * the parameter m₁ by about δ, and the time of the next flip by δ/m₁. Before the first flip there is no such thing. So the
 * period comes best from the flips before and after the start, running backward for the one before.
 */
import { integrate, type Stepper } from "@rigor/engine/ode";
import { RigidSystem } from "@rigor/engine/rigid";
import { describe, expect, test } from "vitest";
import { solveFreeTop } from "../support/free-top.js";
import { adaptiveMethods, maxDifference, readOmega } from "../support/rigid.js";

const I = [6.5, 5, 2.5] as const;

/** From the complete elliptic integral: period, and the first time at which ω_y is zero. */
const cases = [
  { omega: [0.01, 5, 0.01], period: 12.901246003793636, firstZero: 2.767181507031388 },
  { omega: [0.0001, 10, 0.0001], period: 10.862373023498797, firstZero: 2.4865278237184967 },
] as const;

function build(omega: readonly number[]): RigidSystem {
  const system = new RigidSystem();
  system.addBody({ mass: 6, inertia: I, angularVelocity: omega });
  return system;
}

/** The times at which ω_y is zero, up to `end`. */
function findFlips(stepper: Stepper, end: number): number[] {
  const { events } = integrate(stepper, end, { events: [{ value: (state) => readOmega(state, I)[1] }] });
  return events.map(({ t }) => t);
}

describe.each(cases)("ω = $omega", ({ omega, period, firstZero }) => {
  const top = solveFreeTop(I, omega);

  test("the oracle has the same period", () => {
    // a unit in the last place
    expect(Math.abs(top.period / period - 1)).toBeLessThan(3e-16);
  });

  test.each(["dopri5", "adams", "rk4 with step doubling"])("half a period between two flips, by %s", (name) => {
    const tolerance = name.startsWith("rk4") ? 1e-12 : 1e-15;
    const [after] = findFlips(adaptiveMethods[name](build(omega), tolerance), firstZero + 0.1);
    const [before] = findFlips(adaptiveMethods[name](build(omega), tolerance), firstZero - period / 2 - 0.1);
    const error = Math.max(Math.abs(after - firstZero), Math.abs((2 * (after - before)) / period - 1));
    // an error at the start grows by a hundredfold and more (measured: 569); rk4 has nine digits, the others twelve
    expect(error / tolerance).toBeLessThan(1200);
    expect(error).toBeLessThan(name.startsWith("rk4") ? 5e-10 : 1.2e-12);
  });

  test.each(["dopri5", "adams"])("the next flips, by %s, as sharply as they can be had", (name) => {
    const flips = findFlips(adaptiveMethods[name](build(omega), 1e-15), 1.4 * period);
    expect(flips.length).toBe(3);
    flips.forEach((t, k) => {
      // measured: 17
      expect((top.m1 * Math.abs(t - (firstZero + (k * period) / 2))) / 1e-15).toBeLessThan(35);
    });
  });

  test("after a period ω is what it was", () => {
    const system = build(omega);
    integrate(adaptiveMethods.dopri5(system, 1e-15), period);
    // there ω changes at a hundredth of its rate in a flip (measured: 0.47)
    expect((top.m1 * maxDifference(readOmega(system.state, I), omega)) / 1e-15).toBeLessThan(1);
  });
});

test("the milder case to nine digits over two flips and a whole period", () => {
  const [{ omega, period }] = cases;
  const flips = findFlips(adaptiveMethods.dopri5(build(omega), 1e-15), 1.4 * period);
  // measured: 4.3e-10
  expect(Math.abs((flips[2] - flips[0]) / period - 1)).toBeLessThan(1e-9);
});
