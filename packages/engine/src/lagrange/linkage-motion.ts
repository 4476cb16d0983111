/**
 * Motion of the nodes of a linkage, from the root outwards, and the wrenches that it requires, from the leaves inwards (recursive
 * Newton–Euler).
 *
 *   revolute     R = R′ R₀ R(a, u),  p = p′ + R′ at              ω = ω′ + a u̇,  v = v′ + ω′ × r
 *                α = α′ + ω′ × a u̇ [+ a ü],                      a = a′ + α′ × r + ω′ × (ω′ × r)
 *   prismatic    R = R′ R₀,  p = p′ + R′ (at + R₀ a u)           ω = ω′,  v = v′ + ω′ × r + a u̇
 *                α = α′,                                         a = … + 2 ω′ × a u̇ [+ a ü]
 *
 *   ′   of the parent          r   p − p′          a   (of a joint) its axis, world coordinates
 *
 * The recursions are those of Luh, Walker and Paul.
 *
 * Follows: Constrained Dynamics, section 5.
 */
import { mat3, sinCos, vec3 } from "../math/index.js";
import { writeInertialWrench } from "./inertial-wrench.js";
import { type LinkageModel, NodeJoint } from "./linkage-options.js";
import type { MovingParts } from "./moving-parts.js";

/** The nodes of a linkage with their pose and motion. */
export interface LinkageNodes extends LinkageModel, MovingParts {
  /** Coordinates u of the joints: rad or m. */
  readonly u: Float64Array;
  /** Rates u̇ of the coordinates: rad/s or m/s. */
  readonly rate: Float64Array;
  /** Arm r from the origin of the parent to that of each node, world axes, m: three numbers a node. */
  readonly arm: Float64Array;
  /** Axis of the joint of each node, world axes: three numbers a node. */
  readonly direction: Float64Array;
}

const turn = new Float64Array(9);
const local = new Float64Array(9);
const s = new Float64Array(6);
const worldAxes = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
const still = new Float64Array(3);

/** Writes p, R, r, axis, v and ω of all nodes, from u and u̇. */
export function deriveNodes(linkage: LinkageNodes): void {
  const { count, parent, joint, column, u, rate, at, rest, axis } = linkage;
  const { position, rotation, arm, direction, velocity, angularVelocity } = linkage;
  for (let i = 0; i < count; i++) {
    const x = 3 * i;
    const up = parent[i];
    const R = up < 0 ? worldAxes : rotation;
    const o = up < 0 ? 0 : 9 * up;
    mat3.transformVector(arm, x, R, o, at, x);
    mat3.multiply(rotation, 9 * i, R, o, rest, 9 * i);
    mat3.transformVector(direction, x, rotation, 9 * i, axis, x);
    if (joint[i] === NodeJoint.revolute) {
      sinCos(s, 0, u, column[i]);
      setTurn(turn, axis, x, s);
      mat3.multiply(local, 0, rotation, 9 * i, turn, 0);
      mat3.copy(rotation, 9 * i, local, 0);
    } else if (joint[i] === NodeJoint.prismatic) {
      addAlong(arm, direction, x, u, column[i]);
    }
    if (up < 0) {
      vec3.copy(position, x, arm, x);
      vec3.copy(velocity, x, still, 0);
      vec3.copy(angularVelocity, x, still, 0);
    } else {
      vec3.add(position, x, position, 3 * up, arm, x);
      vec3.cross(s, 0, angularVelocity, 3 * up, arm, x);
      vec3.add(velocity, x, velocity, 3 * up, s, 0);
      vec3.copy(angularVelocity, x, angularVelocity, 3 * up);
    }
    if (joint[i] === NodeJoint.fixed) continue;
    const moved = joint[i] === NodeJoint.revolute ? angularVelocity : velocity;
    addAlong(moved, direction, x, rate, column[i]);
  }
}

/** Adds speed[k] axis[i …] to out[i …]. */
function addAlong(out: Float64Array, axis: Float64Array, i: number, speed: Float64Array, k: number): void {
  const w = speed[k];
  out[i] += w * axis[i];
  out[i + 1] += w * axis[i + 1];
  out[i + 2] += w * axis[i + 2];
}

/** Writes the rotation matrix about the unit vector a[i …] by the angle whose sine and cosine are in s. */
function setTurn(out: Float64Array, a: Float64Array, i: number, s: Float64Array): void {
  const x = a[i];
  const y = a[i + 1];
  const z = a[i + 2];
  const sine = s[0];
  const c = s[1];
  const d = 1 - c;
  out[0] = c + d * x * x;
  out[1] = d * x * y - sine * z;
  out[2] = d * x * z + sine * y;
  out[3] = d * x * y + sine * z;
  out[4] = c + d * y * y;
  out[5] = d * y * z - sine * x;
  out[6] = d * x * z - sine * y;
  out[7] = d * y * z + sine * x;
  out[8] = c + d * z * z;
}

/** Writes a and α of all nodes for the given ü, or for ü = 0. */
export function deriveAccelerations(linkage: LinkageNodes, uu: Float64Array | null): void {
  const { count, parent, joint, column, rate, arm, direction } = linkage;
  const { angularVelocity: omega, acceleration: a, angularAcceleration: alpha } = linkage;
  for (let i = 0; i < count; i++) {
    const x = 3 * i;
    const p = 3 * parent[i];
    const isRevolute = joint[i] === NodeJoint.revolute;
    if (p < 0) {
      vec3.copy(a, x, still, 0);
      vec3.copy(alpha, x, still, 0);
    } else {
      vec3.cross(s, 0, omega, p, arm, x);
      vec3.cross(s, 0, omega, p, s, 0);
      vec3.cross(s, 3, alpha, p, arm, x);
      for (let k = 0; k < 3; k++) {
        a[x + k] = a[p + k] + s[3 + k] + s[k];
        alpha[x + k] = alpha[p + k];
      }
      if (joint[i] !== NodeJoint.fixed) {
        vec3.cross(s, 0, omega, p, direction, x);
        const speed = rate[column[i]];
        for (let k = 0; k < 3; k++) {
          if (isRevolute) alpha[x + k] += speed * s[k];
          else a[x + k] += 2 * speed * s[k];
        }
      }
    }
    if (uu === null || joint[i] === NodeJoint.fixed) continue;
    const moved = isRevolute ? alpha : a;
    addAlong(moved, direction, x, uu, column[i]);
  }
}

/**
 * Writes the force and the torque about its joint that each node requires of its parent, six numbers a node: the inertial wrench of
 * the node, less the wrench applied to it (`applied`, if any), and those of all nodes outward of it.
 */
export function gatherWrenches(out: Float64Array, linkage: LinkageNodes, applied: Float64Array | null): void {
  const { count, parent, arm } = linkage;
  for (let i = 0; i < count; i++) {
    writeInertialWrench(out, 6 * i, linkage, i);
    if (applied !== null) for (let k = 0; k < 6; k++) out[6 * i + k] -= applied[6 * i + k];
  }
  for (let i = count - 1; i >= 0; i--) {
    if (parent[i] < 0) continue;
    const p = 6 * parent[i];
    vec3.cross(s, 0, arm, 3 * i, out, 6 * i);
    for (let k = 0; k < 3; k++) {
      out[p + k] += out[6 * i + k];
      out[p + 3 + k] += out[6 * i + 3 + k] + s[k];
    }
  }
}
