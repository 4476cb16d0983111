/**
 * Structures of masses and springs, built by one call: ropes, beams, sheets, blocks. Each is a regular lattice of
 * particles; springs connect neighbours along the axes (stretch), along the diagonals (shear) and, over one particle, along
 * the axes again (bend).
 *
 * Follows: Particle System Dynamics, section 5.
 */
import { fail, requireInteger, requirePositive, requireVector, vec3 } from "../../math/index.js";
import type { ParticleSystem } from "../system/index.js";
import { checkSpring, type SpringOptions, type Springs } from "./springs.js";

/** Options of a lattice. */
export interface LatticeOptions {
  /** Number of particles along each of the three edges. */
  readonly counts: readonly [number, number, number];
  /** First corner, m. Default the origin. */
  readonly origin?: ArrayLike<number>;
  /** Steps from a particle to the next along each edge, m. Default (1,0,0), (0,1,0), (0,0,1). */
  readonly steps?: readonly [ArrayLike<number>, ArrayLike<number>, ArrayLike<number>];
  /** Total mass, kg, spread evenly. Default 1. */
  readonly mass?: number;
  /** Velocity of all particles, m/s. Default at rest. */
  readonly velocity?: ArrayLike<number>;
  /** Springs between neighbours along the axes. */
  readonly stretch: SpringOptions;
  /** Springs along the diagonals. Default none. */
  readonly shear?: SpringOptions;
  /** Springs over one particle along the axes. Default none. */
  readonly bend?: SpringOptions;
}

/** The particles of a lattice. */
export interface Lattice {
  /** Number of particles along each of the three edges. */
  readonly counts: readonly [number, number, number];
  /** Index of the first particle; the others have the indices up to first + count − 1. */
  readonly first: number;
  /** Number of particles. */
  readonly count: number;
  /** Returns the particle at place (i, j, k). */
  at(i: number, j?: number, k?: number): number;
}

/** Adds a block of nx × ny × nz particles; with one or two counts of 1 a sheet or a rope. */
export function addLattice(system: ParticleSystem, springs: Springs, options: LatticeOptions): Lattice {
  const { counts, origin = [0, 0, 0], steps = axes, mass = 1, velocity = [0, 0, 0] } = options;
  counts.forEach((n, axis) => {
    requireInteger(`lattice.counts[${axis}]`, n, 1, 1e7);
  });
  requirePositive("lattice.mass", mass);
  // before the first particle is added, so that nothing is left behind
  for (const name of ["stretch", "shear", "bend"] as const) {
    if (name !== "stretch" && options[name] === undefined) continue;
    checkSpring(`lattice.${name}`, options[name] as SpringOptions);
  }
  const [nx, ny, nz] = counts;
  const first = system.count;
  const at = (i: number, j = 0, k = 0) => {
    [i, j, k].forEach((place, axis) => {
      requireInteger(`lattice.at[${axis}]`, place, 0, counts[axis] - 1);
    });
    return first + i + nx * (j + ny * k);
  };
  forEachPlace(counts, (i, j, k) => {
    const position = [0, 1, 2].map((c) => origin[c] + i * steps[0][c] + j * steps[1][c] + k * steps[2][c]);
    system.addParticle({ mass: mass / (nx * ny * nz), position, velocity });
  });
  const connect = (offsets: readonly Offset[], spring: SpringOptions | undefined) => {
    if (spring === undefined) return;
    forEachPlace(counts, (i, j, k) => {
      for (const [di, dj, dk] of offsets) {
        const [p, q, r] = [i + di, j + dj, k + dk];
        if (p < 0 || q < 0 || r < 0 || p >= nx || q >= ny || r >= nz) continue;
        springs.connect(system, at(i, j, k), at(p, q, r), spring);
      }
    });
  };
  connect(stretchOffsets, options.stretch);
  connect(shearOffsets, options.shear);
  connect(bendOffsets, options.bend);
  return { counts, first, count: nx * ny * nz, at };
}

/** Options of a rope. */
export interface RopeOptions {
  /** Position of the first particle, m. */
  readonly from: ArrayLike<number>;
  /** Position of the last particle, m. */
  readonly to: ArrayLike<number>;
  /** Number of particles, both ends included. */
  readonly count: number;
  /** Total mass, kg, spread evenly. Default 1. */
  readonly mass?: number;
  /** Springs between neighbours. */
  readonly stretch: SpringOptions;
  /** Springs over one particle. Default none. */
  readonly bend?: SpringOptions;
}

/** Adds a rope between two points. */
export function addRope(system: ParticleSystem, springs: Springs, options: RopeOptions): Lattice {
  const { from, to, count, mass = 1, stretch, bend } = options;
  requireInteger("rope.count", count, 2, 1e7);
  for (const [name, vector] of Object.entries({ from, to })) requireVector(`rope.${name}`, vector);
  const step = [0, 1, 2].map((c) => (to[c] - from[c]) / (count - 1));
  const lattice = { counts: [count, 1, 1], origin: from, steps: [step, step, step], mass, stretch } as const;
  return addLattice(system, springs, bend === undefined ? lattice : { ...lattice, bend });
}

/** Options of a beam. */
export interface BeamOptions {
  /** Start of the axis, m. */
  readonly from: ArrayLike<number>;
  /** End of the axis, m. */
  readonly to: ArrayLike<number>;
  /** Number of cells along the beam. */
  readonly cells: number;
  /** Width of the square section, m. */
  readonly width: number;
  /** Direction that is not along the beam: one side of the section lies in the plane of the two. Default y. */
  readonly up?: ArrayLike<number>;
  /** Total mass, kg, spread evenly. Default 1. */
  readonly mass?: number;
  /** Springs between neighbours along the axes. */
  readonly stretch: SpringOptions;
  /** Springs along the diagonals. Default that of `stretch`. */
  readonly shear?: SpringOptions;
}

/** Adds a beam of square section, one cell thick, braced along all diagonals. Its axis runs from `from` to `to`. */
export function addBeam(system: ParticleSystem, springs: Springs, options: BeamOptions): Lattice {
  const { from, to, cells, width, up = [0, 1, 0], mass = 1, stretch, shear = stretch } = options;
  requireInteger("beam.cells", cells, 1, 1e7);
  requirePositive("beam.width", width);
  for (const [name, vector] of Object.entries({ from, to, up })) requireVector(`beam.${name}`, vector);
  const along = [0, 1, 2].map((c) => to[c] - from[c]);
  const side = buildAcross(along, up, width);
  const height = buildAcross(side, along, width);
  const step = along.map((value) => value / cells);
  const origin = [0, 1, 2].map((c) => from[c] - 0.5 * (side[c] + height[c]));
  const steps = [step, height, side] as const;
  return addLattice(system, springs, { counts: [cells + 1, 2, 2], origin, steps, mass, stretch, shear });
}

type Offset = readonly [number, number, number];

const axes: readonly [Offset, Offset, Offset] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** Offsets to one of each pair of opposite neighbours. */
const stretchOffsets: readonly Offset[] = axes;
const bendOffsets: readonly Offset[] = [
  [2, 0, 0],
  [0, 2, 0],
  [0, 0, 2],
];
const shearOffsets: readonly Offset[] = [
  // diagonals of the faces
  [1, 1, 0],
  [1, -1, 0],
  [0, 1, 1],
  [0, 1, -1],
  [1, 0, 1],
  [1, 0, -1],
  // diagonals of the cell
  [1, 1, 1],
  [1, 1, -1],
  [1, -1, 1],
  [1, -1, -1],
];

function forEachPlace(
  counts: readonly [number, number, number],
  visit: (i: number, j: number, k: number) => void,
): void {
  for (let k = 0; k < counts[2]; k++) {
    for (let j = 0; j < counts[1]; j++) for (let i = 0; i < counts[0]; i++) visit(i, j, k);
  }
}

/** Returns a vector perpendicular to a and b, of the given length. */
function buildAcross(a: ArrayLike<number>, b: ArrayLike<number>, length: number): Float64Array {
  const out = new Float64Array(3);
  vec3.cross(out, 0, Float64Array.from(a), 0, Float64Array.from(b), 0);
  if (!vec3.normalize(out, 0, out, 0)) {
    fail("parallel", "beam.up", "must not be along the beam", b, "choose another direction");
  }
  vec3.scale(out, 0, out, 0, length);
  return out;
}
