/**
 * An open chain or tree of rigid links in joint coordinates: no constraint holds its joints, so none can drift, and an
 * evaluation takes O(n).
 *
 *   M(u) ü = Q          Q by the recursive Newton–Euler equations (linkage-motion.ts), M⁻¹ by articulated.ts
 *
 * M and Q are JᵀMJ and JᵀQ − JᵀMJ̇u̇ of (13) for the q(u) of the links. Only the mechanism knows the forces of constraints
 * on links; they come as Jᵀλ, by walks from link to root (link-end.ts).
 *
 * Follows: Constrained Dynamics, sections 5 and 5.1.
 */
import type { CoordinatePlace, EndSource, Mechanism } from "../constrain/index.js";
import { fail, requireInteger, requireVector, vec3 } from "../math/index.js";
import { type Articulated, createArticulated, factorArticulated, solveArticulated } from "./articulated.js";
import type { PartMotion } from "./inertial-wrench.js";
import { LinkEnd } from "./link-end.js";
import { deriveAccelerations, deriveNodes, gatherWrenches } from "./linkage-motion.js";
import { type LinkageModel, type LinkageOptions, NodeJoint, readLinkageOptions } from "./linkage-options.js";
import type { PartEnd } from "./part.js";
import { addKineticEnergy, computeKineticEnergy, computeWeightEnergy } from "./part-energy.js";
import { readPartPoint, readPartPose } from "./read-part.js";
import { collectWrenches } from "./wrenches.js";

/** A tree of links in joint coordinates, for `mechanism.addCoordinates`. */
export function createLinkage(options: LinkageOptions): Linkage {
  return new Linkage(readLinkageOptions("linkage", options));
}

export class Linkage implements EndSource, PartMotion {
  readonly name: string;
  /** How many coordinates, links and nodes there are; a joint with several coordinates is several nodes. */
  readonly width: number;
  readonly linkCount: number;
  readonly count: number;
  readonly initial: Float64Array;

  // --- model, a node: see LinkageModel
  readonly mass: Float64Array;
  readonly center: Float64Array;
  readonly inertia: Float64Array;
  readonly gravity: Float64Array;
  readonly parent: Int32Array;
  readonly joint: Uint8Array;
  readonly column: Int32Array;
  readonly axis: Float64Array;
  readonly at: Float64Array;
  readonly rest: Float64Array;
  /** Of each link: its node, and its first coordinate. */
  readonly node: Int32Array;
  readonly firstColumn: Int32Array;

  // --- derived, a node
  readonly u: Float64Array;
  readonly rate: Float64Array;
  readonly position: Float64Array;
  readonly rotation: Float64Array;
  readonly velocity: Float64Array;
  readonly angularVelocity: Float64Array;
  /** While ü = 0. */
  readonly acceleration: Float64Array;
  readonly angularAcceleration: Float64Array;
  /** From the origin of the parent, and the axis of the joint, world axes. */
  readonly arm: Float64Array;
  readonly direction: Float64Array;
  readonly articulated: Articulated;

  /** Q: width numbers. */
  readonly force: Float64Array;

  private readonly wrench: Float64Array;
  private hasFactor = false;

  constructor(model: LinkageModel) {
    const { count, width } = model;
    this.name = model.name;
    this.width = width;
    this.linkCount = model.node.length;
    this.count = count;
    this.initial = model.initial;
    this.mass = model.mass;
    this.center = model.center;
    this.inertia = model.inertia;
    this.gravity = model.gravity;
    this.parent = model.parent;
    this.joint = model.joint;
    this.column = model.column;
    this.axis = model.axis;
    this.at = model.at;
    this.rest = model.rest;
    this.node = model.node;
    this.firstColumn = model.firstColumn;
    this.u = new Float64Array(width);
    this.rate = new Float64Array(width);
    this.position = new Float64Array(3 * count);
    this.rotation = new Float64Array(9 * count);
    this.velocity = new Float64Array(3 * count);
    this.angularVelocity = new Float64Array(3 * count);
    this.acceleration = new Float64Array(3 * count);
    this.angularAcceleration = new Float64Array(3 * count);
    this.arm = new Float64Array(3 * count);
    this.direction = new Float64Array(3 * count);
    this.articulated = createArticulated(count);
    this.force = new Float64Array(width);
    this.wrench = new Float64Array(6 * count);
    this.derive(this.initial, 0);
    this.requireMasses();
  }

  /** Throws if a joint moves no mass. */
  private requireMasses(): void {
    this.update();
    for (let l = 0; l < this.linkCount; l++) {
      const first = l === 0 ? 0 : this.node[l - 1] + 1;
      for (let i = first; i <= this.node[l]; i++) {
        if (this.joint[i] === NodeJoint.fixed || this.articulated.inverse[i] > 0) continue;
        const cure =
          "give it, or a link that hangs on it, a mass off the axis; ball joints are singular at 90° about y";
        fail("no-mass", `linkage.links[${l}].mass`, "must be such that its joint moves a mass", this.mass[i], cure);
      }
    }
  }

  // --- what the mechanism asks ---------------------------------------------------------------------------------------

  derive(state: Float64Array, o: number): void {
    const { u, rate, width } = this;
    for (let k = 0; k < width; k++) {
      u[k] = state[o + k];
      rate[k] = state[o + width + k];
    }
    deriveNodes(this);
    deriveAccelerations(this, null);
    this.hasFactor = false;
  }

  private update(): void {
    if (this.hasFactor) return;
    factorArticulated(this);
    this.hasFactor = true;
  }

  /** Q: what motion at ü = 0 and the weights ask of the joints, with its sign turned. */
  computeForces(): void {
    const { count, joint, column, direction, wrench, force } = this;
    gatherWrenches(wrench, this, null);
    for (let i = 0; i < count; i++) {
      if (joint[i] === NodeJoint.fixed) continue;
      const c = joint[i] === NodeJoint.revolute ? 6 * i + 3 : 6 * i;
      const s = 3 * i;
      force[column[i]] = -(
        direction[s] * wrench[c] +
        direction[s + 1] * wrench[c + 1] +
        direction[s + 2] * wrench[c + 2]
      );
    }
  }

  multiplyInverse(x: Float64Array, o: number): void {
    this.update();
    solveArticulated(x, o, this);
  }

  kineticEnergy(): number {
    return computeKineticEnergy(this);
  }

  addKineticEnergy(out: Float64Array, o: number): void {
    addKineticEnergy(out, o, this);
  }

  potentialEnergy(): number {
    return computeWeightEnergy(this);
  }

  createEnd(path: string, index: number, place: CoordinatePlace): PartEnd {
    const { part = 0, point = [0, 0, 0] } = place;
    requireInteger(`${path}.part`, part, 0, this.linkCount - 1);
    requireVector(`${path}.point`, point);
    return new LinkEnd(this, index, part, Float64Array.from(point));
  }

  // --- reading -------------------------------------------------------------------------------------------------------

  /** Place and velocity of a point of a link, given in its frame: `out[o … o+2]`, `out[o+3 … o+5]`. */
  readPoint(out: Float64Array, o: number, link: number, point?: Float64Array): void {
    requireInteger("link", link, 0, this.linkCount - 1);
    readPartPoint(out, o, this, this.node[link], point);
  }

  /** Where the frame of a link is: position in `out[o … o+2]`, rotation in `out[o+3 … o+6]`. */
  readPose(out: Float64Array, o: number, link: number): void {
    requireInteger("link", link, 0, this.linkCount - 1);
    readPartPose(out, o, this, this.node[link]);
  }

  /**
   * What the parent does to a link through their joint: the force, N, in `out[o … o+2]` and the torque about the joint,
   * N·m, in `out[o+3 … o+5]`, world axes, as of the last evaluation of the derivative, and in a world at its present time. Forces of springs between places
   * are taken for torques in the joints.
   */
  readReaction(out: Float64Array, o: number, mechanism: Mechanism, link: number): void {
    requireInteger("link", link, 0, this.linkCount - 1);
    const { count, linkCount, node, position, wrench } = this;
    const origins = new Float64Array(3 * linkCount);
    for (let l = 0; l < linkCount; l++) vec3.copy(origins, 3 * l, position, 3 * node[l]);
    const onLinks = collectWrenches(mechanism, this, linkCount, origins);
    const applied = new Float64Array(6 * count);
    for (let l = 0; l < linkCount; l++) applied.set(onLinks.subarray(6 * l, 6 * l + 6), 6 * node[l]);
    const uu = this.force.slice();
    this.multiplyInverse(uu, 0);
    deriveAccelerations(this, uu);
    gatherWrenches(wrench, this, applied);
    deriveAccelerations(this, null);
    const i = node[link];
    for (let k = 0; k < 6; k++) out[o + k] = wrench[6 * i + k];
  }
}
