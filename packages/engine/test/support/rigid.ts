/** Helpers of the rigid-body tests: reading a state, random bodies, methods by name. */
import { nextInRange, nextRotation, quat, type Rng } from "@rigor/engine/math";
import { adams, dopri5, midpoint, type Problem, radau5, rk4, type Stepper, stepDoubling } from "@rigor/engine/ode";
import { type BodyOptions, bodySize, type RigidSystem, Slot, splitting } from "@rigor/engine/rigid";

/** ω of body i in its principal axes, from a state and the moments alone. */
export function readOmega(state: Float64Array, moments: ArrayLike<number>, i = 0): Float64Array {
  const omega = new Float64Array(3);
  quat.rotateVectorInverse(omega, 0, state, bodySize * i + Slot.q, state, bodySize * i + Slot.L);
  return omega.map((value, c) => value / moments[c]);
}

/** The angle between body i's principal axes and a rotation [x, y, z, w]. */
export function measureAngle(state: Float64Array, rotation: ArrayLike<number>, i = 0): number {
  return quat.angleBetween(Float64Array.from(rotation), 0, state, bodySize * i + Slot.q);
}

/** The largest difference of two lists. */
export function maxDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return Array.from(a).reduce((worst, value, k) => Math.max(worst, Math.abs(value - b[k])), 0);
}

/** Every method that takes a tolerance. */
export const adaptiveMethods: Record<string, (system: RigidSystem, tolerance: number) => Stepper> = {
  dopri5: (system, tolerance) => dopri5(system, { tolerance }),
  adams: (system, tolerance) => adams(system, { tolerance }),
  radau5: (system, tolerance) => radau5(system, { tolerance }),
  "midpoint with step doubling": (system, tolerance) => stepDoubling(midpoint, system, { tolerance, safety: 0.9 }),
  "rk4 with step doubling": (system, tolerance) => stepDoubling(rk4, system, { tolerance, safety: 0.9 }),
  "splitting with step doubling": (system, tolerance) =>
    stepDoubling((_, options) => splitting(system, options), system, { tolerance, safety: 0.9 }),
};

/** Three numbers from −size to size. */
export function randomVector(rng: Rng, size: number): number[] {
  return [0, 1, 2].map(() => nextInRange(rng, -size, size));
}

/** Principal moments that some body has: sums of two of three positive numbers, well apart from one another. */
export function randomMoments(rng: Rng): [number, number, number] {
  const spread = [nextInRange(rng, 0.3, 0.6), nextInRange(rng, 0.9, 1.2), nextInRange(rng, 1.5, 2)];
  const first = Math.floor(nextInRange(rng, 0, 3));
  const [a, b, c] = [0, 1, 2].map((k) => spread[(first + k) % 3]);
  return [b + c, a + c, a + b];
}

export type RandomBody = Required<
  Pick<BodyOptions, "inertia" | "position" | "rotation" | "velocity" | "angularVelocity">
> & { readonly mass: number };

/** A free body with random mass properties, place and motion. */
export function randomBody(rng: Rng): RandomBody {
  const rotation = new Float64Array(4);
  nextRotation(rotation, 0, rng);
  return {
    mass: nextInRange(rng, 0.5, 2),
    inertia: randomMoments(rng),
    position: randomVector(rng, 2),
    rotation,
    velocity: randomVector(rng, 1),
    angularVelocity: randomVector(rng, 2),
  };
}

/** The system with `count` integrals beside its state, whose rates `rate` writes from `out[o]` on; they begin at 0. */
export function addIntegrals(
  system: RigidSystem,
  count: number,
  rate: (out: Float64Array, o: number) => void,
): Problem {
  const n = system.dimension;
  const inner = new Float64Array(n + 1);
  const sums = new Float64Array(count);
  const rates = new Float64Array(n);
  return {
    dimension: n + count,
    getState(out) {
      system.getState(inner);
      out.set(inner.subarray(0, n));
      out.set(sums, n);
      out[n + count] = inner[n];
    },
    setState(from) {
      inner.set(from.subarray(0, n));
      inner[n] = from[n + count];
      sums.set(from.subarray(n, n + count));
      system.setState(inner);
    },
    derivative(out) {
      system.derivative(rates);
      out.set(rates);
      rate(out, n);
    },
  };
}
