/**
 * Contact states of all islands, kept while islands are made anew: pairs in contact stay in contact, and pairs that slide go on
 * sliding.
 */
import type { Detector } from "../../contact/index.js";
import { findSlide } from "../active-set/index.js";
import type { ContactState } from "../contact-state/index.js";
import type { IslandFlow } from "../integration/index.js";
import {
  listParted,
  listSliding,
  listSlipping,
  listTouching,
  listTouchingLimits,
  type RecentPairs,
  resumeParted,
} from "./pair-lists.js";

/** Contact states of all islands, by the numbers of parts, joint limits and joint frictions. */
export interface ContactStates {
  /** Pairs of parts in contact. */
  readonly touching: readonly [number, number][];
  /** Pairs of parts that slide, roll or spin: see `listSliding`. */
  readonly sliding: readonly [number, number, number?][];
  /** Numbers of joint limits in contact. */
  readonly limits: readonly number[];
  /** Numbers of joint frictions that slip. */
  readonly slipping: readonly number[];
  /** Pairs that have just separated, and those with a feature transition, of each island. */
  readonly recent: readonly RecentPairs[];
}

/** The parts of an island that hold the states of its pairs. */
type PairStates = Pick<ContactState, "world" | "island" | "contactSet" | "memory">;

/** Returns the contact states of all islands. */
export function listContactStates(flows: readonly IslandFlow[]): ContactStates {
  return {
    touching: flows.flatMap((flow) => listTouching(flow.context)),
    sliding: flows.flatMap((flow) => listSliding(flow.context)),
    limits: flows.flatMap((flow) => listTouchingLimits(flow.context)),
    slipping: flows.flatMap(({ context }) => listSlipping(context)),
    recent: flows.map(({ context }) => listParted(context)),
  };
}

/** Returns contact states without those of parts that are gone. */
export function dropParts(states: ContactStates, isGone: (part: number) => boolean): ContactStates {
  const stay = ([a, b]: readonly [number, number, ...unknown[]]) => !isGone(a) && !isGone(b);
  return {
    ...states,
    touching: states.touching.filter(stay),
    sliding: states.sliding.filter(stay),
    recent: states.recent.map(({ parted, ahead }) => ({ parted: parted.filter(stay), ahead: ahead.filter(stay) })),
  };
}

/** Gives contact states to the islands that have the bodies now; `findIsland` returns the island of two parts. */
export function resumeContactStates(
  { touching, sliding, limits, slipping, recent }: ContactStates,
  flows: readonly IslandFlow[],
  detector: Detector,
  findIsland: (a: number, b: number) => PairStates | undefined,
): void {
  for (const [a, b] of touching) {
    const slot = detector.slotOf(a, b);
    if (slot >= 0) findIsland(a, b)?.memory.touching.add(slot);
  }
  for (const [a, b, kind = 0] of sliding) {
    const slot = detector.slotOf(a, b);
    if (slot >= 0) findIsland(a, b)?.memory.sliding.add(findSlide(slot, kind));
  }
  for (const { parted, ahead } of recent) {
    for (const pair of parted) resumeRecent(findIsland(pair[0], pair[1]), { parted: [pair] });
    for (const pair of ahead) resumeRecent(findIsland(pair[0], pair[1]), { ahead: [pair] });
  }
  for (const number of limits) {
    const flow = flows.find(({ context }) => context.limits.list.some((limit) => limit.number === number));
    flow?.context.memory.touching.add(-1 - number);
  }
  for (const number of slipping) {
    const flow = flows.find(({ context }) => context.jointFriction.list.some((friction) => friction.number === number));
    flow?.context.memory.sliding.add(-1 - number);
  }
}

function resumeRecent(island: PairStates | undefined, recent: Partial<RecentPairs>): void {
  if (island !== undefined) resumeParted(island, recent);
}
