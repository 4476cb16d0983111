/** Which contacts at the edge of their cones slip, once forces and accelerations are known (friction-modes.ts). */
import { ConeFigure, ConeMode, ConeMotion } from "../../linalg/index.js";
import type { EventContext } from "./context.js";

/** What has this part of the acceleration of what begins to slip, slips. */
const slipPart = 1e-3;
/** Less than this part of what drives them is no acceleration across contacts. */
const noSlip = 1e-13;

/**
 * Of contacts at the edge of their cones: those that begin to move as others do that slip, slip too; those that are said to
 * and have no acceleration do not.
 */
export function joinSlip({ solvers: { cones, coneSolver } }: EventContext): void {
  const { problem, cone, tangentRow: row, count } = cones;
  const { mode, a, direction, figures } = coneSolver.result;
  const least = noSlip * figures[ConeFigure.scale];
  const measure = (k: number) => Math.sqrt(a[row[k]] * a[row[k]] + a[row[k] + 1] * a[row[k] + 1]);
  let most = 0;
  for (let k = 0; k < count; k++) {
    const isFree = cone[k] >= 0 && problem.motion[cone[k]] === ConeMotion.resting;
    if (!isFree || mode[cone[k]] !== ConeMode.slip) continue;
    if (measure(k) <= least) mode[cone[k]] = ConeMode.edge;
    else most = Math.max(most, measure(k));
  }
  for (let k = 0; k < count && most > 0; k++) {
    const i = cone[k];
    const speed = measure(k);
    if (i < 0 || mode[i] !== ConeMode.edge || !(speed > slipPart * most)) continue;
    mode[i] = ConeMode.slip;
    direction[2 * i] = a[row[k]] / speed;
    direction[2 * i + 1] = a[row[k] + 1] / speed;
  }
}
