/** Contacts up to a reach, for leaps: they are those of the shapes where these are, not of other features nearby. */
import { collideShapes, createBox, frameSize, PairCache, PairResult, PairSlot } from "@rigor/engine/collide";
import { createRng, nextInRange, nextRotation, quat } from "@rigor/engine/math";
import { World } from "@rigor/engine/world";
import { expect, test } from "vitest";
import { detect } from "../../../../src/world/detection/detect.js";
import { createRun } from "../../../support/islands.js";

const reach = 4e-3;
const shape = createBox({ size: [0.4, 0.5, 0.6] });

test("boxes that are apart have no contact that is deeper than they are near", () => {
  const rng = createRng(5);
  const draw = () => nextInRange(rng, -1, 1);
  const result = new PairResult();
  const { values } = result;
  let found = 0;
  for (let k = 0; k < 40; k++) {
    const turns = new Float64Array(8);
    const frames = new Float64Array(2 * frameSize);
    for (let p = 0; p < 2; p++) {
      nextRotation(turns, 4 * p, rng);
      // columns of R
      for (let x = 0; x < 3; x++) {
        const column = Float64Array.of(0, 0, 0);
        column[x] = 1;
        quat.rotateVector(column, 0, turns, 4 * p, column, 0);
        for (let y = 0; y < 3; y++) frames[frameSize * p + 3 + 3 * y + x] = column[y];
      }
    }
    for (let x = 0; x < 3; x++) frames[frameSize + x] = 1.5 * draw();
    frames[frameSize] += 2;
    const wanted = 10 ** nextInRange(rng, -6, -3);
    // ever nearer along what separates them: n is from B to A
    for (let round = 0; round < 20; round++) {
      collideShapes(result, shape, frames, 0, shape, frames, frameSize, new PairCache(), 0, 10);
      const way = values[PairSlot.gap] - wanted;
      for (let x = 0; x < 3; x++) frames[frameSize + x] += way * values[PairSlot.normal + x];
    }
    const world = new World({ gravity: [0, 0, 0] });
    for (let p = 0; p < 2; p++) {
      const o = frameSize * p;
      const [x, y, z, w] = turns.subarray(4 * p);
      world.addBody({
        shape,
        position: [frames[o], frames[o + 1], frames[o + 2]],
        rotation: [x, y, z, w],
        velocity: [draw(), draw(), draw()],
        angularVelocity: [draw(), draw(), draw()],
      });
    }
    const context = createRun(world);
    detect(context, reach);
    if (context.contactSet.contacts.count > 0) found++;
    for (let c = 0; c < context.contactSet.contacts.count; c++) {
      // a hundredth of the contact tolerance; other features of the same corners are off by half a millimetre
      expect(context.contactSet.contacts.gap[c] - wanted).toBeGreaterThan(-1e-9);
    }
  }
  expect(found).toBe(40);
});
