/**
 * Pairs of parts that may meet. Every part has a larger box in the broad phase than it needs. While its steps stay within the box,
 * the list of pairs is valid. A box grows where a step leaves it, and is fitted anew when a window begins.
 *
 * Follows: Rigid Body Simulation, section 7.2.
 */
import { boundsSize } from "../../collide/index.js";
import { type Detector, type PartTable, writeFatBox } from "../../contact/index.js";
import { resize } from "../../math/index.js";
import { type StepPath, writeSweptBox } from "../trajectory/index.js";
import { ClearanceTable } from "./clearance.js";
import type { DetectionContext } from "./context.js";
import { boxGrowth } from "./parameters.js";

/** Pairs of parts of all islands that may meet, kept by boxes in the broad phase. */
export class Neighbours {
  private readonly parts: PartTable;
  private readonly detector: Detector;
  /** Box of each part in the broad phase. */
  private boxes = new Float64Array(0);
  /** Way that each part may still go before it can leave its box, m. */
  private slack = new Float64Array(0);
  private readonly swept = new Float64Array(boundsSize);
  private readonly margin = new Float64Array(1);
  /** Lower bounds of the distances of pairs, of all islands. */
  readonly clearances = new ClearanceTable();
  /** Whether a part belongs to a sleeping island. */
  isAsleep: (part: number) => boolean = () => false;

  constructor(parts: PartTable, detector: Detector) {
    this.parts = parts;
    this.detector = detector;
  }

  /** Fits the box of a part to its place, enlarged by `margin`, m. */
  fit(p: number, margin: number): void {
    if (this.parts.shapes[p] === null) return;
    if (this.slack.length < this.parts.count) {
      this.boxes = resize(this.boxes, 2 * boundsSize * this.parts.count);
      this.slack = resize(this.slack, 2 * this.parts.count);
    }
    this.slack[p] = margin;
    this.margin[0] = margin;
    writeFatBox(this.boxes, boundsSize * p, this.parts, p, this.margin, 0);
    this.detector.setBox(p, this.boxes, boundsSize * p);
  }

  /** Makes the pairs of an island valid for the step of a path: its boxes then contain the whole step. */
  cover(context: DetectionContext, path: StepPath, ways: Float64Array): void {
    const { boxes, swept, detector, parts, slack } = this;
    let isLeft = false;
    for (let k = 0; k < context.candidates.parts.length; k++) {
      const p = context.candidates.parts[k];
      slack[p] -= ways[p];
      if (slack[p] >= 0) continue;
      writeSweptBox(swept, 0, path, parts, p);
      const o = boundsSize * p;
      // the largest way by which the step leaves the box; negative if it stays within
      let out = -Infinity;
      for (let x = 0; x < 3; x++) out = Math.max(out, boxes[o + x] - swept[x], swept[3 + x] - boxes[o + 3 + x]);
      slack[p] = 0;
      if (!(out > 0)) {
        slack[p] = -out;
        continue;
      }
      isLeft = true;
      for (let x = 0; x < 3; x++) {
        boxes[o + x] = Math.min(boxes[o + x], swept[x] - boxGrowth * out);
        boxes[o + 3 + x] = Math.max(boxes[o + 3 + x], swept[3 + x] + boxGrowth * out);
      }
      detector.setBox(p, boxes, o);
    }
    if (!isLeft) return;
    detector.update();
    this.collect(context);
  }

  /** Makes the boxes of all awake islands contain the present places of their parts, as jumps may leave the boxes of a path. */
  coverPlaces(flows: readonly { readonly context: DetectionContext; readonly isAsleep: boolean }[]): void {
    const { boxes, swept, detector, parts } = this;
    let isLeft = false;
    for (const { context, isAsleep } of flows) {
      for (let k = 0; k < context.candidates.parts.length && !isAsleep; k++) {
        const p = context.candidates.parts[k];
        if (parts.shapes[p] === null) continue;
        parts.place(context.island.model.system, p);
        this.margin[0] = 0;
        writeFatBox(swept, 0, parts, p, this.margin, 0);
        const o = boundsSize * p;
        let isWithin = true;
        for (let x = 0; x < 3; x++)
          if (!(boxes[o + x] <= swept[x] && swept[3 + x] <= boxes[o + 3 + x])) isWithin = false;
        if (isWithin) continue;
        isLeft = true;
        this.take(p);
      }
    }
    if (!isLeft) return;
    detector.update();
    for (const { context, isAsleep } of flows) if (!isAsleep) this.collect(context);
  }

  /** Extends the box of part p by `swept`. */
  private take(p: number): void {
    const { boxes, swept } = this;
    const o = boundsSize * p;
    for (let x = 0; x < 3; x++) {
      boxes[o + x] = Math.min(boxes[o + x], swept[x]);
      boxes[o + 3 + x] = Math.max(boxes[o + 3 + x], swept[3 + x]);
    }
    this.detector.setBox(p, boxes, o);
  }

  /** Extends the box of part p by the whole of a path. The caller updates the broad phase. */
  extend(p: number, path: StepPath): void {
    writeSweptBox(this.swept, 0, path, this.parts, p);
    this.take(p);
  }

  /** Updates the list of pairs of an island. */
  collect(context: DetectionContext): void {
    const { pairs } = this.detector;
    context.candidates.pairCount = 0;
    context.candidates.strangerCount = 0;
    for (let k = 0; k < pairs.count; k++) this.addTo(context, k);
  }

  /** Updates the lists of pairs of several islands in one pass; `findRun` returns the island of a part, or null. */
  collectEach(runs: readonly DetectionContext[], findRun: (part: number) => DetectionContext | null): void {
    const { pairs } = this.detector;
    for (const context of runs) {
      context.candidates.pairCount = 0;
      context.candidates.strangerCount = 0;
    }
    for (let k = 0; k < pairs.count; k++) {
      const p = findRun(pairs.partA[k]);
      const q = findRun(pairs.partB[k]);
      if (p !== null) this.addTo(p, k);
      if (q !== null && q !== p) this.addTo(q, k);
    }
  }

  /** Adds pair k of the broad phase to the lists of an island that contains at least one of its parts. */
  private addTo(context: DetectionContext, k: number): void {
    const { pairs } = this.detector;
    const a = pairs.partA[k];
    const b = pairs.partB[k];
    const hasA = this.isOf(context, a);
    const hasB = this.isOf(context, b);
    if (!hasA && !hasB) return;
    // both parts are of the island, or one is and the other does not move
    if ((hasA || this.stands(context, a)) && (hasB || this.stands(context, b)))
      context.candidates.addPair(a, b, pairs.slot[k]);
    else context.candidates.addStranger(a, b, pairs.slot[k]);
  }

  /** Whether part p moves with the island. */
  private isOf({ island }: DetectionContext, p: number): boolean {
    return this.parts.particle[p] >= 0 ? island.model.particleCount > 0 : island.model.moves(this.parts.body[p]);
  }

  /** Whether part p belongs to a body that forces do not move. */
  private stands({ island }: DetectionContext, p: number): boolean {
    const i = this.parts.body[p];
    return i >= 0 && island.model.system.answers[i] === 0;
  }
}
