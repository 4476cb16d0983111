/**
 * What can still be looked at in a file with faults, so that what only building tells is told together with them. An entry
 * is left out where a fault leaves open what it is or where; else only the key at fault is: a body whose mass is negative
 * may overlap another all the same.
 */
import type { Fault } from "../math/index.js";
import { isRecord } from "./check-fields.js";
import type { SceneFile } from "./file.js";
import { listEntries } from "./meaning.js";
import type { FaultList } from "./problem.js";

/** Keys without which a body or particle is still where it is, and as large. */
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
/** Keys that leave open what a body is; all others leave open what shape it has, where it is, or whom it meets. */
const deciding = new Set(["", "fixed", "motion"]);
const lists = ["bodies", "particles", "forces", "constraints", "generalized"] as const;
/** Constraints that let what they bind collide. */
const loose = new Set<unknown>(["distance", "rope", "pulley", "gear", "rack", "motor"]);

export interface Sound {
  /** Lists are as long as in the file; what is left out in them is not to be looked at. */
  readonly scene: SceneFile;
  /** Places of entries that are left out: "bodies[3]". */
  readonly leftOut: ReadonlySet<string>;
  /** Bodies that are not to be put into the world, though they can be looked at by themselves. */
  readonly unplaced: ReadonlySet<string>;
  /** Whether all velocities are those of the file, … */
  readonly hasSpeeds: boolean;
  /** … and all is known of what may overlap what. */
  readonly hasContacts: boolean;
}

/** The file without what is at fault; null where nothing can be said of the rest. */
export function leaveOut(data: unknown, faults: readonly Fault[]): Sound | null {
  if (!isRecord(data) || faults.some(({ path, code }) => path === "scene" || code === "too-many")) return null;
  const scene: Record<string, unknown> = { ...data };
  const leftOut = new Set<string>();
  const unplaced = new Set<string>();
  const doubled = findDoubled(scene);
  for (const key of lists) {
    const entries = scene[key];
    if (entries !== undefined && !Array.isArray(entries)) delete scene[key];
    else if (Array.isArray(entries)) {
      scene[key] = entries.map((entry: unknown, k) =>
        isRecord(entry) && doubled.has(entry.id) ? { ...entry, id: `${key}[${k}]` } : entry,
      );
    }
  }
  for (const { path } of faults) {
    const place = /^(\w+)\[(\d+)\](.*)$/.exec(path);
    const list = place === null ? undefined : scene[place[1]];
    if (place !== null && lists.some((key) => key === place[1]) && Array.isArray(list)) {
      const [, key, k, rest] = place;
      const where = `${key}[${k}]`;
      const kept = dropFrom(key, list[Number(k)], rest, where);
      if (kept === null) leftOut.add(where);
      else list[Number(k)] = kept.entry;
      if (kept?.isPlaced === false) unplaced.add(where);
    } else dropSetting(scene, path);
  }
  const isOdd = ({ path, code }: Fault) => code === "unknown-key" && !/[.[]/.test(path);
  return {
    scene: scene as unknown as SceneFile,
    leftOut,
    unplaced,
    hasSpeeds: !faults.some(({ path }) => /\.(velocity|angularVelocity)\b/.test(path)),
    hasContacts: !faults.some((fault) => isOdd(fault) || /^(method|constraints)(\.|$)/.test(fault.path)),
  };
}

/** Ids that more than one entry has: what they name is not clear. */
function findDoubled(scene: Record<string, unknown>): ReadonlySet<unknown> {
  const seen = new Set<unknown>();
  const doubled = new Set<unknown>();
  for (const key of lists) {
    for (const entry of listEntries(scene[key] as readonly unknown[] | undefined)) {
      if (!isRecord(entry) || typeof entry.id !== "string") continue;
      if (seen.has(entry.id)) doubled.add(entry.id);
      seen.add(entry.id);
    }
  }
  return doubled;
}

interface Kept {
  readonly entry: unknown;
  /** Whether it is known where it is, and whom it meets. */
  readonly isPlaced: boolean;
}

/** An entry without the key at fault; null if it is nothing without it. `rest` is the place in it: ".shapes[1].mass". */
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

/** Drops what is at fault outside of the lists: a key of `method`, a material, a pair. */
function dropSetting(scene: Record<string, unknown>, path: string): void {
  const [, key = "", plain, quoted] = /^(\w+)(?:\.(\w+)|\["(.*?)"\])?/.exec(path) ?? [];
  const inner = plain ?? quoted ?? "";
  const value = scene[key];
  if (isRecord(value) && inner !== "") {
    const { [inner]: _, ...kept } = value;
    scene[key] = kept;
  } else delete scene[key];
}

/** Whether two things may be meant to overlap, because a constraint that is left out may join them. */
export type Doubt = (a: string, b: string) => boolean;

/** What is to be doubted of overlaps, given the constraints that are left out. */
export function doubtJoined({ bodies, particles, constraints }: SceneFile, list: FaultList): Doubt {
  const things: readonly unknown[] = [...(bodies ?? []), ...(particles ?? [])];
  const ids = new Set(things.map((thing) => (isRecord(thing) ? thing.id : undefined)));
  const joined = listEntries(constraints as readonly unknown[] | undefined).flatMap((entry, k) => {
    const path = `constraints[${k}]`;
    if (!list.leftOut.has(path) || (isRecord(entry) && loose.has(entry.type))) return [];
    const ends = isRecord(entry) ? [entry.a, entry.b] : [];
    const isKnown = (end: unknown): end is string => typeof end === "string" && ids.has(end);
    // held to the world, unless it says something else that is not understood
    const isOdd = list.faults.some((fault) => fault.code === "unknown-key" && fault.path.startsWith(path));
    return isKnown(ends[0]) && ends[1] === undefined && !isOdd ? [] : [ends.filter(isKnown)];
  });
  return (a, b) => joined.some((ends) => ends.every((id) => id === a || id === b));
}
