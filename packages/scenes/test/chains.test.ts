/**
 * Chains that strike, curl and catch, of other numbers than by custom, followed to their ends: what must hold of them does,
 * and does not where the chain meets nothing.
 */
import { buildScene, type Sample, type SceneFile, SceneRun } from "@rigor/engine/scene";
import type { ParameterValues } from "@rigor/scenes";
import { describe, expect, test } from "vitest";
import { sample } from "../../../test/support/campaign.js";
import { catalogue } from "../src/index.js";

/** Names of what goes by where nothing meets, and of the check that then falls short. */
const chains = {
  "destructive-chain": { passes: /^weight|^link/, check: "way of a block" },
  "curling-chain": { passes: /^pivot/, check: "turns round the pivot" },
  "two-blocks-into-chain": { passes: /^link/, check: "height above the chain" },
  "blocks-into-chain": { passes: /^link/, check: "height above the chain" },
} as const;
type Name = keyof typeof chains;

function find(name: Name) {
  return catalogue.find((scene) => scene.name === name)!;
}

/** Runs a file to its end, twenty samples a second, and gives what each falls short by, at worst, under its name. */
function measure(name: Name, file: SceneFile, parameters: ParameterValues, duration: number): Map<string, number> {
  const run = new SceneRun(buildScene(file), { duration, sampleRate: 20 });
  const worst = new Map<string, number>();
  let start: Sample | undefined;
  for (let frame = run.next(); frame !== null; frame = run.next()) {
    start ??= frame.sample;
    for (const { what, exact, got } of find(name).check!(frame.sample, start, parameters)) {
      const key = what.split(",")[0];
      worst.set(key, Math.max(worst.get(key) ?? 0, Math.abs(got - exact)));
    }
  }
  const { status, error } = run.summarize();
  expect(status, error).toBe("complete");
  return worst;
}

const varied: [Name, ParameterValues, number][] = [
  ["destructive-chain", { weight: 8, blocks: 4 }, 1.2],
  ["destructive-chain", { weight: 30, links: 5 }, 1.2],
  ["curling-chain", { links: 8 }, 1.1],
  ["curling-chain", { links: 14 }, 1.1],
  ["two-blocks-into-chain", { links: 12 }, 1],
  // of which only the plane is known
  ["curling-chain", { links: 2 }, 1.1],
  ["two-blocks-into-chain", { links: 4 }, 1],
  ["blocks-into-chain", { layers: 1, links: 5 }, 0.5],
  // until all have come down
  ["blocks-into-chain", { layers: 2, links: 8 }, 0.65],
];

describe("what must hold does", () => {
  test.each(sample(varied, 2))("%s %o", (name, parameters, duration) => {
    const worst = measure(name, find(name).create(parameters), parameters, duration);
    if ((parameters.links ?? 6) > 5) expect([...worst.keys()]).toContain(chains[name].check);
    // of the plane, of rest and of free fall
    for (const [what, error] of worst) expect(error, what).toBeLessThan(1e-8);
  });
});

test("six blocks are followed until long after the last have landed, and all are caught", () => {
  const scene = find("blocks-into-chain");
  const file = scene.create();
  const run = new SceneRun(buildScene(file), { sampleRate: 20 });
  const landed = new Map<string, number>();
  let start: Sample | undefined;
  for (let frame = run.next(); frame !== null; frame = run.next()) {
    start ??= frame.sample;
    for (const { type, a, b, t } of frame.events) {
      if (type !== "collision") continue;
      for (const id of [a, b]) if (/^left|^right/.test(id ?? "") && !landed.has(id!)) landed.set(id!, t);
    }
    for (const { what, exact, got } of scene.check!(frame.sample, start, {})) {
      expect(Math.abs(got - exact), `${what} at ${frame.sample.t}`).toBeLessThan(1e-8);
    }
  }
  expect(run.summarize()).toMatchObject({ status: "complete", duration: 1.5 });
  expect([...landed.keys()].sort()).toEqual(["left-0", "left-1", "left-2", "right-0", "right-1", "right-2"]);
  // half a second would end 12 ms after that
  const last = Math.max(...landed.values());
  expect(last).toBeGreaterThan(0.48);
  expect(last).toBeLessThan(0.5);
});

describe("and does not where the chain meets nothing", () => {
  test.each(Object.entries(chains))("%s", (name, { passes, check }) => {
    const file = find(name as Name).create();
    const bodies = file.bodies!.map((body) => (passes.test(body.id!) ? { ...body, collidesWith: [] } : body));
    const worst = measure(name as Name, { ...file, bodies }, {}, file.run!.duration!);
    // by 0.4 m, three quarters of a turn and more, and 0.15 m and more
    expect(worst.get(check)).toBeGreaterThan(0.2);
  });
});

test("chains of as few and as many links as there may be overlap nothing", () => {
  for (const name of Object.keys(chains)) {
    const { parameters, create } = find(name as Name);
    for (const links of [parameters.links.min!, parameters.links.max!]) {
      expect(() => buildScene(create({ links })), `${name}, ${links}`).not.toThrow();
    }
  }
});
