/** Helpers of the rigid tests: random bodies, whose mass lies crooked and off the origin, and worlds of everything. */
import { createRng, mat3, nextUniform, quat, type Rng, vec3 } from "@rigor/engine/math";
import { Springs } from "@rigor/engine/particles";
import { type BodyOptions, damping, gravity, RigidSystem } from "@rigor/engine/rigid";

/** Numbers and vectors from −size to size. */
export function randomVector(rng: Rng, size = 1): number[] {
  return [0, 1, 2].map(() => size * (2 * nextUniform(rng) - 1));
}

/** A unit quaternion. */
export function randomRotation(rng: Rng): number[] {
  const q = Float64Array.from({ length: 4 }, () => 2 * nextUniform(rng) - 1);
  quat.normalize(q, 0, q, 0);
  return [...q];
}

/** A tensor of matter: half of the principal moments' sums, turned at random; its diagonal is of the order of 1. */
function randomInertia(rng: Rng): number[] {
  const [a, b, c] = [0, 1, 2].map(() => 0.2 + nextUniform(rng));
  const R = new Float64Array(9);
  const I = new Float64Array(9);
  quat.toMatrix(R, 0, Float64Array.from(randomRotation(rng)), 0);
  mat3.rotateDiagonal(I, 0, R, 0, Float64Array.of(b + c, c + a, a + b), 0);
  return [...I];
}

/** Everything about it at random: mass 0.5 to 2, sizes, places and speeds of the order of 1. */
export function randomBody(rng: Rng) {
  return {
    mass: 0.5 + 1.5 * nextUniform(rng),
    inertia: randomInertia(rng),
    center: randomVector(rng, 0.5),
    position: randomVector(rng, 2),
    rotation: randomRotation(rng),
    velocity: randomVector(rng),
    angularVelocity: randomVector(rng, 2),
  } satisfies BodyOptions;
}

/** I in world axes from the tensor in the user's: R I Rᵀ. */
export function turnInertia(inertia: ArrayLike<number>, rotation: ArrayLike<number>): Float64Array {
  const R = new Float64Array(9);
  const I = Float64Array.from(inertia);
  quat.toMatrix(R, 0, Float64Array.from(rotation), 0);
  mat3.multiply(I, 0, R, 0, I, 0);
  mat3.multiplyTransposed(I, 0, I, 0, R, 0);
  return I;
}

export function multiply(A: Float64Array, v: ArrayLike<number>): number[] {
  const out = new Float64Array(3);
  mat3.transformVector(out, 0, A, 0, Float64Array.from(v), 0);
  return [...out];
}

export function rotate(q: ArrayLike<number>, v: ArrayLike<number>): number[] {
  const out = new Float64Array(3);
  quat.rotateVector(out, 0, Float64Array.from(q), 0, Float64Array.from(v), 0);
  return [...out];
}

export function cross(a: ArrayLike<number>, b: ArrayLike<number>): number[] {
  const out = new Float64Array(3);
  vec3.cross(out, 0, Float64Array.from(a), 0, Float64Array.from(b), 0);
  return [...out];
}

export function add(...vectors: ArrayLike<number>[]): number[] {
  return [0, 1, 2].map((k) => vectors.reduce((sum, v) => sum + v[k], 0));
}

export function scale(s: number, v: ArrayLike<number>): number[] {
  return [0, 1, 2].map((k) => s * v[k]);
}

export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** The three numbers from entry o on. */
export function read(a: Float64Array, o: number): number[] {
  return [...a.subarray(o, o + 3)];
}

/** y at the installed state, without the clock. */
export function stateOf(system: RigidSystem): Float64Array {
  const state = new Float64Array(system.dimension + 1);
  system.getState(state);
  return state.slice(0, -1);
}

export interface MixedOptions {
  /** Default 7. */
  readonly seed?: number;
  /** N·s/m, of every spring. Default 0. */
  readonly springDamping?: number;
  /** Also gravity and damping of the bodies. Default false: springs only, and nothing from outside. */
  readonly forces?: boolean;
}

/**
 * Three random bodies and two particles. Springs join body 0 and 1 twice, body 1 and 2, body 2 and particle, and the two
 * particles. Nothing holds it from outside.
 */
export function mixedWorld(options: MixedOptions = {}) {
  const { seed = 7, springDamping = 0, forces = false } = options;
  const rng = createRng(seed);
  const system = new RigidSystem();
  const { particles } = system;
  const springs = particles.addForce(new Springs());
  for (let i = 0; i < 3; i++) system.addBody(randomBody(rng));
  const grains = [0, 1].map(() => particles.addParticle({ mass: 0.7, position: randomVector(rng, 2) }));
  const anchor = (body: number) => system.addAnchor(body, randomVector(rng));
  const spring = { stiffness: 5, damping: springDamping, length: 1 };
  springs.connect(particles, anchor(0), anchor(1), spring);
  springs.connect(particles, anchor(0), anchor(1), spring);
  springs.connect(particles, anchor(1), anchor(2), spring);
  springs.connect(particles, anchor(2), grains[0], spring);
  springs.connect(particles, grains[0], grains[1], spring);
  if (forces) {
    system.addForce(gravity([0, -1, 0]));
    system.addForce(damping({ linear: 0.2, angular: 0.3 }));
  }
  return { system, springs, grains, rng };
}
