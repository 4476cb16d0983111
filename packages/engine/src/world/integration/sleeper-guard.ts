/**
 * When an island comes upon one that sleeps, within the step just taken: what stands there is met as it comes, and nothing has
 * to be gone through twice. Of islands that both move it is not known where the other is: meeting.ts.
 *
 * Follows: Rigid Body Simulation, section 7; Baraff 1989, section 9.
 */

import { ImpactStatus } from "../../collide/index.js";
import { vec3 } from "../../math/index.js";
import type { WorldContext } from "../contact-state/index.js";
import {
  type FrozenContact,
  FrozenSlot,
  findMoving,
  measureDrift,
  measureFastest,
  measureFrozen,
  mostDrift,
} from "../contact-state/index.js";
import type { IslandContext } from "../context/index.js";
import type { Clearance, Neighbours } from "../detection/index.js";
import { PairGuard, PairRange } from "../event-location/index.js";
import type { StepPath } from "../trajectory/index.js";

/** Of the tolerance, m/s: what is tied is slower, and is struck by less. */
const speedPart = 100;
const struckPart = 100;

/** So often a step is halved: to less than a drift could be told by. */
const halvings = 32;

const measured = new Float64Array(6);
const at = new Float64Array(1);
const pose = new Float64Array(7);

const none = new Float64Array(0);

export class SleeperGuard {
  private readonly world: WorldContext;
  private ownWatch: PairGuard | null = null;
  private readonly neighbours: Neighbours;
  /** When, s; the parts that meet, and their slot, or −1 where none do. */
  readonly time: Float64Array = new Float64Array(1);
  a = 0;
  b = 0;
  slot = -1;
  private velocities = none;

  constructor({ world }: IslandContext, neighbours: Neighbours) {
    this.world = world;
    this.neighbours = neighbours;
  }

  /** It is made when something that sleeps is near. */
  private get watch(): PairGuard {
    const { contactTolerance, impactTime } = this.world.settings;
    this.ownWatch ??= new PairGuard(1e-3 * contactTolerance, impactTime);
    return this.ownWatch;
  }

  /** Looks at a step up to `until[0]`, or its end. Tells whether something is met; see `time`. */
  find(context: IslandContext, path: StepPath, clearance: Clearance, until: Float64Array): boolean {
    const { neighbours } = this;
    const { parts, detector } = context.world;
    const { strangers, strangerCount } = context.candidates;
    const from = path.times[0];
    const end = path.times[path.segmentCount];
    this.time[0] = Math.min(until[0], end);
    this.slot = -1;
    if (this.hasDrifted(context, path)) return true;
    for (let k = 0; k < 3 * strangerCount; k += 3) {
      const a = strangers[k];
      const b = strangers[k + 1];
      const slot = strangers[k + 2];
      if (context.status.frozenContacts.length > 0 && context.world.frozenInterface.has(slot)) continue;
      if (!neighbours.isAsleep(a) && !neighbours.isAsleep(b)) continue;
      if (clearance.passes(a, b, slot)) continue;
      const { watch } = this;
      watch.range[PairRange.from] = from;
      watch.range[PairRange.to] = this.time[0];
      watch.range[PairRange.gap] = 0;
      if (watch.find(path, path, parts, a, b, detector.cache, slot) === ImpactStatus.none) {
        if (this.time[0] === end) clearance.measure(context, path, a, b, slot);
        continue;
      }
      this.time[0] = watch.time[0];
      this.a = a;
      this.b = b;
      this.slot = slot;
    }
    return this.slot >= 0;
  }

  /**
   * Whether something that is tied has moved, or is faster, than what is not seen; if it has moved, when: in a step of
   * milliseconds what is given a speed comes far. Books how deep it is where it stays tied.
   */
  private hasDrifted(context: IslandContext, path: StepPath): boolean {
    const { worst, settings } = context.world;
    for (let k = 0; k < context.status.frozenContacts.length; k++) {
      const tie = context.status.frozenContacts[k];
      measureFrozen(measured, tie, context);
      if (measured[FrozenSlot.drift] > mostDrift * settings.contactTolerance) {
        this.take(tie);
        this.findDrift(context, path, tie);
        continue;
      }
      if (measured[FrozenSlot.depth] > worst.penetration) worst.penetration = measured[FrozenSlot.depth];
      if (measured[FrozenSlot.speed] > speedPart * settings.tolerance && this.slot < 0) this.take(tie);
    }
    return this.slot >= 0;
  }

  /** Brings `time` to where the drift of a tie is as large as it may be, if it is beyond that there. */
  private findDrift(context: IslandContext, path: StepPath, tie: FrozenContact): void {
    const { time } = this;
    const most = mostDrift * context.world.settings.contactTolerance;
    const i = findMoving(tie, context);
    let low = path.times[0];
    let high = time[0];
    for (let k = 0; k < halvings; k++) {
      at[0] = k === 0 ? high : (low + high) / 2;
      path.writePose(pose, 0, i, at);
      measureDrift(measured, tie, i, pose, 0);
      if (measured[FrozenSlot.drift] > most) high = at[0];
      else low = at[0];
      // nothing of it happens before what else does
      if (low === high) return;
    }
    time[0] = low;
  }

  private take({ a, b, slot }: FrozenContact): void {
    this.a = a;
    this.b = b;
    this.slot = slot;
  }

  /** Keeps the velocities of what is tied. */
  remember(context: IslandContext): void {
    if (this.velocities.length < 6 * context.status.frozenContacts.length)
      this.velocities = new Float64Array(12 * context.status.frozenContacts.length);
    for (let k = 0; k < context.status.frozenContacts.length; k++)
      copyVelocities(this.velocities, 6 * k, context, context.status.frozenContacts[k]);
  }

  /** Whether points of contact of what is tied have been given another velocity since, as far as is seen. */
  isStruck(context: IslandContext): boolean {
    const { tolerance } = context.world.settings;
    this.slot = -1;
    for (let k = 0; k < context.status.frozenContacts.length; k++) {
      const tie = context.status.frozenContacts[k];
      copyVelocities(measured, 0, context, tie);
      for (let x = 0; x < 6; x++) measured[x] -= this.velocities[6 * k + x];
      if (measureFastest(tie, context, measured) > struckPart * tolerance) this.take(tie);
    }
    return this.slot >= 0;
  }
}

/** v and ω of the body of a tie that the island moves: out[o …]. */
function copyVelocities(out: Float64Array, o: number, context: IslandContext, tie: FrozenContact): void {
  const i = findMoving(tie, context);
  vec3.copy(out, o, context.island.system.velocity, 3 * i);
  vec3.copy(out, o + 3, context.island.system.angularVelocity, 3 * i);
}
