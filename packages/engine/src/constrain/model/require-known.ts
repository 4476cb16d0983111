/**
 * Checks of options: no key is accepted that no function reads.
 *
 *   constraints[3].lenght: must be an option, got "lenght"; there are a, b, length
 */
import { fail, requireOptions } from "../../math/index.js";

/** Throws unless `options` is an object with known keys only. */
export function requireKnown(path: string, options: object, keys: readonly string[]): void {
  requireOptions(path, options, `{ ${keys.join(": …, ")}: … }`);
  for (const key of Object.keys(options)) {
    if (keys.includes(key)) continue;
    const cure = `there ${keys.length === 1 ? "is" : "are"} ${keys.join(", ")}`;
    fail("unknown-option", `${path}.${key}`, "must be an option", key, cure);
  }
}
