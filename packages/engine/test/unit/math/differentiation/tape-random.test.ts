/**
 * Functions made at random from all operations, against the same functions in decimals, and the ways of differentiating
 * against one another: forward along a curve, forward along each input, backward from each output, and both together.
 */
import {
  constant,
  createRng,
  type Expression,
  nextInRange,
  nextInteger,
  type Rng,
  type Tape,
  traceFunction,
} from "@rigor/engine/math";
import { Decimal } from "decimal.js";
import { describe, expect, test } from "vitest";

/** An expression, and the same function in decimals. */
interface Twin {
  readonly symbolic: Expression;
  readonly decimal: (x: readonly Decimal[]) => Decimal;
}

const D = Decimal.clone({ precision: 50 });
/** Step of the differences: what they leave out is of the order h², what they cancel of 10⁻⁵⁰/h². */
const h = new D("1e-13");
const inputs = 3;

/** f, f′ and f″ along x + s x′ + s²/2 x″, by central differences in 50 digits: good to 23. */
function differenceJet(f: Twin["decimal"], x: Float64Array, dx: Float64Array, ddx: Float64Array): Decimal[] {
  const [before, here, after] = [h.negated(), new D(0), h].map((s) =>
    f(Array.from(x, (value, n) => new D(value).plus(s.times(dx[n])).plus(s.times(s).times(ddx[n]).div(2)))),
  );
  return [here, after.minus(before).div(h.times(2)), after.minus(here.times(2)).plus(before).div(h.times(h))];
}

type Make = (a: Twin, b: Twin, c: number) => Twin;
/** All operations; a is from 0.1 to 0.9 in size, b at least 0.1, c a number of size 1 or so. */
const makers: Make[] = [
  (a, b) => ({ symbolic: a.symbolic.plus(b.symbolic), decimal: (x) => a.decimal(x).plus(b.decimal(x)) }),
  (a, b) => ({ symbolic: a.symbolic.minus(b.symbolic), decimal: (x) => a.decimal(x).minus(b.decimal(x)) }),
  (a, b) => ({ symbolic: a.symbolic.times(b.symbolic), decimal: (x) => a.decimal(x).times(b.decimal(x)) }),
  (a, b) => ({ symbolic: a.symbolic.over(b.symbolic), decimal: (x) => a.decimal(x).div(b.decimal(x)) }),
  (a, _, c) => ({ symbolic: a.symbolic.times(c), decimal: (x) => a.decimal(x).times(c) }),
  (a, _, c) => ({ symbolic: constant(c).minus(a.symbolic), decimal: (x) => new D(c).minus(a.decimal(x)) }),
  (a) => ({ symbolic: a.symbolic.negate(), decimal: (x) => a.decimal(x).negated() }),
  (a) => ({ symbolic: a.symbolic.abs().sqrt(), decimal: (x) => a.decimal(x).abs().sqrt() }),
  (a) => ({ symbolic: a.symbolic.sin(), decimal: (x) => a.decimal(x).sin() }),
  (a) => ({ symbolic: a.symbolic.cos(), decimal: (x) => a.decimal(x).cos() }),
  (a) => ({ symbolic: a.symbolic.tan(), decimal: (x) => a.decimal(x).tan() }),
  (a) => ({ symbolic: a.symbolic.asin(), decimal: (x) => a.decimal(x).asin() }),
  (a) => ({ symbolic: a.symbolic.acos(), decimal: (x) => a.decimal(x).acos() }),
  (a) => ({ symbolic: a.symbolic.atan(), decimal: (x) => a.decimal(x).atan() }),
  (a, b) => ({ symbolic: a.symbolic.atan2(b.symbolic), decimal: (x) => D.atan2(a.decimal(x), b.decimal(x)) }),
  (a) => ({ symbolic: a.symbolic.exp(), decimal: (x) => a.decimal(x).exp() }),
  (a) => ({ symbolic: a.symbolic.abs().log(), decimal: (x) => a.decimal(x).abs().ln() }),
  (a, b) => ({ symbolic: a.symbolic.hypot(b.symbolic), decimal: (x) => D.hypot(a.decimal(x), b.decimal(x)) }),
  (a, _, c) => ({ symbolic: a.symbolic.abs().pow(c), decimal: (x) => a.decimal(x).abs().pow(c) }),
  (a, _, c) => ({ symbolic: a.symbolic.pow(Math.round(4 * c)), decimal: (x) => a.decimal(x).pow(Math.round(4 * c)) }),
];

interface Sample {
  /** The steps of the function, as outputs. */
  readonly build: (x: Expression[]) => Expression[];
  readonly x: Float64Array;
  readonly dx: Float64Array;
  readonly ddx: Float64Array;
  /** f, f′ and f″ of each step, from decimals. */
  readonly expected: readonly (readonly number[])[];
}

/** Steps taken at random; those that leave the range of good condition are not taken. */
function makeSample(rng: Rng, steps: number): Sample {
  const draw = (): number => nextInRange(rng, 0.2, 0.8) * (nextInteger(rng, 0, 1) === 0 ? 1 : -1);
  const [x, dx, ddx] = [0, 1, 2].map(() => Float64Array.from({ length: inputs }, draw));
  const recipe: ((pool: readonly Twin[]) => Twin)[] = [];
  const follow = (u: Expression[]): Twin[] => {
    const pool: Twin[] = u.map((symbolic, n) => ({ symbolic, decimal: (y) => y[n] }));
    for (const step of recipe) pool.push(step(pool));
    return pool;
  };
  const expected: number[][] = [];
  const sizes = Array.from(x, Math.abs);
  while (recipe.length < steps) {
    const [i, j] = [nextInteger(rng, 0, sizes.length - 1), nextInteger(rng, 0, sizes.length - 1)];
    const make = makers[nextInteger(rng, 0, makers.length - 1)];
    const c = nextInRange(rng, -1.5, 1.5);
    if (sizes[i] < 0.1 || sizes[i] > 0.9 || sizes[j] < 0.1) continue;
    recipe.push((pool) => make(pool[i], pool[j], c));
    const twin = follow(Array.from(x, constant))[inputs + recipe.length - 1];
    const jet = differenceJet(twin.decimal, x, dx, ddx).map(Number);
    if (jet.every((value) => Math.abs(value) < 10)) {
      sizes.push(Math.abs(jet[0]));
      expected.push(jet);
    } else {
      recipe.pop();
    }
  }
  const build = (u: Expression[]): Expression[] =>
    follow(u)
      .slice(inputs)
      .map(({ symbolic }) => symbolic);
  return { build, x, dx, ddx, expected };
}

/** The jet of all outputs: f, f′ and f″, each a list. */
function jetOf(tape: Tape, x: Float64Array, dx: Float64Array, ddx: Float64Array): number[][] {
  const m = tape.outputCount;
  const out = new Float64Array(3 * m);
  tape.evaluateJet(out, 0, x, 0, dx, 0, ddx, 0);
  return [0, 1, 2].map((n) => Array.from(out.subarray(n * m, (n + 1) * m)));
}

const zero = new Float64Array(inputs);
const axis = (...list: number[]): Float64Array =>
  Float64Array.from({ length: inputs }, (_, n) => list.filter((k) => k === n).length);

describe("functions made at random", () => {
  const rng = createRng(5, 1);
  const samples = Array.from({ length: 60 }, () => makeSample(rng, 8));

  test("every operation occurs", () => {
    const used = new Set<number>();
    const visit = (y: Expression | undefined): void => {
      if (y === undefined) return;
      used.add(y.operation);
      visit(y.a);
      visit(y.b);
    };
    for (const { build } of samples) {
      traceFunction(inputs, (x) => {
        const outputs = build(x);
        for (const output of outputs) visit(output);
        return outputs;
      });
    }
    // input, constant, and 18 that compute something
    expect(used.size).toBe(20);
  });

  test("jets are those of central differences in 50 digits", () => {
    let worst = 0;
    for (const { build, x, dx, ddx, expected } of samples) {
      const jet = jetOf(traceFunction(inputs, build), x, dx, ddx);
      expected.forEach((byDecimals, m) => {
        for (let n = 0; n < 3; n++) worst = Math.max(worst, Math.abs(jet[n][m] - byDecimals[n]));
      });
    }
    // numbers below 10, with a rounding of 9e-16 each; 3.6e-15 found
    expect(worst).toBeLessThan(1e-14);
  });

  test("the Jacobian, forward and backward, holds the slopes along the axes", () => {
    let worst = 0;
    for (const { build, x } of samples) {
      const all = traceFunction(inputs, build);
      const forward = new Float64Array(inputs * all.outputCount);
      all.evaluateJacobian(forward, 0, x, 0);
      for (let n = 0; n < inputs; n++) {
        const slopes = jetOf(all, x, axis(n), zero)[1];
        // the same operations in the same order
        expect(slopes).toEqual(Array.from(slopes, (_, m) => forward[m * inputs + n]));
      }
      for (let m = 0; m < all.outputCount; m++) {
        // one output: a backward sweep
        const backward = new Float64Array(inputs);
        traceFunction(inputs, (u) => build(u)[m]).evaluateJacobian(backward, 0, x, 0);
        for (let n = 0; n < inputs; n++) worst = Math.max(worst, Math.abs(backward[n] - forward[m * inputs + n]));
      }
    }
    // the products of the chain rule in another order; 8.9e-16 found
    expect(worst).toBeLessThan(2e-15);
  });

  test("the Hessian holds the second derivatives along the axes and between them", () => {
    let worst = 0;
    for (const { build, x } of samples) {
      const all = traceFunction(inputs, build);
      for (let m = 0; m < all.outputCount; m++) {
        const weights = Float64Array.from({ length: all.outputCount }, (_, n) => (n === m ? 1 : 0));
        const H = new Float64Array(inputs * inputs);
        all.evaluateHessian(H, 0, weights, 0, x, 0);
        const along = (direction: Float64Array): number => jetOf(all, x, direction, zero)[2][m];
        for (let i = 0; i < inputs; i++) {
          for (let j = 0; j < inputs; j++) {
            // (eᵢ + eⱼ)ᵀ H (eᵢ + eⱼ) = Hᵢᵢ + 2 Hᵢⱼ + Hⱼⱼ
            const mixed = (along(axis(i, j)) - along(axis(i)) - along(axis(j))) / 2;
            worst = Math.max(worst, Math.abs(H[i * inputs + j] - mixed));
          }
        }
      }
    }
    // three jets and what they cancel; 3.6e-15 found
    expect(worst).toBeLessThan(1e-14);
  });

  test("f″ = x′ᵀ H x′ + g · x″", () => {
    let worst = 0;
    for (const { build, x, dx, ddx } of samples) {
      const last = traceFunction(inputs, (u) => build(u).slice(-1));
      const H = new Float64Array(inputs * inputs);
      const g = new Float64Array(inputs);
      last.evaluateHessian(H, 0, Float64Array.of(1), 0, x, 0);
      last.writeJacobian(g, 0);
      let sum = 0;
      for (let i = 0; i < inputs; i++) {
        sum += g[i] * ddx[i];
        for (let j = 0; j < inputs; j++) sum += dx[i] * H[i * inputs + j] * dx[j];
      }
      worst = Math.max(worst, Math.abs(jetOf(last, x, dx, ddx)[2][0] - sum));
    }
    // twelve terms; 1.8e-15 found
    expect(worst).toBeLessThan(5e-15);
  });
});
