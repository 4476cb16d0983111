/** A slice of the golden file: `npm run golden` compares all of it. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { compare } from "../scripts/golden.mjs";
import { root } from "./support/repository.js";

test("every seventh run comes to what it came to, to the last bit", () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, "scripts/golden.mjs"), "--slice"], {
    encoding: "utf8",
  });
  expect(`${stdout}${stderr}`).toMatch(/^(\d+) of \1 as they were/m);
  expect(status).toBe(0);
});

describe("lines are compared", () => {
  const line = (name: string, state = "a", steps = 3) => [name, state, "b:1", "0", String(steps), "7"].join("\t");

  test("by name and column", () => {
    expect(compare([line("x"), line("y")], [line("x"), line("y", "c", 4)], true)).toEqual([
      "y: state a → c, steps 3 → 4",
    ]);
  });

  test("and those of which there is but one are named, where all are compared", () => {
    expect(compare([line("x"), line("y")], [line("z"), line("x")], true)).toEqual([
      "z: is not in the golden file",
      "y: is in the golden file only",
    ]);
    expect(compare([line("x"), line("y")], [line("x")], false)).toEqual([]);
  });
});
