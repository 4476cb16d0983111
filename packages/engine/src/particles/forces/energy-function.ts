/**
 * Energy functions: a behaviour function C, zero at the desired configuration of a set of particles, gives the force.
 *
 *   E = (ks/2) C·C
 *   fᵢ = (−ks C − kd Ċ) ∂C/∂xᵢ,   Ċ = Σᵢ (∂C/∂xᵢ) vᵢ                                                            (2)
 *
 * C may have several components; the product in (2) is then with the transpose of the Jacobian. One object has any
 * number of tuples of particles with the same C.
 *
 * Follows: Particle System Dynamics, section 6.
 */
import type { BlockMatrix } from "../../linalg/index.js";
import { fail, requireInteger, requireNonNegative, requireOptions } from "../../math/index.js";
import type { Force, ParticleSystem } from "../system/index.js";
import { addGaussNewton, addTupleBlocks } from "./gauss-newton.js";

/** Options of an energy function. */
export interface EnergyFunctionOptions {
  /** Name in reports. Default "energy function". */
  readonly name?: string;
  /** Tuples of particles whose positions C depends on, all of one length k. */
  readonly tuples: readonly ArrayLike<number>[];
  /** Number of components of C. Default 1. */
  readonly size?: number;
  /**
   * Evaluation of C: reads the positions of one tuple from `x` (3k numbers), writes C into `C` (size numbers) and ∂C/∂x into `J`,
   * one row of 3k numbers for each component.
   */
  readonly evaluate: (x: Float64Array, C: Float64Array, J: Float64Array) => void;
  /** Stiffness ks, J over the square of the unit of C. */
  readonly stiffness: number;
  /** Damping kd, J·s over the square of the unit of C. Default 0. */
  readonly damping?: number;
}

/** Creates the force of eq. (2), for all tuples. */
export function energyFunction(options: EnergyFunctionOptions): Force {
  requireOptions("energyFunction", options, "{ tuples: [[0, 1]], evaluate, stiffness: 1 }");
  const { name = "energy function", tuples, size = 1, evaluate, stiffness, damping = 0 } = options;
  if (typeof evaluate !== "function") fail("not-a-function", `${name}.evaluate`, "must be a function", evaluate);
  requireNonNegative(`${name}.stiffness`, stiffness);
  requireNonNegative(`${name}.damping`, damping);
  requireInteger(`${name}.size`, size, 1, 1e6);
  if (!Array.isArray(tuples)) fail("not-a-list", `${name}.tuples`, "must be a list of tuples", tuples);
  const arity = tuples[0]?.length ?? fail("empty", `${name}.tuples`, "must have at least one tuple", tuples.length);
  tuples.forEach((tuple, t) => {
    if (tuple.length !== arity) fail("wrong-length", `${name}.tuples[${t}]`, `must have length ${arity}`, tuple.length);
  });
  const particles = Int32Array.from(tuples.flatMap((tuple) => Array.from(tuple)));
  return new EnergyFunction(name, particles, arity, size, evaluate, Float64Array.of(stiffness, damping));
}

class EnergyFunction implements Force {
  readonly name: string;
  /** All tuples one after the other. */
  readonly on: Int32Array;
  private readonly arity: number;
  private readonly size: number;
  private readonly tupleCount: number;
  private readonly evaluate: EnergyFunctionOptions["evaluate"];
  /** Stiffness ks and damping kd. */
  private readonly constants: Float64Array;
  /** Scratch of one tuple: positions, C, ∂C/∂x, and −ks C − kd Ċ. */
  private readonly x: Float64Array;
  private readonly C: Float64Array;
  private readonly J: Float64Array;
  private readonly g: Float64Array;
  private blocksK: Int32Array = new Int32Array(0);
  private blocksD: Int32Array = new Int32Array(0);

  constructor(
    name: string,
    particles: Int32Array,
    arity: number,
    size: number,
    evaluate: EnergyFunctionOptions["evaluate"],
    constants: Float64Array,
  ) {
    this.name = name;
    this.on = particles;
    this.arity = arity;
    this.size = size;
    this.tupleCount = particles.length / arity;
    this.evaluate = evaluate;
    this.constants = constants;
    this.x = new Float64Array(3 * arity);
    this.C = new Float64Array(size);
    this.J = new Float64Array(3 * arity * size);
    this.g = new Float64Array(size);
  }

  apply(system: ParticleSystem): void {
    const { on: particles, arity, size, J, g } = this;
    const { force } = system;
    for (let t = 0; t < this.tupleCount; t++) {
      this.evaluateTuple(system.state, t);
      this.writeMultipliers(system.state, t);
      // f = Jᵀ(−ks C − kd Ċ)                                                                                    (2)
      for (let p = 0; p < arity; p++) {
        const i = 3 * particles[t * arity + p];
        for (let c = 0; c < 3; c++) {
          let f = 0;
          for (let k = 0; k < size; k++) f += g[k] * J[k * 3 * arity + 3 * p + c];
          force[i + c] += f;
        }
      }
    }
  }

  /** Returns the energy Σ (ks/2) C·C, J. */
  energy(system: ParticleSystem): number {
    let sum = 0;
    for (let t = 0; t < this.tupleCount; t++) {
      this.evaluateTuple(system.state, t);
      for (let k = 0; k < this.size; k++) sum += this.C[k] * this.C[k];
    }
    return 0.5 * this.constants[0] * sum;
  }

  /** Writes the dissipated power Σ kd Ċ·Ċ, W. */
  writeLoss(out: Float64Array, o: number, system: ParticleSystem): void {
    const { constants, C, g, size } = this;
    out[o] = 0;
    if (constants[1] === 0) return;
    for (let t = 0; t < this.tupleCount; t++) {
      this.evaluateTuple(system.state, t);
      this.writeMultipliers(system.state, t);
      for (let k = 0; k < size; k++) {
        const push = g[k] + constants[0] * C[k];
        out[o] += (push * push) / constants[1];
      }
    }
  }

  addBlocks(_system: ParticleSystem, K: BlockMatrix, D: BlockMatrix): void {
    this.blocksK = addTupleBlocks(this.on, this.arity, this.tupleCount, K);
    this.blocksD = addTupleBlocks(this.on, this.arity, this.tupleCount, D);
  }

  linearise(system: ParticleSystem, K: BlockMatrix, D: BlockMatrix): void {
    for (let t = 0; t < this.tupleCount; t++) {
      this.evaluateTuple(system.state, t);
      addGaussNewton(K, this.blocksK, t, this.arity, this.J, this.size, this.constants, 0);
      addGaussNewton(D, this.blocksD, t, this.arity, this.J, this.size, this.constants, 1);
    }
  }

  /** Evaluates C and ∂C/∂x of tuple t. */
  private evaluateTuple(state: Float64Array, t: number): void {
    const { on: particles, arity, x, C, J } = this;
    for (let p = 0; p < arity; p++) {
      const i = 6 * particles[t * arity + p];
      for (let c = 0; c < 3; c++) x[3 * p + c] = state[i + c];
    }
    C.fill(0);
    J.fill(0);
    this.evaluate(x, C, J);
  }

  /** Writes g = −ks C − kd Ċ of tuple t. */
  private writeMultipliers(state: Float64Array, t: number): void {
    const { on: particles, arity, size, C, J, g, constants } = this;
    for (let k = 0; k < size; k++) {
      let rate = 0;
      for (let p = 0; p < arity; p++) {
        const v = 6 * particles[t * arity + p] + 3;
        const row = k * 3 * arity + 3 * p;
        rate += J[row] * state[v] + J[row + 1] * state[v + 1] + J[row + 2] * state[v + 2];
      }
      g[k] = -constants[0] * C[k] - constants[1] * rate;
    }
  }
}
