import { expect, test } from "vitest";
import { runInOtherEngine, runInThisEngine } from "../support/other-engine.js";

/** Something that engines do differently, to show that the other engine is another: how a function prints its source. */
const ENGINE = `export default [typeof Error.captureStackTrace, String(Math.max)];`;

test("the other engine is another one", async () => {
  const other = await runInOtherEngine(ENGINE);
  expect(other).not.toEqual(await runInThisEngine(ENGINE));
});

test("returns the default export", async () => {
  const program = `import { vec3 } from "@rigor/engine/math";
    const a = new Float64Array([3, 4, 12]);
    const size: number = vec3.length(a, 0);
    export default { size, list: [true, "ok"] };`;
  expect(await runInOtherEngine(program)).toEqual({ size: 13, list: [true, "ok"] });
  expect(await runInThisEngine(program)).toEqual({ size: 13, list: [true, "ok"] });
});

test("reports an error thrown inside", async () => {
  await expect(runInOtherEngine(`throw new Error("no such luck"); export default 1;`)).rejects.toThrow("no such luck");
});

test("reports source that does not build", async () => {
  await expect(
    runInOtherEngine(`import { nothing } from "@rigor/engine/math"; export default nothing;`),
  ).rejects.toThrow();
});
