/**
 * Contact of particles with planes while the set of contacts and their modes are frozen: what one evaluation of the
 * derivative needs. Who touches what, and how, is decided between steps, in plane-settle.ts.
 *
 * A particle is held by at most three planes, with independent normals. Their forces λ cancel the normal part of the
 * force f that everything else exerts:
 *
 *   N_k·(f + Σ λ_l N_l) = 0 for each plane k that holds it
 *
 * Of one plane that is the projection f̂ = −(f·x)/(x·x) x, eq. (8) of Constrained Dynamics, with N for x.
 * (The notes print the force of one plane as −(N·f)f; it must be −(N·f)N.) What is left of f is tangential. Friction then
 * takes all of it (sticking), or acts against the sliding (slipping), or is linear in the velocity.
 *
 *   contact  1 where plane k holds particle i          n × planes, written by plane-settle
 *   mode     how particle i is held                     n, written by plane-settle
 *   slide    direction of sliding at the last settling   3n, written by plane-settle
 *   lambda   contact forces, N                           n × planes, written here
 *   friction force of friction, N                        3n, written here
 *   left     speed, m/s, and time, s, of the last bounce   2n × planes, written by plane-settle
 *   margin   how far a sticking particle is from slipping: Σ μ_s λ − |f_t|, N         n, written here
 *   load     |f|, N                                      n, written here
 *
 * Follows: Particle System Dynamics, section 7.3; Constrained Dynamics, section 2.3.
 */
import { vec3 } from "../math/index.js";
import type { Plane } from "./planes.js";
import type { ParticleSystem } from "./system.js";

/** Relative to the force, a normal part below this is rounding: neither pressed on nor pulled off. */
export const tie = 1e-12;

/** How a particle is held. */
export const Hold = { free: 0, slipping: 1, sticking: 2 } as const;

export class PlaneContacts {
  readonly planes: readonly Plane[];
  readonly contact: Uint8Array;
  readonly mode: Uint8Array;
  readonly slide: Float64Array;
  readonly lambda: Float64Array;
  readonly friction: Float64Array;
  readonly margin: Float64Array;
  readonly load: Float64Array;
  readonly left: Float64Array;

  constructor(planes: readonly Plane[], count: number) {
    this.planes = planes;
    this.contact = new Uint8Array(count * planes.length);
    this.mode = new Uint8Array(count);
    this.slide = new Float64Array(3 * count);
    this.lambda = new Float64Array(count * planes.length);
    this.friction = new Float64Array(3 * count);
    this.margin = new Float64Array(count);
    this.load = new Float64Array(count);
    this.left = new Float64Array(2 * count * planes.length);
  }

  /** (X − P)·N of particle i and plane k. */
  gap(state: Float64Array, i: number, k: number): number {
    const { normal, offset } = this.planes[k];
    return vec3.dot(normal, 0, state, 6 * i) - offset;
  }

  /** Adds the forces of all contacts to the accumulators. */
  apply(system: ParticleSystem): void {
    const { mode } = this;
    for (let i = 0; i < mode.length; i++) if (mode[i] !== Hold.free) this.applyTo(system, i);
  }

  /** The same for particle i alone, which must be held. */
  applyTo({ state, force }: ParticleSystem, i: number): void {
    this.cancelNormal(force, i);
    if (this.mode[i] === Hold.sticking) this.stick(force, i);
    else this.slip(state, force, i);
  }

  /** Holds the particles in contact on their planes: gap and normal velocity zero; sticking ones at rest. */
  project(state: Float64Array): void {
    const { mode } = this;
    for (let i = 0; i < mode.length; i++) {
      if (mode[i] === Hold.free) continue;
      const held = this.gatherPlanes(i);
      for (let a = 0; a < held; a++) right[a] = -this.gap(state, i, heldPlanes[a]);
      solveNormals(this.planes, heldPlanes, held, right);
      this.addNormals(state, 6 * i, held);
      if (mode[i] === Hold.sticking) {
        for (let c = 3; c < 6; c++) state[6 * i + c] = 0;
        continue;
      }
      for (let a = 0; a < held; a++) right[a] = -vec3.dot(this.planes[heldPlanes[a]].normal, 0, state, 6 * i + 3);
      solveNormals(this.planes, heldPlanes, held, right);
      this.addNormals(state, 6 * i + 3, held);
    }
  }

  /** Takes away what of the velocity of particle i is along the normal of plane k. */
  removeNormalVelocity(state: Float64Array, i: number, k: number): void {
    const { normal } = this.planes[k];
    const vn = vec3.dot(normal, 0, state, 6 * i + 3);
    vec3.addScaled(state, 6 * i + 3, state, 6 * i + 3, -vn, normal, 0);
  }

  /** Takes the present direction of motion of particle i as its direction of sliding. */
  renewSlide(state: Float64Array, i: number): void {
    const speed = vec3.length(state, 6 * i + 3);
    if (speed > 0) vec3.scale(this.slide, 3 * i, state, 6 * i + 3, 1 / speed);
  }

  /** λ of every plane that holds particle i; what is left of its force is tangential. */
  private cancelNormal(force: Float64Array, i: number): void {
    const { planes, lambda } = this;
    const held = this.gatherPlanes(i);
    this.load[i] = vec3.length(force, 3 * i);
    for (let a = 0; a < held; a++) right[a] = -vec3.dot(planes[heldPlanes[a]].normal, 0, force, 3 * i);
    solveNormals(this.planes, heldPlanes, held, right);
    for (let a = 0; a < held; a++) lambda[i * planes.length + heldPlanes[a]] = right[a];
    this.addNormals(force, 3 * i, held);
  }

  private stick(force: Float64Array, i: number): void {
    const { friction, margin } = this;
    const needed = vec3.length(force, 3 * i);
    margin[i] = this.sumBounds(i, true) - needed;
    for (let c = 3 * i; c < 3 * i + 3; c++) {
      friction[c] = -force[c];
      force[c] = 0;
    }
  }

  /** Coulomb: −Σμλ v̂_t; linear: −Σkλ v_t. */
  private slip(state: Float64Array, force: Float64Array, i: number): void {
    const { friction, slide } = this;
    const v = 6 * i + 3;
    const o = 3 * i;
    const speed = vec3.length(state, v);
    // past a stop the direction goes on through zero, so that the stop itself is an ordinary root
    const forward = vec3.dot(state, v, slide, o) < 0 ? -1 : 1;
    const coulomb = this.sumBounds(i, false);
    const linear = this.sumLinear(i);
    for (let c = 0; c < 3; c++) {
      const direction = speed > 0 ? (forward * state[v + c]) / speed : slide[o + c];
      const f = -coulomb * direction - linear * state[v + c];
      friction[o + c] = f;
      force[o + c] += f;
    }
  }

  /** Σ μ λ over the planes that hold particle i; infinite if one of them never lets slip. */
  private sumBounds(i: number, atRest: boolean): number {
    const { planes, contact, lambda } = this;
    let sum = 0;
    for (let k = 0; k < planes.length; k++) {
      const mu = atRest ? planes[k].static : planes[k].kinetic;
      if (contact[i * planes.length + k] === 0 || mu === 0) continue;
      if (mu === Infinity) return Infinity;
      sum += mu * lambda[i * planes.length + k];
    }
    return sum;
  }

  private sumLinear(i: number): number {
    const { planes, contact, lambda } = this;
    let sum = 0;
    for (let k = 0; k < planes.length; k++) {
      if (contact[i * planes.length + k] === 1) sum += planes[k].linear * lambda[i * planes.length + k];
    }
    return sum;
  }

  /** Lists the planes that hold particle i in `heldPlanes`, and returns how many. */
  private gatherPlanes(i: number): number {
    const { planes, contact } = this;
    let held = 0;
    for (let k = 0; k < planes.length; k++) {
      if (contact[i * planes.length + k] === 1) heldPlanes[held++] = k;
    }
    return held;
  }

  /** Adds Σ right[a] N_a to the vector at `o`. */
  private addNormals(vector: Float64Array, o: number, held: number): void {
    for (let a = 0; a < held; a++) {
      const { normal } = this.planes[heldPlanes[a]];
      for (let c = 0; c < 3; c++) vector[o + c] += right[a] * normal[c];
    }
  }
}

/** The planes that hold the particle at hand, and right-hand side and solution of its small system. */
const heldPlanes = new Int32Array(3);
const right = new Float64Array(3);
const gram = new Float64Array(9);

/**
 * Solves Σ_b (N_a·N_b) z_b = right_a in place by elimination, for `held` ≤ 3 planes listed in `list`. The Gram matrix of
 * independent unit normals is positive definite, so that no pivoting is needed. Returns the smallest pivot: 1 for
 * orthogonal planes, 0 for dependent ones.
 */
export function solveNormals(planes: readonly Plane[], list: Int32Array, held: number, right: Float64Array): number {
  for (let a = 0; a < held; a++) {
    for (let b = 0; b < held; b++) {
      gram[3 * a + b] = a === b ? 1 : vec3.dot(planes[list[a]].normal, 0, planes[list[b]].normal, 0);
    }
  }
  let smallest = 1;
  for (let a = 0; a < held; a++) {
    smallest = Math.min(smallest, gram[4 * a]);
    for (let r = a + 1; r < held; r++) {
      const factor = gram[3 * r + a] / gram[4 * a];
      for (let b = a; b < held; b++) gram[3 * r + b] -= factor * gram[3 * a + b];
      right[r] -= factor * right[a];
    }
  }
  for (let a = held - 1; a >= 0; a--) {
    for (let b = a + 1; b < held; b++) right[a] -= gram[3 * a + b] * right[b];
    right[a] /= gram[4 * a];
  }
  return smallest;
}
