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
  sin,
  sinh,
  tan,
  tanh,
} from "@rigor/engine/math";
import { describe, expect, test } from "vitest";
import { binaryPoints, shiftUlps, unaryPoints } from "../../../support/trig-points.js";

describe("symmetry, to the last bit", () => {
  const odd = { sin, tan, asin, atan, sinh, tanh, cbrt };
  const even = { cos, cosh };
  for (const [name, f] of Object.entries(odd)) {
    test(`${name} is odd`, () => {
      const families = unaryPoints[name as keyof typeof odd];
      for (let n = 0; n < 5000; n++) {
        const x = families[n % families.length]();
        if (!Object.is(f(-x), -f(x))) expect(f(-x), `${name}(${-x})`).toBe(-f(x));
      }
      expect(f(-0)).toBe(-0);
    });
  }
  for (const [name, f] of Object.entries(even)) {
    test(`${name} is even`, () => {
      const families = unaryPoints[name as keyof typeof even];
      for (let n = 0; n < 5000; n++) {
        const x = families[n % families.length]();
        if (f(-x) !== f(x)) expect(f(-x), `${name}(${-x})`).toBe(f(x));
      }
    });
  }
  test("hypot and atan2", () => {
    for (let n = 0; n < 5000; n++) {
      const [x, y] = binaryPoints.hypot[n % binaryPoints.hypot.length]();
      expect(hypot(y, -x)).toBe(hypot(x, y));
      const [v, u] = binaryPoints.atan2[n % binaryPoints.atan2.length]();
      expect(atan2(-v, u)).toBe(-atan2(v, u));
    }
  });
});

describe("monotone across the seams of the tables and series", () => {
  /**
   * Where one formula hands over to the next. Slopes are of the order of an ulp a step, so a jump of an ulp would show.
   */
  const seams: Record<string, { f: (x: number) => number; at: number[]; falling?: boolean }> = {
    sin: { f: sin, at: [2 ** -27, 0.125, Math.PI / 4, ...steps(4, 25, (j) => j / 32 + 1 / 64)] },
    cos: { f: cos, at: [0.7, Math.PI / 4, ...steps(20, 25, (j) => j / 32 + 1 / 64)], falling: true },
    tan: { f: tan, at: [2 ** -27, 0.125, Math.PI / 4, ...steps(4, 25, (j) => j / 32 + 1 / 64)] },
    asin: { f: asin, at: [2 ** -27, 0.125, Math.SQRT1_2, 0.5, 0.9] },
    acos: { f: acos, at: [0.6, Math.SQRT1_2, 0.8, 0.99], falling: true },
    atan: { f: atan, at: [2 ** -27, 0.125, 1, ...steps(8, 63, (j) => j / 64 + 1 / 128)] },
    exp: { f: exp, at: [0, ...steps(-40, 40, (j) => ((j + 0.5) * Math.LN2) / 64)] },
    expm1: { f: expm1, at: [2 ** -54, -(2 ** -54), 0.17, -0.17, ...steps(20, 40, (j) => ((j + 0.5) * Math.LN2) / 64)] },
    log: { f: log, at: [1, ...steps(-40, 100, (j) => 1 + (j + 0.5) / 128)] },
    log1p: { f: log1p, at: [2 ** -54, -(2 ** -54), 1 / 256, -1 / 512, ...steps(0, 60, (j) => (j + 0.5) / 128)] },
    sinh: { f: sinh, at: [2 ** -28, 0.35, 40] },
    cosh: { f: cosh, at: [1, 2, 40] },
    tanh: { f: tanh, at: [2 ** -28, 0.35, 1, 22] },
    cbrt: { f: cbrt, at: [1, 2, 4, 8, 64] },
  };
  for (const [name, { f, at, falling }] of Object.entries(seams)) {
    test(name, () => {
      for (const seam of at) {
        let before = f(shiftUlps(seam, seam < 0 ? 200 : -200));
        for (let n = -199; n <= 200; n++) {
          const x = shiftUlps(seam, seam < 0 ? -n : n);
          const now = f(x);
          if (falling ? now > before : now < before) expect.fail(`${name} turns back at ${x}: ${before}, then ${now}`);
          before = now;
        }
      }
    });
  }
});

function steps(from: number, to: number, place: (j: number) => number): number[] {
  const list: number[] = [];
  for (let j = from; j <= to; j++) list.push(place(j));
  return list;
}
