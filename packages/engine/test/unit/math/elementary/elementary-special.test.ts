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
  sinh,
  tan,
  tanh,
} from "@rigor/engine/math";
import { describe, expect, test } from "vitest";

/** Special values: those of ECMAScript, to the sign of zero. */
const inf = Number.POSITIVE_INFINITY;
const nan = Number.NaN;
const tiny = Number.MIN_VALUE;
const huge = Number.MAX_VALUE;
const pi = Math.PI;

type Row = [argument: number, value: number];

const table: Record<string, { f: (x: number) => number; rows: Row[] }> = {
  sin: {
    f: sin,
    rows: [
      [0, 0],
      [-0, -0],
      [inf, nan],
      [-inf, nan],
      [nan, nan],
      [tiny, tiny],
      [-tiny, -tiny],
    ],
  },
  cos: {
    f: cos,
    rows: [
      [0, 1],
      [-0, 1],
      [inf, nan],
      [-inf, nan],
      [nan, nan],
      [tiny, 1],
      [2 ** -28, 1],
    ],
  },
  tan: {
    f: tan,
    rows: [
      [0, 0],
      [-0, -0],
      [inf, nan],
      [-inf, nan],
      [nan, nan],
      [tiny, tiny],
      [-tiny, -tiny],
    ],
  },
  asin: {
    f: asin,
    rows: [
      [0, 0],
      [-0, -0],
      [1, pi / 2],
      [-1, -pi / 2],
      [1.1, nan],
      [-inf, nan],
      [inf, nan],
      [nan, nan],
      [tiny, tiny],
    ],
  },
  acos: {
    f: acos,
    rows: [
      [1, 0],
      [0, pi / 2],
      [-0, pi / 2],
      [-1, pi],
      [1 + 2 ** -52, nan],
      [-2, nan],
      [inf, nan],
      [nan, nan],
      [tiny, pi / 2],
    ],
  },
  atan: {
    f: atan,
    rows: [
      [0, 0],
      [-0, -0],
      [inf, pi / 2],
      [-inf, -pi / 2],
      [1, pi / 4],
      [-1, -pi / 4],
      [nan, nan],
      [tiny, tiny],
      [huge, pi / 2],
    ],
  },
  exp: {
    f: exp,
    rows: [
      [0, 1],
      [-0, 1],
      [inf, inf],
      [-inf, 0],
      [nan, nan],
      [tiny, 1],
      [-tiny, 1],
      [710, inf],
      [huge, inf],
      [-746, 0],
      [-huge, 0],
      [709.782712893384, 1.7976931348622732e308],
      [709.7827128933841, inf],
      [-745.1332191019411, tiny],
      [-745.1332191019412, 0],
    ],
  },
  expm1: {
    f: expm1,
    rows: [
      [0, 0],
      [-0, -0],
      [inf, inf],
      [-inf, -1],
      [nan, nan],
      [tiny, tiny],
      [-tiny, -tiny],
      [-50, -1],
      [-huge, -1],
      [huge, inf],
    ],
  },
  log: {
    f: log,
    rows: [
      [1, 0],
      [0, -inf],
      [-0, -inf],
      [-1, nan],
      [-tiny, nan],
      [-inf, nan],
      [inf, inf],
      [nan, nan],
      [tiny, -744.4400719213812],
      [huge, 709.782712893384],
    ],
  },
  log1p: {
    f: log1p,
    rows: [
      [0, 0],
      [-0, -0],
      [-1, -inf],
      [-1.5, nan],
      [-inf, nan],
      [inf, inf],
      [nan, nan],
      [tiny, tiny],
      [-tiny, -tiny],
      [huge, 709.782712893384],
    ],
  },
  sinh: {
    f: sinh,
    rows: [
      [0, 0],
      [-0, -0],
      [inf, inf],
      [-inf, -inf],
      [nan, nan],
      [tiny, tiny],
      [711, inf],
      [-711, -inf],
      [-huge, -inf],
      [710.4758600739439, 1.7976931348621744e308],
    ],
  },
  cosh: {
    f: cosh,
    rows: [
      [0, 1],
      [-0, 1],
      [inf, inf],
      [-inf, inf],
      [nan, nan],
      [tiny, 1],
      [711, inf],
      [-huge, inf],
    ],
  },
  tanh: {
    f: tanh,
    rows: [
      [0, 0],
      [-0, -0],
      [inf, 1],
      [-inf, -1],
      [nan, nan],
      [tiny, tiny],
      [-tiny, -tiny],
      [30, 1],
      [-huge, -1],
    ],
  },
  cbrt: {
    f: cbrt,
    rows: [
      [0, 0],
      [-0, -0],
      [inf, inf],
      [-inf, -inf],
      [nan, nan],
      [27, 3],
      [-8, -2],
      [1e300, 1e100],
      [2 ** -1074, 2 ** -358],
    ],
  },
};

describe("one argument", () => {
  for (const [name, { f, rows }] of Object.entries(table)) {
    test(name, () => {
      for (const [x, value] of rows) expect(f(x), `${name}(${Object.is(x, -0) ? "-0" : x})`).toBe(value);
    });
  }
});

type PairRow = [first: number, second: number, value: number];

function check(name: string, f: (x: number, y: number) => number, rows: PairRow[]): void {
  for (const [x, y, value] of rows) expect(f(x, y), `${name}(${x}, ${y})`).toBe(value);
}

describe("two arguments", () => {
  test("atan2: all signs of zero and infinity", () => {
    check("atan2", atan2, [
      [0, 0, 0],
      [-0, 0, -0],
      [0, -0, pi],
      [-0, -0, -pi],
      [0, 1, 0],
      [-0, 1, -0],
      [0, -1, pi],
      [-0, -1, -pi],
      [1, 0, pi / 2],
      [1, -0, pi / 2],
      [-1, 0, -pi / 2],
      [-1, -0, -pi / 2],
      [1, inf, 0],
      [-1, inf, -0],
      [1, -inf, pi],
      [-1, -inf, -pi],
      [inf, 1, pi / 2],
      [-inf, 1, -pi / 2],
      [inf, -1, pi / 2],
      [-inf, -1, -pi / 2],
      [inf, inf, pi / 4],
      [-inf, inf, -pi / 4],
      [inf, -inf, (3 * pi) / 4],
      [-inf, -inf, (-3 * pi) / 4],
      [nan, 1, nan],
      [1, nan, nan],
      [nan, inf, nan],
      [0, nan, nan],
      [tiny, huge, 0],
      [-tiny, huge, -0],
      [tiny, -huge, pi],
      [huge, tiny, pi / 2],
      [tiny, tiny, pi / 4],
      [huge, huge, pi / 4],
      [tiny, 2, 0],
      [2 ** -1022, 2, 2 ** -1023],
      [-tiny, -tiny, (-3 * pi) / 4],
    ]);
  });

  test("hypot", () => {
    check("hypot", hypot, [
      [0, 0, 0],
      [-0, -0, 0],
      [3, 4, 5],
      [-3, 4, 5],
      [inf, nan, inf],
      [nan, -inf, inf],
      [nan, 1, nan],
      [1, nan, nan],
      [3 * 2 ** 1000, 4 * 2 ** 1000, 5 * 2 ** 1000],
      [3 * tiny, 4 * tiny, 5 * tiny],
      [huge, 0, huge],
      [0, -tiny, tiny],
      [huge, huge, inf],
      [1, 1e-30, 1],
      [huge, tiny, huge],
    ]);
  });

  test("pow: the table of ECMAScript", () => {
    check("pow", pow, [
      [nan, 0, 1],
      [nan, -0, 1],
      [nan, 1, nan],
      [1, nan, nan],
      [0, 0, 1],
      [inf, 0, 1],
      [1, inf, nan],
      [1, -inf, nan],
      [-1, inf, nan],
      [-1, -inf, nan],
      [2, inf, inf],
      [2, -inf, 0],
      [-2, inf, inf],
      [-2, -inf, 0],
      [0.5, inf, 0],
      [0.5, -inf, inf],
      [-0.5, -inf, inf],
      [inf, 2, inf],
      [inf, -2, 0],
      [inf, 0.5, inf],
      [-inf, 3, -inf],
      [-inf, 2, inf],
      [-inf, 0.5, inf],
      [-inf, -3, -0],
      [-inf, -2, 0],
      [-inf, -0.5, 0],
      [0, 2, 0],
      [0, -2, inf],
      [0, -3, inf],
      [-0, 3, -0],
      [-0, 2, 0],
      [-0, 0.5, 0],
      [-0, -3, -inf],
      [-0, -2, inf],
      [-0, -0.5, inf],
      [0, inf, 0],
      [0, -inf, inf],
      [-0, -inf, inf],
      [-8, 1 / 3, nan],
      [-2, 3, -8],
      [-2, 4, 16],
      [-2, -1, -0.5],
      [-1, 2 ** 53, 1],
      [-1, 2 ** 53 - 1, -1],
      [-1, -(2 ** 53) + 1, -1],
      [2, 1023, 2 ** 1023],
      [2, 1024, inf],
      [2, -1074, tiny],
      [2, -1075, 0],
      [-2, 1025, -inf],
      [-2, -1077, -0],
      [10, 308, 1e308],
      [10, -323, 1e-323],
      [1 + 2 ** -52, 2 ** 62, inf],
      [1 - 2 ** -53, 2 ** 63, 0],
      [huge, 1, huge],
      [tiny, 1, tiny],
      [tiny, 0.5, 2 ** -537],
      [5, tiny, 1],
      [0.5, huge, 0],
      [1, huge, 1],
    ]);
  });

  test("pow is exact where the result is a double", () => {
    for (let base = 2; base <= 40; base++) {
      let value = 1;
      for (let n = 1; value * base <= Number.MAX_SAFE_INTEGER; n++) {
        value *= base;
        expect(pow(base, n), `${base}^${n}`).toBe(value);
        expect(pow(-base, n), `-${base}^${n}`).toBe(n % 2 ? -value : value);
        expect(pow(value, -1)).toBe(1 / value);
      }
    }
    for (let k = 1; k < 3000; k++) expect(pow(k * k, 0.5)).toBe(k);
  });

  test("cbrt is exact on cubes", () => {
    for (let k = -2000; k <= 2000; k++) expect(cbrt(k ** 3)).toBe(k);
  });
});
