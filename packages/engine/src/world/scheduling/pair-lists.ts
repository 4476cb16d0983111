/** States of the pairs of an island as lists of part numbers, for events, snapshots and islands that join: slots may change there. */

import { findSlide } from "../active-set/index.js";
import type { IslandContext } from "../context/index.js";
import type { IslandSnapshot, WorldEvent } from "../record/index.js";

/** Whether an event is one of the island. */
export function isOwn(
  { island, limits, jointFriction }: IslandContext,
  { a, b, particle, limit, friction }: WorldEvent,
): boolean {
  if (limit >= 0) return limits.list.some(({ number }) => number === limit);
  if (friction >= 0) return jointFriction.list.some(({ number }) => number === friction);
  return particle >= 0 ? island.particleCount > 0 : island.moves(a) || island.moves(b);
}

/** Numbers of the limits that are in contact. */
export function listTouchingLimits({ memory: { touching } }: IslandContext): number[] {
  return touching
    .toArray()
    .flatMap((slot) => (slot < 0 ? [-1 - slot] : []))
    .sort((a, b) => a - b);
}

/** Pairs of parts in contact. */
export function listTouching({ candidates, memory: { touching } }: IslandContext): [number, number][] {
  return candidates.listPairs((slot) => touching.has(slot));
}

/** Pairs that slide; with a third number, those that roll, 1, or spin, 2, against a resistance. */
export function listSliding({ candidates, memory: { sliding } }: IslandContext): [number, number, number?][] {
  const of = (kind: number) => candidates.listPairs((slot) => sliding.has(findSlide(slot, kind)));
  const turning = [1, 2].flatMap((kind) => of(kind).map(([a, b]): [number, number, number] => [a, b, kind]));
  return [...of(0), ...turning];
}

/** Numbers of the frictions of joints that slip. */
export function listSlipping({ memory: { sliding } }: IslandContext): number[] {
  return sliding
    .toArray()
    .flatMap((slot) => (slot < 0 ? [-1 - slot] : []))
    .sort((a, b) => a - b);
}

/** A, B and the time of separation of recent pairs; A, B and the delay of those whose features change now. */
export function listParted({ island, candidates, contactSet, memory }: IslandContext): {
  parted: [number, number, number][];
  ahead: [number, number, number][];
} {
  const { time } = island.system;
  memory.parted.forgetOld(time);
  const parted = memory.parted.pairs.toArray().flatMap((slot, k) => {
    const t = memory.parted.times[k];
    return candidates.listPairs((s) => s === slot).map(([a, b]): [number, number, number] => [a, b, t]);
  });
  const pairs = candidates.listPairs((slot) => contactSet.ahead.isOf(slot, time));
  return { parted, ahead: pairs.map(([a, b]) => [a, b, contactSet.ahead.time[0]]) };
}

/** Takes over what `listParted` of another island returns. */
export function resumeParted(
  { world: { detector }, island, contactSet, memory }: IslandContext,
  { parted = [], ahead = [] }: Pick<IslandSnapshot, "parted" | "ahead">,
): void {
  for (const [a, b, t] of parted) if (detector.slotOf(a, b) >= 0) memory.parted.add(detector.slotOf(a, b), t);
  for (const [a, b, later] of ahead) contactSet.ahead.set(detector.slotOf(a, b), later, island.system.time);
}

/** Takes over what a snapshot has of the pairs of the island. */
export function resumePairs(context: IslandContext, snapshot: IslandSnapshot): void {
  const { touching, sliding, limits, slipping, held, standing = [0, 0, 0, 1] } = snapshot;
  const { memory, status } = context;
  const { detector } = context.world;
  resumeParted(context, snapshot);
  // a pair that the snapshot has in contact may be far apart by now
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
