/**
 * The semantic check: rules that the table cannot express, such as unique ids, references that resolve, and values that
 * contradict one another. Of entries with syntactic faults the keys at fault are left out.
 */
import type { Fault } from "../../math/index.js";
import { defaultDuration, defaultSampleRate, type Kind, type SceneFile } from "../format/index.js";
import { checkBodies, checkParticles } from "./check-bodies.js";
import { type CheckContext, checkFriction, type DeclaredId, listEntries } from "./check-context.js";
import { type FieldCheck, formatPath, isRecord, type NameUse } from "./check-fields.js";
import { checkConstraints, checkForces, checkGeneralized } from "./check-parts.js";
import { longestRun, mostSamples } from "./parameters.js";
import { suggest } from "./suggest.js";

const lists = [
  ["bodies", "body"],
  ["particles", "particle"],
  ["forces", "force"],
  ["constraints", "constraint"],
  ["generalized", "generalized"],
] as const;

/** Checks ids, references and contradictions of a file that went through the syntactic check. */
export function checkSemantics(check: FieldCheck, data: unknown): void {
  // faults that are not listed may be anywhere, so no entry is known to be valid
  if (!isRecord(data) || check.total > check.faults.length) return;
  const faulty = new Set(check.faults.map(({ path }) => /^\w+(\[\d+\])?/.exec(path)?.[0]));
  const isValid = (path: string) => !faulty.has(path) && !faulty.has(path.replace(/\[\d+\]$/, ""));
  const ids = collectIds(check, data);
  const materials = isRecord(data.materials) ? Object.keys(data.materials) : [];
  resolveNames(check, ids, materials);
  const scene = data as unknown as SceneFile;
  const own = [...check.faults];
  const visit = <T>(path: string, entry: T, checkEntry: (entry: T) => void) => {
    if (isValid(path)) checkEntry(entry);
    else checkRest(path, entry, own, checkEntry);
  };
  const context: CheckContext = { check, ids, visit };
  if (isValid("method")) checkMethod(check, scene);
  if (isValid("run")) checkRun(check, scene);
  checkPairs(context, scene);
  for (const [name, material] of isValid("materials") ? Object.entries(scene.materials ?? {}) : []) {
    checkFriction(check, `materials[${JSON.stringify(name)}]`, material);
  }
  checkBodies(context, scene);
  checkParticles(context, scene);
  checkForces(context, scene);
  checkConstraints(context, scene);
  checkGeneralized(context, scene);
}

/** Keys on which the meaning of others depends: an entry in which one is at fault is not checked. */
const leading = new Set(["", "type", "fixed", "motion"]);

/** Checks a copy of an entry without the keys that are at fault, as far as possible. */
function checkRest<T>(path: string, entry: T, faults: readonly Fault[], checkEntry: (entry: T) => void): void {
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
    checkEntry(copy);
  } catch {
    // the entry cannot be checked without the key at fault
  }
}

/** The entries by their ids, faulty ones included. */
function collectIds(check: FieldCheck, data: Record<string, unknown>): Map<string, DeclaredId> {
  const ids = new Map<string, DeclaredId>();
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

function resolveNames(check: FieldCheck, ids: ReadonlyMap<string, DeclaredId>, materials: readonly string[]): void {
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

function resolveId(check: FieldCheck, ids: ReadonlyMap<string, DeclaredId>, { stack, value, field }: NameUse): void {
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

function listIds(ids: ReadonlyMap<string, DeclaredId>, kinds: readonly Kind[]): string[] {
  return [...ids].filter(([, { kind }]) => kinds.includes(kind)).map(([id]) => id);
}

function checkRun(
  check: FieldCheck,
  { run: { duration = defaultDuration, sampleRate = defaultSampleRate } = {} }: SceneFile,
): void {
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

function checkPairs({ check, visit }: CheckContext, { pairs }: SceneFile): void {
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
