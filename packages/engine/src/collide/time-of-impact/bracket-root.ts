/**
 * The root of the gap in a bracket a < b with g(a) > 0 ≥ g(b), and the least gap in an interval.
 *
 *   conservative    inverse quadratic interpolation where it is safe, else halving (Chandrupatla 1997)
 *   regula-falsi    where the chord meets zero, x = (g_b a − g_a b)/(g_b − g_a); the value at an end that stays is halved
 *                   (Illinois), so that both ends come in
 *   bisection       halving
 *
 * All of them go on until b − a is within the tolerance, and end at a, where the gap is still positive.
 *
 * Follows: Baraff 1989, section 4 (footnote 2).
 */

import { closingEvaluations, leastSectionShare } from "./parameters.js";
import { type MovingPair, measureAt, SearchSlot, type TimeOfImpactSearch, TimeOfImpactStatus } from "./search-state.js";

/** Half a unit in the last place is 2⁻⁵³. */
const ulp = 2 ** -52;

/** The ends of a bracket and the gaps there, the end given up last and the gap there, and the time to try next. */
const End = { a: 0, fa: 1, b: 2, fb: 3, c: 4, fc: 5, trial: 6 } as const;
const bracket = new Float64Array(7);

/**
 * Narrows the bracket in work; time[0] and the pair are those of its end a when it is done. Returns the status: a
 * hit.
 */
export function closeBracket(search: TimeOfImpactSearch, moving: MovingPair): TimeOfImpactStatus {
  const { work, time, settings } = search;
  bracket[End.a] = bracket[End.c] = work[SearchSlot.a];
  bracket[End.fa] = bracket[End.fc] = work[SearchSlot.fa];
  bracket[End.b] = work[SearchSlot.b];
  bracket[End.fb] = work[SearchSlot.fb];
  // which end was just reached: −1 for a, 1 for b; none at first
  let side = 0;
  for (;;) {
    const a = bracket[End.a];
    const b = bracket[End.b];
    const tolerance = Math.max(settings[2], ulp * Math.max(Math.abs(a), Math.abs(b)));
    const middle = a + (b - a) / 2;
    if (b - a <= tolerance || !(middle > a && middle < b)) break;
    if (search.method === "bisection") bracket[End.trial] = middle;
    else if (search.method === "regula-falsi" || side === 0) takeChord();
    else interpolate(side);
    let x = bracket[End.trial];
    // half a tolerance from either end at least: the last step closes the bracket
    if (!(x >= a + tolerance / 2)) x = a + tolerance / 2;
    if (x > b - tolerance / 2) x = b - tolerance / 2;
    if (!(x > a && x < b)) x = middle;
    time[0] = x;
    measureAt(search, moving);
    search.iterations++;
    const f = work[SearchSlot.gap];
    if (Number.isNaN(f)) return TimeOfImpactStatus.invalid;
    side = replaceEnd(search, side);
    if (f === 0 || search.evaluations >= search.maxEvaluations + closingEvaluations) break;
  }
  time[0] = work[SearchSlot.gap] === 0 && time[0] === bracket[End.b] ? bracket[End.b] : bracket[End.a];
  measureAt(search, moving);
  return TimeOfImpactStatus.hit;
}

/** The trial is where the chord meets zero. */
function takeChord(): void {
  const a = bracket[End.a];
  const b = bracket[End.b];
  const fa = bracket[End.fa];
  const fb = bracket[End.fb];
  bracket[End.trial] = (fb * a - fa * b) / (fb - fa);
}

/** The trial is that of inverse quadratic interpolation where it is safe, else the middle (Chandrupatla 1997). */
function interpolate(side: number): void {
  const a = bracket[End.a];
  const b = bracket[End.b];
  const c = bracket[End.c];
  const fc = bracket[End.fc];
  bracket[End.trial] = a + (b - a) / 2;
  // u is the end just reached, v the other one, c the one before u
  const newest = side < 0 ? a : b;
  const other = side < 0 ? b : a;
  const fNew = side < 0 ? bracket[End.fa] : bracket[End.fb];
  const fOther = side < 0 ? bracket[End.fb] : bracket[End.fa];
  const xi = (newest - other) / (c - other);
  const phi = (fNew - fOther) / (fc - fOther);
  if (!(phi * phi < xi && (1 - phi) * (1 - phi) < 1 - xi)) return;
  const s =
    (fNew / (fOther - fNew)) * (fc / (fOther - fc)) +
    (((c - newest) / (other - newest)) * (fNew / (fc - fNew)) * fOther) / (fc - fOther);
  bracket[End.trial] = newest + s * (other - newest);
}

/** Puts the time just measured in place of the end on its side of the root, and returns which end that is. */
function replaceEnd({ work, time, method }: TimeOfImpactSearch, side: number): number {
  const f = work[SearchSlot.gap];
  // Illinois: the value at an end that stays is halved
  const isIllinois = method === "regula-falsi";
  if (f > 0) {
    bracket[End.c] = bracket[End.a];
    bracket[End.fc] = bracket[End.fa];
    bracket[End.a] = time[0];
    bracket[End.fa] = f;
    if (side < 0 && isIllinois) bracket[End.fb] /= 2;
    return -1;
  }
  bracket[End.c] = bracket[End.b];
  bracket[End.fc] = bracket[End.fb];
  bracket[End.b] = time[0];
  bracket[End.fb] = f;
  if (side > 0 && isIllinois) bracket[End.fa] /= 2;
  return 1;
}

/** (√5 − 1)/2 */
const golden = 0.6180339887498949;

/**
 * Finds the least gap between work.a and work.b by golden sections: to work.least and work.leastTime, if it is less
 * than that there.
 */
export function refineLeast(search: TimeOfImpactSearch, moving: MovingPair): void {
  const { work, time } = search;
  let a = work[SearchSlot.a];
  let b = work[SearchSlot.b];
  const end = Math.max(leastSectionShare * (b - a), search.settings[2], 4 * ulp * Math.max(Math.abs(a), Math.abs(b)));
  let x = b - golden * (b - a);
  let y = a + golden * (b - a);
  time[0] = x;
  measureAt(search, moving);
  let fx = work[SearchSlot.gap];
  keepLeast(work, time);
  time[0] = y;
  measureAt(search, moving);
  let fy = work[SearchSlot.gap];
  keepLeast(work, time);
  while (b - a > end && !Number.isNaN(work[SearchSlot.gap])) {
    search.iterations++;
    if (fx <= fy) {
      b = y;
      y = x;
      fy = fx;
      x = b - golden * (b - a);
      time[0] = x;
    } else {
      a = x;
      x = y;
      fx = fy;
      y = a + golden * (b - a);
      time[0] = y;
    }
    measureAt(search, moving);
    if (time[0] === x) fx = work[SearchSlot.gap];
    else fy = work[SearchSlot.gap];
    keepLeast(work, time);
  }
}

function keepLeast(work: Float64Array, time: Float64Array): void {
  if (work[SearchSlot.gap] < work[SearchSlot.least]) {
    work[SearchSlot.least] = work[SearchSlot.gap];
    work[SearchSlot.leastTime] = time[0];
  }
}
