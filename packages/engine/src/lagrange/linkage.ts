/**
 * An open chain or tree of rigid links in joint coordinates: no constraint closes its joints, so that none can drift, and an
 * evaluation takes O(n).
 *
 *   M(u) ü = Q          Q by the recursive Newton–Euler equations (linkage-motion.ts), M⁻¹ by articulated.ts
 *
 * M and Q are JᵀMJ and JᵀQ − JᵀMJ̇u̇ of (13) for the q(u) of the links. The mechanism alone has the forces of constraints
 * on links; they enter as Jᵀλ, by walks from link to root (link-end.ts).
 *
 * Follows: Constrained Dynamics, sections 5 and 5.1.
 */
import type { CoordinatePlace, EndSource, Mechanism } from "../constrain/index.js";
import { fail, requireInteger, requireVector, vec3 } from "../math/index.js";
import { type Articulated, createArticulated, factorArticulated, solveArticulated } from "./articulated.js";
import { LinkEnd } from "./link-end.js";
import { deriveAccelerations, deriveNodes, gatherWrenches, type LinkageNodes } from "./linkage-motion.js";
import { type LinkageModel, type LinkageOptions, NodeJoint, readLinkageOptions } from "./linkage-options.js";
import { readPartPoint, readPartPose } from "./moving-parts.js";
import type { PartEnd } from "./part.js";
import { addKineticEnergy, computeKineticEnergy, computeWeightEnergy } from "./part-energy.js";
import { collectWrenches } from "./wrenches.js";

/** Creates a tree of links in joint coordinates, for `mechanism.addCoordinates`. */
export function createLinkage(options: LinkageOptions): Linkage {
  return new Linkage(readLinkageOptions("linkage", options));
}

/** A tree of rigid links in joint coordinates. */
export class Linkage implements EndSource, LinkageNodes {
  /** Name in reports. */
  readonly name: string;
  /** Number of coordinates. */
  readonly width: number;
  /** Number of links. */
  readonly linkCount: number;
  /** Number of nodes; a joint with several coordinates is several nodes. */
  readonly count: number;
  /** Coordinates and rates at the start: 2·width numbers. */
  readonly initial: Float64Array;

  // --- model, see `LinkageModel`
  /** Mass of each node, kg. */
  readonly mass: Float64Array;
  /** Centre of mass of each node in its frame, m: three numbers a node. */
  readonly center: Float64Array;
  /** Inertia of each node about its centre in its frame, kg·m²: nine numbers a node. */
  readonly inertia: Float64Array;
  /** Acceleration of gravity, m/s². */
  readonly gravity: Float64Array;
  /** Parent of each node, −1 for the world. */
  readonly parent: Int32Array;
  /** Joint of each node, of `NodeJoint`. */
  readonly joint: Uint8Array;
  /** Coordinate of each node, −1 for none. */
  readonly column: Int32Array;
  /** Axis of the joint in the frame of each node: three numbers a node. */
  readonly axis: Float64Array;
  /** Position of the joint in the frame of the parent, m: three numbers a node. */
  readonly at: Float64Array;
  /** Rotation matrix to the axes of the parent where the coordinate is 0: nine numbers a node. */
  readonly rest: Float64Array;
  /** Node of each link. */
  readonly node: Int32Array;
  /** First coordinate of each link; the last entry is the number of coordinates. */
  readonly firstColumn: Int32Array;

  // --- derived, world axes
  /** Joint coordinates u, rad or m: width numbers. */
  readonly u: Float64Array;
  /** Rates u̇, rad/s or m/s: width numbers. */
  readonly rate: Float64Array;
  /** Position p of each node, m: three numbers a node. */
  readonly position: Float64Array;
  /** Rotation matrix R of each node: nine numbers a node. */
  readonly rotation: Float64Array;
  /** Velocity v of each node, m/s: three numbers a node. */
  readonly velocity: Float64Array;
  /** Angular velocity ω of each node, rad/s: three numbers a node. */
  readonly angularVelocity: Float64Array;
  /** Acceleration of each node while ü = 0, m/s²: three numbers a node. */
  readonly acceleration: Float64Array;
  /** Angular acceleration of each node while ü = 0, rad/s²: three numbers a node. */
  readonly angularAcceleration: Float64Array;
  /** Arm from the origin of the parent to that of each node, m: three numbers a node. */
  readonly arm: Float64Array;
  /** Axis of the joint of each node: three numbers a node. */
  readonly direction: Float64Array;
  /** Tables of the articulated-body algorithm. */
  readonly articulated: Articulated;

  /** Generalized force Q: width numbers. */
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

  // --- the interface of a mechanism ---------------------------------------------------------------------------------------

  /** Sets u and u̇ from `state[o …]`, and derives the motion of all nodes. */
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

  /** Computes Q: the negative of the joint forces that the motion at ü = 0 and the weights require. */
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

  /** Replaces x[o …] by M⁻¹ x. */
  multiplyInverse(x: Float64Array, o: number): void {
    this.update();
    solveArticulated(x, o, this);
  }

  /** Returns the kinetic energy, J. */
  kineticEnergy(): number {
    return computeKineticEnergy(this);
  }

  /** Adds the kinetic energy, J, to out[o]. */
  addKineticEnergy(out: Float64Array, o: number): void {
    addKineticEnergy(out, o, this);
  }

  /** Returns the potential energy of the weights, J. */
  potentialEnergy(): number {
    return computeWeightEnergy(this);
  }

  /** Creates an end of constraints at a point of a link. */
  createEnd(path: string, index: number, place: CoordinatePlace): PartEnd {
    const { part = 0, point = [0, 0, 0] } = place;
    requireInteger(`${path}.part`, part, 0, this.linkCount - 1);
    requireVector(`${path}.point`, point);
    return new LinkEnd(this, index, part, Float64Array.from(point));
  }

  // --- reading -------------------------------------------------------------------------------------------------------

  /** Writes position and velocity of a point of a link, given in its frame, into `out[o … o+2]` and `out[o+3 … o+5]`. */
  readPoint(out: Float64Array, o: number, link: number, point?: Float64Array): void {
    requireInteger("link", link, 0, this.linkCount - 1);
    readPartPoint(out, o, this, this.node[link], point);
  }

  /** Writes the pose of a link: position into `out[o … o+2]`, rotation into `out[o+3 … o+6]`. */
  readPose(out: Float64Array, o: number, link: number): void {
    requireInteger("link", link, 0, this.linkCount - 1);
    readPartPose(out, o, this, this.node[link]);
  }

  /**
   * Writes the reaction of the parent on a link through their joint: the force, N, into `out[o … o+2]` and the torque about the
   * joint, N·m, into `out[o+3 … o+5]`, world axes, as of the last evaluation of the derivative, and in a world at its present
   * time. Forces of springs between places count as torques in the joints.
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
