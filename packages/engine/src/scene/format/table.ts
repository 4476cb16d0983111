/**
 * A small schema language in which the format is described once: the type and the bounds of each key, the keys that are
 * required, and those that exclude one another. The check of files (check/check-fields.ts) and the published JSON Schema
 * (schema.ts) both read the tables written in it, so they cannot differ.
 */
import { Least, Most } from "../../math/index.js";
import { longestId, longestList } from "./parameters.js";

/** The type of a finite number, with its bounds. */
export interface NumberField {
  readonly kind: "number";
  /** The least value that is allowed. */
  readonly min?: number;
  /** A lower bound that the value must exceed. */
  readonly above?: number;
  /** The largest value that is allowed. */
  readonly max?: number;
  /** Whether the number must be whole. Default false. */
  readonly integer?: boolean;
  /** The largest absolute value that is allowed: see math/checks/magnitude.ts. */
  readonly most?: number;
  /** The least absolute value that is allowed of a number that is not 0: see math/checks/magnitude.ts. */
  readonly least?: number;
  /** The unit of `most` and `least`, for messages. */
  readonly unit?: string;
  /** The cure that messages name for a number out of bounds. */
  readonly cure?: string;
}

/** The type of a vector of three or a quaternion of four numbers. */
export interface VectorField {
  readonly kind: "vector";
  /** The number of entries. */
  readonly length: 3 | 4;
  /** Whether the zero vector is refused. */
  readonly isDirection: boolean;
  /** The largest absolute value of an entry. */
  readonly most: number;
  /** The unit of `most`, for messages. */
  readonly unit: string;
}

/** The type of a string. */
export interface TextField {
  readonly kind: "text";
  /** The least number of characters. */
  readonly minLength: number;
  /** The largest number of characters. */
  readonly maxLength?: number;
  /** A regular expression that the string must match. */
  readonly pattern?: string;
  /** The requirement in words: "must be …". */
  readonly must: string;
}

/** The type of a boolean. */
export interface FlagField {
  readonly kind: "flag";
}

/** The type of one of a few strings or numbers. */
export interface ChoiceField {
  readonly kind: "choice";
  /** The values that are allowed. */
  readonly values: readonly (string | number)[];
}

/** The type of a list whose entries have one type. */
export interface ListField {
  readonly kind: "list";
  /** The type of the entries. */
  readonly of: Field;
  /** The least number of entries. */
  readonly min: number;
  /** The largest number of entries. */
  readonly max: number;
  /** The cure that messages name for a list that is too long or too short. */
  readonly cure?: string;
}

interface MapField {
  readonly kind: "map";
  readonly of: Field;
}

/** The type of a reference: the id or name of another entry of the file. */
export interface NameField {
  readonly kind: "name";
  /** The kinds of entries that may be named. */
  readonly of: readonly Kind[];
}

/** The type of a selection: ids of bodies and particles, or "all". */
export interface SelectionField {
  readonly kind: "selection";
}

/** The type of an object with known keys. */
export interface RecordField {
  readonly kind: "record";
  /** The name in messages, with its article: "a body". */
  readonly name: string;
  /** The keys with their types. */
  readonly keys: Readonly<Record<string, Key>>;
  /** The keys that must be present. */
  readonly required: readonly string[];
  /** Pairs of keys of which only one may be present. */
  readonly conflicts: readonly (readonly [string, string])[];
  /** Alternative lists of keys: all keys of at least one list must be present. */
  readonly needs: readonly (readonly string[])[];
}

/** The type of a tagged union: an object whose key `type` selects its keys. */
export interface VariantField {
  readonly kind: "variant";
  /** The name in messages, with its article: "a shape". */
  readonly name: string;
  /** The record of each `type`. */
  readonly of: Readonly<Record<string, RecordField>>;
}

/** The type of a value of the format. */
export type Field =
  | NumberField
  | VectorField
  | TextField
  | FlagField
  | ChoiceField
  | ListField
  | MapField
  | NameField
  | SelectionField
  | RecordField
  | VariantField;

/** The kind of an entry that has an id or a name. */
export type Kind = "body" | "particle" | "force" | "constraint" | "generalized" | "material";

/** A key of a record: the type of its value, and its description. */
export interface Key {
  /** The type of the value. */
  readonly field: Field;
  /** Whether the key must be present. */
  readonly isRequired: boolean;
  /** The description in the schema. */
  readonly about: string;
  /** The default value, if there is one. */
  readonly standard?: unknown;
}

const any = { most: Most.number, unit: "" } as const;
/** A vector or point of three finite numbers. */
export const vector: Readonly<VectorField> = { kind: "vector", length: 3, isDirection: false, ...any };
/** A vector of three finite numbers that is not zero; only its direction counts. */
export const direction: Readonly<VectorField> = { kind: "vector", length: 3, isDirection: true, ...any };
/** A quaternion of four finite numbers that is not zero. */
export const rotation: Readonly<VectorField> = { kind: "vector", length: 4, isDirection: true, ...any };
/** A boolean. */
export const flag: Readonly<FlagField> = { kind: "flag" };
/** A list of ids of bodies and particles, or "all". */
export const selection: Readonly<SelectionField> = { kind: "selection" };
/** A string of any length. */
export const text: Readonly<TextField> = { kind: "text", minLength: 0, must: "must be a string" };
/** A string that names an entry of the file. */
export const id: Readonly<TextField> = {
  kind: "text",
  minLength: 1,
  maxLength: longestId,
  must: `must be a string of 1 to ${longestId} characters`,
};
/** A finite number. */
export const finite: Readonly<NumberField> = { kind: "number", ...any };
/** A finite number above 0. */
export const positive: Readonly<NumberField> = { kind: "number", above: 0, ...any };
/** A finite number of at least 0. */
export const nonNegative: Readonly<NumberField> = { kind: "number", min: 0, ...any };

/** A field with another largest absolute value and its unit. */
export function upTo<F extends NumberField | VectorField>(field: F, most: number, unit: string): F {
  return { ...field, most, unit };
}

/** A velocity, m/s, below the largest speed that the engine computes with. */
export const speed: VectorField = upTo(vector, Most.speed, "m/s");
/** An angular velocity, rad/s, below the largest that the engine computes with. */
export const spin: VectorField = upTo(vector, Most.speed, "rad/s");
/** A density, kg/m³, within the range of masses that the engine computes with. */
export const density: Readonly<NumberField> = { ...upTo(positive, Most.mass, "kg/m³"), least: Least.mass };
/** A mass, kg, within the range that the engine computes with. */
export const weight: Readonly<NumberField> = { ...upTo(positive, Most.mass, "kg"), least: Least.mass };
/** A coefficient of friction. */
export const coefficient: NumberField = upTo(nonNegative, Most.friction, "");

/** The type of one of these strings or numbers. */
export function choose(...values: (string | number)[]): ChoiceField {
  return { kind: "choice", values };
}

/** The type of a list; without bounds it may have up to `longestList` entries. */
export function list(of: Field, bounds: { min?: number; max?: number; cure?: string } = {}): ListField {
  const { min = 0, max = longestList, cure } = bounds;
  return { kind: "list", of, min, max, ...(cure === undefined ? {} : { cure }) };
}

/** The type of a reference to an entry of one of these kinds. */
export function name(...of: Kind[]): NameField {
  return { kind: "name", of };
}

/** A key that must be present. */
export function need(field: Field, about: string): Key {
  return { field, isRequired: true, about };
}

/** A key that may be left out. */
export function may(field: Field, about: string, standard?: unknown): Key {
  return { field, isRequired: false, about, ...(standard === undefined ? {} : { standard }) };
}

/** The table of an interface T: a key of the table for each key of T, no more and no fewer. */
export type KeysOf<T> = { readonly [K in keyof Required<T>]: Key };

/** The type of an object with the keys of T. */
export function record<T>(
  name: string,
  keys: KeysOf<T>,
  rules: { conflicts?: readonly (readonly [string, string])[]; needs?: readonly (readonly string[])[] } = {},
): RecordField {
  const { conflicts = [], needs = [] } = rules;
  const required = Object.entries<Key>(keys).flatMap(([key, { isRequired }]) => (isRequired ? [key] : []));
  return { kind: "record", name, keys, required, conflicts, needs };
}

/** The type of a tagged union, its records by their `type`. */
export function variant(name: string, of: Readonly<Record<string, RecordField>>): VariantField {
  return { kind: "variant", name, of };
}
