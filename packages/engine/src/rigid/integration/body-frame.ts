/**
 * The equations of motion in Chaney's form: velocities instead of momenta, and the angular velocity in axes of the body, where
 * the inertia is constant. The form is independent of the equations in momenta, and a check on them.
 *
 *   d/dt x = ẋ                                                                                                    (6)
 *   d/dt ẋ = F_w/m                                                                                                (7)
 *   d/dt Q = ½ Q ω_b                                                                                             (14)
 *   τ_b = Rᵀ τ_w,   τ_w = (r_w − x) × F_w of eq. (22)                                                            (26)
 *   d/dt ω_x = (I_yy − I_zz)/I_xx ω_y ω_z + τ_x/I_xx                                                             (18)
 *   d/dt ω_y = (I_zz − I_xx)/I_yy ω_z ω_x + τ_y/I_yy                                                             (19)
 *   d/dt ω_z = (I_xx − I_yy)/I_zz ω_x ω_y + τ_z/I_zz                                                             (20)
 *
 * The state of a body is x, Q, ẋ, ω_b, thirteen numbers in the places of x, q, P, L; particles are unchanged. Forces
 * are those of the system underneath, which follows the state.
 *
 * Follows: Chaney, sections 3 to 6.
 */
import { fail, mat3, quat, vec3 } from "../../math/index.js";
import type { Problem } from "../../ode/index.js";
import { bodySize, RigidSystem, Slot } from "../body/index.js";
import { unitSlack } from "../path/index.js";

/**
 * Creates a problem in Chaney's form whose solution is the motion of `system`. It begins at the present state of the system, and
 * takes over changes of the system in between; once bodies or particles are added it must be made anew.
 */
export function createBodyFrameProblem(system: RigidSystem): Problem {
  if (!(system instanceof RigidSystem)) fail("not-a-rigid-system", "system", "must be a RigidSystem", system);
  const size = system.dimension + 1;
  const momenta = new Float64Array(size);
  const state = new Float64Array(size);
  const rates = new Float64Array(system.dimension);
  /** The state of the system that `state` stands for. */
  const seen = new Float64Array(size).fill(Number.NaN);
  const update = (): void => {
    requireSize(system, size - 1);
    if (isEqual(seen, system.state)) return;
    seen.set(system.state);
    toVelocities(system, state, seen);
  };
  update();
  return {
    get dimension() {
      return system.dimension;
    },
    get revision() {
      return system.revision;
    },
    getState(out) {
      update();
      out.set(state);
    },
    setState(from) {
      requireSize(system, size - 1);
      state.set(from);
      toMomenta(system, momenta, state);
      system.setState(momenta);
      adopt(system, state);
      seen.set(system.state);
    },
    derivative(out) {
      update();
      system.derivative(rates);
      out.set(rates);
      for (let i = 0; i < system.count; i++) writeEuler(system, out, state, rates, i);
    },
    describe: (index) => system.describe(index),
  };
}

const work = new Float64Array(3);

function requireSize({ dimension }: RigidSystem, n: number): void {
  if (dimension === n) return;
  const cure = "bodies or particles were added: make a new problem of it";
  fail("wrong-length", "system.dimension", `must be ${n}, as when the problem was made`, dimension, cure);
}

function isEqual(a: Float64Array, b: Float64Array): boolean {
  for (let k = 0; k < a.length; k++) if (a[k] !== b[k]) return false;
  return true;
}

/** Converts P, L to ẋ, ω_b. */
function toVelocities(system: RigidSystem, out: Float64Array, from: Float64Array): void {
  out.set(from);
  for (let i = 0; i < system.count; i++) {
    const y = bodySize * i;
    vec3.scale(out, y + Slot.P, from, y + Slot.P, system.inverseMass[i]);
    quat.rotateVectorInverse(out, y + Slot.L, from, y + Slot.q, from, y + Slot.L);
    for (let c = 0; c < 3; c++) out[y + Slot.L + c] *= system.inverseMoments[3 * i + c];
  }
}

/** Converts ẋ, ω_b to P, L = R I_b ω_b                                                                                    (32) */
function toMomenta(system: RigidSystem, out: Float64Array, from: Float64Array): void {
  out.set(from);
  for (let i = 0; i < system.count; i++) {
    const y = bodySize * i;
    if (system.inverseMass[i] !== 0) vec3.scale(out, y + Slot.P, from, y + Slot.P, system.mass[i]);
    // as the system does it, to the bit
    if (Math.abs(quat.dot(from, y + Slot.q, from, y + Slot.q) - 1) > unitSlack) {
      quat.normalize(out, y + Slot.q, from, y + Slot.q);
    }
    if (system.inverseMoments[3 * i] === 0) continue;
    for (let c = 0; c < 3; c++) work[c] = from[y + Slot.L + c] * system.moments[3 * i + c];
    quat.rotateVector(out, y + Slot.L, out, y + Slot.q, work, 0);
  }
}

/** Copies the entries that the system prescribes: unit quaternions, bodies on paths, particles. */
function adopt(system: RigidSystem, state: Float64Array): void {
  const own = bodySize * system.count;
  for (let y = 0; y < own; y += bodySize) for (let c = 0; c < Slot.P; c++) state[y + c] = system.state[y + c];
  for (let k = own; k < state.length; k++) state[k] = system.state[k];
}

function writeEuler(system: RigidSystem, out: Float64Array, state: Float64Array, rates: Float64Array, i: number): void {
  const { rotation, inverseMass, moments, inverseMoments } = system;
  const y = bodySize * i;
  const d = 3 * i;
  // ẋ and Q̇ are as they were: (6) and, with ω = R ω_b, (14); then (7)
  vec3.scale(out, y + Slot.P, rates, y + Slot.P, inverseMass[i]);
  mat3.transformVectorTransposed(work, 0, rotation, 9 * i, rates, y + Slot.L);
  const wx = state[y + Slot.L];
  const wy = state[y + Slot.L + 1];
  const wz = state[y + Slot.L + 2];
  const Ixx = moments[d];
  const Iyy = moments[d + 1];
  const Izz = moments[d + 2];
  out[y + Slot.L] = ((Iyy - Izz) * wy * wz + work[0]) * inverseMoments[d];
  out[y + Slot.L + 1] = ((Izz - Ixx) * wz * wx + work[1]) * inverseMoments[d + 1];
  out[y + Slot.L + 2] = ((Ixx - Iyy) * wx * wy + work[2]) * inverseMoments[d + 2];
}
