/**
 * The last safeguard against overlaps, at the end of a window. Event location finds every gap that closes; should a contact have
 * been missed all the same, whatever the reason, or a body have left its path, the run ends with a message that names the two
 * bodies. Methods of fixed step give no such guarantee, and are not checked.
 *
 * Follows: Rigid Body Simulation, section 7.
 */
import { collideShapes, frameSize, PairCache, PairResult, PairSlot, type Shape } from "../../collide/index.js";
import { isFar } from "../../contact/index.js";
import { resize } from "../../math/index.js";
import type { WorldContext } from "../contact-state/index.js";
import type { Neighbours } from "../detection/index.js";
import { namePart } from "../model/index.js";
import { type IslandSet, isAwake } from "./island-set.js";
import { deepOverlap } from "./parameters.js";

/** Guard of the overlaps of all pairs of parts at the end of a window. */
export class OverlapGuard {
  private readonly world: WorldContext;
  private readonly neighbours: Neighbours;
  /** A cache of its own, so that results of other searches do not depend on this one. */
  private readonly cache = new PairCache();
  /** The parts of each slot of the cache, each one more than its number. */
  private parts = new Int32Array(0);
  /** The number of reused rows of the part table when the cache was last used. */
  private reuses = 0;
  private readonly result = new PairResult();
  private readonly limit: Float64Array;

  constructor(world: WorldContext, neighbours: Neighbours) {
    this.world = world;
    this.neighbours = neighbours;
    this.limit = Float64Array.of(-deepOverlap * world.settings.contactTolerance);
  }

  /** Checks all parts of islands that move at the present state. Returns null, or a message that names the parts that overlap. */
  find(islands: IslandSet): string | null {
    const { detector, parts, mechanism, settings } = this.world;
    if (settings.integrator !== "dopri5" && settings.integrator !== "adams") return null;
    this.neighbours.coverPlaces(islands.flows);
    const { pairs, tolerance } = detector;
    if (this.parts.length < 2 * pairs.slotCount) this.parts = resize(this.parts, 4 * pairs.slotCount);
    if (this.reuses !== parts.reuses) this.parts.fill(0);
    this.reuses = parts.reuses;
    for (let k = 0; k < pairs.count; k++) {
      const a = pairs.partA[k];
      const b = pairs.partB[k];
      if (!isAwake(islands.find(a)) && !isAwake(islands.find(b))) continue;
      if (isFar(parts, a, b, tolerance)) continue;
      this.measure(a, b, pairs.slot[k]);
      const gap = this.result.values[PairSlot.gap];
      if (!(gap < this.limit[0])) continue;
      const [one, other] = [namePart(mechanism.system, parts, a), namePart(mechanism.system, parts, b)];
      return `${one} is ${-gap} m deep in ${other} at t = ${mechanism.system.time}: their collision was missed`;
    }
    return null;
  }

  private measure(a: number, b: number, slot: number): void {
    const { cache, parts: known } = this;
    const { frames, shapes } = this.world.parts;
    if (known[2 * slot] !== a + 1 || known[2 * slot + 1] !== b + 1) {
      if (slot < cache.witnesses.capacity) cache.reset(slot);
      known[2 * slot] = a + 1;
      known[2 * slot + 1] = b + 1;
    }
    const A = shapes[a] as Shape;
    const B = shapes[b] as Shape;
    collideShapes(this.result, A, frames, frameSize * a, B, frames, frameSize * b, cache, slot, 0);
  }
}
