/**
 * The check that a derivative function keeps its contract: it writes every entry of `out`, nothing beyond, and returns
 * nothing.
 *
 * The function is called twice at the initial state, on outputs filled with two different numbers: an entry that holds
 * the filling both times was not written (a NaN that f computes is no filling). The second output is longer than n; an
 * f that writes the whole of it goes by the length of `out`, as it may, but one that writes some of the rest believes
 * y to have more entries than it has.
 */
import { fail } from "../../math/index.js";

/** Two numbers that no f returns one after the other. */
const fillings = [2 ** -126, -(2 ** 127)];

/** Throws unless f, called twice at `state`, writes every entry of its output, nothing beyond, and returns nothing. */
export function requireWriter(
  path: string,
  f: (y: Float64Array, out: Float64Array) => unknown,
  state: Float64Array,
): void {
  const n = state.length - 1;
  const first = new Float64Array(n).fill(fillings[0]);
  const returned = f(state.slice(), first);
  if (typeof returned === "object" && returned !== null && returned !== first) {
    fail("returned", path, "must write into `out` and return nothing", returned, "write out[0] = …; out[1] = …");
  }
  const second = callAgain(f, state);
  for (let i = 0; i < n; i++) {
    if (first[i] === fillings[0] && second[i] === fillings[1]) {
      const cure = `y has ${n} entries: write out[0] … out[${n - 1}]`;
      fail("not-written", path, `must write every entry of \`out\`; out[${i}] was left as it was`, undefined, cure);
    }
  }
  if (second[second.length - 1] !== fillings[1]) return;
  for (let i = n; i < second.length; i++) {
    if (second[i] !== fillings[1]) {
      const cure = `y has ${n} entries, and t is y[${n}]: give f fewer, or the initial state more`;
      fail("out-of-range", path, `must not write beyond out[${n - 1}]; it wrote out[${i}]`, second[i], cure);
    }
  }
}

/** Returns the second output: longer than n, unless f goes by its length and throws. */
function callAgain(f: (y: Float64Array, out: Float64Array) => unknown, state: Float64Array): Float64Array {
  const n = state.length - 1;
  const long = new Float64Array(2 * n + 16).fill(fillings[1]);
  try {
    f(state.slice(), long);
    return long;
  } catch {
    const short = new Float64Array(n).fill(fillings[1]);
    f(state.slice(), short);
    return short;
  }
}
