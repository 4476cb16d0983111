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
import { type ImpactSearch, ImpactStatus, type MovingPair, measureAt, Work } from "./impact-search.js";

/** Half a unit in the last place is 2⁻⁵³. */
const ulp = 2 ** -52;

/** Narrows the bracket in work; time[0] and what is measured are those of a in the end. Returns the status: a hit. */
export function closeBracket(search: ImpactSearch, moving: MovingPair): ImpactStatus {
  const { work, time, settings } = search;
  let a = work[Work.a];
  let b = work[Work.b];
  let fa = work[Work.fa];
  let fb = work[Work.fb];
  // the end that was given up last; none at first
  let c = a;
  let fc = fa;
  let older = false;
  let side = 0;
  const { method } = search;
  for (;;) {
    const tolerance = Math.max(settings[2], ulp * Math.max(Math.abs(a), Math.abs(b)));
    const middle = a + (b - a) / 2;
    if (b - a <= tolerance || !(middle > a && middle < b)) break;
    let x = middle;
    if (method === "regula-falsi") x = (fb * a - fa * b) / (fb - fa);
    else if (method === "conservative") {
      if (!older) x = (fb * a - fa * b) / (fb - fa);
      else {
        // u is the end just reached, v the other one, c the one before u
        const newest = side < 0 ? a : b;
        const other = side < 0 ? b : a;
        const fNew = side < 0 ? fa : fb;
        const fOther = side < 0 ? fb : fa;
        const xi = (newest - other) / (c - other);
        const phi = (fNew - fOther) / (fc - fOther);
        if (phi * phi < xi && (1 - phi) * (1 - phi) < 1 - xi) {
          const s =
            (fNew / (fOther - fNew)) * (fc / (fOther - fc)) +
            (((c - newest) / (other - newest)) * (fNew / (fc - fNew)) * fOther) / (fc - fOther);
          x = newest + s * (other - newest);
        }
      }
    }
    // half a tolerance from either end at least: the last step closes the bracket
    if (!(x >= a + tolerance / 2)) x = a + tolerance / 2;
    if (x > b - tolerance / 2) x = b - tolerance / 2;
    if (!(x > a && x < b)) x = middle;
    time[0] = x;
    measureAt(search, moving);
    search.iterations++;
    const f = work[Work.gap];
    if (Number.isNaN(f)) return ImpactStatus.invalid;
    older = true;
    if (f > 0) {
      c = a;
      fc = fa;
      a = x;
      fa = f;
      if (side < 0 && method === "regula-falsi") fb /= 2;
      side = -1;
    } else {
      c = b;
      fc = fb;
      b = x;
      fb = f;
      if (side > 0 && method === "regula-falsi") fa /= 2;
      side = 1;
    }
    if (f === 0 || search.evaluations >= search.maxEvaluations + closing) break;
  }
  time[0] = work[Work.gap] === 0 && time[0] === b ? b : a;
  measureAt(search, moving);
  return ImpactStatus.hit;
}

/** Evaluations that a bracket may take beyond the limit: once there is one, it is closed. */
const closing = 200;

/** (√5 − 1)/2 */
const golden = 0.6180339887498949;
/** Part of the interval at which the search for the least gap ends: flat there to rounding. */
const narrow = 2 ** -26;

/** The least gap between work.a and work.b by golden sections: to work.least and work.leastTime, if less than there. */
export function refineLeast(search: ImpactSearch, moving: MovingPair): void {
  const { work, time } = search;
  let a = work[Work.a];
  let b = work[Work.b];
  const end = Math.max(narrow * (b - a), search.settings[2], 4 * ulp * Math.max(Math.abs(a), Math.abs(b)));
  let x = b - golden * (b - a);
  let y = a + golden * (b - a);
  time[0] = x;
  measureAt(search, moving);
  let fx = work[Work.gap];
  keepLeast(work, time);
  time[0] = y;
  measureAt(search, moving);
  let fy = work[Work.gap];
  keepLeast(work, time);
  while (b - a > end && !Number.isNaN(work[Work.gap])) {
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
    if (time[0] === x) fx = work[Work.gap];
    else fy = work[Work.gap];
    keepLeast(work, time);
  }
}

function keepLeast(work: Float64Array, time: Float64Array): void {
  if (work[Work.gap] < work[Work.least]) {
    work[Work.least] = work[Work.gap];
    work[Work.leastTime] = time[0];
  }
}
