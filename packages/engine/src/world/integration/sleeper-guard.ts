/**
 * The guard of an island against sleeping ones: it finds the first time within a step at which the island meets one that sleeps,
 * or at which a frozen interface between them is released. The island stops there, and no step is taken twice. Two islands that
 * both move are compared after a window: meeting.ts.
 *
 * Follows: Rigid Body Simulation, section 7; Baraff 1989, section 9.
 */

import { TimeOfImpactStatus } from "../../collide/index.js";
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
import type { Clearance, Neighbours } from "../detection/index.js";
import { PairGuard, PairRange } from "../event-location/index.js";
import type { StepPath } from "../trajectory/index.js";
import type { FlowContext } from "./context.js";
import { driftHalvings, frozenSpeedPart, meetingPart, struckSpeedPart } from "./parameters.js";

const measured = new Float64Array(6);
const at = new Float64Array(1);
const pose = new Float64Array(7);

const none = new Float64Array(0);

/** The guard of one island against all sleeping ones, and the meeting that it has found. */
export class SleeperGuard {
  private readonly world: WorldContext;
  private ownGuard: PairGuard | null = null;
  private readonly neighbours: Neighbours;
  /** The time of the meeting, s. */
  readonly time: Float64Array = new Float64Array(1);
  /** The parts that meet. */
  a = 0;
  b = 0;
  /** The slot of their pair, or −1 if no parts meet. */
  slot = -1;
  /** v and ω at the frozen interfaces before an event. */
  private velocities = none;

  constructor({ world }: Pick<FlowContext, "world">, neighbours: Neighbours) {
    this.world = world;
    this.neighbours = neighbours;
  }

  /** The guard of a pair, which is made when a sleeping part is near. */
  private get guard(): PairGuard {
    const { contactTolerance, impactTime } = this.world.settings;
    this.ownGuard ??= new PairGuard(meetingPart * contactTolerance, impactTime);
    return this.ownGuard;
  }

  /** Returns whether the island meets a sleeping one within a step, up to `until[0]` or its end; see `time`. */
  find(context: FlowContext, path: StepPath, clearance: Clearance, until: Float64Array): boolean {
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
      const { guard } = this;
      guard.range[PairRange.from] = from;
      guard.range[PairRange.to] = this.time[0];
      guard.range[PairRange.gap] = 0;
      if (guard.find(path, path, parts, a, b, detector.cache, slot) === TimeOfImpactStatus.none) {
        if (this.time[0] === end) clearance.measure(context, path, a, b, slot);
        continue;
      }
      this.time[0] = guard.time[0];
      this.a = a;
      this.b = b;
      this.slot = slot;
    }
    return this.slot >= 0;
  }

  /**
   * Returns whether a body at a frozen interface has drifted, or is faster, than is allowed. The time of a drift is found, as a
   * body may come far within a step of milliseconds. The depth of interfaces that stay frozen is recorded.
   */
  private hasDrifted(context: FlowContext, path: StepPath): boolean {
    const { worst, settings } = context.world;
    for (let k = 0; k < context.status.frozenContacts.length; k++) {
      const frozen = context.status.frozenContacts[k];
      measureFrozen(measured, frozen, context);
      if (measured[FrozenSlot.drift] > mostDrift * settings.contactTolerance) {
        this.take(frozen);
        this.findDrift(context, path, frozen);
        continue;
      }
      if (measured[FrozenSlot.depth] > worst.penetration) worst.penetration = measured[FrozenSlot.depth];
      if (measured[FrozenSlot.speed] > frozenSpeedPart * settings.tolerance && this.slot < 0) this.take(frozen);
    }
    return this.slot >= 0;
  }

  /** Moves `time` back to the instant at which the drift of a frozen contact reaches its bound, if it is beyond that. */
  private findDrift(context: FlowContext, path: StepPath, frozen: FrozenContact): void {
    const { time } = this;
    const most = mostDrift * context.world.settings.contactTolerance;
    const i = findMoving(frozen, context);
    let low = path.times[0];
    let high = time[0];
    for (let k = 0; k < driftHalvings; k++) {
      at[0] = k === 0 ? high : (low + high) / 2;
      path.writePose(pose, 0, i, at);
      measureDrift(measured, frozen, i, pose, 0);
      if (measured[FrozenSlot.drift] > most) high = at[0];
      else low = at[0];
      // the drift reaches its bound no sooner than the other event
      if (low === high) return;
    }
    time[0] = low;
  }

  /** Takes the pair of a frozen contact for the meeting. */
  private take({ a, b, slot }: FrozenContact): void {
    this.a = a;
    this.b = b;
    this.slot = slot;
  }

  /** Keeps the velocities of the bodies at frozen interfaces. */
  remember(context: FlowContext): void {
    if (this.velocities.length < 6 * context.status.frozenContacts.length)
      this.velocities = new Float64Array(12 * context.status.frozenContacts.length);
    for (let k = 0; k < context.status.frozenContacts.length; k++)
      copyVelocities(this.velocities, 6 * k, context, context.status.frozenContacts[k]);
  }

  /** Returns whether an event has since changed the velocity of a point of a frozen interface by more than is allowed. */
  isStruck(context: FlowContext): boolean {
    const { tolerance } = context.world.settings;
    this.slot = -1;
    for (let k = 0; k < context.status.frozenContacts.length; k++) {
      const frozen = context.status.frozenContacts[k];
      copyVelocities(measured, 0, context, frozen);
      for (let x = 0; x < 6; x++) measured[x] -= this.velocities[6 * k + x];
      if (measureFastest(frozen, context, measured) > struckSpeedPart * tolerance) this.take(frozen);
    }
    return this.slot >= 0;
  }
}

/** Writes v and ω of the body of a frozen contact that the island moves: out[o …]. */
function copyVelocities(out: Float64Array, o: number, context: FlowContext, frozen: FrozenContact): void {
  const i = findMoving(frozen, context);
  vec3.copy(out, o, context.island.model.system.velocity, 3 * i);
  vec3.copy(out, o + 3, context.island.model.system.angularVelocity, 3 * i);
}
