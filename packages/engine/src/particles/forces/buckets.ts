/**
 * Spatial buckets find every pair of particles closer than a radius in O(n), for particles anywhere in space.
 *
 * Space is cut into cubic cells with the radius as edge. Cell (i, j, k) falls into bucket (i + Pj + Qk) mod m, so that
 * neighbours along x share cache lines. Particles are counting-sorted by bucket, and their states copied along: a pair
 * names two slots of that sorted copy, so that loops over the pairs read memory in order. Each pair of cells is visited once:
 * every particle looks into the rest of its own bucket and into the 13 buckets of the neighbours that lie ahead. P ≥ 5, Q ≥ 5P and
 * m > 5Q make these buckets distinct from one another and from the 13 behind, so that no pair is met twice; the distance excludes
 * the pairs of cells far apart that share a bucket.
 *
 * Follows: Particle System Dynamics, section 4.3.
 */
import { requirePositive, resize } from "../../math/index.js";
import { cellMargin, leastBuckets, pairsPerParticle } from "./parameters.js";

/** A spatial hash table that finds all pairs of particles closer than a radius. */
export class Buckets {
  private readonly radius: number;
  /** Square of the radius, m². */
  private readonly limit: Float64Array;
  private bucketCount = 0;
  /** Offsets P and Q of a step in y and in z. */
  private strideY = 0;
  private strideZ = 0;
  /** Start of bucket b in the sorted arrays: bucketCount + 1 entries. */
  private start = new Int32Array(0);
  /** The bucket of each particle, in the order of the selection. */
  private bucketOf = new Int32Array(0);
  /** The particle in each slot: n entries. */
  particle: Int32Array = new Int32Array(0);
  /** Position and velocity of the particle in each slot, m and m/s: 6n entries. */
  state: Float64Array = new Float64Array(0);
  /** Pairs found: the slots of pair p are entries 2p and 2p + 1. */
  pairs: Int32Array = new Int32Array(0);
  /** Number of pairs found. */
  pairCount = 0;

  constructor(radius: number) {
    requirePositive("radius", radius);
    this.radius = radius;
    this.limit = Float64Array.of(radius * radius);
  }

  /** Fills `pairs` with every pair of the selected particles (null for all) whose distance is below the radius. */
  findPairs(state: Float64Array, count: number, on: Int32Array | null): void {
    const n = on === null ? count : on.length;
    if (n !== this.particle.length) this.allocate(n);
    this.sort(state, n, on);
    this.collect(n);
  }

  private allocate(n: number): void {
    const root = Math.max(5, cubeRootCeiling(2 * n));
    this.strideY = root % 2 === 1 ? root : root + 1;
    this.strideZ = this.strideY * this.strideY;
    let m = leastBuckets;
    while (m <= 5 * this.strideZ || m < 2 * n) m *= 2;
    this.bucketCount = m;
    this.start = new Int32Array(m + 1);
    this.bucketOf = new Int32Array(n);
    this.particle = new Int32Array(n);
    this.state = new Float64Array(6 * n);
    if (this.pairs.length === 0) this.pairs = new Int32Array(pairsPerParticle * n + pairsPerParticle);
  }

  /** Sorts the particles by bucket, by counting. */
  private sort(state: Float64Array, n: number, on: Int32Array | null): void {
    const { start, bucketOf, particle, state: copy, strideY, strideZ } = this;
    const mask = this.bucketCount - 1;
    // cells a little larger than the radius, so that rounding cannot put a close pair two cells apart
    const inverse = (1 - cellMargin) / this.radius;
    start.fill(0);
    for (let s = 0; s < n; s++) {
      const y = 6 * (on === null ? s : on[s]);
      const i = Math.floor(state[y] * inverse) | 0;
      const j = Math.floor(state[y + 1] * inverse) | 0;
      const k = Math.floor(state[y + 2] * inverse) | 0;
      const bucket = (i + Math.imul(strideY, j) + Math.imul(strideZ, k)) & mask;
      bucketOf[s] = bucket;
      start[bucket + 1]++;
    }
    for (let b = 0; b <= mask; b++) start[b + 1] += start[b];
    // the last particle first: `start` is walked down, and each bucket ends in rising order of index
    for (let s = n - 1; s >= 0; s--) {
      const place = --start[bucketOf[s] + 1];
      const i = on === null ? s : on[s];
      particle[place] = i;
      for (let c = 0; c < 6; c++) copy[6 * place + c] = state[6 * i + c];
    }
    // after the walk start[b + 1] is where bucket b begins: shift it back
    for (let b = 0; b < mask + 1; b++) start[b] = start[b + 1];
    start[mask + 1] = n;
  }

  /** Looks from every particle into its own bucket and the 13 ahead. */
  private collect(n: number): void {
    const { start, strideY, strideZ } = this;
    const mask = this.bucketCount - 1;
    this.pairCount = 0;
    for (let b = 0; start[b] < n; b++) {
      const end = start[b + 1];
      for (let p = start[b]; p < end; p++) {
        this.collectRange(p, p + 1, end);
        this.collectRow(p, b + 1, b + 1, mask);
        this.collectRow(p, b + strideY - 1, b + strideY + 1, mask);
        for (let y = b + strideZ - strideY; y <= b + strideZ + strideY; y += strideY) {
          this.collectRow(p, y - 1, y + 1, mask);
        }
      }
    }
  }

  /** Collects pairs with the particles of buckets `first` to `last`, taken modulo the table. */
  private collectRow(p: number, first: number, last: number, mask: number): void {
    const { start } = this;
    const from = first & mask;
    const to = last & mask;
    if (from <= to) this.collectRange(p, start[from], start[to + 1]);
    else {
      this.collectRange(p, start[from], start[mask + 1]);
      this.collectRange(p, start[0], start[to + 1]);
    }
  }

  private collectRange(p: number, from: number, to: number): void {
    if (from >= to) return;
    while (2 * (this.pairCount + to - from) > this.pairs.length) this.growPairs();
    this.pairCount = appendClose(this.pairs, this.pairCount, this.state, p, from, to, this.limit);
  }

  private growPairs(): void {
    this.pairs = resize(this.pairs, 2 * this.pairs.length);
  }
}

/** Appends the pairs of slot p with those of slots `from` … `to` − 1 whose squared distance is below `limit[0]`. */
function appendClose(
  pairs: Int32Array,
  count: number,
  state: Float64Array,
  p: number,
  from: number,
  to: number,
  limit: Float64Array,
): number {
  const x = state[6 * p];
  const y = state[6 * p + 1];
  const z = state[6 * p + 2];
  const limit2 = limit[0];
  let found = count;
  for (let q = from; q < to; q++) {
    const lx = x - state[6 * q];
    const ly = y - state[6 * q + 1];
    const lz = z - state[6 * q + 2];
    if (lx * lx + ly * ly + lz * lz < limit2) {
      pairs[2 * found] = p;
      pairs[2 * found + 1] = q;
      found++;
    }
  }
  return found;
}

/** Returns the smallest whole number whose cube is at least x. */
function cubeRootCeiling(x: number): number {
  let r = 1;
  while (r * r * r < x) r++;
  return r;
}
