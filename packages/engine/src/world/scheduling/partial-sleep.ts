/**
 * Rest beside motion. In a row of dominoes that falls each piece behind the front is slower than the next, without end: what is
 * so slow that it goes no farther than a part of the contact tolerance is stopped, if forces within their cones then hold it, and
 * sleeps. It is an island of its own from then on, tied to what it touches (frozen-interface.ts), until that has moved, or is struck, by
 * more. The report tells of it.
 *
 *   slow      10 × tolerance, m/s, and a contact tolerance a second, of all points; what it touches ten times that at most
 *   calm      accelerations that change no speed by so much within 0.02 s
 *   held      stopped, under its loads, it is in equilibrium: the same test as that of all sleep (sleep.ts)
 *
 * Follows: Rigid Body Simulation, section 9; Baraff 1989, section 9.
 */

import type { WorldContext } from "../contact-state/index.js";
import { ContactMark, ContactMemory, type FrozenContact, readPlaces } from "../contact-state/index.js";
import type { IslandContext } from "../context/index.js";
import type { IslandFlow } from "../integration/index.js";
import { isAtRest, stopBodies } from "../integration/index.js";
import { Partition } from "../island/index.js";
import type { IslandParts } from "../model/index.js";
import { LedgerSlot } from "../model/index.js";
import { addFallback, type Contact } from "../record/index.js";
import { inheritFlow } from "./flow-snapshot.js";

/** Parts of the tolerance, m/s; and of the contact tolerance, a second. */
const slowPart = 10;
const slowWay = 1;
/** How much faster those that it touches may be. */
const beside = 10;
/** For so long it is to be slow, as it seems, s. */
const lasting = 0.02;
/** One body between two loads is in no equilibrium; islands of fewer than these are not looked at. */
const fewest = 2;
const smallest = 16;
/** After a trial that failed, or a tie that did not hold, nothing is tried for so long, s. */
const pause = 0.05;

/**
 * Parts an island into what is stopped, asleep from now on, and what moves. Returns all of it, not settled where it moves; or
 * null if it stays as it is.
 */
export function putToRest(
  flow: IslandFlow,
  driven: readonly number[],
  createFlow: (parts: IslandParts) => IslandFlow,
): IslandFlow[] | null {
  const { context } = flow;
  const { world, island } = context;
  const { frozenInterface: ties, worst, log } = world;
  if (flow.isAsleep || flow.isTimeStepping || flow.fault !== null || island.friction === null) return null;
  if (!isSimple(context) || context.island.system.time < ties.until[0]) return null;
  island.setState(flow.stepper.state);
  const resting = listResting(context);
  if (resting.size < fewest) return null;
  const [known, events, fallbacks, figures] = [ties.list, log.entries.length, worst.fallbacks.length, { ...worst }];
  ties.list = [...known, ...listTies(context, resting)];
  const made = split(context, driven, resting);
  const isResting = ({ moving }: IslandParts) => resting.has(moving[0]);
  const energy = stopBodies(island, resting);
  const asleep = made.filter(isResting).map((parts) => settleApart(flow, createFlow(parts)));
  if (asleep.some((each) => each === null)) {
    log.entries.length = events;
    Object.assign(worst, figures);
    worst.fallbacks.length = fallbacks;
    ties.list = known;
    ties.until[0] = context.island.system.time + pause;
    island.setState(flow.stepper.state);
    return null;
  }
  addFallback(worst, "sleep/partial");
  const awake = made.filter((parts) => !isResting(parts)).map(createFlow);
  for (const each of awake) inheritFlow(each, flow);
  awake[0].context.island.ledger[LedgerSlot.dissipated] += energy;
  return [...(asleep as IslandFlow[]), ...awake];
}

/** Bodies and their contacts alone, many of them: nothing else passes forces between them. */
function isSimple(context: IslandContext): boolean {
  const { island } = context;
  const { joints, bounds, bound, jointForces, frictions } = island.parts;
  if (island.movingCount < smallest || island.particleCount > 0 || island.coordinates.length > 0) return false;
  if (joints.length + bounds.length + bound.length + jointForces.length + frictions.length > 0) return false;
  return context.solvers.friction.cones.count === context.solvers.friction.cones.contactCount;
}

/** Bodies that are slow, calm, and beside nothing that is fast; fewer than all. */
function listResting(context: IslandContext): Set<number> {
  const { island, world } = context;
  const { contacts } = context.contactSet;
  const { tolerance, contactTolerance } = world.settings;
  const limit = Math.min(slowPart * tolerance, slowWay * contactTolerance);
  const { bodies, movingCount, system, acceleration } = island;
  const { velocity, angularVelocity } = system;
  const reach = new Float64Array(system.count);
  for (const p of context.candidates.parts)
    reach[world.parts.body[p]] = Math.max(reach[world.parts.body[p]], world.parts.reach[p]);
  const size = (v: Float64Array, o: number) => Math.sqrt(v[o] * v[o] + v[o + 1] * v[o + 1] + v[o + 2] * v[o + 2]);
  const speed = new Float64Array(system.count);
  let slow = 0;
  for (let b = 0; b < movingCount; b++) {
    const i = bodies[b];
    speed[i] = size(velocity, 3 * i) + reach[i] * size(angularVelocity, 3 * i);
    if (speed[i] <= limit) slow++;
  }
  const resting = new Set<number>();
  if (slow < fewest || slow === movingCount) return resting;
  island.computeForces();
  island.gatherAll();
  for (let b = 0; b < movingCount; b++) {
    const i = bodies[b];
    const change = lasting * (size(acceleration, 6 * b) + reach[i] * size(acceleration, 6 * b + 3));
    if (speed[i] <= limit && change <= limit) resting.add(i);
  }
  for (let c = 0; c < contacts.count; c++) {
    const [a, b] = [contacts.bodyA[c], contacts.bodyB[c]];
    if (island.moves(a) && speed[a] > beside * limit) resting.delete(b);
    if (island.moves(b) && speed[b] > beside * limit) resting.delete(a);
  }
  return resting.size < movingCount ? resting : new Set();
}

/** What is bound by contacts, but for those between what rests and what does not. */
function split(
  { world, contactSet: { contacts }, island }: IslandContext,
  driven: readonly number[],
  resting: Set<number>,
): IslandParts[] {
  const partition = new Partition(world.mechanism, world.limits, world.frictions);
  for (let c = 0; c < contacts.count; c++) {
    const [a, b] = [contacts.bodyA[c], contacts.bodyB[c]];
    if (resting.has(a) === resting.has(b)) partition.bind(a, b);
  }
  return partition.collect(driven).filter(({ moving }) => moving.length > 0 && island.moves(moving[0]));
}

/** The pairs between what rests and what does not, with what they press on each other with, where forces were found last. */
function listTies(context: IslandContext, resting: Set<number>): FrozenContact[] {
  const { island } = context;
  const { contacts } = context.contactSet;
  const list: FrozenContact[] = [];
  for (let first = 0, end = 0; first < contacts.count; first = end) {
    while (end < contacts.count && contacts.pair[end] === contacts.pair[first]) end++;
    const [bodyA, bodyB] = [contacts.bodyA[first], contacts.bodyB[first]];
    if (!island.moves(bodyA) || !island.moves(bodyB) || resting.has(bodyA) === resting.has(bodyB)) continue;
    const slot = contacts.pair[first];
    const shown = Array.from({ length: end - first }, (_, k) => showContact(context, first + k));
    const wrench = new Float64Array(12);
    const places = readPlaces(island.system, bodyA, bodyB);
    for (const contact of shown) addWrench(wrench, contact, places);
    const isSliding = context.memory.sliding.has(slot);
    const pressing = new ContactMemory();
    shown.forEach(({ force }, k) => {
      if (force > 0) pressing.add(ContactMark.rejoined, contacts, first + k);
    });
    const pair = { a: contacts.partA[first], b: contacts.partB[first], slot, bodyA, bodyB };
    list.push({ ...pair, isSliding, contacts: shown, active: pressing, wrench, places });
  }
  return list;
}

/** Contact c with its forces, as users see it. */
function showContact(context: IslandContext, c: number): Contact {
  const { contacts } = context.contactSet;
  const { friction } = context.solvers;
  const { cones, solver } = friction;
  const { tangential } = friction.modes;
  const k = cones.list.subarray(0, cones.count).indexOf(c);
  const at = (from: Float64Array, o: number): [number, number, number] => [from[o], from[o + 1], from[o + 2]];
  return {
    a: contacts.bodyA[c],
    b: contacts.bodyB[c],
    particle: -1,
    point: at(contacts.point, 3 * c),
    normal: at(contacts.normal, 3 * c),
    force: k < 0 ? 0 : solver.result.f[cones.row[k]],
    friction: k < 0 ? [0, 0, 0] : at(tangential, 3 * k),
    gap: contacts.gap[c],
  };
}

/** Adds the force of a contact on A and on B, and its moments about their centres. */
function addWrench(wrench: Float64Array, { point, normal, force, friction }: Contact, places: Float64Array): void {
  const f = normal.map((n, x) => force * n + friction[x]);
  for (let body = 0; body < 2; body++) {
    const sign = body === 0 ? 1 : -1;
    const r = point.map((p, x) => p - places[7 * body + x]);
    for (let x = 0; x < 3; x++) {
      const [y, z] = [(x + 1) % 3, (x + 2) % 3];
      wrench[6 * body + x] += sign * f[x];
      wrench[6 * body + 3 + x] += sign * (r[y] * f[z] - r[z] * f[y]);
    }
  }
}

/** Settles what is to rest; null if it does not. */
function settleApart(old: IslandFlow, flow: IslandFlow): IslandFlow | null {
  const { context } = flow;
  context.memory.touching.merge(old.context.memory.touching);
  context.memory.sliding.merge(old.context.memory.sliding);
  if (flow.handleEvent() !== null || flow.fault !== null || !isAtRest(context)) return null;
  flow.fallAsleep();
  return flow;
}

/** Nothing is put to rest for a while: a tie did not hold. */
export function wake({ frozenInterface: ties }: WorldContext, t: number): void {
  ties.until[0] = t + pause;
}
