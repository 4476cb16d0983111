/** What is told of the friction of joints. */

import { ConeMode } from "../linalg/index.js";
import type { IslandFlow } from "./advance.js";
import { createJointEvent } from "./contact-events.js";
import type { FrictionState } from "./report.js";
import type { IslandRun } from "./run.js";

/** Tells of frictions that begin to slip, or stick from now on: `sliding` has −1 − the number of each that slips. */
export function addRubEvents(run: IslandRun, sliding: ReadonlySet<number>): void {
  for (const { friction, number } of run.rubs.list) {
    const slot = -1 - number;
    if (sliding.has(slot) === run.sliding.has(slot)) continue;
    const event = createJointEvent(run, friction.ends, sliding.has(slot) ? "slip" : "stick", run.time);
    run.kit.log.add({ ...event, friction: number }, run.time, `friction ${number}`);
  }
}

/** All frictions of joints at the present time, in the order of their numbers. */
export function listFrictions(flows: readonly IslandFlow[]): FrictionState[] {
  const list = flows.flatMap((flow) => {
    const { run } = flow;
    if (run.rubs.count === 0) return [];
    const { slip } = flow.measureContacts();
    const { cones, coneSolver } = run;
    const { f, mode } = coneSolver.result;
    return run.rubs.list.map(({ number }, j) => {
      const k = cones.rubStart + j;
      const isSlipping = mode[cones.cone[k]] === ConeMode.slip;
      return { friction: number, rate: slip[3 * cones.list[k]], force: f[cones.tangentRow[k]], isSlipping };
    });
  });
  return list.sort((p, q) => p.friction - q.friction);
}
