/**
 * The check of the options of every function: an object, with known keys only.
 *
 *   options.tolerence: must be one of tolerance, relative, absolute, …, got 1e-9; did you mean tolerance?
 */
import { fail } from "../../math/index.js";

/** Throws unless `options` is an object all of whose keys are among `known`; the message suggests the nearest key. */
export function requireOptions(options: object, known: readonly string[]): void {
  const list = known.join(", ");
  if (typeof options !== "object" || options === null || Array.isArray(options)) {
    fail("not-an-object", "options", `must be an object with ${list}`, options, `write { ${known[0]}: … }`);
  }
  for (const key of Object.keys(options)) {
    if (known.includes(key)) continue;
    const value = (options as Record<string, unknown>)[key];
    const near = findNearest(key, known);
    fail(
      "unknown",
      `options.${key}`,
      `must be one of ${list}`,
      value,
      near === undefined ? undefined : `did you mean ${near}?`,
    );
  }
}

/** Returns the known word at the least edit distance, if that is at most two and at most half of the word. */
function findNearest(word: string, known: readonly string[]): string | undefined {
  let best: string | undefined;
  let least = Infinity;
  for (const candidate of known) {
    const changes = countChanges(word.toLowerCase(), candidate.toLowerCase());
    if (changes < least && changes <= 2 && 2 * changes <= candidate.length) {
      best = candidate;
      least = changes;
    }
  }
  return best;
}

/** Returns the edit distance of two words (Levenshtein), by one row of the table at a time. */
function countChanges(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[j] + 1, next[j - 1] + 1));
    }
    row = next;
  }
  return row[b.length];
}
