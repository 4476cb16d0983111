/**
 * What a joint carries where its own friction is a part of that: T = μ |F|, and F = A + B T as long as all else stays as it is. To take
 * T = μ |F| of the last F again and again leads there if μ |B| is less than 1 by a good part, to and fro, and else not at all. From
 * two looks A and B are known, and T is the least of
 *
 *   T = μ |A + B T|:   (1 − μ² B·B) T² − 2 μ² A·B T − μ² A·A = 0,   T ≥ 0
 *
 * Where there is none, no force satisfies the law. That is of one joint; those of a chain change F of each other, and where what is
 * taken again and again gets nearer soon that is let go on.
 */

/** Of each joint: T and F of the last look. */
const size = 4;

export class JointLoads {
  /** What each joint carries, F, at the look at hand. */
  readonly carried: Float64Array;
  /** T of each joint: of the look at hand, then of the next. */
  private readonly load: Float64Array;
  private readonly last: Float64Array;
  /** Whether they are of the search at hand. */
  private readonly isKnown: Uint8Array;

  constructor(load: Float64Array) {
    this.load = load;
    this.carried = new Float64Array(3 * load.length);
    this.last = new Float64Array(size * load.length);
    this.isKnown = new Uint8Array(load.length);
  }

  /** Another search begins. */
  begin(): void {
    this.isKnown.fill(0);
  }

  /** T of the next look at joint k, to `load`: as if F stayed where that `isSlow` is not true, no more is known, or none would do. */
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
      // of b ± root over a, in the form without a difference of like numbers
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
