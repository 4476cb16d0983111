/**
 * Whether driven bodies are where their velocities lead. A path tells places and velocities by itself, and one that contradicts itself
 * drags along what stands on it:
 *
 *   x(t₁) − x(t₀) = ∫ v dt,     q(t₁) − q(t₀) = ∫ ½ ω q dt
 *
 * by Gauss' formula on panels, halved until the two agree, as they do at once where the path is smooth. Where they never do, and the
 * integral is known: the last halving did not change it, the path is told of. Where it is not, as where a velocity jumps, nothing is.
 */
import { quat, vec3 } from "../../math/index.js";
import { PathSlot, pathFrameLength, type RigidSystem } from "../../rigid/index.js";
import { note, type Worst } from "../record/index.js";
import { gauss, gaussWeights } from "../trajectory/index.js";

/** Panels, at most: a jerk of a hundredth of the time is seen. An integral that halving changes by less, m or rad, is known. */
const mostPanels = 128;
const known = 1e-10;
/** The cosine of half the angle up to which q and −q are told apart. */
const sameSide = 0.3;
/** Numbers of a place: x and q. */
const placeSize = 7;

const frame = new Float64Array(pathFrameLength);
const time = new Float64Array(1);
const rate = new Float64Array(4);
const before = new Float64Array(placeSize);
const after = new Float64Array(placeSize);
const integral = new Float64Array(placeSize);
const coarser = new Float64Array(placeSize);
const off = new Float64Array(placeSize);

/** Notes how far driven bodies are from where their velocities lead between two times; a radian counts as a metre. */
export function auditDriven(system: RigidSystem, from: number, to: number, worst: Worst): void {
  if (system.kinematics.count === 0 || !(to > from)) return;
  for (let i = 0; i < system.count; i++) {
    if (!system.kinematics.isDriven(i)) continue;
    if (!readPlace(before, system, i, from) || !readPlace(after, system, i, to)) continue;
    let way = Infinity;
    let isKnown = false;
    for (let panels = 1; panels <= mostPanels && way > 0; panels *= 2) {
      coarser.set(integral);
      if (!integrate(system, i, from, to, panels)) break;
      for (let k = 0; k < placeSize; k++) off[k] = integral[k] - coarser[k];
      isKnown = measure(off) <= known;
      for (let k = 0; k < placeSize; k++) off[k] = integral[k] - (after[k] - before[k]);
      way = measure(off) - known;
    }
    if (isKnown && way > 0) note(worst, "kinematicError", way, system, i, to);
  }
}

/** How far a difference of two places is, the turning in rad: a small change of q is half an angle. */
function measure(difference: Float64Array): number {
  return vec3.length(difference, 0) + 2 * Math.sqrt(quat.dot(difference, 3, difference, 3));
}

function readPlace(out: Float64Array, system: RigidSystem, i: number, t: number): boolean {
  time[0] = t;
  if (!readFrame(system, i, out === before)) return false;
  for (let k = 0; k < 3; k++) out[k] = frame[PathSlot.position + k];
  for (let k = 0; k < 4; k++) out[3 + k] = frame[PathSlot.rotation + k];
  return true;
}

/** The motion at time[0], to `frame`, with q on the side of where it was at first: false where that cannot be told, after half a turn. */
function readFrame(system: RigidSystem, i: number, isFirst: boolean): boolean {
  if (!system.kinematics.writeMotion(frame, 0, system, i, time)) return false;
  if (isFirst) return true;
  const q = PathSlot.rotation;
  const along = quat.dot(frame, q, before, 3);
  if (along < 0) for (let k = q; k < q + 4; k++) frame[k] = -frame[k];
  return Math.abs(along) > sameSide;
}

/** ∫ v dt and ∫ ½ ω q dt by so many panels, to `integral`. */
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
