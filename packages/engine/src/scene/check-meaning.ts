/**
 * What the table cannot say of a file whose keys are right: ids that are unique, names of what there is, and what does
 * not go together. Of entries with faults of their own what is at fault is left out.
 */
import type { Fault } from "../math/index.js";
import { checkBodies, checkParticles } from "./check-bodies.js";
import { type FieldCheck, formatPath, isRecord, type NameUse } from "./check-fields.js";
import { checkConstraints, checkForces, checkGeneralized } from "./check-parts.js";
import type { SceneFile } from "./file.js";
import { checkFriction, listEntries, type Meaning, type Thing } from "./meaning.js";
import { suggest } from "./suggest.js";
import type { Kind } from "./table.js";

const lists = [
  ["bodies", "body"],
  ["particles", "particle"],
  ["forces", "force"],
  ["constraints", "constraint"],
  ["generalized", "generalized"],
] as const;

export function checkMeaning(check: FieldCheck, data: unknown): void {
  // with more faults than are told, which entries are sound is not known
  if (!isRecord(data) || check.total > check.faults.length) return;
  const faulty = new Set(check.faults.map(({ path }) => /^\w+(\[\d+\])?/.exec(path)?.[0]));
  const isSound = (path: string) => !faulty.has(path) && !faulty.has(path.replace(/\[\d+\]$/, ""));
  const ids = collectIds(check, data);
  const materials = isRecord(data.materials) ? Object.keys(data.materials) : [];
  resolveNames(check, ids, materials);
  const scene = data as unknown as SceneFile;
  const own = [...check.faults];
  const visit = <T>(path: string, entry: T, look: (entry: T) => void) => {
    if (isSound(path)) look(entry);
    else lookPast(path, entry, own, look);
  };
  const meaning: Meaning = { check, ids, visit };
  if (isSound("method")) checkMethod(check, scene);
  if (isSound("run")) checkRun(check, scene);
  checkPairs(meaning, scene);
  for (const [name, material] of isSound("materials") ? Object.entries(scene.materials ?? {}) : []) {
    checkFriction(check, `materials[${JSON.stringify(name)}]`, material);
  }
  checkBodies(meaning, scene);
  checkParticles(meaning, scene);
  checkForces(meaning, scene);
  checkConstraints(meaning, scene);
  checkGeneralized(meaning, scene);
}

/** Keys on which the meaning of others depends: an entry in which one is at fault is not looked at. */
const leading = new Set(["", "type", "fixed", "motion"]);

/** Looks at a copy of an entry without the keys that are at fault, as far as it makes sense. */
function lookPast<T>(path: string, entry: T, faults: readonly Fault[], look: (entry: T) => void): void {
  if (!isRecord(entry)) return;
  const copy = JSON.parse(JSON.stringify(entry)) as T & Record<string, unknown>;
  for (const fault of faults) {
    if (!fault.path.startsWith(`${path}.`) && fault.path !== path) continue;
    const [key = "", inner] = fault.path.slice(path.length + 1).split(/[.[]/);
    if (leading.has(key) || inner === "type") return;
    const part = copy[key];
    if (isRecord(part) && inner !== undefined) delete part[inner];
    else delete (copy as Record<string, unknown>)[key];
  }
  try {
    look(copy);
  } catch {
    // it asks for what was at fault
  }
}

/** Every id, those of faulty entries too. */
function collectIds(check: FieldCheck, data: Record<string, unknown>): Map<string, Thing> {
  const ids = new Map<string, Thing>();
  for (const [key, kind] of lists) {
    const entries = data[key];
    if (!Array.isArray(entries)) continue;
    for (let k = 0; k < entries.length; k++) {
      const entry: unknown = entries[k];
      const id = isRecord(entry) ? entry.id : undefined;
      if (typeof id !== "string" || id === "") continue;
      const path = `${key}[${k}]`;
      const other = ids.get(id);
      if (id === "__proto__")
        check.report(`${path}.id`, "bad-id", "must be another name", id, "objects have it already");
      else if (other === undefined) ids.set(id, { kind, path });
      else check.report(`${path}.id`, "twice", "must be unique in the file", id, `${other.path} has it already`);
    }
  }
  return ids;
}

function resolveNames(check: FieldCheck, ids: ReadonlyMap<string, Thing>, materials: readonly string[]): void {
  const known = new Set(materials);
  for (const use of check.uses) {
    if (use.field.of[0] === "material") {
      if (known.has(use.value)) continue;
      const cure = check.isFull ? "" : suggest(use.value, materials, "materials are");
      check.report(
        check.isFull ? "" : formatPath(use.stack),
        "unknown",
        "must be the name of a material",
        use.value,
        cure,
      );
    } else resolveId(check, ids, use);
  }
}

function resolveId(check: FieldCheck, ids: ReadonlyMap<string, Thing>, { stack, value, field }: NameUse): void {
  const thing = ids.get(value);
  if (thing !== undefined && field.of.includes(thing.kind)) return;
  if (check.isFull) {
    check.total++;
    return;
  }
  const path = formatPath(stack);
  const must = `must be the id of a ${field.of.join(" or ")}`;
  if (thing !== undefined) {
    check.report(path, "wrong-kind", must, value, `that is ${thing.path}`);
    return;
  }
  check.report(path, "unknown", must, value, suggest(value, listIds(ids, field.of)));
}

function listIds(ids: ReadonlyMap<string, Thing>, kinds: readonly Kind[]): string[] {
  return [...ids].filter(([, { kind }]) => kinds.includes(kind)).map(([id]) => id);
}

/** More than a run can come to the end of. */
const longestRun = 1e9;
const mostSamples = 1e9;

function checkRun(check: FieldCheck, { run: { duration = 5, sampleRate = 60 } = {} }: SceneFile): void {
  if (duration > longestRun) {
    check.report("run.duration", "too-long", `must be at most ${longestRun} s`, duration, "that is over 30 years");
  } else if (duration * sampleRate > mostSamples) {
    const cure = `${duration} s have ${duration * sampleRate} samples, and ${mostSamples} are the most`;
    check.report("run.sampleRate", "too-many", `must be at most ${mostSamples / duration} here`, sampleRate, cure);
  }
}

function checkMethod(check: FieldCheck, { method }: SceneFile): void {
  if (method?.stepper !== "realtime") return;
  const cure = "leave it out: the stepper for interactive rates is not in this version";
  check.report("method.stepper", "not-there", 'must be "exact"', "realtime", cure);
}

function checkPairs({ check, visit }: Meaning, { pairs }: SceneFile): void {
  const seen = new Map<string, number>();
  listEntries(pairs).forEach((entry, k) => {
    visit(`pairs[${k}]`, entry, (pair) => {
      checkFriction(check, `pairs[${k}]`, pair);
      const key = JSON.stringify([pair.a, pair.b].sort());
      const first = seen.get(key);
      if (first === undefined) seen.set(key, k);
      else
        check.report(
          `pairs[${k}]`,
          "twice",
          "must be two materials that no other pair has",
          [pair.a, pair.b],
          `pairs[${first}] has them`,
        );
    });
  });
}
