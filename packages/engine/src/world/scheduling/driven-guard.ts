/**
 * Bodies that follow a path of their own come to islands that sleep: nobody else looks at these. A window is looked at in
 * pieces, because what is known of a path between two times are samples.
 *
 * Follows: Rigid Body Simulation, section 7.
 */
import { ImpactStatus } from "../../collide/index.js";
import type { WorldContext } from "../contact-state/index.js";
import type { Neighbours } from "../detection/index.js";
import { type PairGuard, PairRange } from "../event-location/index.js";
import { StepPath } from "../trajectory/index.js";

/** The longest piece of a window that is looked at by itself, s. */
const longest = 1 / 64;

export class DrivenGuard {
  private readonly world: WorldContext;
  /** Everything stands, but for what is driven. */
  private readonly path: StepPath;
  private readonly range = new Float64Array(2);

  constructor(world: WorldContext) {
    this.world = world;
    this.path = new StepPath(world.mechanism.system);
  }

  /** Whether a part is one of a body that follows a path. */
  isDriven(p: number): boolean {
    const { parts, mechanism } = this.world;
    return parts.body[p] >= 0 && mechanism.system.kinematics.isDriven(parts.body[p]);
  }

  /** Makes the boxes of all driven parts cover what they do from `from` to `end`; where nobody else has fitted them, anew. */
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

  /** When one of parts a and b, which is driven, first meets the other, which sleeps: `watch.time`. */
  find(watch: PairGuard, a: number, b: number, slot: number, from: number, to: number): ImpactStatus {
    const { world, path, range } = this;
    range[1] = from;
    while (this.moveOn(to)) {
      path.stand(range);
      watch.range[PairRange.from] = range[0];
      watch.range[PairRange.to] = range[1];
      watch.range[PairRange.gap] = 0;
      const status = watch.find(path, path, world.parts, a, b, world.detector.cache, slot);
      if (status !== ImpactStatus.none) return status;
    }
    return ImpactStatus.none;
  }

  /** The next piece of a window that ends at `end`, to `range`; false if there is none. */
  private moveOn(end: number): boolean {
    const { range } = this;
    range[0] = range[1];
    range[1] = end - range[0] > longest ? range[0] + longest : end;
    return range[1] > range[0];
  }
}
