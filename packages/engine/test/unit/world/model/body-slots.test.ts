/** Places of bodies in a list: as a map has them, whatever their numbers. */
import { createRng, nextInRange } from "@rigor/engine/math";
import { expect, test } from "vitest";
import { BodySlots } from "../../../../src/world/model/body-slots.js";

test.each([1, 7, 64, 1000])("any numbers, %d apart", (stride) => {
  const rng = createRng(stride);
  for (let count = 0; count < 40; count++) {
    const all = Array.from({ length: 2 * count }, (_, k) => stride * k);
    const bodies = all.filter(() => nextInRange(rng, 0, 1) < 0.5).reverse();
    const slots = new BodySlots(bodies);
    const map = new Map(bodies.map((body, place) => [body, place]));
    for (const body of [-1, ...all, stride * 2 * count + 5]) expect(slots.find(body)).toBe(map.get(body) ?? -1);
  }
});
