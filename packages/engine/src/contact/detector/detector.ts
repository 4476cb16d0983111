/**
 * The detector finds which parts of which bodies come near, and the contacts of those that touch. A pass is
 *
 *   parts.place(system, p)      or `placeParts`: where the parts are
 *   setBox(p, box, o)           or `fitBoxes`: the boxes for the coming while; a part without a call keeps its own
 *   update()                    the pairs whose boxes overlap and that may meet (pair-filter.ts), in canonical order
 *   measure, addContacts, …     the narrow phase at the frames now placed
 *
 * Two parts are a pair if their boxes overlap: for all contacts to be found the boxes must reach beyond the parts by half
 * the tolerance at least. Parts added since the last pass are given a box by the next one, those removed lose theirs.
 *
 * The pairs depend on the boxes alone. The caches of earlier passes are warm starts, which may change the last bits of an answer;
 * after `reset` everything depends on the state alone.
 *
 * Follows: Rigid Body Simulation, sections 7 and 8.
 */
import {
  type BroadPhase,
  boundsSize,
  ContactBuffer,
  collideShapes,
  findContacts,
  frameSize,
  Grid,
  PairCache,
  PairResult,
  PairSlot,
  type Shape,
  Sweep,
} from "../../collide/index.js";
import { fail, requireOptions, requirePositive, resize } from "../../math/index.js";
import type { RigidSystem } from "../../rigid/index.js";
import { addContacts, chooseNormal } from "../features/index.js";
import {
  type ContactTable,
  type Materials,
  nameParticle,
  PairFilter,
  PartPairs,
  type PartTable,
  removed,
} from "../table/index.js";
import { copyResult, isFar, sortRows, writeFatBox } from "./detector-kernels.js";
import { type TakeOverlap, visitOverlaps } from "./overlaps.js";

/** Options of a detector. */
export interface DetectorOptions {
  /** The gap up to which parts touch, m. */
  readonly tolerance: number;
  /** Method of the broad phase. Default "grid". */
  readonly broadPhase?: "grid" | "sweep";
}

/** A detector of contacts: the pairs of parts whose boxes overlap, and the contacts of those that touch. */
export class Detector {
  readonly parts: PartTable;
  readonly pairs: PartPairs = new PartPairs();
  readonly cache: PairCache = new PairCache();
  /** The gap up to which parts touch, m: one number, in an array so that it is not boxed. */
  readonly tolerance: Float64Array;
  /**
   * Tolerance of contact, m, boxed once and for all, for calls that are not inlined: a field that began as null holds an object.
   */
  private boxed: number | null = null;
  /** Tolerance of contact as it was given, m. */
  private readonly own: number;
  private readonly system: RigidSystem;
  private readonly materials: Materials;
  private readonly boxes: BroadPhase;
  private readonly filter: PairFilter = new PairFilter();
  /** 1 for parts that have a box. */
  private hasBox: Uint8Array = new Uint8Array(16);
  /** Changes by hand; and what the filter and the system had counted when the pairs were last collected. */
  private isStale = true;
  private filterRevision = -1;
  private systemRevision = -1;
  private readonly box: Float64Array = new Float64Array(boundsSize);
  private readonly result: PairResult = new PairResult();
  private readonly buffer: ContactBuffer = new ContactBuffer();
  private order: Int32Array = new Int32Array(8);
  /** Whether a corner that meets a corner or an edge may pass it by, within the tolerance: see choose-normal.ts. */
  choosesNormals = true;

  constructor(parts: PartTable, system: RigidSystem, materials: Materials, options: DetectorOptions) {
    requireOptions("options", options, "{ tolerance: 1e-7 }");
    const { tolerance, broadPhase = "grid" } = options;
    requirePositive("options.tolerance", tolerance);
    if (broadPhase !== "grid" && broadPhase !== "sweep") {
      fail("unknown-option", "options.broadPhase", 'must be "grid" or "sweep"', broadPhase);
    }
    this.parts = parts;
    this.system = system;
    this.materials = materials;
    this.tolerance = Float64Array.of(tolerance);
    this.boxed = tolerance;
    this.own = tolerance;
    this.boxes = broadPhase === "grid" ? new Grid() : new Sweep();
  }

  // --- who may meet ----------------------------------------------------------------------------------------------------

  /** Excludes contact between two bodies, by their rows, from now on. Exclusions are counted: each needs its own `include`. */
  exclude(bodyA: number, bodyB: number): void {
    this.filter.exclude(bodyA, bodyB);
  }

  /** Removes one exclusion of two bodies. Returns whether there was one. */
  include(bodyA: number, bodyB: number): boolean {
    return this.filter.include(bodyA, bodyB);
  }

  /** Excludes contact between a particle and a body: see `exclude`. */
  excludeParticle(particle: number, body: number): void {
    this.filter.exclude(nameParticle(particle), body);
  }

  /** Removes one exclusion of a particle and a body. Returns whether there was one. */
  includeParticle(particle: number, body: number): boolean {
    return this.filter.include(nameParticle(particle), body);
  }

  /** Whether contact between two bodies is excluded. */
  isExcluded(bodyA: number, bodyB: number): boolean {
    return this.filter.isExcluded(bodyA, bodyB);
  }

  /** Removes all exclusions of the body in a row: it was removed. */
  forget(body: number): void {
    this.filter.forget(body);
  }

  /** Marks the pairs as stale: a caller that has changed groups, masks or the answers of bodies by hand calls it. */
  revise(): void {
    this.isStale = true;
  }

  // --- boxes and pairs -------------------------------------------------------------------------------------------------

  /** Writes the frames of all parts, where their bodies and particles now are. */
  placeParts(): void {
    const { parts, system } = this;
    for (let p = 0; p < parts.count; p++) parts.place(system, p);
  }

  /** Writes the smallest box of part p at its placed frame. */
  writeBox(out: Float64Array, o: number, p: number): void {
    writeFatBox(out, o, this.parts, p, none, 0);
  }

  /** The box of part p for the coming while. */
  setBox(p: number, box: Float64Array, o: number): void {
    const { parts, boxes } = this;
    if (!(p >= 0 && p < parts.count) || parts.body[p] === removed) {
      fail("no-such-part", "part", `must be one of the ${parts.count} parts, and not removed`, p, "add it first");
    }
    this.reserve();
    if (this.hasBox[p] !== 0) boxes.setBox(p, box, o);
    else {
      boxes.add(p, box, o);
      this.hasBox[p] = 1;
    }
  }

  /** Gives all parts the boxes that they have at their placed frames, grown by margins[m] on all sides, m. */
  fitBoxes(margins: Float64Array, m: number): void {
    const { parts } = this;
    for (let p = 0; p < parts.count; p++) {
      if (parts.body[p] === removed) continue;
      writeFatBox(this.box, 0, parts, p, margins, m);
      this.setBox(p, this.box, 0);
    }
  }

  /** Brings `pairs` up to date with the boxes, the parts and what may meet. */
  update(): void {
    const { boxes, filter, system } = this;
    this.matchParts();
    boxes.update();
    const { beganCount, endedCount } = boxes.pairs;
    const isSame = filter.revision === this.filterRevision && system.revision === this.systemRevision;
    if (isSame && !this.isStale && beganCount === 0 && endedCount === 0) return;
    this.pairs.collect(boxes.pairs, filter, this.parts, system, this.cache);
    this.isStale = false;
    this.filterRevision = filter.revision;
    this.systemRevision = system.revision;
  }

  /** The part with the smallest index whose box was none (NaN) at the last `update`, and stayed where it was; or −1. */
  get badPart(): number {
    return this.boxes.badBox;
  }

  /** The row in `pairs` of two parts, in any order; −1 if they are no pair. */
  findPair(p: number, q: number): number {
    return this.pairs.find(p, q);
  }

  /** The slot of two parts, in any order; −1 if they are no pair. */
  slotOf(p: number, q: number): number {
    const pair = this.pairs.find(p, q);
    return pair < 0 ? -1 : this.pairs.slot[pair];
  }

  /** Forgets all warm starts. Contacts made before need `relinkContacts`. */
  reset(): void {
    this.pairs.renumber(this.cache);
  }

  /** Gives the contacts of a table the slots that their pairs now have; −1 for two parts that are no pair any more. */
  relinkContacts(table: ContactTable): void {
    for (let c = 0; c < table.count; c++) {
      const pair = this.pairs.find(table.partA[c], table.partB[c]);
      table.pair[c] = pair < 0 ? -1 : this.pairs.slot[pair];
    }
  }

  // --- the narrow phase, at the frames placed --------------------------------------------------------------------------

  /** Gap, normal and points of a pair. */
  measure(result: PairResult, pair: number): void {
    const { parts, pairs, cache } = this;
    const { frames, shapes } = parts;
    const a = pairs.partA[pair];
    const b = pairs.partB[pair];
    const oA = frameSize * a;
    const oB = frameSize * b;
    const slot = pairs.slot[pair];
    const tolerance = this.boxed as number;
    collideShapes(result, shapes[a] as Shape, frames, oA, shapes[b] as Shape, frames, oB, cache, slot, tolerance);
  }

  /** Whether a pair is within the tolerance of each other. */
  isTouching(pair: number): boolean {
    const { parts, pairs, tolerance, result } = this;
    if (isFar(parts, pairs.partA[pair], pairs.partB[pair], tolerance)) return false;
    this.measure(result, pair);
    return result.values[0] <= tolerance[0];
  }

  /** Multiplies the tolerance of contact, as it was given, by `factor` from now on. */
  widen(factor: number): void {
    this.tolerance[0] = factor * this.own;
    this.boxed = factor * this.own;
  }

  /** Appends the contacts of a pair whose gap is within the tolerance, or that overlaps. Returns how many. */
  addContacts(table: ContactTable, pair: number): number {
    const { partA, partB, slot } = this.pairs;
    return this.addContactsOf(table, partA[pair], partB[pair], slot[pair]);
  }

  /**
   * Appends the contacts of parts a and b, in the order of `pairs`, with their slot, up to a gap of reach[0], m. Returns how
   * many.
   */
  addContactsOf(table: ContactTable, a: number, b: number, slot: number, reach = this.tolerance): number {
    const { parts, cache, result, buffer } = this;
    const { frames, shapes } = parts;
    if (isFar(parts, a, b, reach)) return 0;
    const boxed = reach === this.tolerance ? (this.boxed as number) : reach[0];
    const A = shapes[a] as Shape;
    const B = shapes[b] as Shape;
    const oA = frameSize * a;
    const oB = frameSize * b;
    const exact = this.boxed as number;
    // faces and edges of parts that touch are distinguished at the exact tolerance, however far contacts are searched for
    const isWide = boxed > exact && A.polyhedron !== null && B.polyhedron !== null;
    collideShapes(result, A, frames, oA, B, frames, oB, cache, slot, isWide ? exact : boxed);
    const touches = isWide && result.values[PairSlot.gap] <= exact;
    if (isWide && !touches) collideShapes(result, A, frames, oA, B, frames, oB, cache, slot, boxed);
    if (this.choosesNormals) chooseNormal(result, parts, a, b, this.system, exact);
    const first = table.count;
    buffer.clear();
    if (touches) {
      findContacts(buffer, result, A, frames, oA, B, frames, oB, cache, slot, exact, exact);
      this.addRows(table, a, b, slot, first);
      buffer.clear();
    }
    // and, where the parts touch, contacts that are farther apart
    findContacts(buffer, result, A, frames, oA, B, frames, oB, cache, slot, boxed, exact);
    this.addRows(table, a, b, slot, first);
    return table.count - first;
  }

  /** Appends the rows of the buffer, in their order, but for those with the features of a contact from `first` on. */
  private addRows(table: ContactTable, a: number, b: number, slot: number, first: number): void {
    const { buffer, parts, system, materials } = this;
    const known = table.count;
    if (buffer.count > this.order.length) this.order = new Int32Array(2 * buffer.count);
    sortRows(this.order, buffer);
    for (let k = 0; k < buffer.count; k++) {
      const row = this.order[k];
      let isKnown = false;
      for (let c = first; c < known && !isKnown; c++) {
        isKnown = table.keyA[c] === buffer.keyA[row] && table.keyB[c] === buffer.keyB[row];
      }
      if (!isKnown) addContacts(table, buffer, row, row + 1, parts, a, b, slot, system, materials);
    }
  }

  /** Appends the contacts of all pairs, in their order. Returns how many there are. */
  addAllContacts(table: ContactTable): number {
    let count = 0;
    for (let pair = 0; pair < this.pairs.count; pair++) count += this.addContacts(table, pair);
    return count;
  }

  /**
   * The pair that overlaps most, by more than the tolerance, with its gap, normal and points in `result`; −1 if there is
   * none. Of equals the first.
   */
  findOverlap(result: PairResult): number {
    const { parts, pairs, tolerance } = this;
    let worst = -1;
    for (let pair = 0; pair < pairs.count; pair++) {
      if (isFar(parts, pairs.partA[pair], pairs.partB[pair], tolerance)) continue;
      this.measure(this.result, pair);
      const gap = this.result.values[0];
      if (!(gap < -tolerance[0]) || (worst >= 0 && !(gap < result.values[0]))) continue;
      worst = pair;
      copyResult(result, this.result);
    }
    return worst;
  }

  /**
   * Reports parts that overlap by more than the tolerance, at the frames placed and in the order of `pairs`, until `take` returns
   * false; `onPart` receives each part before its pairs. No pair is kept, so it may be called before `update` where there would
   * be very many.
   */
  visitOverlaps(take: TakeOverlap, onPart: (part: number) => void = () => {}): void {
    visitOverlaps(this.parts, this.system, this.filter, this.tolerance, take, onPart);
  }

  // --- the rest --------------------------------------------------------------------------------------------------------

  /** Takes the boxes of removed parts away, and gives new ones theirs. */
  private matchParts(): void {
    const { parts, system } = this;
    this.reserve();
    for (let p = 0; p < parts.count; p++) {
      if (parts.body[p] === removed) {
        if (this.hasBox[p] === 0) continue;
        this.boxes.remove(p);
        this.hasBox[p] = 0;
      } else if (this.hasBox[p] === 0) {
        parts.place(system, p);
        writeFatBox(this.box, 0, parts, p, this.tolerance, 0);
        this.setBox(p, this.box, 0);
      }
    }
  }

  private reserve(): void {
    if (this.parts.count > this.hasBox.length) this.hasBox = resize(this.hasBox, 2 * this.parts.count);
  }
}

const none = new Float64Array(1);
