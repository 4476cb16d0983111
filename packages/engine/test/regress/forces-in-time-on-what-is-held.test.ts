/**
 * A force that changes in time, on what rests: nothing moves, so that no error of a step told how fast it changes. Steps grew to
 * a second, forces were looked at where they ended, and what was lifted in between stayed where it was, without a word.
 */
import { createBox, createPlane } from "@rigor/engine/collide";
import { World } from "@rigor/engine/world";
import { expect, test } from "vitest";

const g = 9.81;

/** A box of 1 kg that rests on a floor, pulled up by a force in time; when it leaves. */
function lift(pull: (t: number) => number, end: number): number[] {
  const world = new World({ gravity: [0, -g, 0] });
  world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true });
  const body = world.addBody({ shape: createBox({ size: [1, 1, 1] }), mass: 1, position: [0, 0.5, 0] });
  world.addForce({
    name: "pull",
    on: [body],
    apply: (system) => {
      system.force[3 * body + 1] += pull(system.time);
    },
  });
  const { events } = world.advanceTo(end);
  return events.filter(({ type }) => type === "separate").map(({ t }) => t);
}

test.each([2, 6.5, 20, 100])("a box is lifted by 12 N sin(ωt − 1) when that is its weight, ω = %f", (omega) => {
  const [first] = lift((t) => 12 * Math.sin(omega * t - 1), 2);
  // 4e-13 measured
  expect(Math.abs(first - (1 + Math.asin(g / 12)) / omega)).toBeLessThan(1e-12);
});

test.each([
  [0.1, 2],
  [0.1, 3.7],
  [0.02, 2],
  [0.02, 3.7],
])("and by a pulse of %f s at %f s", (width, at) => {
  const [first] = lift((t) => 1.5 * g * Math.exp(-(((t - at) / width) ** 2)), at + 0.1);
  expect(Math.abs(first - (at - width * Math.sqrt(Math.log(1.5))))).toBeLessThan(1e-11);
});
