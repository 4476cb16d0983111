/** Every built-in scene, from its file to its end: what must hold of it does, and what must hold of all. */
import { buildScene, checkScene, SceneRun } from "@rigor/engine/scene";
import { describe, expect, test } from "vitest";
import { catalogue } from "../src/index.js";

/** Samples a second at least, and how long a scene is followed, s: the command's tests run them to their ends. */
const [looks, longest] = [20, 1];

/** Smaller than by custom, where scenes take long. */
const quick: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  dominoes: { count: 6 },
  "free-dominoes": { count: 6 },
  "destructive-chain": { links: 3, blocks: 3 },
  "curling-chain": { links: 5 },
  "blocks-into-chain": { links: 6, layers: 2 },
  "two-blocks-into-chain": { links: 6 },
  "overbalanced-bricks": { count: 5 },
  curtain: { count: 4 },
  jelly: { edge: 2 },
};

describe("the catalogue", () => {
  test("has every scene once, with a line and parameters in their ranges", () => {
    const names = catalogue.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { name, line, parameters } of catalogue) {
      expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(line.length, name).toBeGreaterThan(10);
      for (const [key, { default: standard, min = -Infinity, max = Infinity, integer }] of Object.entries(parameters)) {
        expect(standard >= min && standard <= max && (!integer || Number.isInteger(standard)), `${name} ${key}`).toBe(
          true,
        );
      }
    }
  });

  test.each(catalogue)("$name is refused for parameters that it has not", ({ create }) => {
    expect(() => create({ nonsense: 1 })).toThrow("nonsense");
  });
});

test("a parameter has its former name as well", () => {
  const dominoes = catalogue.find(({ name }) => name === "free-dominoes")!;
  expect(dominoes.create({ rub: 0.3 })).toEqual(dominoes.create({ dominoFriction: 0.3 }));
  expect(dominoes.create({ rub: 0.3 })).not.toEqual(dominoes.create());
  expect(() => dominoes.create({ rubs: 0.3 })).toThrow("must be a parameter of free-dominoes");
});

describe.each(catalogue)("$name", (scene) => {
  const parameters = quick[scene.name] ?? {};
  const file = scene.create(parameters);

  test("is a scene, as it comes and made smaller", () => {
    expect(checkScene(scene.create())).toEqual([]);
    expect(checkScene(file)).toEqual([]);
    expect(JSON.parse(JSON.stringify(file))).toEqual(file);
  });

  test("is one at the ends of its parameters too", () => {
    for (const [key, { min, max }] of Object.entries(scene.parameters)) {
      for (const end of [min, max]) {
        if (end !== undefined) expect(checkScene(scene.create({ [key]: end })), `${key} = ${end}`).toEqual([]);
      }
    }
  });

  test("holds what it says", () => {
    const model = buildScene(file);
    const duration = Math.min(model.duration, longest);
    const run = new SceneRun(model, { duration, sampleRate: Math.max(looks, 10 / duration) });
    const first = run.next();
    const start = first!.sample;
    const { accuracy = 1e-6 } = scene;
    for (let frame = first; frame !== null; frame = run.next()) {
      for (const { what, exact, got } of scene.check?.(frame.sample, start, parameters) ?? []) {
        const error = Math.abs(got - exact) / Math.max(1, Math.abs(exact));
        expect(error, `${what} at ${frame.sample.t}: ${got}, not ${exact}`).toBeLessThanOrEqual(accuracy);
      }
    }
    const { status, error, worstPenetration, worstConstraintError, worstEnergyError } = run.summarize();
    expect(status, error).toBe("complete");
    expect(worstPenetration).toBeLessThanOrEqual(1e-7);
    expect(worstConstraintError).toBeLessThanOrEqual(1e-9);
    expect(worstEnergyError).toBeLessThanOrEqual(1e-6);
  });
});
