/**
 * The state of a world, as plain data: what is needed to go on from there in the same bits, in this world or in another
 * that was built the same way. It holds numbers and lists only, and may be kept as JSON.
 */
import { fail, requireOptions } from "../../math/index.js";
import { type RigidSystem, rowLimit } from "../../rigid/index.js";
import type { LoggedEvent } from "./events.js";

/** An island as it was. */
export interface IslandSnapshot {
  readonly moving: readonly number[];
  readonly withParticles: boolean;
  readonly coordinates: readonly number[];
  /** The step that its solver had in mind, s. */
  readonly step: number;
  readonly isAsleep: boolean;
  readonly ledger: readonly number[];
  readonly spin: readonly number[];
  /** Pairs of parts that hold on to each other. */
  readonly touching: readonly (readonly [number, number])[];
  /** Numbers of limits that something rests on. */
  readonly limits: readonly number[];
  /** Those of them that slide across each other; with a third number, those that roll, 1, or spin, 2, against a resistance. */
  readonly sliding: readonly (readonly [number, number, number?])[];
  /** Numbers of frictions of joints that slip. */
  readonly slipping: readonly number[];
  /** Contacts that were held, by their features. */
  readonly held: readonly string[];
  /** Those of what was tied, be they a little apart: see frozen-interface.ts. */
  readonly rejoined?: readonly string[];
  /** Pairs of parts that have just parted, and when, s; and that part now, and how much later they are to be looked at, s. */
  readonly parted?: readonly (readonly [number, number, number])[];
  readonly ahead?: readonly (readonly [number, number, number])[];
  /** Whether it goes on by leaps, and when it had events of late: see moreau-step.ts. */
  readonly chattering: readonly number[];
  /** What it stands on: contacts, how many hold, their rank, and 1 if forces are unique. */
  readonly standing?: readonly number[];
}

export interface Snapshot {
  /** The version of this form. */
  readonly rigor: 1;
  readonly time: number;
  /** Of all bodies and particles, the clock last. */
  readonly state: readonly number[];
  /** u and u̇ of things with coordinates. */
  readonly own: readonly number[];
  /** What joints and curves remember: turns and parameters. */
  readonly memory: readonly number[];
  readonly ledger: readonly number[];
  /** The total of the books at first, and their largest term, J: by them the error of the energy is told. */
  readonly energy?: readonly number[];
  /** The length of the next window, s. */
  readonly window: number;
  /** Rows of bodies that were removed; and of rows that were given to another body since, how often. */
  readonly removed: readonly number[];
  readonly reused?: readonly (readonly [number, number])[];
  readonly islands: readonly IslandSnapshot[];
  /** Events that are dated later than the time: see events.ts. */
  readonly waiting: readonly LoggedEvent[];
}

const lists = [
  "moving",
  "coordinates",
  "ledger",
  "spin",
  "touching",
  "sliding",
  "slipping",
  "limits",
  "held",
  "chattering",
] as const;

/** The key that `chattering` of an island had in snapshots of release 0.1. */
const formerChattering = "storm";

/** A snapshot with the keys of the present release. */
export function renewSnapshot(snapshot: Snapshot): Snapshot {
  const islands: unknown = snapshot?.islands;
  const isFormer = (island: unknown) => typeof island === "object" && island !== null && formerChattering in island;
  if (!Array.isArray(islands) || !islands.some(isFormer)) return snapshot;
  return {
    ...snapshot,
    islands: islands.map((island: IslandSnapshot & { readonly [formerChattering]?: readonly number[] }) => {
      const { [formerChattering]: former, ...rest } = island;
      return former === undefined ? island : { ...rest, chattering: island.chattering ?? former };
    }),
  };
}

/** Throws unless a snapshot fits a world with so many numbers in its state and its coordinates. */
export function requireSnapshot(
  snapshot: Snapshot,
  stateLength: number,
  ownLength: number,
  memoryLength: number,
): void {
  requireOptions("snapshot", snapshot, "what save() returned");
  if (snapshot.rigor !== 1) fail("wrong-version", "snapshot.rigor", "must be 1", snapshot.rigor);
  const cure = "restore it into a world built the same way";
  for (const [name, length] of [
    ["state", stateLength],
    ["own", ownLength],
    ["memory", memoryLength],
  ] as const) {
    const list = snapshot[name];
    if (!Array.isArray(list) || list.length !== length) {
      fail("wrong-length", `snapshot.${name}`, `must have ${length} numbers`, list?.length, cure);
    }
    const bad = list.findIndex((value) => !Number.isFinite(value));
    if (bad >= 0) fail("not-finite", `snapshot.${name}[${bad}]`, "must be a finite number", list[bad]);
  }
  for (const name of ["ledger", "removed", "islands", "waiting"] as const) {
    if (!Array.isArray(snapshot[name])) fail("not-a-list", `snapshot.${name}`, "must be a list", snapshot[name], cure);
  }
  const { energy } = snapshot;
  if (energy !== undefined && !(Array.isArray(energy) && energy.length === 2 && energy.every(Number.isFinite))) {
    fail("not-a-list", "snapshot.energy", "must have 2 finite numbers", energy, cure);
  }
  if (!(snapshot.window > 0)) fail("not-positive", "snapshot.window", "must be > 0", snapshot.window, cure);
  snapshot.islands.forEach((island, k) => {
    for (const name of lists) {
      const list: unknown = island?.[name];
      if (!Array.isArray(list)) fail("not-a-list", `snapshot.islands[${k}].${name}`, "must be a list", list, cure);
    }
    const { standing = [0, 0, 0, 1] } = island;
    for (const name of ["rejoined", "parted", "ahead"] as const) {
      const list: unknown = island[name] ?? [];
      if (!Array.isArray(list)) fail("not-a-list", `snapshot.islands[${k}].${name}`, "must be a list", list, cure);
    }
    if (!(Array.isArray(standing) && standing.length === 4 && standing.every(Number.isFinite)))
      fail("not-a-list", `snapshot.islands[${k}].standing`, "must have 4 finite numbers", standing, cure);
  });
}

/** Rows without a body, and how often rows were given away again, of those that were. */
export function listRows({ names, count }: RigidSystem): Required<Pick<Snapshot, "removed" | "reused">> {
  const removed: number[] = [];
  const reused: [number, number][] = [];
  for (let i = 0; i < count; i++) {
    if (names[i] < 0) removed.push(i);
    const name = Math.max(names[i], -1 - names[i]);
    if (name !== i) reused.push([i, (name - i) / rowLimit]);
  }
  return { removed, reused };
}

/** Throws unless all that was removed from a world was so when the snapshot was taken, and rows are of the same bodies. */
export function requireLater(snapshot: Snapshot, system: RigidSystem): void {
  const { removed, reused } = listRows(system);
  const gone = removed.find((i) => !snapshot.removed.includes(i));
  const cure = "bodies that are gone stay gone: build the world anew";
  if (gone !== undefined) {
    const must = `must be of after body ${gone} was removed`;
    fail("removed", "snapshot.removed", must, snapshot.removed, cure);
  }
  const list = snapshot.reused ?? [];
  if (JSON.stringify(list) === JSON.stringify(reused)) return;
  const must = `must be of a world in which the same bodies were removed and added: ${JSON.stringify(reused)}`;
  fail("removed", "snapshot.reused", must, JSON.stringify(list), cure);
}

/** Numbers as JSON keeps them: without negative zeros. */
export function listNumbers(from: Float64Array): number[] {
  return Array.from(from, (x) => x + 0);
}
