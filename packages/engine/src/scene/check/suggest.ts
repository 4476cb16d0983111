/** "Did you mean": the known word with the smallest edit distance (Damerau 1964; Levenshtein 1966). */
import { longestWord, mostComparedWords, mostListedWords } from "./parameters.js";

/** The known word nearest to `word`, or null where none is near. */
function findNearest(word: string, words: Iterable<string>): string | null {
  if (word.length > longestWord) return null;
  let best: string | null = null;
  // up to a third of the letters may change, but at least one, of words longer than three letters two
  let least = Math.max(word.length > 3 ? 2 : 1, Math.floor(word.length / 3)) + 1;
  let seen = 0;
  for (const other of words) {
    if (++seen > mostComparedWords) break;
    if (other.length > longestWord || Math.abs(other.length - word.length) >= least) continue;
    const distance = countChanges(word.toLowerCase(), other.toLowerCase());
    if (distance >= least) continue;
    least = distance;
    best = other;
  }
  return best;
}

/** A cure for an unknown word: the nearest known one, or a list of the first known ones. */
export function suggest(word: string, words: readonly string[], are = "there are"): string {
  const nearest = findNearest(word, words);
  if (nearest !== null) return `did you mean ${quote(nearest)}?`;
  if (words.length === 0) return "there are none";
  const shown = words.slice(0, mostListedWords).map(quote).join(", ");
  return `${are} ${shown}${words.length > mostListedWords ? `, … (${words.length})` : ""}`;
}

/** A word in quotation marks, cut where it is long. */
export function quote(word: string): string {
  return JSON.stringify(word.length > longestWord ? `${word.slice(0, longestWord)}…` : word);
}

/** The optimal string alignment distance: insertions, deletions, replacements and exchanges of neighbours. */
function countChanges(a: string, b: string): number {
  let before: number[] = [];
  let last: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    before = last;
    last = row;
    row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (isSame ? 0 : 1));
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwapped) row[j] = Math.min(row[j], before[j - 2] + 1);
    }
  }
  return row[b.length];
}
