/** Events of contacts, from the columns of the contact table. */
import { ContactForm } from "../contact/index.js";
import { mat3, vec3 } from "../math/index.js";
import type { WorldEvent } from "./events.js";
import type { IslandRun } from "./run.js";

export function addContactEvent(
  run: IslandRun,
  c: number,
  type: WorldEvent["type"],
  impulse: number,
  vBefore: number,
  vAfter: number,
  law: string,
  t: number = run.time,
): void {
  const { contacts, kit } = run;
  const { normal: n } = contacts;
  writeMoved(run, c, t - run.time);
  kit.log.add({
    t,
    type,
    a: contacts.bodyA[c],
    b: contacts.bodyB[c],
    particle: contacts.particleA[c],
    point: [moved[0], moved[1], moved[2]],
    normal: [n[3 * c], n[3 * c + 1], n[3 * c + 2]],
    impulse,
    vBefore,
    vAfter,
    law,
  });
}

/** Where the point of contact c will be after a while: it goes with the feature that is a point. */
function writeMoved({ contacts, island }: IslandRun, c: number, duration: number): void {
  const { system } = island;
  vec3.copy(moved, 0, contacts.point, 3 * c);
  if (duration === 0) return;
  const particle = contacts.particleA[c];
  if (particle >= 0) vec3.copy(moved, 3, system.particles.state, 6 * particle + 3);
  else {
    const isB = contacts.form[c] === ContactForm.planePoint;
    const i = isB ? contacts.bodyB[c] : contacts.bodyA[c];
    mat3.transformVector(moved, 6, system.rotation, 9 * i, isB ? contacts.localB : contacts.localA, 3 * c);
    vec3.cross(moved, 3, system.angularVelocity, 3 * i, moved, 6);
    vec3.add(moved, 3, moved, 3, system.velocity, 3 * i);
  }
  vec3.addScaled(moved, 0, moved, 0, duration, moved, 3);
}

const moved = new Float64Array(9);

/** Tells of pairs that hold on to each other from now on, `holding`, and of those that do no more. */
export function addTouchEvents(run: IslandRun, holding: Set<number>): void {
  const { contacts, touching } = run;
  for (let c = 0; c < contacts.count; c++) {
    const pair = contacts.pair[c];
    const isFirst = c === 0 || contacts.pair[c - 1] !== pair;
    if (!isFirst) continue;
    if (holding.has(pair) && !touching.has(pair)) {
      // after bounces without end, when they have ended
      const t = findRestTime(run, c);
      addContactEvent(run, c, "touch", 0, contacts.rate[c], 0, "", t);
    }
    if (!holding.has(pair) && touching.has(pair)) addContactEvent(run, c, "separate", 0, 0, contacts.rate[c], "");
  }
  for (const pair of touching) {
    if (holding.has(pair)) continue;
    let isHere = false;
    for (let c = 0; c < contacts.count; c++) isHere ||= contacts.pair[c] === pair;
    if (!isHere) addPartedEvent(run, pair);
  }
  run.touching = holding;
}

/** Tells of pairs that begin to slide across each other, or to stick, of those that held on to each other before and do now. */
export function addSlideEvents(run: IslandRun, holding: Set<number>, sliding: Set<number>): void {
  const { contacts, touching } = run;
  for (let c = 0; c < contacts.count; c++) {
    const pair = contacts.pair[c];
    if (c > 0 && contacts.pair[c - 1] === pair) continue;
    if (!holding.has(pair) || !touching.has(pair) || !(contacts.staticFriction[c] > 0)) continue;
    if (sliding.has(pair) === run.sliding.has(pair)) continue;
    addContactEvent(run, c, sliding.has(pair) ? "slip" : "stick", 0, 0, 0, "");
  }
  run.sliding = sliding;
}

/** When the last of the contacts of a pair, of which c is the first, comes to rest. */
function findRestTime({ contacts, time, restTime }: IslandRun, c: number): number {
  let t = time;
  for (let k = c; k < contacts.count && contacts.pair[k] === contacts.pair[c]; k++)
    t = Math.max(t, restTime.get(k) ?? t);
  return t;
}

/** A pair that is out of reach by now. */
function addPartedEvent(run: IslandRun, slot: number): void {
  const { parts, log } = run.kit;
  const { pairs } = run;
  for (let k = 0; k < 3 * run.pairCount; k += 3) {
    if (pairs[k + 2] !== slot) continue;
    const a = pairs[k];
    const b = pairs[k + 1];
    const p = 12 * a;
    const point = [parts.frames[p], parts.frames[p + 1], parts.frames[p + 2]] as const;
    const who = { a: parts.body[a], b: parts.body[b], particle: parts.particle[a] };
    const none = { normal: [0, 0, 0], impulse: 0, vBefore: 0, vAfter: 0, law: "" } as const;
    log.add({ t: run.time, type: "separate", ...who, point, ...none });
  }
}
