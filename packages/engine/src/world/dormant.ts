/**
 * Rest beside motion. In a row of dominoes that falls each piece behind the front is slower than the next, without end: what is
 * so slow that it goes no farther than a part of the contact tolerance is stopped, if forces within their cones then hold it, and
 * sleeps. It is an island of its own from then on, tied to what it touches (ties.ts), until that has moved, or is struck, by
 * more. The report tells of it.
 *
 *   slow      10 × tolerance, m/s, and a contact tolerance a second, of all points; what it touches ten times that at most
 *   calm      accelerations that change no speed by so much within 0.02 s
 *   held      stopped, under its loads, it is in equilibrium: the same test as that of all sleep (sleep.ts)
 *
 * Follows: Rigid Body Simulation, section 9; Baraff 1989, section 9.
 */
import type { IslandFlow } from "./advance.js";
import { inheritFlow } from "./flow-snapshot.js";
import type { IslandParts } from "./island-parts.js";
import { Partition } from "./partition.js";
import { LedgerSlot } from "./power.js";
import { addFallback, type Contact } from "./report.js";
import { type IslandRun, type Kit, nameContact } from "./run.js";
import { fallAsleep, isAtRest, stopBodies } from "./sleep.js";
import { readPlaces, type Tie } from "./ties.js";

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

const told = "friction: what hardly moves is held at rest";

/**
 * Parts an island into what is stopped, asleep from now on, and what moves. Returns all of it, not settled where it moves; or
 * null if it stays as it is.
 */
export function putToRest(
  flow: IslandFlow,
  driven: readonly number[],
  createFlow: (parts: IslandParts) => IslandFlow,
): IslandFlow[] | null {
  const { run } = flow;
  const { kit, island } = run;
  const { ties, worst, log } = kit;
  if (flow.isAsleep || flow.isInStorm || flow.fault !== null || island.friction === null) return null;
  if (!isSimple(run) || run.time < ties.until[0]) return null;
  island.setState(flow.stepper.state);
  const dormant = listDormant(run);
  if (dormant.size < fewest) return null;
  const [known, events, fallbacks, figures] = [ties.list, log.entries.length, worst.fallbacks.length, { ...worst }];
  ties.list = [...known, ...listTies(run, dormant)];
  const made = split(run, driven, dormant);
  const isResting = ({ moving }: IslandParts) => dormant.has(moving[0]);
  const energy = stopBodies(island, dormant);
  const asleep = made.filter(isResting).map((parts) => settleApart(flow, createFlow(parts)));
  if (asleep.some((each) => each === null)) {
    log.entries.length = events;
    Object.assign(worst, figures);
    worst.fallbacks.length = fallbacks;
    ties.list = known;
    ties.until[0] = run.time + pause;
    island.setState(flow.stepper.state);
    return null;
  }
  addFallback(worst, told);
  const awake = made.filter((parts) => !isResting(parts)).map(createFlow);
  for (const each of awake) inheritFlow(each, flow);
  awake[0].run.island.ledger[LedgerSlot.dissipated] += energy;
  return [...(asleep as IslandFlow[]), ...awake];
}

/** Bodies and their contacts alone, many of them: nothing else passes forces between them. */
function isSimple(run: IslandRun): boolean {
  const { island } = run;
  const { joints, bounds, bound, jointForces, frictions } = island.parts;
  if (island.movingCount < smallest || island.particleCount > 0 || island.coordinates.length > 0) return false;
  if (joints.length + bounds.length + bound.length + jointForces.length + frictions.length > 0) return false;
  return run.friction.cones.count === run.friction.cones.contactCount;
}

/** Bodies that are slow, calm, and beside nothing that is fast; fewer than all. */
function listDormant(run: IslandRun): Set<number> {
  const { island, kit, contacts } = run;
  const { tolerance, contactTolerance } = kit.settings;
  const limit = Math.min(slowPart * tolerance, slowWay * contactTolerance);
  const { bodies, movingCount, system, acceleration } = island;
  const { velocity, angularVelocity } = system;
  const reach = new Float64Array(system.count);
  for (const p of run.parts) reach[kit.parts.body[p]] = Math.max(reach[kit.parts.body[p]], kit.parts.reach[p]);
  const size = (v: Float64Array, o: number) => Math.sqrt(v[o] * v[o] + v[o + 1] * v[o + 1] + v[o + 2] * v[o + 2]);
  const speed = new Float64Array(system.count);
  let slow = 0;
  for (let b = 0; b < movingCount; b++) {
    const i = bodies[b];
    speed[i] = size(velocity, 3 * i) + reach[i] * size(angularVelocity, 3 * i);
    if (speed[i] <= limit) slow++;
  }
  const dormant = new Set<number>();
  if (slow < fewest || slow === movingCount) return dormant;
  island.computeForces();
  island.gatherAll();
  for (let b = 0; b < movingCount; b++) {
    const i = bodies[b];
    const change = lasting * (size(acceleration, 6 * b) + reach[i] * size(acceleration, 6 * b + 3));
    if (speed[i] <= limit && change <= limit) dormant.add(i);
  }
  for (let c = 0; c < contacts.count; c++) {
    const [a, b] = [contacts.bodyA[c], contacts.bodyB[c]];
    if (island.moves(a) && speed[a] > beside * limit) dormant.delete(b);
    if (island.moves(b) && speed[b] > beside * limit) dormant.delete(a);
  }
  return dormant.size < movingCount ? dormant : new Set();
}

/** What is bound by contacts, but for those between what rests and what does not. */
function split({ kit, contacts, island }: IslandRun, driven: readonly number[], dormant: Set<number>): IslandParts[] {
  const partition = new Partition(kit.mechanism, kit.limits, kit.frictions);
  for (let c = 0; c < contacts.count; c++) {
    const [a, b] = [contacts.bodyA[c], contacts.bodyB[c]];
    if (dormant.has(a) === dormant.has(b)) partition.bind(a, b);
  }
  return partition.collect(driven).filter(({ moving }) => moving.length > 0 && island.moves(moving[0]));
}

/** The pairs between what rests and what does not, with what they press on each other with, where forces were found last. */
function listTies(run: IslandRun, dormant: Set<number>): Tie[] {
  const { contacts, island } = run;
  const list: Tie[] = [];
  for (let first = 0, end = 0; first < contacts.count; first = end) {
    while (end < contacts.count && contacts.pair[end] === contacts.pair[first]) end++;
    const [bodyA, bodyB] = [contacts.bodyA[first], contacts.bodyB[first]];
    if (!island.moves(bodyA) || !island.moves(bodyB) || dormant.has(bodyA) === dormant.has(bodyB)) continue;
    const slot = contacts.pair[first];
    const shown = Array.from({ length: end - first }, (_, k) => showContact(run, first + k));
    const wrench = new Float64Array(12);
    const places = readPlaces(island.system, bodyA, bodyB);
    for (const contact of shown) addWrench(wrench, contact, places);
    const isSliding = run.sliding.has(slot);
    const pressing = shown.flatMap(({ force }, k) => (force > 0 ? [nameContact(contacts, first + k)] : []));
    const pair = { a: contacts.partA[first], b: contacts.partB[first], slot, bodyA, bodyB };
    list.push({ ...pair, isSliding, contacts: shown, pressing, wrench, places });
  }
  return list;
}

/** Contact c with its forces, as users see it. */
function showContact({ contacts, friction }: IslandRun, c: number): Contact {
  const { cones, solver, tangential } = friction;
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
  const { run } = flow;
  for (const slot of old.run.touching) run.touching.add(slot);
  for (const slot of old.run.sliding) run.sliding.add(slot);
  if (flow.settle() !== null || flow.fault !== null || !isAtRest(run)) return null;
  fallAsleep(flow);
  return flow;
}

/** Nothing is put to rest for a while: a tie did not hold. */
export function rouse({ ties }: Kit, t: number): void {
  ties.until[0] = t + pause;
}
