/**
 * All real roots of a polynomial of degree 4 or 8 in [−1, 1]: where a function is stationary along a circle, written in
 * t = tan(ψ/2) of half a turn.
 *
 *   p(t) = c₀ + c₁ t + … + c_m tᵐ = Σ b_j B_j(x),   t = 2x − 1,   B_j Bernstein's polynomials of degree m
 *
 * The number of roots in an interval is at most the number of sign changes in b₀ … b_m, and differs from it by an even
 * number: none for 0 changes, just one for 1. With more the interval is halved (de Casteljau). What is halved to 2⁻²⁶ of
 * its length still with changes holds a cluster of roots; what has none but comes within rounding of zero, at 2⁻²⁰, a
 * double root that rounding has lifted off: its middle is given, for the caller to polish.
 *
 * It ends: halving stops at these depths. A single root is closed in by Newton's steps, replaced by halving unless they
 * halve at least: 60 rounds leave nothing of it.
 */
import { bracketRounds, clusterWidth, depthLimit, liftedDepth, liftedRounding, rootTolerance } from "./parameters.js";

/** Bernstein coefficients of tⁱ, at 9 i + j. */
const basis4 = createBasis(4);
const basis8 = createBasis(8);
/** Intervals still to be looked at: 9 coefficients, low and high end. */
const stack = new Float64Array(11 * (depthLimit + 2));
/** Depth of each. */
const depths = new Int32Array(depthLimit + 2);
const bracket = new Float64Array(3);
const limit = new Float64Array(1);

/** tⁱ = (x − (1 − x))ⁱ ((1 − x) + x)^(m−i): its j-th coefficient is Σ_k C(i, k) (−1)^(i−k) C(m−i, j−k) / C(m, j). */
function createBasis(m: number): Float64Array {
  const choose = (n: number, k: number): number =>
    k < 0 || k > n ? 0 : k === 0 ? 1 : (choose(n, k - 1) * (n - k + 1)) / k;
  const basis = new Float64Array(81);
  for (let i = 0; i <= m; i++) {
    for (let j = 0; j <= m; j++) {
      let sum = 0;
      for (let k = 0; k <= i; k++) sum += choose(i, k) * ((i - k) % 2 === 0 ? 1 : -1) * choose(m - i, j - k);
      basis[9 * i + j] = sum / choose(m, j);
    }
  }
  return basis;
}

/**
 * Finds the real roots in [−1, 1] of the polynomial of degree m, 4 or 8, whose coefficients are given, lowest first. Fills
 * `roots`, at most 16, and returns how many there are. A polynomial that is zero throughout has none.
 */
export function findRoots(roots: Float64Array, coefficients: Float64Array, m: number): number {
  const basis = m === 4 ? basis4 : basis8;
  for (let j = 0; j <= m; j++) {
    let sum = 0;
    for (let i = 0; i <= m; i++) sum += coefficients[i] * basis[9 * i + j];
    stack[j] = sum;
  }
  stack[9] = -1;
  stack[10] = 1;
  depths[0] = 0;
  measureLimit(m);
  let found = 0;
  for (let top = 0; top >= 0 && found < 15; ) {
    const o = 11 * top;
    const changes = countChanges(o, m);
    const isLifted = changes === 0 && isNearZero(o, m);
    if (changes === 0 && !isLifted) {
      top--;
    } else if (changes === 1 && stack[o] * stack[o + m] < 0) {
      bracket[0] = stack[o + 9];
      bracket[1] = stack[o + 10];
      bracket[2] = stack[o];
      closeBracket(coefficients, m);
      roots[found++] = bracket[0];
      top--;
    } else if (depths[top] >= (isLifted ? liftedDepth : depthLimit)) {
      const middle = 0.5 * (stack[o + 9] + stack[o + 10]);
      if (found === 0 || Math.abs(middle - roots[found - 1]) > clusterWidth) roots[found++] = middle;
      top--;
    } else {
      halve(o, m);
      depths[top] = depths[top + 1] = depths[top] + 1;
      top++;
    }
  }
  return found;
}

/** limit[0] ← what counts as zero; of a polynomial that is zero throughout, less than that. */
function measureLimit(m: number): void {
  let most = 0;
  for (let j = 0; j <= m; j++) most = Math.max(most, Math.abs(stack[j]));
  limit[0] = most > 0 ? liftedRounding * most : -1;
}

function isNearZero(o: number, m: number): boolean {
  for (let j = 0; j <= m; j++) if (Math.abs(stack[o + j]) <= limit[0]) return true;
  return false;
}

function countChanges(o: number, m: number): number {
  let changes = 0;
  let last = 0;
  for (let j = 0; j <= m; j++) {
    const b = stack[o + j];
    const sign = b > 0 ? 1 : b < 0 ? -1 : 0;
    if (sign === 0) continue;
    if (sign === -last) changes++;
    last = sign;
  }
  return changes;
}

/** The upper half stays at o, the lower one goes on top of it. */
function halve(o: number, m: number): void {
  const lower = o + 11;
  for (let round = 0; round <= m; round++) {
    stack[lower + round] = stack[o];
    for (let j = 0; j < m - round; j++) stack[o + j] = 0.5 * (stack[o + j] + stack[o + j + 1]);
  }
  // what stays: the last of each round, already in place at o + m − round
  const middle = 0.5 * (stack[o + 9] + stack[o + 10]);
  stack[lower + 9] = stack[o + 9];
  stack[lower + 10] = middle;
  stack[o + 9] = middle;
}

/** Newton within the bracket; the root goes to bracket[0]. */
function closeBracket(coefficients: Float64Array, m: number): void {
  let low = bracket[0];
  let high = bracket[1];
  const sign = bracket[2];
  let t = 0.5 * (low + high);
  let step = high - low;
  for (let round = 0; round < bracketRounds; round++) {
    let p = coefficients[m];
    let slope = 0;
    for (let j = m - 1; j >= 0; j--) {
      slope = slope * t + p;
      p = p * t + coefficients[j];
    }
    if (p === 0) break;
    if (p > 0 === sign > 0) low = t;
    else high = t;
    const last = step;
    step = -p / slope;
    const aim = t + step;
    if (!(aim > low && aim < high) || Math.abs(2 * step) > Math.abs(last)) {
      step = 0.5 * (high - low);
      t = low + step;
    } else {
      t = aim;
    }
    if (Math.abs(step) < rootTolerance) break;
  }
  bracket[0] = t;
}
