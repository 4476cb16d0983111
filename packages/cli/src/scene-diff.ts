/**
 * The differences of two scenes, field by field. Lists whose entries have ids are compared by these, so that an added entry does
 * not make all later ones differ.
 */
import { showName, showShort } from "./show-text.js";

/** A field that is not the same in both, by its place in the first of them that has it: "bodies[1].mass". */
export interface FieldDifference {
  readonly path: string;
  /** The id of the entry of a list that the field belongs to, where it has one. */
  readonly id?: string;
  /** The values of both scenes; absent where a scene has none. */
  readonly a?: unknown;
  readonly b?: unknown;
}

type Data = Readonly<Record<string, unknown>>;

/** Lists in the order of the first scene, then what only the other has. One of them must have been checked: it is not deep. */
export function listDifferences(a: unknown, b: unknown): FieldDifference[] {
  return [...compare(a, b, "", undefined)];
}

function* compare(a: unknown, b: unknown, path: string, id: string | undefined): Generator<FieldDifference> {
  if (Object.is(a, b)) return;
  if (Array.isArray(a) && Array.isArray(b)) {
    if (hasIds(a) && hasIds(b)) yield* compareEntries(a, b, path);
    // a vector is reported as a whole
    else if (isVector(a) && isVector(b)) {
      if (JSON.stringify(a) !== JSON.stringify(b)) yield createDifference(a, b, path, id);
    } else for (let k = 0; k < Math.max(a.length, b.length); k++) yield* compare(a[k], b[k], `${path}[${k}]`, id);
    return;
  }
  if (isRecord(a) && isRecord(b)) {
    for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
      yield* compare(read(a, key), read(b, key), path === "" ? key : `${path}.${key}`, id);
    }
    return;
  }
  yield createDifference(a, b, path, id);
}

/** Entries by their ids, and the order of those that both have, on which results depend to the last bit. */
function* compareEntries(a: readonly Data[], b: readonly Data[], path: string): Generator<FieldDifference> {
  const others = new Map(b.map((entry, k) => [entry.id as string, k]));
  for (const [k, entry] of a.entries()) {
    const id = entry.id as string;
    const other = others.get(id);
    others.delete(id);
    yield* compare(entry, other === undefined ? undefined : b[other], `${path}[${k}]`, id);
  }
  for (const [id, k] of others) yield createDifference(undefined, b[k], `${path}[${k}]`, id);
  const orders = [listCommon(a, b), listCommon(b, a)];
  if (orders[0].some((id, k) => id !== orders[1][k]))
    yield createDifference(orders[0], orders[1], `order of ${path}`, undefined);
}

/** The ids of the first list that the other has too. */
function listCommon(list: readonly Data[], other: readonly Data[]): unknown[] {
  const ids = new Set(other.map(({ id }) => id));
  return list.flatMap(({ id }) => (ids.has(id) ? [id] : []));
}

function createDifference(a: unknown, b: unknown, path: string, id: string | undefined): FieldDifference {
  return {
    path,
    ...(id === undefined ? {} : { id }),
    ...(a === undefined ? {} : { a }),
    ...(b === undefined ? {} : { b }),
  };
}

function isRecord(value: unknown): value is Data {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function read(record: Data, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

function hasIds(list: readonly unknown[]): list is readonly Data[] {
  const ids = list.map((entry) => (isRecord(entry) ? entry.id : undefined));
  return list.length > 0 && ids.every((id) => typeof id === "string") && new Set(ids).size === ids.length;
}

function isVector(list: readonly unknown[]): boolean {
  return list.every((entry) => typeof entry === "number");
}

/** Characters of a value in a message. */
const longestValue = 40;

/** "bodies[1].mass is 2 here and 3 there ("ball")", with the words that are given for here and there. */
export function describeField({ path, id, a, b }: FieldDifference, here: string, there: string): string {
  const owner = id === undefined ? "" : ` ("${showName(id)}")`;
  return `${showName(path)} is ${showValue(a)} ${here} and ${showValue(b)} ${there}${owner}`;
}

function showValue(value: unknown): string {
  if (value === undefined) return "not given";
  try {
    return showShort(JSON.stringify(value), longestValue);
  } catch {
    return "a deeply nested value";
  }
}
