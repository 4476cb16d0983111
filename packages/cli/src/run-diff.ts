/** Two runs side by side, sample by sample: the first difference, and the largest. */
import type { Sample } from "@rigor/engine/scene";
import { type Run, readRun } from "./run-folder.js";
import { describeField, type FieldDifference, listDifferences } from "./scene-diff.js";
import { showName } from "./show-text.js";
import { CommandError } from "./verbs/verb.js";

/** A number that is not the same in both. */
interface Difference {
  readonly t: number;
  /** "bodies", "particles", "contacts", "energy" … */
  readonly kind: string;
  /** The id of the thing that differs; of the energy balance the name of its term. */
  readonly id: string;
  /** "p[0]", "v[2]", … */
  readonly key: string;
  /** In the first run and in the other; null where it is missing. */
  readonly a: number | string | null;
  readonly b: number | string | null;
  /** |a − b|; null where one is missing. */
  readonly by: number | null;
}

export interface RunDifference {
  readonly same: boolean;
  /** The first difference of bodies, particles or generalized bodies; null where only contacts, forces or energies differ. */
  readonly first: Difference | null;
  /** The largest difference of a position, of all samples. */
  readonly largest: Difference | null;
  /** The first difference of anything. */
  readonly any: Difference | null;
  /** Samples that were compared, and those of each run. */
  readonly compared: number;
  readonly samples: readonly [number, number];
  /** Whether they ran the same scene. */
  readonly sameScene: boolean;
  /** The first fields in which the scenes differ, and how many there are. */
  readonly fields: readonly FieldDifference[];
  readonly fieldCount: number;
}

/** Differences up to the tolerance are none. */
export async function compareRuns(dir: string, other: string, tolerance: number): Promise<RunDifference> {
  const runs: [Run, Run] = [await readRun(dir), await readRun(other)];
  const counts: [number, number] = [0, 0];
  let compared = 0;
  let hasParted = false;
  let first: Difference | null = null;
  let any: Difference | null = null;
  let largest: Difference | null = null;
  for await (const [a, b] of readPairs(runs)) {
    if (a !== null) counts[0]++;
    if (b !== null) counts[1]++;
    // from where their times part on nothing can be compared
    if (a === null || b === null || hasParted) continue;
    compared++;
    if (a.t !== b.t) {
      hasParted = true;
      any ??= { t: a.t, kind: "time", id: "", key: "t", a: a.t, b: b.t, by: Math.abs(a.t - b.t) };
      continue;
    }
    for (const difference of compareSamples(a, b, tolerance)) {
      any ??= difference;
      if (!moving.has(difference.kind)) continue;
      first ??= difference;
      if (difference.key.startsWith("p[") && (difference.by ?? 0) > (largest?.by ?? 0)) largest = difference;
    }
  }
  const same = any === null && counts[0] === counts[1];
  const fields = listDifferences(runs[0].scene, runs[1].scene);
  const sameScene = fields.length === 0 && runs[0].summary.sceneHash === runs[1].summary.sceneHash;
  const scenes = { sameScene, fields: fields.slice(0, mostFields), fieldCount: fields.length };
  return { same, first, largest, any, compared, samples: counts, ...scenes };
}

/** Samples of both, as long as one of them has some. Both files are closed in the end, also where one of them is damaged. */
async function* readPairs(runs: readonly [Run, Run]): AsyncGenerator<[Sample | null, Sample | null]> {
  const [left, right] = runs.map((run) => run.readSamples());
  try {
    for (;;) {
      const [a, b] = [await left.next(), await right.next()];
      if (a.done && b.done) return;
      yield [a.done ? null : a.value, b.done ? null : b.value];
    }
  } finally {
    await Promise.allSettled([left.return(undefined), right.return(undefined)]);
  }
}

/** The number of fields that are listed before the rest is counted. */
const mostFields = 20;

const moving = new Set(["bodies", "particles", "generalized"]);

/** All that differs, what moves first. */
function* compareSamples(a: Sample, b: Sample, tolerance: number): Generator<Difference> {
  if (Math.abs(a.t - b.t) > tolerance)
    yield { t: a.t, kind: "time", id: "", key: "t", a: a.t, b: b.t, by: Math.abs(a.t - b.t) };
  for (const kind of ["bodies", "particles", "generalized", "constraints"] as const) {
    yield* compareRecords(a.t, kind, a[kind] ?? {}, b[kind] ?? {}, tolerance);
  }
  yield* compareParts(a.t, "energy", "", a.energy, b.energy, tolerance);
  const length = Math.max(a.contacts.length, b.contacts.length);
  for (let k = 0; k < length; k++) {
    yield* compareParts(a.t, "contacts", String(k), a.contacts[k], b.contacts[k], tolerance);
  }
}

function* compareRecords(
  t: number,
  kind: string,
  a: Readonly<Record<string, unknown>>,
  b: Readonly<Record<string, unknown>>,
  tolerance: number,
): Generator<Difference> {
  for (const id of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const left = Object.hasOwn(a, id) ? a[id] : undefined;
    const right = Object.hasOwn(b, id) ? b[id] : undefined;
    yield* compareParts(t, kind, id, left, right, tolerance);
  }
}

/** Levels of a thing in a sample. */
const deepest = 8;

/** Numbers in records and lists. */
function* compareParts(
  t: number,
  kind: string,
  id: string,
  a: unknown,
  b: unknown,
  tolerance: number,
  key = "",
  depth = deepest,
): Generator<Difference> {
  // what is no number in both is the same
  if (a === b || Object.is(a, b)) return;
  if (typeof a === "number" && typeof b === "number") {
    const by = Math.abs(a - b);
    if (!(by <= tolerance)) yield { t, kind, id, key, a, b, by };
  } else if (isRecord(a) && isRecord(b)) {
    if (depth === 0) throw new CommandError(`${kind} ${showName(id)}: is nested too deeply to be compared`);
    for (const name of new Set([...Object.keys(a), ...Object.keys(b)])) {
      const inner = Array.isArray(a) ? `${key}[${name}]` : key === "" ? name : `${key}.${name}`;
      yield* compareParts(t, kind, id, a[name], b[name], tolerance, inner, depth - 1);
    }
  } else yield { t, kind, id, key, a: describe(a), b: describe(b), by: null };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function describe(value: unknown): number | string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === "number" || typeof value === "string") return value;
  return typeof value === "boolean" ? String(value) : Array.isArray(value) ? "a list" : "a record";
}

export function describeDifference(difference: RunDifference): string {
  const { same, first, largest, any, compared, samples } = difference;
  const lines: string[] = [];
  if (same) lines.push(`the same, in all ${compared} samples`);
  if (first !== null) lines.push(`first differ at t = ${first.t} s in ${name(first)}: ${describeValues(first)}`);
  else if (any !== null)
    lines.push(`motion is the same; at t = ${any.t} s differs ${name(any)}: ${describeValues(any)}`);
  if (largest !== null)
    lines.push(`positions differ most at t = ${largest.t} s in ${name(largest)}: ${describeValues(largest)}`);
  if (samples[0] !== samples[1]) lines.push(`${samples[0]} samples and ${samples[1]}; ${compared} were compared`);
  lines.push(...describeScenes(difference));
  return `${lines.join("\n")}\n`;
}

function describeScenes({ sameScene, fields, fieldCount }: RunDifference): string[] {
  if (sameScene) return [];
  if (fieldCount === 0)
    return ["the scenes are the same but for their hashes: one of the files was changed, or is of another version"];
  const more = fieldCount > fields.length ? [`  and ${fieldCount - fields.length} more`] : [];
  const listed = fields.map((field) => `  ${describeField(field, "in the first", "in the other")}`);
  return ["the scenes are not the same:", ...listed, ...more];
}

function name({ kind, id, key }: Difference): string {
  const what = { bodies: "body", particles: "particle", constraints: "constraint", contacts: "contact" }[kind] ?? kind;
  return [what, id === "" ? "" : `"${showName(id)}"`, showName(key)].filter((part) => part !== "").join(" ");
}

function describeValues({ a, b, by }: Difference): string {
  const values = [a, b].map((value) => showName(String(value ?? "nothing"))).join(" and ");
  return by === null ? values : `by ${by} (${values})`;
}
