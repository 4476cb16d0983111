/**
 * Frozen interface: contacts between a sleeping island and a moving one. A body at rest beside bodies that hardly move
 * (partial-sleep.ts) sleeps as an island of its own. The contact forces between the two islands are kept as they were, as long as
 * no contact point has moved by a resolved distance.
 *
 *   load    contact force on each of the two bodies, and its moment about the centre of mass: given forces of their islands
 *   drift   distance of the contact points of the moving body from where they were when the interface was frozen, m
 *
 * Follows: Rigid Body Simulation, section 9; Baraff 1989, section 9.
 */

import { quat, vec3 } from "../../math/index.js";
import { bodySize, type RigidSystem, Slot } from "../../rigid/index.js";
import type { IslandModel } from "../island/index.js";
import type { Contact } from "../record/index.js";
import type { ContactMemory } from "./contact-memory.js";

/** Two touching bodies of different islands, with their contact forces frozen. */
export interface FrozenContact {
  /** Part of body A. */
  readonly a: number;
  /** Part of body B. */
  readonly b: number;
  /** Slot of the pair of parts. */
  readonly slot: number;
  /** Body A of the pair. */
  readonly bodyA: number;
  /** Body B of the pair. */
  readonly bodyB: number;
  /** Whether the two slid across each other. */
  readonly isSliding: boolean;
  /** Contacts of the pair when it was frozen. */
  readonly contacts: readonly Contact[];
  /** Active contacts of the pair, with the mark `rejoined`: they touch when the two bodies are of one island again. */
  readonly active: ContactMemory;
  /** Force and torque on A, then on B, N and N·m. */
  readonly wrench: Float64Array;
  /** Position and orientation of A, then of B, when the pair was frozen. */
  readonly places: Float64Array;
}

/** Numbers of a pose: three of x, four of q. */
const placeSize = 3 + 4;

/** Vectors of `measureDrift` in `scratch`: displacement, rotation, lever arm, displacement of a point; then a quaternion. */
const ScratchSlot = { shift: 0, turn: 3, arm: 6, way: 9, turned: 12, w: 15 } as const;
const scratch = new Float64Array(16);

/** Figures of a frozen contact: largest drift of a contact point, m; its largest speed, m/s; largest depth, m. */
export const FrozenSlot = { drift: 0, speed: 1, depth: 2 } as const;

/** An island that may move a body of a frozen contact. */
interface MovingIsland {
  readonly island: { readonly model: IslandModel };
}

/** All frozen contacts of a world. */
export class FrozenInterface {
  /** Frozen contacts. The list is replaced, never changed in place, so that a checkpoint can keep it. */
  list: readonly FrozenContact[] = [];
  /** Time before which no body is put to partial sleep, s. */
  readonly until = Float64Array.of(-Infinity);

  /** Whether the pair with this slot is frozen. */
  has(slot: number): boolean {
    for (let k = 0; k < this.list.length; k++) if (this.list[k].slot === slot) return true;
    return false;
  }

  /** Drops all frozen contacts. */
  clear(): void {
    this.list = [];
  }
}

/** Returns position and orientation of two bodies. */
export function readPlaces({ state }: RigidSystem, bodyA: number, bodyB: number): Float64Array {
  const places = new Float64Array(2 * placeSize);
  places.set(state.subarray(bodySize * bodyA + Slot.x, bodySize * bodyA + Slot.x + placeSize));
  places.set(state.subarray(bodySize * bodyB + Slot.x, bodySize * bodyB + Slot.x + placeSize), placeSize);
  return places;
}

/** Returns the body of a frozen contact that an island moves; the other one rests. */
export function findMoving({ bodyA, bodyB }: FrozenContact, { island }: MovingIsland): number {
  return island.model.moves(bodyA) ? bodyA : bodyB;
}

/** Writes the figures `FrozenSlot` of a frozen contact at the state of the island that moves one of its bodies. */
export function measureFrozen(out: Float64Array, frozen: FrozenContact, context: MovingIsland): void {
  const { state, velocity, angularVelocity } = context.island.model.system;
  const i = findMoving(frozen, context);
  measureDrift(out, frozen, i, state, bodySize * i + Slot.x);
  vec3.copy(motion, 0, velocity, 3 * i);
  vec3.copy(motion, 3, angularVelocity, 3 * i);
  out[FrozenSlot.speed] = measureFastest(frozen, context, motion);
}

/** Writes drift and depth of a frozen contact with body i of the two at x and q of `pose[y …]`. */
export function measureDrift(out: Float64Array, frozen: FrozenContact, i: number, pose: Float64Array, y: number): void {
  const isA = i === frozen.bodyA;
  const o = isA ? 0 : placeSize;
  const { shift, turn, arm, way, turned, w } = ScratchSlot;
  vec3.subtract(scratch, shift, pose, y, frozen.places, o);
  // twice the vector part of q q₀*: the rotation is so small that sines are angles
  quat.conjugate(scratch, turned, frozen.places, o + 3);
  quat.multiply(scratch, turned, pose, y + 3, scratch, turned);
  const sign = scratch[w] < 0 ? -2 : 2;
  for (let x = 0; x < 3; x++) scratch[turn + x] = sign * scratch[turned + x];
  out.fill(0);
  for (let k = 0; k < frozen.contacts.length; k++) {
    const { point, normal, gap } = frozen.contacts[k];
    for (let x = 0; x < 3; x++) scratch[arm + x] = point[x] - frozen.places[o + x];
    vec3.cross(scratch, way, scratch, turn, scratch, arm);
    vec3.add(scratch, way, scratch, way, scratch, shift);
    let open = 0;
    for (let x = 0; x < 3; x++) open += (isA ? 1 : -1) * normal[x] * scratch[way + x];
    out[FrozenSlot.drift] = Math.max(out[FrozenSlot.drift], vec3.length(scratch, way));
    out[FrozenSlot.depth] = Math.max(out[FrozenSlot.depth], -gap - open);
  }
}

const motion = new Float64Array(6);

/** Returns the speed of the fastest contact point of a frozen contact, whose body of the island moves with v and ω, m/s. */
export function measureFastest(frozen: FrozenContact, { island }: MovingIsland, velocities: Float64Array): number {
  const o = island.model.moves(frozen.bodyA) ? 0 : placeSize;
  let fastest = 0;
  for (let k = 0; k < frozen.contacts.length; k++) {
    for (let x = 0; x < 3; x++) scratch[x] = frozen.contacts[k].point[x] - frozen.places[o + x];
    vec3.cross(scratch, 0, velocities, 3, scratch, 0);
    vec3.add(scratch, 0, scratch, 0, velocities, 0);
    fastest = Math.max(fastest, vec3.length(scratch, 0));
  }
  return fastest;
}
