/**
 * A small language in which the format is described once: what each key may hold, what must be there, what excludes what.
 * The check of files (check-fields.ts) and the published JSON Schema (schema.ts) both read it, so they cannot differ.
 */
import { Least, Most } from "../math/index.js";

export interface NumberField {
  readonly kind: "number";
  /** Bounds; `above` is one that is not reached. */
  readonly min?: number;
  readonly above?: number;
  readonly max?: number;
  readonly integer?: boolean;
  /** How large it may be, whatever its sign, and how small if it is not 0; with the unit: see math/magnitude.ts. */
  readonly most?: number;
  readonly least?: number;
  readonly unit?: string;
  /** What to do about a number out of bounds. */
  readonly cure?: string;
}

/** Three or four numbers; `isDirection`: not all zero. */
export interface VectorField {
  readonly kind: "vector";
  readonly length: 3 | 4;
  readonly isDirection: boolean;
  /** How large each number may be, whatever its sign, and its unit. */
  readonly most: number;
  readonly unit: string;
}

export interface TextField {
  readonly kind: "text";
  readonly minLength: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  /** In words: "must be …". */
  readonly must: string;
}

export interface FlagField {
  readonly kind: "flag";
}

export interface ChoiceField {
  readonly kind: "choice";
  readonly values: readonly (string | number)[];
}

export interface ListField {
  readonly kind: "list";
  readonly of: Field;
  readonly min: number;
  readonly max: number;
  /** What to do about a list that is too long or too short. */
  readonly cure?: string;
}

interface MapField {
  readonly kind: "map";
  readonly of: Field;
}

/** An id or a name of something else in the file. */
export interface NameField {
  readonly kind: "name";
  readonly of: readonly Kind[];
}

/** Ids of bodies and particles, or "all". */
export interface SelectionField {
  readonly kind: "selection";
}

/** An object with known keys. */
export interface RecordField {
  readonly kind: "record";
  /** In words, with its article: "a body". */
  readonly name: string;
  readonly keys: Readonly<Record<string, Key>>;
  /** Those that must be there. */
  readonly required: readonly string[];
  /** Of each two, only one may be there. */
  readonly conflicts: readonly (readonly [string, string])[];
  /** Of one list at least, all keys must be there. */
  readonly needs: readonly (readonly string[])[];
}

/** An object that its `type` tells the keys of. */
export interface VariantField {
  readonly kind: "variant";
  readonly name: string;
  readonly of: Readonly<Record<string, RecordField>>;
}

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

/** What things with ids, and materials, are called. */
export type Kind = "body" | "particle" | "force" | "constraint" | "generalized" | "material";

export interface Key {
  readonly field: Field;
  readonly isRequired: boolean;
  /** A sentence for the schema. */
  readonly about: string;
  /** The value that leaving it out stands for, if one does. */
  readonly standard?: unknown;
}

/** Of any list. */
export const longestList = 1_000_000;

const any = { most: Most.number, unit: "" } as const;
export const vector: VectorField = { kind: "vector", length: 3, isDirection: false, ...any };
export const direction: VectorField = { kind: "vector", length: 3, isDirection: true, ...any };
export const rotation: VectorField = { kind: "vector", length: 4, isDirection: true, ...any };
export const flag: FlagField = { kind: "flag" };
export const selection: SelectionField = { kind: "selection" };
export const text: TextField = { kind: "text", minLength: 0, must: "must be a string" };
export const id: TextField = {
  kind: "text",
  minLength: 1,
  maxLength: 256,
  must: "must be a string of 1 to 256 characters",
};
export const finite: NumberField = { kind: "number", ...any };
export const positive: NumberField = { kind: "number", above: 0, ...any };
export const nonNegative: NumberField = { kind: "number", min: 0, ...any };

/** The same with another bound of its size. */
export function upTo<F extends NumberField | VectorField>(field: F, most: number, unit: string): F {
  return { ...field, most, unit };
}

export const speed: VectorField = upTo(vector, Most.speed, "m/s");
export const spin: VectorField = upTo(vector, Most.speed, "rad/s");
export const density: NumberField = { ...upTo(positive, Most.mass, "kg/m³"), least: Least.mass };
export const weight: NumberField = { ...upTo(positive, Most.mass, "kg"), least: Least.mass };
export const coefficient: NumberField = upTo(nonNegative, Most.friction, "");

export function choose(...values: (string | number)[]): ChoiceField {
  return { kind: "choice", values };
}

export function list(of: Field, bounds: { min?: number; max?: number; cure?: string } = {}): ListField {
  const { min = 0, max = longestList, cure } = bounds;
  return { kind: "list", of, min, max, ...(cure === undefined ? {} : { cure }) };
}

export function name(...of: Kind[]): NameField {
  return { kind: "name", of };
}

/** A key that must be there. */
export function need(field: Field, about: string): Key {
  return { field, isRequired: true, about };
}

/** A key that may be left out. */
export function may(field: Field, about: string, standard?: unknown): Key {
  return { field, isRequired: false, about, ...(standard === undefined ? {} : { standard }) };
}

/** The keys of T, no more and no fewer. */
export type KeysOf<T> = { readonly [K in keyof Required<T>]: Key };

export function record<T>(
  name: string,
  keys: KeysOf<T>,
  rules: { conflicts?: readonly (readonly [string, string])[]; needs?: readonly (readonly string[])[] } = {},
): RecordField {
  const { conflicts = [], needs = [] } = rules;
  const required = Object.entries<Key>(keys).flatMap(([key, { isRequired }]) => (isRequired ? [key] : []));
  return { kind: "record", name, keys, required, conflicts, needs };
}

/** Records by their `type`. */
export function variant(name: string, of: Readonly<Record<string, RecordField>>): VariantField {
  return { kind: "variant", name, of };
}
