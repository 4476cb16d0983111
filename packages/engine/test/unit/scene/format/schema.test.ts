/** The JSON Schema says of keys and values what `checkScene` says, on scenes and on scenes that were broken. */
import { readFileSync } from "node:fs";
import { checkScene, sceneSchema } from "@rigor/engine/scene";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FieldCheck } from "../../../../src/scene/check/check-fields.js";
import { sceneField } from "../../../../src/scene/format/table-scene.js";
import { scene } from "../../../support/scene-arbitrary.js";

const validate = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false }).compile(sceneSchema);

/** Whether keys and values are right, whatever ids and meanings are. */
function isWellFormed(data: unknown): boolean {
  const check = new FieldCheck();
  check.check(sceneField, data);
  return check.total === 0;
}

test("the published file is the schema of the engine: npm run schema writes it", () => {
  const file = new URL("../../../../schema/scene-1.json", import.meta.url);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(sceneSchema);
});

test("every key has a description", () => {
  const { $defs, properties } = sceneSchema as { $defs: Record<string, { properties?: object }>; properties: object };
  for (const record of [{ properties }, ...Object.values($defs)]) {
    for (const [key, value] of Object.entries(record.properties ?? {})) {
      expect((value as { description?: string }).description?.length ?? 0, key).toBeGreaterThan(1);
    }
  }
});

test("what the schema offers and the check refuses is said to be refused", () => {
  const { $defs } = sceneSchema as { $defs: { method: { properties: { stepper: { description: string } } } } };
  const problems = checkScene({ rigor: 1, method: { stepper: "realtime" } });
  expect(problems.map(({ path }) => path)).toEqual(["method.stepper"]);
  expect(validate({ rigor: 1, method: { stepper: "realtime" } })).toBe(true);
  expect($defs.method.properties.stepper.description).toMatch(/"realtime".*refused/);
});

describe("verdicts", () => {
  test("on scenes at random", () => {
    fc.assert(
      fc.property(scene, (data) => {
        expect(checkScene(data)).toEqual([]);
        expect(validate(data), JSON.stringify(validate.errors?.[0])).toBe(true);
      }),
      { seed: 1, numRuns: 30, endOnFailure: true },
    );
  });

  const wrong = fc.constantFrom<unknown>(
    null,
    true,
    "x",
    "all",
    "box",
    -1,
    0,
    0.5,
    1,
    40,
    1e9,
    [],
    [1, 2, 3],
    {},
    [{}],
    ["b0"],
  );

  test("on scenes with a value changed, a key added or a key left out", () => {
    let refused = 0;
    fc.assert(
      fc.property(scene, fc.nat(), fc.constantFrom("change", "add", "drop"), wrong, (given, at, what, value) => {
        const data = JSON.parse(JSON.stringify(given));
        const spots: [Record<string, unknown>, string][] = [];
        const visit = (node: unknown): void => {
          if (typeof node !== "object" || node === null) return;
          for (const key of Object.keys(node)) {
            spots.push([node as Record<string, unknown>, key]);
            visit((node as Record<string, unknown>)[key]);
          }
        };
        visit(data);
        const [node, key] = spots[at % spots.length];
        if (what === "change") node[key] = value;
        else if (what === "drop" && !Array.isArray(node)) delete node[key];
        else if (!Array.isArray(node)) node.extra = value;
        const isGood = isWellFormed(data);
        if (!isGood) refused++;
        expect(validate(data), `${what} ${key}: ${JSON.stringify(validate.errors?.[0])}`).toBe(isGood);
      }),
      { seed: 1, numRuns: 120, endOnFailure: true },
    );
    expect(refused).toBeGreaterThan(40);
  });
});
