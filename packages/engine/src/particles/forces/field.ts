/**
 * Unary forces given by a function of one particle's position, velocity and mass and of time: gusts, swirls, beams,
 * thrusters. Also a constant force.
 *
 * Follows: Particle System Dynamics, section 4.1.
 */
import type { BlockMatrix } from "../../linalg/index.js";
import { decomposeSymmetric, EigenStatus, fail, requireOptions, requireVector } from "../../math/index.js";
import { chooseDifference, type Force, type ParticleTable, resolveSelection, type Selection } from "../system/index.js";

/** Slots of the sample that a field reads: x, m, and v, m/s, then the time, s, and the particle's mass, kg, and index. */
export const Sample = { x: 0, v: 3, time: 6, mass: 7, particle: 8 } as const;

/** Options of a field. */
export interface FieldOptions {
  /** Name in reports. Default "field". */
  readonly name?: string;
  /** Selection of particles. Default all. */
  readonly on?: Selection;
  /** Force law: writes the force on the particle of `sample` into `out[0 … 2]`, N. */
  readonly force: (sample: Float64Array, out: Float64Array) => void;
  /** Potential energy of the particle of `sample`, J, of a conservative field. */
  readonly energy?: (sample: Float64Array) => number;
}

/** A field with the sample that it reads and the force that it writes. */
interface FieldWork {
  readonly on: Int32Array | null;
  readonly evaluate: FieldOptions["force"];
  readonly sample: Float64Array;
  readonly out: Float64Array;
}

/** Creates a force on each particle by itself. Implicit methods difference it, particle by particle. */
export function field(options: FieldOptions): Force {
  requireOptions("field", options, "{ force: (sample, out) => { out[1] = 1; } }");
  const { name = "field", force: evaluate, energy } = options;
  if (typeof evaluate !== "function") fail("not-a-function", `${name}.force`, "must be a function", evaluate);
  const on = resolveSelection(`${name}.on`, options.on);
  const work = { on, evaluate, sample: new Float64Array(9), out: new Float64Array(3) };
  const result: Force = {
    name,
    ...(on === null ? {} : { on }),
    apply: (system) => addField(system, work),
    addBlocks() {},
    linearise: (system, K, D) => linearizeField(system, work, K, D),
  };
  return energy === undefined ? result : { ...result, energy: (system) => sumEnergy(system, work, energy) };
}

/** Creates a constant force, N, on each of the selected particles. */
export function constantForce(options: { readonly force: ArrayLike<number>; readonly on?: Selection }): Force {
  requireOptions("constantForce", options, "{ force: [0, 1, 0] }");
  requireVector("constantForce.force", options.force);
  const f = Float64Array.from(options.force);
  const push = (_sample: Float64Array, out: Float64Array) => {
    for (let k = 0; k < 3; k++) out[k] = f[k];
  };
  const energy = (sample: Float64Array) => -(f[0] * sample[0] + f[1] * sample[1] + f[2] * sample[2]);
  const given = field({
    name: "constant",
    force: push,
    energy,
    ...(options.on === undefined ? {} : { on: options.on }),
  });
  return { ...given, parameters: { force: Array.from(f) } };
}

/** Adds the force of the field to the accumulators. */
function addField({ state, force, mass, count, uncarried }: ParticleTable, work: FieldWork): void {
  const { evaluate, sample, out } = work;
  const list = work.on ?? uncarried;
  const n = list === null ? count : list.length;
  for (let s = 0; s < n; s++) {
    const i = list === null ? s : list[s];
    readSample(sample, state, mass, count, i);
    out.fill(0);
    evaluate(sample, out);
    for (let k = 0; k < 3; k++) force[3 * i + k] += out[k];
  }
}

/** Adds ∂f/∂x and ∂f/∂v of the field to the diagonal blocks of K and D. */
function linearizeField(
  { state, mass, count, uncarried }: ParticleTable,
  work: FieldWork,
  K: BlockMatrix,
  D: BlockMatrix,
): void {
  const { evaluate, sample, out } = work;
  const list = work.on ?? uncarried;
  const n = list === null ? count : list.length;
  for (let s = 0; s < n; s++) {
    const i = list === null ? s : list[s];
    readSample(sample, state, mass, count, i);
    addDerivative(evaluate, sample, Sample.x, out, K, i);
    addDerivative(evaluate, sample, Sample.v, out, D, i);
  }
}

/** Returns the potential energy of the selected particles in the field, J. */
function sumEnergy(
  { state, mass, count, uncarried }: ParticleTable,
  { on, sample }: FieldWork,
  energy: (sample: Float64Array) => number,
): number {
  const list = on ?? uncarried;
  const n = list === null ? count : list.length;
  let total = 0;
  for (let s = 0; s < n; s++) {
    readSample(sample, state, mass, count, list === null ? s : list[s]);
    total += energy(sample);
  }
  return total;
}

/** Derivative ∂f/∂x or ∂f/∂v of the particle at hand, made symmetric; its eigenvalues and eigenvectors. */
const block = new Float64Array(9);
const values = new Float64Array(3);
const vectors = new Float64Array(9);

/**
 * Adds the derivative of the force with respect to the three entries of the sample from `slot` on to the diagonal block of
 * particle i: its symmetric part without positive eigenvalues, so that the matrix of an implicit step stays definite.
 */
function addDerivative(
  evaluate: FieldOptions["force"],
  sample: Float64Array,
  slot: number,
  out: Float64Array,
  A: BlockMatrix,
  i: number,
): void {
  block.fill(0);
  for (let c = 0; c < 3; c++) differenceSample(evaluate, sample, slot + c, out, c);
  if (decomposeSymmetric(values, 0, vectors, 0, block, 0) !== EigenStatus.ok) return;
  const o = A.blockStart[i];
  for (let k = 0; k < 3; k++) {
    const lambda = Math.min(0, values[k]);
    for (let r = 0; r < 3; r++) {
      for (let c = 0; c < 3; c++) A.values[o + 3 * r + c] += lambda * vectors[3 * r + k] * vectors[3 * c + k];
    }
  }
}

/** Adds ∂f/∂(entry `slot`) to `block`, half to column c and half to row c. */
function differenceSample(
  evaluate: FieldOptions["force"],
  sample: Float64Array,
  slot: number,
  out: Float64Array,
  c: number,
): void {
  const at = sample[slot];
  const step = chooseDifference(at);
  for (let side = 1; side >= -1; side -= 2) {
    sample[slot] = at + side * step;
    out.fill(0);
    evaluate(sample, out);
    for (let r = 0; r < 3; r++) {
      const half = (side * out[r]) / (4 * step);
      block[3 * r + c] += half;
      block[3 * c + r] += half;
    }
  }
  sample[slot] = at;
}

function readSample(sample: Float64Array, state: Float64Array, mass: Float64Array, count: number, i: number): void {
  for (let c = 0; c < 6; c++) sample[c] = state[6 * i + c];
  sample[Sample.time] = state[6 * count];
  sample[Sample.mass] = mass[i];
  sample[Sample.particle] = i;
}
