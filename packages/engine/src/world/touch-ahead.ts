/**
 * The contacts of a pair whose features have just parted. Where a contact comes to the border of its feature, those on both
 * sides are as near, and the one that it leaves would be found again. So the pair is looked at a moment later, as far as it
 * takes to be told from the border, and what meets there is held from now on: its features, at the places they have now.
 *
 * Follows: Rigid Body Simulation, section 9.
 */
import { ContactForm, type ContactTable, evaluateContact, flattenCrossing, measureCrossing } from "../contact/index.js";
import { quat, vec3 } from "../math/index.js";
import { bodySize, type RigidSystem } from "../rigid/index.js";
import type { IslandRun } from "./run.js";

/** Part of how much later it is looked at, within which features that part are still at their border. */
const instant = 1e-6;
/** Edges whose sines, now and later, differ by more than this factor do not cross at one place. */
const sameSine = 0.5;

/** A pair, by its slot, that is to be looked at later; −1 if there is none. So it is at every look at the instant it was found at, and as long after it as rounding does not tell. */
export class Ahead {
  slot = -1;
  /** How much later, s; and at which instant. */
  readonly time: Float64Array = new Float64Array(2);

  set(slot: number, later: number, now: number): void {
    this.slot = slot;
    this.time[0] = later;
    this.time[1] = now;
  }

  /** Takes over what another has. */
  copy({ slot, time }: Ahead): void {
    this.slot = slot;
    this.time.set(time);
  }

  /** Whether the pair with this slot is looked at later, at an instant. */
  isOf(slot: number, now: number): boolean {
    const { time } = this;
    return slot === this.slot && now >= time[1] && now - time[1] <= instant * time[0];
  }
}

const kept = new Float64Array(2 * bodySize);
const turn = new Float64Array(4);
const sine = new Float64Array(1);
let sines = new Float64Array(16);
let isTurned = new Uint8Array(16);

/** Adds the contacts of parts a and b, which touch now, by the features that meet a moment later. */
export function addContactsAhead(run: IslandRun, a: number, b: number, slot: number, contacts = run.contacts): void {
  const { kit, island, cache } = run;
  const { parts, detector, settings } = kit;
  const { system } = island;
  const first = contacts.count;
  goAhead(run, a, b);
  detector.addContactsOf(contacts, a, b, slot);
  measureCrossings(contacts, first, system);
  comeBack(run, a, b);
  flattenTurned(run, a, b, contacts, first);
  for (let c = contacts.count - 1; c >= first; c--) {
    evaluateContact(contacts, c, system, parts, cache);
    // those that are apart, and those that would have to go through one another, do not meet now
    if (!(Math.abs(contacts.gap[c]) <= settings.contactTolerance)) contacts.remove(c);
  }
}

/** The sines of edges that cross, by contact from the first on. */
function measureCrossings(contacts: ContactTable, first: number, system: RigidSystem): void {
  const count = contacts.count - first;
  if (count > sines.length) {
    sines = new Float64Array(2 * count);
    isTurned = new Uint8Array(2 * count);
  }
  for (let k = 0; k < count; k++) {
    if (contacts.form[first + k] === ContactForm.edgeEdge) measureCrossing(sines, k, contacts, first + k, system);
  }
}

/** Edges that do not cross now as they will a moment later: what is held of them is the place where they meet then. */
function flattenTurned(run: IslandRun, a: number, b: number, contacts: ContactTable, first: number): void {
  const { system } = run.island;
  let isAny = false;
  for (let c = first; c < contacts.count; c++) {
    isTurned[c - first] = 0;
    if (contacts.form[c] !== ContactForm.edgeEdge) continue;
    measureCrossing(sine, 0, contacts, c, system);
    const later = sines[c - first];
    if (sine[0] >= sameSine * later && later >= sameSine * sine[0]) continue;
    isTurned[c - first] = 1;
    isAny = true;
  }
  if (!isAny) return;
  goAhead(run, a, b);
  for (let c = first; c < contacts.count; c++) if (isTurned[c - first] === 1) flattenCrossing(contacts, c, system);
  comeBack(run, a, b);
}

/** Both, bodies or particles, where they will be, as far as they move by themselves. */
function goAhead(run: IslandRun, a: number, b: number): void {
  const { kit, island, ahead } = run;
  const { system } = island;
  let k = 0;
  for (const p of [a, b]) {
    const i = kit.parts.body[p];
    if (i < 0) {
      const { state } = system.particles;
      const x = 6 * kit.parts.particle[p];
      kept.set(state.subarray(x, x + 3), bodySize * k++);
      vec3.addScaled(state, x, state, x, ahead.time[0], state, x + 3);
      continue;
    }
    if (!island.moves(i)) continue;
    kept.set(system.state.subarray(bodySize * i, bodySize * (i + 1)), bodySize * k++);
    moveOn(system, i, ahead.time[0]);
  }
  placeBoth(run, a, b);
}

/** Back to where they were. */
function comeBack(run: IslandRun, a: number, b: number): void {
  const { kit, island } = run;
  const { system } = island;
  let k = 0;
  for (const p of [a, b]) {
    const i = kit.parts.body[p];
    if (i < 0) {
      const y = bodySize * k++;
      system.particles.state.set(kept.subarray(y, y + 3), 6 * kit.parts.particle[p]);
      continue;
    }
    if (!island.moves(i)) continue;
    system.state.set(kept.subarray(bodySize * k, bodySize * (k + 1)), bodySize * i);
    system.deriveBody(i);
    k++;
  }
  placeBoth(run, a, b);
}

/** A body where it will be after dt if it moves on as it does. */
function moveOn(system: RigidSystem, i: number, dt: number): void {
  const { state, velocity, angularVelocity } = system;
  const y = bodySize * i;
  vec3.addScaled(state, y, state, y, dt, velocity, 3 * i);
  vec3.scale(turn, 0, angularVelocity, 3 * i, dt / 2);
  turn[3] = 1;
  quat.multiply(turn, 0, turn, 0, state, y + 3);
  quat.normalize(state, y + 3, turn, 0);
  system.deriveBody(i);
}

function placeBoth({ kit, island }: IslandRun, a: number, b: number): void {
  kit.parts.place(island.system, a);
  kit.parts.place(island.system, b);
}
