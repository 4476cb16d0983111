/**
 * The one error type of the engine: a list of faults, each with its place, the value found and the cure.
 *
 *   bodies[3].mass: must be > 0, got -2; use "fixed": true for an immovable body
 *
 * Building throws it with every fault found at once; stepping never throws for physics (it returns a status).
 */

/** A fault of the input: the place, the requirement, the value found and the cure. */
export interface Fault {
  /** The machine-readable kind of the fault, in kebab-case: "not-positive", "not-finite", "wrong-length", … */
  readonly code: string;
  /** The place of the fault, as the user would write it: "mass", "particles[3].mass", "options.tolerance". */
  readonly path: string;
  /** The requirement that does not hold: "must be > 0". */
  readonly must: string;
  /** The value that was found. */
  readonly value: unknown;
  /** The cure, if it is not plain from `must`. */
  readonly cure?: string;
}

/** The error that every function of the engine throws on bad input: a list of faults, and a message with a line for each. */
export class RigorError extends Error {
  override readonly name = "RigorError";
  /** Every fault that was found, at least one. */
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    super(faults.map(describeFault).join("\n"));
    this.faults = faults;
  }

  /** The code of the first fault. */
  get code(): string {
    return this.faults[0]?.code ?? "unknown";
  }
}

/** Throws a `RigorError` with a single fault. */
export function fail(code: string, path: string, must: string, value: unknown, cure?: string): never {
  throw new RigorError([cure === undefined ? { code, path, must, value } : { code, path, must, value, cure }]);
}

/** Throws unless `value` is a finite number. */
export function requireFinite(path: string, value: number, cure?: string): void {
  if (typeof value !== "number" || !Number.isFinite(value))
    fail("not-finite", path, "must be a finite number", value, cure);
}

/** Throws unless `value` is a finite number above zero. */
export function requirePositive(path: string, value: number, cure?: string): void {
  if (!(typeof value === "number" && value > 0 && value < Infinity))
    fail("not-positive", path, "must be a finite number > 0", value, cure);
}

/** Throws unless `value` is a finite number, zero or above. */
export function requireNonNegative(path: string, value: number, cure?: string): void {
  if (!(typeof value === "number" && value >= 0 && value < Infinity))
    fail("negative", path, "must be a finite number >= 0", value, cure);
}

/** Throws unless `value` is a whole number from `low` to `high`. */
export function requireInteger(path: string, value: number, low: number, high: number, cure?: string): void {
  if (!(Number.isInteger(value) && value >= low && value <= high)) {
    fail("out-of-range", path, `must be a whole number from ${low} to ${high}`, value, cure);
  }
}

/** Throws unless `vector` is three finite numbers. */
export function requireVector(path: string, vector: ArrayLike<number>, cure?: string): void {
  const good = vector?.length === 3 && [0, 1, 2].every((k) => Number.isFinite(vector[k]));
  if (!good) fail("not-a-vector", path, "must be three finite numbers", vector, cure);
}

/** Throws unless `options` is an object of named arguments; the message shows `example`. */
export function requireOptions(path: string, options: unknown, example: string): void {
  if (typeof options === "object" && options !== null) return;
  fail("no-options", path, "must be an object of options", options, `for example ${example}`);
}

/**
 * Throws unless `options` is an object whose keys are all among `keys`.
 *
 *   box.sides: must be an option, got "sides"; there is size
 */
export function requireKeys(path: string, options: object, example: string, keys: readonly string[]): void {
  requireOptions(path, options, example);
  for (const key of Object.keys(options)) {
    if (!keys.includes(key)) fail("unknown-option", `${path}.${key}`, "must be an option", key, listKeys(keys));
  }
}

/** Returns the cure of an unknown key: a list of the known ones. */
export function listKeys(keys: readonly string[]): string {
  return `there ${keys.length === 1 ? "is" : "are"} ${keys.join(", ")}`;
}

/** Throws unless `values` has exactly `length` entries. */
export function requireLength(path: string, values: ArrayLike<unknown>, length: number, cure?: string): void {
  if (values.length !== length) fail("wrong-length", path, `must have length ${length}`, values.length, cure);
}

function describeFault(fault: Fault): string {
  const { path, must, value, cure } = fault;
  return `${path}: ${must}, got ${describeValue(value)}${cure === undefined ? "" : `; ${cure}`}`;
}

function describeValue(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number" || typeof value === "boolean" || value === undefined || value === null) {
    return Object.is(value, -0) ? "-0" : String(value);
  }
  if (typeof value === "function") return `function ${value.name || "(anonymous)"}`;
  if (Array.isArray(value) || ArrayBuffer.isView(value)) {
    const list = Array.from(value as unknown as ArrayLike<unknown>);
    return list.length <= 8 ? `[${list.join(", ")}]` : `[${list.slice(0, 8).join(", ")}, … (${list.length} entries)]`;
  }
  const keys = Object.keys(value as object);
  if (Object.getPrototypeOf(value) !== Object.prototype) return Object.prototype.toString.call(value);
  if (keys.length === 0) return "{}";
  return keys.length <= 6 ? `{ ${keys.join(", ")} }` : `{ ${keys.slice(0, 6).join(", ")}, … }`;
}
