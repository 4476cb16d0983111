import {
  acos,
  asin,
  atan,
  atan2,
  cbrt,
  cos,
  cosh,
  exp,
  expm1,
  hypot,
  log,
  log1p,
  pow,
  sin,
  sinCos,
  sinh,
  tan,
  tanh,
} from "@rigor/engine/math";
import { describe, expect, test } from "vitest";
import { binary, ulpError, unary } from "../../../support/exact-functions.js";
import { binaryPoints, unaryPoints } from "../../../support/trig-points.js";

/**
 * Every function against 40 digits of decimal.js. The claim is an error below 1 ulp; what is asserted is the worst that
 * a run of 150 000 points a function found (docs/math.md), rounded up to the next hundredth and 0.02 more.
 *
 *   RIGOR_TRIG_POINTS=10000 npx vitest run --project engine elementary-accuracy      for a longer look
 */
const pointCount = Number(process.env.RIGOR_TRIG_POINTS ?? 800);

const unaryFunctions = { sin, cos, tan, asin, acos, atan, exp, expm1, log, log1p, sinh, cosh, tanh, cbrt };
const binaryFunctions = { pow, hypot, atan2 };

const unaryBounds: Record<keyof typeof unary, number> = {
  sin: 0.61,
  cos: 0.61,
  tan: 0.66,
  asin: 0.58,
  acos: 0.55,
  atan: 0.58,
  exp: 0.76,
  expm1: 0.56,
  log: 0.52,
  log1p: 0.52,
  sinh: 0.55,
  cosh: 0.53,
  tanh: 0.61,
  cbrt: 0.52,
};

const binaryBounds: Record<keyof typeof binary, number> = { pow: 0.77, hypot: 0.77, atan2: 0.56 };

describe("error in ulp over the whole range", () => {
  for (const name of Object.keys(unaryBounds) as (keyof typeof unary)[]) {
    test(name, () => {
      const families = unaryPoints[name];
      let worst = 0;
      let at = 0;
      for (let n = 0; n < pointCount; n++) {
        const x = families[n % families.length]();
        const error = ulpError(unaryFunctions[name](x), unary[name](x));
        if (error > worst) [worst, at] = [error, x];
      }
      if (process.env.RIGOR_TRIG_POINTS) console.log(`${name}: ${worst.toFixed(4)} ulp at ${at}`);
      expect(worst, `${name}(${at})`).toBeLessThan(unaryBounds[name]);
    });
  }

  for (const name of Object.keys(binaryBounds) as (keyof typeof binary)[]) {
    test(name, () => {
      const families = binaryPoints[name];
      let worst = 0;
      let at = [0, 0];
      for (let n = 0; n < pointCount; n++) {
        const [x, y] = families[n % families.length]();
        const error = ulpError(binaryFunctions[name](x, y), binary[name](x, y));
        if (error > worst) [worst, at] = [error, [x, y]];
      }
      if (process.env.RIGOR_TRIG_POINTS) console.log(`${name}: ${worst.toFixed(4)} ulp at ${at}`);
      expect(worst, `${name}(${at})`).toBeLessThan(binaryBounds[name]);
    });
  }

  test("sinCos gives the same bits as sin and cos", () => {
    const out = new Float64Array(2);
    for (let n = 0; n < 20_000; n++) {
      const x = unaryPoints.sin[n % unaryPoints.sin.length]();
      sinCos(out, 0, new Float64Array([x]), 0);
      expect(Object.is(out[0], sin(x)) && Object.is(out[1], cos(x)), `${x}`).toBe(true);
    }
  });
});

describe("the oracle", () => {
  test("sees an error of half an ulp for what it is", () => {
    expect(ulpError(1, unary.exp(0))).toBe(0);
    expect(ulpError(1 + 2 ** -52, unary.exp(0))).toBe(1);
    // below a power of two the ulp is half as long; 1 − 2⁻⁵³ + 2⁻¹⁰⁴/24 is 2e-17 short of one of them
    expect(ulpError(1, unary.cos(2 ** -26))).toBe(1);
    expect(ulpError(Number.NaN, unary.exp(0))).toBe(Number.POSITIVE_INFINITY);
  });

  test("knows π, and sines worked out elsewhere", () => {
    // Ng, "Argument reduction for huge arguments", 1992; Muller, "Elementary functions", table of worst cases
    expect(unary.sin(1e22).toPrecision(17)).toBe("-0.85220084976718880");
    expect(unary.cos(6381956970095103 * 2 ** 797).toPrecision(17)).toBe("-4.6871659242546276e-19");
  });
});
