/**
 * A chain of masses between two walls, joined by linear springs and dampers, in one dimension or three: a second-order
 * problem whose derivatives are exact and constant. The first mass can be led along a path.
 */
import type { BlockMatrix } from "@rigor/engine/linalg";
import type { SecondOrderProblem } from "@rigor/engine/ode";

export interface ChainOptions {
  readonly masses: number;
  /** Coordinates a mass: 1 or 3. */
  readonly width: 1 | 3;
  readonly stiffness: number;
  readonly damping: number;
  /** x, v of the first mass (in each coordinate) at t; it is free without. */
  readonly path?: (t: number) => readonly [number, number];
  /** A constant force a coordinate. */
  readonly load?: number;
}

/** How springs and dampers act across coordinates: symmetric positive definite, so that 3×3 blocks are full. */
const coupling = [
  [1, 0.3, -0.2],
  [0.3, 0.8, 0.1],
  [-0.2, 0.1, 0.6],
];

export function createChain(options: ChainOptions): SecondOrderProblem & { readonly installed: Float64Array } {
  const { masses, width, stiffness, damping, path, load = 0 } = options;
  const n = masses * width;
  const state = new Float64Array(2 * n + 1);
  for (let i = 0; i < n; i++) {
    state[i] = 0.1 * ((i * 7) % 5) - 0.2;
    state[n + i] = 0.05 * ((i * 3) % 4);
  }
  const weights = Float64Array.from({ length: n }, (_, i) =>
    path !== undefined && i < width ? 0 : 1 + 0.5 * (Math.floor(i / width) % 3),
  );
  const follow = () => {
    if (path === undefined) return;
    const [x, v] = path(state[2 * n]);
    state.fill(x, 0, width);
    state.fill(v, n, n + width);
  };
  follow();
  /** Adds, with factor s, minus the stiffness of the chain times u. */
  const addForce = (out: Float64Array, o: number, u: Float64Array, from: number, s: number) => {
    for (let k = 0; k <= masses; k++) {
      for (let a = 0; a < width; a++) {
        let pull = 0;
        for (let b = 0; b < width; b++) {
          const left = k > 0 ? u[from + (k - 1) * width + b] : 0;
          const right = k < masses ? u[from + k * width + b] : 0;
          pull += coupling[a][b] * (right - left);
        }
        if (k > 0) out[o + (k - 1) * width + a] += s * pull;
        if (k < masses) out[o + k * width + a] -= s * pull;
      }
    }
  };
  const fill = (M: BlockMatrix, s: number) => {
    M.clear();
    for (let b = 0; b < M.blockCount; b++) {
      const factor = M.blockRow[b] === M.blockColumn[b] ? -2 * s : s;
      for (let e = 0; e < width * width; e++)
        M.values[M.blockStart[b] + e] = factor * coupling[Math.floor(e / width)][e % width];
    }
  };
  return {
    installed: state,
    dimension: 2 * n,
    coordinates: n,
    positionIndex: Int32Array.from({ length: n }, (_, i) => i),
    velocityIndex: Int32Array.from({ length: n }, (_, i) => n + i),
    weights,
    getState(out) {
      out.set(state);
    },
    setState(from) {
      state.set(from);
      follow();
    },
    derivative(out) {
      for (let i = 0; i < n; i++) {
        out[i] = state[n + i];
        out[n + i] = load;
      }
      addForce(out, n, state, 0, stiffness);
      addForce(out, n, state, n, damping);
      for (let i = 0; i < n; i++) out[n + i] = weights[i] === 0 ? 0 : out[n + i] / weights[i];
    },
    /** ∂f/∂y, dense, with no dependence on what is dictated. */
    jacobian(out) {
      out.fill(0);
      const column = new Float64Array(n);
      const unit = new Float64Array(n);
      for (let j = 0; j < n; j++) {
        if (weights[j] === 0) continue;
        out[j * 2 * n + n + j] = 1;
        unit.fill(0);
        unit[j] = 1;
        column.fill(0);
        addForce(column, 0, unit, 0, 1);
        for (let i = 0; i < n; i++) {
          if (weights[i] === 0) continue;
          out[(n + i) * 2 * n + j] = (stiffness * column[i]) / weights[i];
          out[(n + i) * 2 * n + n + j] = (damping * column[i]) / weights[i];
        }
      }
    },
    addBlocks(K, D) {
      for (const M of [K, D]) {
        for (let k = 0; k < masses; k++) {
          for (let l = Math.max(0, k - 1); l <= Math.min(masses - 1, k + 1); l++)
            M.addBlock(k * width, l * width, width, width);
        }
      }
    },
    linearise(K, D) {
      fill(K, stiffness);
      fill(D, damping);
    },
  };
}
