/**
 * What is remembered of a body near a mesh: the triangles that were near it, each with a row of its own, as if it were a
 * pair of convex shapes.
 *
 *   leaves    of the tree, rising: all triangles no farther than `listed` from where A was then. Those left out are
 *             farther than listed − moved now, moved being how far any point of A has come since
 *   a row     the witness, what was found when it was last met, and bounds: no triangle comes nearer than it was by more
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
 * Numbers of a row in `bounds`: least distance of A from the triangle; from the front, or from the back, of its plane; s
 * along its normal; and what A had travelled then.
 */
export const Bound = { apart: 0, clear: 1, level: 2, travelled: 3 } as const;
export const boundSize = 4;
/** Numbers of a row in `mets`: as the values of a PairResult, and the direction of the convex pair (3). */
export const metSize = 13;

/** Slots of `MeshMemory.numbers`. */
export const Memo = { travelled: 0, listed: 1, tolerance: 2, safe: 3, margin: 4 } as const;

export class MeshMemory {
  shape: Shape | null = null;
  mesh: TriangleMesh | null = null;
  /** A in the frame of the mesh: at the last call (0), when the list was made (12), and its centre when last looked at (24). */
  readonly frames: Float64Array = new Float64Array(27);
  /** See `Memo`. safe: how far the centre can move from there without passing the surface, m. */
  readonly numbers: Float64Array = new Float64Array(5);
  /** Which call this is: what has its number in `stamps` is known. `settled`: those in doubt are, too. */
  stamp = 0;
  settled = -1;
  count = 0;
  leaves: Int32Array = new Int32Array(16);
  rows: Int32Array = new Int32Array(16);
  /** The row that was nearest, and the leaf; −1 if none. */
  nearestRow = -1;
  nearestLeaf = -1;
  bounds: Float64Array = new Float64Array(0);
  mets: Float64Array = new Float64Array(0);
  meetings: Uint8Array = new Uint8Array(0);
  stamps: Int32Array = new Int32Array(0);
  readonly witnesses: WitnessCache = new WitnessCache(0);
  readonly curved: CurvedCache = new CurvedCache(0);
  /** The list before, and rows that are free. */
  oldLeaves: Int32Array = new Int32Array(16);
  oldRows: Int32Array = new Int32Array(16);
  free: Int32Array = new Int32Array(16);
  freeCount = 0;
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
    this.numbers[Memo.listed] = this.numbers[Memo.safe] = -1;
  }

  /** A row that knows nothing. */
  takeRow(): number {
    if (this.freeCount === 0 && this.rowCount === this.meetings.length) this.growRows(2 * this.rowCount);
    const row = this.freeCount > 0 ? this.free[--this.freeCount] : this.rowCount++;
    this.forgetRow(row);
    return row;
  }

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
    this.meetings = resize(this.meetings, capacity);
    this.stamps = resize(this.stamps, capacity);
    this.free = resize(this.free, capacity);
    this.witnesses.reserve(capacity);
    this.curved.reserve(capacity);
  }
}

/** One slot a pair of a body and a mesh; the caller says which pair has which. */
export class MeshCache {
  /** How often a triangle was met anew, was proved to be too far, and how often the tree was walked. */
  met = 0;
  skipped = 0;
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

  /** The memory of a slot, made at its first use. */
  read(slot: number): MeshMemory {
    const known = this.memories[slot];
    if (known) return known;
    const memory = new MeshMemory();
    memory.reset();
    this.reserve(slot + 1);
    this.memories[slot] = memory;
    return memory;
  }

  resetCounts(): void {
    this.met = this.skipped = this.walked = 0;
  }
}

const displacement = new Float64Array(1);

/** How far any point of A is at most from where it was with the frame at frames[o]: to displacement[0]. */
export function measureDisplacement(frame: Float64Array, frames: Float64Array, o: number, shape: Shape): Float64Array {
  let turn = 0;
  for (let k = 3; k < 12; k++) turn += (frame[k] - frames[o + k]) * (frame[k] - frames[o + k]);
  const x = frame[0] - frames[o];
  const y = frame[1] - frames[o + 1];
  const z = frame[2] - frames[o + 2];
  displacement[0] = Math.sqrt(x * x + y * y + z * z) + Math.sqrt(0.5 * turn) * shape.reach;
  return displacement;
}
