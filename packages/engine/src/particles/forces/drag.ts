/**
 * Viscous drag f = −k v, and wind: the same drag against air that moves, f = −k (v − u).
 *
 * Follows: Particle System Dynamics, section 4.1.
 */
import { requireNonNegative, requireOptions, requireVector } from "../../math/index.js";
import { type Force, resolveSelection, type Selection } from "../system/index.js";

/** Options of a viscous drag. */
export interface DragOptions {
  /** Coefficient k, N·s/m. */
  readonly coefficient: number;
  /** Selection of particles. Default all. */
  readonly on?: Selection;
}

/** Creates an ideal viscous drag f = −k v. */
export function drag(options: DragOptions): Force {
  return createDrag("drag", options, [0, 0, 0]);
}

/** Creates the drag f = −k (v − u) of a wind of constant velocity u, m/s. For gusts see `field`. */
export function wind(options: DragOptions & { readonly velocity: ArrayLike<number> }): Force {
  requireOptions("wind", options, "{ coefficient: 1, velocity: [1, 0, 0] }");
  requireVector("wind.velocity", options.velocity);
  return createDrag("wind", options, options.velocity);
}

function createDrag(name: string, options: DragOptions, air: ArrayLike<number>): Force {
  requireOptions(name, options, "{ coefficient: 1 }");
  const { coefficient: k } = options;
  requireNonNegative(`${name}.coefficient`, k, "a negative drag would speed particles up");
  const on = resolveSelection(`${name}.on`, options.on);
  const [ux, uy, uz] = [air[0], air[1], air[2]];
  return {
    name,
    ...(on === null ? {} : { on }),
    parameters: { coefficient: k, velocity: [ux, uy, uz] },
    // a wind supplies energy as well
    dissipates: ux === 0 && uy === 0 && uz === 0,
    apply({ state, force, count, uncarried }) {
      const list = on ?? uncarried;
      const n = list === null ? count : list.length;
      for (let s = 0; s < n; s++) {
        const i = list === null ? s : list[s];
        force[3 * i] -= k * (state[6 * i + 3] - ux);
        force[3 * i + 1] -= k * (state[6 * i + 4] - uy);
        force[3 * i + 2] -= k * (state[6 * i + 5] - uz);
      }
    },
    addBlocks() {},
    linearise(system, _K, D) {
      const list = on ?? system.uncarried;
      const n = list === null ? system.count : list.length;
      for (let s = 0; s < n; s++) {
        const block = D.blockStart[list === null ? s : list[s]];
        for (let c = 0; c < 9; c += 4) D.values[block + c] -= k;
      }
    },
  };
}
