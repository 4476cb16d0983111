/**
 * A time gone through at once, where a crowd of contacts stops, hops, turns and starts again within next to no time: each of
 * its changes is physics, and all of them together move nothing that is seen. Velocities at the end of it satisfy the law,
 * with impulses for forces (Moreau's scheme):
 *
 *   v⁺ = v + M⁻¹ (δ F + Jᵀ p),   v_n⁺ ≥ −gap/δ − ½ δ γ,  p_n ≥ 0,  |p_t| ≤ μ p_n against u⁺;   x⁺ = x + δ v⁺
 *
 * for all features that may be reached within δ, with γ what d̈ has of the motion itself. What that is off by is told: velocities by δ times what accelerations
 * change within it, positions by δ times that. Leaps follow one another until modes stay as they are, or all rests.
 */
import { totalEnergy } from "../constrain/index.js";
import { quat } from "../math/index.js";
import { bodySize, Slot, writeBodyRates } from "../rigid/index.js";
import { crowd } from "./effort.js";
import { isRubbing } from "./friction-settle.js";
import { holdContacts } from "./held-contacts.js";
import { holdRows } from "./hold-rows.js";
import { LeapEvents } from "./leap-events.js";
import { followLoads, prepareLeap } from "./leap-rows.js";
import { measureFall, solveLeap } from "./leap-solve.js";
import { LeapTraces } from "./leap-traces.js";
import { LedgerSlot } from "./power.js";
import { pushOut } from "./push-out.js";
import { addFallback } from "./report.js";
import { type IslandRun, nameContact } from "./run.js";
import { detect } from "./settle.js";
import { measureSpeed } from "./settle-impact.js";

/** So many events in a row are looked at; that they are a storm is told by the mean time between them, s. The same of steps. */
const row = 12;
const short = 2e-5;
const shortest = 1e-7;
/** Where the times of events are, in `since`. */
const times = 7;
/** How long a leap is, s: the shorter if it ends too deep. */
const first = 1e-5;
const most = 1e-4;
/** In a storm that lasts they are longer: up to this part of its age, and so long, s. */
const agePart = 0.01;
const longest = 1e-3;
const longer = 1.5;
const attempts = 10;
/** The first of them, in which impulses are to satisfy the law. */
const strict = 2;
/** After so many leaps without a change the storm is over; at first, and in one that comes again. */
const calm = 32;
const mostCalm = 64;
/** The same of few contacts, where there is no other way (see `begin`): what was in the way may be gone. */
const soonCalm = 8;
/** A storm that comes again after less than this is the same, s; and after less than this part of its age. */
const soon = 1e-3;
const pausePart = 0.5;
/** How deep a leap may end, as a part of the contact tolerance; and from where on things are moved apart. */
const deep = 0.3;
const shallow = 0.01;
/** Features are within reach if they are this many times as far as the fastest goes. */
const ahead = 1.5;
/** Slower than this all rests, m/s. */
const still = 1e-13;
/** Slower approaches do not bounce, m/s. */
const bouncing = 1e-2;
/** Rounds to find what joints carry, where their friction grows with that. */
const maxLoads = 40;

export class Leap {
  /** State before and after the last leap, time at the end. */
  readonly previous: Float64Array;
  readonly state: Float64Array;
  readonly name = "leap";
  private readonly rates: Float64Array;
  /**
   * When the steps that are counted began, s; when the last leap ended; how long the next is to be; after how many without a
   * change it is over; how many there were; when the storm began; 1 if it is one of few; when events were of late.
   */
  readonly since = new Float64Array(times + row + 1).fill(-Infinity);
  private readonly saved = new Float64Array(this.since.length);
  private wasOver = true;
  private count = 0;
  isOver = true;
  private readonly traces = new LeapTraces();
  /** What is told of leaps. */
  readonly events = new LeapEvents();

  constructor(dimension: number) {
    this.since[2] = first;
    this.since[3] = calm;
    this.since[4] = 0;
    this.since[6] = 0;
    this.previous = new Float64Array(dimension + 1);
    this.state = new Float64Array(dimension + 1);
    this.rates = new Float64Array(dimension + 1);
  }

  /** Counts a step that begins at t[n]; tells whether it is one of so many short ones that time does not go on. */
  isStuck({ island, friction }: IslandRun, t: Float64Array, n: number): boolean {
    if (island.friction === null || friction.cones.count <= crowd || t[n] < this.since[0]) this.count = 0;
    if (this.count++ === 0) this.since[0] = t[n];
    if (this.count <= row) return false;
    this.count = 0;
    return t[n] - this.since[0] < row * shortest;
  }

  /** Counts an event at t; tells whether it is one of a storm. */
  isDue({ island, friction }: IslandRun, t: number): boolean {
    const { since } = this;
    since.copyWithin(times, times + 1);
    since[times + row] = t;
    if (island.friction === null || friction.cones.count <= crowd) return false;
    return t - since[times] < row * short;
  }

  /** Whether a storm of the island may begin so, or go on. */
  mayBegin(run: IslandRun, isForced: boolean): boolean {
    return this.canRun(run, isForced || (this.isGoingOn(run.time) && this.since[6] === 1));
  }

  /** Whether the island can be taken on in this way at all. */
  private canRun(run: IslandRun, isForced: boolean): boolean {
    const { island, contacts } = run;
    if (island.particleCount > 0 || island.coordinates.length > 0) return false;
    return contacts.count > (isForced ? 0 : crowd) && isRubbing(run);
  }

  /** Whether a storm was going on when a window ended at t. */
  isGoingOn(t: number): boolean {
    return !this.isOver && this.since[1] === t;
  }

  /** The present as the beginning of a window: what comes may be undone. */
  keep(): void {
    this.saved.set(this.since);
    this.wasOver = this.isOver;
    this.count = 0;
  }

  goBack(): void {
    this.since.set(this.saved);
    this.isOver = this.wasOver;
    this.count = 0;
  }

  /** What there is to know of it at t, as plain data: the next leap, where one follows, else 0; and when events were of late. */
  save(t: number): number[] {
    const { since } = this;
    const late = Array.from(since.subarray(times)).filter((time) => time > -Infinity);
    // of few contacts, its end is less than 0
    const end = since[6] === 1 ? -since[3] : since[3];
    if (this.isGoingOn(t)) return [since[2], end, since[4], since[5], ...late];
    // one that may come again: less than 0
    if (since[1] > -Infinity) return [-since[2], end, since[1], since[5], ...late];
    return late.length > 0 ? [0, 0, 0, 0, ...late] : [];
  }

  /** Takes over what `save` has told. */
  resume([duration = 0, end = 0, count = 0, start = 0, ...late]: readonly number[], t: number): void {
    const { since } = this;
    since.fill(-Infinity, times);
    since.set(late, since.length - late.length);
    if (duration === 0) return;
    this.isOver = duration < 0;
    since[1] = this.isOver ? count : t;
    since[2] = Math.abs(duration);
    since[3] = Math.abs(end);
    since[6] = end < 0 ? 1 : 0;
    since[4] = this.isOver ? 0 : count;
    since[5] = start;
  }

  /** Takes over a storm that another island was in when it ended at t. */
  inherit({ since, isOver }: Leap, t: number): void {
    for (let k = 0; k <= row && since[times + row] > this.since[times + row]; k++)
      this.since[times + k] = since[times + k];
    if (isOver || since[1] !== t) return;
    const isFirst = this.isOver || this.since[1] !== t;
    this.since[1] = t;
    this.since[2] = isFirst ? since[2] : Math.min(since[2], this.since[2]);
    this.since[3] = Math.max(since[3], this.since[3]);
    this.since[5] = isFirst ? since[5] : Math.min(since[5], this.since[5]);
    this.since[6] = isFirst ? since[6] : Math.max(since[6], this.since[6]);
    this.isOver = false;
  }

  /**
   * A storm begins, or goes on, at the state of the island. It is forced where there is no other way, as no forces or impulses
   * were found: then a few contacts will do.
   */
  begin(run: IslandRun, isForced = false): void {
    const { since } = this;
    const t = run.time;
    const wasForced = since[6] === 1;
    const isFew = isForced && !this.canRun(run, false);
    if (!this.isGoingOn(t)) since[6] = isFew ? 1 : 0;
    const isSame = t >= since[1] && t - since[1] < Math.max(soon, pausePart * (since[1] - since[5]));
    if (!isSame) {
      since[2] = first;
      since[5] = t;
    }
    if (!this.isGoingOn(t)) {
      const least = isFew ? soonCalm : calm;
      since[3] = isSame && (isFew || !wasForced) ? Math.min(mostCalm, 2 * since[3]) : least;
      since[4] = 0;
    }
    this.count = 0;
    this.isOver = false;
    this.traces.list.clear();
    detect(run, this.measureReach(run));
  }

  /** How far things may come within the next leap, m. */
  private measureReach(run: IslandRun): number {
    const { contactTolerance, gravity } = run.kit.settings;
    const duration = this.since[2] * longer;
    let fall = 0;
    for (let k = 0; k < 3; k++) fall += Math.abs(gravity[k]);
    return Math.max(contactTolerance, ahead * duration * (measureSpeed(run) + fall * duration));
  }

  /** Takes the island on from its state, not beyond `end`; whether that could be done. Contacts are then those within reach. */
  run(run: IslandRun, end: number): boolean {
    const { island } = run;
    const { since } = this;
    if (!this.canRun(run, since[6] === 1)) return false;
    island.getState(this.previous);
    const t = this.previous[island.dimension];
    let duration = since[2];
    for (let attempt = 0; attempt < attempts; attempt++, duration *= 0.25) {
      // by all means, and then as exact as will do
      if (attempt === strict) duration = since[2];
      if (!(t + duration > t)) return false;
      if (this.take(run, duration, Math.min(end, t + duration), attempt - strict)) {
        since[1] = this.state[island.dimension];
        const age = since[1] - since[5];
        since[2] = Math.min(longer * duration, longest, Math.max(most, agePart * age));
        addFallback(run.kit.worst, "friction: a crowd of changes gone through at once");
        return true;
      }
      this.traces.list.clear();
      island.setState(this.previous);
      detect(run, this.measureReach(run));
    }
    return false;
  }

  /** `rough` tells how exact impulses need be: see leap-solve.ts. */
  private take(run: IslandRun, duration: number, end: number, rough: number): boolean {
    const { island, contacts, cones, coneSolver, kit } = run;
    const { system, bodies, movingCount } = island;
    const { contactTolerance } = kit.settings;
    const before = totalEnergy(kit.mechanism);
    this.events.begin(run);
    island.applyForces();
    for (let b = 0; b < movingCount; b++) {
      const i = bodies[b];
      for (let x = 0; x < 3; x++) {
        system.state[bodySize * i + Slot.P + x] += duration * system.force[3 * i + x];
        system.state[bodySize * i + Slot.L + x] += duration * system.torque[3 * i + x];
      }
    }
    island.derive();
    prepareLeap(run, duration, this.traces.list);
    const { rows } = cones.problem;
    const driven = rows.c.slice(0, rows.rowCount);
    for (let k = 0; k < cones.contactCount; k++) {
      const c = cones.list[k];
      const rate = contacts.rate[c];
      const isBouncing = contacts.restitution[c] > 0 && rate < -bouncing && contacts.gap[c] <= -rate * duration;
      const way = Math.max(0, contacts.gap[c]) + 0.5 * duration * duration * contacts.gamma[c];
      // what is all but closed stays so: that of flush faces would contradict each other
      const opened = Math.abs(way) > shallow * contactTolerance ? way / duration : 0;
      rows.c[cones.row[k]] += isBouncing ? contacts.restitution[c] * rate : opened;
    }
    if (!this.solve(run, duration, rough)) return false;
    this.events.record(run, driven);
    const isFirst = this.traces.list.size === 0;
    const isSame = this.traces.keep(run, duration);
    const { f } = coneSolver.result;
    let work = 0;
    for (let r = 0; r < rows.rowCount; r++) work -= f[r] * driven[r];
    const total = new Float64Array(island.count);
    cones.writeForces(total, f, contacts);
    island.addImpulses(total);
    const speed = measureSpeed(run);
    writeBodyRates(this.rates, system, system.state, movingCount, bodies);
    for (let b = 0; b < movingCount; b++) {
      const y = bodySize * bodies[b];
      for (let x = 0; x < Slot.P; x++) system.state[y + x] += duration * this.rates[bodySize * b + x];
      quat.normalize(system.state, y + Slot.q, system.state, y + Slot.q);
    }
    system.state[system.state.length - 1] = this.previous[island.dimension] + duration;
    island.derive();
    const part = this.cut(run, end);
    const reach = this.measureReach(run);
    detect(run, reach);
    const depth = this.findDeepest(run);
    if (depth > Math.max(deep * contactTolerance, duration * measureFall(kit.settings, duration))) return false;
    kit.worst.residual = Math.max(kit.worst.residual, coneSolver.result.residual);
    work *= part;
    island.ledger[LedgerSlot.work] += work;
    island.ledger[LedgerSlot.dissipated] += before - totalEnergy(kit.mechanism) + work;
    if (depth > shallow * contactTolerance) pushOut(run, (one) => detect(one, reach));
    const left = this.findDeepest(run);
    if (left > deep * contactTolerance) return false;
    kit.worst.penetration = Math.max(kit.worst.penetration, left);
    island.getState(this.state);
    this.events.tell(run, part);
    // of the first after a while nothing is known
    if (!isFirst) this.since[4] = isSame ? this.since[4] + 1 : 0;
    this.isOver = speed <= still || this.since[4] >= this.since[3];
    return true;
  }

  /**
   * Ends the leap that the island has taken at `end`, straight on the way to where it has led: however a run is cut, the way
   * is the same. Returns how much of it is left.
   */
  private cut({ island }: IslandRun, end: number): number {
    const { state, previous } = this;
    const n = island.dimension;
    island.getState(state);
    if (!(end < state[n])) return 1;
    const part = (end - previous[n]) / (state[n] - previous[n]);
    for (let k = 0; k < n; k++) state[k] = previous[k] + part * (state[k] - previous[k]);
    for (let b = 0; b < island.movingCount; b++) {
      quat.normalize(state, bodySize * b + Slot.q, state, bodySize * b + Slot.q);
    }
    state[n] = end;
    island.setState(state);
    return part;
  }

  private findDeepest({ contacts }: IslandRun): number {
    let depth = 0;
    for (let c = 0; c < contacts.count; c++) depth = Math.max(depth, -contacts.gap[c]);
    return depth;
  }

  /** Finds the impulses: near those of the leap before, or anew. */
  private solve(run: IslandRun, duration: number, rough: number): boolean {
    const { coneSolver, cones } = run;
    run.balls.begin();
    for (let round = 0; round < maxLoads; round++) {
      if (round === 0) this.traces.recall(run, duration);
      if (!solveLeap(run, duration, rough)) return false;
      const isOther = followLoads(run, duration, this.traces.list);
      if (!isOther && !run.balls.goOn(cones, run.contacts, coneSolver.result, duration)) return true;
    }
    return false;
  }

  /** What pressed in the last leap is closed: else it would hop. */
  close(run: IslandRun): void {
    const { contacts, kit } = run;
    const pressing: number[] = [];
    for (let c = 0; c < contacts.count; c++) {
      const trace = this.traces.list.get(nameContact(contacts, c));
      if (trace?.pressed === 1 && Math.abs(contacts.gap[c]) < kit.settings.contactTolerance) pressing.push(c);
    }
    if (pressing.length > 0) holdRows(run, holdContacts(run, pressing));
  }

  /** The state at the time out[last], straight on from the one to the other. */
  interpolate(out: Float64Array): void {
    const { previous, state } = this;
    const n = state.length - 1;
    const part = (out[n] - previous[n]) / (state[n] - previous[n]);
    for (let k = 0; k < n; k++) out[k] = previous[k] + part * (state[k] - previous[k]);
  }
}
