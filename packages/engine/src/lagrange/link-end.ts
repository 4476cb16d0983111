/**
 * The end of a constraint on a link of a linkage. Its row of J has an entry for every joint between the link and the root:
 *
 *   revolute   s · (t + (p − p_joint) × n)          prismatic   s · n
 *
 *   s   the axis of the joint          p   the point of the end
 *
 * Follows: Constrained Dynamics, section 5.1.
 */
import { Carrier, EndSlot, type EndSource, endSize } from "../constrain/index.js";
import { mat3 } from "../math/index.js";
import type { LinkageNodes } from "./linkage-motion.js";
import { NodeJoint } from "./linkage-options.js";
import { locateOnPart } from "./moving-parts.js";
import type { PartEnd } from "./part.js";

/** An end of constraints at a point of a link. */
export class LinkEnd implements PartEnd {
  readonly carrier = Carrier.coordinates;
  readonly index: number;
  readonly width: number;
  readonly turns = true;
  readonly name: string;
  readonly at = new Float64Array(endSize);
  readonly source: EndSource & LinkageNodes;
  readonly part: number;
  private readonly point: Float64Array;
  private readonly r = new Float64Array(6);

  constructor(linkage: EndSource & LinkageNodes, index: number, part: number, point: Float64Array) {
    this.source = linkage;
    this.index = index;
    this.width = linkage.width;
    this.part = part;
    this.name = `link ${part} of "${linkage.name}"`;
    this.point = point;
  }

  locate(): void {
    const { at, source, part } = this;
    const i = source.node[part];
    mat3.copy(at, EndSlot.axes, source.rotation, 9 * i);
    locateOnPart(at, this.r, source, i, this.point);
  }

  writeRow(out: Float64Array, o: number, n: Float64Array, i: number, t: Float64Array, j: number): void {
    const { at, source, width } = this;
    const { parent, joint, column, direction: s, position } = source;
    for (let k = 0; k < width; k++) out[o + k] = 0;
    const nx = n[i];
    const ny = n[i + 1];
    const nz = n[i + 2];
    for (let a = source.node[this.part]; a >= 0; a = parent[a]) {
      if (joint[a] === NodeJoint.fixed) continue;
      const k = 3 * a;
      if (joint[a] === NodeJoint.prismatic) {
        out[o + column[a]] = s[k] * nx + s[k + 1] * ny + s[k + 2] * nz;
        continue;
      }
      const x = at[EndSlot.point] - position[k];
      const y = at[EndSlot.point + 1] - position[k + 1];
      const z = at[EndSlot.point + 2] - position[k + 2];
      out[o + column[a]] =
        s[k] * (t[j] + y * nz - z * ny) +
        s[k + 1] * (t[j + 1] + z * nx - x * nz) +
        s[k + 2] * (t[j + 2] + x * ny - y * nx);
    }
  }
}
