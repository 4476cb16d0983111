/**
 * The derived quantities of all bodies from their state, in one place:
 *
 *   v(t) = P(t)/M,   I⁻¹(t) = R(t) I⁻¹_body R(t)ᵀ,   ω(t) = I⁻¹(t) L(t)                                       (2–42)
 *
 * and R(t) from q(t), which is brought back to unit length first. I_body is diagonal here, since body axes are principal
 * axes. The inverse mass and moments of bodies that forces do not move are zero, and so are their v and ω.
 *
 *   reads   the state that is passed; inverseMass, inverseMoments
 *   writes  state; rotation, inverseInertia, velocity, angularVelocity
 *
 * Follows: Rigid Body Simulation, sections 2.11 and 4.
 */
import { unitSlack } from "../path/index.js";
import type { BodyArrays } from "./body-arrays.js";
import { bodySize } from "./state.js";

/** The arrays that `deriveBodies` reads and writes besides the state, see `BodyArrays`. */
export type DerivedArrays = Readonly<
  Pick<BodyArrays, "inverseMass" | "inverseMoments" | "rotation" | "inverseInertia" | "velocity" | "angularVelocity">
>;

/**
 * Derives the quantities of bodies `first` to `end` − 1, and copies their states from `from` to `state` in one pass; the two may be
 * one array.
 */
export function deriveBodies(
  bodies: DerivedArrays,
  state: Float64Array,
  from: Float64Array,
  first: number,
  end: number,
): void {
  const { inverseMass, inverseMoments } = bodies;
  const { rotation: R, inverseInertia: J, velocity, angularVelocity } = bodies;
  for (let i = first; i < end; i++) {
    const o = bodySize * i;
    state[o] = from[o];
    state[o + 1] = from[o + 1];
    state[o + 2] = from[o + 2];
    let x = from[o + 3];
    let y = from[o + 4];
    let z = from[o + 5];
    let s = from[o + 6];
    const size2 = x * x + y * y + z * z + s * s;
    if (Math.abs(size2 - 1) > unitSlack) {
      const size = Math.sqrt(size2);
      x /= size;
      y /= size;
      z /= size;
      s /= size;
    }
    state[o + 3] = x;
    state[o + 4] = y;
    state[o + 5] = z;
    state[o + 6] = s;
    const r00 = 1 - 2 * (y * y + z * z);
    const r01 = 2 * (x * y - s * z);
    const r02 = 2 * (x * z + s * y);
    const r10 = 2 * (x * y + s * z);
    const r11 = 1 - 2 * (x * x + z * z);
    const r12 = 2 * (y * z - s * x);
    const r20 = 2 * (x * z - s * y);
    const r21 = 2 * (y * z + s * x);
    const r22 = 1 - 2 * (x * x + y * y);
    const m = 9 * i;
    R[m] = r00;
    R[m + 1] = r01;
    R[m + 2] = r02;
    R[m + 3] = r10;
    R[m + 4] = r11;
    R[m + 5] = r12;
    R[m + 6] = r20;
    R[m + 7] = r21;
    R[m + 8] = r22;
    const v = 3 * i;
    const a = inverseMoments[v];
    const b = inverseMoments[v + 1];
    const c = inverseMoments[v + 2];
    const j00 = r00 * r00 * a + r01 * r01 * b + r02 * r02 * c;
    const j01 = r00 * r10 * a + r01 * r11 * b + r02 * r12 * c;
    const j02 = r00 * r20 * a + r01 * r21 * b + r02 * r22 * c;
    const j11 = r10 * r10 * a + r11 * r11 * b + r12 * r12 * c;
    const j12 = r10 * r20 * a + r11 * r21 * b + r12 * r22 * c;
    const j22 = r20 * r20 * a + r21 * r21 * b + r22 * r22 * c;
    J[m] = j00;
    J[m + 1] = j01;
    J[m + 2] = j02;
    J[m + 3] = j01;
    J[m + 4] = j11;
    J[m + 5] = j12;
    J[m + 6] = j02;
    J[m + 7] = j12;
    J[m + 8] = j22;
    const w = inverseMass[i];
    const Px = from[o + 7];
    const Py = from[o + 8];
    const Pz = from[o + 9];
    state[o + 7] = Px;
    state[o + 8] = Py;
    state[o + 9] = Pz;
    velocity[v] = Px * w;
    velocity[v + 1] = Py * w;
    velocity[v + 2] = Pz * w;
    const Lx = from[o + 10];
    const Ly = from[o + 11];
    const Lz = from[o + 12];
    state[o + 10] = Lx;
    state[o + 11] = Ly;
    state[o + 12] = Lz;
    angularVelocity[v] = j00 * Lx + j01 * Ly + j02 * Lz;
    angularVelocity[v + 1] = j01 * Lx + j11 * Ly + j12 * Lz;
    angularVelocity[v + 2] = j02 * Lx + j12 * Ly + j22 * Lz;
  }
}
