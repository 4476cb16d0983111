/** Bodies and particles that a path records, and the places of their coefficients. */
import { resize } from "../../math/index.js";
import { initialParticles } from "./parameters.js";
import { poseSize, terms } from "./path-bounds.js";

/** Layout of the state of an island: 13 entries of each body from the start on, 6 of each particle from `particleStart` on. */
export interface PathLayout {
  /** Number of bodies. */
  readonly count: number;
  /** Indices of the bodies in the system. */
  readonly bodies: Int32Array;
  /** Number of particles. */
  readonly particleCount: number;
  /** Indices of the particles in the system. */
  readonly particles: Int32Array;
  /** First entry of the particles in the state. */
  readonly particleStart: number;
}

const noIndices = new Int32Array(0);

/** Number of entries of a particle: x. */
export const pointSize = 3;

/** Table of the bodies and particles of a path, by their indices in the system. */
export class PathMembers {
  /** Number of bodies. */
  count = 0;
  /** Indices of the bodies in the system. */
  bodies: Int32Array = noIndices;
  /** Number of particles. */
  particleCount = 0;
  /** Indices of the particles in the system. */
  particles: Int32Array = noIndices;
  /** Number of coefficients of all members. */
  stride = 0;
  /** One more than the place of a body, from the body with the lowest index on; 0 if it is not in the table. */
  private slots = noIndices;
  private lowest = 0;
  /**
   * One more than the place of a particle; 0 if it is not in the table. The array may be shorter than the particles of the
   * system.
   */
  private particleSlots = noIndices;

  /** Removes all members. */
  clear(): void {
    for (let k = 0; k < this.count; k++) this.slots[this.bodies[k] - this.lowest] = 0;
    for (let k = 0; k < this.particleCount; k++) this.particleSlots[this.particles[k]] = 0;
    this.count = 0;
    this.particleCount = 0;
    this.stride = 0;
  }

  /** Takes the members of a layout, or of another table. The table must be empty. */
  adopt({ count, bodies, particleCount, particles }: Omit<PathLayout, "particleStart">): void {
    if (this.bodies.length < count) this.bodies = new Int32Array(count);
    if (this.particles.length < particleCount) this.particles = new Int32Array(particleCount);
    this.count = count;
    this.particleCount = particleCount;
    this.stride = terms * (poseSize * count + pointSize * particleCount);
    let low = count > 0 ? bodies[0] : 0;
    let high = low;
    for (let k = 1; k < count; k++) {
      low = Math.min(low, bodies[k]);
      high = Math.max(high, bodies[k]);
    }
    this.lowest = low;
    if (count > 0 && high - low >= this.slots.length) this.slots = new Int32Array(high - low + 1);
    for (let k = 0; k < count; k++) {
      this.bodies[k] = bodies[k];
      this.slots[bodies[k] - low] = k + 1;
    }
    for (let k = 0; k < particleCount; k++) {
      const particle = particles[k];
      if (particle >= this.particleSlots.length)
        this.particleSlots = resize(this.particleSlots, 2 * particle + initialParticles);
      this.particles[k] = particle;
      this.particleSlots[particle] = k + 1;
    }
  }

  /** Returns whether a body is in the table. */
  contains(body: number): boolean {
    const k = body - this.lowest;
    return k >= 0 && k < this.slots.length && this.slots[k] > 0;
  }

  /** Returns whether a particle is in the table. */
  containsParticle(particle: number): boolean {
    return particle < this.particleSlots.length && this.particleSlots[particle] > 0;
  }

  /** Returns the place of a body that is in the table. */
  placeOf(body: number): number {
    return this.slots[body - this.lowest] - 1;
  }

  /** Returns where the coefficients of a body begin in segment s. */
  offsetOf(s: number, body: number): number {
    return this.stride * s + terms * poseSize * (this.slots[body - this.lowest] - 1);
  }

  /** Returns where the coefficients of a particle begin in segment s. */
  offsetOfParticle(s: number, particle: number): number {
    const before = poseSize * this.count + pointSize * (this.particleSlots[particle] - 1);
    return this.stride * s + terms * before;
  }
}
