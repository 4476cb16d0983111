/**
 * Load of a joint that contains its own friction: T = μ |F|, with F = A + B T while all other forces are constant. The
 * fixed-point iteration T ← μ |F| converges if μ |B| is well below 1, and not otherwise. Two iterations give A and B, and T is
 * the least solution of
 *
 *   T = μ |A + B T|:   (1 − μ² B·B) T² − 2 μ² A·B T − μ² A·A = 0,   T ≥ 0
 *
 * If there is none, no force satisfies Coulomb's law. The equation is that of one joint; joints of a chain change the loads of
 * one another, so that the plain iteration is continued where it converges fast.
 */

/** Numbers of a joint: T and F of the last iteration. */
const size = 4;

/** Loads of the joints of an island, and the search for the friction that depends on them. */
export class JointLoads {
  /** Load F of each joint in the present iteration. */
  readonly carried: Float64Array;
  /** T of each joint: of the present iteration, then of the next. */
  private readonly load: Float64Array;
  /** T and F of the last iteration. */
  private readonly last: Float64Array;
  /** Whether the last iteration belongs to the present search. */
  private readonly isKnown: Uint8Array;

  constructor(load: Float64Array) {
    this.load = load;
    this.carried = new Float64Array(3 * load.length);
    this.last = new Float64Array(size * load.length);
    this.isKnown = new Uint8Array(load.length);
  }

  /** Begins another search. */
  begin(): void {
    this.isKnown.fill(0);
  }

  /** Writes T of the next iteration of joint k to `load`: μ |F|, or the solution of the equation if `isSlow` and there is one. */
  follow(k: number, mu: number, isSlow: boolean): void {
    const { last, isKnown, load, carried } = this;
    const x = carried[3 * k];
    const y = carried[3 * k + 1];
    const z = carried[3 * k + 2];
    const o = size * k;
    const T = load[k];
    const step = T - last[o];
    load[k] = mu * Math.sqrt(x * x + y * y + z * z);
    if (isSlow && isKnown[k] === 1 && step !== 0) {
      const bx = (x - last[o + 1]) / step;
      const by = (y - last[o + 2]) / step;
      const bz = (z - last[o + 3]) / step;
      const ax = x - bx * T;
      const ay = y - by * T;
      const az = z - bz * T;
      const a = 1 - mu * mu * (bx * bx + by * by + bz * bz);
      const b = mu * mu * (ax * bx + ay * by + az * bz);
      const c = mu * mu * (ax * ax + ay * ay + az * az);
      const root = Math.sqrt(b * b + a * c);
      // the roots (b ± root)/a, in the form without cancellation
      const first = b > 0 ? (b + root) / a : c / (root - b);
      const second = b > 0 ? -c / (b + root) : (b - root) / a;
      const least = Math.min(first >= 0 ? first : Infinity, second >= 0 ? second : Infinity);
      if (least < Infinity) load[k] = least;
    }
    isKnown[k] = 1;
    last[o] = T;
    for (let i = 0; i < 3; i++) last[o + 1 + i] = carried[3 * k + i];
  }
}
