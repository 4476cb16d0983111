/** What is told of the friction of joints. */

import { ConeMode } from "../linalg/index.js";
import { vec3 } from "../math/index.js";
import type { IslandFlow } from "./advance.js";
import { createJointEvent } from "./contact-events.js";
import type { WorldEvent } from "./events.js";
import type { NumberedFriction } from "./joint-rubs.js";
import type { FrictionState } from "./report.js";
import type { IslandRun } from "./run.js";

/** Tells of frictions that begin to slip, or stick from now on: `sliding` has −1 − the number of each that slips. */
export function addRubEvents(run: IslandRun, sliding: ReadonlySet<number>): void {
  for (const friction of run.rubs.list) {
    const slot = -1 - friction.number;
    if (sliding.has(slot) === run.sliding.has(slot)) continue;
    run.kit.log.add(createRubEvent(run, friction, sliding.has(slot)), run.time, `friction ${friction.number}`);
  }
}

/** The event of one that begins to slip, or sticks from now on. */
export function createRubEvent(run: IslandRun, { friction, number }: NumberedFriction, slips: boolean): WorldEvent {
  return { ...createJointEvent(run, friction.ends, slips ? "slip" : "stick", run.time), friction: number };
}

const M = new Float64Array(3);

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
      if (!cones.isBall(k)) {
        return { friction: number, rate: slip[3 * cones.list[k]], force: f[cones.tangentRow[k]], isSlipping };
      }
      cones.writeTangential(M, 0, k, f);
      const rate = Math.sqrt(vec3.lengthSquared(slip, 3 * cones.list[k]));
      const moment: [number, number, number] = [M[0], M[1], M[2]];
      return { friction: number, rate, force: Math.sqrt(vec3.lengthSquared(M, 0)), moment, isSlipping };
    });
  });
  return list.sort((p, q) => p.friction - q.friction);
}
