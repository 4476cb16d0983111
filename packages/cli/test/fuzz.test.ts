/**
 * Files that are no scenes, and scenes that are all but: whatever is given, it runs or it is refused by an error that says
 * why, never by one of the language, and nothing is written. The command itself is tried with some of them.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { catalogue } from "@rigor/scenes";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { prepareRun } from "../src/prepare-run.js";
import { ballsScene, fallingScene, makeFolder, rigorIn, writeScene } from "./support/command.js";

const folder = makeFolder();
const seeds: readonly unknown[] = [ballsScene, fallingScene, ...catalogue.slice(0, 46).map((scene) => scene.create())];

/** Values that are wrong nearly everywhere. */
const strange = fc.oneof(
  fc.constantFrom(null, true, "", "x", [], {}, -1, 0, 1e308, -1e308, 5e-324, 1e9, 1.5, "NaN", [[]], { type: "box" }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<unknown>,
  fc.constantFrom([0, 0, 0], [1e200, 0, 0], [0, 0], [0, 0, 0, 0], ["a", 1, 2], [null, null, null]),
);

/** Every place in a scene, as the keys that lead there. */
function listPlaces(data: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof data !== "object" || data === null) return [path];
  return [path, ...Object.entries(data).flatMap(([key, value]) => listPlaces(value, [...path, key]))];
}

type Change = { readonly at: number; readonly how: "set" | "remove" | "rename" | "double"; readonly value: unknown };

function mutate(data: unknown, changes: readonly Change[]): unknown {
  const copy: unknown = structuredClone(data);
  for (const { at, how, value } of changes) {
    const places = listPlaces(copy).filter((path) => path.length > 0);
    if (places.length === 0) continue;
    const path = places[at % places.length];
    const key = path[path.length - 1];
    const owner = path.slice(0, -1).reduce<unknown>((inner, name) => (inner as Record<string, unknown>)[name], copy);
    const record = owner as Record<string, unknown>;
    if (how === "set") record[key] = value;
    else if (Array.isArray(owner)) {
      if (how === "remove") owner.splice(Number(key), 1);
      else owner.push(structuredClone(owner[Number(key)]));
    } else if (how === "remove") delete record[key];
    else record[`${key}${how === "rename" ? "x" : ""}`] = structuredClone(record[key]);
  }
  return copy;
}

const change: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(100_000),
  how: fc.constantFrom("set", "set", "remove", "rename", "double"),
  value: strange,
});

/** Whether a text is taken as a scene; throws if it is refused by anything but a message. */
async function isTaken(text: string): Promise<boolean> {
  const path = writeScene(folder, text, "fuzz.json");
  const out = join(folder, "never");
  try {
    const { buildSource, readSceneSource } = await import("../src/scene-source.js");
    await buildSource(await readSceneSource(path));
    return true;
  } catch (error) {
    const { name, message } = error as Error;
    if (!["CommandError", "RigorError"].includes(name) || message.length < 10) throw error;
    await expect(prepareRun(path, { out, checkpointInterval: 1 })).rejects.toThrow();
    expect(existsSync(out)).toBe(false);
    return false;
  }
}

describe("in the process", () => {
  test("mutated scenes", async () => {
    let [taken, refused] = [0, 0];
    await fc.assert(
      fc.asyncProperty(
        fc.nat(seeds.length - 1),
        fc.array(change, { minLength: 1, maxLength: 3 }),
        async (k, changes) => {
          if (await isTaken(JSON.stringify(mutate(seeds[k], changes)))) taken++;
          else refused++;
        },
      ),
      { numRuns: Number(process.env.RIGOR_FUZZ ?? 150), seed: 7 },
    );
    expect(taken).toBeGreaterThan(5);
    expect(refused).toBeGreaterThan(50);
  });

  test("any JSON, and text with letters changed", async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        expect(await isTaken(JSON.stringify(value))).toBe(false);
      }),
      { numRuns: 50, seed: 3 },
    );
    const text = JSON.stringify(ballsScene);
    await fc.assert(
      fc.asyncProperty(fc.nat(text.length - 1), fc.string({ maxLength: 3 }), fc.nat(5), async (at, put, cut) => {
        await isTaken(text.slice(0, at) + put + text.slice(at + cut));
      }),
      { numRuns: 100, seed: 5 },
    );
  });
});

describe("by the command: 2, a message, no stack, no folder", () => {
  const deep = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth);
  test.each([
    ["deep lists", `{"rigor":1,"bodies":${deep(200_000, "[", "]")}}`],
    ["deep records", `${'{"a":'.repeat(200_000)}1${"}".repeat(200_000)}`],
    ["deep and cut", "[".repeat(1_000_000)],
    ["a number that is none", '{"rigor":1,"gravity":[0,-1e999,0]}'],
    ["a huge list", `{"rigor":1,"bodies":[${"0,".repeat(2_000_000)}0]}`],
    ["bytes that are no text", Buffer.from([0x7b, 0xff, 0xfe, 0x00, 0x7d]).toString("latin1")],
    ["a name of the language", '{"rigor":1,"__proto__":{"bodies":[]},"constructor":3}'],
  ])("%s", (_, text) => {
    writeScene(folder, text, "strange.json");
    const { status, stdout, stderr } = rigorIn(folder, "run", "strange.json", "--out", "out");
    expect(stderr.length).toBeGreaterThan(10);
    expect(stderr).not.toMatch(/^ {4}at /m);
    expect(stderr.length).toBeLessThan(100_000);
    expect([status, stdout]).toEqual([2, ""]);
    expect(existsSync(join(folder, "out"))).toBe(false);
  });
});
