/**
 * Slow slip. The direction of a small u answers to forces within |u|/a, with a the acceleration by friction, and no explicit method
 * may take steps much longer than that. Four laws allow longer steps:
 *
 *   stopping    a slip below the resolved speed that is about to stop keeps its direction until it stops
 *   straight    a slip that does not turn keeps its direction
 *   sliding on  a slip below the resolved speed, among many contacts, that was not about to stop follows other, faster contacts:
 *               its friction keeps its direction until the contact is seen to go back
 *   lag         f_t = −μ f_n w/|w|, w = u + τ (u̇ − ā): friction opposes the slip to come, and answers within τ
 *
 * The last one is a cone at rest with u/τ − ā added to its acceleration, a regularised Filippov sliding. ā is the recent mean of
 * u̇: where that changes little, w goes along u, and the law is that of slip. The part of w ⟂ u is the error of u; it is measured
 * at each step, and τ is chosen so that the error is less than a part of the tolerance.
 */

import { ContactForm, type ContactTable } from "../../contact/index.js";
import { ContactMode } from "../../linalg/index.js";
import { vec3 } from "../../math/index.js";
import { Course, SlipSpeed } from "./contact-modes.js";
import {
  fastSlip,
  firstLag,
  frictionShare,
  hardlyTurned,
  lagGrowthPart,
  lagPart,
  lagSteps,
  lasting,
  mostLag,
  retryGrowth,
  retryPart,
  samePlane,
  stoppingTime,
  turnedBack,
} from "./parameters.js";
import type { SlidingFlow } from "./sliding-flow.js";

/** Figures of a slow contact: |u|; a; u̇ along u; slip ⟂ the direction of the step, m/s; w ⟂ u, m/s. */
const Slow = { speed: 0, friction: 1, along: 2, aside: 3, error: 4, count: 5 } as const;
const slow = new Float64Array(Slow.count);
/** u̇, world axes. */
const rate = new Float64Array(3);
/** Ω̇ of a ball joint. */
const turning = new Float64Array(3);

/**
 * After a step of the given duration, s, chooses how each slip goes on. Forces are those of the end of the step, `direction` is
 * that of its beginning. Returns whether the forces are different from here on.
 */
export function followSlow(flow: SlidingFlow, duration: Float64Array): boolean {
  const { cones } = flow;
  const { mode } = flow.modes;
  let isOther = false;
  flow.pace[0] = Infinity;
  for (let k = 0; k < cones.count; k++) {
    if (cones.cone[k] < 0 || mode[k] !== ContactMode.slip) continue;
    if (followContact(flow, k, duration)) isOther = true;
  }
  return isOther;
}

/** Chooses how the slip of contact k goes on. Returns whether its force is different from here on. */
function followContact(flow: SlidingFlow, k: number, duration: Float64Array): boolean {
  const { course, lag } = flow.modes;
  const { slowest } = flow.thresholds;
  if (course[k] !== Course.free && course[k] !== Course.stopping) return false;
  const isSlow = measureSlow(flow, k);
  const speed = slow[Slow.speed];
  if (isSlow && speed <= slowest[SlipSpeed.stopping] && -slow[Slow.along] * stoppingTime > speed) {
    course[k] = Course.stopping;
    lag[k] = 0;
    return false;
  }
  const wasStopping = course[k] === Course.stopping;
  if (wasStopping) course[k] = Course.free;
  if (!isSlow) return wasStopping;
  if (lag[k] > 0) {
    followLag(flow, k, duration);
    if (lag[k] > 0) flow.pace[0] = Math.min(flow.pace[0], lagSteps * lag[k]);
    return true;
  }
  if (slow[Slow.aside] <= Math.min(hardlyTurned, duration[0] / lasting) * slowest[SlipSpeed.aside])
    course[k] = Course.straight;
  else if (speed < slow[Slow.friction] * duration[0]) beginLag(flow, k);
  return wasStopping;
}

/** Gives contact k, whose slip limits the step, the slip law with a lag, unless the law was left at about this speed. */
function beginLag({ modes: { lag, trend, refused } }: SlidingFlow, k: number): void {
  const speed = slow[Slow.speed];
  refused[k] *= retryGrowth;
  if (!(-firstLag * slow[Slow.along] < lagPart * slow[Slow.friction] && speed < retryPart * refused[k])) return;
  lag[k] = (firstLag * speed) / slow[Slow.friction];
  for (let x = 0; x < 3; x++) trend[3 * k + x] = rate[x];
}

/**
 * Whether contact k, which slips among many, will go on: it is not about to stop by friction. A contact that slows down more gently
 * follows other contacts and may never stop; a contact below the resolved speed goes on until it has turned back.
 */
export function slidesOn(flow: SlidingFlow, k: number): boolean {
  const ahead = measureAhead(flow, k);
  if (flow.modes.course[k] === Course.slidingOn)
    return ahead > -0.5 * turnedBack * flow.thresholds.slowest[SlipSpeed.aside];
  if (!(ahead > 0)) return false;
  return !measureSlow(flow, k) || slow[Slow.speed] > -slow[Slow.along] * flow.thresholds.briefTime[0];
}

/** Slip along the direction of contact k, u·d, m/s. */
function measureAhead({ cones, modes: { direction }, context }: SlidingFlow, k: number): number {
  return vec3.dot(context.contactSet.contacts.slip, 3 * cones.list[k], direction, 3 * k);
}

/** Writes `slow` and `rate` of contact k. Returns whether its slip is slow enough. */
function measureSlow(flow: SlidingFlow, k: number): boolean {
  const { cones, context, solver } = flow;
  const { direction, tangential, lag, trend } = flow.modes;
  const { slip, bodyA, bodyB, particleA } = context.contactSet.contacts;
  const { inverseMass, particles } = context.island.model.system;
  const { a } = solver.result;
  const i = cones.list[k];
  const c = 3 * i;
  let square = 0;
  let force = 0;
  for (let x = 0; x < 3; x++) {
    square += slip[c + x] * slip[c + x];
    force += tangential[3 * k + x] * tangential[3 * k + x];
  }
  if (!(square < fastSlip * fastSlip)) {
    lag[k] = 0;
    return false;
  }
  const speed = Math.sqrt(square);
  const isBall = cones.isBall(k);
  const first = particleA[i] >= 0 ? particles.inverseMass[particleA[i]] : inverseMass[bodyA[i]];
  if (isBall) cones.writeTangential(turning, 0, k, a);
  const hasLag = lag[k] > 0;
  let along = 0;
  let sum = 0;
  let within = 0;
  for (let x = 0; x < 3; x++) {
    const t = cones.tangentRow[k];
    let w = a[t] * cones.tangents.axes[6 * k + x] + a[t + 1] * cones.tangents.axes[6 * k + 3 + x];
    if (isBall) w = turning[x] + (hasLag ? slip[c + x] / lag[k] - trend[3 * k + x] : 0);
    rate[x] = hasLag ? w - slip[c + x] / lag[k] + trend[3 * k + x] : w;
    along += rate[x] * slip[c + x];
    sum += w * w;
    within += w * slip[c + x];
  }
  slow[Slow.speed] = speed;
  const lightness = isBall
    ? context.jointFriction.measureLightness(k - cones.jointStart)
    : first + inverseMass[bodyB[i]];
  slow[Slow.friction] = frictionShare * Math.sqrt(force) * lightness;
  slow[Slow.along] = speed > 0 ? along / speed : 0;
  const isSpin = context.contactSet.contacts.form[i] === ContactForm.spinning;
  slow[Slow.aside] = isSpin ? 0 : measureAside(slip, c, direction, 3 * k, context.contactSet.contacts.normal);
  slow[Slow.error] = speed > 0 ? lag[k] * Math.sqrt(Math.max(0, sum - (within * within) / square)) : 0;
  return true;
}

/**
 * Gives contacts of one pair that slip straight in one direction, but for an unresolved difference, the mean of their directions.
 * With directions of their own their friction would turn the body a little more every time. The mean is the direction of their
 * centre, which does not depend on the rotation.
 */
export function alignStraight(flow: SlidingFlow, contacts: ContactTable): void {
  const { cones } = flow;
  const { direction } = flow.modes;
  const { slowest } = flow.thresholds;
  const { slip, normal, pair } = contacts;
  for (let k = 0, end = 0; k < cones.count; k = Math.max(end, k + 1)) {
    if (!isStraight(flow, contacts, k)) continue;
    const f = cones.list[k];
    vec3.copy(mean, 0, direction, 3 * k);
    end = k + 1;
    for (let j = k + 1; j < cones.count; j++) {
      if (!isStraight(flow, contacts, j)) continue;
      const c = cones.list[j];
      const isLike = pair[f] === pair[c] && vec3.dot(normal, 3 * f, normal, 3 * c) > 1 - samePlane;
      if (!isLike || !(measureAside(slip, 3 * c, direction, 3 * k, normal) <= hardlyTurned * slowest[SlipSpeed.aside]))
        break;
      vec3.add(mean, 0, mean, 0, direction, 3 * j);
      end = j + 1;
    }
    if (end === k + 1) continue;
    vec3.normalize(mean, 0, mean, 0);
    for (let j = k; j < end; j++) if (isStraight(flow, contacts, j)) vec3.copy(direction, 3 * j, mean, 0);
  }
}

const mean = new Float64Array(3);

/** Whether contact k slips in a fixed direction. */
function isStraight({ cones, modes: { mode, course } }: SlidingFlow, { form }: ContactTable, k: number): boolean {
  if (cones.cone[k] < 0 || mode[k] !== ContactMode.slip || course[k] !== Course.straight) return false;
  return form[cones.list[k]] < ContactForm.rolling;
}

/** |u·(n × d)|/|n × d|, of u[o …], n[o …] and d[p …]: the slip ⟂ d in the contact plane, m/s. */
export function measureAside(u: Float64Array, o: number, d: Float64Array, p: number, n: Float64Array): number {
  const x = n[o + 1] * d[p + 2] - n[o + 2] * d[p + 1];
  const y = n[o + 2] * d[p] - n[o] * d[p + 2];
  const z = n[o] * d[p + 1] - n[o + 1] * d[p];
  const size = Math.sqrt(x * x + y * y + z * z);
  return size > 0 ? Math.abs(u[o] * x + u[o + 1] * y + u[o + 2] * z) / size : 0;
}

/** Updates τ and ā of contact k after a step of the given duration, s, and leaves the law where it is of no use. */
function followLag(
  { modes: { lag, trend, refused }, thresholds: { slowest } }: SlidingFlow,
  k: number,
  duration: Float64Array,
): void {
  const h = duration[0];
  const least = slow[Slow.speed] / slow[Slow.friction];
  const gain = h / (h + lag[k]);
  for (let x = 0; x < 3; x++) trend[3 * k + x] += gain * (rate[x] - trend[3 * k + x]);
  if (slow[Slow.error] > slowest[SlipSpeed.rest]) lag[k] *= 0.5;
  else if (slow[Slow.error] < lagGrowthPart * slowest[SlipSpeed.rest] && h > lag[k])
    lag[k] = Math.min(2 * lag[k], mostLag);
  const stop = -slow[Slow.along];
  if (stop * lag[k] > lagPart * slow[Slow.speed]) lag[k] = (lagPart * slow[Slow.speed]) / stop;
  if (lag[k] < least) {
    lag[k] = 0;
    refused[k] = slow[Slow.speed];
  }
}
