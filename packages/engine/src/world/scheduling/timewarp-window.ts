/**
 * One window of a world, by timewarp with rollback. Every island advances to its end by itself, and keeps its path. The first
 * islands to meet along their paths, and all that touch these then, go back to that instant and go on as one, until no islands
 * meet. Where the window fails, all islands go back to its beginning.
 *
 * Follows: Baraff 1989, section 9.
 * See also: Jefferson 1985; Mirtich 2000.
 */

import type { WorldContext } from "../contact-state/index.js";
import type { Neighbours } from "../detection/index.js";
import type { IslandFlow } from "../integration/index.js";
import { describeOverflow, describeTooLarge, isOverflow } from "../model/index.js";
import { fitParts } from "./fit-parts.js";
import { inheritFlow } from "./flow-snapshot.js";
import { type IslandSet, isAwake } from "./island-set.js";
import { type Meeting, MeetingGuard } from "./meeting.js";
import { OverlapGuard } from "./overlap-guard.js";
import { isOwn } from "./pair-lists.js";
import { firstWindow, maxEventsPerWindow, maxRollbacks } from "./parameters.js";
import { wake } from "./partial-sleep.js";
import { WindowBackup } from "./window-backup.js";
import { chooseWindow } from "./window-length.js";

/** The present window of a world, and the length of the next one. */
export class TimewarpWindow {
  /** The length of the next window, s. */
  length = firstWindow;
  /** The end of the present window, s; earlier than planned where an island has had many events. */
  reached = 0;
  /** Meetings of islands in all windows so far. */
  meetings = 0;
  /** Meetings of islands in the present window. */
  private met = 0;
  /** Work of the present window that rollbacks have undone. */
  private undone = 0;
  /** The instant of the meeting at hand, s. */
  private readonly instant = new Float64Array(1);
  private readonly world: WorldContext;
  private readonly neighbours: Neighbours;
  private readonly islands: IslandSet;
  private readonly meetingGuard: MeetingGuard;
  private readonly overlapGuard: OverlapGuard;
  private readonly backup: WindowBackup;

  constructor(world: WorldContext, neighbours: Neighbours, islands: IslandSet) {
    this.world = world;
    this.neighbours = neighbours;
    this.islands = islands;
    this.meetingGuard = new MeetingGuard(world);
    this.overlapGuard = new OverlapGuard(world, neighbours);
    this.backup = new WindowBackup(world);
  }

  /**
   * Advances all islands from `start` to `end`, s, or to the time `reached` at which an island has had many events. Returns null,
   * or the reason for which the window failed: then all islands are at `start`. An error of a function of the user is thrown on.
   */
  run(start: number, end: number, maxSteps: number): string | null {
    const before = this.islands.flows;
    this.begin(start, end);
    try {
      const fault = this.advance(start, end, maxSteps);
      return fault === null ? null : this.undo(before, start, fault);
    } catch (error) {
      const fault = isOverflow(error) ? describeOverflow(this.world.mechanism, error) : null;
      this.undo(before, start, "");
      if (fault !== null) return fault;
      throw error;
    }
  }

  /** Fits the boxes of all parts to the window, and keeps the present state. */
  private begin(start: number, end: number): void {
    const { world, neighbours, islands } = this;
    const awake = islands.listAwake();
    fitParts(world, neighbours, awake, end - start);
    if (islands.driven.length > 0 && awake.length < islands.flows.length) {
      this.meetingGuard.driven.cover(neighbours, start, end, awake.length > 0);
    }
    world.detector.update();
    islands.collectPairs(awake);
    for (const flow of awake) flow.keep();
    this.backup.keep();
  }

  /** Advances all islands, joins those that meet, and chooses the length of the next window. Returns null, or why that failed. */
  private advance(start: number, end: number, maxSteps: number): string | null {
    const { islands, world } = this;
    const count = islands.flows.length;
    const workBefore = islands.work;
    this.undone = 0;
    this.met = 0;
    this.reached = end;
    this.meetingGuard.begin(start);
    world.log.begin();
    const failed = this.advanceAll(maxSteps) ?? this.resolveMeetings(maxSteps);
    if (failed !== null) return failed;
    this.setClock(this.reached);
    const fault = describeTooLarge(world.mechanism) ?? this.overlapGuard.find(islands);
    if (fault !== null) return fault;
    this.meetings += this.met;
    const taken = islands.work - workBefore;
    const { length, reached, undone, met } = this;
    this.length = chooseWindow({ length, start, end, reached, islands: count, met, taken, undone });
    return null;
  }

  private advanceAll(maxSteps: number): string | null {
    for (const flow of this.islands.flows) {
      const fault = flow.isAsleep ? null : this.advanceFlow(flow, maxSteps);
      if (fault !== null) return fault;
    }
    return null;
  }

  /** Advances an island. Many events of it end the window for all; at an island that sleeps it stops, and waits to be joined. */
  private advanceFlow(flow: IslandFlow, maxSteps: number): string | null {
    const fault = flow.advanceTo(this.reached, maxSteps, maxEventsPerWindow);
    if (!flow.isAsleep && !flow.hasMet) this.reached = Math.min(this.reached, flow.time);
    return fault;
  }

  /** Joins islands that meet, in the order of time, until no islands meet and none is beyond the end of the window. */
  private resolveMeetings(maxSteps: number): string | null {
    const { islands } = this;
    if (islands.isIsolated) return null;
    for (;;) {
      const meeting = this.meetingGuard.findAny(islands, this.reached);
      if (meeting === null && !islands.flows.some((flow) => this.isBeyond(flow))) return null;
      const fault = meeting === null ? this.shorten(maxSteps) : this.join(meeting, maxSteps);
      if (fault !== null) return fault;
      if (meeting !== null) this.met++;
    }
  }

  private isBeyond(flow: IslandFlow): boolean {
    return !flow.isAsleep && flow.time > this.reached;
  }

  /** Takes islands that are beyond the end of the window back to it. */
  private shorten(maxSteps: number): string | null {
    for (const flow of this.islands.flows) {
      const fault = this.isBeyond(flow)
        ? (this.takeBack(flow, this.reached) ?? flow.advanceTo(this.reached, maxSteps))
        : null;
      if (fault !== null) return fault;
    }
    return null;
  }

  /** Takes an island back to its last checkpoint before t, and withdraws the events that it has had since. */
  private takeBack(flow: IslandFlow, t: number): string | null {
    const { time, gained } = flow.history.find(t);
    this.world.log.dropAfter(time, (event) => isOwn(flow.context, event));
    this.undone += flow.gained - gained;
    return flow.goBack(t);
  }

  /** Takes islands back to the instant at which they meet, and lets them go on as one. Returns null, or why that failed. */
  private join(meeting: Meeting, maxSteps: number): string | null {
    const { islands, world, instant } = this;
    // it has stopped in vain: the island that it met has been joined to it since
    if (meeting.p === meeting.q && !meeting.p.isAsleep) return meeting.p.advanceTo(this.reached, maxSteps);
    if (world.frozenInterface.has(meeting.slot)) wake(world, meeting.t);
    const all = [...this.meetingGuard.gather(islands, meeting)];
    this.backup.keepLedgers(all);
    const late = this.rollBack(meeting, all.filter(isAwake), maxSteps);
    if (late !== null) return late;
    const union = islands.createUnion(all);
    this.setClock(instant[0]);
    for (const old of all) inheritFlow(union, old);
    islands.join(all, union);
    const fault = union.handleEvent(true);
    if (fault !== null) return fault;
    union.keep();
    // it has stopped if it strikes a body behind a frozen interface: that is the next meeting
    return union.hasMet ? null : this.advanceFlow(union, maxSteps);
  }

  /** Takes islands that move to the instant of a meeting: `instant`. Where they overlap there, to earlier ones. */
  private rollBack(meeting: Meeting, awake: readonly IslandFlow[], maxSteps: number): string | null {
    let { t } = meeting;
    for (let attempt = 0, lateness = 0, by = 1; attempt === 0 || lateness > 0; attempt++, by *= 2) {
      t = Math.max(t - lateness, ...awake.map((flow) => flow.history.beginning));
      for (const flow of awake) {
        const fault = flow.time === t ? null : (this.takeBack(flow, t) ?? flow.advanceTo(t, maxSteps));
        if (fault !== null) return fault;
      }
      lateness = attempt + 1 < maxRollbacks ? by * this.meetingGuard.measureLateness(meeting) : 0;
    }
    this.instant[0] = t;
    return null;
  }

  /** Takes all islands, those that there were, back to the beginning of the window, and returns the reason. */
  private undo(before: readonly IslandFlow[], start: number, fault: string): string {
    const { islands, world } = this;
    islands.reinstate(before);
    this.backup.restore();
    world.log.dropAfter(start, () => true);
    for (const flow of islands.flows) if (!flow.isAsleep) flow.goBack();
    world.audit.begin(world.mechanism);
    this.setClock(start);
    return fault;
  }

  private setClock(t: number): void {
    const { system } = this.world.mechanism;
    const { state, kinematics } = system;
    state[state.length - 1] = t;
    // where all islands sleep, none of them moves the driven bodies
    if (kinematics.count > 0) kinematics.follow(system, state);
  }
}
