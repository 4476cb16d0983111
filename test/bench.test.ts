/** The benchmarks' measuring tools measure, and the command finds its way. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fitExponent, formatTime, measureAllocation, timeContenders } from "../bench/src/support.js";
import { root } from "./support/repository.js";

describe("fitExponent", () => {
  test("finds the exponent of a power law", () => {
    const sizes = [1000, 10_000, 100_000];
    // logarithms of exact powers: a few roundings
    expect(
      fitExponent(
        sizes,
        sizes.map((n) => 3e-9 * n * Math.sqrt(n)),
      ),
    ).toBeCloseTo(1.5, 12);
  });

  test("is the slope of the least-squares line", () => {
    // log cost: 0, 2, 1 at log size 0, 1, 2; slope ((−1)(−1) + 0 + 1·0) / 2
    expect(fitExponent([1, Math.E, Math.E ** 2], [1, Math.E ** 2, Math.E])).toBeCloseTo(0.5, 12);
  });
});

describe("measureAllocation", () => {
  const keep = new Float64Array(4);
  let kept: unknown;

  test("sees nothing where nothing is allocated", () => {
    const run = () => {
      for (let i = 0; i < keep.length; i++) keep[i] = keep[i]! + 1;
    };
    expect(measureAllocation(run)).toBeLessThan(1);
  });

  test("sees an array on the heap, and one beside it", () => {
    const onHeap = measureAllocation(() => {
      kept = [1.5, 2.5, 3.5, 4.5];
    });
    // four doubles, and their headers
    expect(onHeap).toBeGreaterThanOrEqual(32);
    expect(onHeap).toBeLessThan(200);
    const beside = measureAllocation(() => {
      kept = new Float64Array(1000);
    });
    expect(beside).toBeGreaterThanOrEqual(8000);
    expect(kept).toHaveLength(1000);
  });
});

test("timeContenders tells more work from less, per call", () => {
  const work = (length: number) => {
    const values = new Float64Array(length).fill(1);
    return () => {
      for (let i = 1; i < length; i++) values[i] = values[i - 1] * 0.5 + 1;
    };
  };
  const [less, more] = timeContenders(
    [
      { name: "less", run: work(1000) },
      { name: "more", run: work(20_000) },
    ],
    { repeats: 5, turn: 0.005 },
  );
  expect([less!.name, more!.name]).toEqual(["less", "more"]);
  expect(less!.best).toBeLessThanOrEqual(less!.median);
  // twenty times the work, in turns on the same machine
  expect(more!.median).toBeGreaterThan(less!.median);
});

test("formatTime chooses the unit", () => {
  expect([2, 0.0123, 4.56e-6, 7e-10].map(formatTime)).toEqual(["2.00 s", "12.3 ms", "4.56 µs", "0.700 ns"]);
});

describe("npm run bench", () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [join(root, "bench/dist/main.js"), ...args], { encoding: "utf8" });

  test("lists what there is", () => {
    const { status, stdout } = run("--list");
    expect(status, "run `npm run build`").toBe(0);
    expect(stdout).toMatch(/^ {2}ode /m);
    expect(stdout).toMatch(/^ {2}particles /m);
    expect(stdout).toMatch(/^ {2}rigid /m);
  });

  test("does not know every name, and says so", () => {
    const { status, stdout, stderr } = run("partikles");
    expect(stderr).toContain('There is no benchmark "partikles"');
    expect(stderr).toMatch(/^ {2}particles /m);
    expect(stdout).toBe("");
    expect(status).toBe(2);
  });

  test("does not know every option, and says which there are", () => {
    const { status, stderr } = run("accuracy", "--scene=cradle");
    expect(stderr).toContain("There is no option --scene=cradle; there is --quick, --only=");
    expect(status).toBe(2);
  });

  test("accuracy measures every engine that is asked for", () => {
    const { status, stdout } = run("accuracy", "--only=cradle,bullet", "--engines=rigor,rapier,physx", "--rates=60");
    // of the cradle and of the bullet: ours is exact
    expect(stdout).toMatch(/^Rigor +60 Hz +0 +0 /m);
    expect(stdout).toMatch(/^Rigor +60 Hz +stopped +stopped +0 /m);
    expect(stdout).toMatch(/^Rapier +60 Hz +\d+ /m);
    expect(stdout).toMatch(/^PhysX +60 Hz +passes +stopped /m);
    expect(status).toBe(0);
  });

  test("friction runs dominoes beside Rapier, and contact problems", () => {
    const { status, stdout } = run("friction", "--only=dominoes,problems", "--sizes=2", "--limit=60");
    expect(stdout).toMatch(/^2 dominoes +0\.\d+ s /m);
    expect(stdout).toMatch(/^ {2}Rapier, 60 Hz +0\.\d+ s /m);
    expect(stdout).toMatch(/^pile +\d+ /m);
    expect(stdout).toContain("All bounds and aims hold.");
    expect(status).toBe(0);
  });
});
