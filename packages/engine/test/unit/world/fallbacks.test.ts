/** Entries of `worst.fallbacks` begin with a stable code. */
import { fallbackTexts, readFallbackCode, reportsBroken } from "@rigor/engine/world";
import { expect, test } from "vitest";

const codes = Object.keys(fallbackTexts) as (keyof typeof fallbackTexts)[];

test("a code is a group and a name; the entry of a report begins with it", () => {
  for (const code of codes) {
    expect(code).toMatch(/^[a-z]+(-[a-z]+)*\/[a-z]+(-[a-z]+)*$/);
    expect(readFallbackCode(`${code}: ${fallbackTexts[code]}`)).toBe(code);
    expect(readFallbackCode(`${code}: ${fallbackTexts[code]} (of a method: in brackets)`)).toBe(code);
  }
  expect(readFallbackCode("energy/balance")).toBe("energy/balance");
});

test("codes distinguish figures beyond their bounds from other fallbacks", () => {
  expect(codes.filter((code) => reportsBroken(`${code}: ${fallbackTexts[code]}`)).sort()).toEqual([
    "balance/dissipation",
    "balance/forces",
    "balance/positions",
    "balance/rest",
    "contact/penetration",
    "energy/balance",
    "joints/error",
  ]);
});
