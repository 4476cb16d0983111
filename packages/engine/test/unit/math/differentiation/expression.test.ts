import {
  constant,
  createRng,
  Expression,
  nextInRange,
  RigorError,
  type Traced,
  traceFunction,
  VectorExpression,
  vec3,
  vector,
} from "@rigor/engine/math";
import { describe, expect, test } from "vitest";

function evaluate(x: readonly number[], f: (x: Expression[]) => Traced): number[] {
  const tape = traceFunction(x.length, f);
  const out = new Float64Array(tape.outputCount);
  tape.evaluate(out, 0, Float64Array.from(x), 0);
  return Array.from(out);
}

function countNodes(f: (x: Expression[]) => Traced): number {
  return traceFunction(2, f).nodeCount;
}

function catchError(f: (x: Expression[]) => unknown, path?: string): RigorError {
  try {
    traceFunction(2, f as (x: Expression[]) => Traced, path);
  } catch (error) {
    if (error instanceof RigorError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

describe("what is written down", () => {
  test("operations without effect are not", () => {
    // two inputs and nothing else
    const same: ((x: Expression) => Expression)[] = [
      (x) => x,
      (x) => x.plus(0),
      (x) => constant(0).plus(x),
      (x) => x.minus(0),
      (x) => x.times(1),
      (x) => constant(1).times(x),
      (x) => x.over(1),
      (x) => x.negate().negate(),
      (x) => x.times(-1).negate(),
      (x) => constant(0).minus(x).negate(),
      (x) => x.pow(1),
    ];
    for (const f of same) {
      expect(countNodes(([x]) => f(x))).toBe(2);
      expect(evaluate([3], ([x]) => f(x))).toEqual([3]);
    }
  });

  test("what is always zero or one is a constant", () => {
    const fixed: [number, (x: Expression) => Expression][] = [
      [0, (x) => x.times(0)],
      [0, (x) => constant(0).times(x)],
      [0, (x) => constant(0).over(x)],
      [1, (x) => x.pow(0)],
    ];
    for (const [value, f] of fixed) {
      expect(countNodes(([x]) => f(x))).toBe(3);
      expect(evaluate([3], ([x]) => f(x))).toEqual([value]);
    }
  });

  test("operations on constants are done at once, to the same bits as on the tape", () => {
    const f = (x: Expression): Expression[] => [
      x.plus(0.1).times(3).minus(0.7).over(1.3),
      x.sin().plus(x.cos()).plus(x.tan()),
      x.asin().plus(x.acos()).plus(x.atan()).plus(x.atan2(-0.4)),
      x.exp().plus(x.log()).plus(x.sqrt()).plus(x.pow(2.7)).plus(x.pow(-3)),
      x.negate().abs().hypot(0.3).squared(),
    ];
    // one constant each beside the inputs
    expect(countNodes(() => f(constant(0.6)))).toBe(2 + 5);
    expect(evaluate([0.6], () => f(constant(0.6)))).toEqual(evaluate([0.6], ([x]) => f(x)));
  });

  test("what occurs twice is written once", () => {
    expect(countNodes(([x]) => x.sin().times(x.sin()))).toBe(4);
    expect(countNodes(([x, y]) => [x.plus(y), y.plus(x), x.times(y), y.times(x)])).toBe(4);
    expect(countNodes(([x, y]) => [x.minus(y), y.minus(x)])).toBe(4);
    expect(countNodes(([x, y]) => [x.plus(2), y.times(2)])).toBe(5);
  });

  test("zeros of both signs are two constants", () => {
    const both = evaluate([-1], ([x]) => [constant(0).atan2(x), constant(-0).atan2(x)]);
    expect(both).toEqual([Math.PI, -Math.PI]);
  });

  test("what no output needs is not", () => {
    expect(
      countNodes(([x, y]) => {
        x.exp().times(y.sin());
        return x.plus(y);
      }),
    ).toBe(3);
  });

  test("whole powers are products: x¹³ takes five", () => {
    expect(countNodes(([x]) => x.pow(13))).toBe(2 + 5);
    expect(evaluate([-3], ([x]) => [x.pow(13), x.pow(-2), x.pow(3)])).toEqual([-1594323, 1 / 9, -27]);
    expect(evaluate([5], () => constant(1e200).pow(1))).toEqual([1e200]);
  });

  test("a sum of 50 000 terms", () => {
    const [sum] = evaluate([0.5], ([x]) => {
      let s = x;
      for (let n = 0; n < 50_000; n++) s = s.plus(x);
      return s;
    });
    expect(sum).toBe(25_000.5);
  });

  test("numbers, expressions and vectors may be returned, alone or in lists", () => {
    expect(evaluate([2], () => 7)).toEqual([7]);
    expect(evaluate([2], ([x]) => vector(x, 1, x.squared()))).toEqual([2, 1, 4]);
    expect(evaluate([2], ([x]) => [x, vector(0, x, 5), -1])).toEqual([2, 0, 2, 5, -1]);
  });

  test("the function is called once, and its list of inputs is its own", () => {
    let calls = 0;
    const tape = traceFunction(2, (x) => {
      calls++;
      const [first, second] = x;
      x.length = 0;
      return first.minus(second);
    });
    const out = new Float64Array(1);
    tape.evaluate(out, 0, Float64Array.of(5, 3), 0);
    tape.evaluate(out, 0, Float64Array.of(5, 4), 0);
    expect([calls, out[0]]).toEqual([1, 1]);
  });
});

describe("vectors", () => {
  const rng = createRng(11);
  const w = Float64Array.from({ length: 7 }, () => nextInRange(rng, -2, 2));
  const list = Array.from(w);
  const expected = new Float64Array(3);

  test("sums, products, length and direction are those of vec3, bit by bit", () => {
    const of = (f: (a: VectorExpression, b: VectorExpression, s: Expression) => Traced): number[] =>
      evaluate(list, (x) => f(vector(x[0], x[1], x[2]), vector(x[3], x[4], x[5]), x[6]));
    vec3.add(expected, 0, w, 0, w, 3);
    expect(of((a, b) => a.plus(b))).toEqual(Array.from(expected));
    vec3.subtract(expected, 0, w, 0, w, 3);
    expect(of((a, b) => a.minus(b))).toEqual(Array.from(expected));
    vec3.scale(expected, 0, w, 0, w[6]);
    expect(of((a, _, s) => a.times(s))).toEqual(Array.from(expected));
    vec3.negate(expected, 0, w, 0);
    expect(of((a) => a.negate())).toEqual(Array.from(expected));
    vec3.cross(expected, 0, w, 0, w, 3);
    expect(of((a, b) => a.cross(b))).toEqual(Array.from(expected));
    expect(of((a, b) => a.dot(b))).toEqual([vec3.dot(w, 0, w, 3)]);
    expect(of((a) => a.lengthSquared())).toEqual([vec3.lengthSquared(w, 0)]);
    expect(of((a) => a.length())).toEqual([vec3.length(w, 0)]);
    expect(of((a, _, s) => a.over(s))).toEqual([w[0] / w[6], w[1] / w[6], w[2] / w[6]]);
    vec3.normalize(expected, 0, w, 0);
    expect(of((a) => a.unit())).toEqual(Array.from(expected));
  });

  test("the other may be a list of numbers and expressions", () => {
    expect(evaluate([1, 2], ([x, y]) => vector(x, y, 0).minus([0, 1, y]).plus([1, x, 0]))).toEqual([2, 2, -2]);
    expect(evaluate([1, 2], ([x, y]) => vector(x, y, 0).dot([3, 4, 5]))).toEqual([11]);
  });
});

describe("errors", () => {
  test("an operator, a comparison or Math: named, with the cure", () => {
    // what a user would write who takes expressions for numbers
    const uses: ((x: number, y: number) => unknown)[] = [
      (x) => x + 1,
      (x) => -x,
      (x, y) => x * y,
      (x) => (x < 0 ? 1 : 2),
      (x) => Math.sin(x),
      (x, y) => vector(x, y, 0) > vector(y, x, 0),
      (x) => new Float64Array([x]),
    ];
    for (const use of uses) {
      const error = catchError((x) => use(...(x as unknown as [number, number])), "constraint");
      expect(error.code).toBe("no-value");
      expect(error.message).toContain("constraint: expression: must not be used as a number");
      expect(error.message).toContain("cannot branch: write ");
    }
  });

  test("an expression in a text is a text, so that messages can be made", () => {
    expect(evaluate([1], ([x]) => `${x} ${vector(x, x, x)}`.length)).toEqual(["[expression] [expression]".length]);
  });

  test("operands that are no numbers", () => {
    for (const operand of [NaN, Infinity, undefined, null, "1", [1]]) {
      const error = catchError(([x]) => x.times(operand as number), "energy");
      expect(error.code).toBe("not-an-operand");
      expect(error.message).toContain("energy: times(…): must take expressions or finite numbers, got");
    }
    expect(catchError(([x]) => vector(x, Number.NaN, x)).code).toBe("not-an-operand");
    expect(catchError(([x]) => vector(x, x, x).plus([1, 2])).code).toBe("not-a-vector");
    expect(catchError(([x]) => vector(x, x, x).dot(x as never)).code).toBe("not-a-vector");
    expect(catchError(([x, y]) => x.pow(y as never)).message).toContain("x.log().times(y).exp()");
    expect(() => constant(Number.NaN)).toThrow("constant(…): must be a finite number, got NaN");
  });

  test("constants that are not finite", () => {
    expect(catchError(([x]) => x.plus(constant(1).over(0))).message).toBe(
      "function: over(…) of 1 and 0: must be finite, got Infinity",
    );
    expect(catchError(([x]) => x.plus(constant(-1).sqrt())).message).toContain(
      "sqrt(…) of -1: must be finite, got NaN",
    );
    expect(catchError(() => constant(0).over(0)).code).toBe("not-finite");
  });

  test("results that are no expressions", () => {
    for (const result of [undefined, null, "x", {}, NaN, Promise.resolve(1)]) {
      const error = catchError(() => result, "bead");
      expect(error.code).toBe("not-an-expression");
      expect(error.message).toContain("bead: must return expressions, vectors or finite numbers, got");
      expect(error.message).toContain("; return what the methods of the inputs give");
    }
    expect(catchError(([x]) => [x, undefined]).message).toContain("function, output 1: must return");
    expect(catchError(() => []).code).toBe("no-outputs");
  });

  test("an expression of another function", () => {
    let kept: Expression | undefined;
    traceFunction(1, ([x]) => {
      kept = x.sin();
      return x;
    });
    const error = catchError(([x]) => (kept ? x.plus(kept) : x), "bead");
    expect(error.code).toBe("foreign-expression");
    expect(error.message).toContain("bead: must use its own inputs only");
  });

  test("no function, no inputs", () => {
    expect(() => traceFunction(1, 3 as never)).toThrow("function: must be a function of expressions, got 3");
    expect(() => traceFunction(0, ([x]) => x, "bead")).toThrow("bead.inputs: must be a whole number from 1");
    expect(() => traceFunction(1.5, ([x]) => x)).toThrow(RigorError);
  });

  test("errors of the function itself come through as they are", () => {
    const broken = new TypeError("mine");
    expect(() =>
      traceFunction(1, () => {
        throw broken;
      }),
    ).toThrow(broken);
  });

  test("classes are exported for who wants to ask", () => {
    traceFunction(1, ([x]) => {
      expect(x).toBeInstanceOf(Expression);
      expect(vector(x, 0, 0)).toBeInstanceOf(VectorExpression);
      return x;
    });
  });
});
