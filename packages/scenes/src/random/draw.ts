/** Numbers, directions and choices from a seed: the same on every machine. */
import {
  createRng,
  exp,
  log,
  nextInRange,
  nextInteger,
  nextOnSphere,
  nextRotation,
  nextUniform,
  type Rng,
} from "@rigor/engine/math";
import type { Quaternion, Vector } from "@rigor/engine/scene";

export class Draw {
  private readonly rng: Rng;

  constructor(seed: number, stream: number) {
    this.rng = createRng(seed, stream);
  }

  between(low: number, high: number): number {
    return nextInRange(this.rng, low, high);
  }

  /** Over decades: its logarithm is uniform. */
  decades(low: number, high: number): number {
    return exp(nextInRange(this.rng, log(low), log(high)));
  }

  integer(low: number, high: number): number {
    return nextInteger(this.rng, low, high);
  }

  chance(part: number): boolean {
    return nextUniform(this.rng) < part;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.integer(0, list.length - 1)];
  }

  direction(): Vector {
    const out = new Float64Array(3);
    nextOnSphere(out, 0, this.rng);
    return [out[0], out[1], out[2]];
  }

  /** Of any length up to `most`. */
  vector(most: number): Vector {
    const [x, y, z] = this.direction();
    const length = most * nextUniform(this.rng);
    return [length * x, length * y, length * z];
  }

  rotation(): Quaternion {
    const out = new Float64Array(4);
    nextRotation(out, 0, this.rng);
    return [out[0], out[1], out[2], out[3]];
  }
}
