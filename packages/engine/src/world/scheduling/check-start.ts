/** Conditions under which a world may begin, advance, and go on after a change by hand. */

import { PairResult } from "../../collide/index.js";
import type { Detector, PartTable } from "../../contact/index.js";
import { type Fault, fail, requireKeys } from "../../math/index.js";
import type { RigidSystem } from "../../rigid/index.js";
import type { IslandFlow } from "../integration/index.js";
import { namePart } from "../model/index.js";
import type { AdvanceOptions } from "../record/index.js";

/** Throws unless a world at the time t can advance to tEnd with these options. */
export function requireAdvance(t: number, tEnd: number, maxSteps: number, options: AdvanceOptions): void {
  requireKeys("options", options, "{ maxSteps: 1000 }", ["maxSteps", "onProgress"]);
  if (!(maxSteps >= 0)) fail("negative", "options.maxSteps", "must be >= 0", maxSteps);
  if (!Number.isFinite(tEnd)) fail("not-finite", "tEnd", "must be a finite number", tEnd, "give a time in seconds");
  if (tEnd >= t) return;
  const cure = "collisions cannot be undone; give a time, not a duration";
  fail("in-the-past", "tEnd", `must be at least the present time, ${t}`, tEnd, cure);
}

/** Throws unless dt is a duration by which a world can advance, s. */
export function requireDuration(dt: number): void {
  if (Number.isFinite(dt) && dt >= 0) return;
  const cure = "give a duration in seconds: collisions cannot be undone";
  fail("not-a-duration", "dt", "must be a finite number >= 0", dt, cure);
}

/** Parts of a system at their present places. */
interface Placed {
  readonly detector: Detector;
  readonly parts: PartTable;
  readonly system: RigidSystem;
}

/** Returns the fault of the two parts with the deepest overlap, or null if no parts overlap by more than the tolerance. */
export function findOverlap({ detector, parts, system }: Placed): Fault | null {
  const result = new PairResult();
  const pair = detector.findOverlap(result);
  if (pair < 0) return null;
  const { partA, partB } = detector.pairs;
  const [one, other] = [namePart(system, parts, partA[pair]), namePart(system, parts, partB[pair])];
  const value = `${one} is ${-result.values[0]} m deep in ${other}`;
  const cure =
    "move them apart, or join or group them so that they do not meet; world.canPlace checks a body before it is added";
  return { code: "overlap", path: "bodies", must: "must not overlap", value, cure };
}

/** Returns the fault of the first joint that is beyond a limit by more than a tolerance, m or rad, or null. */
export function findBeyondLimit(flows: readonly IslandFlow[], tolerance: number): Fault | null {
  for (const { context } of flows) {
    context.limits.evaluate();
    for (const [k, { bound, number }] of context.limits.list.entries()) {
      const gap = context.limits.table.value[k];
      if (gap >= -tolerance) continue;
      const value = `beyond the ${bound.name}, limit ${number}, by ${-gap}`;
      const must = "must be within their limits";
      return { code: "beyond-limit", path: "joints", must, value, cure: "start within the limits" };
    }
  }
  return null;
}
