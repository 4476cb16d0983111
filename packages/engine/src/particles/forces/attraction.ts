/**
 * Long-range interaction by direct sum over every pair, O(n²): attraction as in gravitation, or repulsion as between
 * like charges, falling with the square of the distance.
 *
 *   fᵢ = −G mᵢmⱼ l/(|l|² + ε²)^{3/2},   l = xᵢ − xⱼ,     E = −G mᵢmⱼ/√(|l|² + ε²)
 *
 * In implicit methods the force is explicit: it keeps its value from the start of the step.
 *
 * Follows: Particle System Dynamics, section 4.3.
 */
import { fail, requireFinite, requireLength, requireNonNegative, requireOptions } from "../../math/index.js";
import { type Force, type ParticleTable, resolveSelection, type Selection } from "../system/index.js";

/** Options of an attraction between all pairs. */
export interface AttractionOptions {
  /** Strength G, m³/(kg·s²); negative repels. */
  readonly strength: number;
  /** Softening length ε, m. Default 0: the pure inverse square. */
  readonly softening?: number;
  /** Selection of particles. Default all. */
  readonly on?: Selection;
  /**
   * Masses mᵢ of the particles in `on`, kg: for points that bodies carry, without mass of their own. Default those of the
   * particles.
   */
  readonly masses?: ArrayLike<number>;
}

/** Creates an attraction or repulsion that falls with the square of the distance, between all pairs. */
export function attraction(options: AttractionOptions): Force {
  requireOptions("attraction", options, "{ strength: 1 }");
  const { strength, softening = 0 } = options;
  requireFinite("attraction.strength", strength);
  requireNonNegative("attraction.softening", softening);
  const on = resolveSelection("attraction.on", options.on);
  const masses = readMasses(options.masses, on);
  const constants = Float64Array.of(strength, softening * softening);
  return {
    name: "attraction",
    ...(on === null ? {} : { on }),
    parameters: { strength, softening, ...(options.masses === undefined ? {} : { masses: options.masses }) },
    apply: (system) => addAttraction(system, on ?? system.uncarried, masses, constants),
    energy: (system) => sumEnergy(system, on ?? system.uncarried, masses, constants),
  };
}

/** Returns masses by particle, or null for those of the system. */
function readMasses(masses: ArrayLike<number> | undefined, on: Int32Array | null): Float64Array | null {
  if (masses === undefined) return null;
  if (on === null) fail("conflict", "attraction.masses", "must be left out unless on is a list", masses);
  requireLength("attraction.masses", masses, on.length, "one for each in on");
  const table = new Float64Array(on.reduce((most, i) => Math.max(most, i + 1), 0));
  on.forEach((i, k) => {
    requireNonNegative(`attraction.masses[${k}]`, masses[k]);
    table[i] = masses[k];
  });
  return table;
}

function addAttraction(
  system: ParticleTable,
  on: Int32Array | null,
  masses: Float64Array | null,
  constants: Float64Array,
): void {
  const { state, force, count } = system;
  const mass = masses ?? system.mass;
  const n = on === null ? count : on.length;
  const G = constants[0];
  const softening2 = constants[1];
  for (let s = 0; s < n; s++) {
    const i = on === null ? s : on[s];
    const x = state[6 * i];
    const y = state[6 * i + 1];
    const z = state[6 * i + 2];
    const Gm = G * mass[i];
    let fx = 0;
    let fy = 0;
    let fz = 0;
    for (let t = s + 1; t < n; t++) {
      const j = on === null ? t : on[t];
      const lx = x - state[6 * j];
      const ly = y - state[6 * j + 1];
      const lz = z - state[6 * j + 2];
      const d2 = lx * lx + ly * ly + lz * lz + softening2;
      const scale = (Gm * mass[j]) / (d2 * Math.sqrt(d2));
      fx -= scale * lx;
      fy -= scale * ly;
      fz -= scale * lz;
      force[3 * j] += scale * lx;
      force[3 * j + 1] += scale * ly;
      force[3 * j + 2] += scale * lz;
    }
    force[3 * i] += fx;
    force[3 * i + 1] += fy;
    force[3 * i + 2] += fz;
  }
}

function sumEnergy(
  system: ParticleTable,
  on: Int32Array | null,
  masses: Float64Array | null,
  constants: Float64Array,
): number {
  const { state, count } = system;
  const mass = masses ?? system.mass;
  const n = on === null ? count : on.length;
  let energy = 0;
  for (let s = 0; s < n; s++) {
    const i = on === null ? s : on[s];
    for (let t = s + 1; t < n; t++) {
      const j = on === null ? t : on[t];
      const lx = state[6 * i] - state[6 * j];
      const ly = state[6 * i + 1] - state[6 * j + 1];
      const lz = state[6 * i + 2] - state[6 * j + 2];
      energy -= (constants[0] * mass[i] * mass[j]) / Math.sqrt(lx * lx + ly * ly + lz * lz + constants[1]);
    }
  }
  return energy;
}
