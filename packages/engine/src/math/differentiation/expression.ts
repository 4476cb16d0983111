/**
 * Symbolic numbers: nodes of an expression graph, as in operator-overloading automatic differentiation (Griewank and
 * Walther, "Evaluating derivatives", 2008). A function of the user's is called once, at set-up, with expressions instead
 * of numbers; its results hold every operation that it did, and `traceFunction` (trace.ts) records them on a tape, which
 * evaluates the function and its exact derivatives.
 *
 * An expression is immutable. Operations on constants are done at once, and x + 0, x − 0, 1 x, 0 x, x / 1, 0 / x and
 * −(−x) are simplified, so that 0 x is 0 even where x would be infinite.
 *
 * An expression has no value while the function runs: operators, comparisons and functions of `Math` cannot see it, and
 * throw. (`if (x)` and `x === y` are beyond reach: JavaScript lets nobody notice them.)
 */
import { fail } from "../checks/index.js";
import { computeNode, Operation, slots } from "./tape-kernel.js";

/** An operand of an operation: an expression or a finite number. */
export type Operand = Expression | number;

/** Scratch for an operation on two constants. */
const scratch = /* @__PURE__ */ new Float64Array(3 * slots);

/** A symbolic number: a node of an expression graph, made by an operation on other nodes. It has no value. */
export class Expression {
  /** The operation of the node: one of `Operation`. */
  readonly operation: number;
  /** The first operand, where the operation has one. */
  readonly a: Expression | undefined;
  /** The second operand, where the operation has two. */
  readonly b: Expression | undefined;
  /** The value of a constant or the index of an input; otherwise 0. */
  readonly number: number;
  /** The recording to which an input belongs. */
  readonly owner: object | undefined;

  /** Users obtain expressions from `traceFunction`, `constant` and the operations below. */
  constructor(operation: number, a?: Expression, b?: Expression, number = 0, owner?: object) {
    this.operation = operation;
    this.a = a;
    this.b = b;
    this.number = number;
    this.owner = owner;
  }

  /** Returns the sum of this and another operand. */
  plus(other: Operand): Expression {
    const b = toExpression("plus", other);
    if (isConstant(b, 0)) return this;
    if (isConstant(this, 0)) return b;
    return combine("plus", Operation.add, this, b);
  }

  /** Returns the difference of this and another operand. */
  minus(other: Operand): Expression {
    const b = toExpression("minus", other);
    if (isConstant(b, 0)) return this;
    if (isConstant(this, 0)) return b.negate();
    return combine("minus", Operation.subtract, this, b);
  }

  /** Returns the product of this and another operand. */
  times(other: Operand): Expression {
    const b = toExpression("times", other);
    if (isConstant(b, 0) || isConstant(this, 1)) return b;
    if (isConstant(this, 0) || isConstant(b, 1)) return this;
    if (isConstant(b, -1)) return this.negate();
    if (isConstant(this, -1)) return b.negate();
    return combine("times", Operation.multiply, this, b);
  }

  /** Returns the quotient of this and another operand. */
  over(other: Operand): Expression {
    const b = toExpression("over", other);
    if (isConstant(b, 1) || (isConstant(this, 0) && !isConstant(b, 0))) return this;
    return combine("over", Operation.divide, this, b);
  }

  /** Returns the opposite of this expression. */
  negate(): Expression {
    if (this.operation === Operation.negate && this.a !== undefined) return this.a;
    return combine("negate", Operation.negate, this);
  }

  /** Returns the square of this expression. */
  squared(): Expression {
    return this.times(this);
  }

  /** Returns the square root; its derivatives are infinite or NaN at 0. */
  sqrt(): Expression {
    return combine("sqrt", Operation.squareRoot, this);
  }

  /** Returns the absolute value; its derivative is taken as 0 at 0. */
  abs(): Expression {
    return combine("abs", Operation.absolute, this);
  }

  /** Returns the sine of this angle, rad. */
  sin(): Expression {
    return combine("sin", Operation.sine, this);
  }

  /** Returns the cosine of this angle, rad. */
  cos(): Expression {
    return combine("cos", Operation.cosine, this);
  }

  /** Returns the tangent of this angle, rad. */
  tan(): Expression {
    return combine("tan", Operation.tangent, this);
  }

  /** Returns the arc sine, rad. */
  asin(): Expression {
    return combine("asin", Operation.arcSine, this);
  }

  /** Returns the arc cosine, rad. */
  acos(): Expression {
    return combine("acos", Operation.arcCosine, this);
  }

  /** Returns the arc tangent, rad. */
  atan(): Expression {
    return combine("atan", Operation.arcTangent, this);
  }

  /** Returns the angle of the point (x, y), rad, where y is this expression. */
  atan2(x: Operand): Expression {
    return combine("atan2", Operation.arcTangent2, this, toExpression("atan2", x));
  }

  /** Returns the exponential of this expression. */
  exp(): Expression {
    return combine("exp", Operation.exponential, this);
  }

  /** Returns the natural logarithm. */
  log(): Expression {
    return combine("log", Operation.logarithm, this);
  }

  /** Returns the hypotenuse √(x² + y²); its derivatives are infinite or NaN where x and y are both 0. */
  hypot(other: Operand): Expression {
    return combine("hypot", Operation.hypotenuse, this, toExpression("hypot", other));
  }

  /** Returns this expression to the power of a number, by multiplications where the number is whole. */
  pow(exponent: number): Expression {
    if (typeof exponent !== "number" || !Number.isFinite(exponent)) {
      const cure = "write x.log().times(y).exp() for an exponent y that varies";
      fail("not-finite", "pow(…)", "must take a finite number", exponent, cure);
    }
    if (exponent === 0.5) return this.sqrt();
    if (!Number.isInteger(exponent)) return combine("pow", Operation.power, this, constant(exponent));
    let power = constant(1);
    let square: Expression = this;
    for (let rest = Math.abs(exponent); rest > 0; rest = Math.floor(rest / 2)) {
      if (rest % 2 === 1) power = power.times(square);
      if (rest > 1) square = square.times(square);
    }
    return exponent < 0 ? constant(1).over(power) : power;
  }

  /** Throws where JavaScript asks for a number: in operators, in comparisons and in functions of Math. */
  [Symbol.toPrimitive](hint: string): string {
    return refuseValue(hint, "x.plus(1) for x + 1, x.sin() for its sine, x.abs() for x < 0 ? -x : x");
  }
}

/** Returns a number as an expression, as in `constant(1).over(x)`. */
export function constant(value: number): Expression {
  if (typeof value !== "number" || !Number.isFinite(value)) {
    fail("not-finite", "constant(…)", "must be a finite number", value);
  }
  return new Expression(Operation.constant, undefined, undefined, value);
}

/** Returns the operand of the named method as an expression, and throws where it is neither an expression nor a finite number. */
export function toExpression(method: string, operand: Operand): Expression {
  if (operand instanceof Expression) return operand;
  if (typeof operand === "number" && Number.isFinite(operand)) return constant(operand);
  return fail("not-an-operand", `${method}(…)`, "must take expressions or finite numbers", operand);
}

/** Returns the text of an expression for messages where a string is wanted, and throws where a number is. */
export function refuseValue(hint: string, examples: string): string {
  if (hint === "string") return "[expression]";
  const cure = `the function is called once, to record what it computes, and cannot branch: write ${examples}`;
  return fail("no-value", "expression", "must not be used as a number: it has no value yet", undefined, cure);
}

function isConstant(x: Expression, value: number): boolean {
  return x.operation === Operation.constant && x.number === value;
}

/** Returns a node for the operation, or its result where the operands are constants. */
function combine(method: string, operation: number, a: Expression, b?: Expression): Expression {
  const known = a.operation === Operation.constant && (b === undefined || b.operation === Operation.constant);
  if (!known) return new Expression(operation, a, b);
  scratch[slots] = a.number;
  scratch[2 * slots] = b?.number ?? 0;
  computeNode(scratch, 0, operation, slots, 2 * slots, 0);
  const operands = b === undefined ? `of ${a.number}` : `of ${a.number} and ${b.number}`;
  if (!Number.isFinite(scratch[0])) fail("not-finite", `${method}(…) ${operands}`, "must be finite", scratch[0]);
  return constant(scratch[0]);
}
