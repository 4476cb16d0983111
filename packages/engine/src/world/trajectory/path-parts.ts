/**
 * Parts of bodies on a path: bounds on the relative motion of two parts, and boxes that a part does not leave.
 *
 * Follows: Rigid Body Simulation, section 7.
 */
import { computeBounds, frameSize, growBounds, MotionRange } from "../../collide/index.js";
import type { PartTable } from "../../contact/index.js";
import { resize, vec3 } from "../../math/index.js";
import { initialParts } from "./parameters.js";
import type { StepPath } from "./path.js";
import { PathBound, poseSize } from "./path-bounds.js";

const pose = new Float64Array(2 * poseSize);
const bounds = new Float64Array(12);
const at = new Float64Array(1);
const within = new Float64Array(2);
const frame = new Float64Array(frameSize);
const box = new Float64Array(6);
/** Relative speed and acceleration of the origins, from the last call of `writePairBounds`. */
const linear = new Float64Array(2);

/**
 * Writes the bounds on the relative speed and acceleration of the points of parts pA and pB (`PairBound`); pB may be recorded on
 * another path. The common motion of two bodies on one path cancels.
 */
export function writePairBounds(
  out: Float64Array,
  o: number,
  pathA: StepPath,
  parts: PartTable,
  pA: number,
  pB: number,
  pathB: StepPath,
  range: Float64Array,
): void {
  const a = parts.body[pA];
  const b = parts.body[pB];
  pathA.writePartBounds(bounds, 0, parts, pA, range);
  pathB.writePartBounds(bounds, 5, parts, pB, range);
  out[o] = bounds[PathBound.speed] + bounds[5 + PathBound.speed];
  out[o + 1] = bounds[PathBound.acceleration] + bounds[5 + PathBound.acceleration];
  if (pathB === pathA && a >= 0 && b >= 0 && pathA.contains(a) && pathA.contains(b)) {
    pathA.writeDifference(bounds, 10, a, b, range);
    out[o] = Math.min(out[o], bounds[10]);
    out[o + 1] = Math.min(out[o + 1], bounds[11]);
  }
  linear[0] = out[o];
  linear[1] = out[o + 1];
  for (let side = 0; side < 10; side += 5) {
    const spin = bounds[side + PathBound.spin];
    const rate = bounds[side + PathBound.spinRate];
    if (spin === 0 && rate === 0) continue;
    let r = parts.reach[side === 0 ? pA : pB];
    if (r === Infinity)
      r =
        side === 0
          ? measureLever(parts, pB, pathB, pathA, pA, range)
          : measureLever(parts, pA, pathA, pathB, pB, range);
    out[o] += spin * r;
    out[o + 1] += (rate + spin * spin) * r;
  }
}

/**
 * Writes the bounds on the rotation of the two parts of the last call of `writePairBounds`, from slot `withA` of `MotionRange`
 * on. For a normal that rotates with B every point b counts as the origin of B, because n·(b − x_B) is constant:
 *
 *   f″ = n·(ä − v̇_B) + 2ṅ·(ȧ − v_B) + n̈·(a − x_B),   |ṅ| ≤ |ω_B|,   |n̈| ≤ |ω̇_B| + |ω_B|²
 */
export function writeTurns(
  out: Float64Array,
  pathA: StepPath,
  parts: PartTable,
  pA: number,
  pB: number,
  pathB: StepPath,
  range: Float64Array,
): void {
  const reachA = parts.reach[pA];
  const reachB = parts.reach[pB];
  const spinA = bounds[PathBound.spin];
  const spinB = bounds[5 + PathBound.spin];
  const turnA = bounds[PathBound.spinRate] + spinA * spinA;
  const turnB = bounds[5 + PathBound.spinRate] + spinB * spinB;
  out.fill(Infinity, MotionRange.withA);
  if ((turnA === 0 && turnB === 0) || !(reachA + reachB < Infinity)) return;
  const lever = measureLever(parts, pA, pathA, pathB, pB, range);
  const speed = linear[0];
  const acceleration = linear[1];
  const withB = acceleration + turnA * reachA + 2 * spinB * (speed + spinA * reachA) + turnB * lever;
  const withA =
    acceleration + turnB * reachB + 2 * spinA * (speed + spinB * reachB) + turnA * (lever - reachA + reachB);
  out[MotionRange.withA] = withA;
  out[MotionRange.withB] = withB;
  out[MotionRange.spinA] = spinA;
  out[MotionRange.spinB] = spinB;
  out[MotionRange.turnA] = turnA;
  out[MotionRange.turnB] = turnB;
  out[MotionRange.lever] = lever + reachB;
}

/**
 * Returns the largest distance of the points of part p from the origin of a body with a plane: the lever of a rotation of the
 * plane.
 */
function measureLever(
  parts: PartTable,
  p: number,
  path: StepPath,
  other: StepPath,
  plane: number,
  range: Float64Array,
): number {
  at[0] = range[0];
  path.writePartPose(pose, 0, parts, p, at);
  other.writePartPose(pose, poseSize, parts, plane, at);
  const way = bounds[PathBound.displacement] + bounds[5 + PathBound.displacement];
  return Math.sqrt(vec3.distanceSquared(pose, 0, pose, poseSize)) + way + parts.reach[p];
}

/** Swept boxes by the number of the part, and the versions of the paths for which they were computed. */
let boxes = new Float64Array(6 * initialParts);
let versions = new Float64Array(initialParts);

/** Writes a box that contains part p along the whole path. It is kept, because it is needed for every other part nearby. */
export function writeSweptBox(out: Float64Array, o: number, path: StepPath, parts: PartTable, p: number): void {
  if (p >= versions.length) {
    boxes = resize(boxes, 12 * (p + 1));
    versions = resize(versions, 2 * (p + 1));
  }
  const b = 6 * p;
  if (versions[p] !== path.version || path.version === 0) {
    sweepBox(boxes, b, path, parts, p);
    versions[p] = path.version;
  }
  for (let k = 0; k < 6; k++) out[o + k] = boxes[b + k];
}

/**
 * Computes the swept box of part p. Between two times Δ apart a point is no farther than αΔ²/8 from the chord between its
 * positions, with α the bound on its acceleration.
 */
function sweepBox(out: Float64Array, o: number, path: StepPath, parts: PartTable, p: number): void {
  const { times, segmentCount } = path;
  const shape = parts.shapes[p];
  if (shape === null) return;
  for (let k = 0; k < 3; k++) {
    out[o + k] = Infinity;
    out[o + 3 + k] = -Infinity;
  }
  const isStill = parts.body[p] >= 0 && !path.moves(parts.body[p]);
  if (isStill || segmentCount === 0) {
    at[0] = times[0];
    path.writeFrame(frame, 0, parts, p, at);
    computeBounds(out, o, shape, frame, 0);
    return;
  }
  for (let s = 0; s < segmentCount; s++) {
    within[0] = times[s];
    within[1] = times[s + 1];
    path.writePartBounds(bounds, 0, parts, p, within);
    const spin = bounds[PathBound.spin];
    const turn = bounds[PathBound.spinRate] + spin * spin;
    const alpha = bounds[PathBound.acceleration] + (turn === 0 ? 0 : turn * parts.reach[p]);
    const half = 0.5 * (times[s + 1] - times[s]);
    for (let k = 0; k < 3; k++) {
      at[0] = k === 2 ? times[s + 1] : times[s] + k * half;
      path.writeFrame(frame, 0, parts, p, at);
      computeBounds(box, 0, shape, frame, 0);
      growBounds(box, 0, (alpha * half * half) / 8);
      for (let c = 0; c < 3; c++) {
        out[o + c] = Math.min(out[o + c], box[c]);
        out[o + 3 + c] = Math.max(out[o + 3 + c], box[3 + c]);
      }
    }
  }
}
