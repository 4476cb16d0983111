/** Work is counted in factorisations: the budget of a moment, and of an event. */
import { expect, test } from "vitest";
import { unlimited } from "../../../../src/linalg/index.js";
import type { IslandContext } from "../../../../src/world/context/island-context.js";
import { WorkBudget } from "../../../../src/world/context/work-budget.js";

function build(contacts: number, particleCount = 0) {
  const coneSolver = { factorizations: 0, limit: unlimited };
  const friction = { factorizations: 0, cones: { count: contacts } };
  const island = { friction, model: { particleCount, coordinates: [] } };
  const run = {
    island,
    solvers: {
      coneSolver,
      friction,
      get factorizations() {
        return coneSolver.factorizations + friction.factorizations;
      },
    },
  };
  const budget = new WorkBudget(run as unknown as IslandContext);
  const at = Float64Array.of(0);
  const isTooMuch = (t: number, factorizations: number) => {
    at[0] = t;
    coneSolver.factorizations += factorizations;
    return budget.isTooMuch(at, 0);
  };
  return { budget, coneSolver, friction, at, isTooMuch };
}

test("a thousand within 1e-4 s are too many, among many contacts", () => {
  const { isTooMuch } = build(64);
  expect(isTooMuch(1, 5000)).toBe(false);
  expect(isTooMuch(1 + 5e-5, 1000)).toBe(false);
  expect(isTooMuch(1 + 6e-5, 1)).toBe(true);
  // a moment later counting begins anew
  expect(isTooMuch(1 + 2e-4, 700)).toBe(false);
  expect(isTooMuch(1 + 2.5e-4, 700)).toBe(false);
  // and more where each is less work
  for (const [contacts, most] of [
    [32, 4000],
    [9, 10_000],
  ]) {
    const few = build(contacts);
    few.isTooMuch(1, 0);
    expect(few.isTooMuch(1, most)).toBe(false);
    expect(few.isTooMuch(1, 1)).toBe(true);
  }
  expect(build(8).isTooMuch(1, 0) || build(8).isTooMuch(1, 5000)).toBe(false);
});

test("the count begins where it is reset, and has no limit where it is lifted", () => {
  const { budget, isTooMuch, at } = build(64);
  isTooMuch(1, 0);
  expect(isTooMuch(1, 2000)).toBe(true);
  budget.reset();
  expect(isTooMuch(1, 0)).toBe(false);
  budget.excuse(at, 0);
  expect(isTooMuch(1, 9000)).toBe(false);
  isTooMuch(1.01, 0);
  expect(isTooMuch(1.01, 2000)).toBe(true);
});

test("an event has a budget if many contacts can go on by time steps", () => {
  for (const [contacts, particles, limit] of [
    [9, 0, 1000],
    [8, 0, unlimited],
    [9, 1, unlimited],
  ]) {
    const { budget, coneSolver, friction } = build(contacts, particles);
    budget.begin(contacts);
    expect(coneSolver.limit).toBe(limit);
    friction.factorizations += 1000;
    expect(budget.judge()).toBe(null);
    coneSolver.factorizations += 1;
    expect(budget.judge() === null).toBe(limit === unlimited);
  }
  const { budget } = build(9);
  budget.isFree = true;
  expect(budget.findLimit(9)).toBe(unlimited);
});
