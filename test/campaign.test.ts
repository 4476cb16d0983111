/** Campaigns are sampled in `npm test`, and run in full where that is asked for. */
import { afterEach, describe, expect, test, vi } from "vitest";
import { readJson } from "./support/repository.js";

/** The helpers as they are under variables of the environment. */
async function load(variables: Readonly<Record<string, string | undefined>>) {
  for (const [name, value] of Object.entries({ RIGOR_LONG: undefined, RIGOR_GOLDEN: undefined, ...variables })) {
    vi.stubEnv(name, value);
  }
  vi.resetModules();
  return import("./support/campaign.js");
}

afterEach(() => {
  vi.unstubAllEnvs();
});

const cases = [0, 1, 2, 3, 4, 5, 6];

test("a sample has every third case, say, from the first or a later one on, in their order", async () => {
  const { sample, repeats, isLong } = await load({});
  expect(isLong).toBe(false);
  expect(sample(cases, 3)).toEqual([0, 3, 6]);
  expect(sample(cases, 3, 2)).toEqual([2, 5]);
  expect(sample(cases, 1)).toEqual(cases);
  expect(repeats(100, 7)).toBe(7);
});

describe("all cases are run", () => {
  test.each([{ RIGOR_LONG: "1" }, { RIGOR_GOLDEN: "/tmp/lines" }])("with %o", async (variables) => {
    const { sample, repeats } = await load(variables);
    expect(sample(cases, 3, 2)).toEqual(cases);
    expect(repeats(100, 7)).toBe(100);
  });

  test("by npm run test:long, which differs from npm test in that alone", () => {
    const { scripts } = readJson("package.json") as { scripts: Record<string, string> };
    expect(scripts["test:long"]).toBe(`RIGOR_LONG=1 ${scripts.test}`);
    expect(scripts["pretest:long"]).toBe(scripts.pretest);
  });
});
