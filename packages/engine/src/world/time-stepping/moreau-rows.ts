/**
 * Rows and cones of a leap: all contacts within reach, what resists rolling and spinning at them, and the friction of joints.
 *
 *   contact, rolling, spinning   |p_t| ≤ μ p_n, with the impulse of the whole leap
 *   joint                        |p| ≤ δ T: a force that has a bound passes no more within δ
 *
 * What did not slide up to now has the coefficient of what sticks.
 */
import { ConeMode } from "../../linalg/index.js";
import { vec3 } from "../../math/index.js";
import { evaluateTurningOf, evaluateWithSlip } from "../contact-state/index.js";
import { alignNormals } from "../detection/index.js";
import type { SteppingContext } from "./context.js";
import type { ImpulseTraces } from "./impulse-traces.js";

/** The problem of a leap of that duration, with the velocities that there are without contacts; of the contacts in a list. */
export function prepareMoreauRows(
  context: SteppingContext,
  duration: number,
  list: readonly number[],
  traces: ImpulseTraces,
): void {
  const { contacts } = context.contactSet;
  const { cones } = context.solvers;
  for (const c of list) evaluateWithSlip(context, contacts, c);
  alignNormals(contacts, list, context.island.system, duration);
  cones.build(contacts, list, list.length);
  if (cones.jointStart > cones.contactCount) {
    evaluateTurningOf(context, contacts, cones);
    // contacts are evaluated for it, each with its own normal
    alignNormals(contacts, list, context.island.system, duration);
  }
  cones.setResting(contacts);
  cones.writeVelocities(contacts);
  balanceRoundOff(context, duration, traces);
  setDiscs(context, duration, traces);
}

function balanceRoundOff(context: SteppingContext, duration: number, traces: ImpulseTraces): void {
  const { world } = context;
  const { cones } = context.solvers;
  const { contacts } = context.contactSet;
  const { problem, list, cone, jointStart } = cones;
  const { staticFriction, friction, slip } = contacts;
  const [x, y, z] = world.settings.gravity;
  const slow = 2 * duration * Math.sqrt(x * x + y * y + z * z);
  for (let k = 0; k < jointStart; k++) {
    const c = list[k];
    if (cone[k] < 0 || !(staticFriction[c] > friction[c])) continue;
    const mode = traces.readMode(contacts, c);
    const isSlow = vec3.lengthSquared(slip, 3 * c) <= slow * slow;
    if (mode < 0 || mode === ConeMode.open ? isSlow : mode !== ConeMode.slip) problem.mu[cone[k]] = staticFriction[c];
  }
}

/** δ T of the friction of joints. */
function setDiscs(context: SteppingContext, duration: number, traces: ImpulseTraces): void {
  const { cones } = context.solvers;
  const { contacts } = context.contactSet;
  const { sliding } = context.memory;
  const { list, jointStart, count } = cones;
  for (let k = jointStart; k < count; k++) {
    const c = list[k];
    const mode = traces.readMode(contacts, c);
    const isSlipping = mode < 0 ? sliding.has(-1 - contacts.keyA[c]) : mode === ConeMode.slip;
    cones.setStill(k, duration * (isSlipping ? contacts.friction[c] : contacts.staticFriction[c]));
  }
}

/** Friction of joints that grows with what they carry, with the impulses found; tells whether that is another. */
export function followLoads(context: SteppingContext, duration: number, traces: ImpulseTraces): boolean {
  const { jointFriction } = context;
  const { cones, coneSolver, rows } = context.solvers;
  const { contacts } = context.contactSet;
  if (!jointFriction.hasLoads || cones.count === cones.jointStart) return false;
  const forces = coneSolver.result.f.map((p) => p / duration);
  if (!jointFriction.followLoads(contacts, rows.joints, forces)) return false;
  context.solvers.balls.begin();
  setDiscs(context, duration, traces);
  return true;
}
