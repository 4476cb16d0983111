/** Helpers of the particle tests: random systems, and finite differences of forces and energies. */
import { createRng, nextUniform } from "@rigor/engine/math";
import { type Force, ParticleSystem } from "@rigor/engine/particles";

/** n particles at random in a cube of the given edge, with random velocities and masses from 0.5 to 2. */
export function randomSystem(n: number, seed: number, edge = 2): ParticleSystem {
  const rng = createRng(seed);
  const vector = (size: number) => [0, 1, 2].map(() => size * (nextUniform(rng) - 0.5));
  const system = new ParticleSystem();
  for (let i = 0; i < n; i++) {
    system.addParticle({ mass: 0.5 + 1.5 * nextUniform(rng), position: vector(edge), velocity: vector(2) });
  }
  return system;
}

/** The force of one force object alone, 3n numbers. */
export function forceOf(system: ParticleSystem, force: Force): Float64Array {
  system.force.fill(0);
  force.apply(system);
  return system.force.slice(0, 3 * system.count);
}

/** −∂E/∂x by central differences with Richardson's extrapolation: error of order h⁴. */
export function negativeGradient(system: ParticleSystem, force: Force, h = 1e-3): Float64Array {
  const { state, count } = system;
  const out = new Float64Array(3 * count);
  const at = (y: number, value: number) => {
    const saved = state[y];
    state[y] = value;
    const energy = force.energy!(system);
    state[y] = saved;
    return energy;
  };
  for (let c = 0; c < 3 * count; c++) {
    const y = 6 * Math.floor(c / 3) + (c % 3);
    const x = state[y];
    const coarse = (at(y, x + h) - at(y, x - h)) / (2 * h);
    const fine = (at(y, x + h / 2) - at(y, x - h / 2)) / h;
    out[c] = -(4 * fine - coarse) / 3;
  }
  return out;
}

/** ∂f/∂x (velocity = false) or ∂f/∂v of one force, dense 3n × 3n, by the same differences. */
export function differenceMatrix(system: ParticleSystem, force: Force, velocity: boolean, h = 1e-3): Float64Array {
  const { state, count } = system;
  const n = 3 * count;
  const out = new Float64Array(n * n);
  for (let c = 0; c < n; c++) {
    const y = 6 * Math.floor(c / 3) + (c % 3) + (velocity ? 3 : 0);
    const x = state[y];
    const column = (step: number) => {
      state[y] = x + step;
      const plus = forceOf(system, force);
      state[y] = x - step;
      const minus = forceOf(system, force);
      state[y] = x;
      return plus.map((value, r) => (value - minus[r]) / (2 * step));
    };
    const coarse = column(h);
    const fine = column(h / 2);
    for (let r = 0; r < n; r++) out[r * n + c] = (4 * fine[r] - coarse[r]) / 3;
  }
  return out;
}

/** The largest |a − b|. */
export function maxDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let worst = 0;
  for (let k = 0; k < Math.max(a.length, b.length); k++) worst = Math.max(worst, Math.abs(a[k] - b[k]));
  return worst;
}
