/** What must hold where a world begins, moves on, and wherever it was changed by hand. */
import { PairResult } from "../collide/index.js";
import type { Detector, PartTable } from "../contact/index.js";
import { fail, requireOptions } from "../math/index.js";
import type { IslandFlow } from "./advance.js";
import type { AdvanceOptions } from "./report.js";

/** Throws unless a world at the time t can be told to move on to tEnd. */
export function requireAdvance(t: number, tEnd: number, maxSteps: number, options: AdvanceOptions): void {
  requireOptions("options", options, "{ maxSteps: 1000 }");
  if (!(maxSteps >= 0)) fail("negative", "options.maxSteps", "must be >= 0", maxSteps);
  if (!Number.isFinite(tEnd)) fail("not-finite", "tEnd", "must be a finite number", tEnd, "give a time in seconds");
  if (tEnd >= t) return;
  const cure = "collisions cannot be undone; give a time, not a duration";
  fail("in-the-past", "tEnd", `must be at least the present time, ${t}`, tEnd, cure);
}

/** What a part is of, in words. */
export function namePart({ body, particle }: PartTable, p: number): string {
  return body[p] >= 0 ? `body ${body[p]}` : `particle ${particle[p]}`;
}

/** Throws if bodies overlap. */
export function requireApart({ detector, parts }: { readonly detector: Detector; readonly parts: PartTable }): void {
  const result = new PairResult();
  const pair = detector.findOverlap(result);
  if (pair < 0) return;
  const { partA, partB } = detector.pairs;
  const found = `${namePart(parts, partA[pair])} is ${-result.values[0]} m deep in ${namePart(parts, partB[pair])}`;
  const cure = "move them apart, or join or group them so that they do not meet";
  fail("overlap", "bodies", "must not overlap", found, cure);
}

/** Throws if a joint is beyond a limit by more than a tolerance. */
export function requireWithin(flows: readonly IslandFlow[], tolerance: number): void {
  for (const { run } of flows) {
    run.bounds.evaluate();
    run.bounds.list.forEach(({ bound, number }, k) => {
      const gap = run.bounds.table.value[k];
      if (gap >= -tolerance) return;
      const found = `beyond the ${bound.name}, limit ${number}, by ${-gap}`;
      fail("beyond-limit", "joints", "must be within their limits", found, "start within the limits");
    });
  }
}
