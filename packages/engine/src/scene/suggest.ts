/** "Did you mean": the known word that is fewest changes away. */

/** Longer words, and words beyond so many, are not looked at. */
const longest = 64;
const most = 2000;

/** The word nearest to `word`, or null where none is near. */
function findNearest(word: string, words: Iterable<string>): string | null {
  if (word.length > longest) return null;
  let best: string | null = null;
  // a third of the letters; one at least, of longer words two
  let least = Math.max(word.length > 3 ? 2 : 1, Math.floor(word.length / 3)) + 1;
  let seen = 0;
  for (const other of words) {
    if (++seen > most) break;
    if (other.length > longest || Math.abs(other.length - word.length) >= least) continue;
    const distance = countChanges(word.toLowerCase(), other.toLowerCase());
    if (distance >= least) continue;
    least = distance;
    best = other;
  }
  return best;
}

/** What to do about an unknown word: the nearest known one, or the first few of all. */
export function suggest(word: string, words: readonly string[], are = "there are"): string {
  const nearest = findNearest(word, words);
  if (nearest !== null) return `did you mean ${quote(nearest)}?`;
  if (words.length === 0) return "there are none";
  const shown = words.slice(0, 24).map(quote).join(", ");
  return `${are} ${shown}${words.length > 24 ? `, … (${words.length})` : ""}`;
}

export function quote(word: string): string {
  return JSON.stringify(word.length > longest ? `${word.slice(0, longest)}…` : word);
}

/** Insertions, deletions, replacements, and neighbours that change places. */
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
