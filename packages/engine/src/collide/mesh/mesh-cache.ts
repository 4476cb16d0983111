/**
 * The memory of a body near a mesh: the triangles that were near it, each with a row of its own, as if it were a pair of
 * convex shapes.
 *
 *   leaves    of the tree, rising: all triangles no farther than `listed` from where A was then. Those left out are
 *             farther than listed − moved now, moved being how far any point of A has come since
 *   a row     the witness, the solution when it was last measured, and bounds: no triangle comes nearer than it was by more
 *             than A has travelled since
 *
 * Of a rotation by an angle θ from R₀ to R, a point at distance r moves by at most 2 sin(θ/2) r = |R − R₀| r/√2, with the
 * sum of squares of all nine numbers in |R − R₀|².
 *
 * Follows: Rigid Body Simulation, section 7.1.
 */
import { resize } from "../../math/index.js";
import { WitnessCache } from "../convex/index.js";
import { CurvedCache } from "../curved/index.js";
import type { Shape, TriangleMesh } from "../shapes/index.js";

/**
 * Slots of a row in `MeshMemory.bounds`: least distance of A from the triangle; from the front, or from the back, of
 * its plane; s along its normal; the travel of A when they were measured.
 */
export const RowBound = { apart: 0, clear: 1, level: 2, travelled: 3 } as const;
/** The numbers of a row in `MeshMemory.bounds`. */
export const boundSize = 4;
/**
 * The numbers of a row in `MeshMemory.mets`: as the values of a `PairResult`, and the direction of the convex pair
 * (3).
 */
export const metSize = 13;

/**
 * Slots of `MeshMemory.numbers`: the travel of A; the distance up to which triangles are listed; the tolerance of the
 * last call; the distance that the centre can move without passing the surface; the least distance of triangles that
 * are not listed; all in m.
 */
export const MemoryField = { travelled: 0, listed: 1, tolerance: 2, safe: 3, margin: 4 } as const;

/** The memory of a body near a mesh: the triangles near it, with what was found of each. */
export class MeshMemory {
  /** The shape of A; null if nothing is known. */
  shape: Shape | null = null;
  /** The mesh; null if nothing is known. */
  mesh: TriangleMesh | null = null;
  /** A in the frame of the mesh: at the last call (0), when the list was made (12), and its centre when last looked at (24). */
  readonly frames: Float64Array = new Float64Array(27);
  /** The distances of the memory, m: see `MemoryField`. */
  readonly numbers: Float64Array = new Float64Array(5);
  /** The number of the present call: a row with this number in `stamps` is known. */
  stamp = 0;
  /** The number of triangles in the list. */
  count = 0;
  /** The leaf of the tree of each triangle in the list, rising. */
  leaves: Int32Array = new Int32Array(16);
  /** The row of each triangle in the list. */
  rows: Int32Array = new Int32Array(16);
  /** The row of the triangle that was nearest; −1 if there is none. */
  nearestRow = -1;
  /** The leaf of the triangle that was nearest; −1 if there is none. */
  nearestLeaf = -1;
  /** The bounds of each row: see `RowBound`. */
  bounds: Float64Array = new Float64Array(0);
  /** The solution of each row: see `metSize`. */
  mets: Float64Array = new Float64Array(0);
  /** The `ContactCase` of each row. */
  cases: Uint8Array = new Uint8Array(0);
  /** The number of the call in which each row was measured. */
  stamps: Int32Array = new Int32Array(0);
  /** The witnesses of the rows, for polyhedra. */
  readonly witnesses: WitnessCache = new WitnessCache(0);
  /** The known features of the rows, for curved shapes. */
  readonly curved: CurvedCache = new CurvedCache(0);
  /** The leaves of the list before. */
  oldLeaves: Int32Array = new Int32Array(16);
  /** The rows of the list before. */
  oldRows: Int32Array = new Int32Array(16);
  /** Rows that are free. */
  free: Int32Array = new Int32Array(16);
  /** The number of rows that are free. */
  freeCount = 0;
  /** The number of rows that were ever used. */
  rowCount = 0;

  constructor() {
    this.growRows(16);
  }

  /** Forgets everything. */
  reset(): void {
    this.shape = null;
    this.mesh = null;
    this.count = 0;
    this.rowCount = 0;
    this.freeCount = 0;
    this.nearestRow = this.nearestLeaf = -1;
    this.numbers.fill(0);
    this.numbers[MemoryField.listed] = this.numbers[MemoryField.safe] = -1;
  }

  /** Returns a row that knows nothing. */
  takeRow(): number {
    if (this.freeCount === 0 && this.rowCount === this.cases.length) this.growRows(2 * this.rowCount);
    const row = this.freeCount > 0 ? this.free[--this.freeCount] : this.rowCount++;
    this.forgetRow(row);
    return row;
  }

  /** Forgets what a row knows. */
  forgetRow(row: number): void {
    this.witnesses.reset(row);
    this.curved.reset(row);
    this.stamps[row] = -1;
    // nothing is known of its distance
    this.bounds.fill(-Infinity, boundSize * row, boundSize * row + boundSize);
  }

  /** Makes room for so many leaves. */
  growList(capacity: number): void {
    this.leaves = resize(this.leaves, capacity);
    this.rows = resize(this.rows, capacity);
    this.oldLeaves = resize(this.oldLeaves, capacity);
    this.oldRows = resize(this.oldRows, capacity);
  }

  private growRows(capacity: number): void {
    this.bounds = resize(this.bounds, boundSize * capacity);
    this.mets = resize(this.mets, metSize * capacity);
    this.cases = resize(this.cases, capacity);
    this.stamps = resize(this.stamps, capacity);
    this.free = resize(this.free, capacity);
    this.witnesses.reserve(capacity);
    this.curved.reserve(capacity);
  }
}

/** The memories of many pairs of a body and a mesh, one slot a pair; the caller decides which pair has which. */
export class MeshCache {
  /** The number of triangles that were measured anew. */
  met = 0;
  /** The number of triangles that were proved to be too far. */
  skipped = 0;
  /** The number of walks through the tree. */
  walked = 0;
  private memories: (MeshMemory | null)[] = [];

  constructor(capacity = 0) {
    this.reserve(capacity);
  }

  /** Makes room for so many slots. */
  reserve(capacity: number): void {
    while (this.memories.length < capacity) this.memories.push(null);
  }

  /** Forgets a slot: it is to serve another pair. */
  reset(slot: number): void {
    this.memories[slot]?.reset();
  }

  /** Returns the memory of a slot, which is made at its first use. */
  read(slot: number): MeshMemory {
    const known = this.memories[slot];
    if (known) return known;
    const memory = new MeshMemory();
    memory.reset();
    this.reserve(slot + 1);
    this.memories[slot] = memory;
    return memory;
  }

  /** Sets the counts of met, skipped and walked to zero. */
  resetCounts(): void {
    this.met = this.skipped = this.walked = 0;
  }
}

const displacement = new Float64Array(1);

/**
 * Measures how far any point of A is at most from where it was with the frame at frames[o], m. Returns an array with
 * that one number.
 */
export function measureTravel(frame: Float64Array, frames: Float64Array, o: number, shape: Shape): Float64Array {
  let turn = 0;
  for (let k = 3; k < 12; k++) turn += (frame[k] - frames[o + k]) * (frame[k] - frames[o + k]);
  const x = frame[0] - frames[o];
  const y = frame[1] - frames[o + 1];
  const z = frame[2] - frames[o + 2];
  displacement[0] = Math.sqrt(x * x + y * y + z * z) + Math.sqrt(0.5 * turn) * shape.reach;
  return displacement;
}
