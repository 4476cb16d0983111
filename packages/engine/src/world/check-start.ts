/** What must hold where a world begins, and wherever it was changed by hand. */
import { PairResult } from "../collide/index.js";
import type { Detector, PartTable } from "../contact/index.js";
import { fail } from "../math/index.js";
import type { IslandFlow } from "./advance.js";

/** Throws if bodies overlap. */
export function requireApart({ detector, parts }: { readonly detector: Detector; readonly parts: PartTable }): void {
  const result = new PairResult();
  const pair = detector.findOverlap(result);
  if (pair < 0) return;
  const { partA, partB } = detector.pairs;
  const name = (p: number) => (parts.body[p] >= 0 ? `body ${parts.body[p]}` : `particle ${parts.particle[p]}`);
  const found = `${name(partA[pair])} is ${-result.values[0]} m deep in ${name(partB[pair])}`;
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
