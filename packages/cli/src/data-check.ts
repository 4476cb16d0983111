/**
 * Checks of data that were read from files: what is said there is believed only as far as it has the form that it must have.
 * A check returns null, or the first flaw with its place. They are made once, and cost little beside the parsing.
 */
import { showShort } from "./show-text.js";

/** A fault of data: its place, the requirement and the value. */
export interface Flaw {
  /** "bodies.ball.p"; empty for the whole. */
  readonly path: string;
  readonly must: string;
  readonly value: unknown;
}

export type Check = (value: unknown) => Flaw | null;

type Data = Readonly<Record<string, unknown>>;

/** Characters of a name and of a value in a message. */
const longestPart = 40;

/** A check by a condition. */
function requireThat(must: string, holds: (value: unknown) => boolean): Check {
  return (value) => (holds(value) ? null : { path: "", must, value });
}

export const isText = requireThat("must be a text", (value) => typeof value === "string");
export const isNumber = requireThat("must be a finite number", Number.isFinite);
export const isCount = requireThat("must be a whole number, 0 or more", (value) => {
  return Number.isSafeInteger(value) && (value as number) >= 0;
});
/** A number, or null, which is what JSON makes of one that is not finite. */
export const isFigure = requireThat("must be a number", (value) => value === null || typeof value === "number");

export function isOneOf(...words: readonly string[]): Check {
  return requireThat(`must be ${words.join(", ").replace(/, ([^,]*)$/, " or $1")}`, (value) => {
    return words.includes(value as string);
  });
}

/** So many numbers, finite or, as `each` says, figures. */
export function isVector(size: number, each: Check = isNumber): Check {
  const must = `must be ${size} ${each === isNumber ? "finite numbers" : "numbers"}`;
  return (value) => {
    if (!Array.isArray(value) || value.length !== size) return { path: "", must, value };
    for (let k = 0; k < size; k++) if (each(value[k]) !== null) return { path: "", must, value };
    return null;
  };
}

export function isList(entry: Check): Check {
  return (value) => {
    if (!Array.isArray(value)) return { path: "", must: "must be a list", value };
    for (let k = 0; k < value.length; k++) {
      const flaw = entry(value[k]);
      if (flaw !== null)
        return { ...flaw, path: `[${k}]${flaw.path.startsWith("[") || flaw.path === "" ? "" : "."}${flaw.path}` };
    }
    return null;
  };
}

/** A record with these entries; and these, where they are there. What else there is, is let alone. */
export function isRecord(
  fields: Readonly<Record<string, Check>>,
  optional: Readonly<Record<string, Check>> = {},
): Check {
  const needed = Object.entries(fields);
  const possible = Object.entries(optional);
  return (value) => {
    if (!isData(value)) return { path: "", must: "must be a record", value };
    for (const [key, check] of needed) {
      const flaw = check(value[key]);
      if (flaw !== null) return within(key, flaw);
    }
    for (const [key, check] of possible) {
      const flaw = value[key] === undefined ? null : check(value[key]);
      if (flaw !== null) return within(key, flaw);
    }
    return null;
  };
}

/** A record of things by their names. */
export function isTable(entry: Check): Check {
  return (value) => {
    if (!isData(value)) return { path: "", must: "must be a record", value };
    for (const [key, item] of Object.entries(value)) {
      const flaw = entry(item);
      if (flaw !== null) return within(key, flaw);
    }
    return null;
  };
}

/** Whatever it is, no deeper than this: so that it can be compared and written without end. */
export function isShallow(depth: number): Check {
  const check = (value: unknown, left: number): boolean =>
    typeof value !== "object" ||
    value === null ||
    (left > 0 && Object.values(value).every((item) => check(item, left - 1)));
  return requireThat(`must not be nested deeper than ${depth} levels`, (value) => check(value, depth));
}

export function isData(value: unknown): value is Data {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function within(key: string, flaw: Flaw): Flaw {
  const inner = flaw.path === "" || flaw.path.startsWith("[") ? flaw.path : `.${flaw.path}`;
  return { ...flaw, path: `${showShort(key, longestPart)}${inner}` };
}

/** "steps: must be a whole number, 0 or more, got "12"". */
export function describeFlaw({ path, must, value }: Flaw): string {
  const found = value === undefined ? "nothing" : showShort(writeValue(value), longestPart);
  return `${path === "" ? "" : `${path}: `}${must}, got ${found}`;
}

function writeValue(value: unknown): string {
  if (Array.isArray(value) && !isFlat(value)) return `a list of ${value.length}`;
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return "a record";
  // a number that JSON has no word for
  return typeof value === "number" ? String(value) : JSON.stringify(value);
}

function isFlat(list: readonly unknown[]): boolean {
  return list.length <= 16 && list.every((item) => typeof item !== "object" || item === null);
}

/** Makes numbers that are none of the nulls in plain data, in place and so many levels deep: see `isFigure`. */
export function reviveFigures(data: object, depth: number): void {
  const record = data as Record<string, unknown>;
  for (const key of Object.keys(record)) {
    const value = record[key];
    if (value === null) record[key] = Number.NaN;
    else if (typeof value === "object" && depth > 1) reviveFigures(value, depth - 1);
  }
}
