/** Frictions of joints of all islands at the present time. */

import { ContactMode } from "../../linalg/index.js";
import { vec3 } from "../../math/index.js";
import type { IslandFlow } from "../integration/index.js";
import type { FrictionState } from "../record/index.js";

/** The moment of a spherical joint friction, N·m: scratch. */
const M = new Float64Array(3);

/** Returns the states of all frictions of joints, in the order of their numbers. */
export function listFrictions(flows: readonly IslandFlow[]): FrictionState[] {
  const list = flows.flatMap((flow) => {
    const { context } = flow;
    if (context.jointFriction.count === 0) return [];
    const { slip } = flow.measureContacts();
    const { cones, coneSolver } = context.solvers;
    const { f, mode } = coneSolver.result;
    return context.jointFriction.list.map(({ number }, j) => {
      const k = cones.jointStart + j;
      const isSlipping = mode[cones.cone[k]] === ContactMode.slip;
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
