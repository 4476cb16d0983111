/** Entries of `worst.fallbacks` begin with a stable code. */
import {
  describeLaw,
  eventLawTexts,
  fallbackTexts,
  listBounds,
  readFallbackCode,
  reportsBroken,
  type Snapshot,
} from "@rigor/engine/world";
import { expect, test } from "vitest";
import { renewSnapshot } from "../../../src/world/record/snapshot.js";

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

test("warnings of runs of release 0.1, which had no codes, are still judged", () => {
  const former = [
    "fallback: balance: forces and impulses told are not those that move a body: 1e-3 of body 2 at t = 0.5",
    "fallback: balance: forces told do not carry what rests",
    "fallback: energy: the books are off by more than the tolerance allows",
    "fallback: joints: off by more than the tolerance allows",
    "fallback: contact: deeper than the contact tolerance",
  ];
  expect(former.filter((warning) => !reportsBroken(warning))).toEqual([]);
  expect(reportsBroken("fallback: friction: a crowd of changes gone through at once")).toBe(false);
  const settings = { tolerance: 1e-8, contactTolerance: 1e-7 };
  expect(listBounds(settings, [former[1]]).forceBalance).toBe(1e-9);
  expect(listBounds(settings, [former[0]]).forceBalance).toBe(listBounds(settings).forceBalance);
});

test("the law of an event is a list of codes, each with a text", () => {
  expect(describeLaw("simultaneous, friction, poisson")).toBe(
    "impulses at all contacts at once; with friction; restitution after Poisson's hypothesis",
  );
  expect(describeLaw("")).toBe("");
  expect(describeLaw("toString, jamming")).toBe(`toString; ${eventLawTexts.jamming}`);
  for (const code of Object.keys(eventLawTexts)) expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
});

test("snapshots of release 0.1 go on with the codes of this one", () => {
  const law = (former: string) => {
    const waiting = [{ event: { law: former } }];
    return renewSnapshot({ waiting } as unknown as Snapshot).waiting[0].event.law;
  };
  expect(law("leap, friction")).toBe("moreau-jean, friction");
  expect(law("simultaneous, friction, Poisson, energy limited")).toBe("simultaneous, friction, poisson, energy-limit");
  expect(law("simultaneous")).toBe("simultaneous");
});
