/** What holds on to each other, where islands are made anew: it does so still. */
import type { Detector } from "../contact/index.js";
import type { IslandFlow } from "./advance.js";
import type { IslandRun } from "./run.js";
import { findSlide } from "./turning-events.js";

interface Touching {
  /** Pairs of parts that hold on to each other, and those that slide: see `IslandFlow.listSliding`. */
  readonly touched: readonly [number, number][];
  readonly slid: readonly [number, number, number?][];
  /** Numbers of limits that something rests on, and of frictions of joints that slip. */
  readonly limited: readonly number[];
  readonly slipping: readonly number[];
  /** See `IslandRun.listParted`. */
  readonly recent: readonly ReturnType<IslandRun["listParted"]>[];
}

export function listTouching(flows: readonly IslandFlow[]): Touching {
  return {
    touched: flows.flatMap((flow) => flow.run.listTouching()),
    slid: flows.flatMap((flow) => flow.run.listSliding()),
    limited: flows.flatMap((flow) => flow.run.listLimits()),
    slipping: flows.flatMap(({ run }) => run.listSlipping()),
    recent: flows.map(({ run }) => run.listParted()),
  };
}

/** Tells those that have the bodies now. */
export function resumeTouching(
  { touched, slid, limited, slipping, recent }: Touching,
  flows: readonly IslandFlow[],
  detector: Detector,
  findRun: (a: number, b: number) => IslandRun | undefined,
): void {
  for (const [a, b] of touched) {
    const slot = detector.slotOf(a, b);
    if (slot >= 0) findRun(a, b)?.touching.add(slot);
  }
  for (const [a, b, kind = 0] of slid) {
    const slot = detector.slotOf(a, b);
    if (slot >= 0) findRun(a, b)?.sliding.add(findSlide(slot, kind));
  }
  for (const { parted, ahead } of recent) {
    for (const pair of parted) findRun(pair[0], pair[1])?.resumeParted({ parted: [pair] });
    for (const pair of ahead) findRun(pair[0], pair[1])?.resumeParted({ ahead: [pair] });
  }
  for (const number of limited) {
    const flow = flows.find(({ run }) => run.bounds.list.some((bound) => bound.number === number));
    flow?.run.touching.add(-1 - number);
  }
  for (const number of slipping) {
    const flow = flows.find(({ run }) => run.rubs.list.some((rub) => rub.number === number));
    flow?.run.sliding.add(-1 - number);
  }
}
