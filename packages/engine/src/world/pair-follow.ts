/**
 * How long two convex parts that touch or nearly so are proved not to come deeper than δ, by the directions of their gap. At
 * both ends of a step Δ the gap g and its direction n are measured. Between them let n turn evenly, at ν = ∠(n₀, n₁)/Δ: each
 * n·(a − b), a a point of A and b one of B, has a second derivative of no more than
 *
 *   α' = α + 2νV + ν²D            V, α bound speed and acceleration of the points relative to each other, D their distance
 *
 * and so the gap, which is never less than the least of them, keeps
 *
 *   g ≥ (1 − ξ) g₀ + ξ g₁ − ½ α' Δ² ξ (1 − ξ) ≥ −δ,   0 ≤ ξ ≤ 1
 *
 * What parts with a finite acceleration alone is so seen off in few steps, however its features turn: edges that cross have
 * no fixed direction in which they stay apart.
 *
 * Follows: Rigid Body Simulation, section 7.1.
 */
import {
  collideShapes,
  frameSize,
  ImpactRange,
  type ImpactSearch,
  Kind,
  type MovingPair,
  PairSlot,
} from "../collide/index.js";
import { vec3 } from "../math/index.js";

/** Looks, all together. */
const maxLooks = 500;
/** Part of the step expected to be proved that is tried. */
const most = 0.95;
const n0 = new Float64Array(3);
const d = new Float64Array(3);

/**
 * Moves the beginning of search.range on as far as nothing deeper than δ, or 2δ while the gap is below δ, is proved. The
 * range is then empty, or the pair comes near at its beginning, or no step worth taking could be proved. Leaves alone what
 * overlaps, and meshes. Returns the number of looks.
 */
export function followPair(search: ImpactSearch, moving: MovingPair): number {
  const { range, time, frames, pair, settings } = search;
  const { shapeA, shapeB } = moving;
  if (shapeA.mesh !== null || shapeB.mesh !== null) return 0;
  const isPlane = shapeA.kind === Kind.plane || shapeB.kind === Kind.plane;
  const V = range[ImpactRange.speed];
  const alpha = range[ImpactRange.acceleration];
  const to = range[ImpactRange.to];
  const delta = settings[1];
  if (!(alpha < Infinity)) return 0;
  time[0] = range[ImpactRange.from];
  measure(search, moving);
  let g0 = pair.values[PairSlot.gap];
  vec3.copy(n0, 0, pair.values, PairSlot.normal);
  let t = time[0];
  let step = Math.sqrt((8 * (Math.max(g0, 0) + delta)) / alpha);
  let looks = 1;
  while (t < to && g0 >= -delta && looks < maxLooks) {
    const sure = (Math.max(g0, 0) + delta) / V;
    if (sure >= to - t) {
      t = to;
      break;
    }
    if (!(step > sure)) step = sure;
    const next = Math.min(t + step, to);
    const length = next - t;
    time[0] = next;
    measure(search, moving);
    looks++;
    const g1 = pair.values[PairSlot.gap];
    const allowed = g0 > delta ? delta : 2 * delta;
    // 2 sin(angle/2) of the directions, and not less than the angle
    vec3.subtract(d, 0, pair.values, PairSlot.normal, n0, 0);
    const chord = Math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    const nu = (chord * (1 + 0.1 * chord * chord)) / length;
    let far = V * length;
    if (nu > 0 && !isPlane) {
      vec3.subtract(d, 0, frames, 0, frames, frameSize);
      far += Math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]) + shapeA.reach + shapeB.reach;
    }
    const bend = alpha + nu * (2 * V + nu * far);
    const q = 0.5 * bend * length * length;
    const change = g1 - g0;
    // the least of g₀ + change ξ − q ξ (1 − ξ)
    let least = Math.min(g0, g1);
    if (q > Math.abs(change)) {
      const xi = 0.5 - change / (2 * q);
      least = g0 + change * xi - q * xi * (1 - xi);
    }
    // a plane that turns reaches farther than its direction tells
    const isProved = least >= -allowed && chord < 1 && !(isPlane && nu > 1e-9 / length);
    if (isProved) {
      t = next;
      g0 = g1;
      vec3.copy(n0, 0, pair.values, PairSlot.normal);
      step = chooseStep(g0 + (g0 > delta ? delta : 2 * delta), change / length, bend);
    } else if (step > 2 * sure) step = Math.min(0.5 * length, chooseStep(g0 + allowed, change / length, bend));
    else break;
  }
  range[ImpactRange.from] = t;
  return looks;
}

/** The longest step that will be proved if the gap, so far above what is allowed, goes on at this rate and bends by α'. */
function chooseStep(room: number, rate: number, bend: number): number {
  // the chord alone decides where it falls faster than that
  if (rate < 0 && bend * room <= 2 * rate * rate) return (most * room) / -rate;
  return (most * 2 * (rate + Math.sqrt(2 * bend * room))) / bend;
}

/** The pair at time[0]. */
function measure({ frames, time, pair }: ImpactSearch, moving: MovingPair): void {
  moving.place(frames, time);
  const { shapeA, shapeB, cache, slot } = moving;
  collideShapes(pair, shapeA, frames, 0, shapeB, frames, frameSize, cache, slot, 0);
}
