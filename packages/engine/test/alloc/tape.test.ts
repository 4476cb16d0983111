import { type Expression, traceFunction, vector } from "@rigor/engine/math";
import { describe, expect, test } from "vitest";
import { bytesPerCall } from "../support/allocation.js";

/** Evaluating a tape makes no garbage: 0 bytes a call, exactly, once warm. */
const everything = traceFunction(4, ([x, y, z, t]) => {
  const p = vector(x, y, z);
  const circular = x.sin().plus(y.cos()).times(z.tan()).minus(t.atan());
  const inverse = x.asin().plus(y.acos()).over(z.atan2(t)).plus(x.hypot(y));
  const exponential = x.exp().plus(y.log()).plus(z.pow(2.5)).negate();
  return [circular, inverse, exponential.abs(), p.unit().cross([1, t, 2]).length(), 3];
});
const distance = traceFunction(6, (x) =>
  vector(x[3], x[4], x[5])
    .minus(vector(x[0], x[1], x[2]))
    .length()
    .minus(1),
);
const wire = traceFunction(1, ([u]: Expression[]) => [u.cos(), u.sin(), u.times(0.1)]);

const x = Float64Array.of(0.3, 0.4, 0.5, 0.6, 0.7, 0.8);
const dx = Float64Array.of(0.2, -0.1, 0.4, -0.3, 0.5, 0.9);
const ddx = Float64Array.of(-0.3, 0.2, 0.1, 0.7, -0.6, 0.4);
const weights = Float64Array.of(1, 2, 3, 4, 5, 6);
const out = new Float64Array(64);

describe.each([
  ["every operation", everything],
  ["a distance: fewer outputs than inputs", distance],
  ["a wire: fewer inputs than outputs", wire],
])("%s", (_name, tape) => {
  const calls: Record<string, () => void> = {
    evaluate: () => tape.evaluate(out, 0, x, 0),
    evaluateJet: () => tape.evaluateJet(out, 0, x, 0, dx, 0, ddx, 0),
    evaluateJacobian: () => tape.evaluateJacobian(out, 0, x, 0),
    writeJacobian: () => tape.writeJacobian(out, 0),
    evaluateHessian: () => tape.evaluateHessian(out, 0, weights, 0, x, 0),
  };
  for (const [name, call] of Object.entries(calls)) {
    test(name, () => {
      expect(bytesPerCall(call, 500)).toBe(0);
    });
  }
});
