/** The progress line, on a made-up terminal with a made-up clock. */
import { describe, expect, test } from "vitest";
import { createProgress, formatNumber } from "../src/progress.js";

/** A progress of 100 s of simulated time, and what it wrote. */
function watch(options: { isTTY?: boolean; columns?: number; env?: Record<string, string> }) {
  const written: string[] = [];
  const clock = { now: 0 };
  const { isTTY = false, columns = 80, env = {} } = options;
  const output = { write: (text: string) => written.push(text), isTTY, columns };
  const progress = createProgress({ label: "fall", end: 100, output, env, now: () => clock.now });
  return { written, clock, progress };
}

const esc = String.fromCharCode(27);
const withoutCodes = (text: string) => text.replaceAll(new RegExp(`\r|${esc}\\[[0-9;]*[A-Za-z]`, "g"), "");

describe("on a terminal", () => {
  test("one line is rewritten, with bar, percent, time, rate, what is gone and what is left", () => {
    const { written, clock, progress } = watch({ isTTY: true, columns: 120 });
    clock.now = 2;
    progress.update(25);
    expect(written).toHaveLength(2);
    expect(written[1]!.startsWith(`\r${esc}[K`)).toBe(true);
    expect(written[1]).not.toContain("\n");
    expect(withoutCodes(written[1]!)).toBe(
      `fall  ${"━".repeat(10)}${"─".repeat(30)}   25%  t = 25.0 s  12.5 × real time  2.0 s gone  6.0 s left`,
    );
    progress.finish();
    expect(written.at(-1)).toBe("\n");
  });

  test("at 80 columns a bar is left, with events and contacts: rate and name give way", () => {
    const written: string[] = [];
    const output = { write: (text: string) => written.push(text), isTTY: true, columns: 80 };
    let now = 0;
    const progress = createProgress({ label: "newtons-cradle", end: 100, output, env: {}, now: () => now });
    now = 59;
    progress.update(62.1, ["1234 events", "56 contacts"]);
    expect(withoutCodes(written[1])).toBe(
      `${"━".repeat(8)}${"─".repeat(5)}   62%  t = 62.1 s  0:59 gone  0:36 left  1234 events  56 contacts`,
    );
  });

  test("it is drawn at most ten times a second", () => {
    const { written, clock, progress } = watch({ isTTY: true });
    for (let i = 1; i <= 1000; i++) {
      clock.now = i / 1000;
      progress.update(i / 10);
    }
    expect(written.length).toBeGreaterThanOrEqual(10);
    expect(written.length).toBeLessThanOrEqual(11);
  });

  test.each([10, 20, 30, 40, 60, 80, 200])("it is never wider than a terminal of %i columns", (columns) => {
    const { written, clock, progress } = watch({ isTTY: true, columns });
    for (const time of [0, 12.5, 49.9, 99, 100]) {
      clock.now += 4000;
      progress.update(time);
    }
    for (const line of written) expect(withoutCodes(line).length).toBeLessThan(Math.max(columns, 21));
  });

  test("NO_COLOR removes the colours, and nothing else", () => {
    const plain = watch({ isTTY: true, env: { NO_COLOR: "1" } });
    const colored = watch({ isTTY: true });
    for (const { clock, progress } of [plain, colored]) {
      clock.now = 1;
      progress.update(50);
    }
    expect(colored.written[1]).toContain(`${esc}[36m`);
    expect(plain.written[1]).not.toContain("m━");
    expect(plain.written[1]!.replaceAll(`${esc}[K`, "")).not.toContain(esc);
    expect(withoutCodes(plain.written[1]!)).toBe(withoutCodes(colored.written[1]!));
  });
});

describe("elsewhere", () => {
  test.each([{}, { isTTY: true, env: { TERM: "dumb" } }])(
    "plain lines: first, last, one in five seconds",
    (options) => {
      const { written, clock, progress } = watch(options);
      for (let i = 1; i <= 119; i++) {
        clock.now = i / 10;
        progress.update((100 * i) / 120);
      }
      clock.now = 12;
      progress.update(100);
      progress.finish();
      expect(written).toEqual([
        "fall: 0%, t = 0 s\n",
        "fall: 41%, t = 41.7 s, 8.33 × real time, 5.0 s gone, 7.0 s left\n",
        "fall: 83%, t = 83.3 s, 8.33 × real time, 0:10 gone, 2.0 s left\n",
        "fall: 100%, t = 100 s, 8.33 × real time, took 0:12\n",
      ]);
    },
  );
});

test("numbers have three digits and no more noise than that", () => {
  const cases: [number, string][] = [
    [0, "0"],
    [1.23456, "1.23"],
    [-0.0123456, "-0.0123"],
    [99.96, "100"],
    [12345.6, "12346"],
    [1e-7, "1.00e-7"],
    [3e9, "3.00e+9"],
  ];
  for (const [value, text] of cases) expect(formatNumber(value)).toBe(text);
});
