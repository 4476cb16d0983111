/**
 * Onset of slip, once forces and accelerations are known (friction-forces.ts): contacts at the edges of their cones, and
 * coefficients.
 */
import type { ContactTable } from "../../contact/index.js";
import { ContactMode, FrictionContactFigure, TangentialState } from "../../linalg/index.js";
import { measureSlip, readDirection } from "../active-set/index.js";
import { SlipSpeed } from "../smooth/index.js";
import type { EventContext } from "./context.js";
import { slipPart, slipRounding } from "./parameters.js";

const u = new Float64Array(3);

/**
 * Decides which contacts at the edges of their cones slip: contacts that begin to move as slipping ones do slip too, and slipping
 * contacts without an acceleration do not.
 */
export function joinSlip({ solvers: { cones, coneSolver } }: EventContext): void {
  const { problem, cone, tangentRow: row, count } = cones;
  const { mode, a, direction, figures } = coneSolver.result;
  const least = slipRounding * figures[FrictionContactFigure.scale];
  const measure = (k: number) => Math.sqrt(a[row[k]] * a[row[k]] + a[row[k] + 1] * a[row[k] + 1]);
  let most = 0;
  for (let k = 0; k < count; k++) {
    const isFree = cone[k] >= 0 && problem.motion[cone[k]] === TangentialState.resting;
    if (!isFree || mode[cone[k]] !== ContactMode.slip) continue;
    if (measure(k) <= least) mode[cone[k]] = ContactMode.edge;
    else most = Math.max(most, measure(k));
  }
  for (let k = 0; k < count && most > 0; k++) {
    const i = cone[k];
    const speed = measure(k);
    if (i < 0 || mode[i] !== ContactMode.edge || !(speed > slipPart * most)) continue;
    mode[i] = ContactMode.slip;
    direction[2 * i] = a[row[k]] / speed;
    direction[2 * i + 1] = a[row[k] + 1] / speed;
  }
}

/**
 * Gives contacts that begin to slip the coefficient of sliding friction. In the first solution, `isFirst`, contacts that break
 * stick have their full coefficient of sticking again. Returns whether anything changes.
 */
export function letSlip(context: EventContext, contacts: ContactTable, isFirst: boolean): boolean {
  const { cones, coneSolver } = context.solvers;
  const { breakingStick } = context.memory;
  const { problem, cone } = cones;
  const { result } = coneSolver;
  let isChanged = false;
  for (let k = 0; k < cones.count; k++) {
    const i = cone[k];
    const c = cones.list[k];
    if (i < 0 || problem.motion[i] === TangentialState.slipping) continue;
    const isBreaking = isFirst && breakingStick.has(contacts, c);
    if (isBreaking) {
      problem.mu[i] = contacts.staticFriction[c];
      isChanged = true;
    }
    if (result.mode[i] !== ContactMode.slip) continue;
    const speed = measureSlip(contacts, c);
    if (speed > context.solvers.friction.thresholds.slowest[SlipSpeed.rest]) {
      readDirection(context, c, speed, u, 0, contacts);
      cones.setSlipping(k, contacts.friction[c], u, 0);
      isChanged = true;
      continue;
    }
    if (contacts.friction[c] === contacts.staticFriction[c] && !isBreaking) continue;
    problem.motion[i] = TangentialState.slipping;
    problem.mu[i] = contacts.friction[c];
    problem.direction[2 * i] = result.direction[2 * i];
    problem.direction[2 * i + 1] = result.direction[2 * i + 1];
    isChanged = true;
  }
  return isChanged;
}
