/**
 * Turns of more than half a revolution between two samples. A player would go the short way, and the body would seem to turn
 * backwards; so where the recorded ω says that a body turns that fast, turns in between are put in.
 *
 *   q₁ q₀⁻¹ = exp(θ n),   whole turns j such that (θ + 2πj) n is nearest to ω̄ Δt,   q(u) = exp(u (θ + 2πj) n) q₀
 */
import { atan2, cos, sin } from "@rigor/engine/math";
import type { Track } from "./key-frames.js";

/** Turns larger than this between two samples are filled in, rad; and by steps not larger than that. */
const largest = 2.5;
/** The largest distance of ω̄ Δt from a rotation that fits, rad; beyond it ω changes too much to decide. */
const doubt = 1;

/** The turns of a body, with some put in where it turns fast; `w` is ω at the samples, world axes. */
export function fillTurns(times: Float64Array, q: Float64Array, w: Float64Array): Track {
  const plain: Track = { times, values: q, width: 4 };
  if (!isEverFast(times, w)) return plain;
  const filledTimes: number[] = [];
  const filled: number[] = [];
  let fast = false;
  for (let k = 0; k < times.length; k++) {
    filledTimes.push(times[k]);
    filled.push(q[4 * k], q[4 * k + 1], q[4 * k + 2], q[4 * k + 3]);
    if (k + 1 === times.length) break;
    const span = times[k + 1] - times[k];
    const r = [0, 1, 2].map((c) => ((w[3 * k + c] + w[3 * k + 3 + c]) / 2) * span);
    if (!(r[0] * r[0] + r[1] * r[1] + r[2] * r[2] > largest * largest)) continue;
    const whole = findTurn(q, 4 * k, r);
    if (whole === null) continue;
    fast = true;
    const steps = Math.ceil(Math.abs(whole.angle) / largest);
    for (let j = 1; j < steps; j++) {
      filledTimes.push(times[k] + (span * j) / steps);
      filled.push(...turnBy(whole.axis, (whole.angle * j) / steps, q, 4 * k));
    }
  }
  return fast ? { times: Float64Array.from(filledTimes), values: Float64Array.from(filled), width: 4 } : plain;
}

/** Whether ω alone would turn a body that far between two samples. */
function isEverFast(times: Float64Array, w: Float64Array): boolean {
  let before = -1;
  for (let k = 0; k < times.length; k++) {
    const square = w[3 * k] * w[3 * k] + w[3 * k + 1] * w[3 * k + 1] + w[3 * k + 2] * w[3 * k + 2];
    const span = k === 0 ? 0 : times[k] - times[k - 1];
    // the mean of two is not larger than the larger
    if (Math.max(before, square) * span * span > largest * largest) return true;
    before = square;
  }
  return false;
}

/** The turn from the sample at i to the next that is nearest to a rotation vector, whole turns included. */
function findTurn(q: Float64Array, i: number, r: readonly number[]): { axis: number[]; angle: number } | null {
  const [x, y, z, s] = multiply([q[i + 4], q[i + 5], q[i + 6], q[i + 7]], [-q[i], -q[i + 1], -q[i + 2], q[i + 3]]);
  const sine = Math.sqrt(x * x + y * y + z * z);
  const rate = Math.sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2]);
  // of a whole number of turns the axis is that of ω
  const axis = sine > 1e-9 ? [x / sine, y / sine, z / sine] : r.map((c) => c / rate);
  const angle = sine > 1e-9 ? 2 * atan2(sine, s) : 0;
  const along = axis[0] * r[0] + axis[1] * r[1] + axis[2] * r[2];
  const nearest = angle + 2 * Math.PI * Math.round((along - angle) / (2 * Math.PI));
  const off = Math.sqrt(r.reduce((sum, c, k) => sum + (c - nearest * axis[k]) ** 2, 0));
  return off < doubt ? { axis, angle: nearest } : null;
}

function turnBy(axis: readonly number[], angle: number, q: Float64Array, i: number): number[] {
  const s = sin(angle / 2);
  return multiply([axis[0] * s, axis[1] * s, axis[2] * s, cos(angle / 2)], [q[i], q[i + 1], q[i + 2], q[i + 3]]);
}

/** The turn b, then the turn a. */
function multiply(a: readonly number[], b: readonly number[]): number[] {
  return [
    a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
    a[3] * b[1] + a[1] * b[3] + a[2] * b[0] - a[0] * b[2],
    a[3] * b[2] + a[2] * b[3] + a[0] * b[1] - a[1] * b[0],
    a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
  ];
}
