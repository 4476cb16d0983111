/**
 * Rows and cones of a time step: all contacts within reach, their rolling and spinning resistance, and the friction of joints.
 *
 *   contact, rolling, spinning   |p_t| ≤ μ p_n, with the impulse of the whole step
 *   joint                        |p| ≤ δ T: a bounded force passes no more within δ
 *   gap                          v_n⁺ ≥ −gap/δ − ½ δ γ; v_n⁺ ≥ 0 where |gap + ½ δ² γ| is within the contact tolerance
 *   restitution                  v_n⁺ ≥ −e v_n⁻ in place of it, where v_n⁻ < −10⁻² m/s and gap ≤ −v_n⁻ δ
 *
 * A contact that has not slid so far has the coefficient of static friction.
 */
import { ContactMode } from "../../linalg/index.js";
import { vec3 } from "../../math/index.js";
import { evaluateTurningOf, evaluateWithSlip } from "../contact-state/index.js";
import { alignNormals } from "../detection/index.js";
import type { SteppingContext } from "./context.js";
import type { ImpulseTraces } from "./impulse-traces.js";
import { bouncingSpeed, gapResolution } from "./parameters.js";

/** Builds the problem of a step of that duration for the contacts of a list, with the velocities of free motion. */
export function prepareMoreauRows(
  context: SteppingContext,
  duration: number,
  list: readonly number[],
  traces: ImpulseTraces,
): void {
  const { contacts } = context.contactSet;
  const { cones } = context.solvers;
  for (const c of list) evaluateWithSlip(context, contacts, c);
  alignNormals(contacts, list, context.island.model.system, duration);
  cones.build(contacts, list, list.length);
  if (cones.jointStart > cones.contactCount) {
    evaluateTurningOf(context, contacts, cones);
    // that evaluates contacts, each with its own normal
    alignNormals(contacts, list, context.island.model.system, duration);
  }
  cones.setResting(contacts);
  cones.writeVelocities(contacts);
  setStaticFriction(context, duration, traces);
  setDiscs(context, duration, traces);
}

/**
 * Adds to the rows of contacts the rates at which their gaps close exactly at the end of the step, or those of restitution, and
 * returns whether a contact bounces; with `isPlastic` none does.
 */
export function addClosingRates(context: SteppingContext, duration: number, isPlastic: boolean): boolean {
  const { contacts } = context.contactSet;
  const { cones } = context.solvers;
  const { rows } = cones.problem;
  const { contactTolerance } = context.world.settings;
  const grain = gapResolution * contactTolerance;
  let hasBounced = false;
  for (let k = 0; k < cones.contactCount; k++) {
    const c = cones.list[k];
    const rate = contacts.rate[c];
    const isFast = contacts.restitution[c] > 0 && rate < -bouncingSpeed && contacts.gap[c] <= -rate * duration;
    const isBouncing = isFast && !isPlastic;
    if (isBouncing) hasBounced = true;
    const whole = Math.max(0, contacts.gap[c]) + 0.5 * duration * duration * contacts.gamma[c];
    const way = grain * Math.round(whole / grain);
    // a gap within the tolerance stays as it is: the gaps of flush faces would contradict each other
    const opened = Math.abs(way) > contactTolerance ? way / duration : 0;
    rows.c[cones.row[k]] += isBouncing ? contacts.restitution[c] * rate : opened;
  }
  return hasBounced;
}

/** Sets μ of contacts that have not slid so far. */
function setStaticFriction(context: SteppingContext, duration: number, traces: ImpulseTraces): void {
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
    if (mode < 0 || mode === ContactMode.open ? isSlow : mode !== ContactMode.slip)
      problem.mu[cone[k]] = staticFriction[c];
  }
}

/** Sets the bounds δ T of the friction of joints. */
function setDiscs(context: SteppingContext, duration: number, traces: ImpulseTraces): void {
  const { cones } = context.solvers;
  const { contacts } = context.contactSet;
  const { sliding } = context.memory;
  const { list, jointStart, count } = cones;
  for (let k = jointStart; k < count; k++) {
    const c = list[k];
    const mode = traces.readMode(contacts, c);
    const isSlipping = mode < 0 ? sliding.has(-1 - contacts.keyA[c]) : mode === ContactMode.slip;
    cones.setStill(k, duration * (isSlipping ? contacts.friction[c] : contacts.staticFriction[c]));
  }
}

/** Adapts the friction of joints to the loads of the impulses found, and returns whether it has changed. */
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
