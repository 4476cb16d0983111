/**
 * Approximate minimum degree on a quotient graph (Amestoy, Davis and Duff 1996).
 *
 *   variable i   a node not yet eliminated, or several with the same neighbours, merged; `weight` counts their rows
 *   element e    an eliminated node: it stands for the clique of its remaining neighbours L_e
 *   lists        of i: first its elements E_i, then its variables A_i; of e: L_e
 *
 * Eliminating p turns it into an element that absorbs the elements of p: L_p = A_p ∪ ⋃_{e ∈ E_p} L_e. The degree of
 * i ∈ L_p is then bounded by |A_i| + |L_p \ i| + Σ_{e ∈ E_i} |L_e \ L_p|, a scan of short lists instead of a union.
 * Decided by integers alone, ties by order of arrival in the degree lists: the result is deterministic.
 */

/** States of a node of the quotient graph. */
const Kind = { variable: 0, element: 1, gone: 2 } as const;

/** The graph and its bookkeeping; arrays are indexed by node. */
interface Quotient {
  readonly n: number;
  /** All lists; the list of i is store[begin[i]] … of length `length[i]`, its first `elements[i]` entries elements. */
  store: Int32Array;
  spare: Int32Array;
  /** Where the free part of the store begins. */
  free: number;
  readonly begin: Int32Array;
  readonly length: Int32Array;
  readonly elements: Int32Array;
  readonly kind: Uint8Array;
  /** Rows a variable stands for; negative while it is a member of the pivot's L_p. */
  readonly weight: Int32Array;
  /** Bound on the weight of the neighbours of a variable; weight of L_e for an element. */
  readonly degree: Int32Array;
  /** Nodes merged into i follow it in the order: a chain from i to `tail[i]`. */
  readonly follow: Int32Array;
  readonly tail: Int32Array;
  /** Degree lists: first node of each degree, and links. */
  readonly head: Int32Array;
  readonly next: Int32Array;
  readonly previous: Int32Array;
  /** Stamps: mark[e] − stamp is |L_e \ L_p| in the scan, mark[v] = stamp a member in the comparison. */
  readonly mark: Int32Array;
  stamp: number;
  /** Buckets of variables with equal hash. */
  readonly bucket: Int32Array;
  readonly bucketNext: Int32Array;
  readonly hash: Int32Array;
}

/** Writes into order[at …] the elimination order of all nodes with taken = 0. */
export function eliminateByDegree(
  order: Int32Array,
  at: number,
  n: number,
  start: Int32Array,
  neighbours: Int32Array,
  taken: Uint8Array,
  weights: Int32Array | undefined,
): void {
  const q = createQuotient(n, start, neighbours, taken, weights);
  let left = 0;
  for (let i = 0; i < n; i++) if (q.kind[i] === Kind.variable) left += q.weight[i];
  let lowest = 0;
  for (let i = n - 1; i >= 0; i--) if (q.kind[i] === Kind.variable) insertByDegree(q, i);
  while (left > 0) {
    while (q.head[lowest] < 0) lowest++;
    const p = q.head[lowest];
    removeFromDegrees(q, p);
    left -= q.weight[p];
    formElement(q, p);
    measureElements(q, p);
    left -= updateNeighbours(q, p);
    mergeEqual(q, p);
    lowest = Math.min(lowest, closeElement(q, p, left));
    for (let i = p; i >= 0; i = q.follow[i]) order[at++] = i;
  }
}

function createQuotient(
  n: number,
  start: Int32Array,
  neighbours: Int32Array,
  taken: Uint8Array,
  weights: Int32Array | undefined,
): Quotient {
  const capacity = start[n] + n;
  const store = new Int32Array(capacity);
  const begin = new Int32Array(n);
  const length = new Int32Array(n);
  const weight = new Int32Array(n);
  const degree = new Int32Array(n);
  const tail = new Int32Array(n);
  const kind = new Uint8Array(n).fill(Kind.gone);
  let free = 0;
  let total = 0;
  for (let i = 0; i < n; i++) {
    tail[i] = i;
    begin[i] = free;
    if (taken[i] !== 0) continue;
    kind[i] = Kind.variable;
    weight[i] = weights === undefined ? 1 : weights[i];
    total += weight[i];
    for (let s = start[i]; s < start[i + 1]; s++) {
      const j = neighbours[s];
      if (taken[j] !== 0) continue;
      store[free++] = j;
      degree[i] += weights === undefined ? 1 : weights[j];
    }
    length[i] = free - begin[i];
  }
  const integers = (value: number) => new Int32Array(n).fill(value);
  return {
    n,
    store,
    spare: new Int32Array(capacity),
    free,
    begin,
    length,
    elements: integers(0),
    kind,
    weight,
    degree,
    follow: integers(-1),
    tail,
    head: new Int32Array(total + 1).fill(-1),
    next: integers(-1),
    previous: integers(-1),
    mark: integers(0),
    stamp: 1,
    bucket: integers(-1),
    bucketNext: integers(-1),
    hash: integers(0),
  };
}

function insertByDegree(q: Quotient, i: number): void {
  const d = q.degree[i];
  const first = q.head[d];
  q.next[i] = first;
  q.previous[i] = -1;
  if (first >= 0) q.previous[first] = i;
  q.head[d] = i;
}

function removeFromDegrees(q: Quotient, i: number): void {
  const before = q.previous[i];
  const after = q.next[i];
  if (before >= 0) q.next[before] = after;
  else q.head[q.degree[i]] = after;
  if (after >= 0) q.previous[after] = before;
}

/** Moves the living lists together. The store then has room for `room` more entries. */
function makeRoom(q: Quotient, room: number): void {
  if (q.free + room <= q.store.length) return;
  let free = 0;
  const { store, begin, length, kind } = q;
  let target = q.spare;
  let live = 0;
  for (let i = 0; i < q.n; i++) if (kind[i] !== Kind.gone) live += length[i];
  const grown = live + room > target.length;
  if (grown) target = new Int32Array(2 * (live + room));
  for (let i = 0; i < q.n; i++) {
    if (kind[i] === Kind.gone) continue;
    const s = begin[i];
    begin[i] = free;
    for (let t = 0; t < length[i]; t++) target[free++] = store[s + t];
  }
  q.spare = grown ? new Int32Array(target.length) : store;
  q.store = target;
  q.free = free;
}

/** Makes L_p, absorbing the elements of p; its members leave the degree lists and get negative weights. */
function formElement(q: Quotient, p: number): void {
  const { begin, length, elements, kind } = q;
  let room = length[p];
  for (let t = 0; t < elements[p]; t++) room += length[q.store[begin[p] + t]];
  makeRoom(q, room);
  const old = begin[p];
  const first = q.free;
  let free = first;
  for (let t = 0; t < elements[p]; t++) {
    const e = q.store[old + t];
    free = collectMembers(q, free, begin[e], begin[e] + length[e], p);
    kind[e] = Kind.gone;
  }
  free = collectMembers(q, free, old + elements[p], old + length[p], p);
  q.free = free;
  kind[p] = Kind.element;
  begin[p] = first;
  length[p] = free - first;
  elements[p] = 0;
}

function collectMembers(q: Quotient, free: number, from: number, to: number, p: number): number {
  const { store, weight, kind } = q;
  for (let s = from; s < to; s++) {
    const v = store[s];
    if (v === p || kind[v] !== Kind.variable || weight[v] <= 0) continue;
    removeFromDegrees(q, v);
    weight[v] = -weight[v];
    store[free++] = v;
  }
  return free;
}

/** mark[e] − stamp = |L_e \ L_p| for every element e next to L_p. */
function measureElements(q: Quotient, p: number): void {
  const { store, begin, length, elements, weight, degree, mark } = q;
  q.stamp = nextStamp(q);
  const stamp = q.stamp;
  for (let s = begin[p]; s < begin[p] + length[p]; s++) {
    const i = store[s];
    const w = -weight[i];
    for (let t = begin[i]; t < begin[i] + elements[i]; t++) {
      const e = store[t];
      if (q.kind[e] !== Kind.element) continue;
      mark[e] = (mark[e] >= stamp ? mark[e] : degree[e] + stamp) - w;
    }
  }
}

/** A stamp above every mark that an earlier one can have left. */
function nextStamp(q: Quotient): number {
  const width = q.head.length;
  if (q.stamp > 0x3fffffff - width) {
    q.mark.fill(0);
    q.stamp = 1;
  }
  return q.stamp + width;
}

/** Prunes the list of every member of L_p and bounds its degree. Returns the weight of those eliminated with p. */
function updateNeighbours(q: Quotient, p: number): number {
  const { store, begin, length, elements, kind, weight, degree, mark, stamp } = q;
  let eliminated = 0;
  for (let s = begin[p]; s < begin[p] + length[p]; s++) {
    const i = store[s];
    const first = begin[i];
    const split = first + elements[i];
    const end = first + length[i];
    let write = first;
    let bound = 0;
    let hash = p;
    for (let t = first; t < split; t++) {
      const e = store[t];
      if (kind[e] !== Kind.element) continue;
      const outside = mark[e] - stamp;
      // an element wholly inside L_p says nothing that p does not
      if (outside === 0) kind[e] = Kind.gone;
      else {
        bound += outside;
        hash += e;
        store[write++] = e;
      }
    }
    const kept = write;
    for (let t = split; t < end; t++) {
      const v = store[t];
      if (kind[v] !== Kind.variable || weight[v] <= 0) continue;
      bound += weight[v];
      hash += v;
      store[write++] = v;
    }
    if (bound === 0) {
      // no neighbour outside L_p: i can be eliminated together with p, at no cost
      eliminated -= weight[i];
      weight[i] = 0;
      absorbNode(q, p, i);
      continue;
    }
    // p becomes an element of i; at least one entry of the list went, so there is room
    if (write > kept) store[write] = store[kept];
    store[kept] = p;
    elements[i] = kept - first + 1;
    length[i] = write - first + 1;
    degree[i] = Math.min(degree[i], bound);
    q.hash[i] = hash % q.n;
  }
  return eliminated;
}

/** Node i disappears; it follows `into` in the order. */
function absorbNode(q: Quotient, into: number, i: number): void {
  q.kind[i] = Kind.gone;
  q.follow[q.tail[into]] = i;
  q.tail[into] = q.tail[i];
}

/** Merges members of L_p that have the same lists. */
function mergeEqual(q: Quotient, p: number): void {
  const { store, begin, length, kind, weight, bucket, bucketNext, hash } = q;
  const end = begin[p] + length[p];
  for (let s = begin[p]; s < end; s++) {
    const i = store[s];
    if (kind[i] !== Kind.variable) continue;
    bucketNext[i] = bucket[hash[i]];
    bucket[hash[i]] = i;
  }
  for (let s = begin[p]; s < end; s++) {
    const h = hash[store[s]];
    let i = kind[store[s]] === Kind.variable ? bucket[h] : -1;
    if (i >= 0) bucket[h] = -1;
    for (; i >= 0 && bucketNext[i] >= 0; i = bucketNext[i]) {
      markList(q, i);
      for (let j = bucketNext[i], before = i; j >= 0; j = bucketNext[j]) {
        if (!equalsMarked(q, i, j)) before = j;
        else {
          weight[i] += weight[j];
          weight[j] = 0;
          absorbNode(q, i, j);
          bucketNext[before] = bucketNext[j];
        }
      }
    }
  }
}

function markList(q: Quotient, i: number): void {
  q.stamp = nextStamp(q);
  for (let t = q.begin[i]; t < q.begin[i] + q.length[i]; t++) q.mark[q.store[t]] = q.stamp;
}

function equalsMarked(q: Quotient, i: number, j: number): boolean {
  if (q.length[i] !== q.length[j] || q.elements[i] !== q.elements[j]) return false;
  for (let t = q.begin[j]; t < q.begin[j] + q.length[j]; t++) if (q.mark[q.store[t]] !== q.stamp) return false;
  return true;
}

/** Drops what was absorbed from L_p, completes the degrees, and files the members again. Returns the least degree. */
function closeElement(q: Quotient, p: number, left: number): number {
  const { store, begin, length, kind, weight, degree } = q;
  const end = begin[p] + length[p];
  let total = 0;
  let write = begin[p];
  for (let s = begin[p]; s < end; s++) {
    const i = store[s];
    if (kind[i] !== Kind.variable) continue;
    weight[i] = -weight[i];
    total += weight[i];
    store[write++] = i;
  }
  length[p] = write - begin[p];
  q.free = write;
  degree[p] = total;
  if (length[p] === 0) kind[p] = Kind.gone;
  let lowest = q.head.length - 1;
  for (let s = begin[p]; s < write; s++) {
    const i = store[s];
    degree[i] = Math.min(degree[i] + total - weight[i], left - weight[i]);
    lowest = Math.min(lowest, degree[i]);
    insertByDegree(q, i);
  }
  return lowest;
}
