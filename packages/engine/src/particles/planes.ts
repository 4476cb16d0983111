/**
 * Planes that particles collide with. P is a point of the plane and N its unit normal, pointing to the legal side; the
 * sign of (X − P)·N tells on which side a point X is.
 *
 * Follows: Particle System Dynamics, section 7.
 */
import { fail, requireNonNegative, requireOptions, requireVector, vec3 } from "../math/index.js";

/** How a surface resists sliding. N·f < 0 is the force that presses the particle on; λ = −N·f ≥ 0 answers it. */
export type Friction =
  /** Not at all. */
  | { readonly model: "none" }
  /** The simple model of the notes: −k λ v_t, with k in s/m. */
  | { readonly model: "linear"; readonly coefficient: number }
  /** Sliding: −μ λ v̂_t. At rest: whatever it takes, up to μ_s λ. `static` is μ_s, by default the same as `kinetic`. */
  | { readonly model: "coulomb"; readonly kinetic: number; readonly static?: number }
  /** A perfectly non-slippery surface: v_t is zeroed on touching. */
  | { readonly model: "stick" };

export interface PlaneOptions {
  /** P, any point of the plane. */
  readonly point: ArrayLike<number>;
  /** N, towards the legal side; need not have unit length. */
  readonly normal: ArrayLike<number>;
  /** r: the normal velocity is multiplied by −r. 0 (default): no bounce; 1: elastic. */
  readonly restitution?: number;
  /** Default none. */
  readonly friction?: Friction;
}

/** A plane as the contact code reads it. */
export interface Plane {
  /** N. */
  readonly normal: Float64Array;
  /** N·P. */
  readonly offset: number;
  readonly restitution: number;
  /** Kinetic and static coefficient of Coulomb friction; infinite for "stick", 0 without. */
  readonly kinetic: number;
  readonly static: number;
  /** k of the linear model, else 0. */
  readonly linear: number;
}

/** Checks the options of a plane and works them out. */
export function createPlane(path: string, options: PlaneOptions): Plane {
  requireOptions(path, options, "{ point: [0, 0, 0], normal: [0, 1, 0] }");
  const { point, normal, restitution = 0, friction = { model: "none" } } = options;
  requireOptions(`${path}.friction`, friction, '{ model: "coulomb", kinetic: 0.3 }');
  requireVector(`${path}.point`, point);
  requireVector(`${path}.normal`, normal);
  const N = Float64Array.from(normal);
  if (!vec3.normalize(N, 0, N, 0)) fail("zero-vector", `${path}.normal`, "must not be the zero vector", normal);
  if (!(typeof restitution === "number" && restitution >= 0 && restitution <= 1)) {
    fail("out-of-range", `${path}.restitution`, "must be a number from 0 to 1", restitution);
  }
  const offset = N[0] * point[0] + N[1] * point[1] + N[2] * point[2];
  return { normal: N, offset, restitution, ...readFriction(`${path}.friction`, friction) };
}

function readFriction(path: string, friction: Friction): { kinetic: number; static: number; linear: number } {
  switch (friction.model) {
    case "none":
      return { kinetic: 0, static: 0, linear: 0 };
    case "stick":
      return { kinetic: Infinity, static: Infinity, linear: 0 };
    case "linear":
      requireNonNegative(`${path}.coefficient`, friction.coefficient);
      return { kinetic: 0, static: 0, linear: friction.coefficient };
    case "coulomb": {
      const { kinetic, static: atRest = kinetic } = friction;
      requireNonNegative(`${path}.kinetic`, kinetic);
      if (!(atRest >= kinetic)) fail("out-of-range", `${path}.static`, `must be >= kinetic (${kinetic})`, atRest);
      return { kinetic, static: atRest, linear: 0 };
    }
    default: {
      const { model } = friction as { model: unknown };
      return fail("unknown", `${path}.model`, 'must be "none", "linear", "coulomb" or "stick"', model);
    }
  }
}
