/**
 * The end of a constraint on a part of a generalized body.
 *
 *   p = p_part + r,  v = v_part + ω × r,  a = a_part + α × r + ω × (ω × r)      row of J: nᵀ J_p + (r × n + t)ᵀ J_ω
 *
 *   r   from the origin of the part to the place, world axes      J_p, J_ω   rows of J of the part
 *
 * Follows: Constrained Dynamics, section 5.1.
 */
import { Carrier, EndSlot, type EndSource, endSize } from "../constrain/index.js";
import { mat3, vec3 } from "../math/index.js";
import type { GeneralizedParts } from "./generalized-kernel.js";
import { locateOnPart } from "./moving-parts.js";
import type { PartEnd } from "./part.js";

/** A generalized body whose Jacobian can be brought up to date. */
interface GeneralizedSource extends EndSource, GeneralizedParts {
  /** Brings J up to date with u. */
  updateJacobian(): void;
}

/** An end of constraints at a point of a part of a generalized body. */
export class GeneralizedEnd implements PartEnd {
  readonly carrier = Carrier.coordinates;
  readonly index: number;
  readonly width: number;
  readonly turns: boolean;
  readonly name: string;
  readonly at = new Float64Array(endSize);
  readonly source: GeneralizedSource;
  readonly part: number;
  /** The point in the frame of the part, m. */
  private readonly point: Float64Array;
  /** Arm r, and a product of it; then r × n + t. */
  private readonly r = new Float64Array(9);

  constructor(body: GeneralizedSource, index: number, part: number, point: Float64Array) {
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
