/**
 * Ends of the three simple kinds: the world, a particle, a place on a rigid body.
 *
 *   body   p = x + r,  v = ẋ + ω × r,  a = ω × (ω × r)         row of J: (n, r × n + t)
 *
 * Follows: Rigid Body Simulation, section 2.5 and appendix C.
 */
import { fail, mat3, quat, requireInteger, requireVector } from "../../math/index.js";
import { bodySize, type RigidSystem, Slot } from "../../rigid/index.js";
import { Carrier, type End, EndSlot, endSize, type MechanismState } from "../model/index.js";

/** A place that stays where it is: `point` and, row by row, `axes` in world coordinates. */
export function createWorldEnd(point: ArrayLike<number>, axes: ArrayLike<number> = identity): End {
  const at = new Float64Array(endSize);
  at.set(Array.from(point), EndSlot.point);
  at.set(Array.from(axes), EndSlot.axes);
  return { carrier: Carrier.world, index: -1, width: 0, turns: true, name: "world", at, locate() {}, writeRow() {} };
}

/** Makes the end of a constraint on a particle. `path` names it in errors. */
export function createParticleEnd(path: string, mechanism: MechanismState, index: number): End {
  const { particles, anchors } = mechanism.system;
  requireInteger(path, index, 0, particles.count - 1, "add particles before what names them");
  if (anchors.particle.subarray(0, anchors.count).includes(index)) {
    fail("is-anchor", path, "must not be an anchor", index, "name the body and the point: { body, point }");
  }
  return new ParticleEnd(index);
}

class ParticleEnd implements End {
  readonly carrier = Carrier.particle;
  readonly index: number;
  readonly width = 3;
  readonly turns = false;
  readonly name: string;
  readonly at = new Float64Array(endSize);

  constructor(index: number) {
    this.index = index;
    this.name = `particle ${index}`;
    mat3.setIdentity(this.at, EndSlot.axes);
  }

  locate({ system }: MechanismState): void {
    const { state } = system.particles;
    const { at, index } = this;
    for (let k = 0; k < 6; k++) at[k] = state[6 * index + k];
  }

  writeRow(out: Float64Array, o: number, n: Float64Array, i: number): void {
    out[o] = n[i];
    out[o + 1] = n[i + 1];
    out[o + 2] = n[i + 2];
  }
}

/**
 * Makes the end of a constraint on a body: `point` in the user's frame of the body; `rotation` turns the axes of the end against
 * the user's.
 */
export function createBodyEnd(
  path: string,
  system: RigidSystem,
  body: number,
  point: ArrayLike<number> = [0, 0, 0],
  rotation: ArrayLike<number> = [0, 0, 0, 1],
): End {
  const index = system.requireBody(`${path}.body`, body);
  requireVector(`${path}.point`, point);
  const q = Float64Array.from(rotation);
  // from the axes of the end to those of the body frame
  const turn = new Float64Array(4);
  quat.conjugate(turn, 0, system.axes, 4 * index);
  quat.multiply(turn, 0, turn, 0, q, 0);
  const local = new Float64Array(9);
  quat.toMatrix(local, 0, turn, 0);
  return new BodyEnd(index, `body ${body}`, system.toBodyPoint(body, point), local);
}

class BodyEnd implements End {
  readonly carrier = Carrier.body;
  readonly index: number;
  readonly width = 6;
  readonly turns = true;
  readonly name: string;
  readonly at = new Float64Array(endSize);
  /** The point and the axes in the body frame. */
  private readonly point: Float64Array;
  private readonly axes: Float64Array;
  /** r = p − x. */
  private readonly r = new Float64Array(3);
  private hasAxes = true;

  constructor(index: number, name: string, point: Float64Array, axes: Float64Array) {
    this.index = index;
    this.name = name;
    this.point = point;
    this.axes = axes;
  }

  locate({ system }: MechanismState): void {
    const { at, r, index, point } = this;
    const { rotation: R, velocity, angularVelocity, state } = system;
    const m = 9 * index;
    const v = 3 * index;
    const x = bodySize * index + Slot.x;
    const px = point[0];
    const py = point[1];
    const pz = point[2];
    const rx = R[m] * px + R[m + 1] * py + R[m + 2] * pz;
    const ry = R[m + 3] * px + R[m + 4] * py + R[m + 5] * pz;
    const rz = R[m + 6] * px + R[m + 7] * py + R[m + 8] * pz;
    const ox = angularVelocity[v];
    const oy = angularVelocity[v + 1];
    const oz = angularVelocity[v + 2];
    const ux = oy * rz - oz * ry;
    const uy = oz * rx - ox * rz;
    const uz = ox * ry - oy * rx;
    r[0] = rx;
    r[1] = ry;
    r[2] = rz;
    at[EndSlot.point] = state[x] + rx;
    at[EndSlot.point + 1] = state[x + 1] + ry;
    at[EndSlot.point + 2] = state[x + 2] + rz;
    at[EndSlot.velocity] = velocity[v] + ux;
    at[EndSlot.velocity + 1] = velocity[v + 1] + uy;
    at[EndSlot.velocity + 2] = velocity[v + 2] + uz;
    at[EndSlot.acceleration] = oy * uz - oz * uy;
    at[EndSlot.acceleration + 1] = oz * ux - ox * uz;
    at[EndSlot.acceleration + 2] = ox * uy - oy * ux;
    at[EndSlot.angularVelocity] = ox;
    at[EndSlot.angularVelocity + 1] = oy;
    at[EndSlot.angularVelocity + 2] = oz;
    if (this.hasAxes) mat3.multiply(at, EndSlot.axes, R, m, this.axes, 0);
  }

  omitAxes(): void {
    this.hasAxes = false;
  }

  writePoint(out: Float64Array, o: number, sign: number): void {
    const { r } = this;
    const x = sign * r[0];
    const y = sign * r[1];
    const z = sign * r[2];
    out[o] = sign;
    out[o + 1] = 0;
    out[o + 2] = 0;
    out[o + 3] = 0;
    out[o + 4] = z;
    out[o + 5] = -y;
    out[o + 6] = 0;
    out[o + 7] = sign;
    out[o + 8] = 0;
    out[o + 9] = -z;
    out[o + 10] = 0;
    out[o + 11] = x;
    out[o + 12] = 0;
    out[o + 13] = 0;
    out[o + 14] = sign;
    out[o + 15] = y;
    out[o + 16] = -x;
    out[o + 17] = 0;
  }

  writeRow(out: Float64Array, o: number, n: Float64Array, i: number, t: Float64Array, j: number): void {
    const { r } = this;
    const nx = n[i];
    const ny = n[i + 1];
    const nz = n[i + 2];
    out[o] = nx;
    out[o + 1] = ny;
    out[o + 2] = nz;
    out[o + 3] = r[1] * nz - r[2] * ny + t[j];
    out[o + 4] = r[2] * nx - r[0] * nz + t[j + 1];
    out[o + 5] = r[0] * ny - r[1] * nx + t[j + 2];
  }
}

const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1];
