/**
 * Structures of masses and springs, built by one call: ropes, beams, sheets, blocks. Each is a regular lattice of
 * particles; springs connect neighbours along the axes (stretch), along the diagonals (shear) and, over one particle, along
 * the axes again (bend).
 *
 * Follows: Particle System Dynamics, section 5.
 */
import { requireInteger, requirePositive } from "../math/index.js";
import type { SpringOptions, Springs } from "./springs.js";
import type { ParticleSystem } from "./system.js";

export interface LatticeOptions {
  /** How many particles along each of the three edges. */
  readonly counts: readonly [number, number, number];
  /** The first corner. Default the origin. */
  readonly origin?: ArrayLike<number>;
  /** Steps from a particle to the next along each edge. Default (1,0,0), (0,1,0), (0,0,1). */
  readonly steps?: readonly [ArrayLike<number>, ArrayLike<number>, ArrayLike<number>];
  /** Total mass, kg, spread evenly. Default 1. */
  readonly mass?: number;
  readonly velocity?: ArrayLike<number>;
  readonly stretch: SpringOptions;
  /** Default: none. */
  readonly shear?: SpringOptions;
  /** Default: none. */
  readonly bend?: SpringOptions;
}

export interface Lattice {
  readonly counts: readonly [number, number, number];
  /** The particles have the indices first … first + count − 1. */
  readonly first: number;
  readonly count: number;
  /** The particle at place (i, j, k). */
  at(i: number, j?: number, k?: number): number;
}

/** A block of nx × ny × nz particles; with one or two counts of 1 a sheet or a rope. */
export function addLattice(system: ParticleSystem, springs: Springs, options: LatticeOptions): Lattice {
  const { counts, origin = [0, 0, 0], steps = AXES, mass = 1, velocity = [0, 0, 0] } = options;
  counts.forEach((n, axis) => {
    requireInteger(`lattice.counts[${axis}]`, n, 1, 1e7);
  });
  requirePositive("lattice.mass", mass);
  const [nx, ny, nz] = counts;
  const first = system.count;
  const at = (i: number, j = 0, k = 0) => first + i + nx * (j + ny * k);
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
  connect(STRETCH, options.stretch);
  connect(SHEAR, options.shear);
  connect(BEND, options.bend);
  return { counts, first, count: nx * ny * nz, at };
}

export interface RopeOptions {
  readonly from: ArrayLike<number>;
  readonly to: ArrayLike<number>;
  /** How many particles, both ends included. */
  readonly count: number;
  readonly mass?: number;
  readonly stretch: SpringOptions;
  readonly bend?: SpringOptions;
}

/** A rope between two points. */
export function addRope(system: ParticleSystem, springs: Springs, options: RopeOptions): Lattice {
  const { from, to, count, mass = 1, stretch, bend } = options;
  requireInteger("rope.count", count, 2, 1e7);
  const step = [0, 1, 2].map((c) => (to[c] - from[c]) / (count - 1));
  const lattice = { counts: [count, 1, 1], origin: from, steps: [step, step, step], mass, stretch } as const;
  return addLattice(system, springs, bend === undefined ? lattice : { ...lattice, bend });
}

export interface BeamOptions {
  readonly from: ArrayLike<number>;
  readonly to: ArrayLike<number>;
  /** How many cells along the beam. */
  readonly cells: number;
  /** Width of its square section, m. */
  readonly width: number;
  /** A direction that is not along the beam: one side of the section lies in the plane of the two. Default y. */
  readonly up?: ArrayLike<number>;
  readonly mass?: number;
  readonly stretch: SpringOptions;
  /** Default: the same as `stretch`. */
  readonly shear?: SpringOptions;
}

/** A beam of square section, one cell thick, braced along all diagonals. Its axis runs from `from` to `to`. */
export function addBeam(system: ParticleSystem, springs: Springs, options: BeamOptions): Lattice {
  const { from, to, cells, width, up = [0, 1, 0], mass = 1, stretch, shear = stretch } = options;
  requireInteger("beam.cells", cells, 1, 1e7);
  requirePositive("beam.width", width);
  const along = [0, 1, 2].map((c) => to[c] - from[c]);
  const side = scaledTo(cross(along, up), width, "beam.up");
  const height = scaledTo(cross(side, along), width, "beam.up");
  const step = along.map((value) => value / cells);
  const origin = [0, 1, 2].map((c) => from[c] - 0.5 * (side[c] + height[c]));
  const steps = [step, height, side] as const;
  return addLattice(system, springs, { counts: [cells + 1, 2, 2], origin, steps, mass, stretch, shear });
}

type Offset = readonly [number, number, number];

const AXES: readonly [Offset, Offset, Offset] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** One of each pair of opposite neighbours. */
const STRETCH: readonly Offset[] = AXES;
const BEND: readonly Offset[] = [
  [2, 0, 0],
  [0, 2, 0],
  [0, 0, 2],
];
const SHEAR: readonly Offset[] = [
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

function cross(a: ArrayLike<number>, b: ArrayLike<number>): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function scaledTo(a: readonly number[], length: number, path: string): number[] {
  const now = Math.sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
  requirePositive(`${path} (component across the beam)`, now, "choose a direction that is not along the beam");
  return a.map((value) => (value * length) / now);
}
