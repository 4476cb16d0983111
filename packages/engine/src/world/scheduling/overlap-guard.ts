/**
 * Whether anything is in anything where a window ends. Every gap that closes is seen, and answered; should one have been missed
 * all the same, whatever the reason, or a body have come elsewhere than on its path, the run ends before anyone builds on it,
 * and names the two. It is not asked of fixed steps, which promise nothing.
 *
 * Follows: Rigid Body Simulation, section 7.
 */
import { collideShapes, frameSize, PairCache, PairResult, PairSlot, type Shape } from "../../collide/index.js";
import { isFar } from "../../contact/index.js";
import { resize } from "../../math/index.js";
import type { WorldContext } from "../contact-state/index.js";
import type { Neighbours } from "../detection/index.js";
import type { IslandFlow } from "../integration/index.js";
import { namePart } from "../model/index.js";
import { type FlowOf, findFlow } from "./meeting.js";

/** Deeper than so many contact tolerances is no rounding of anything: what settles leaves one at most. */
const deep = 100;

export class OverlapGuard {
  private readonly world: WorldContext;
  private readonly neighbours: Neighbours;
  /** One of its own: the others' answers are not to depend on who else has asked. The parts that each slot is of. */
  private readonly cache = new PairCache();
  private parts = new Int32Array(0);
  /** How often rows of the parts had been given to others when that was last written. */
  private reuses = 0;
  private readonly result = new PairResult();
  private readonly limit: Float64Array;

  constructor(world: WorldContext, neighbours: Neighbours) {
    this.world = world;
    this.neighbours = neighbours;
    this.limit = Float64Array.of(-deep * world.settings.contactTolerance);
  }

  /** Looks at all that moves, where it is. Null, or which two are in one another. */
  find(flows: readonly IslandFlow[], flowOf: FlowOf): string | null {
    const { detector, parts, mechanism, settings } = this.world;
    if (settings.integrator !== "dopri5" && settings.integrator !== "adams") return null;
    this.neighbours.coverPlaces(flows);
    const { pairs, tolerance } = detector;
    if (this.parts.length < 2 * pairs.slotCount) this.parts = resize(this.parts, 4 * pairs.slotCount);
    if (this.reuses !== parts.reuses) this.parts.fill(0);
    this.reuses = parts.reuses;
    for (let k = 0; k < pairs.count; k++) {
      const a = pairs.partA[k];
      const b = pairs.partB[k];
      if (!isAwake(findFlow(flowOf, parts, a)) && !isAwake(findFlow(flowOf, parts, b))) continue;
      if (isFar(parts, a, b, tolerance)) continue;
      this.measure(a, b, pairs.slot[k]);
      const gap = this.result.values[PairSlot.gap];
      if (!(gap < this.limit[0])) continue;
      const [one, other] = [namePart(mechanism.system, parts, a), namePart(mechanism.system, parts, b)];
      return `${one} is ${-gap} m deep in ${other} at t = ${mechanism.system.time}, and nobody has seen them meet`;
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

function isAwake(flow: IslandFlow | null): boolean {
  return flow !== null && !flow.isAsleep;
}
