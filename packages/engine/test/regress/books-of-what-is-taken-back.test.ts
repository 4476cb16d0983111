/** What is moved apart, and is deeper then, is taken back: and so is what was booked for it. */
import { createBox, createPlane } from "@rigor/engine/collide";
import { bodySize } from "@rigor/engine/rigid";
import { World } from "@rigor/engine/world";
import { expect, test } from "vitest";
import { LedgerSlot } from "../../src/world/power.js";
import { pushOut } from "../../src/world/push-out.js";
import { detect } from "../../src/world/settle.js";
import { createSchedule } from "../support/islands.js";

test.each([
  ["is lifted, and what it gains is booked", false],
  ["is deeper elsewhere for it, and all is as it was", true],
])("a box that has sunk into the floor %s", (_, isDeeper) => {
  const world = new World();
  world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true });
  const body = world.addBody({ mass: 2, shape: createBox({ size: [1, 1, 1] }), position: [0, 0.5, 0] });
  const { schedule } = createSchedule(world);
  const { run } = schedule.flows[0];
  const { state } = run.island.system;
  state[bodySize * body + 1] -= 1e-6;
  run.island.derive();
  detect(run, 1e-5);
  const { ledger } = run.island;
  const [booked, height] = [ledger[LedgerSlot.dissipated], state[bodySize * body + 1]];
  let looks = 0;
  pushOut(run, (one) => {
    detect(one, 1e-5);
    // as if another feature were deeper there
    if (isDeeper && looks++ === 0) one.contacts.gap[0] = -1;
  });
  const lifted = state[bodySize * body + 1] - height;
  expect(Math.abs(lifted - (isDeeper ? 0 : 1e-6))).toBeLessThan(1e-9);
  expect(Math.abs(ledger[LedgerSlot.dissipated] - booked + 2 * 9.81 * lifted)).toBeLessThan(1e-13);
});
