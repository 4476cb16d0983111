/**
 * Partial sleep: rest beside motion. In a row of dominoes that falls, each piece behind the front is slower than the next,
 * without end. Bodies so slow that they move no farther than a part of the contact tolerance are stopped and sleep, if forces
 * within their friction cones then keep them in equilibrium. They are an island of their own from then on, with a frozen
 * interface to the bodies that they touch (frozen-interface.ts), until these have moved, or are struck, by more. The report has
 * the fallback `sleep/partial`.
 *
 *   slow      at most 10 × tolerance, m/s, and a contact tolerance a second, at all points; neighbours at most ten times that
 *   calm      accelerations change no speed by as much within 0.02 s
 *   at rest   stopped, under its loads, the island is in equilibrium, by the test of all sleep (sleep.ts)
 *
 * Follows: Rigid Body Simulation, section 9; Baraff 1989, section 9.
 */

import type { ContactState, WorldContext } from "../contact-state/index.js";
import { ContactMark, ContactMemory, type FrozenContact, readPlaces } from "../contact-state/index.js";
import type { IslandFlow } from "../integration/index.js";
import { isAtRest, stopBodies } from "../integration/index.js";
import { Partition } from "../island/index.js";
import type { IslandParts } from "../model/index.js";
import { LedgerSlot } from "../model/index.js";
import { addFallback, type Contact } from "../record/index.js";
import type { FrictionFlow } from "../smooth/index.js";
import { inheritFlow } from "./flow-snapshot.js";
import {
  calmTime,
  coolDown,
  fewestResting,
  neighbourSpeed,
  slowRate,
  slowSpeed,
  smallestIsland,
} from "./parameters.js";

/** Parts of an island that partial sleep reads. */
interface RestContext extends Pick<ContactState, "world" | "island" | "candidates" | "contactSet" | "memory"> {
  readonly solvers: { readonly friction: FrictionFlow };
}

/**
 * Divides an island into islands that sleep from now on and islands that move. Returns all of them, the events of those that move
 * not handled yet; or null if the island stays whole.
 */
export function putToRest(
  flow: IslandFlow,
  driven: readonly number[],
  createFlow: (parts: IslandParts) => IslandFlow,
): IslandFlow[] | null {
  const { context } = flow;
  const { world, island } = context;
  const { frozenInterface: frozen, worst, log } = world;
  if (flow.isAsleep || flow.isTimeStepping || flow.fault !== null || island.friction === null) return null;
  if (!isSimple(context) || context.island.model.system.time < frozen.until[0]) return null;
  island.setState(flow.stepper.state);
  const resting = listResting(context);
  if (resting.size < fewestResting) return null;
  const [known, events, fallbacks, figures] = [frozen.list, log.entries.length, worst.fallbacks.length, { ...worst }];
  frozen.list = [...known, ...freezeContacts(context, resting)];
  const made = divide(context, driven, resting);
  const isResting = ({ moving }: IslandParts) => resting.has(moving[0]);
  const energy = stopBodies(island, resting);
  const asleep = made.filter(isResting).map((parts) => putAsleep(flow, createFlow(parts)));
  if (asleep.some((each) => each === null)) {
    log.entries.length = events;
    Object.assign(worst, figures);
    worst.fallbacks.length = fallbacks;
    frozen.list = known;
    frozen.until[0] = context.island.model.system.time + coolDown;
    island.setState(flow.stepper.state);
    return null;
  }
  addFallback(worst, "sleep/partial");
  const awake = made.filter((parts) => !isResting(parts)).map(createFlow);
  for (const each of awake) inheritFlow(each, flow);
  awake[0].context.island.balance.ledger[LedgerSlot.dissipated] += energy;
  return [...(asleep as IslandFlow[]), ...awake];
}

/** Whether an island has many bodies, and contacts alone pass forces between them. */
function isSimple(context: RestContext): boolean {
  const { island } = context;
  const { joints, bounds, bound, jointForces, frictions } = island.model.parts;
  if (
    island.model.movingCount < smallestIsland ||
    island.model.particleCount > 0 ||
    island.model.coordinates.length > 0
  )
    return false;
  if (joints.length + bounds.length + bound.length + jointForces.length + frictions.length > 0) return false;
  return context.solvers.friction.cones.count === context.solvers.friction.cones.contactCount;
}

/** Returns the bodies that are slow and calm and touch no fast bodies; none if all are. */
function listResting(context: RestContext): Set<number> {
  const { island, world } = context;
  const { tolerance, contactTolerance } = world.settings;
  const limit = Math.min(slowSpeed * tolerance, slowRate * contactTolerance);
  const {
    model: { bodies, movingCount, system },
    active: { acceleration },
  } = island;
  const reach = measureReach(context);
  const speed = new Float64Array(system.count);
  let slow = 0;
  for (let b = 0; b < movingCount; b++) {
    const i = bodies[b];
    speed[i] = measureSize(system.velocity, 3 * i) + reach[i] * measureSize(system.angularVelocity, 3 * i);
    if (speed[i] <= limit) slow++;
  }
  const resting = new Set<number>();
  if (slow < fewestResting || slow === movingCount) return resting;
  island.computeForces();
  island.gatherAll();
  for (let b = 0; b < movingCount; b++) {
    const i = bodies[b];
    const change = calmTime * (measureSize(acceleration, 6 * b) + reach[i] * measureSize(acceleration, 6 * b + 3));
    if (speed[i] <= limit && change <= limit) resting.add(i);
  }
  dropNeighbours(resting, context, speed, limit);
  return resting.size < movingCount ? resting : new Set();
}

/** Returns the distance of the farthest point of each body from its centre of mass, m, by rows. */
function measureReach({ island, candidates, world: { parts } }: RestContext): Float64Array {
  const reach = new Float64Array(island.model.system.count);
  for (const p of candidates.parts) reach[parts.body[p]] = Math.max(reach[parts.body[p]], parts.reach[p]);
  return reach;
}

/** Returns the length of a vector. */
function measureSize(v: Float64Array, o: number): number {
  return Math.sqrt(v[o] * v[o] + v[o + 1] * v[o + 1] + v[o + 2] * v[o + 2]);
}

/** Takes bodies that touch a fast body from those that may rest. */
function dropNeighbours(
  resting: Set<number>,
  { island, contactSet: { contacts } }: RestContext,
  speed: Float64Array,
  limit: number,
): void {
  for (let c = 0; c < contacts.count; c++) {
    const [a, b] = [contacts.bodyA[c], contacts.bodyB[c]];
    if (island.model.moves(a) && speed[a] > neighbourSpeed * limit) resting.delete(b);
    if (island.model.moves(b) && speed[b] > neighbourSpeed * limit) resting.delete(a);
  }
}

/** Returns the parts of an island that contacts connect, without those between a body that rests and one that moves. */
function divide(
  { world, contactSet: { contacts }, island }: RestContext,
  driven: readonly number[],
  resting: Set<number>,
): IslandParts[] {
  const partition = new Partition(world.mechanism, world.limits, world.frictions);
  for (let c = 0; c < contacts.count; c++) {
    const [a, b] = [contacts.bodyA[c], contacts.bodyB[c]];
    if (resting.has(a) === resting.has(b)) partition.bind(a, b);
  }
  return partition.collect(driven).filter(({ moving }) => moving.length > 0 && island.model.moves(moving[0]));
}

/** Returns the frozen contacts of all pairs of a body that rests and one that moves, with the forces that were found last. */
function freezeContacts(context: RestContext, resting: Set<number>): FrozenContact[] {
  const { island } = context;
  const { contacts } = context.contactSet;
  const list: FrozenContact[] = [];
  for (let first = 0, end = 0; first < contacts.count; first = end) {
    while (end < contacts.count && contacts.pair[end] === contacts.pair[first]) end++;
    const [bodyA, bodyB] = [contacts.bodyA[first], contacts.bodyB[first]];
    if (!island.model.moves(bodyA) || !island.model.moves(bodyB) || resting.has(bodyA) === resting.has(bodyB)) continue;
    const slot = contacts.pair[first];
    const shown = Array.from({ length: end - first }, (_, k) => showContact(context, first + k));
    const wrench = new Float64Array(12);
    const places = readPlaces(island.model.system, bodyA, bodyB);
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

/** Returns contact c with its forces, as users see it. */
function showContact(context: RestContext, c: number): Contact {
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

/** Adds the force of a contact on A and on B, and its moments about their centres of mass. */
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

/** Handles the events of an island that is to rest, and puts it to sleep. Returns null if it does not rest. */
function putAsleep(old: IslandFlow, flow: IslandFlow): IslandFlow | null {
  const { context } = flow;
  context.memory.touching.merge(old.context.memory.touching);
  context.memory.sliding.merge(old.context.memory.sliding);
  if (flow.handleEvent() !== null || flow.fault !== null || !isAtRest(context)) return null;
  flow.fallAsleep();
  return flow;
}

/** Wakes a frozen interface that no longer holds at the time t, s: partial sleep is left out for a while. */
export function wake({ frozenInterface: frozen }: WorldContext, t: number): void {
  frozen.until[0] = t + coolDown;
}
