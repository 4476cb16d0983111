/**
 * Contact of particles with planes while the active set and the friction modes are frozen: what one evaluation of the derivative
 * needs. Active set and modes change between steps only, in plane-event-handling.ts.
 *
 * A particle is in contact with at most three planes, with independent normals. Their forces λ cancel the normal part of the
 * force f that everything else exerts:
 *
 *   N_k·(f + Σ λ_l N_l) = 0 for each active plane k
 *
 * Of one plane that is the projection f̂ = −(f·x)/(x·x) x, eq. (8) of Constrained Dynamics, with N for x.
 * (The notes print the force of one plane as −(N·f)f; it must be −(N·f)N.) What is left of f is tangential. Friction then
 * takes all of it (sticking), or acts against the sliding (slipping), or is linear in the velocity.
 *
 *   contact      1 where plane k is active for particle i           n × planes, written by plane-event-handling
 *   mode         friction mode of particle i                        n, written by plane-event-handling
 *   slide        direction of sliding at the last event              3n, written by plane-event-handling
 *   lambda       contact forces, N                                   n × planes, written here
 *   friction     forces of friction, N                               3n, written here
 *   lastRebound  speed, m/s, and time, s, of the last bounce         2n × planes, written by plane-collisions
 *   margin       margin of a sticking particle against slip: Σ μ_s λ − |f_t|, N         n, written here
 *   load         |f|, N                                              n, written here
 *
 * Follows: Particle System Dynamics, section 7.3; Constrained Dynamics, section 2.3.
 */
import { vec3 } from "../../math/index.js";
import type { ContactForces, ParticleTable } from "../system/index.js";
import type { Plane } from "./plane.js";

/** Friction modes of a particle: free of contact, slipping, or sticking. */
export const ContactMode = { free: 0, slipping: 1, sticking: 2 } as const;

/** Contacts of the particles of a system with planes: active set, friction modes and forces. */
export class PlaneContacts implements ContactForces {
  /** The planes. */
  readonly planes: readonly Plane[];
  /** Active set: 1 where particle i is in contact with plane k, at i·planes.length + k. */
  readonly contact: Uint8Array;
  /** Friction mode of each particle, of `ContactMode`. */
  readonly mode: Uint8Array;
  /** Unit direction of sliding of each particle at the last event: three numbers each. */
  readonly slide: Float64Array;
  /** Contact force λ of particle i and plane k, N, at i·planes.length + k. */
  readonly lambda: Float64Array;
  /** Friction force on each particle, N: three numbers each. */
  readonly friction: Float64Array;
  /** Margin of each sticking particle against slip, Σ μ_s λ − |f_t|, N. */
  readonly margin: Float64Array;
  /** Size of the force on each particle without contact, N. */
  readonly load: Float64Array;
  /** Speed, m/s, and time, s, of the last bounce of particle i off plane k, at 2(i·planes.length + k). */
  readonly lastRebound: Float64Array;

  constructor(planes: readonly Plane[], count: number) {
    this.planes = planes;
    this.contact = new Uint8Array(count * planes.length);
    this.mode = new Uint8Array(count);
    this.slide = new Float64Array(3 * count);
    this.lambda = new Float64Array(count * planes.length);
    this.friction = new Float64Array(3 * count);
    this.margin = new Float64Array(count);
    this.load = new Float64Array(count);
    this.lastRebound = new Float64Array(2 * count * planes.length);
  }

  /** @deprecated Use `lastRebound`. */
  get left(): Float64Array {
    return this.lastRebound;
  }

  /** Returns the gap (X − P)·N of particle i and plane k, m. */
  gap(state: Float64Array, i: number, k: number): number {
    const { normal, offset } = this.planes[k];
    return vec3.dot(normal, 0, state, 6 * i) - offset;
  }

  /** Adds the forces of all contacts to the accumulators. */
  apply(system: ParticleTable): void {
    const { mode } = this;
    for (let i = 0; i < mode.length; i++) if (mode[i] !== ContactMode.free) this.applyTo(system, i);
  }

  /** Adds the contact force and the friction of particle i, which must be in contact, to its accumulator. */
  applyTo({ state, force }: ParticleTable, i: number): void {
    this.cancelNormal(force, i);
    if (this.mode[i] === ContactMode.sticking) this.stick(force, i);
    else this.slip(state, force, i);
  }

  /** Projects the particles in contact onto their planes: gap and normal velocity become zero, sticking particles rest. */
  project(state: Float64Array): void {
    const { mode } = this;
    for (let i = 0; i < mode.length; i++) {
      if (mode[i] === ContactMode.free) continue;
      const active = this.listActivePlanes(i);
      for (let a = 0; a < active; a++) right[a] = -this.gap(state, i, activePlanes[a]);
      solveNormals(this.planes, activePlanes, active, right);
      this.addNormals(state, 6 * i, active);
      if (mode[i] === ContactMode.sticking) {
        for (let c = 3; c < 6; c++) state[6 * i + c] = 0;
        continue;
      }
      for (let a = 0; a < active; a++) right[a] = -vec3.dot(this.planes[activePlanes[a]].normal, 0, state, 6 * i + 3);
      solveNormals(this.planes, activePlanes, active, right);
      this.addNormals(state, 6 * i + 3, active);
    }
  }

  /** Removes the component of the velocity of particle i along the normal of plane k. */
  removeNormalVelocity(state: Float64Array, i: number, k: number): void {
    const { normal } = this.planes[k];
    const vn = vec3.dot(normal, 0, state, 6 * i + 3);
    vec3.addScaled(state, 6 * i + 3, state, 6 * i + 3, -vn, normal, 0);
  }

  /** Makes the direction of motion of particle i its direction of sliding. */
  renewSlide(state: Float64Array, i: number): void {
    const speed = vec3.length(state, 6 * i + 3);
    if (speed > 0) vec3.scale(this.slide, 3 * i, state, 6 * i + 3, 1 / speed);
  }

  /** Computes λ of every active plane of particle i; what is left of its force is tangential. */
  private cancelNormal(force: Float64Array, i: number): void {
    const { planes, lambda } = this;
    const active = this.listActivePlanes(i);
    this.load[i] = vec3.length(force, 3 * i);
    for (let a = 0; a < active; a++) right[a] = -vec3.dot(planes[activePlanes[a]].normal, 0, force, 3 * i);
    solveNormals(this.planes, activePlanes, active, right);
    for (let a = 0; a < active; a++) lambda[i * planes.length + activePlanes[a]] = right[a];
    this.addNormals(force, 3 * i, active);
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

  /** Adds sliding friction: −Σμλ v̂_t of Coulomb, −Σkλ v_t of the linear model. */
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

  /** Returns the friction bound Σ μ λ over the active planes of particle i, N; infinite if one of them never lets slip. */
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

  /** Lists the active planes of particle i in `activePlanes`, and returns their number. */
  private listActivePlanes(i: number): number {
    const { planes, contact } = this;
    let active = 0;
    for (let k = 0; k < planes.length; k++) {
      if (contact[i * planes.length + k] === 1) activePlanes[active++] = k;
    }
    return active;
  }

  /** Adds Σ right[a] N_a over the active planes to the vector at `o`. */
  private addNormals(vector: Float64Array, o: number, active: number): void {
    for (let a = 0; a < active; a++) {
      const { normal } = this.planes[activePlanes[a]];
      for (let c = 0; c < 3; c++) vector[o + c] += right[a] * normal[c];
    }
  }
}

/** The active planes of the particle at hand, and right-hand side and solution of its small system. */
const activePlanes = new Int32Array(3);
const right = new Float64Array(3);
const gram = new Float64Array(9);

/**
 * Solves Σ_b (N_a·N_b) z_b = right_a in place by elimination, for `active` ≤ 3 planes listed in `list`. The Gram matrix of
 * independent unit normals is positive definite, so that no pivoting is needed. Returns the smallest pivot: 1 for
 * orthogonal planes, 0 for dependent ones.
 */
export function solveNormals(planes: readonly Plane[], list: Int32Array, active: number, right: Float64Array): number {
  for (let a = 0; a < active; a++) {
    for (let b = 0; b < active; b++) {
      gram[3 * a + b] = a === b ? 1 : vec3.dot(planes[list[a]].normal, 0, planes[list[b]].normal, 0);
    }
  }
  let smallest = 1;
  for (let a = 0; a < active; a++) {
    smallest = Math.min(smallest, gram[4 * a]);
    for (let r = a + 1; r < active; r++) {
      const factor = gram[3 * r + a] / gram[4 * a];
      for (let b = a; b < active; b++) gram[3 * r + b] -= factor * gram[3 * a + b];
      right[r] -= factor * right[a];
    }
  }
  for (let a = active - 1; a >= 0; a--) {
    for (let b = a + 1; b < active; b++) right[a] -= gram[3 * a + b] * right[b];
    right[a] /= gram[4 * a];
  }
  return smallest;
}
