/**
 * Three expressions as a vector, so that functions of points read as they are written on paper:
 *
 *   C = |p₂ − p₁| − l        vector(x[3], x[4], x[5]).minus(vector(x[0], x[1], x[2])).length().minus(l)
 *
 * The other operand may be a vector or a list of three expressions or numbers.
 */
import { fail } from "../checks/index.js";
import { type Expression, type Operand, refuseValue, toExpression } from "./expression.js";

/** An operand of an operation on vectors: a vector, or a list of three expressions or numbers. */
export type VectorOperand = VectorExpression | readonly Operand[];

/** A vector of three symbolic numbers. */
export class VectorExpression {
  /** The first component. */
  readonly x: Expression;
  /** The second component. */
  readonly y: Expression;
  /** The third component. */
  readonly z: Expression;

  constructor(x: Expression, y: Expression, z: Expression) {
    this.x = x;
    this.y = y;
    this.z = z;
  }

  /** Returns the sum of this and another vector. */
  plus(other: VectorOperand): VectorExpression {
    const { x, y, z } = toVector("plus", other);
    return new VectorExpression(this.x.plus(x), this.y.plus(y), this.z.plus(z));
  }

  /** Returns the difference of this and another vector. */
  minus(other: VectorOperand): VectorExpression {
    const { x, y, z } = toVector("minus", other);
    return new VectorExpression(this.x.minus(x), this.y.minus(y), this.z.minus(z));
  }

  /** Returns the product of this vector and a scalar. */
  times(scale: Operand): VectorExpression {
    return new VectorExpression(this.x.times(scale), this.y.times(scale), this.z.times(scale));
  }

  /** Returns the quotient of this vector and a scalar. */
  over(scale: Operand): VectorExpression {
    return new VectorExpression(this.x.over(scale), this.y.over(scale), this.z.over(scale));
  }

  /** Returns the opposite vector. */
  negate(): VectorExpression {
    return new VectorExpression(this.x.negate(), this.y.negate(), this.z.negate());
  }

  /** Returns the dot product of this and another vector. */
  dot(other: VectorOperand): Expression {
    const { x, y, z } = toVector("dot", other);
    return this.x.times(x).plus(this.y.times(y)).plus(this.z.times(z));
  }

  /** Returns the cross product of this and another vector. */
  cross(other: VectorOperand): VectorExpression {
    const { x, y, z } = toVector("cross", other);
    return new VectorExpression(
      this.y.times(z).minus(this.z.times(y)),
      this.z.times(x).minus(this.x.times(z)),
      this.x.times(y).minus(this.y.times(x)),
    );
  }

  /** Returns the squared length. */
  lengthSquared(): Expression {
    return this.dot(this);
  }

  /** Returns the length; its derivatives are infinite or NaN where the vector is zero: there, prefer `lengthSquared`. */
  length(): Expression {
    return this.lengthSquared().sqrt();
  }

  /** Returns the unit vector: this vector over its length, NaN where it is zero. */
  unit(): VectorExpression {
    return this.over(this.length());
  }

  /** Throws where JavaScript asks for a number: in operators and in comparisons. */
  [Symbol.toPrimitive](hint: string): string {
    return refuseValue(hint, "p.plus(q) for p + q, p.times(2) for 2 p");
  }
}

/** Returns the vector (x, y, z) of three expressions or numbers. */
export function vector(x: Operand, y: Operand, z: Operand): VectorExpression {
  return new VectorExpression(toExpression("vector", x), toExpression("vector", y), toExpression("vector", z));
}

function toVector(method: string, operand: VectorOperand): VectorExpression {
  if (operand instanceof VectorExpression) return operand;
  if (!Array.isArray(operand) || operand.length !== 3) {
    fail("not-a-vector", `${method}(…)`, "must take a vector or a list of three expressions or numbers", operand);
  }
  return new VectorExpression(
    toExpression(method, operand[0]),
    toExpression(method, operand[1]),
    toExpression(method, operand[2]),
  );
}
