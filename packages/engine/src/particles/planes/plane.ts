/**
 * Planes that particles collide with. P is a point of the plane and N its unit normal, which points to the admissible side; the
 * sign of (X − P)·N gives the side of a point X.
 *
 * Follows: Particle System Dynamics, section 7.
 */
import { fail, requireNonNegative, requireOptions, requireVector, vec3 } from "../../math/index.js";

/** Friction of a plane. λ = −N·f ≥ 0 is the contact force that balances the normal part of the force f on a particle. */
export type Friction =
  /** No friction. */
  | { readonly model: "none" }
  /** Friction linear in the velocity, as in the notes: −k λ v_t, with k in s/m. */
  | { readonly model: "linear"; readonly coefficient: number }
  /** Coulomb friction: −μ λ v̂_t in sliding, at most μ_s λ in sticking. `static` is μ_s; its default is `kinetic`, μ. */
  | { readonly model: "coulomb"; readonly kinetic: number; readonly static?: number }
  /** A perfectly non-slippery surface: v_t is zeroed on touching. */
  | { readonly model: "stick" };

/** Options of a plane. */
export interface PlaneOptions {
  /** Any point P of the plane, m. */
  readonly point: ArrayLike<number>;
  /** Normal N, towards the admissible side; of any length but zero. */
  readonly normal: ArrayLike<number>;
  /** Coefficient of restitution r: the normal velocity is multiplied by −r. 0 (default) without a bounce, 1 elastic. */
  readonly restitution?: number;
  /** Friction model. Default none. */
  readonly friction?: Friction;
}

/** A plane with its coefficients, as the contact code reads it. */
export interface Plane {
  /** Unit normal N. */
  readonly normal: Float64Array;
  /** Offset N·P, m. */
  readonly offset: number;
  /** Coefficient of restitution, from 0 to 1. */
  readonly restitution: number;
  /** Kinetic coefficient of Coulomb friction μ; infinite for "stick", 0 without Coulomb friction. */
  readonly kinetic: number;
  /** Static coefficient of Coulomb friction μ_s ≥ μ. */
  readonly static: number;
  /** Coefficient k of linear friction, s/m; 0 without. */
  readonly linear: number;
}

/** Creates a plane from its options; throws where they are not those of a plane. */
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
