/**
 * A place on a part of a generalized body.
 *
 *   p = p_part + r,  v = v_part + ω × r,  a = a_part + α × r + ω × (ω × r)      row of J: nᵀ J_p + (r × n + t)ᵀ J_ω
 *
 *   r   from the origin of the part to the place, world axes      J_p, J_ω   rows of J of the part
 *
 * Follows: Constrained Dynamics, section 5.1.
 */
import { Carrier, EndSlot, endSize } from "../constrain/index.js";
import { mat3, vec3 } from "../math/index.js";
import type { GeneralizedBody } from "./generalized-body.js";
import type { PartEnd } from "./part.js";

export class GeneralizedEnd implements PartEnd {
  readonly carrier = Carrier.coordinates;
  readonly index: number;
  readonly width: number;
  readonly turns: boolean;
  readonly name: string;
  readonly at = new Float64Array(endSize);
  readonly source: GeneralizedBody;
  readonly part: number;
  /** In the frame of the part. */
  private readonly point: Float64Array;
  /** r, and a product of it; then r × n + t. */
  private readonly r = new Float64Array(9);

  constructor(body: GeneralizedBody, index: number, part: number, point: Float64Array) {
    this.source = body;
    this.index = index;
    this.width = body.width;
    this.part = part;
    this.turns = body.turns[part] === 1;
    this.name = `part ${part} of "${body.name}"`;
    this.point = point;
  }

  locate(): void {
    const { at, r, source: body, part: i } = this;
    body.updateJacobian();
    mat3.copy(at, EndSlot.axes, body.rotation, 9 * i);
    locateOnPart(at, r, body, i, this.point);
  }

  writeRow(out: Float64Array, o: number, n: Float64Array, i: number, t: Float64Array, j: number): void {
    const { r, source: body, part, width } = this;
    const { pointJacobian: P, turnJacobian: W } = body;
    const row = 3 * part * width;
    vec3.cross(r, 6, r, 0, n, i);
    vec3.add(r, 6, r, 6, t, j);
    for (let k = 0; k < width; k++) {
      let sum = 0;
      for (let x = 0; x < 3; x++) {
        sum += n[i + x] * P[row + x * width + k];
        if (this.turns) sum += r[6 + x] * W[row + x * width + k];
      }
      out[o + k] = sum;
    }
  }
}

/** Parts whose motion is known: three numbers a part, nine for the axes. */
export interface MovingParts {
  readonly position: Float64Array;
  readonly rotation: Float64Array;
  readonly velocity: Float64Array;
  readonly angularVelocity: Float64Array;
  readonly acceleration: Float64Array;
  readonly angularAcceleration: Float64Array;
}

/** Writes p, v, a, ω and α of a point of part i into `at`, and r into `r[0 … 2]` (room for six). */
export function locateOnPart(
  at: Float64Array,
  r: Float64Array,
  parts: MovingParts,
  i: number,
  point: Float64Array,
): void {
  const { position, rotation, velocity, angularVelocity, acceleration, angularAcceleration } = parts;
  const x = 3 * i;
  mat3.transformVector(r, 0, rotation, 9 * i, point, 0);
  vec3.add(at, EndSlot.point, position, x, r, 0);
  vec3.copy(at, EndSlot.angularVelocity, angularVelocity, x);
  vec3.copy(at, EndSlot.angularAcceleration, angularAcceleration, x);
  vec3.cross(r, 3, angularVelocity, x, r, 0);
  vec3.add(at, EndSlot.velocity, velocity, x, r, 3);
  vec3.cross(r, 3, angularVelocity, x, r, 3);
  vec3.add(at, EndSlot.acceleration, acceleration, x, r, 3);
  vec3.cross(r, 3, angularAcceleration, x, r, 0);
  vec3.add(at, EndSlot.acceleration, at, EndSlot.acceleration, r, 3);
}
