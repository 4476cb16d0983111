import { constant, type Expression, type Tape, traceFunction, vector } from "@rigor/engine/math";
import { describe, expect, test } from "vitest";
import { runInOtherEngine, runInThisEngine } from "../../../support/other-engine.js";

const epsilon = 2 ** -52;

/** f, f′ and f″ of a function of one number, at x with x′ = 1 and x″ = 0. */
function jetOf(f: (x: Expression) => Expression, x: number): number[] {
  const out = new Float64Array(3);
  const tape = traceFunction(1, ([u]) => f(u));
  tape.evaluateJet(out, 0, Float64Array.of(x), 0, Float64Array.of(1), 0, Float64Array.of(0), 0);
  return Array.from(out);
}

function jacobianOf(tape: Tape, x: ArrayLike<number>): number[] {
  const out = new Float64Array(tape.inputCount * tape.outputCount);
  tape.evaluateJacobian(out, 0, Float64Array.from(x), 0);
  return Array.from(out);
}

function hessianOf(tape: Tape, x: ArrayLike<number>, weights: ArrayLike<number> = [1]): number[] {
  const out = new Float64Array(tape.inputCount ** 2);
  tape.evaluateHessian(out, 0, Float64Array.from(weights), 0, Float64Array.from(x), 0);
  return Array.from(out);
}

describe("functions of one number, against f, f′ and f″ worked out by hand", () => {
  const { sin, cos, tan, exp, log, sqrt, asin, acos, atan } = Math;
  const cases: [string, (x: Expression) => Expression, (x: number) => number[]][] = [
    ["3x + 2", (x) => x.times(3).plus(2), (x) => [3 * x + 2, 3, 0]],
    ["5 − x", (x) => constant(5).minus(x), (x) => [5 - x, -1, 0]],
    ["x²", (x) => x.squared(), (x) => [x * x, 2 * x, 2]],
    ["x⁷", (x) => x.pow(7), (x) => [x ** 7, 7 * x ** 6, 42 * x ** 5]],
    ["x⁻³", (x) => x.pow(-3), (x) => [x ** -3, -3 * x ** -4, 12 * x ** -5]],
    ["x^1.7", (x) => x.pow(1.7), (x) => [x ** 1.7, 1.7 * x ** 0.7, 1.7 * 0.7 * x ** -0.3]],
    ["1/x", (x) => constant(1).over(x), (x) => [1 / x, -1 / x ** 2, 2 / x ** 3]],
    ["x/(1 + x)", (x) => x.over(x.plus(1)), (x) => [x / (1 + x), (1 + x) ** -2, -2 * (1 + x) ** -3]],
    ["√x", (x) => x.sqrt(), (x) => [sqrt(x), 0.5 / sqrt(x), -0.25 / (x * sqrt(x))]],
    ["sin x", (x) => x.sin(), (x) => [sin(x), cos(x), -sin(x)]],
    ["cos x", (x) => x.cos(), (x) => [cos(x), -sin(x), -cos(x)]],
    ["tan x", (x) => x.tan(), (x) => [tan(x), cos(x) ** -2, (2 * tan(x)) / cos(x) ** 2]],
    ["asin x", (x) => x.asin(), (x) => [asin(x), (1 - x * x) ** -0.5, x * (1 - x * x) ** -1.5]],
    ["acos x", (x) => x.acos(), (x) => [acos(x), -((1 - x * x) ** -0.5), -x * (1 - x * x) ** -1.5]],
    ["atan x", (x) => x.atan(), (x) => [atan(x), 1 / (1 + x * x), (-2 * x) / (1 + x * x) ** 2]],
    ["atan2(x, 2)", (x) => x.atan2(2), (x) => [atan(x / 2), 2 / (4 + x * x), (-4 * x) / (4 + x * x) ** 2]],
    ["eˣ", (x) => x.exp(), (x) => [exp(x), exp(x), exp(x)]],
    ["log x", (x) => x.log(), (x) => [log(x), 1 / x, -1 / x ** 2]],
    ["√(x² + 4)", (x) => x.hypot(2), (x) => [sqrt(x * x + 4), x / sqrt(x * x + 4), 4 * (x * x + 4) ** -1.5]],
    ["|−x|", (x) => x.negate().abs(), (x) => [x, 1, 0]],
    ["exp(−x²/2)", (x) => x.squared().over(-2).exp(), (x) => [1, -x, x * x - 1].map((c) => c * exp((-x * x) / 2))],
    [
      "sin(x²)",
      (x) => x.squared().sin(),
      (x) => [sin(x * x), 2 * x * cos(x * x), 2 * cos(x * x) - 4 * x * x * sin(x * x)],
    ],
    ["x log x", (x) => x.times(x.log()), (x) => [x * log(x), log(x) + 1, 1 / x]],
    ["(eˣ + e⁻ˣ)/2", (x) => x.exp().plus(x.negate().exp()).over(2), (x) => [Math.cosh(x), Math.sinh(x), Math.cosh(x)]],
  ];

  test.each(cases)("%s", (_name, f, byHand) => {
    for (let x = 0.03; x < 1; x += 0.11) {
      const jet = jetOf(f, x);
      const expected = byHand(x);
      for (let n = 0; n < 3; n++) {
        // roundings here and in the formulas by hand, 2.4 found; sums that cancel are measured beside their terms
        const scale = Math.max(Math.abs(expected[n]), n === 0 ? 0 : 1);
        expect(Math.abs(jet[n] - expected[n]), `derivative ${n} at ${x}`).toBeLessThanOrEqual(5 * epsilon * scale);
      }
    }
  });

  test("Jacobian and Hessian of one input are f′ and f″ of the jet", () => {
    for (const [, f] of cases) {
      const tape = traceFunction(1, ([u]) => f(u));
      const jet = jetOf(f, 0.7);
      expect(Math.abs(jacobianOf(tape, [0.7])[0] - jet[1])).toBeLessThanOrEqual(4 * epsilon * Math.abs(jet[1]));
      expect(Math.abs(hessianOf(tape, [0.7])[0] - jet[2])).toBeLessThanOrEqual(8 * epsilon * (1 + Math.abs(jet[2])));
    }
  });
});

describe("functions of several numbers", () => {
  test("atan2(y, x): the angle of a point that moves on a circle goes at its rate", () => {
    const tape = traceFunction(2, ([x, y]) => [y.atan2(x), x.hypot(y)]);
    const out = new Float64Array(6);
    for (let angle = -3; angle < 3.1; angle += 0.37) {
      const [c, s] = [2 * Math.cos(angle), 2 * Math.sin(angle)];
      // ẋ = ω × x, ẍ = α × x − ω² x, with ω = 3 and α = 5
      const dx = Float64Array.of(-3 * s, 3 * c);
      const ddx = Float64Array.of(-5 * s - 9 * c, 5 * c - 9 * s);
      tape.evaluateJet(out, 0, Float64Array.of(c, s), 0, dx, 0, ddx, 0);
      [angle, 2, 3, 0, 5, 0].forEach((value, n) => {
        // terms of size 20, whose roundings are up to 3.6e-15 each; 7.1e-15 found
        expect(Math.abs(out[n] - value)).toBeLessThan(1.5e-14);
      });
    }
  });

  test("a rod: Ċ = n·v, C̈ = n·a + (v² − (n·v)²) / |p|", () => {
    const tape = traceFunction(6, (x) =>
      vector(x[3], x[4], x[5])
        .minus(vector(x[0], x[1], x[2]))
        .length()
        .minus(2),
    );
    const x = Float64Array.of(0.1, 0.2, 0.3, 1.1, -0.8, 2.3);
    const v = Float64Array.of(0.4, -1, 0.2, 2, 0.5, -0.3);
    const a = Float64Array.of(-1, 0.7, 3, 0.3, -9.8, 0.6);
    const out = new Float64Array(3);
    tape.evaluateJet(out, 0, x, 0, v, 0, a, 0);
    const [p, dp, ddp] = [x, v, a].map((w) => [w[3] - w[0], w[4] - w[1], w[5] - w[2]]);
    const dot = (s: number[], t: number[]): number => s[0] * t[0] + s[1] * t[1] + s[2] * t[2];
    const length = Math.sqrt(dot(p, p));
    const rate = dot(p, dp) / length;
    expect(out[0]).toBe(length - 2);
    expect(Math.abs(out[1] - rate)).toBeLessThan(4 * epsilon);
    expect(Math.abs(out[2] - (dot(p, ddp) + dot(dp, dp) - rate * rate) / length)).toBeLessThan(16 * epsilon);
    // J is the unit vector, to one end and the other
    jacobianOf(tape, x).forEach((entry, n) => {
      expect(Math.abs(entry - ((n < 3 ? -1 : 1) * p[n % 3]) / length)).toBeLessThan(epsilon);
    });
  });

  test("a quadratic form: its Hessian is the matrix, exactly", () => {
    const A = [2, -1, 0.5, -1, 3, 0.25, 0.5, 0.25, -4];
    const tape = traceFunction(3, (x) => {
      const rows = [0, 3, 6].map((r) => vector(x[0], x[1], x[2]).dot([A[r], A[r + 1], A[r + 2]]));
      return vector(x[0], x[1], x[2]).dot(rows).over(2);
    });
    expect(hessianOf(tape, [0.3, 0.7, -0.2])).toEqual(A);
  });

  test("weights add up the Hessians of the outputs", () => {
    const tape = traceFunction(2, ([x, y]) => [x.squared(), x.times(y), y.pow(3)]);
    // 2 (x²)″ − (x y)″ + 0.5 (y³)″
    expect(hessianOf(tape, [3, 5], [2, -1, 0.5])).toEqual([4, -1, -1, 15]);
  });

  test("the chain rule: jets through an inner function are jets of the whole", () => {
    const inner = (u: Expression): Expression[] => [u.sin().times(2), u.exp().over(u.plus(3))];
    const outer = ([x, y]: Expression[]): Expression[] => [x.times(y).atan(), y.hypot(x.minus(1)), x.pow(3).plus(y)];
    const jet = new Float64Array(6);
    traceFunction(1, ([u]) => inner(u)).evaluateJet(jet, 0, Float64Array.of(0.8), 0, Float64Array.of(-1.3), 0, jet, 5);
    const stepwise = new Float64Array(9);
    traceFunction(2, outer).evaluateJet(stepwise, 0, jet, 0, jet, 2, jet, 4);
    const atOnce = new Float64Array(9);
    const zero = new Float64Array(1);
    const whole = traceFunction(1, ([u]) => outer(inner(u)));
    whole.evaluateJet(atOnce, 0, Float64Array.of(0.8), 0, Float64Array.of(-1.3), 0, zero, 0);
    // the same operations in the same order
    expect(Array.from(stepwise)).toEqual(Array.from(atOnce));
  });
});

describe("where derivatives do not exist", () => {
  test("values are those of plain arithmetic", () => {
    const tape = traceFunction(1, ([x]) => [
      constant(1).over(x),
      x.log(),
      x.minus(1).sqrt(),
      x.plus(2).asin(),
      x.minus(1).pow(0.3),
      x.exp().minus(1).over(x),
    ]);
    const out = new Float64Array(6);
    tape.evaluate(out, 0, Float64Array.of(0), 0);
    expect(Array.from(out)).toEqual([Infinity, -Infinity, NaN, NaN, NaN, NaN]);
    tape.evaluate(out, 0, Float64Array.of(-0), 0);
    expect(Array.from(out.subarray(0, 2))).toEqual([-Infinity, -Infinity]);
  });

  test("√ at 0: an infinite slope, in its own row and column only, either way the Jacobian is made", () => {
    const few = traceFunction(3, ([x, y, z]) => [x.sqrt().plus(y), y.times(z)]);
    expect(jacobianOf(few, [0, 2, 3])).toEqual([Infinity, 1, 0, 0, 3, 2]);
    const many = traceFunction(2, ([x, y]) => [x.sqrt().plus(y), y.times(3), x]);
    expect(jacobianOf(many, [0, 2])).toEqual([Infinity, 1, 0, 3, 1, 0]);
    expect(
      hessianOf(
        traceFunction(2, ([x, y]) => [x.sqrt(), y.squared()]),
        [0, 2],
        [0, 1],
      ),
    ).toEqual([0, 0, 0, 2]);
  });

  test("what does not move has derivative 0 there, too", () => {
    const tape = traceFunction(4, ([x, y, z, t]) => vector(x, y, z).length().plus(t.squared()));
    const out = new Float64Array(3);
    tape.evaluateJet(out, 0, Float64Array.of(0, 0, 0, 2), 0, Float64Array.of(0, 0, 0, 1), 0, new Float64Array(4), 0);
    expect(Array.from(out)).toEqual([4, 4, 2]);
    // but a length that grows from zero has none
    tape.evaluateJet(out, 0, Float64Array.of(0, 0, 0, 2), 0, Float64Array.of(1, 0, 0, 1), 0, new Float64Array(4), 0);
    expect(out[0]).toBe(4);
    expect(Number.isFinite(out[1]) || Number.isFinite(out[2])).toBe(false);
  });

  test("|x| at 0 has slope 0", () => {
    expect(jetOf((x) => x.abs(), 0)).toEqual([0, 0, 0]);
    expect(jetOf((x) => x.abs(), -2)).toEqual([2, -1, 0]);
  });

  test("powers at 0", () => {
    expect(jetOf((x) => x.pow(3), 0)).toEqual([0, 0, 0]);
    expect(jetOf((x) => x.pow(2.5), 0)).toEqual([0, 0, 0]);
    expect(jetOf((x) => x.pow(1.5), 0)).toEqual([0, 0, Infinity]);
    expect(jetOf((x) => x.pow(0.3), 0).slice(0, 2)).toEqual([0, Infinity]);
    expect(jetOf((x) => x.pow(-1.5), 0).slice(0, 2)).toEqual([Infinity, -Infinity]);
    const hessian = [0.3, 1.5, 2.5, -1.5].map(
      (n) =>
        hessianOf(
          traceFunction(1, ([x]) => x.pow(n)),
          [0],
        )[0],
    );
    expect(hessian).toEqual([-Infinity, Infinity, 0, Infinity]);
  });

  test("lengths of any size have their slopes", () => {
    for (const scale of [1, 2 ** 700, 2 ** -700]) {
      const tape = traceFunction(2, ([x, y]) => x.hypot(y));
      const out = new Float64Array(1);
      tape.evaluate(out, 0, Float64Array.of(3 * scale, -4 * scale), 0);
      expect(out[0]).toBe(5 * scale);
      expect(jacobianOf(tape, [3 * scale, -4 * scale])).toEqual([0.6, -0.8]);
    }
  });
});

describe("arrays and offsets", () => {
  const f = ([x, y]: Expression[]): Expression[] => [x.times(y), x.sin(), y];
  const tape = traceFunction(2, f);

  test("counts", () => {
    expect([tape.inputCount, tape.outputCount, tape.nodeCount]).toEqual([2, 3, 4]);
  });

  test("read and written at their offsets, and nowhere else", () => {
    const w = new Float64Array(12).fill(9);
    w.set([3, 0.5], 1);
    tape.evaluate(w, 4, w, 1);
    expect(Array.from(w)).toEqual([9, 3, 0.5, 9, 1.5, w[5], 0.5, 9, 9, 9, 9, 9]);
    tape.evaluateJacobian(w, 4, w, 1);
    expect(Array.from(w)).toEqual([9, 3, 0.5, 9, 0.5, 3, w[6], 0, 0, 1, 9, 9]);
  });

  test("outputs may overlap inputs", () => {
    const apart = new Float64Array(9);
    const w = Float64Array.of(3, 0.5, -1, 2, 0.25, 4, 0, 0, 0);
    tape.evaluateJet(apart, 0, w, 0, w, 2, w, 4);
    tape.evaluateJet(w, 0, w, 0, w, 2, w, 4);
    expect(Array.from(w)).toEqual(Array.from(apart));
    const v = Float64Array.of(3, 0.5, 1, 1, 1);
    tape.evaluateHessian(v, 0, v, 2, v, 0);
    expect(Array.from(v.subarray(0, 4))).toEqual(hessianOf(tape, [3, 0.5], [1, 1, 1]));
  });

  test("inputs, constants and repetitions as outputs", () => {
    const plain = traceFunction(2, ([x, y]) => [y, x, 4, y]);
    expect(jacobianOf(plain, [1, 2])).toEqual([0, 1, 1, 0, 0, 0, 0, 1]);
    expect(
      jacobianOf(
        traceFunction(3, ([x, , z]) => [z, z.plus(x), z]),
        [1, 2, 3],
      ),
    ).toEqual([0, 0, 1, 1, 0, 1, 0, 0, 1]);
  });

  test("writeJacobian repeats the Jacobian of the point evaluated last", () => {
    const wide = traceFunction(3, ([x, y, z]) => [x.times(y).sin(), z.atan2(x)]);
    const x = Float64Array.of(0.3, 0.9, -0.4);
    const weights = Float64Array.of(1, 1);
    for (const t of [tape, wide]) {
      const expected = jacobianOf(t, x);
      const out = new Float64Array(9);
      t.evaluateJet(out, 0, x, 0, x, 0, x, 0);
      t.writeJacobian(out, 0);
      expect(Array.from(out.subarray(0, expected.length))).toEqual(expected);
      if (t === wide) t.evaluateHessian(out, 0, weights, 0, x, 0);
      t.writeJacobian(out, 0);
      expect(Array.from(out.subarray(0, expected.length))).toEqual(expected);
    }
  });

  test("nothing is left over from other points, not even NaN", () => {
    const fragile = traceFunction(2, ([x, y]) => [x.log().over(y), x.pow(1.5), x.acos().times(y)]);
    const x = Float64Array.of(0.5, 2);
    const fresh = new Float64Array(9);
    fragile.evaluateJet(fresh, 0, x, 0, x, 0, x, 0);
    const jacobian = jacobianOf(fragile, x);
    const hessian = hessianOf(fragile, x, [1, 1, 1]);
    const out = new Float64Array(9);
    for (const bad of [Float64Array.of(-1, 0), Float64Array.of(0, 0), Float64Array.of(NaN, Infinity)]) {
      fragile.evaluateJet(out, 0, bad, 0, bad, 0, bad, 0);
      jacobianOf(fragile, bad);
      hessianOf(fragile, bad, [1, 1, 1]);
    }
    fragile.evaluateJet(out, 0, x, 0, x, 0, x, 0);
    expect(Array.from(out)).toEqual(Array.from(fresh));
    expect(jacobianOf(fragile, x)).toEqual(jacobian);
    expect(hessianOf(fragile, x, [1, 1, 1])).toEqual(hessian);
  });
});

const program = `
import { createHash, createRng, digestHash, nextInRange, traceFunction, updateHash, vector } from "@rigor/engine/math";
const tape = traceFunction(3, ([x, y, z]) => {
  const p = vector(x, y, z).unit().cross([1, x, 2]);
  return [p.length(), x.sin().plus(y.cos()).over(z.tan()), x.asin().times(y.acos()).minus(z.atan()),
    x.exp().plus(y.abs().log()).atan2(z), z.abs().pow(1.7).hypot(x), y.pow(5).negate()];
});
const rng = createRng(3);
const hash = createHash();
const x = new Float64Array(15);
const out = new Float64Array(18);
for (let n = 0; n < 200; n++) {
  for (let k = 0; k < 15; k++) x[k] = nextInRange(rng, -1, 1);
  tape.evaluateJet(out, 0, x, 0, x, 3, x, 6);
  updateHash(hash, out);
  tape.evaluateJacobian(out, 0, x, 0);
  updateHash(hash, out);
  tape.evaluateHessian(out, 0, x, 9, x, 0);
  updateHash(hash, out);
}
export default digestHash(hash);
`;

test("the same bits here and in QuickJS", async () => {
  expect(await runInOtherEngine(program)).toBe(await runInThisEngine(program));
});
