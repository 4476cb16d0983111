/**
 * Checks of what users hand over by name: no key that nobody reads, words and switches that are known.
 *
 *   box.sides: must be an option, got "sides"; there are size, shell, thickness, mass, density
 */
import { fail, requireOptions } from "../math/index.js";

/** Throws unless `options` is an object with known keys only. */
export function requireKeys(path: string, options: object, example: string, keys: readonly string[]): void {
  requireOptions(path, options, example);
  for (const key of Object.keys(options)) {
    if (!keys.includes(key)) fail("unknown-option", `${path}.${key}`, "must be an option", key, listKeys(keys));
  }
}

/** The cure for a key that is none. */
export function listKeys(keys: readonly string[]): string {
  return `there ${keys.length === 1 ? "is" : "are"} ${keys.join(", ")}`;
}

/** Throws unless `value` is one of the words. */
export function requireOneOf(path: string, value: string, words: readonly string[]): void {
  if (!words.includes(value)) fail("unknown", path, `must be ${words.map((w) => `"${w}"`).join(" or ")}`, value);
}
