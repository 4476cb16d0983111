/**
 * Local interaction: particles begin to interact when they come closer than a radius and stop when they move apart.
 * Pairs are found through spatial buckets, in O(n).
 *
 *   repulsion      f = [k(R − |l|) − kd (l̇·l)/|l|] l/|l| on i, and the opposite on j,   l = xᵢ − xⱼ
 *   localForce     any function of the distance that the user gives
 *
 * In implicit methods both are explicit: they keep their values from the start of the step. Two particles at one place have no
 * direction between them, and exert no force on each other.
 *
 * Follows: Particle System Dynamics, section 4.3.
 */
import { fail, requireNonNegative, requireOptions } from "../../math/index.js";
import { type Force, resolveSelection, type Selection } from "../system/index.js";
import { Buckets } from "./buckets.js";

/** Options of a repulsion. */
export interface RepulsionOptions {
  /** Radius R, m, at which the force begins. */
  readonly radius: number;
  /** Stiffness k, N/m. */
  readonly stiffness: number;
  /** Damping kd, N·s/m. Default 0. */
  readonly damping?: number;
  /** Selection of particles. Default all. */
  readonly on?: Selection;
}

/** Creates a repulsion that is linear within a radius. Its energy is ½k(R − |l|)² a pair. */
export function repulsion(options: RepulsionOptions): Force {
  requireOptions("repulsion", options, "{ radius: 1, stiffness: 10 }");
  const { radius, stiffness, damping = 0 } = options;
  requireNonNegative("repulsion.stiffness", stiffness);
  requireNonNegative("repulsion.damping", damping);
  const buckets = new Buckets(radius);
  const on = resolveSelection("repulsion.on", options.on);
  const constants = Float64Array.of(radius, stiffness, damping);
  // forces by slot; three of six entries are used, so that one offset serves states and forces
  let forces = new Float64Array(0);
  return {
    name: "repulsion",
    ...(on === null ? {} : { on }),
    parameters: { radius, stiffness, damping },
    apply(system) {
      buckets.findPairs(system.state, system.count, on ?? system.uncarried);
      if (forces.length !== buckets.state.length) forces = new Float64Array(buckets.state.length);
      forces.fill(0);
      addRepulsion(forces, buckets.state, buckets.pairs, buckets.pairCount, constants);
      scatter(system.force, forces, buckets.particle);
    },
    energy(system) {
      buckets.findPairs(system.state, system.count, on ?? system.uncarried);
      return sumRepulsion(buckets.state, buckets.pairs, buckets.pairCount, constants);
    },
    writeLoss(out, o, system) {
      out[o] = 0;
      if (damping === 0) return;
      buckets.findPairs(system.state, system.count, on ?? system.uncarried);
      for (let p = 0; p < buckets.pairCount; p++) {
        if (!readPair(seen, buckets.state, buckets.pairs[2 * p], buckets.pairs[2 * p + 1])) continue;
        out[o] += damping * seen[Pair.rate] * seen[Pair.rate];
      }
    },
  };
}

/** Distance and rate of the pair at hand, in the slots of `Pair`. */
const seen = new Float64Array(4);

/** Slots of the array that the law of a local force reads and writes: distance, m; rate, m/s; force, N; energy, J. */
export const Pair = { distance: 0, rate: 1, force: 2, energy: 3 } as const;

/** Options of a local force. */
export interface LocalForceOptions {
  /** Name in reports. Default "local force". */
  readonly name?: string;
  /** Radius, m, beyond which there is no force. */
  readonly radius: number;
  /**
   * Force law: reads the distance and its rate of change from `pair[0]` and `pair[1]`; writes the force, positive to push apart, N,
   * into `pair[2]`, and the energy of the pair, J, into `pair[3]`.
   */
  readonly law: (pair: Float64Array) => void;
  /** Selection of particles. Default all. */
  readonly on?: Selection;
}

/** Creates a central force of short range between pairs, of any law. */
export function localForce(options: LocalForceOptions): Force {
  requireOptions("localForce", options, "{ radius: 1, law: (pair) => { pair[2] = 1; } }");
  const { name = "local force", radius, law } = options;
  if (typeof law !== "function") fail("not-a-function", `${name}.law`, "must be a function", law);
  const buckets = new Buckets(radius);
  const on = resolveSelection(`${name}.on`, options.on);
  const pair = new Float64Array(4);
  return {
    name,
    ...(on === null ? {} : { on }),
    apply(system) {
      buckets.findPairs(system.state, system.count, on ?? system.uncarried);
      for (let p = 0; p < buckets.pairCount; p++) {
        const a = buckets.pairs[2 * p];
        const b = buckets.pairs[2 * p + 1];
        if (!readPair(pair, buckets.state, a, b)) continue;
        law(pair);
        const scale = pair[Pair.force] / pair[Pair.distance];
        const i = 3 * buckets.particle[a];
        const j = 3 * buckets.particle[b];
        for (let c = 0; c < 3; c++) {
          const f = scale * (buckets.state[6 * a + c] - buckets.state[6 * b + c]);
          system.force[i + c] += f;
          system.force[j + c] -= f;
        }
      }
    },
    energy(system) {
      buckets.findPairs(system.state, system.count, on ?? system.uncarried);
      let energy = 0;
      for (let p = 0; p < buckets.pairCount; p++) {
        if (!readPair(pair, buckets.state, buckets.pairs[2 * p], buckets.pairs[2 * p + 1])) continue;
        law(pair);
        energy += pair[Pair.energy];
      }
      return energy;
    },
  };
}

/** Writes the distance of a pair and its rate; returns false where it has no direction. */
function readPair(pair: Float64Array, state: Float64Array, i: number, j: number): boolean {
  let d2 = 0;
  let rate = 0;
  for (let c = 0; c < 3; c++) {
    const l = state[6 * i + c] - state[6 * j + c];
    d2 += l * l;
    rate += l * (state[6 * i + 3 + c] - state[6 * j + 3 + c]);
  }
  if (d2 === 0) return false;
  const d = Math.sqrt(d2);
  pair[Pair.distance] = d;
  pair[Pair.rate] = rate / d;
  pair[Pair.force] = 0;
  pair[Pair.energy] = 0;
  return true;
}

/** Adds the force of every pair into `forces`, three numbers at six times the slot. */
function addRepulsion(
  forces: Float64Array,
  state: Float64Array,
  pairs: Int32Array,
  pairCount: number,
  constants: Float64Array,
): void {
  const R = constants[0];
  const k = constants[1];
  const kd = constants[2];
  for (let p = 0; p < pairCount; p++) {
    const a = 6 * pairs[2 * p];
    const b = 6 * pairs[2 * p + 1];
    const lx = state[a] - state[b];
    const ly = state[a + 1] - state[b + 1];
    const lz = state[a + 2] - state[b + 2];
    const d = Math.sqrt(lx * lx + ly * ly + lz * lz);
    if (d === 0) continue;
    const rate =
      (state[a + 3] - state[b + 3]) * lx + (state[a + 4] - state[b + 4]) * ly + (state[a + 5] - state[b + 5]) * lz;
    const scale = (k * (R - d) - (kd * rate) / d) / d;
    forces[a] += scale * lx;
    forces[a + 1] += scale * ly;
    forces[a + 2] += scale * lz;
    forces[b] -= scale * lx;
    forces[b + 1] -= scale * ly;
    forces[b + 2] -= scale * lz;
  }
}

/** Adds forces by slot to the accumulators by particle. */
function scatter(force: Float64Array, forces: Float64Array, particle: Int32Array): void {
  for (let slot = 0; slot < particle.length; slot++) {
    const i = 3 * particle[slot];
    force[i] += forces[6 * slot];
    force[i + 1] += forces[6 * slot + 1];
    force[i + 2] += forces[6 * slot + 2];
  }
}

function sumRepulsion(state: Float64Array, pairs: Int32Array, pairCount: number, constants: Float64Array): number {
  let energy = 0;
  for (let p = 0; p < pairCount; p++) {
    const a = 6 * pairs[2 * p];
    const b = 6 * pairs[2 * p + 1];
    const lx = state[a] - state[b];
    const ly = state[a + 1] - state[b + 1];
    const lz = state[a + 2] - state[b + 2];
    const depth = constants[0] - Math.sqrt(lx * lx + ly * ly + lz * lz);
    energy += 0.5 * constants[1] * depth * depth;
  }
  return energy;
}
