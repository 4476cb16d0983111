/** "Did you mean …?" for names that are not there. */

/** The names nearest to one that is not among them, at most three; a sentence, or nothing. */
export function suggest(name: string, names: readonly string[]): string {
  const near = names
    .map((candidate) => ({ candidate, distance: measureDistance(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, distance }) => distance <= Math.max(1, 0.4 * Math.max(name.length, candidate.length)))
    .sort((p, q) => p.distance - q.distance || (p.candidate < q.candidate ? -1 : 1))
    .slice(0, 3)
    .map(({ candidate }) => candidate);
  return near.length === 0 ? "" : `Did you mean ${near.join(", ")}?`;
}

/** Letters to put in, take out or change until one word is the other. */
function measureDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 20 || a.length > 100) return Infinity;
  let above = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = above[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(change, above[j] + 1, row[j - 1] + 1));
    }
    above = row;
  }
  return above[b.length];
}
