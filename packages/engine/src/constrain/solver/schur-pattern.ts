/**
 * The shape of A = J W Jᵀ: constraints on the same body share a block. A body with many
 * constraints would make each share a block with each other; it stays in the matrix instead, as a node of its own:
 *
 *   (A₁  J₂ᵀ; J₂ −M₂) (λ; a₂) = (b; 0)        A₁ from all that is not such a hub, a₂ = W₂ J₂ λ
 *
 * so that a tree of any shape costs O(n) (Baraff 1996, Linear-time dynamics using Lagrange multipliers).
 *
 * Follows: Constrained Dynamics, section 4.4.
 */
import { BlockMatrix } from "../../linalg/index.js";
import { Carrier, type RowTable } from "../model/index.js";
import { isMovable, type VelocityLayout } from "./inverse-mass.js";
import { hubDegree } from "./parameters.js";
import { addPoints } from "./schur-points.js";

/** The pattern of A, with the products that fill it. */
export interface SchurPattern {
  readonly matrix: BlockMatrix;
  /** Heights of the nodes: constraints, then hubs. */
  readonly sizes: Int32Array;
  /** Products T_b J_dᵀ to be added: first block, second block, where in `matrix.values`; three numbers each. */
  readonly pairs: Int32Array;
  /** Body on which both blocks of each product are points, or −1. */
  readonly pointBody: Int32Array;
  /** The blocks of T = J W that are read. */
  readonly weighed: Int32Array;
  /** Blocks of J that stand in the matrix, transposed: block, where in `matrix.values`. */
  readonly couplings: Int32Array;
  /** Hubs: body (or −1 − particle), where in `matrix.values`. */
  readonly hubs: Int32Array;
  /** Number of rows of the hubs, and of negative eigenvalues that they bring. */
  readonly hubRows: number;
}

/** The blocks of J of all that moves, by what carries them. */
function groupBlocks(table: RowTable, layout: VelocityLayout): number[][] {
  const groups = new Map<number, number[]>();
  for (let b = 0; b < table.ends.length; b++) {
    const { carrier, index } = table.ends[b];
    if (!isMovable(layout, carrier, index)) continue;
    const group = groups.get(table.column[b]);
    if (group === undefined) groups.set(table.column[b], [b]);
    else group.push(b);
  }
  return [...groups.keys()].sort((a, b) => a - b).map((column) => groups.get(column) ?? []);
}

/** Builds the pattern of A; `mayHaveHubs` false: without hubs. */
export function buildSchurPattern(table: RowTable, layout: VelocityLayout, mayHaveHubs: boolean): SchurPattern {
  const { rowStart, owner, ends, width, rows, constraints } = table;
  const groups = groupBlocks(table, layout);
  const isHub = (group: readonly number[]) => mayHaveHubs && group.length > hubDegree && isFree(layout, ends[group[0]]);
  const hubGroups = groups.filter(isHub);
  const hubRows = hubGroups.reduce((sum, group) => sum + width[group[0]], 0);
  const matrix = new BlockMatrix(rows + hubRows, rows + hubRows);
  const places: [number, number, number][] = [];
  for (const group of groups) {
    if (isHub(group)) continue;
    for (const a of group) {
      for (const b of group) {
        const c = owner[a];
        const d = owner[b];
        if (c < d) continue;
        const block = matrix.findOrAddBlock(rowStart[c], rowStart[d], constraints[c].rows, constraints[d].rows);
        places.push([a, b, block]);
      }
    }
  }
  const couplings: [number, number][] = [];
  const hubs: [number, number][] = [];
  let at = rows;
  for (const group of hubGroups) {
    const w = width[group[0]];
    const { carrier, index } = ends[group[0]];
    hubs.push([carrier === Carrier.body ? index : -1 - index, matrix.addBlock(at, at, w, w)]);
    for (const b of group) {
      couplings.push([b, matrix.findOrAddBlock(at, rowStart[owner[b]], w, constraints[owner[b]].rows)]);
    }
    at += w;
  }
  const start = (block: number) => matrix.blockStart[block];
  const isPoint = (b: number) => constraints[owner[b]].joinsPoints === true && ends[b].carrier === Carrier.body;
  const isOfPoints = ([a, b]: readonly number[]) => isPoint(a) && isPoint(b);
  const weighed = new Set(places.flatMap((place) => (isOfPoints(place) ? [] : [place[0]])));
  return {
    matrix,
    sizes: Int32Array.from([...constraints.map((c) => c.rows), ...hubGroups.map((group) => width[group[0]])]),
    pairs: Int32Array.from(places.flatMap(([a, b, block]) => [a, b, start(block)])),
    pointBody: Int32Array.from(places, (place) => (isOfPoints(place) ? ends[place[0]].index : -1)),
    weighed: Int32Array.from(weighed).sort(),
    couplings: Int32Array.from(couplings.flatMap(([b, block]) => [b, start(block)])),
    hubs: Int32Array.from(hubs.flatMap(([hub, block]) => [hub, start(block)])),
    hubRows,
  };
}

/** Whether the mass matrix of what carries an end is regular. */
function isFree(layout: VelocityLayout, end: { readonly carrier: Carrier; readonly index: number }): boolean {
  if (end.carrier === Carrier.body) return layout.system.answers[end.index] === 3;
  return end.carrier === Carrier.particle;
}

/** Fills the matrix from J and T = J W; of points of bodies T is not read. */
export function fillSchur(pattern: SchurPattern, table: RowTable, T: Float64Array, layout: VelocityLayout): void {
  const { matrix, pairs, pointBody, couplings } = pattern;
  const { values } = matrix;
  const { jacobian, valueStart, width } = table;
  values.fill(0);
  for (let k = 0, p = 0; k < pairs.length; k += 3, p++) {
    const a = pairs[k];
    const b = pairs[k + 1];
    if (pointBody[p] >= 0) {
      addPoints(values, pairs[k + 2], jacobian, valueStart[a], valueStart[b], layout.system, pointBody[p]);
    } else if (width[a] !== 6) addProduct(values, pairs[k + 2], table, T, a, b);
    else if (a !== b) {
      addProduct6(
        values,
        pairs[k + 2],
        T,
        valueStart[a],
        valueStart[a + 1],
        jacobian,
        valueStart[b],
        valueStart[b + 1],
      );
    } else addSquare6(values, pairs[k + 2], T, jacobian, valueStart[a], valueStart[a + 1]);
  }
  for (let k = 0; k < couplings.length; k += 2) addTransposedBlock(values, couplings[k + 1], table, couplings[k]);
  fillHubs(pattern, layout);
}

/** values[at …] += T_a J_bᵀ, with the width of a particle written out. */
function addProduct(values: Float64Array, at: number, table: RowTable, T: Float64Array, a: number, b: number): void {
  const { jacobian: J, valueStart, width } = table;
  const w = width[a];
  if (w === 3) addProduct3(values, at, T, valueStart[a], valueStart[a + 1], J, valueStart[b], valueStart[b + 1]);
  else {
    let o = at;
    for (let r = valueStart[a]; r < valueStart[a + 1]; r += w) {
      for (let s = valueStart[b]; s < valueStart[b + 1]; s += w) {
        let sum = 0;
        for (let k = 0; k < w; k++) sum += T[r + k] * J[s + k];
        values[o++] += sum;
      }
    }
  }
}

/** Rows of T from `first` to `end` with rows of J from `start` to `stop`. */
function addProduct6(
  values: Float64Array,
  at: number,
  T: Float64Array,
  first: number,
  end: number,
  J: Float64Array,
  start: number,
  stop: number,
): void {
  let o = at;
  for (let r = first; r < end; r += 6) {
    const a = T[r];
    const b = T[r + 1];
    const c = T[r + 2];
    const d = T[r + 3];
    const e = T[r + 4];
    const f = T[r + 5];
    for (let s = start; s < stop; s += 6) {
      values[o++] += a * J[s] + b * J[s + 1] + c * J[s + 2] + d * J[s + 3] + e * J[s + 4] + f * J[s + 5];
    }
  }
}

/** The lower triangle of the product of rows of T and J from `first` to `end`, which is symmetric: no more is read. */
function addSquare6(
  values: Float64Array,
  at: number,
  T: Float64Array,
  J: Float64Array,
  first: number,
  end: number,
): void {
  const rows = (end - first) / 6;
  for (let r = first, o = at; r < end; r += 6, o += rows) {
    const a = T[r];
    const b = T[r + 1];
    const c = T[r + 2];
    const d = T[r + 3];
    const e = T[r + 4];
    const f = T[r + 5];
    for (let s = first, q = o; s <= r; s += 6, q++) {
      values[q] += a * J[s] + b * J[s + 1] + c * J[s + 2] + d * J[s + 3] + e * J[s + 4] + f * J[s + 5];
    }
  }
}

function addProduct3(
  values: Float64Array,
  at: number,
  T: Float64Array,
  first: number,
  end: number,
  J: Float64Array,
  start: number,
  stop: number,
): void {
  let o = at;
  for (let r = first; r < end; r += 3) {
    for (let s = start; s < stop; s += 3) values[o++] += T[r] * J[s] + T[r + 1] * J[s + 1] + T[r + 2] * J[s + 2];
  }
}

/** values[at …] += J_bᵀ */
function addTransposedBlock(values: Float64Array, at: number, table: RowTable, b: number): void {
  const { jacobian: J, valueStart, width } = table;
  const w = width[b];
  const rows = (valueStart[b + 1] - valueStart[b]) / w;
  for (let r = 0; r < rows; r++) {
    for (let k = 0; k < w; k++) values[at + k * rows + r] += J[valueStart[b] + r * w + k];
  }
}

/** −M of each hub. */
function fillHubs({ matrix, hubs }: SchurPattern, { system }: VelocityLayout): void {
  const { values } = matrix;
  const { mass, moments, rotation: R, particles } = system;
  for (let k = 0; k < hubs.length; k += 2) {
    const i = hubs[k];
    const o = hubs[k + 1];
    if (i < 0) {
      for (let x = 0; x < 3; x++) values[o + 4 * x] = -particles.mass[-1 - i];
      continue;
    }
    for (let x = 0; x < 3; x++) values[o + 7 * x] = -mass[i];
    for (let r = 0; r < 3; r++) {
      for (let c = 0; c < 3; c++) {
        let sum = 0;
        for (let x = 0; x < 3; x++) sum += R[9 * i + 3 * r + x] * moments[3 * i + x] * R[9 * i + 3 * c + x];
        values[o + 6 * (3 + r) + 3 + c] = -sum;
      }
    }
  }
}
