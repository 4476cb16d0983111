/**
 * The operations of a tape, and the one place that knows their derivatives. Each writes, for f(a, b),
 *
 *   f   ∂f/∂a   ∂f/∂b   ∂²f/∂a²   ∂²f/∂a∂b   ∂²f/∂b²
 *
 * into six slots of an array; the chain rule (tape.ts) then treats all operations alike. Partial derivatives that are
 * always 0 or ±1 are written once, by `prepareNode`.
 *
 * Numbers go in and out through the array, so that none is boxed.
 */
import { computeAtan2, computeLog, expParts, overflow, scaleParts, sinCos, underflow } from "../elementary/index.js";
import { computeFarLength, double, parts, safeSquareHigh, safeSquareLow } from "../numbers/index.js";

/** The operations of the nodes of a tape, on operands a and b. The exponent of `power` is a constant that is not whole. */
export const Operation = {
  input: 0,
  constant: 1,
  add: 2,
  multiply: 3,
  subtract: 4,
  divide: 5,
  negate: 6,
  squareRoot: 7,
  absolute: 8,
  sine: 9,
  cosine: 10,
  tangent: 11,
  arcSine: 12,
  arcCosine: 13,
  arcTangent: 14,
  arcTangent2: 15,
  exponential: 16,
  logarithm: 17,
  hypotenuse: 18,
  power: 19,
} as const;

/** Slots of a node in the work array of a tape: the value and the partial derivatives by the operands. */
export const Slot = { value: 0, a: 1, b: 2, aa: 3, ab: 4, bb: 5 } as const;
/** The number of slots of a node. */
export const slots = 6;

const turn = /* @__PURE__ */ new Float64Array(2);

/** Writes the partial derivatives of an operation that are constant to the node at w[o], all of whose slots are zero. */
export function prepareNode(w: Float64Array, o: number, operation: number): void {
  const { add, subtract, negate, multiply } = Operation;
  if (operation === add || operation === subtract) w[o + Slot.a] = 1;
  if (operation === add) w[o + Slot.b] = 1;
  if (operation === subtract) w[o + Slot.b] = -1;
  if (operation === negate) w[o + Slot.a] = -1;
  if (operation === multiply) w[o + Slot.ab] = 1;
}

/**
 * Computes the node at w[o] from the values of its operands at w[a] and w[b]: the value, and the partial derivatives to
 * the given order (0, 1 or 2; derivatives that cost nothing are written in any case).
 */
export function computeNode(w: Float64Array, o: number, operation: number, a: number, b: number, order: number): void {
  switch (operation) {
    case Operation.add:
      w[o] = w[a] + w[b];
      return;
    case Operation.multiply: {
      const x = w[a];
      const y = w[b];
      w[o] = x * y;
      w[o + Slot.a] = y;
      w[o + Slot.b] = x;
      return;
    }
    case Operation.subtract:
      w[o] = w[a] - w[b];
      return;
    case Operation.divide: {
      const v = w[a] / w[b];
      w[o] = v;
      if (order === 0) return;
      const p = 1 / w[b];
      const q = -v * p;
      w[o + Slot.a] = p;
      w[o + Slot.b] = q;
      w[o + Slot.ab] = -p * p;
      w[o + Slot.bb] = -2 * q * p;
      return;
    }
    case Operation.negate:
      w[o] = -w[a];
      return;
    case Operation.squareRoot: {
      const v = Math.sqrt(w[a]);
      w[o] = v;
      if (order === 0) return;
      const p = 0.5 / v;
      w[o + Slot.a] = p;
      w[o + Slot.aa] = (-p * p) / v;
      return;
    }
    case Operation.absolute:
      w[o] = Math.abs(w[a]);
      w[o + Slot.a] = Math.sign(w[a]);
      return;
    default:
      computeFunction(w, o, operation, a, b);
  }
}

function computeFunction(w: Float64Array, o: number, operation: number, a: number, b: number): void {
  switch (operation) {
    case Operation.sine:
      // sine and cosine, to the value and its slope
      sinCos(w, o, w, a);
      w[o + Slot.aa] = -w[o];
      return;
    case Operation.cosine:
      sinCos(turn, 0, w, a);
      w[o] = turn[1];
      w[o + Slot.a] = -turn[0];
      w[o + Slot.aa] = -turn[1];
      return;
    case Operation.tangent:
      computeTangent(w, o, a);
      return;
    case Operation.arcSine:
    case Operation.arcCosine:
      computeArc(w, o, operation, a);
      return;
    case Operation.arcTangent:
      computeArcTangent(w, o, a);
      return;
    case Operation.arcTangent2:
      computeArcTangent2(w, o, a, b);
      return;
    case Operation.exponential:
      double[0] = w[a];
      exponentiate();
      w[o] = double[0];
      w[o + Slot.a] = double[0];
      w[o + Slot.aa] = double[0];
      return;
    case Operation.logarithm:
      computeLogarithm(w, o, a);
      return;
    case Operation.hypotenuse:
      computeHypotenuse(w, o, a, b);
      return;
    case Operation.power:
      computePower(w, o, a, b);
  }
}

function computeTangent(w: Float64Array, o: number, a: number): void {
  sinCos(turn, 0, w, a);
  const v = turn[0] / turn[1];
  const p = 1 + v * v;
  w[o] = v;
  w[o + Slot.a] = p;
  w[o + Slot.aa] = 2 * v * p;
}

/** Computes asin x = atan2(x, √(1 − x²)) or acos x = atan2(√(1 − x²), x). */
function computeArc(w: Float64Array, o: number, operation: number, a: number): void {
  const x = w[a];
  const d = (1 - x) * (1 + x);
  const leg = Math.sqrt(d);
  const sine = operation === Operation.arcSine;
  const p = (sine ? 1 : -1) / leg;
  parts[0] = sine ? x : leg;
  parts[2] = sine ? leg : x;
  computeAtan2();
  w[o] = double[0];
  w[o + Slot.a] = p;
  w[o + Slot.aa] = (x * p) / d;
}

function computeArcTangent(w: Float64Array, o: number, a: number): void {
  const x = w[a];
  const p = 1 / (1 + x * x);
  parts[0] = x;
  parts[2] = 1;
  computeAtan2();
  w[o] = double[0];
  w[o + Slot.a] = p;
  w[o + Slot.aa] = -2 * x * p * p;
}

/** Computes the angle of the point (x, y), of which y is the first operand. */
function computeArcTangent2(w: Float64Array, o: number, a: number, b: number): void {
  const y = w[a];
  const x = w[b];
  const d = x * x + y * y;
  const p = x / d;
  const q = -y / d;
  parts[0] = y;
  parts[2] = x;
  computeAtan2();
  w[o] = double[0];
  w[o + Slot.a] = p;
  w[o + Slot.b] = q;
  w[o + Slot.aa] = 2 * p * q;
  w[o + Slot.ab] = (q - p) * (q + p);
  w[o + Slot.bb] = -2 * p * q;
}

function computeLogarithm(w: Float64Array, o: number, a: number): void {
  const p = 1 / w[a];
  double[0] = w[a];
  computeLog();
  w[o] = double[0];
  w[o + Slot.a] = p;
  w[o + Slot.aa] = -p * p;
}

function computeHypotenuse(w: Float64Array, o: number, a: number, b: number): void {
  const x = w[a];
  const y = w[b];
  const s = x * x + y * y;
  let v = Math.sqrt(s);
  if (!(s > safeSquareLow && s < safeSquareHigh)) {
    parts[0] = x;
    parts[1] = y;
    parts[2] = 0;
    parts[3] = 0;
    computeFarLength();
    v = double[0];
  }
  const p = x / v;
  const q = y / v;
  w[o] = v;
  w[o + Slot.a] = p;
  w[o + Slot.b] = q;
  w[o + Slot.aa] = (q * q) / v;
  w[o + Slot.ab] = (-p * q) / v;
  w[o + Slot.bb] = (p * p) / v;
}

/** Computes xⁿ = exp(n log x), to n log x roundings, for an n that is not whole: NaN below 0. */
function computePower(w: Float64Array, o: number, a: number, b: number): void {
  const x = w[a];
  const n = w[b];
  if (x === 0) {
    w[o] = n > 0 ? 0 : Infinity;
    w[o + Slot.a] = n > 1 ? 0 : n > 0 ? Infinity : -Infinity;
    w[o + Slot.aa] = n > 2 ? 0 : n > 1 || n < 0 ? Infinity : -Infinity;
    return;
  }
  double[0] = x;
  computeLog();
  double[0] *= n;
  exponentiate();
  const v = double[0];
  w[o] = v;
  w[o + Slot.a] = (n * v) / x;
  w[o + Slot.aa] = (n * (n - 1) * v) / x / x;
}

/** Replaces double[0] by its exponential. */
function exponentiate(): void {
  const x = double[0];
  if (x > underflow && x < overflow) {
    parts[0] = x;
    parts[1] = 0;
    scaleParts(expParts());
  } else {
    double[0] = x >= overflow ? Infinity : x <= underflow ? 0 : NaN;
  }
}
