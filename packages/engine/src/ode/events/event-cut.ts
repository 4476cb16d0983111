/**
 * The cut of a step at an event. Where the interpolant of a method is as good as its steps (Dormand–Prince, Adams), y comes
 * from it. A method with a fixed step takes the step anew, and again, until its own y is at the event. So does an adaptive
 * method with a coarse interpolant, to a place just behind the event; so near the end of a step its interpolant is good.
 */
import { Control, Count, type Stepper, StepStatus } from "../stepper/index.js";
import type { Hit } from "./event-locator.js";
import type { EventProbe } from "./event-probe.js";
import { cutDistance, overshoot, secantRounds, stepRounds } from "./parameters.js";

/** Returns to the start of the last step. */
export function undoStep(stepper: Stepper): void {
  if (stepper.retreat !== undefined) {
    stepper.retreat();
    return;
  }
  stepper.problem.setState(stepper.previous);
  stepper.restart();
}

/** Ends the step taken last at a zero of an event function. */
export function cutStep(stepper: Stepper, probe: EventProbe, hit: Hit): void {
  if (hit.t === stepper.state[stepper.state.length - 1]) return;
  if (!stepper.adaptive) cutBySteps(stepper, probe, hit);
  else if (stepper.coarseInterpolant === true) cutByBoth(stepper, probe, hit);
  else cutByInterpolant(stepper, hit.t);
}

function cutByInterpolant(stepper: Stepper, t: number): void {
  const { problem, state } = stepper;
  const place = new Float64Array(state.length);
  place[place.length - 1] = t;
  stepper.interpolate(place);
  problem.setState(place);
  problem.finishStep?.();
  problem.getState(state);
}

/**
 * Takes the step anew to the time of the hit, and then, since the method's own y there is not quite the interpolated
 * one, by the secant rule to the time at which the method's own y is at the event.
 */
function cutBySteps(stepper: Stepper, probe: EventProbe, hit: Hit): void {
  const { control, state, previous } = stepper;
  const n = state.length - 1;
  const end = control[Control.end];
  const full = state[n];
  const t0 = previous[n];
  const low = Math.min(t0, full);
  const high = Math.max(t0, full);
  let slope = hit.crossing === 0 ? 0 : probe.measureSlope(hit.index, hit.t);
  let t = hit.t;
  let best = t;
  let bestValue = Infinity;
  let oldT = 0;
  let oldValue = 0;
  for (let round = 0; round < secantRounds; round++) {
    undoStep(stepper);
    if (t === t0) break;
    control[Control.end] = t;
    if (stepper.step() !== StepStatus.ok) break;
    const value = probe.evaluateState(state, hit.index);
    if (Math.abs(value) < Math.abs(bestValue)) {
      best = t;
      bestValue = value;
    } else if (round > 1) break;
    if (round > 0 && t !== oldT && value !== oldValue) slope = (value - oldValue) / (t - oldT);
    oldT = t;
    oldValue = value;
    const next = Math.min(high, Math.max(low, t - value / slope));
    if (value === 0 || !(slope !== 0) || !(Math.abs(next - t) > 0)) break;
    t = next;
  }
  if (state[n] !== best && t !== t0) {
    undoStep(stepper);
    control[Control.end] = best;
    stepper.step();
  }
  control[Control.end] = end;
}

/** Steps anew to a time just behind the root of the method's own y, and back to the root on the interpolant. */
function cutByBoth(stepper: Stepper, probe: EventProbe, hit: Hit): void {
  const { control, counts, problem, state } = stepper;
  const n = state.length - 1;
  const steps = counts[Count.steps];
  const start = stepper.previous.slice();
  const step = control[Control.step];
  const end = control[Control.end];
  const direction = control[Control.direction];
  const slope = hit.crossing === 0 ? 0 : probe.measureSlope(hit.index, hit.t);
  const full = state[n];
  let t = hit.t;
  for (let round = 0; round < stepRounds; round++) {
    problem.setState(start);
    stepper.restart();
    if (t === start[n] || !stepTo(stepper, t)) break;
    const value = probe.evaluateState(state, hit.index);
    // on the far side, and not by much: the root is in the last bit of this step
    const isBehind = value * hit.crossing >= 0;
    const miss = slope === 0 ? 0 : -value / slope;
    if (!(Math.abs(miss) < Infinity) || hit.crossing === 0 || value === 0) break;
    if (isBehind && (round > 0 || Math.abs(miss) < cutDistance * Math.abs(t - stepper.previous[n]))) {
      cutBack(stepper, probe, hit, miss);
      break;
    }
    // a little too far rather than too short
    const margin = direction * (overshoot * (1 << round) * Math.abs(miss) + 4 * 2 ** -52 * Math.abs(t));
    const next = t + miss + margin;
    if (!((next - start[n]) * direction > 0 && (full - next) * direction >= 0)) break;
    t = next;
  }
  control[Control.step] = step;
  control[Control.end] = end;
  counts[Count.rejected] += counts[Count.steps] - steps;
  counts[Count.steps] = steps;
}

/** Steps to the time t, in as many steps as the tolerance asks for. Returns whether they succeeded. */
function stepTo(stepper: Stepper, t: number): boolean {
  const { control, state } = stepper;
  control[Control.end] = t;
  while (state[state.length - 1] !== t) if (stepper.step() !== StepStatus.ok) return false;
  return true;
}

/** Moves from the end of a step back to a root that is about `miss` before it. */
function cutBack(stepper: Stepper, probe: EventProbe, hit: Hit, miss: number): void {
  const { state, previous } = stepper;
  const n = state.length - 1;
  const h = state[n] - previous[n];
  const theta = 1 + miss / h;
  const reach = Math.max(0.5 * Math.abs(miss / h), 4 * probe.measureSpacing());
  const candidate = { index: hit.index, crossing: hit.crossing, theta, reach, a: 0, b: 1 };
  probe.locateRoot(candidate);
  if (candidate.theta < 1) cutByInterpolant(stepper, probe.timeAt(candidate.theta));
}
