/**
 * States of the pairs of an island as lists of part numbers, for events, snapshots and islands that join: slots may change there.
 */

import { findSlide } from "../active-set/index.js";
import type { ContactState } from "../contact-state/index.js";
import type { IslandSnapshot, WorldEvent } from "../record/index.js";

/** Whether an event is one of an island with these bodies, joint limits and joint frictions. */
export function isOwn(
  { island, limits, jointFriction }: Pick<ContactState, "island" | "limits" | "jointFriction">,
  { a, b, particle, limit, friction }: WorldEvent,
): boolean {
  if (limit >= 0) return limits.list.some(({ number }) => number === limit);
  if (friction >= 0) return jointFriction.list.some(({ number }) => number === friction);
  return particle >= 0 ? island.model.particleCount > 0 : island.model.moves(a) || island.model.moves(b);
}

/** Returns the numbers of the joint limits in contact. */
export function listTouchingLimits({ memory: { touching } }: Pick<ContactState, "memory">): number[] {
  return touching
    .toArray()
    .flatMap((slot) => (slot < 0 ? [-1 - slot] : []))
    .sort((a, b) => a - b);
}

/** Returns the pairs of parts in contact. */
export function listTouching({
  candidates,
  memory: { touching },
}: Pick<ContactState, "candidates" | "memory">): [number, number][] {
  return candidates.listPairs((slot) => touching.has(slot));
}

/** Returns the pairs of parts that slide, and, with a third number, those that roll, 1, or spin, 2, against a resistance. */
export function listSliding({
  candidates,
  memory: { sliding },
}: Pick<ContactState, "candidates" | "memory">): [number, number, number?][] {
  const of = (kind: number) => candidates.listPairs((slot) => sliding.has(findSlide(slot, kind)));
  const turning = [1, 2].flatMap((kind) => of(kind).map(([a, b]): [number, number, number] => [a, b, kind]));
  return [...of(0), ...turning];
}

/** Returns the numbers of the joint frictions that slip. */
export function listSlipping({ memory: { sliding } }: Pick<ContactState, "memory">): number[] {
  return sliding
    .toArray()
    .flatMap((slot) => (slot < 0 ? [-1 - slot] : []))
    .sort((a, b) => a - b);
}

/** Pairs of an island for which detection at the present instant alone is not enough. */
export interface RecentPairs {
  /** Parts A and B of pairs that have just separated, and the time of separation, s. */
  readonly parted: readonly (readonly [number, number, number])[];
  /** Parts A and B of pairs with a feature transition at the present instant, and the delay of their detection, s. */
  readonly ahead: readonly (readonly [number, number, number])[];
}

/** Returns the pairs that have just separated, and those with a feature transition at the present instant. */
export function listParted({
  island,
  candidates,
  contactSet,
  memory,
}: Pick<ContactState, "island" | "candidates" | "contactSet" | "memory">): RecentPairs {
  const { time } = island.model.system;
  memory.parted.forgetOld(time);
  const parted = memory.parted.pairs.toArray().flatMap((slot, k) => {
    const t = memory.parted.times[k];
    return candidates.listPairs((s) => s === slot).map(([a, b]): [number, number, number] => [a, b, t]);
  });
  const pairs = candidates.listPairs((slot) => contactSet.ahead.isOf(slot, time));
  return { parted, ahead: pairs.map(([a, b]) => [a, b, contactSet.ahead.time[0]] as const) };
}

/** Adds the pairs that `listParted` has returned for another island. */
export function resumeParted(
  { world: { detector }, island, contactSet, memory }: Pick<ContactState, "world" | "island" | "contactSet" | "memory">,
  { parted = [], ahead = [] }: Partial<RecentPairs>,
): void {
  for (const [a, b, t] of parted) if (detector.slotOf(a, b) >= 0) memory.parted.add(detector.slotOf(a, b), t);
  for (const [a, b, later] of ahead) contactSet.ahead.set(detector.slotOf(a, b), later, island.model.system.time);
}

/** Puts the states of the pairs of an island back to those of a snapshot. */
export function resumePairs(
  context: Pick<ContactState, "world" | "island" | "contactSet" | "memory" | "status">,
  snapshot: IslandSnapshot,
): void {
  const { touching, sliding, limits, slipping, held, standing = [0, 0, 0, 1] } = snapshot;
  const { memory, status } = context;
  const { detector } = context.world;
  resumeParted(context, snapshot);
  // pairs in contact in the snapshot that are not candidates any more are left out
  const slots = touching.map(([a, b]) => detector.slotOf(a, b)).filter((slot) => slot >= 0);
  memory.touching.clear();
  for (const slot of slots) memory.touching.add(slot);
  for (const number of limits) memory.touching.add(-1 - number);
  memory.sliding.clear();
  for (const number of slipping) memory.sliding.add(-1 - number);
  for (const [a, b, kind = 0] of sliding) {
    const slot = detector.slotOf(a, b);
    if (slot >= 0) memory.sliding.add(findSlide(slot, kind));
  }
  memory.wasActive.addNames(held);
  const [contacts, holding, rank, unique] = standing;
  Object.assign(status.standing, { contacts, holding, rank, isUnique: unique === 1 });
}
