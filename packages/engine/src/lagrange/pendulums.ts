/**
 * Pendulums of rods without mass, with weights at their ends.
 *
 *   planar      p_i = p_{i−1} + ℓ_i (sin θ_i, −cos θ_i, 0)               u = θ, one angle a rod, each from the vertical
 *   spherical   p = c + ℓ (sin θ cos φ, −cos θ, sin θ sin φ)              u = (θ, φ); where θ = 0, φ has no meaning
 *
 * A `rotation` turns them: that about x by 90° makes z the vertical.
 *
 * Follows: Constrained Dynamics, section 5.
 */
import { requireKnown } from "../constrain/index.js";
import { fail, requirePositive, requireVector, type VectorExpression, vector } from "../math/index.js";
import { createGeneralizedBody, type GeneralizedBody } from "./generalized-body.js";
import { readNumbers } from "./part.js";
import { constantRotation } from "./rotation-expression.js";

/** Pose, gravity and name of a pendulum. */
interface PendulumPlace {
  /** Pivot, m. Default the origin. */
  readonly pivot?: ArrayLike<number>;
  /** Rotation of the axes, a quaternion [x, y, z, w]. Default none. */
  readonly rotation?: ArrayLike<number>;
  /** Acceleration of gravity, m/s². Default (0, −9.81, 0). */
  readonly gravity?: ArrayLike<number>;
  /** Name in reports. Default "pendulum". */
  readonly name?: string;
}

const placeKeys = ["pivot", "rotation", "gravity", "name"];

/** Options of a planar pendulum. */
export interface PendulumOptions extends PendulumPlace {
  /** Length ℓ of each rod, m, from the pivot on. */
  readonly lengths: readonly number[];
  /** Mass at the end of each rod, kg. */
  readonly masses: readonly number[];
  /** Angle θ of each rod at the start, rad. */
  readonly angles: readonly number[];
  /** Rates θ̇ at the start, rad/s. Default zeros. */
  readonly rates?: readonly number[];
}

/** Creates a planar pendulum of one, two or more rods: part i is weight i. */
export function createPendulum(options: PendulumOptions): GeneralizedBody {
  requireKnown("pendulum", options, ["lengths", "masses", "angles", "rates", ...placeKeys]);
  const { lengths, masses, angles, rates } = options;
  const n = lengths?.length;
  if (!Array.isArray(lengths) || n === 0) {
    fail("no-rods", "pendulum.lengths", "must be a list of one length or more", lengths);
  }
  if (!Array.isArray(masses) || masses.length !== n) {
    fail("wrong-length", "pendulum.masses", `must be a list of ${n}, one a rod`, masses);
  }
  for (let i = 0; i < n; i++) {
    requirePositive(`pendulum.lengths[${i}]`, lengths[i]);
    requirePositive(`pendulum.masses[${i}]`, masses[i]);
  }
  const { turn, pivot, gravity, name } = readPlace("pendulum", options);
  return createGeneralizedBody({
    coordinates: readNumbers("pendulum.angles", angles, n),
    rates: readNumbers("pendulum.rates", rates, n),
    parts: (theta) => {
      const points: VectorExpression[] = [];
      let p = vector(0, 0, 0);
      theta.forEach((angle, i) => {
        p = p.plus([angle.sin().times(lengths[i]), angle.cos().times(-lengths[i]), 0]);
        points.push(turn.rotate(p).plus(pivot));
      });
      return points;
    },
    masses,
    gravity,
    name,
  });
}

/** Options of a spherical pendulum. */
export interface SphericalPendulumOptions extends PendulumPlace {
  /** Length of the rod, m. */
  readonly length: number;
  /** Mass, kg. */
  readonly mass: number;
  /** Polar angle θ from the vertical at the start, rad. */
  readonly polar: number;
  /** Azimuth φ about the vertical at the start, rad. Default 0. */
  readonly azimuth?: number;
  /** Rate of the polar angle at the start, rad/s. Default 0. */
  readonly polarRate?: number;
  /** Rate of the azimuth at the start, rad/s. Default 0. */
  readonly azimuthRate?: number;
}

/**
 * Creates a spherical pendulum, a weight on a rod that may swing to all sides: part 0 is the weight. Its coordinates are singular
 * straight below the pivot.
 */
export function createSphericalPendulum(options: SphericalPendulumOptions): GeneralizedBody {
  const own = ["length", "mass", "polar", "azimuth", "polarRate", "azimuthRate"];
  requireKnown("pendulum", options, [...own, ...placeKeys]);
  const { length, mass, polar, azimuth = 0, polarRate = 0, azimuthRate = 0 } = options;
  requirePositive("pendulum.length", length);
  requirePositive("pendulum.mass", mass);
  const { turn, pivot, gravity, name } = readPlace("pendulum", options);
  return createGeneralizedBody({
    coordinates: readNumbers("pendulum.polar and azimuth", [polar, azimuth], 2),
    rates: readNumbers("pendulum.polarRate and azimuthRate", [polarRate, azimuthRate], 2),
    parts: ([theta, phi]) => {
      const side = theta.sin().times(length);
      const p = vector(side.times(phi.cos()), theta.cos().times(-length), side.times(phi.sin()));
      return [turn.rotate(p).plus(pivot)];
    },
    masses: [mass],
    gravity,
    name,
  });
}

function readPlace(path: string, options: PendulumPlace) {
  const { pivot = [0, 0, 0], rotation = [0, 0, 0, 1], gravity = [0, -9.81, 0], name = "pendulum" } = options;
  requireVector(`${path}.pivot`, pivot);
  requireVector(`${path}.gravity`, gravity);
  return { turn: constantRotation(rotation), pivot: Array.from(pivot), gravity, name };
}
