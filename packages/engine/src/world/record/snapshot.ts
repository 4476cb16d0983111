/**
 * State of a world as plain data, from which the run continues in the same bits, in this world or in another that was built the
 * same way. It consists of numbers, strings and lists, and can be stored as JSON.
 */
import { fail, requireOptions } from "../../math/index.js";
import { type RigidSystem, rowLimit } from "../../rigid/index.js";
import { renewLaw } from "./event-laws.js";
import type { LoggedEvent } from "./events.js";

/** State of an island in a snapshot. The fields are those of the format. */
export interface IslandSnapshot {
  /** Rows of the bodies that respond to forces. */
  readonly moving: readonly number[];
  /** Whether the particles belong to the island. */
  readonly withParticles: boolean;
  /** Numbers of the systems with generalized coordinates. */
  readonly coordinates: readonly number[];
  /** Step that the integrator would try next, s. */
  readonly step: number;
  /** Whether the island is asleep. */
  readonly isAsleep: boolean;
  /** Terms of the energy balance that are integrated: see `LedgerSlot`. */
  readonly ledger: readonly number[];
  /** Angular momentum of the island: see angular-momentum.ts. */
  readonly spin: readonly number[];
  /** Pairs of parts in contact. */
  readonly touching: readonly (readonly [number, number])[];
  /** Numbers of the active limits. */
  readonly limits: readonly number[];
  /** Pairs of parts that slide; with a third number, pairs that roll, 1, or spin, 2, against a resistance. */
  readonly sliding: readonly (readonly [number, number, number?])[];
  /** Numbers of the frictions of joints that slip. */
  readonly slipping: readonly number[];
  /** Active contacts, by their features. */
  readonly held: readonly string[];
  /** Contacts of a former frozen interface, which may have a small gap: see frozen-interface.ts. */
  readonly rejoined?: readonly string[];
  /** Pairs of parts that have just separated, and the time, s: see separations.ts. */
  readonly parted?: readonly (readonly [number, number, number])[];
  /** Pairs of parts in a feature transition, and how much later their contacts are detected, s: see feature-transition.ts. */
  readonly ahead?: readonly (readonly [number, number, number])[];
  /** Whether the island is in a time-stepping phase, and the times of its last events: see chattering.ts. */
  readonly chattering: readonly number[];
  /** Contacts on which the island rests: their number, those with a force, the rank, and 1 if the forces are unique. */
  readonly standing?: readonly number[];
}

/** State of a world. The fields are those of the format. */
export interface Snapshot {
  /** Version of the format. */
  readonly rigor: 1;
  /** Time, s. */
  readonly time: number;
  /** State of all bodies and particles, the time last. */
  readonly state: readonly number[];
  /** u and u̇ of the systems with generalized coordinates. */
  readonly own: readonly number[];
  /** Memory of joints and curves: numbers of turns, and parameters. */
  readonly memory: readonly number[];
  /** Terms of the energy balance that are integrated: see `LedgerSlot`. */
  readonly ledger: readonly number[];
  /** Total of the energy balance at the start, and its largest term, J: the error of the energy is relative to them. */
  readonly energy?: readonly number[];
  /** Length of the next window, s. */
  readonly window: number;
  /** Rows of bodies that were removed. */
  readonly removed: readonly number[];
  /** Rows that were given to another body after a removal, and how often. */
  readonly reused?: readonly (readonly [number, number])[];
  /** States of the islands. */
  readonly islands: readonly IslandSnapshot[];
  /** Events that are dated later than the time of the snapshot: see events.ts. */
  readonly waiting: readonly LoggedEvent[];
}

/** Lists that every snapshot of an island has. */
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

/** Lists that a snapshot of an island may have. */
const optionalLists = ["rejoined", "parted", "ahead"] as const;

/** Numbers of `Snapshot.energy` and of `IslandSnapshot.standing`. */
const energySize = 2;
const standingSize = 4;

/** Key that `chattering` of an island had in snapshots of release 0.1. */
const formerChattering = "storm";

/** Returns a snapshot with the keys and the laws of the present release. */
export function renewSnapshot(snapshot: Snapshot): Snapshot {
  const islands: unknown = snapshot?.islands;
  const waiting: unknown = snapshot?.waiting;
  if (!Array.isArray(islands) && !Array.isArray(waiting)) return snapshot;
  return {
    ...snapshot,
    ...(Array.isArray(islands) ? { islands: islands.map(renewIsland) } : {}),
    ...(Array.isArray(waiting) ? { waiting: waiting.map(renewEntry) } : {}),
  };
}

/** Returns an island of a snapshot with the present keys; what is no island stays as it is. */
function renewIsland(island: IslandSnapshot & { readonly [formerChattering]?: readonly number[] }): IslandSnapshot {
  if (typeof island !== "object" || island === null || !(formerChattering in island)) return island;
  const { [formerChattering]: former = [], ...rest } = island;
  return { ...rest, chattering: island.chattering ?? former };
}

/** Returns an entry of `waiting` whose event has a law of the present release; what is no entry stays as it is. */
function renewEntry(entry: LoggedEvent): LoggedEvent {
  const law: unknown = entry?.event?.law;
  return typeof law === "string" ? { ...entry, event: { ...entry.event, law: renewLaw(law) } } : entry;
}

/** Throws unless a snapshot fits a world with the given numbers of entries in its state, its coordinates and its memory. */
export function requireSnapshot(
  snapshot: Snapshot,
  stateLength: number,
  ownLength: number,
  memoryLength: number,
): void {
  requireOptions("snapshot", snapshot, "what save() returned");
  if (snapshot.rigor !== 1) fail("wrong-version", "snapshot.rigor", "must be 1", snapshot.rigor);
  for (const [name, length] of [
    ["state", stateLength],
    ["own", ownLength],
    ["memory", memoryLength],
  ] as const) {
    requireNumbers(name, snapshot[name], length);
  }
  for (const name of ["ledger", "removed", "islands", "waiting"] as const) {
    requireList(`snapshot.${name}`, snapshot[name]);
  }
  requireFiniteNumbers("snapshot.energy", snapshot.energy, energySize);
  if (!(snapshot.window > 0)) fail("not-positive", "snapshot.window", "must be > 0", snapshot.window, cure);
  snapshot.islands.forEach((island, k) => {
    requireIslandSnapshot(`snapshot.islands[${k}]`, island);
  });
}

/** Advice that errors of the format give. */
const cure = "restore it into a world built the same way";

/** Throws unless a list of a snapshot has so many numbers, all of them finite. */
function requireNumbers(name: string, list: readonly number[], length: number): void {
  if (!Array.isArray(list) || list.length !== length) {
    fail("wrong-length", `snapshot.${name}`, `must have ${length} numbers`, list?.length, cure);
  }
  const bad = list.findIndex((value) => !Number.isFinite(value));
  if (bad >= 0) fail("not-finite", `snapshot.${name}[${bad}]`, "must be a finite number", list[bad]);
}

/** Throws unless a value is a list. */
function requireList(path: string, list: unknown): void {
  if (!Array.isArray(list)) fail("not-a-list", path, "must be a list", list, cure);
}

/** Throws unless a value is left out or consists of so many finite numbers. */
function requireFiniteNumbers(path: string, list: unknown, length: number): void {
  if (list === undefined) return;
  if (Array.isArray(list) && list.length === length && list.every(Number.isFinite)) return;
  fail("not-a-list", path, `must have ${length} finite numbers`, list, cure);
}

/** Throws unless the lists of an island are lists. */
function requireIslandSnapshot(path: string, island: IslandSnapshot): void {
  for (const name of lists) requireList(`${path}.${name}`, island?.[name]);
  for (const name of optionalLists) requireList(`${path}.${name}`, island[name] ?? []);
  requireFiniteNumbers(`${path}.standing`, island.standing, standingSize);
}

/** Returns the rows without a body, and the rows that were given to another body, with how often. */
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

/**
 * Throws unless all bodies that were removed from a world were so when the snapshot was taken, and rows belong to the same
 * bodies.
 */
export function requireLater(snapshot: Snapshot, system: RigidSystem): void {
  const { removed, reused } = listRows(system);
  const gone = removed.find((i) => !snapshot.removed.includes(i));
  const remedy = "a removed body is not restored: build the world anew";
  if (gone !== undefined) {
    const must = `must have been taken after body ${gone} was removed`;
    fail("removed", "snapshot.removed", must, snapshot.removed, remedy);
  }
  const list = snapshot.reused ?? [];
  if (JSON.stringify(list) === JSON.stringify(reused)) return;
  const must = `must be of a world in which the same bodies were removed and added: ${JSON.stringify(reused)}`;
  fail("removed", "snapshot.reused", must, JSON.stringify(list), remedy);
}

/** Returns numbers as JSON stores them: without negative zeros. */
export function listNumbers(from: Float64Array): number[] {
  return Array.from(from, (x) => x + 0);
}
