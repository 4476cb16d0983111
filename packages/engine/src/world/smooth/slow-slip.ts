/**
 * Slow slip. Where u is small its direction answers to forces within |u|/a, with a what friction gives: no explicit solver may
 * take steps much longer than that. Four kinds of it need not wait so long:
 *
 *   stops     slower than what is seen and about to stop: it goes straight until it does
 *   straight  what does not turn goes on against the direction that it has
 *   slides on in a crowd, what is slower than what is seen and was not about to stop: it follows others, which are faster. It
 *             rubs as if it moved, until it is seen to go back
 *   creeps    f_t = −μ f_n w/|w|, w = u + τ (u̇ − ā): it rubs against where it will be going, and answers within τ
 *
 * The last is a cone at rest with u/τ − ā added to its acceleration, and forces are found with it. ā is what u̇ has been of
 * late: where that changes little, w goes along u, and the law is that of what slips. What w has across u is what u is wrong
 * by; it is measured at each step, and τ is as long as that is less than a part of the tolerance.
 */

import { ContactForm, type ContactTable } from "../../contact/index.js";
import { ConeMode } from "../../linalg/index.js";
import { vec3 } from "../../math/index.js";
import { Course, SlipSpeed } from "./contact-modes.js";
import type { SlidingFlow } from "./sliding-flow.js";

/** Faster than this nothing creeps, m/s. */
const fast = 1e2;
/** What stops within this time is about to, s. */
const soon = 1e-5;
/** Of what may go aside: what goes straight does so by less, in a step. */
const hardly = 0.05;
/** What slides on, slower than what is seen, has stopped if it goes back by this part of that. */
export const turnedBack = 0.5;
/** For so long what goes straight is to do so, as it seems, s. */
export const lasting = 0.02;
/** a beside what one contact gives by itself, as bodies turn and have several. */
const share = 4;
/** τ at first, in |u|/a; at most, s; and what it may make of u along itself. */
const firstLag = 2;
const mostLag = 0.1;
const part = 0.1;
/** Steps are at most so many τ: explicit solvers do not take longer ones. */
const pace = 2.5;
/** What creeps no more does so again when it is slower by the first; the second a step, as it may have been a transient. */
const again = 0.3;
const forget = 1.2;

/** Of a contact: |u|; a; u̇ along u; what u has turned aside in the step, m/s; w across u, m/s. */
const Slow = { speed: 0, friction: 1, along: 2, aside: 3, error: 4 } as const;
const slow = new Float64Array(5);
/** u̇, world axes; Ω̇ of a turning. */
const rate = new Float64Array(3);
const turning = new Float64Array(3);

/**
 * A step is taken, and forces are those of its end: how what slips goes on. `direction` is still that of its start. Tells
 * whether forces are others by that.
 */
export function followSlow(flow: SlidingFlow, duration: Float64Array): boolean {
  const { cones } = flow;
  const { mode, course, lag } = flow.modes;
  const { slowest } = flow.thresholds;
  let isOther = false;
  flow.pace[0] = Infinity;
  for (let k = 0; k < cones.count; k++) {
    if (cones.cone[k] < 0 || mode[k] !== ConeMode.slip) continue;
    if (course[k] === Course.course || course[k] === Course.begun || course[k] === Course.slidingOn) continue;
    const isSlow = measureSlow(flow, k);
    const speed = slow[Slow.speed];
    if (isSlow && speed <= slowest[SlipSpeed.stopping] && -slow[Slow.along] * soon > speed) {
      course[k] = Course.stopping;
      lag[k] = 0;
      continue;
    }
    if (course[k] === Course.stopping) {
      course[k] = Course.free;
      isOther = true;
    }
    if (!isSlow) continue;
    if (lag[k] > 0) {
      followLag(flow, k, duration);
      if (lag[k] > 0) flow.pace[0] = Math.min(flow.pace[0], pace * lag[k]);
      isOther = true;
    } else if (slow[Slow.aside] <= Math.min(hardly, duration[0] / lasting) * slowest[SlipSpeed.aside])
      course[k] = Course.course;
    else if (speed < slow[Slow.friction] * duration[0]) {
      flow.modes.refused[k] *= forget;
      if (-firstLag * slow[Slow.along] < part * slow[Slow.friction] && speed < again * flow.modes.refused[k]) {
        lag[k] = (firstLag * speed) / slow[Slow.friction];
        for (let x = 0; x < 3; x++) flow.modes.trend[3 * k + x] = rate[x];
      }
    }
  }
  return isOther;
}

/**
 * Whether contact k, which slips in a crowd, will go on: it is not about to stop as things stop by friction. What slows down
 * more gently, as it follows what others do, may never stop; so does what is slower than what is seen, until it has turned back.
 */
export function slidesOn(flow: SlidingFlow, k: number): boolean {
  const ahead = measureAhead(flow, k);
  if (flow.modes.course[k] === Course.slidingOn)
    return ahead > -0.5 * turnedBack * flow.thresholds.slowest[SlipSpeed.aside];
  if (!(ahead > 0)) return false;
  return !measureSlow(flow, k) || slow[Slow.speed] > -slow[Slow.along] * flow.thresholds.briefTime[0];
}

/** u·d, m/s. */
function measureAhead({ cones, modes: { direction }, context }: SlidingFlow, k: number): number {
  return vec3.dot(context.contactSet.contacts.slip, 3 * cones.list[k], direction, 3 * k);
}

/** Writes `slow` and `rate` of contact k; false where it is too fast to be looked at. */
function measureSlow(flow: SlidingFlow, k: number): boolean {
  const { cones, context, solver } = flow;
  const { direction, tangential, lag, trend } = flow.modes;
  const { slip, bodyA, bodyB, particleA } = context.contactSet.contacts;
  const { inverseMass, particles } = context.island.system;
  const { a } = solver.result;
  const i = cones.list[k];
  const c = 3 * i;
  let square = 0;
  let force = 0;
  for (let x = 0; x < 3; x++) {
    square += slip[c + x] * slip[c + x];
    force += tangential[3 * k + x] * tangential[3 * k + x];
  }
  if (!(square < fast * fast)) {
    lag[k] = 0;
    return false;
  }
  const speed = Math.sqrt(square);
  const isBall = cones.isBall(k);
  const first = particleA[i] >= 0 ? particles.inverseMass[particleA[i]] : inverseMass[bodyA[i]];
  if (isBall) cones.writeTangential(turning, 0, k, a);
  const isCreeping = lag[k] > 0;
  let along = 0;
  let sum = 0;
  let within = 0;
  for (let x = 0; x < 3; x++) {
    const t = cones.tangentRow[k];
    let w = a[t] * cones.tangents.axes[6 * k + x] + a[t + 1] * cones.tangents.axes[6 * k + 3 + x];
    if (isBall) w = turning[x] + (isCreeping ? slip[c + x] / lag[k] - trend[3 * k + x] : 0);
    rate[x] = isCreeping ? w - slip[c + x] / lag[k] + trend[3 * k + x] : w;
    along += rate[x] * slip[c + x];
    sum += w * w;
    within += w * slip[c + x];
  }
  slow[Slow.speed] = speed;
  const lightness = isBall
    ? context.jointFriction.measureLightness(k - cones.jointStart)
    : first + inverseMass[bodyB[i]];
  slow[Slow.friction] = share * Math.sqrt(force) * lightness;
  slow[Slow.along] = speed > 0 ? along / speed : 0;
  const isSpin = context.contactSet.contacts.form[i] === ContactForm.spinning;
  slow[Slow.aside] = isSpin ? 0 : measureAside(slip, c, direction, 3 * k, context.contactSet.contacts.normal);
  slow[Slow.error] = speed > 0 ? lag[k] * Math.sqrt(Math.max(0, sum - (within * within) / square)) : 0;
  return true;
}

/**
 * Contacts of one pair that go straight, and the same way but for what is not seen, go the same way: by the little that they
 * differ each of them would be rubbed against where it went when they began, and what turns by it turns more every time. Their
 * mean is that of the middle of them, which does not depend on how they turn.
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
      const isLike = pair[f] === pair[c] && vec3.dot(normal, 3 * f, normal, 3 * c) > 1 - 1e-15;
      if (!isLike || !(measureAside(slip, 3 * c, direction, 3 * k, normal) <= hardly * slowest[SlipSpeed.aside])) break;
      vec3.add(mean, 0, mean, 0, direction, 3 * j);
      end = j + 1;
    }
    if (end === k + 1) continue;
    vec3.normalize(mean, 0, mean, 0);
    for (let j = k; j < end; j++) if (isStraight(flow, contacts, j)) vec3.copy(direction, 3 * j, mean, 0);
  }
}

const mean = new Float64Array(3);

function isStraight({ cones, modes: { mode, course } }: SlidingFlow, { form }: ContactTable, k: number): boolean {
  if (cones.cone[k] < 0 || mode[k] !== ConeMode.slip || course[k] !== Course.course) return false;
  return form[cones.list[k]] < ContactForm.rolling;
}

/** |u·(n × d)|/|n × d|, of u[o …], n[o …] and d[p …]: what u has aside of d, which turns with the plane across n. */
export function measureAside(u: Float64Array, o: number, d: Float64Array, p: number, n: Float64Array): number {
  const x = n[o + 1] * d[p + 2] - n[o + 2] * d[p + 1];
  const y = n[o + 2] * d[p] - n[o] * d[p + 2];
  const z = n[o] * d[p + 1] - n[o + 1] * d[p];
  const size = Math.sqrt(x * x + y * y + z * z);
  return size > 0 ? Math.abs(u[o] * x + u[o + 1] * y + u[o + 2] * z) / size : 0;
}

/** τ and ā of what creeps. */
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
  else if (slow[Slow.error] < 0.1 * slowest[SlipSpeed.rest] && h > lag[k]) lag[k] = Math.min(2 * lag[k], mostLag);
  const stop = -slow[Slow.along];
  if (stop * lag[k] > part * slow[Slow.speed]) lag[k] = (part * slow[Slow.speed]) / stop;
  if (lag[k] < least) {
    lag[k] = 0;
    refused[k] = slow[Slow.speed];
  }
}
