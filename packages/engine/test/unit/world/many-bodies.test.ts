/** Many bodies that have nothing to do with each other cost as much each as one does. */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { createSphere } from "../../../src/collide/index.js";
import { World } from "../../../src/world/index.js";

const program = fileURLToPath(new URL("../../support/many-bodies-program.mjs", import.meta.url));

test("memory and time of separate balls grow with their number, and no faster", () => {
  const text = execFileSync(process.execPath, ["--expose-gc", program], { encoding: "utf8" });
  const { bytes, ratio, moving } = JSON.parse(text) as Record<string, number>;
  // what is wanted of a scene at its start; state, model and parts alone are some 2 kB
  expect(bytes).toBeLessThan(20_000);
  // with what a window keeps to go back to: a table by part or by slot for each island would be 64 kB more
  expect(moving).toBeLessThan(32_000);
  // four times as many: 16 if it grew with the square; 4 but for what the garbage collector does
  expect(ratio).toBeLessThan(9);
});

test("a ball among many falls as it does alone", () => {
  const fall = (count: number) => {
    const world = new World();
    const shape = createSphere({ radius: 0.4 });
    for (let k = 0; k < count; k++) world.addBody({ shape, mass: 1, position: [k, 10, 0], velocity: [0, 0, k] });
    world.advanceTo(0.3);
    return world.system.state.slice(0, 13);
  };
  // windows end at other times, and steps with them: what is allowed for a step, and some
  const [alone, among] = [fall(1), fall(200)];
  for (let k = 0; k < 13; k++) expect(among[k]).toBeCloseTo(alone[k], 12);
  expect(alone[1]).toBeCloseTo(10 - 0.5 * 9.81 * 0.09, 12);
});
