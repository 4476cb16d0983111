/** The benchmarks' measuring tools measure, and the command finds its way. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { closeBench, describeFindings, joinCodes, judgeAim } from "../bench/src/closing.js";
import { benchEvaluation } from "../bench/src/exact-quiet.js";
import { judgeDominoes } from "../bench/src/friction-heaps.js";
import { fitExponent, formatTime, measureAllocation, timeContenders } from "../bench/src/support.js";
import { listFiles, read, root } from "./support/repository.js";

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

describe("the end of a benchmark", () => {
  const good = judgeAim("real time", 0.5);
  const far = judgeAim("ten times Rapier", 5.1);

  /** What is printed, and the exit code. */
  function close(bounds: string[], aims?: Parameters<typeof closeBench>[1]) {
    const log = vi.spyOn(console, "log").mockImplementation(() => {});
    const code = closeBench(bounds, aims);
    const text = log.mock.calls.flat().join("\n");
    log.mockRestore();
    return { code, text };
  }

  test("tells an aim that is missed from bounds that hold", () => {
    expect(close([], [good, far])).toEqual({
      code: 3,
      text: "\nAll bounds hold.\nAims missed, 1 of 2 measured:\n  ten times Rapier: missed by 5.1 ×",
    });
    expect(close([], [good])).toEqual({ code: 0, text: "\nAll bounds hold.\nThe one aim measured is met." });
  });

  test("tells bounds that are missed first, and by the exit code", () => {
    const { code, text } = close(["10 boxes: overlap 1e-3"], [far]);
    expect(text).toMatch(/^\nBounds missed:\n {2}10 boxes: overlap 1e-3\nAims missed, 1 of 1 measured:/);
    expect(code).toBe(1);
  });

  test("does not say that aims are met which were not measured", () => {
    expect(close([], [])).toEqual({ code: 0, text: "\nAll bounds hold.\nNo aim was measured." });
    expect(describeFindings([])).toBe("All bounds hold.");
  });

  test("of several benchmarks a bound missed weighs more than an aim", () => {
    expect([joinCodes(3, 1), joinCodes(1, 3), joinCodes(0, 3), joinCodes(0, 0)]).toEqual([1, 1, 3, 0]);
  });

  test("no benchmark has another", () => {
    const own = listFiles("bench/src", ".ts").filter((path) => path !== "bench/src/closing.ts");
    expect(own.filter((path) => /All bounds|Missed:/.test(read(path)))).toEqual([]);
  });

  test("aims of dominoes are those of 200, and a row that does not fall misses them", () => {
    const nothing = { steps: 0, events: 0, overlap: 0, cones: 0, energy: 0, fault: "" };
    const own = { ...nothing, time: 39, reached: 11.3, isDone: true };
    const rapier = { ...own, time: 0.77 };
    const words = (size: number, isDone: boolean) =>
      judgeDominoes(`${size} dominoes`, size, { ...own, isDone }, rapier).map(({ missed }) => missed);
    // 39 s for 11.3 s, and 51 times Rapier where 10 times are wanted
    expect(words(200, true)).toEqual(["missed by 3.5 ×", "missed by 5.1 ×"]);
    expect(words(200, false)).toEqual(["missed", "missed"]);
    expect(words(50, true)).toEqual([]);
    expect(judgeDominoes("", 200, { ...own, time: 7 }, rapier).map(({ missed }) => missed)).toEqual([
      undefined,
      undefined,
    ]);
  });
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

  test("friction runs each from several starts, and tells the range", () => {
    const { status, stdout } = run("friction", "--only=dominoes", "--sizes=2", "--starts=2", "--limit=60");
    expect(stdout).toMatch(/^2 dominoes, start 1 +0\.\d+ s /m);
    expect(stdout).toMatch(/^2 dominoes, 2 starts: ended at 0\.\d+ to 0\.\d+ s, after \d\S* to \d\S* s$/m);
    expect(status).toBe(0);
  });

  test("friction runs dominoes beside Rapier, and contact problems", () => {
    const { status, stdout } = run("friction", "--only=dominoes,problems", "--sizes=2", "--limit=60");
    expect(stdout).toMatch(/^2 dominoes +0\.\d+ s /m);
    expect(stdout).toMatch(/^ {2}Rapier, 60 Hz +0\.\d+ s /m);
    expect(stdout).toMatch(/^pile +\d+ /m);
    // the aims are those of 200 dominoes
    expect(stdout).toContain("All bounds hold.\nNo aim was measured.");
    expect(status).toBe(0);
  });
});

test("exact finds the island of a quiet stack, and evaluates its derivative", () => {
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  const { aims } = benchEvaluation(true);
  const printed = log.mock.calls.join("\n");
  log.mockRestore();
  // ten cubes on one another have thirty rows: at rest no rate is another than zero
  expect(printed).toMatch(/^10 +30 .* 0\.0e\+0$/m);
  expect(aims).toHaveLength(1);
});
