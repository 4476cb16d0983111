/** A Jacobian that was not finite was reported as an entry of y, with the advice to check f. */
import { backwardEuler, createProblem, integrate, type Problem, radau5, stepDoubling } from "@rigor/engine/ode";
import { expect, test } from "vitest";

test.each<[string, (problem: Problem) => ReturnType<typeof radau5>]>([
  ["radau5", (problem) => radau5(problem)],
  ["backward Euler", (problem) => backwardEuler(problem, { step: 0.1 })],
  ["backward Euler with step doubling", (problem) => stepDoubling(backwardEuler, problem)],
])("%s says that it was the Jacobian", (_, method) => {
  const f = (y: Float64Array, out: Float64Array) => void out.set([-y[0], -y[1]]);
  const problem = createProblem([1, 1], f, {
    jacobian: (_, out) => out.set([-1, 0, 0, Number.NaN]),
  });
  const stepper = method(problem);
  const report = integrate(stepper, 100);
  expect(report.status).toBe("not-finite");
  expect(report.offender).toBe(1);
  expect(report.message).toMatch(
    /^the Jacobian was not finite in row 1 of y, in the step from t = .*; check `jacobian` there/,
  );
  // and an f that is not finite is told from it
  const bad = method(createProblem([1], (_, out) => void out.set([Number.NaN])));
  expect(integrate(bad, 100).message).toMatch(/^entry 0 of y or its derivative/);
});
