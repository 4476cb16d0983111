/** Several answers to one question, in order: nearest first, of equal ones the smaller index. Used again and again. */
import { resize } from "../../math/index.js";
import type { RayHit } from "./ray-cast.js";
import type { ShapeHit } from "./shape-cast.js";

/** The hits of a query, nearest first, of equal ones the smaller index. */
export class HitList {
  /** The number of hits. */
  count = 0;
  /** The index of each hit. */
  index: Int32Array = new Int32Array(8);
  /** The parameter of each hit along the ray; 0 if the query was no ray. */
  t: Float64Array = new Float64Array(8);
  /** The point of each hit, three numbers each, m. */
  point: Float64Array = new Float64Array(24);
  /** The outward normal at each hit, three numbers each. */
  normal: Float64Array = new Float64Array(24);

  /** Returns whether an index is among the hits. */
  has(index: number): boolean {
    for (let k = 0; k < this.count; k++) if (this.index[k] === index) return true;
    return false;
  }

  /**
   * Inserts a hit in its place: t, point and normal are at values[t], values[point] and values[normal]. Of two with
   * the same index the nearer one stays.
   */
  insert(index: number, values: Float64Array, t: number, point: number, normal: number): void {
    for (let k = 0; k < this.count; k++) {
      if (this.index[k] !== index) continue;
      if (this.t[k] <= values[t]) return;
      for (let m = k + 1; m < this.count; m++) this.move(m - 1, m);
      this.count--;
    }
    let k = this.open();
    while (k > 0 && (this.t[k - 1] > values[t] || (this.t[k - 1] === values[t] && this.index[k - 1] > index))) {
      this.move(k, k - 1);
      k--;
    }
    this.index[k] = index;
    this.t[k] = values[t];
    for (let c = 0; c < 3; c++) {
      this.point[3 * k + c] = values[point + c];
      this.normal[3 * k + c] = values[normal + c];
    }
  }

  /** Inserts an index in its place. */
  insertIndex(index: number): void {
    let k = this.open();
    for (; k > 0 && this.index[k - 1] > index; k--) this.index[k] = this.index[k - 1];
    this.index[k] = index;
    this.t[k] = 0;
  }

  private open(): number {
    const k = this.count++;
    if (k === this.index.length) {
      this.index = resize(this.index, 2 * k);
      this.t = resize(this.t, 2 * k);
      this.point = resize(this.point, 6 * k);
      this.normal = resize(this.normal, 6 * k);
    }
    return k;
  }

  private move(to: number, from: number): void {
    this.index[to] = this.index[from];
    this.t[to] = this.t[from];
    for (let c = 0; c < 3; c++) {
      this.point[3 * to + c] = this.point[3 * from + c];
      this.normal[3 * to + c] = this.normal[3 * from + c];
    }
  }
}

/** Copies a ray hit, with an index. */
export function copyRayHit(hit: RayHit, from: RayHit, index: number): void {
  hit.index = index;
  hit.inside = from.inside;
  hit.face = from.face;
  for (let k = 0; k < hit.values.length; k++) hit.values[k] = from.values[k];
}

/** Copies a shape hit, with an index. */
export function copyShapeHit(hit: ShapeHit, from: ShapeHit, index: number): void {
  hit.index = index;
  hit.overlapping = from.overlapping;
  hit.rounds = from.rounds;
  hit.fraction[0] = from.fraction[0];
  hit.pair.status = from.pair.status;
  hit.pair.witness = from.pair.witness;
  hit.pair.featureA = from.pair.featureA;
  hit.pair.featureB = from.pair.featureB;
  for (let k = 0; k < hit.pair.values.length; k++) hit.pair.values[k] = from.pair.values[k];
}
