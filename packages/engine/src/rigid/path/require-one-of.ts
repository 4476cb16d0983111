/** Check of options that are one of a few words. */
import { fail } from "../../math/index.js";

/** Throws unless `value` is one of the words. */
export function requireOneOf(path: string, value: string, words: readonly string[]): void {
  if (!words.includes(value)) fail("unknown", path, `must be ${words.map((w) => `"${w}"`).join(" or ")}`, value);
}
