/** No garbage in the steps of an island between events: see world-program.mjs. Settling makes some. */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const program = fileURLToPath(new URL("./world-program.mjs", import.meta.url));

/** Compiled on this thread, and never thrown away: what is optimised when does not depend on what else the machine does. */
const flags = ["--single-threaded", "--no-flush-bytecode", "--interrupt-budget=10000"];

test.each([
  "a ball in free flight",
  "a box in free flight",
  "a sliding box",
  "a sphere that spins and slides",
  "a ball that rolls",
  "a block that slides straight down a slope",
  "a block that slides and turns",
  "a block that sticks to a belt",
  "a chain that rubs at its joints",
  "a trolley with a load, on a rail that rubs the more it carries",
  "a swinging chain",
  "a pendulum with coordinates",
  "a pendulum with coordinates, after other scenes",
  "a swinging chain, after other scenes",
  "a sliding box, after other scenes",
])("%s: steps leave nothing on the heap", (name) => {
  const text = execFileSync(process.execPath, [...flags, program, name], { encoding: "utf8" });
  const { array, bytes, seconds, steps, events } = JSON.parse(text) as Record<string, number>;
  // the measurement sees what it must see
  expect(array).toBeGreaterThan(10);
  expect(events).toBe(0);
  expect(steps).toBeGreaterThanOrEqual(16 * seconds);
  // not one box in ten steps: functions that run once in a thousand steps are interpreted still, and box what they compute
  expect(bytes / (steps / seconds)).toBeLessThan(1.6);
});
