/**
 * Meetings of driven bodies, which follow prescribed paths, with islands that sleep: no island that moves has either of the two. A
 * window is searched in pieces, because bounds of a prescribed path between two times rest on samples.
 *
 * Follows: Rigid Body Simulation, section 7.
 */
import { TimeOfImpactStatus } from "../../collide/index.js";
import type { WorldContext } from "../contact-state/index.js";
import type { Neighbours } from "../detection/index.js";
import { type PairGuard, PairRange } from "../event-location/index.js";
import { StepPath } from "../trajectory/index.js";
import { longestDrivenPiece } from "./parameters.js";

/** Guard of the pairs of a driven part and a part that sleeps. */
export class DrivenGuard {
  private readonly world: WorldContext;
  /** A path on which everything stands but driven bodies. */
  private readonly path: StepPath;
  /** The beginning and the end of the present piece, s. */
  private readonly range = new Float64Array(2);

  constructor(world: WorldContext) {
    this.world = world;
    this.path = new StepPath(world.mechanism.system);
  }

  /** Whether a part is one of a driven body. */
  isDriven(p: number): boolean {
    const { parts, mechanism } = this.world;
    return parts.body[p] >= 0 && mechanism.system.kinematics.isDriven(parts.body[p]);
  }

  /**
   * Extends the boxes of all driven parts by their motion from `from` to `end`, s; boxes that are not fitted yet are fitted
   * first.
   */
  cover(neighbours: Neighbours, from: number, end: number, isFitted: boolean): void {
    const { world, path, range } = this;
    const { parts, mechanism, settings } = world;
    for (let p = 0; p < parts.count; p++) {
      if (parts.shapes[p] === null || !this.isDriven(p)) continue;
      if (!isFitted) {
        parts.place(mechanism.system, p);
        neighbours.fit(p, settings.contactTolerance);
      }
      range[1] = from;
      while (this.moveOn(end)) {
        path.stand(range);
        neighbours.extend(p, path);
      }
    }
  }

  /** Finds the first time at which parts a and b, one driven and one asleep, meet: `guard.time`. */
  find(guard: PairGuard, a: number, b: number, slot: number, from: number, to: number): TimeOfImpactStatus {
    const { world, path, range } = this;
    range[1] = from;
    while (this.moveOn(to)) {
      path.stand(range);
      guard.range[PairRange.from] = range[0];
      guard.range[PairRange.to] = range[1];
      guard.range[PairRange.gap] = 0;
      const status = guard.find(path, path, world.parts, a, b, world.detector.cache, slot);
      if (status !== TimeOfImpactStatus.none) return status;
    }
    return TimeOfImpactStatus.none;
  }

  /** Writes the next piece of a window that ends at `end` to `range`; false if there is none. */
  private moveOn(end: number): boolean {
    const { range } = this;
    range[0] = range[1];
    range[1] = end - range[0] > longestDrivenPiece ? range[0] + longestDrivenPiece : end;
    return range[1] > range[0];
  }
}
