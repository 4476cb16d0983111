/**
 * Unary forces given by a function of one particle's position, velocity and mass and of time: gusts, swirls, beams,
 * thrusters. Also a constant push.
 *
 * Follows: Particle System Dynamics, section 4.1.
 */
import { requireFinite } from "../math/index.js";
import { type Force, resolveSelection, type Selection } from "./force.js";

/** Slots of the sample that a field reads: x, v, then the time and the particle's mass and index. */
export const Sample = { x: 0, v: 3, time: 6, mass: 7, particle: 8 } as const;

export interface FieldOptions {
  /** Default "field". */
  readonly name?: string;
  readonly on?: Selection;
  /** Writes the force on the particle of `sample` into `out[0 … 2]`, N. */
  readonly force: (sample: Float64Array, out: Float64Array) => void;
  /** The potential energy of that particle, J, if the field is conservative. */
  readonly energy?: (sample: Float64Array) => number;
}

/** A force on each particle alone. Implicit methods take it at the start of the step. */
export function field(options: FieldOptions): Force {
  const { name = "field", force: evaluate, energy } = options;
  const on = resolveSelection(options.on);
  const sample = new Float64Array(9);
  const out = new Float64Array(3);
  const result: Force = {
    name,
    ...(on === null ? {} : { on }),
    apply({ state, force, mass, count }) {
      const n = on === null ? count : on.length;
      for (let s = 0; s < n; s++) {
        const i = on === null ? s : on[s];
        readSample(sample, state, mass, count, i);
        out.fill(0);
        evaluate(sample, out);
        for (let k = 0; k < 3; k++) force[3 * i + k] += out[k];
      }
    },
  };
  if (energy === undefined) return result;
  return {
    ...result,
    energy({ state, mass, count }) {
      const n = on === null ? count : on.length;
      let total = 0;
      for (let s = 0; s < n; s++) {
        readSample(sample, state, mass, count, on === null ? s : on[s]);
        total += energy(sample);
      }
      return total;
    },
  };
}

/** The same force, N, on each of the selected particles, always. */
export function constantForce(options: { readonly force: ArrayLike<number>; readonly on?: Selection }): Force {
  const { force: f } = options;
  for (let k = 0; k < 3; k++) requireFinite(`constantForce.force[${k}]`, f[k]);
  const push = (_sample: Float64Array, out: Float64Array) => {
    for (let k = 0; k < 3; k++) out[k] = f[k];
  };
  const energy = (sample: Float64Array) => -(f[0] * sample[0] + f[1] * sample[1] + f[2] * sample[2]);
  return field({ name: "constant", force: push, energy, ...(options.on === undefined ? {} : { on: options.on }) });
}

function readSample(sample: Float64Array, state: Float64Array, mass: Float64Array, count: number, i: number): void {
  for (let c = 0; c < 6; c++) sample[c] = state[6 * i + c];
  sample[Sample.time] = state[6 * count];
  sample[Sample.mass] = mass[i];
  sample[Sample.particle] = i;
}
