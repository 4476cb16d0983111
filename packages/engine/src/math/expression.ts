/**
 * Numbers that remember how they were made. A function of the user's is called once, at building, with expressions
 * instead of numbers; what it returns holds every operation it did, and `traceFunction` (trace.ts) makes a tape of them,
 * which evaluates the function and its exact derivatives.
 *
 * An expression never changes. Operations on constants are done at once, and x + 0, x − 0, 1 x, 0 x, x / 1, 0 / x and
 * −(−x) are simplified, so that 0 x is 0 even where x would be infinite.
 *
 * An expression has no value while the function runs: operators, comparisons and functions of `Math` cannot see it, and
 * throw. (`if (x)` and `x === y` are beyond reach: JavaScript lets nobody notice them.)
 */
import { fail } from "./error.js";
import { computeNode, Operation, slots } from "./tape-kernel.js";

/** What operations take. */
export type Operand = Expression | number;

/** Room for an operation on two constants. */
const scratch = /* @__PURE__ */ new Float64Array(3 * slots);

export class Expression {
  /** One of `Operation`. */
  readonly operation: number;
  /** Operands, where the operation has them. */
  readonly a: Expression | undefined;
  readonly b: Expression | undefined;
  /** The value of a constant, the index of an input; otherwise 0. */
  readonly number: number;
  /** Whose input it is. */
  readonly owner: object | undefined;

  /** Made by `traceFunction`, `constant` and the operations below. */
  constructor(operation: number, a?: Expression, b?: Expression, number = 0, owner?: object) {
    this.operation = operation;
    this.a = a;
    this.b = b;
    this.number = number;
    this.owner = owner;
  }

  plus(other: Operand): Expression {
    const b = toExpression("plus", other);
    if (isConstant(b, 0)) return this;
    if (isConstant(this, 0)) return b;
    return combine("plus", Operation.add, this, b);
  }

  minus(other: Operand): Expression {
    const b = toExpression("minus", other);
    if (isConstant(b, 0)) return this;
    if (isConstant(this, 0)) return b.negate();
    return combine("minus", Operation.subtract, this, b);
  }

  times(other: Operand): Expression {
    const b = toExpression("times", other);
    if (isConstant(b, 0) || isConstant(this, 1)) return b;
    if (isConstant(this, 0) || isConstant(b, 1)) return this;
    if (isConstant(b, -1)) return this.negate();
    if (isConstant(this, -1)) return b.negate();
    return combine("times", Operation.multiply, this, b);
  }

  over(other: Operand): Expression {
    const b = toExpression("over", other);
    if (isConstant(b, 1) || (isConstant(this, 0) && !isConstant(b, 0))) return this;
    return combine("over", Operation.divide, this, b);
  }

  negate(): Expression {
    if (this.operation === Operation.negate && this.a !== undefined) return this.a;
    return combine("negate", Operation.negate, this);
  }

  squared(): Expression {
    return this.times(this);
  }

  /** Its derivatives are infinite or NaN at 0. */
  sqrt(): Expression {
    return combine("sqrt", Operation.squareRoot, this);
  }

  /** Its derivative is taken as 0 at 0. */
  abs(): Expression {
    return combine("abs", Operation.absolute, this);
  }

  sin(): Expression {
    return combine("sin", Operation.sine, this);
  }

  cos(): Expression {
    return combine("cos", Operation.cosine, this);
  }

  tan(): Expression {
    return combine("tan", Operation.tangent, this);
  }

  asin(): Expression {
    return combine("asin", Operation.arcSine, this);
  }

  acos(): Expression {
    return combine("acos", Operation.arcCosine, this);
  }

  atan(): Expression {
    return combine("atan", Operation.arcTangent, this);
  }

  /** The angle of the point (x, y), y being this expression. */
  atan2(x: Operand): Expression {
    return combine("atan2", Operation.arcTangent2, this, toExpression("atan2", x));
  }

  exp(): Expression {
    return combine("exp", Operation.exponential, this);
  }

  /** The natural logarithm. */
  log(): Expression {
    return combine("log", Operation.logarithm, this);
  }

  /** √(x² + y²). Its derivatives are infinite or NaN where both are 0. */
  hypot(other: Operand): Expression {
    return combine("hypot", Operation.hypotenuse, this, toExpression("hypot", other));
  }

  /** This expression to a power that is a plain number; by multiplications where that is whole. */
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

  /** Called by operators, comparisons and functions of Math: throws. */
  [Symbol.toPrimitive](hint: string): string {
    return refuseValue(hint, "x.plus(1) for x + 1, x.sin() for its sine, x.abs() for x < 0 ? -x : x");
  }
}

/** A number as an expression, to begin with: `constant(1).over(x)`. */
export function constant(value: number): Expression {
  if (typeof value !== "number" || !Number.isFinite(value)) {
    fail("not-finite", "constant(…)", "must be a finite number", value);
  }
  return new Expression(Operation.constant, undefined, undefined, value);
}

/** The operand of the method so named. */
export function toExpression(method: string, operand: Operand): Expression {
  if (operand instanceof Expression) return operand;
  if (typeof operand === "number" && Number.isFinite(operand)) return constant(operand);
  return fail("not-an-operand", `${method}(…)`, "must take expressions or finite numbers", operand);
}

/** Text for messages; an error for whoever wants a number. */
export function refuseValue(hint: string, examples: string): string {
  if (hint === "string") return "[expression]";
  const cure = `the function is called once, to record what it computes, and cannot branch: write ${examples}`;
  return fail("no-value", "expression", "must not be used as a number: it has no value yet", undefined, cure);
}

function isConstant(x: Expression, value: number): boolean {
  return x.operation === Operation.constant && x.number === value;
}

/** A node for the operation, or its result where the operands are constants. */
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
