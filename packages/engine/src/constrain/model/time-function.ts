/**
 * Numbers that are given as functions of time, with their derivatives: the speed of a motor, the position of a servo.
 *
 *   constant      0.5
 *   by hand       (time, out) => { out[0] = t; out[1] = 1; out[2] = 0; }     t = time[0]; value, first, second derivative
 *   traced        traceTime((t) => t.times(3).sin())                          exact derivatives of any order needed
 */
import { type Expression, fail, type Operand, requireFinite, traceFunction } from "../../math/index.js";

/**
 * Reads the time from `time[0]`; writes the value into `out[0]`, and as many derivatives by the time behind it as are asked
 * for. They come as NaN: all must be written.
 */
export type TimeFunction = (time: Float64Array, out: Float64Array) => void;

/** A function of time with exact derivatives, from an expression: `traceTime((t) => t.times(3).sin())`. */
export function traceTime(f: (t: Expression) => Operand): TimeFunction {
  if (typeof f !== "function") {
    fail(
      "not-a-function",
      "traceTime",
      "must be a function of an expression",
      f,
      "for example (t) => t.times(3).sin()",
    );
  }
  const tape = traceFunction(1, ([t]) => f(t), "traceTime");
  if (tape.outputCount !== 1) fail("not-a-number", "traceTime", "must return one expression", tape.outputCount);
  const jet = new Float64Array(3);
  const one = Float64Array.of(1);
  const none = new Float64Array(1);
  return (time, out) => {
    tape.evaluateJet(jet, 0, time, 0, one, 0, none, 0);
    for (let k = 0; k < out.length; k++) out[k] = jet[k];
  };
}

/** A function that writes `order` derivatives behind the value, from what a user gives; checked at time t. */
export function readTimeFunction(
  path: string,
  given: number | TimeFunction,
  order: 0 | 1 | 2,
  t: number,
): TimeFunction {
  if (typeof given !== "function") {
    requireFinite(path, given, "or give a function of (time, out)");
    const value = Float64Array.of(given);
    return (_time, out) => {
      out.fill(0);
      out[0] = value[0];
    };
  }
  const out = new Float64Array(order + 1).fill(Number.NaN);
  const answer: unknown = given(Float64Array.of(t), out);
  const example = ["out[0] = 1;", "out[0] = time[0]; out[1] = 1;", "out[0] = time[0]; out[1] = 1; out[2] = 0;"][order];
  const cure = `for example (time, out) => { ${example} }, or traceTime((t) => …)`;
  if (answer !== undefined) fail("returns", path, "must be a function that returns nothing", answer, cure);
  if (!out.every(Number.isFinite)) {
    const what = ["its value", "its value and its rate", "its value and two derivatives"][order];
    fail("not-finite", path, `must write ${what} as finite numbers`, out, cure);
  }
  return (time, values) => {
    values.fill(Number.NaN);
    given(time, values);
  };
}
