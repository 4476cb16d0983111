/**
 * Where an island ends although bodies touch. What rests beside what hardly moves (partial-sleep.ts) sleeps as an island of its own;
 * what the two press on each other with is taken to stay what it is, for as long as neither has moved by what is seen.
 *
 *   load    the force of a tie on each of the two, and its moment about the centre of mass: given forces of their islands
 *   drift   how far points of contact of what moves have come since they were tied, m
 *
 * Follows: Rigid Body Simulation, section 9; Baraff 1989, section 9.
 */

import { quat, vec3 } from "../../math/index.js";
import { bodySize, type RigidSystem, Slot } from "../../rigid/index.js";
import type { IslandModel } from "../island/index.js";
import type { Contact } from "../record/index.js";
import type { ContactMemory } from "./contact-memory.js";

/** Two bodies that touch, of different islands. */
export interface FrozenContact {
  /** The pair of parts, and its slot. */
  readonly a: number;
  readonly b: number;
  readonly slot: number;
  readonly bodyA: number;
  readonly bodyB: number;
  /** Whether they slid across each other. */
  readonly isSliding: boolean;
  /** Their contacts as they were. */
  readonly contacts: readonly Contact[];
  /** Those of them that pressed, with the mark `rejoined`: they touch where the two bodies are of one island again. */
  readonly pressing: ContactMemory;
  /** F and τ on A, then on B. */
  readonly wrench: Float64Array;
  /** x and q of A, then of B, as they were. */
  readonly places: Float64Array;
}

/** Part of the contact tolerance by which points of contact of what is tied may drift. */
export const mostDrift = 0.2;

/** x and q. */
const placeSize = 7;

const scratch = new Float64Array(16);

/** Of a tie: how far a point of contact has come, m; how fast one is, m/s; how deep they are at most, m. */
export const FrozenSlot = { drift: 0, speed: 1, depth: 2 } as const;

/** An island that may move a body of a tie. */
interface Tied {
  readonly island: IslandModel;
}

export class FrozenInterface {
  /** Never changed in place: who keeps it can come back to it. */
  list: readonly FrozenContact[] = [];
  /** Nothing is put to rest before that time, s. */
  readonly until = Float64Array.of(-Infinity);

  has(slot: number): boolean {
    for (let k = 0; k < this.list.length; k++) if (this.list[k].slot === slot) return true;
    return false;
  }

  clear(): void {
    this.list = [];
  }
}

/** The places of two bodies. */
export function readPlaces({ state }: RigidSystem, bodyA: number, bodyB: number): Float64Array {
  const places = new Float64Array(2 * placeSize);
  places.set(state.subarray(bodySize * bodyA + Slot.x, bodySize * bodyA + Slot.x + placeSize));
  places.set(state.subarray(bodySize * bodyB + Slot.x, bodySize * bodyB + Slot.x + placeSize), placeSize);
  return places;
}

/** The body of a tie that an island moves: the other rests. */
export function findMoving({ bodyA, bodyB }: FrozenContact, { island }: Tied): number {
  return island.moves(bodyA) ? bodyA : bodyB;
}

/** Writes `TieSlot` of a tie, as an island that has one of its bodies moves. */
export function measureFrozen(out: Float64Array, tie: FrozenContact, context: Tied): void {
  const { state, velocity, angularVelocity } = context.island.system;
  const i = findMoving(tie, context);
  measureDrift(out, tie, i, state, bodySize * i + Slot.x);
  vec3.copy(motion, 0, velocity, 3 * i);
  vec3.copy(motion, 3, angularVelocity, 3 * i);
  out[FrozenSlot.speed] = measureFastest(tie, context, motion);
}

/** Drift and depth of a tie if body i of the two is at x and q of `pose[y …]`. */
export function measureDrift(out: Float64Array, tie: FrozenContact, i: number, pose: Float64Array, y: number): void {
  const isA = i === tie.bodyA;
  const o = isA ? 0 : placeSize;
  const [shift, turn, arm, way] = [0, 3, 6, 9];
  vec3.subtract(scratch, shift, pose, y, tie.places, o);
  // twice the vector part of q q₀*: so little that sines are angles
  quat.conjugate(scratch, 12, tie.places, o + 3);
  quat.multiply(scratch, 12, pose, y + 3, scratch, 12);
  const sign = scratch[15] < 0 ? -2 : 2;
  for (let x = 0; x < 3; x++) scratch[turn + x] = sign * scratch[12 + x];
  out.fill(0);
  for (let k = 0; k < tie.contacts.length; k++) {
    const { point, normal, gap } = tie.contacts[k];
    for (let x = 0; x < 3; x++) scratch[arm + x] = point[x] - tie.places[o + x];
    vec3.cross(scratch, way, scratch, turn, scratch, arm);
    vec3.add(scratch, way, scratch, way, scratch, shift);
    let open = 0;
    for (let x = 0; x < 3; x++) open += (isA ? 1 : -1) * normal[x] * scratch[way + x];
    out[FrozenSlot.drift] = Math.max(out[FrozenSlot.drift], vec3.length(scratch, way));
    out[FrozenSlot.depth] = Math.max(out[FrozenSlot.depth], -gap - open);
  }
}

const motion = new Float64Array(6);

/** How fast the fastest point of contact of a tie is if its body of an island moves with these v and ω, m/s. */
export function measureFastest(tie: FrozenContact, { island }: Tied, velocities: Float64Array): number {
  const o = island.moves(tie.bodyA) ? 0 : placeSize;
  let fastest = 0;
  for (let k = 0; k < tie.contacts.length; k++) {
    for (let x = 0; x < 3; x++) scratch[x] = tie.contacts[k].point[x] - tie.places[o + x];
    vec3.cross(scratch, 0, velocities, 3, scratch, 0);
    vec3.add(scratch, 0, scratch, 0, velocities, 0);
    fastest = Math.max(fastest, vec3.length(scratch, 0));
  }
  return fastest;
}
