/** When f threw in the middle of a step, the Adams method went on with the differences of half a step: wrong by 1e-5. */
import { adams, createProblem, integrate } from "@rigor/engine/ode";
import { expect, test } from "vitest";

test("wherever f throws, the run can be taken up again", () => {
  let calls = 0;
  let fatal = -1;
  const problem = createProblem([1, 0], (y, out) => {
    if (calls++ === fatal) throw new Error("once");
    out[0] = -y[1];
    out[1] = y[0];
  });
  for (let call = 0; call < 60; call++) {
    fatal = -1;
    problem.setState(Float64Array.of(1, 0, 0));
    const stepper = adams(problem, { tolerance: 1e-10 });
    calls = 0;
    fatal = call;
    expect(() => integrate(stepper, 5)).toThrow("once");
    expect(integrate(stepper, 5).status).toBe("done");
    // without the accident the error is 3e-10
    expect(Math.hypot(stepper.state[0] - Math.cos(5), stepper.state[1] - Math.sin(5))).toBeLessThan(1e-9);
  }
});
