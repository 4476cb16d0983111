/**
 * Guards of pairs with active contacts: the first instant at which other features of the two parts touch. A plane between the
 * parts, which moves with one of the bodies or with two edges (touch-plane.ts), is the witness that they do not: as long as the
 * corners stay on their sides of it (plane-witness.ts). Of several planes the one that separates the longest counts. The gap of a
 * pair without a separating plane is sampled (gap-samples.ts).
 *
 * Follows: Rigid Body Simulation, sections 7.1 and 9; Baraff 1989, section 4.
 */
import { Kind, type PairCache, type Shape } from "../../collide/index.js";
import type { ContactTable, PartTable } from "../../contact/index.js";
import { requirePositive } from "../../math/index.js";
import type { StepPath } from "../trajectory/index.js";
import { Slot } from "../trajectory/index.js";
import { GapSamples } from "./gap-samples.js";
import { finePart } from "./parameters.js";
import { PlaneWitness } from "./plane-witness.js";
import { TouchCandidates } from "./touch-candidates.js";
import { countPoints } from "./touch-plane.js";
import { TouchStatus } from "./touch-status.js";

/** Guards of pairs with active contacts, with the work arrays of the searches: one for all pairs. The caller writes `range`. */
export class TouchGuard {
  /** Beginning and end of the search, s. */
  readonly range: Float64Array = new Float64Array(2);
  /** The instant found, s; the end of the range if there is none. */
  readonly time: Float64Array = new Float64Array(1);
  /** Whether a plane proves that there is no earlier instant; false for a sampled gap. */
  proved = true;
  /** The corner that crosses the plane; −1 if none does. */
  corner = -1;
  /** The part of this corner; −1 if there is none. */
  part = -1;
  /** Contacts within the tolerance that do not touch yet: see nearby.ts. */
  nearby: ContactTable | null = null;
  private readonly tolerances: Float64Array;
  private readonly candidates = new TouchCandidates();
  private readonly witness: PlaneWitness;
  private readonly samples: GapSamples;
  private status: TouchStatus = TouchStatus.none;

  /** Creates guards with the contact tolerance δ, m. */
  constructor(tolerance: number) {
    requirePositive("tolerance", tolerance);
    this.tolerances = Float64Array.of(tolerance, finePart * tolerance);
    this.witness = new PlaneWitness(this.range, this.tolerances);
    this.samples = new GapSamples(this.range, this.time, this.tolerances);
  }

  /** Number of evaluations in the last search. */
  get looks(): number {
    return this.witness.looks + this.samples.looks;
  }

  /** Begins anew after event handling: pairs may stay as deep as they are, and come no deeper. */
  restart(): void {
    this.samples.restart();
  }

  /** Finds the first instant at which other features of parts pA and pB touch, or the witness is lost. */
  findTouch(
    path: StepPath,
    parts: PartTable,
    pA: number,
    pB: number,
    table: ContactTable,
    first: number,
    end: number,
    cache: PairCache,
    slot: number,
  ): TouchStatus {
    const { range } = this;
    const shapeA = parts.shapes[pA];
    const shapeB = parts.shapes[pB];
    this.begin();
    if (shapeA === null || shapeB === null || !(range[1] > range[0])) return TouchStatus.none;
    const isMesh = shapeA.mesh !== null || shapeB.mesh !== null;
    // a sphere touches a convex shape at one point only
    if (!isMesh && (shapeA.kind === Kind.sphere || shapeB.kind === Kind.sphere)) return TouchStatus.none;
    if (!isMesh && countPoints(shapeA) > 0 && (countPoints(shapeB) > 0 || shapeB.plane !== null)) {
      this.candidates.begin(pA, pB, first, end);
      if (this.tryPlanes(path, parts, table, first, end)) return this.status;
    }
    this.proved = false;
    return this.samples.find(path, parts, pA, pB, cache, slot);
  }

  private begin(): void {
    this.proved = true;
    this.corner = -1;
    this.part = -1;
    this.witness.looks = 0;
    this.samples.looks = 0;
    this.status = TouchStatus.none;
    this.time[0] = this.range[1];
  }

  /**
   * Follows one plane after the other. Returns whether any separates the parts; the instant and the status are of the last one
   * that does.
   */
  private tryPlanes(path: StepPath, parts: PartTable, table: ContactTable, first: number, end: number): boolean {
    const { candidates, witness, tolerances, range, time } = this;
    const { plane, work, at } = witness;
    let best = -Infinity;
    for (;;) {
      at[0] = range[0];
      if (!candidates.next(plane, path, parts, table, at)) break;
      if (!plane.isBehind(parts, tolerances)) continue;
      plane.skipActive(parts, table, first, end);
      if (this.nearby !== null) plane.includeNearby(parts, this.nearby);
      witness.follow(path, parts, table);
      if (work[Slot.a] <= best) continue;
      best = work[Slot.a];
      if (best >= range[1] && witness.corner < 0) {
        this.status = TouchStatus.none;
        return true;
      }
      this.reportCorner(parts);
    }
    if (!(best > -Infinity)) return false;
    time[0] = best;
    return true;
  }

  /** Writes the corner that crosses the plane, its part, and the status. */
  private reportCorner(parts: PartTable): void {
    const { plane, corner } = this.witness;
    this.corner = corner;
    this.part = plane.other;
    if (plane.contact >= 0) {
      const own = countPoints(parts.shapes[plane.carrier] as Shape);
      if (this.corner < own) this.part = plane.carrier;
      else this.corner -= own;
    }
    const isWithin = this.corner >= 0 && plane.isWithin(parts, this.corner, this.tolerances);
    this.status = isWithin ? TouchStatus.reach : TouchStatus.witness;
  }
}
