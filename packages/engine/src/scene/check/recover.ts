/**
 * Recovery of a file with faults: the part that can still be built, so that faults of building are reported together with
 * those of the check. An entry is omitted where a fault leaves open what it is or where it is; otherwise only the key at fault
 * is dropped, since a body whose mass is negative may overlap another all the same.
 */
import type { Fault } from "../../math/index.js";
import type { SceneFile } from "../format/index.js";
import { listEntries } from "./check-context.js";
import { isRecord } from "./check-fields.js";
import type { FaultList } from "./problem.js";

/** Keys that change neither the shape nor the place of a body or particle. */
const unmoved = new Set([
  "id",
  "mass",
  "density",
  "inertia",
  "centerOfMass",
  "velocity",
  "angularVelocity",
  "material",
  "friction",
  "staticFriction",
  "restitution",
  "surfaceVelocity",
  "color",
]);
/** Keys that decide the kind of a body; all others decide its shape, its place or the bodies that it meets. */
const deciding = new Set(["", "fixed", "motion"]);
const lists = ["bodies", "particles", "forces", "constraints", "generalized"] as const;
/** Types of constraints whose two ends may still collide. */
const loose = new Set<unknown>(["distance", "rope", "pulley", "gear", "rack", "motor"]);

/** The part of a faulty file that can still be built. */
export interface RecoveredScene {
  /** The scene; its lists are as long as in the file, and their omitted entries must not be read. */
  readonly scene: SceneFile;
  /** The places of omitted entries, such as "bodies[3]". */
  readonly omitted: ReadonlySet<string>;
  /** The places of bodies that are checked by themselves and stay out of the world. */
  readonly unplaced: ReadonlySet<string>;
  /** Whether all velocities are those of the file. */
  readonly hasSpeeds: boolean;
  /** Whether all pairs that may overlap are known. */
  readonly hasContacts: boolean;
}

/** The file without the parts at fault; null where the rest cannot be built. */
export function recoverScene(data: unknown, faults: readonly Fault[]): RecoveredScene | null {
  if (!isRecord(data) || faults.some(({ path, code }) => path === "scene" || code === "too-many")) return null;
  const scene: Record<string, unknown> = { ...data };
  const omitted = new Set<string>();
  const unplaced = new Set<string>();
  copyLists(scene);
  for (const { path } of faults) {
    const place = /^(\w+)\[(\d+)\](.*)$/.exec(path);
    const list = place === null ? undefined : scene[place[1]];
    if (place !== null && lists.some((key) => key === place[1]) && Array.isArray(list)) {
      const [, key, k, rest] = place;
      const where = `${key}[${k}]`;
      const kept = dropFrom(key, list[Number(k)], rest, where);
      if (kept === null) omitted.add(where);
      else list[Number(k)] = kept.entry;
      if (kept?.isPlaced === false) unplaced.add(where);
    } else dropSetting(scene, path);
  }
  return {
    scene: scene as unknown as SceneFile,
    omitted,
    unplaced,
    hasSpeeds: !faults.some(({ path }) => /\.(velocity|angularVelocity)\b/.test(path)),
    hasContacts: !faults.some(mayHideOverlaps),
  };
}

/** Replaces the lists of a scene by copies in which ambiguous ids are replaced by places; data that is no list is dropped. */
function copyLists(scene: Record<string, unknown>): void {
  const ambiguous = findAmbiguous(scene);
  for (const key of lists) {
    const entries = scene[key];
    if (entries !== undefined && !Array.isArray(entries)) delete scene[key];
    else if (Array.isArray(entries)) {
      scene[key] = entries.map((entry: unknown, k) =>
        isRecord(entry) && ambiguous.has(entry.id) ? { ...entry, id: `${key}[${k}]` } : entry,
      );
    }
  }
}

/** Whether a fault leaves open which pairs may overlap: one of the method, of all constraints, or an unknown key of the file. */
function mayHideOverlaps({ path, code }: Fault): boolean {
  return (code === "unknown-key" && !/[.[]/.test(path)) || /^(method|constraints)(\.|$)/.test(path);
}

/** The ids that more than one entry has, which are ambiguous. */
function findAmbiguous(scene: Record<string, unknown>): ReadonlySet<unknown> {
  const seen = new Set<unknown>();
  const ambiguous = new Set<unknown>();
  for (const key of lists) {
    for (const entry of listEntries(scene[key] as readonly unknown[] | undefined)) {
      if (!isRecord(entry) || typeof entry.id !== "string") continue;
      if (seen.has(entry.id)) ambiguous.add(entry.id);
      seen.add(entry.id);
    }
  }
  return ambiguous;
}

interface Kept {
  /** The entry without the key at fault. */
  readonly entry: unknown;
  /** Whether its place and the bodies that it meets are known. */
  readonly isPlaced: boolean;
}

/** An entry without the key at fault; null if it cannot be built without it. `rest` is the place in it: ".shapes[1].mass". */
function dropFrom(list: string, entry: unknown, rest: string, path: string): Kept | null {
  if (!isRecord(entry)) return null;
  const [, key = "", inner = ""] = /^\.(\w+)(.*)$/.exec(rest) ?? [];
  if (key === "id") return { entry: { ...entry, id: path }, isPlaced: true };
  if (list !== "bodies" && list !== "particles") return null;
  const part = /^\[(\d+)\]\.(mass|density)$/.exec(inner);
  if (key !== "shapes" || part === null || !Array.isArray(entry.shapes)) {
    if (!unmoved.has(key) && (list !== "bodies" || deciding.has(key))) return null;
    const { [key]: _, ...kept } = entry;
    return { entry: kept, isPlaced: unmoved.has(key) };
  }
  const shapes = entry.shapes.map((shape: unknown, s) => {
    if (s !== Number(part[1]) || !isRecord(shape)) return shape;
    const { [part[2]]: _, ...kept } = shape;
    return kept;
  });
  return { entry: { ...entry, shapes }, isPlaced: true };
}

/** Drops a part at fault outside of the lists: a key of `method`, a material, a pair. */
function dropSetting(scene: Record<string, unknown>, path: string): void {
  const [, key = "", plain, quoted] = /^(\w+)(?:\.(\w+)|\["(.*?)"\])?/.exec(path) ?? [];
  const inner = plain ?? quoted ?? "";
  const value = scene[key];
  if (isRecord(value) && inner !== "") {
    const { [inner]: _, ...kept } = value;
    scene[key] = kept;
  } else delete scene[key];
}

/** A predicate on two ids: whether an omitted constraint may join them, so that an overlap may be intended. */
export type OverlapExemption = (a: string, b: string) => boolean;

/** The overlaps that are exempt from the check because an omitted constraint may join the pair. */
export function exemptJoinedPairs({ bodies, particles, constraints }: SceneFile, list: FaultList): OverlapExemption {
  const things: readonly unknown[] = [...(bodies ?? []), ...(particles ?? [])];
  const ids = new Set(things.map((thing) => (isRecord(thing) ? thing.id : undefined)));
  const joined = listEntries(constraints as readonly unknown[] | undefined).flatMap((entry, k) => {
    const path = `constraints[${k}]`;
    if (!list.omitted.has(path) || (isRecord(entry) && loose.has(entry.type))) return [];
    const ends = isRecord(entry) ? [entry.a, entry.b] : [];
    const isKnown = (end: unknown): end is string => typeof end === "string" && ids.has(end);
    // joined to the world, unless an unknown key may say otherwise
    const isOdd = list.faults.some((fault) => fault.code === "unknown-key" && fault.path.startsWith(path));
    return isKnown(ends[0]) && ends[1] === undefined && !isOdd ? [] : [ends.filter(isKnown)];
  });
  return (a, b) => joined.some((ends) => ends.every((id) => id === a || id === b));
}
