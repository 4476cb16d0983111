/** How far pairs are apart at least, from step to step. */
import { describe, expect, test } from "vitest";
import { createMeetingWorld, startWalk, stepWalk, type Walk } from "../../../support/island-walks.js";
import { gapAt } from "../../../support/step-paths.js";

describe("Clearance", () => {
  test("ways bound what any point of a part moves", () => {
    const walk = startWalk(createMeetingWorld());
    const { path, clearance, context } = walk;
    const { parts } = context.world;
    const [first, last] = [new Float64Array(12), new Float64Array(12)];
    for (let k = 0; k < 8; k++) {
      stepWalk(walk);
      for (const p of context.candidates.parts) {
        path.writeFrame(first, 0, parts, p, Float64Array.of(path.times[0]));
        path.writeFrame(last, 0, parts, p, Float64Array.of(path.times[1]));
        const vertices = parts.shapes[p]?.polyhedron?.vertices ?? new Float64Array(3);
        for (let v = 0; v < vertices.length; v += 3) {
          const at = (frame: Float64Array, r: number) =>
            frame[r] + [0, 1, 2].reduce((sum, c) => sum + frame[3 + 3 * r + c] * vertices[v + c], 0);
          const way = Math.hypot(...[0, 1, 2].map((r) => at(last, r) - at(first, r)));
          expect(way).toBeLessThanOrEqual(clearance.ways[p] * (1 + 1e-12) + 1e-15);
        }
      }
    }
  });

  test("a pair passes only while it is farther apart than both can have come", () => {
    const walk = startWalk(createMeetingWorld());
    const { path, clearance, context, stepper } = walk;
    const { parts } = context.world;
    const slot = 3;
    let passed = 0;
    let measured = 0;
    while (stepper.state[stepper.state.length - 1] < 0.45) {
      stepWalk(walk);
      if (clearance.passes(0, 1, slot)) {
        passed++;
        for (let s = 0; s <= 4; s++) {
          const t = path.times[0] + (s / 4) * (path.times[1] - path.times[0]);
          expect(gapAt(path, parts, 0, 1, t)).toBeGreaterThan(1e-7);
        }
      } else {
        measured++;
        clearance.measure(context, path, 0, 1, slot);
      }
    }
    expect(passed).toBeGreaterThan(2);
    expect(measured).toBeGreaterThan(1);
  });

  test("nothing passes after a cut, after clearing, in a slot of other parts, or after a step that was not counted", () => {
    const forget: Record<string, (walk: Walk) => void> = {
      cut: ({ clearance }) => clearance.cut(),
      clear: ({ clearance }) => clearance.clear(),
      "a step between": (walk) => stepWalk(walk),
    };
    for (const [name, act] of Object.entries(forget)) {
      const walk = startWalk(createMeetingWorld());
      stepWalk(walk);
      walk.clearance.measure(walk.context, walk.path, 0, 1, 3);
      act(walk);
      stepWalk(walk);
      expect([name, walk.clearance.passes(0, 1, 3)]).toEqual([name, false]);
    }
    const walk = startWalk(createMeetingWorld());
    stepWalk(walk);
    walk.clearance.measure(walk.context, walk.path, 0, 1, 3);
    stepWalk(walk);
    expect(walk.clearance.passes(0, 2, 3)).toBe(false);
    expect(walk.clearance.passes(0, 1, 4000)).toBe(false);
    expect(walk.clearance.passes(0, 1, 3)).toBe(true);
  });
});
