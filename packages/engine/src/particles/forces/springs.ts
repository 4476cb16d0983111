/**
 * Damped springs between pairs of particles, all of a system in one table.
 *
 *   fa = −[ks(|l| − r) + kd (l̇·l)/|l|] l/|l|,   fb = −fa,   l = a − b                                             (1)
 *
 * A spring of length zero has no direction, and exerts no force. For implicit methods
 *
 *   ∂fa/∂a = −ks [l̂l̂ᵀ + max(0, 1 − r/|l|)(I − l̂l̂ᵀ)],   ∂fa/∂va = −kd l̂l̂ᵀ
 *
 * The maximum keeps the matrix definite under compression (a compressed spring buckles); the part of ∂fa/∂a that
 * comes from turning the damper is left out, as it is not symmetric. Both change only what a linearised step guesses.
 *
 * Follows: Particle System Dynamics, section 4.2.
 */
import type { BlockMatrix } from "../../linalg/index.js";
import { fail, requireNonNegative, requireOptions, resize, vec3 } from "../../math/index.js";
import type { Force, ParticleSystem } from "../system/index.js";

/** Options of a spring. */
export interface SpringOptions {
  /** Stiffness ks, N/m. */
  readonly stiffness: number;
  /** Damping kd, N·s/m. Default 0. */
  readonly damping?: number;
  /** Rest length r, m. Default: the present distance of the two particles. */
  readonly length?: number;
}

/** Damped springs between pairs of particles, all of a system in one table. */
export class Springs implements Force {
  readonly name: string;
  /** Number of springs; each array below has as many entries in use. */
  count = 0;
  /** Particle at the first end of each spring. */
  a: Int32Array = new Int32Array(8);
  /** Particle at the second end of each spring. */
  b: Int32Array = new Int32Array(8);
  /** Stiffness ks of each spring, N/m. */
  stiffness: Float64Array = new Float64Array(8);
  /** Damping kd of each spring, N·s/m. */
  damping: Float64Array = new Float64Array(8);
  /** Rest length r of each spring, m. */
  restLength: Float64Array = new Float64Array(8);
  /** Four blocks of each spring: (a, b) and (b, a) of K, then of D. Filled by `addBlocks`. */
  private blocks: Int32Array = new Int32Array(0);

  constructor(name = "springs") {
    this.name = name;
  }

  /** Connects two particles and returns the index of the spring. */
  connect(system: ParticleSystem, a: number, b: number, options: SpringOptions): number {
    const s = this.count;
    checkSpring(`${this.name}[${s}]`, options);
    const { stiffness, damping = 0 } = options;
    system.requireParticles(`${this.name}[${s}] (a, b)`, [a, b]);
    if (a === b) fail("same-particle", `${this.name}[${s}].b`, "must differ from a", b);
    const length = options.length ?? distanceBetween(system.state, a, b);
    if (s === this.a.length) this.grow();
    this.a[s] = a;
    this.b[s] = b;
    this.stiffness[s] = stiffness;
    this.damping[s] = damping;
    this.restLength[s] = length;
    this.count = s + 1;
    return s;
  }

  apply(system: ParticleSystem): void {
    applySprings(this, system.state, system.force);
  }

  /** Returns the energy Σ ½ ks (|l| − r)², J. */
  energy({ state }: ParticleSystem): number {
    let energy = 0;
    for (let s = 0; s < this.count; s++) {
      const stretch = distanceBetween(state, this.a[s], this.b[s]) - this.restLength[s];
      energy += 0.5 * this.stiffness[s] * stretch * stretch;
    }
    return energy;
  }

  /** Writes the dissipated power Σ kd (l̇·l/|l|)², W. */
  writeLoss(out: Float64Array, o: number, { state }: ParticleSystem): void {
    const { a, b, damping, count } = this;
    out[o] = 0;
    for (let s = 0; s < count; s++) {
      const i = 6 * a[s];
      const j = 6 * b[s];
      let square = 0;
      let rate = 0;
      for (let c = 0; c < 3; c++) {
        const l = state[i + c] - state[j + c];
        square += l * l;
        rate += l * (state[i + 3 + c] - state[j + 3 + c]);
      }
      if (square > 0) out[o] += (damping[s] * rate * rate) / square;
    }
  }

  addBlocks(_system: ParticleSystem, K: BlockMatrix, D: BlockMatrix): void {
    this.blocks = new Int32Array(4 * this.count);
    for (let s = 0; s < this.count; s++) {
      const row = 3 * this.a[s];
      const column = 3 * this.b[s];
      this.blocks[4 * s] = K.addBlock(row, column, 3, 3);
      this.blocks[4 * s + 1] = K.addBlock(column, row, 3, 3);
      this.blocks[4 * s + 2] = D.addBlock(row, column, 3, 3);
      this.blocks[4 * s + 3] = D.addBlock(column, row, 3, 3);
    }
  }

  linearise(system: ParticleSystem, K: BlockMatrix, D: BlockMatrix): void {
    const { a, b, stiffness, damping, restLength, blocks, count } = this;
    const { state } = system;
    if (blocks.length !== 4 * count) {
      const cure = "springs were connected after the implicit stepper was made: make a new one";
      fail("stale-blocks", this.name, `must have the ${blocks.length / 4} springs it had`, count, cure);
    }
    for (let s = 0; s < count; s++) {
      const i = 6 * a[s];
      const j = 6 * b[s];
      const lx = state[i] - state[j];
      const ly = state[i + 1] - state[j + 1];
      const lz = state[i + 2] - state[j + 2];
      const length = Math.sqrt(lx * lx + ly * ly + lz * lz);
      if (length === 0) continue;
      const ux = lx / length;
      const uy = ly / length;
      const uz = lz / length;
      const r = restLength[s];
      writeStretchBlock(ux, uy, uz, stiffness[s], length > r ? stiffness[s] * (1 - r / length) : 0);
      spread(K, a[s], b[s], blocks[4 * s], blocks[4 * s + 1]);
      if (damping[s] === 0) continue;
      writeStretchBlock(ux, uy, uz, damping[s], 0);
      spread(D, a[s], b[s], blocks[4 * s + 2], blocks[4 * s + 3]);
    }
  }

  private grow(): void {
    const capacity = 2 * this.a.length;
    this.a = resize(this.a, capacity);
    this.b = resize(this.b, capacity);
    this.stiffness = resize(this.stiffness, capacity);
    this.damping = resize(this.damping, capacity);
    this.restLength = resize(this.restLength, capacity);
  }
}

/** Throws unless these are the options of a spring. */
export function checkSpring(path: string, options: SpringOptions): void {
  requireOptions(path, options, "{ stiffness: 100 }");
  requireNonNegative(`${path}.stiffness`, options.stiffness);
  requireNonNegative(`${path}.damping`, options.damping ?? 0);
  requireNonNegative(`${path}.length`, options.length ?? 0);
}

/** Adds the force of every spring into the accumulators. */
function applySprings(springs: Springs, state: Float64Array, force: Float64Array): void {
  const { a, b, stiffness, damping, restLength, count } = springs;
  for (let s = 0; s < count; s++) {
    const i = 6 * a[s];
    const j = 6 * b[s];
    const lx = state[i] - state[j];
    const ly = state[i + 1] - state[j + 1];
    const lz = state[i + 2] - state[j + 2];
    const length = Math.sqrt(lx * lx + ly * ly + lz * lz);
    if (length === 0) continue;
    // l̇·l, with l̇ = va − vb
    const rate =
      (state[i + 3] - state[j + 3]) * lx + (state[i + 4] - state[j + 4]) * ly + (state[i + 5] - state[j + 5]) * lz;
    // fa = −[ks(|l| − r) + kd (l̇·l)/|l|] l/|l|                                                                (1)
    const scale = -(stiffness[s] * (length - restLength[s]) + (damping[s] * rate) / length) / length;
    const fx = scale * lx;
    const fy = scale * ly;
    const fz = scale * lz;
    const p = 3 * a[s];
    const q = 3 * b[s];
    force[p] += fx;
    force[p + 1] += fy;
    force[p + 2] += fz;
    force[q] -= fx;
    force[q + 1] -= fy;
    force[q + 2] -= fz;
  }
}

/** The 3×3 block B of the spring at hand: numbers pass through arrays where a call may not be inlined. */
const B = new Float64Array(9);

/** Writes B = along·ûûᵀ + across·(I − ûûᵀ). */
function writeStretchBlock(ux: number, uy: number, uz: number, along: number, across: number): void {
  const d = along - across;
  B[0] = d * ux * ux + across;
  B[1] = B[3] = d * ux * uy;
  B[2] = B[6] = d * ux * uz;
  B[4] = d * uy * uy + across;
  B[5] = B[7] = d * uy * uz;
  B[8] = d * uz * uz + across;
}

/** Adds −B to the diagonal blocks of particles a and b, and +B to the blocks ab and ba between them. */
function spread(A: BlockMatrix, a: number, b: number, ab: number, ba: number): void {
  const { values, blockStart } = A;
  const aa = blockStart[a];
  const bb = blockStart[b];
  const upper = blockStart[ab];
  const lower = blockStart[ba];
  for (let c = 0; c < 9; c++) {
    const value = B[c];
    values[aa + c] -= value;
    values[bb + c] -= value;
    values[upper + c] += value;
    values[lower + c] += value;
  }
}

function distanceBetween(state: Float64Array, a: number, b: number): number {
  return vec3.distance(state, 6 * a, state, 6 * b);
}
