/** What createProblem finds out about its arguments before the first step. */
import { RigorError } from "@rigor/engine/math";
import { createProblem, type DerivativeFunction, type ProblemOptions, rk4 } from "@rigor/engine/ode";
import { describe, expect, test } from "vitest";

const wrong = (value: unknown): never => value as never;

function faultOf(make: () => unknown): string {
  try {
    make();
  } catch (error) {
    expect(error).toBeInstanceOf(RigorError);
    return (error as Error).message;
  }
  return "none";
}

describe("the derivative function", () => {
  const faultOfFunction = (f: DerivativeFunction, n = 2) =>
    faultOf(() => createProblem(new Float64Array(n).fill(1), f));

  test("that returns what it should write", () => {
    expect(faultOfFunction(wrong((y: Float64Array) => [-y[0], -y[1]]))).toBe(
      "f: must write into `out` and return nothing, got [-1, -1]; write out[0] = …; out[1] = …",
    );
    expect(faultOfFunction(wrong(async (_: Float64Array, out: Float64Array) => void out.fill(0)))).toContain(
      "return nothing",
    );
  });

  test("that writes too little", () => {
    expect(faultOfFunction((y, out) => void out.set([y[1]]))).toBe(
      "f: must write every entry of `out`; out[1] was left as it was, got undefined; y has 2 entries: write out[0] … out[1]",
    );
    expect(faultOfFunction(() => {}, 1)).toContain("out[0] was left as it was");
  });

  test("that writes too much", () => {
    const f: DerivativeFunction = (y, out) => {
      for (let i = 0; i < 3; i++) out[i] = -y[i];
    };
    expect(faultOfFunction(f)).toContain("f: must not write beyond out[1]; it wrote out[2], got");
    expect(faultOfFunction(f, 3)).toBe("none");
  });

  test.each<[string, DerivativeFunction]>([
    ["fills", (_, out) => void out.fill(0)],
    ["fills, and returns what it filled", (_, out) => out.fill(0)],
    ["returns a number", (y, out) => out.fill(y[0]).length],
    ["goes by the length of out", (y, out) => void out.set(Float64Array.from(out, (_, i) => -y[i]))],
    [
      "has a place for each entry, and no more",
      (_, out) => void out.set(Float64Array.from(out, (_, i) => [{ a: 1 }, { a: 2 }][i].a)),
    ],
    ["sets", (y, out) => out.set(y.subarray(0, 2))],
    ["is not finite at the start", (_, out) => void out.set([Number.NaN, Infinity])],
    ["leaves nothing but zeros", (_, out) => void out.set([0, -0])],
  ])("that %s is welcome", (_, f) => expect(faultOfFunction(f)).toBe("none"));

  test("what it throws is thrown; it sees the initial state, and may spoil its copy", () => {
    expect(() => createProblem([1], () => fail())).toThrow("on purpose");
    const seen: number[][] = [];
    const problem = createProblem(
      [3],
      (y, out) => {
        seen.push([...y]);
        out[0] = 1;
        y[0] = 7;
      },
      { time: 2 },
    );
    expect(seen).toEqual([
      [3, 2],
      [3, 2],
    ]);
    expect([...rk4(problem, { step: 1 }).state]).toEqual([3, 2]);
  });
});

function fail(): never {
  throw new Error("on purpose");
}

describe("the other arguments", () => {
  const f: DerivativeFunction = (y, out) => void out.set([-y[0]]);

  test.each<[string, () => unknown, string]>([
    ["a number for y", () => createProblem(wrong(1), f), "initial: must be a list of numbers, got 1; write [1]"],
    ["no y", () => createProblem(wrong(undefined), f), "initial: must be a list of numbers, got undefined"],
    ["a text for y", () => createProblem(wrong("1"), f), 'initial: must be a list of numbers, got "1"'],
    ["no f", () => createProblem([1], wrong(undefined)), "f: must be a function, got undefined; write (y, out) =>"],
    ["a number for f", () => createProblem([1], wrong(5)), "f: must be a function, got 5"],
    [
      "a matrix for the Jacobian",
      () => createProblem([1], f, { jacobian: wrong([1]) }),
      "options.jacobian: must be a function, got [1]",
    ],
    [
      "a number for the options",
      () => createProblem([1], f, wrong(0)),
      "options: must be an object with time, jacobian, pattern, got 0",
    ],
    [
      "an unknown option",
      () => createProblem([1], f, { jacobi: f } as ProblemOptions),
      "options.jacobi: must be one of time, jacobian, pattern, got function",
    ],
  ])("%s", (_, make, message) => expect(faultOf(make)).toContain(message));
});
