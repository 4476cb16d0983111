/** A set-up that takes long: Ctrl-C is heard, progress is shown on a terminal, and nothing is left behind. */
import { readdirSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { createSetupLine, reportSetup, type SetupMessage } from "../src/setup-line.js";
import { makeFolder, startIn, waitFor, writeScene } from "./support/command.js";

/** So many separate balls that to build them takes a while: some ten seconds. */
function createBalls(count: number) {
  const side = Math.ceil(Math.cbrt(count));
  const bodies = Array.from({ length: count }, (_, k) => ({
    id: `${k}`,
    shape: { type: "sphere", radius: 0.4 },
    position: [k % side, Math.floor(k / side) % side, Math.floor(k / side / side)],
  }));
  return { rigor: 1, bodies };
}

// beside each other: they mostly wait
test.concurrent.each([["check"], ["run", "--out", "there"]])(
  "rigor %s ends at Ctrl-C while a scene is being built",
  async (...args) => {
    const folder = makeFolder();
    writeScene(folder, createBalls(60_000));
    const [verb, ...rest] = args;
    const child = startIn(folder, verb, "scene.json", ...rest);
    await wait(2500);
    expect(child.exitCode).toBeNull();
    const asked = performance.now();
    child.kill("SIGINT");
    const { code } = await waitFor(child);
    expect(code).toBe(130);
    // the thread of a run is given 0.2 s; to build the rest would take several seconds
    expect(performance.now() - asked).toBeLessThan(2500);
    expect(readdirSync(folder)).toEqual(["scene.json"]);
  },
);

const message: SetupMessage = { type: "setup", stage: "bodies", done: 12, total: 40 };

test.concurrent("on a terminal a line appears after a moment, and is wiped away", async () => {
  const written: string[] = [];
  const line = createSetupLine({ write: (text) => written.push(text), isTTY: true, columns: 60 }, {});
  line.update(message);
  await wait(1000);
  line.end();
  const esc = String.fromCharCode(27);
  expect(written.length).toBeGreaterThanOrEqual(2);
  expect(written[0]).toMatch(/building the scene: bodies, 12 of 40 {2}0\.\d s$/);
  expect(written.at(-1)).toBe(`\r${esc}[K`);
  // and not for what is over at once
  const short = createSetupLine({ write: (text) => written.push(text), isTTY: true }, {});
  const before = written.length;
  short.end();
  expect(written).toHaveLength(before);
});

test.concurrent("elsewhere it says nothing", async () => {
  const written: string[] = [];
  const line = createSetupLine({ write: (text) => written.push(text), columns: 60 }, {});
  line.update(message);
  await wait(800);
  line.end();
  expect(written).toEqual([]);
});

test.concurrent("messages come now and then, and with each stage", () => {
  const messages: SetupMessage[] = [];
  const tell = reportSetup((each) => messages.push(each));
  for (let k = 0; k < 1000; k++) tell("bodies", k, 1000);
  tell("overlaps", 0, 1000);
  expect(messages.length).toBeLessThan(50);
  expect(messages[0]).toEqual({ type: "setup", stage: "bodies", done: 0, total: 1000 });
  expect(messages.at(-1)?.stage).toBe("overlaps");
});
