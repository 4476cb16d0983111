/** `rigor verify`: all of its cases hold, and a wrong answer would not. */
import { describe, expect, test } from "vitest";
import { addVerify } from "../src/verbs/verify.js";
import { type Row, runCase } from "../src/verify/case.js";
import { formatTable, listCases } from "../src/verify/suite.js";
import { runVerb } from "./support/run-verb.js";

test("every value is as the closed form says", async () => {
  const { code, stdout, stderr } = await runVerb(addVerify, ["verify", "--json"]);
  const rows = JSON.parse(stdout) as Row[];
  expect(rows.filter(({ pass }) => !pass)).toEqual([]);
  expect(rows.length).toBeGreaterThanOrEqual(75);
  expect(new Set(rows.map(({ group }) => group)).size).toBe(6);
  // no value is compared with itself, or with nothing
  expect(rows.every(({ exact, got }) => Number.isFinite(exact) && Number.isFinite(got))).toBe(true);
  expect(stderr).toMatch(/^\n\d+ values, all hold; largest error \S+; \S+ s\n$/);
  expect(code).toBe(0);
});

test("cases have names of their own", () => {
  const names = listCases().map(({ group, case: { name } }) => `${group} ${name}`);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThanOrEqual(25);
});

describe("what does not hold", () => {
  const { case: entry } = listCases()[0];

  test("a wrong exact value, and a law of nature changed by a millionth", () => {
    const [row] = runCase("x", { ...entry, checks: [{ ...entry.checks[0], exact: 0.4515 }] });
    expect(row.pass).toBe(false);
    const heavier = { ...entry.scene, gravity: [0, -9.81 * (1 + 1e-6), 0] as const };
    expect(runCase("x", { ...entry, scene: heavier }).map(({ pass }) => pass)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  test("a scene that cannot run fails with its reason", () => {
    const rows = runCase("x", { ...entry, scene: { ...entry.scene, run: { duration: -1 } } });
    expect(rows.every(({ pass, message }) => !pass && /duration/.test(message ?? ""))).toBe(true);
    expect(formatTable(rows, false)).toContain("none");
  });

  test("is marked in the table, in colour only where wanted", () => {
    const [row] = runCase("x", { ...entry, checks: [{ ...entry.checks[0], exact: 0.4515 }] });
    expect(formatTable([row], false)).toMatch(
      /^case +what +exact +got +error\n\nx\ndropped ball .* ✗ more than 1e-10\n$/,
    );
    expect(formatTable([row], true)).toContain("\u001b[31m✗");
  });
});

test("--only takes some, and refuses none", async () => {
  const { stdout } = await runVerb(addVerify, ["verify", "--only", "groove"]);
  expect(stdout.trim().split("\n")).toHaveLength(5);
  expect(stdout).toContain("rests");
  const none = await runVerb(addVerify, ["verify", "--only", "nothing of the kind"]);
  expect(none.stderr).toMatch(/no case has this text/);
  expect(none.code).toBe(2);
});
