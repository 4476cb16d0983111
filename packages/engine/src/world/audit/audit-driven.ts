/**
 * Consistency of the positions of driven bodies with their velocities. A path gives both by itself, and an inconsistent path
 * drags along the bodies that rest on it:
 *
 *   x(t₁) − x(t₀) = ∫ v dt,     q(t₁) − q(t₀) = ∫ ½ ω q dt
 *
 * by Gauss' formula on panels, which are halved until both sides agree, at once where the path is smooth. If they do not agree
 * and the integral is known, because the last halving did not change it, the path is reported; otherwise, as where a velocity
 * jumps, it is not.
 */
import { quat, vec3 } from "../../math/index.js";
import { PathSlot, pathFrameLength, type RigidSystem } from "../../rigid/index.js";
import { note, type Worst } from "../record/index.js";
import { gauss, gaussWeights } from "../trajectory/index.js";
import { knownIntegral, maxPanels, sameSide } from "./parameters.js";

/** Number of entries of a pose: x and q. */
const placeSize = 7;

const frame = new Float64Array(pathFrameLength);
const time = new Float64Array(1);
const rate = new Float64Array(4);
const before = new Float64Array(placeSize);
const after = new Float64Array(placeSize);
const integral = new Float64Array(placeSize);
const coarser = new Float64Array(placeSize);
const off = new Float64Array(placeSize);

/**
 * Records the difference of the poses of driven bodies from the integrals of their velocities between two times; a radian counts
 * as a metre.
 */
export function auditDriven(system: RigidSystem, from: number, to: number, worst: Worst): void {
  if (system.kinematics.count === 0 || !(to > from)) return;
  for (let i = 0; i < system.count; i++) {
    if (!system.kinematics.isDriven(i)) continue;
    if (!readPlace(before, system, i, from) || !readPlace(after, system, i, to)) continue;
    let way = Infinity;
    let isKnown = false;
    for (let panels = 1; panels <= maxPanels && way > 0; panels *= 2) {
      coarser.set(integral);
      if (!integrate(system, i, from, to, panels)) break;
      for (let k = 0; k < placeSize; k++) off[k] = integral[k] - coarser[k];
      isKnown = measure(off) <= knownIntegral;
      for (let k = 0; k < placeSize; k++) off[k] = integral[k] - (after[k] - before[k]);
      way = measure(off) - knownIntegral;
    }
    if (isKnown && way > 0) note(worst, "kinematicError", way, system, i, to);
  }
}

/** Returns the size of the difference of two poses, m, with the rotation in rad: a small change of q is half an angle. */
function measure(difference: Float64Array): number {
  return vec3.length(difference, 0) + 2 * Math.sqrt(quat.dot(difference, 3, difference, 3));
}

/** Writes the pose of driven body i at time t; returns false if it has none. */
function readPlace(out: Float64Array, system: RigidSystem, i: number, t: number): boolean {
  time[0] = t;
  if (!readFrame(system, i, out === before)) return false;
  for (let k = 0; k < 3; k++) out[k] = frame[PathSlot.position + k];
  for (let k = 0; k < 4; k++) out[3 + k] = frame[PathSlot.rotation + k];
  return true;
}

/**
 * Writes the motion at time[0] to `frame`, with q or −q nearest to the first rotation; returns false after half a turn, where
 * both are as near.
 */
function readFrame(system: RigidSystem, i: number, isFirst: boolean): boolean {
  if (!system.kinematics.writeMotion(frame, 0, system, i, time)) return false;
  if (isFirst) return true;
  const q = PathSlot.rotation;
  const along = quat.dot(frame, q, before, 3);
  if (along < 0) for (let k = q; k < q + 4; k++) frame[k] = -frame[k];
  return Math.abs(along) > sameSide;
}

/** Writes ∫ v dt and ∫ ½ ω q dt by a number of panels to `integral`; returns false if the path has no motion at a node. */
function integrate(system: RigidSystem, i: number, from: number, to: number, panels: number): boolean {
  const width = (to - from) / panels;
  integral.fill(0);
  for (let p = 0; p < panels; p++) {
    for (let j = 0; j < gauss.length; j++) {
      time[0] = from + (p + gauss[j]) * width;
      if (!readFrame(system, i, false)) return false;
      quat.setDerivative(rate, 0, frame, PathSlot.angularVelocity, frame, PathSlot.rotation);
      const w = gaussWeights[j] * width;
      for (let k = 0; k < 3; k++) integral[k] += w * frame[PathSlot.velocity + k];
      for (let k = 0; k < 4; k++) integral[3 + k] += w * rate[k];
    }
  }
  return true;
}
