/**
 * Step sizes: how far the next step may go, and roots of small whole order for the controllers.
 *
 * Numbers travel in arrays (see problem.ts), so nothing here allocates, and only + − × ÷ √ are used, so a run takes the
 * same steps on every machine.
 */
import { Control } from "./stepper.js";

/** Slots of a stepper's plan of the step at hand. */
export const Plan = {
  /** h, signed. */
  step: 0,
  /** The time at the end of the step. */
  end: 1,
  /** What the clock lost to rounding so far: the true time is t + carry. */
  carry: 2,
  /** What `carry` will be after this step. */
  nextCarry: 3,
  /** 0 while the new y is finite, else NaN. */
  check: 4,
  /** The error norm of this step. */
  error: 5,
  scratch: 6,
} as const;

export function createPlan(): Float64Array {
  return new Float64Array(7);
}

/** A step is stretched by this fraction rather than leave a crumb before `Control.end`. */
const stretch = 1e-10;

/** Steps below this multiple of |t| are lost in the rounding of t: 2⁻⁵⁰. */
const crumb = 8.881784197001252e-16;

/**
 * Writes h and the time at its end into `plan`, from the control and the clock `state[n]`: h is the step asked for, cut
 * at `maxStep` and at `end`. Tells whether such a step moves the clock and is no shorter than `minStep` (a step that
 * was cut at `end` may be). The clock is summed with compensation, so that many steps add up to their sum: a stepper
 * that takes the step copies `nextCarry` to `carry`.
 */
export function planStep(plan: Float64Array, control: Float64Array, state: Float64Array): boolean {
  const t = state[state.length - 1];
  const carry = plan[Plan.carry];
  const end = control[Control.end];
  const direction = control[Control.direction];
  const asked = Math.min(control[Control.step], control[Control.maxStep]);
  const left = (end - t - carry) * direction;
  if (left <= asked * (1 + stretch)) {
    plan[Plan.step] = left * direction;
    plan[Plan.end] = end;
    plan[Plan.nextCarry] = 0;
    return left > 0 && end !== t;
  }
  const h = asked * direction;
  const gain = h + carry;
  const next = t + gain;
  plan[Plan.step] = h;
  plan[Plan.end] = next;
  plan[Plan.nextCarry] = gain - (next - t);
  return asked > crumb * Math.abs(t) && asked >= control[Control.minStep];
}

/** Whether the step planned is shorter than the one asked for, because of `end`. */
export function isCut(plan: Float64Array, control: Float64Array): boolean {
  return Math.abs(plan[Plan.step]) < control[Control.step] && plan[Plan.end] === control[Control.end];
}

const bits = new Float64Array(1);
const words = new Uint32Array(bits.buffer);

/**
 * a[i] ← a[i]^(1/k) for a[i] > 0 (normal) and whole k up to a hundred or so. The first guess takes logarithm and power
 * from the bits, with a parabola for the mantissa, to 0.3 %; each round of Halley's
 *
 *   z ← z ((k−1) zᵏ + (k+1) a) / ((k+1) zᵏ + (k−1) a)
 *
 * then makes of a relative error ε one of (k²−1)/12 ε³.
 */
export function takeRoot(a: Float64Array, i: number, k: number): void {
  const value = a[i];
  if (k === 2) {
    a[i] = Math.sqrt(value);
    return;
  }
  bits[0] = value;
  const high = words[1];
  const exponent = (high >>> 20) - 1023;
  const fraction = (high & 0xfffff) / 0x100000;
  // log₂ value ≈ e + f + 0.344 f (1 − f)
  const logarithm = (exponent + fraction + 0.344 * fraction * (1 - fraction)) / k;
  const whole = Math.floor(logarithm);
  const rest = logarithm - whole;
  // 2^(w + r) ≈ 2^w (1 + r − 0.337 r (1 − r))
  words[0] = 0;
  words[1] = (whole + 1023) << 20;
  let z = bits[0] * (1 + rest - 0.337 * rest * (1 - rest));
  for (let round = 0; round < 3; round++) {
    // zᵏ by repeated squaring
    let power = 1;
    let square = z;
    for (let e = k; e > 0; e >>= 1) {
      if ((e & 1) === 1) power *= square;
      square *= square;
    }
    z *= ((k - 1) * power + (k + 1) * value) / ((k + 1) * power + (k - 1) * value);
  }
  a[i] = z;
}
