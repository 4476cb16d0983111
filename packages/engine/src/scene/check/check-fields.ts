/**
 * The syntactic check: data of any kind against the table of the format, with types, bounds, keys and conflicts between keys.
 * It never throws for plain data, however long, deep or wrong, and goes no deeper than the format does.
 */
import { type Fault, magnitudeCure, showSize } from "../../math/index.js";
import {
  type ChoiceField,
  type Field,
  type ListField,
  longestList,
  type NameField,
  type NumberField,
  type RecordField,
  type TextField,
  type VariantField,
  type VectorField,
} from "../format/index.js";
import { longestShownText, mostFaults, mostShownEntries } from "./parameters.js";
import { quote, suggest } from "./suggest.js";

/** A reference to another entry of the file, by its name or id. */
export interface NameUse {
  /** The place of the reference: keys and indices. */
  readonly stack: readonly (string | number)[];
  /** The name or id. */
  readonly value: string;
  /** The type of the reference. */
  readonly field: NameField;
}

const bodyOrParticle: NameField = { kind: "name", of: ["body", "particle"] };

/** The check of each kind of field. */
type Checkers = {
  readonly [K in Field["kind"]]: (check: FieldCheck, field: Extract<Field, { kind: K }>, value: unknown) => void;
};

/** A check of data against fields; it gathers faults and references. */
export class FieldCheck {
  private static readonly checkers: Checkers = {
    number: (check, field, value) => check.checkNumber(field, value),
    vector: (check, field, value) => check.checkVector(field, value),
    text: (check, field, value) => check.checkText(field, value),
    flag: (check, _, value) => check.checkFlag(value),
    choice: (check, field, value) => check.checkChoice(field, value),
    list: (check, field, value) => check.checkList(field, value),
    map: (check, { of }, value) => check.checkMap(of, value),
    name: (check, field, value) => check.checkName(field, value),
    selection: (check, _, value) => check.checkSelection(value),
    record: (check, field, value) => check.checkRecord(field, value),
    variant: (check, field, value) => check.checkVariant(field, value),
  };

  /** The faults found, up to `mostFaults`. */
  readonly faults: Fault[] = [];
  /** The number of all faults, those not listed included. */
  total = 0;
  /** The references found. */
  readonly uses: NameUse[] = [];
  /** The present place: keys and indices. */
  private readonly stack: (string | number)[] = [];

  /** Whether further faults are only counted. */
  get isFull(): boolean {
    return this.total >= mostFaults;
  }

  /** Adds a fault at a path, or counts it if the list is full. */
  report(path: string, code: string, must: string, value: unknown, cure?: string): void {
    const isListed = !this.isFull;
    this.total++;
    if (!isListed) return;
    const got = summarize(value);
    this.faults.push(cure === undefined ? { code, path, must, value: got } : { code, path, must, value: got, cure });
  }

  private add(code: string, must: string, value: unknown, cure?: string): void {
    this.report(this.isFull ? "" : formatPath(this.stack), code, must, value, cure);
  }

  /** Adds a fault at a key or an entry of the present place. */
  private addAt(key: string | number, code: string, must: string, value: unknown, cure?: string): void {
    this.stack.push(key);
    this.add(code, must, value, cure);
    this.stack.pop();
  }

  /** Checks a value against a field; faults are those at the present place and below it. */
  check(field: Field, value: unknown): void {
    const check = FieldCheck.checkers[field.kind] as (check: FieldCheck, field: Field, value: unknown) => void;
    check(this, field, value);
  }

  private checkAt(key: string | number, field: Field, value: unknown): void {
    this.stack.push(key);
    this.check(field, value);
    this.stack.pop();
  }

  private checkNumber(field: NumberField, value: unknown): void {
    const { min = -Infinity, above = -Infinity, max = Infinity, integer = false, cure } = field;
    if (typeof value !== "number") this.add("not-a-number", "must be a number", value);
    else if (!Number.isFinite(value)) this.add("not-finite", "must be a finite number", value);
    else if (value < min || value <= above || value > max || (integer && !Number.isInteger(value))) {
      this.add("out-of-range", describeBounds(field), value, cure);
    } else this.checkSize(field, value);
  }

  private checkSize({ most = Infinity, least = 0, unit = "" }: NumberField, value: number): void {
    const size = Math.abs(value);
    if (size > most) this.add("too-large", `must be at most ${showSize(most, unit)} in size`, value, magnitudeCure);
    else if (size < least) this.add("too-small", `must be at least ${showSize(least, unit)}`, value, magnitudeCure);
  }

  private checkVector({ length, isDirection, most, unit }: VectorField, value: unknown): void {
    const isList = Array.isArray(value) && value.length === length;
    if (!isList) {
      const must = length === 3 ? "must be three numbers [x, y, z]" : "must be a quaternion [x, y, z, w]";
      this.add("not-a-vector", must, value);
      return;
    }
    const before = this.total;
    for (let k = 0; k < length; k++) {
      const x: unknown = value[k];
      if (typeof x !== "number") this.addAt(k, "not-a-number", "must be a number", x);
      else if (!Number.isFinite(x)) this.addAt(k, "not-finite", "must be a finite number", x);
      else if (Math.abs(x) > most) this.checkAt(k, { kind: "number", most, unit }, x);
    }
    if (!isDirection || this.total > before || value.some((x) => x !== 0)) return;
    if (length === 4) this.add("zero-quaternion", "must not be zero", value, "the identity is [0, 0, 0, 1]");
    else this.add("no-direction", "must not be the zero vector", value, "only its direction counts");
  }

  private checkText(field: TextField, value: unknown): void {
    const { minLength, maxLength = Infinity, pattern, must } = field;
    const isGood = typeof value === "string" && value.length >= minLength && value.length <= maxLength;
    const fits = isGood && (pattern === undefined || new RegExp(pattern).test(value));
    if (!fits) this.add("not-a-string", must, value);
  }

  private checkFlag(value: unknown): void {
    if (typeof value !== "boolean") this.add("not-boolean", "must be true or false", value);
  }

  private checkChoice({ values }: ChoiceField, value: unknown): void {
    if (values.some((allowed) => allowed === value)) return;
    const names = values.map((allowed) => JSON.stringify(allowed));
    const must = names.length === 1 ? `must be ${names[0]}` : `must be one of ${names.join(", ")}`;
    this.add("unknown-name", must, value);
  }

  private checkList({ of, min, max, cure }: ListField, value: unknown): void {
    if (!Array.isArray(value)) {
      this.add("not-a-list", "must be a list", value);
      return;
    }
    if (value.length < min || value.length > max) {
      const many = max === min ? `${min}` : value.length < min ? `${min} or more` : `at most ${max}`;
      this.add("wrong-length", `must have ${many} ${max === 1 ? "entry" : "entries"}`, value.length, cure);
    }
    const end = Math.min(value.length, max);
    for (let k = 0; k < end; k++) this.checkAt(k, of, value[k]);
  }

  private checkMap(of: Field, value: unknown): void {
    if (!isRecord(value)) {
      this.add("not-an-object", "must be an object", value);
      return;
    }
    for (const key of Object.keys(value)) this.checkAt(key, of, value[key]);
  }

  private checkName(field: NameField, value: unknown): void {
    if (typeof value !== "string") this.add("not-a-name", `must be the ${nameKinds(field)}`, value);
    else this.uses.push({ stack: this.stack.slice(), value, field });
  }

  private checkSelection(value: unknown): void {
    if (value === "all") return;
    if (!Array.isArray(value)) {
      this.add("not-a-list", 'must be a list of ids, or "all"', value);
      return;
    }
    const seen = new Set<unknown>();
    if (value.length === 0) this.add("empty", 'must have one id or more, or be "all"', value);
    if (value.length > longestList) this.add("wrong-length", `must have at most ${longestList} entries`, value.length);
    for (let k = 0; k < Math.min(value.length, longestList); k++) {
      this.checkAt(k, bodyOrParticle, value[k]);
      if (seen.has(value[k])) this.addAt(k, "twice", "must be there once", value[k]);
      seen.add(value[k]);
    }
  }

  private checkRecord({ name, keys, required, conflicts, needs }: RecordField, value: unknown): void {
    if (!isRecord(value)) {
      this.add("not-an-object", "must be an object", value);
      return;
    }
    const has = (key: string) => Object.hasOwn(value, key);
    for (const key of Object.keys(value)) {
      if (Object.hasOwn(keys, key)) this.checkAt(key, keys[key].field, value[key]);
      else if (this.isFull) this.total++;
      else this.addAt(key, "unknown-key", `must be a key of ${name}`, key, suggest(key, Object.keys(keys)));
    }
    for (const key of required) if (!has(key)) this.addAt(key, "missing", "must be given", undefined);
    for (const [first, second] of conflicts) {
      const must = `must be left out beside ${quote(first)}`;
      if (has(first) && has(second)) this.addAt(second, "conflict", must, value[second]);
    }
    if (needs.length === 0 || needs.some((list) => list.every(has))) return;
    if (this.isFull) {
      this.total++;
      return;
    }
    const ways = needs.map((list) => list.map(quote).join(" and "));
    this.add("missing", `must have ${ways.join(", or ")}`, Object.keys(value));
  }

  private checkVariant({ name, of }: VariantField, value: unknown): void {
    if (!isRecord(value)) {
      this.add("not-an-object", "must be an object", value);
      return;
    }
    const types = Object.keys(of);
    const type = Object.hasOwn(value, "type") ? value.type : undefined;
    if (typeof type === "string" && Object.hasOwn(of, type)) {
      this.checkRecord(of[type], value);
      return;
    }
    const must = `must be the type of ${name}`;
    const cure = typeof type === "string" ? suggest(type, types) : `there are ${types.map(quote).join(", ")}`;
    this.addAt("type", type === undefined ? "missing" : "unknown-name", must, type, cure);
  }
}

/** A path as it is written in messages: bodies[3].mass. */
export function formatPath(stack: readonly (string | number)[]): string {
  const path = stack.reduce<string>((sum, step) => {
    if (typeof step === "number") return `${sum}[${step}]`;
    if (!/^[A-Za-z_$][\w$]{0,60}$/.test(step)) return `${sum}[${quote(step)}]`;
    return sum === "" ? step : `${sum}.${step}`;
  }, "");
  return path === "" ? "scene" : path;
}

function describeBounds({ min, above, max, integer = false }: NumberField): string {
  const what = integer ? "must be a whole number" : "must be";
  if (above !== undefined) return `${what} > ${above}`;
  if (min !== undefined && max !== undefined) return `${what} from ${min} to ${max}`;
  return min === undefined ? what : `${what} >= ${min}`;
}

function nameKinds({ of }: NameField): string {
  return of[0] === "material" ? "name of a material" : `id of a ${of.join(" or ")}`;
}

/** Whether data is an object with keys, and no list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A short form of a value for messages: long strings and lists are cut, nested values are left out. */
function summarize(value: unknown): unknown {
  if (typeof value === "string")
    return value.length > longestShownText ? `${value.slice(0, longestShownText)}…` : value;
  if (Array.isArray(value)) {
    const shown = Array.from({ length: Math.min(value.length, mostShownEntries) }, (_, k) => summarizeEntry(value[k]));
    return value.length > mostShownEntries ? [...shown, `… (${value.length} entries)`].slice(-mostShownEntries) : shown;
  }
  return value;
}

function summarizeEntry(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? "[]" : "[…]";
  return typeof value === "object" && value !== null ? "{…}" : summarize(value);
}
