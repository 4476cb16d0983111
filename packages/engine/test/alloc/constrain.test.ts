/** No garbage in a step of a mechanism, whatever the solver and the method: see constrain-program.mjs. */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const program = fileURLToPath(new URL("./constrain-program.mjs", import.meta.url));

/** Compiled on this thread, and never thrown away: what is optimised when does not depend on what else the machine does. */
const flags = ["--single-threaded", "--no-flush-bytecode"];

test("a step leaves nothing on the heap", () => {
  const text = execFileSync(process.execPath, [...flags, program], { encoding: "utf8" });
  const { "an empty array": array, ...bytes } = JSON.parse(text) as Record<string, number>;
  // the measurement sees what it must see
  expect(array).toBeGreaterThan(10);
  expect(Object.keys(bytes).length).toBe(10);
  for (const [method, left] of Object.entries(bytes)) {
    // not one box in ten steps: functions that run once in a thousand steps are interpreted still, and box what they compute
    expect(left, method).toBeLessThan(1.6);
  }
});
