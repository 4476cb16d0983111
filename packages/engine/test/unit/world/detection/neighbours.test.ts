/** Pairs that may meet, kept right by boxes larger than the parts. */
import { describe, expect, test } from "vitest";
import { createMeetingWorld, startWalk, stepWalk, type Walk } from "../../../support/island-walks.js";
import { gapAt } from "../../../support/step-paths.js";

const listPairs = ({ context }: Walk) =>
  Array.from(
    { length: context.candidates.pairCount },
    (_, k) => `${context.candidates.pairs[3 * k]} ${context.candidates.pairs[3 * k + 1]}`,
  );

describe("Neighbours", () => {
  test("whatever comes near in a step is among the pairs", () => {
    const walk = startWalk(createMeetingWorld());
    const { stepper, path, context } = walk;
    const { parts } = context.world;
    let most = 0;
    let least = Infinity;
    while (stepper.state[stepper.state.length - 1] < 0.6) {
      stepWalk(walk);
      const pairs = listPairs(walk);
      most = Math.max(most, pairs.length);
      least = Math.min(least, pairs.length);
      for (const [a, b] of [
        [0, 1],
        [0, 2],
        [1, 2],
        [0, 3],
        [1, 3],
      ]) {
        for (let s = 0; s <= 4; s++) {
          const t = path.times[0] + (s / 4) * (path.times[1] - path.times[0]);
          if (gapAt(path, parts, a, b, t) <= 0) expect(pairs).toContain(`${a} ${b}`);
        }
      }
    }
    // the balls pass through each other here, nothing answers: they met, and were not pairs from the start
    expect(most).toBeGreaterThan(least);
    expect(least).toBeLessThan(5);
  });

  test("a box that is left grows ahead: parts do not ask the broad phase in every step", () => {
    const walk = startWalk(createMeetingWorld());
    const { detector } = walk.context.world;
    let updates = 0;
    const update = detector.update.bind(detector);
    detector.update = () => {
      updates++;
      update();
    };
    let steps = 0;
    while (walk.stepper.state[walk.stepper.state.length - 1] < 0.5) {
      stepWalk(walk);
      steps++;
    }
    expect(steps).toBeGreaterThan(10);
    expect(updates).toBeGreaterThan(0);
    expect(updates).toBeLessThan(steps);
  });

  test("an island has the pairs of its own parts and what does not move, and no others", () => {
    const walk = startWalk(createMeetingWorld());
    const pairs = listPairs(walk);
    expect(pairs).not.toContain("2 3");
    for (let p = 0; p < 5; p++) walk.neighbours.fit(p, 100);
    walk.context.world.detector.update();
    walk.neighbours.collect(walk.context);
    expect(listPairs(walk).sort()).toEqual(["0 1", "0 2", "0 3", "0 4", "1 2", "1 3", "1 4", "3 4", "4 2"].sort());
  });
});
