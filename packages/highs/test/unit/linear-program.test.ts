import { type LinearProgram, type LinearProgramSolver, LinearProgramStatus } from "@rigor/engine/contact";
import { createHighs } from "@rigor/highs";
import { beforeAll, describe, expect, test } from "vitest";

let solver: LinearProgramSolver;
beforeAll(async () => {
  solver = await createHighs();
});

/** A program from plain lists; rows are [values, relation, bound]. */
function program(
  cost: readonly number[],
  rows: readonly (readonly [readonly number[], "=" | ">=", number])[],
  free: readonly number[] = [],
): LinearProgram {
  return {
    rows: rows.length,
    columns: cost.length,
    cost: Float64Array.from(cost),
    matrix: Float64Array.from(rows.flatMap(([values]) => values)),
    bound: Float64Array.from(rows, ([, , bound]) => bound),
    isEquality: Uint8Array.from(rows, ([, relation]) => (relation === "=" ? 1 : 0)),
    isFree: Uint8Array.from(cost, (_, j) => (free.includes(j) ? 1 : 0)),
  };
}

function solve(p: LinearProgram): [LinearProgramStatus, number[]] {
  const x = new Float64Array(p.columns).fill(Number.NaN);
  return [solver.solve(x, p), Array.from(x)];
}

describe("linear programs by HiGHS", () => {
  test("a vertex, by hand", () => {
    // x + 2y ≥ 4, 3x + y ≥ 6: the lines meet in (8/5, 6/5)
    const [status, [x, y]] = solve(
      program(
        [1, 1],
        [
          [[1, 2], ">=", 4],
          [[3, 1], ">=", 6],
        ],
      ),
    );
    expect(status).toBe(LinearProgramStatus.optimal);
    expect(x).toBeCloseTo(1.6, 14);
    expect(y).toBeCloseTo(1.2, 14);
  });

  test("equalities, and unknowns of any sign", () => {
    const rows = [
      [[1, 1], "=", 1],
      [[1, -1], ">=", 3],
    ] as const;
    expect(solve(program([1, 0], rows))[0]).toBe(LinearProgramStatus.infeasible);
    expect(solve(program([1, 0], rows, [1]))).toEqual([LinearProgramStatus.optimal, [2, -1]]);
  });

  test("arrays may be longer than the program", () => {
    const { rows, columns, ...arrays } = program([1], [[[2], ">=", 3]]);
    const longer = Object.fromEntries(
      Object.entries(arrays).map(([name, array]) => [
        name,
        array instanceof Float64Array ? Float64Array.of(...array, 9) : Uint8Array.of(...array, 1),
      ]),
    ) as typeof arrays;
    expect(solve({ rows, columns, ...longer })).toEqual([LinearProgramStatus.optimal, [1.5]]);
  });

  test("bad options are named", async () => {
    await expect(createHighs({ tolerance: 0 })).rejects.toThrow(
      "options.tolerance: must be a number from 1e-10 to 1e-2, got 0",
    );
  });

  test("no solution, no bound, no unknowns", () => {
    expect(solve(program([0], [[[-1], ">=", 1]]))[0]).toBe(LinearProgramStatus.infeasible);
    expect(solve(program([-1], [[[1], ">=", 0]]))[0]).toBe(LinearProgramStatus.failed);
    expect(solve(program([], [[[], ">=", -1]]))[0]).toBe(LinearProgramStatus.optimal);
    expect(solve(program([], [[[], ">=", 1]]))[0]).toBe(LinearProgramStatus.infeasible);
    expect(solve(program([], [[[], "=", -1]]))[0]).toBe(LinearProgramStatus.infeasible);
  });
});
