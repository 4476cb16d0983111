/** What holds on to each other, where islands are made anew: it does so still. */
import type { Detector } from "../../contact/index.js";
import { findSlide } from "../active-set/index.js";
import type { IslandContext } from "../context/index.js";
import type { IslandFlow } from "../integration/index.js";
import { listParted, listSliding, listSlipping, listTouching, listTouchingLimits, resumeParted } from "./pair-lists.js";

interface Touching {
  /** Pairs of parts that hold on to each other, and those that slide: see `IslandFlow.listSliding`. */
  readonly touched: readonly [number, number][];
  readonly slid: readonly [number, number, number?][];
  /** Numbers of limits that something rests on, and of frictions of joints that slip. */
  readonly limited: readonly number[];
  readonly slipping: readonly number[];
  /** Recent separations: see `listParted` of pair-lists.ts. */
  readonly recent: readonly ReturnType<typeof listParted>[];
}

export function listAllTouching(flows: readonly IslandFlow[]): Touching {
  return {
    touched: flows.flatMap((flow) => listTouching(flow.context)),
    slid: flows.flatMap((flow) => listSliding(flow.context)),
    limited: flows.flatMap((flow) => listTouchingLimits(flow.context)),
    slipping: flows.flatMap(({ context }) => listSlipping(context)),
    recent: flows.map(({ context }) => listParted(context)),
  };
}

function resume(run: IslandContext | undefined, recent: Parameters<typeof resumeParted>[1]): void {
  if (run !== undefined) resumeParted(run, recent);
}

/** Tells those that have the bodies now. */
export function resumeTouching(
  { touched, slid, limited, slipping, recent }: Touching,
  flows: readonly IslandFlow[],
  detector: Detector,
  findRun: (a: number, b: number) => IslandContext | undefined,
): void {
  for (const [a, b] of touched) {
    const slot = detector.slotOf(a, b);
    if (slot >= 0) findRun(a, b)?.memory.touching.add(slot);
  }
  for (const [a, b, kind = 0] of slid) {
    const slot = detector.slotOf(a, b);
    if (slot >= 0) findRun(a, b)?.memory.sliding.add(findSlide(slot, kind));
  }
  for (const { parted, ahead } of recent) {
    for (const pair of parted) resume(findRun(pair[0], pair[1]), { parted: [pair] });
    for (const pair of ahead) resume(findRun(pair[0], pair[1]), { ahead: [pair] });
  }
  for (const number of limited) {
    const flow = flows.find(({ context }) => context.limits.list.some((bound) => bound.number === number));
    flow?.context.memory.touching.add(-1 - number);
  }
  for (const number of slipping) {
    const flow = flows.find(({ context }) => context.jointFriction.list.some((rub) => rub.number === number));
    flow?.context.memory.sliding.add(-1 - number);
  }
}
