/**
 * Islands of a world, each with steps of its own, in one time. Time is divided into windows: within one every island advances by
 * itself, and islands that meet go back to that instant and go on as one (timewarp-window.ts). So the cost of an event is that of
 * its own island. At the end of a window, islands whose parts have lost contact are divided, and islands at rest, or the parts of
 * an island that are at rest, fall asleep.
 *
 * Follows: Baraff 1989, section 9.
 * See also: Jefferson 1985; Mirtich 2000.
 */

import { evaluateContact } from "../../contact/index.js";
import { addTornEvents } from "../active-set/index.js";
import { measureLoads } from "../audit/index.js";
import type { WorldContext } from "../contact-state/index.js";
import type { Neighbours } from "../detection/index.js";
import { type IslandFlow, isAtRest } from "../integration/index.js";
import { hasSameMembers, isLimit, Partition } from "../island/index.js";
import type { IslandParts } from "../model/index.js";
import type { AdvanceOptions, IslandSnapshot } from "../record/index.js";
import { inheritFlow, resumeFlow, SnapshotIndex, saveFlows } from "./flow-snapshot.js";
import { IslandSet } from "./island-set.js";
import { boundGap, longestWindow } from "./parameters.js";
import { putToRest } from "./partial-sleep.js";
import { TimewarpWindow } from "./timewarp-window.js";
import { type ContactStates, dropParts, listContactStates, resumeContactStates } from "./touching-lists.js";

/** Scheduler of the islands of a world. */
export class TimewarpScheduler {
  private readonly world: WorldContext;
  private readonly neighbours: Neighbours;
  private readonly islands: IslandSet;
  private readonly window: TimewarpWindow;
  /** Contact states that were handed to new islands whose events are not handled yet; null if there are none. */
  private handedOver: ContactStates | null = null;

  constructor(world: WorldContext, neighbours: Neighbours) {
    this.world = world;
    this.neighbours = neighbours;
    this.islands = new IslandSet(world, neighbours);
    this.window = new TimewarpWindow(world, neighbours, this.islands);
  }

  /** The islands, in the order in which they were made. */
  get flows(): readonly IslandFlow[] {
    return this.islands.flows;
  }

  /** Steps of all islands so far. */
  get steps(): number {
    return this.islands.steps;
  }

  /** Evaluations of accelerations of all islands so far. */
  get evaluations(): number {
    return this.islands.evaluations;
  }

  /** Meetings of islands so far. */
  get meetings(): number {
    return this.window.meetings;
  }

  /** The length of the next window, s. */
  get nextWindow(): number {
    return this.window.length;
  }

  /** Makes the islands of the present state anew, or those of a snapshot. */
  rebuild(snapshot: readonly IslandSnapshot[] | null = null): void {
    const { islands } = this;
    const { mechanism, detector, parts, frozenInterface: ties, settings } = this.world;
    islands.findDriven();
    const states = snapshot === null ? (this.handedOver ?? listContactStates(islands.flows)) : null;
    this.handedOver = states;
    mechanism.derive();
    this.world.audit.begin(mechanism);
    if (snapshot !== null) ties.clear();
    detector.placeParts();
    for (let p = 0; p < parts.count; p++) this.neighbours.fit(p, settings.contactTolerance);
    detector.update();
    if (snapshot !== null) detector.reset();
    const partition = snapshot === null ? this.bindTouching() : this.bindSaved(snapshot);
    islands.replace(partition.collect(islands.driven).map((made) => islands.create(made, false)));
    islands.collectPairs(islands.flows);
    ties.clear();
    const findIsland = (a: number, b: number) => (islands.find(a) ?? islands.find(b))?.context;
    if (states !== null) resumeContactStates(states, islands.flows, detector, findIsland);
  }

  private createPartition(): Partition {
    return new Partition(this.world.mechanism, this.world.limits, this.world.frictions);
  }

  /** Binds the bodies of all pairs of parts that touch. */
  private bindTouching(): Partition {
    const { detector, parts } = this.world;
    const { pairs } = detector;
    const partition = this.createPartition();
    for (let k = 0; k < pairs.count; k++) {
      if (detector.isTouching(k)) partition.bind(parts.body[pairs.partA[k]], parts.body[pairs.partB[k]]);
    }
    return partition;
  }

  /** Binds the bodies of each island of a snapshot. */
  private bindSaved(snapshot: readonly IslandSnapshot[]): Partition {
    const partition = this.createPartition();
    for (const { moving, withParticles } of snapshot) {
      for (const i of moving) partition.bind(i, withParticles ? -1 : moving[0]);
    }
    return partition;
  }

  /** Drops the pairs of the parts of a body, by its row, which is about to be removed; `rebuild` must follow. */
  forget(row: number): void {
    const { parts } = this.world;
    const isGone = (p: number) => parts.body[p] === row;
    for (const { context } of this.flows) context.candidates.dropPairs(isGone);
    if (this.handedOver !== null) this.handedOver = dropParts(this.handedOver, isGone);
  }

  /** Returns the states of all islands. */
  save(): IslandSnapshot[] {
    return saveFlows(this.flows);
  }

  /** Makes the islands of a snapshot, whose state of bodies is in place. Returns null, or why their events cannot be handled. */
  restore(snapshot: readonly IslandSnapshot[], window: number): string | null {
    this.window.length = window;
    this.rebuild(snapshot);
    const index = new SnapshotIndex(snapshot);
    for (const flow of this.flows) {
      const island = index.find(flow);
      if (island !== undefined) resumeFlow(flow, island);
    }
    return this.handleEvents();
  }

  /** Whether the state of bodies was changed by hand since the last step: then islands must be rebuilt. */
  isStale(): boolean {
    return this.flows.some((flow) => flow.isStale());
  }

  /** Handles the events of all islands that move, or of some, at the present time. Returns null, or why that cannot be done. */
  handleEvents(flows: readonly IslandFlow[] = this.flows): string | null {
    for (const flow of flows) {
      const fault = flow.isAsleep ? null : flow.handleEvent();
      if (fault === null) continue;
      this.handedOver = null;
      return fault;
    }
    this.handedOver = null;
    return null;
  }

  /**
   * Advances all islands from `start` to `tEnd`, s. Returns null at `tEnd`, and where `onProgress` returned false at the end of a
   * window; otherwise the reason for an earlier end: then all islands are at the beginning of a window.
   */
  advanceTo(start: number, tEnd: number, maxSteps: number, onProgress?: AdvanceOptions["onProgress"]): string | null {
    const { islands, window, world } = this;
    const before = this.steps;
    let t = start;
    while (t < tEnd) {
      if (this.steps - before >= maxSteps) return `stopped after ${maxSteps} steps at t = ${t}; raise maxSteps`;
      this.putIslandsToSleep();
      const length = islands.flows.length <= 1 ? longestWindow : window.length;
      const fault = window.run(t, Math.min(tEnd, t + length), maxSteps);
      if (fault !== null) return fault;
      t = window.reached;
      for (const { context, isAsleep } of islands.flows) if (!isAsleep) measureLoads(world.audit, context.island);
      world.audit.close(world.mechanism, world.worst, world.settings);
      const stuck = this.divideIslands() ?? this.putPartsToSleep();
      if (stuck !== null) return stuck;
      if (onProgress?.(t) === false) return null;
    }
    return null;
  }

  /** Puts islands that are at rest to sleep: they are not integrated. */
  private putIslandsToSleep(): void {
    for (const flow of this.flows) {
      if (!flow.isAsleep && flow.fault === null && isAtRest(flow.context)) flow.fallAsleep();
    }
  }

  /** Puts parts of islands that hardly move to sleep, beside others that move: see partial-sleep.ts. */
  private putPartsToSleep(): string | null {
    const { islands } = this;
    const create = (parts: IslandParts) => islands.create(parts);
    const before = new Set(islands.flows);
    const flows = islands.flows.flatMap((flow) => putToRest(flow, islands.driven, create) ?? [flow]);
    const fresh = flows.filter((flow) => !flow.isAsleep && !before.has(flow));
    if (fresh.length > 0) islands.replace(flows);
    return this.handleEvents(fresh);
  }

  /** Divides islands whose parts have lost contact. Returns null, or why the events of new islands cannot be handled. */
  private divideIslands(): string | null {
    const { islands } = this;
    const fresh: IslandFlow[] = [];
    const flows = this.bindContacts()
      .collect(islands.driven)
      .map((made) => this.keepOrCreate(made, fresh));
    if (fresh.length === 0 && flows.length === islands.flows.length) return null;
    const contexts = flows.map(({ context }) => context);
    const staying = new Set(flows);
    for (const old of islands.flows) if (!staying.has(old)) addTornEvents(old.context, contexts);
    islands.replace(flows);
    islands.collectPairs(fresh);
    return this.handleEvents(fresh);
  }

  /** Binds the bodies of all contacts that are not clearly open. */
  private bindContacts(): Partition {
    const { settings, parts, detector } = this.world;
    const partition = this.createPartition();
    for (const { context, isAsleep, isTimeStepping } of this.flows) {
      const { island } = context;
      const { contacts } = context.contactSet;
      const { moving } = island.model.parts;
      // an island that sleeps stays whole, as after a snapshot its contacts are not known; so does one in a time-stepping phase
      for (let k = 1; k < moving.length && (isAsleep || isTimeStepping); k++) partition.bind(moving[0], moving[k]);
      for (let c = 0; c < contacts.count; c++) {
        if (isLimit(contacts, c)) continue;
        evaluateContact(contacts, c, island.model.system, parts, detector.cache);
        if (contacts.gap[c] <= boundGap * settings.contactTolerance)
          partition.bind(contacts.bodyA[c], contacts.bodyB[c]);
      }
    }
    return partition;
  }

  /** Returns the present island with the same members, or a new one, which inherits its state and is added to a list. */
  private keepOrCreate(made: IslandParts, fresh: IslandFlow[]): IslandFlow {
    const old = this.islands.findFirst(made);
    if (old !== null && hasSameMembers(old.context.island.model.parts, made)) return old;
    const flow = this.islands.create(made, false);
    if (old !== null) inheritFlow(flow, old);
    fresh.push(flow);
    return flow;
  }
}
