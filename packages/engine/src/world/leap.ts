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
import { ConeMode, ConeStatus } from "../linalg/index.js";
import { quat } from "../math/index.js";
import { bodySize, Slot, writeBodyRates } from "../rigid/index.js";
import { crowd } from "./friction-flow.js";
import { isRubbing } from "./friction-settle.js";
import { holdContacts } from "./held-contacts.js";
import { holdRows } from "./hold-rows.js";
import { LeapEvents } from "./leap-events.js";
import { followLoads, prepareLeap, type Trace } from "./leap-rows.js";
import { LedgerSlot } from "./power.js";
import { pushOut } from "./push-out.js";
import { addFallback } from "./report.js";
import { type IslandRun, nameContact } from "./run.js";
import { detect } from "./settle.js";
import { measureSpeed } from "./settle-impact.js";
import { Storm, StormSlot } from "./storm.js";

/** How long a leap is, s: at first as the storm has it (storm.ts), then up to this; the shorter if it ends too deep. */
const most = 1e-4;
/** In a storm that lasts they are longer: up to this part of its age, and so long, s. */
const agePart = 0.01;
const longest = 1e-3;
const longer = 1.5;
const attempts = 8;
/** How deep a leap may end, as a part of the contact tolerance; and from where on things are moved apart. */
const deep = 0.3;
const shallow = 0.01;
/** Features are within reach if they are this many times as far as the fastest goes. */
const ahead = 1.5;
/** Slower than this all rests, m/s. */
const still = 1e-13;
/** Impulses with a larger residual do not satisfy the law. */
const lawful = 1e-9;
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
  /** When it is due, and how far it has come. */
  readonly storm = new Storm();
  /** Whether nothing bounces in the leap at hand. */
  private isPlastic = false;
  private traces = new Map<string, Trace>();
  private readonly traced = new Float64Array(1);
  /** What is told of leaps. */
  readonly events = new LeapEvents();

  constructor(dimension: number) {
    this.previous = new Float64Array(dimension + 1);
    this.state = new Float64Array(dimension + 1);
    this.rates = new Float64Array(dimension + 1);
  }

  /** Whether the island can be taken on in this way at all. */
  canRun(run: IslandRun): boolean {
    const { contacts } = run;
    return this.mayRun(run) && (this.storm.isWide || (contacts.count > crowd && isRubbing(run)));
  }

  /** Whether one that need be no crowd can. */
  mayRun({ island, contacts }: IslandRun): boolean {
    return island.particleCount === 0 && island.coordinates.length === 0 && contacts.count > 0;
  }

  /** A storm begins, or goes on, at the state of the island. */
  begin(run: IslandRun): void {
    this.storm.begin(run.time);
    this.traces.clear();
    detect(run, this.measureReach(run));
  }

  /** How far things may come within the next leap, m. */
  private measureReach(run: IslandRun): number {
    const { contactTolerance, gravity } = run.kit.settings;
    const duration = this.storm.since[StormSlot.duration] * longer;
    let fall = 0;
    for (let k = 0; k < 3; k++) fall += Math.abs(gravity[k]);
    return Math.max(contactTolerance, ahead * duration * (measureSpeed(run) + fall * duration));
  }

  /** Takes the island on from its state, not beyond `end`; whether that could be done. Contacts are then those within reach. */
  run(run: IslandRun, end: number): boolean {
    const { island } = run;
    const { since } = this.storm;
    if (!this.canRun(run)) return false;
    island.getState(this.previous);
    const t = this.previous[island.dimension];
    let duration = since[StormSlot.duration];
    // what bounces to and fro within a leap does so no more, where the storm is one of any island: else it would be none
    const { isWide } = this.storm;
    for (let attempt = 0; attempt < attempts; attempt++) {
      this.isPlastic = isWide && attempt % 2 === 1;
      if (attempt > 0 && !this.isPlastic) duration *= 0.25;
      if (!(t + duration > t)) return false;
      if (this.take(run, duration, Math.min(end, t + duration))) {
        since[StormSlot.end] = this.state[island.dimension];
        const age = since[StormSlot.end] - since[StormSlot.start];
        since[StormSlot.duration] = Math.min(longer * duration, longest, Math.max(most, agePart * age));
        addFallback(run.kit.worst, this.storm.name);
        return true;
      }
      this.traces.clear();
      island.setState(this.previous);
      detect(run, this.measureReach(run));
    }
    return false;
  }

  private take(run: IslandRun, duration: number, end: number): boolean {
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
    prepareLeap(run, duration, this.traces);
    const { rows } = cones.problem;
    const driven = rows.c.slice(0, rows.rowCount);
    for (let k = 0; k < cones.contactCount; k++) {
      const c = cones.list[k];
      const rate = contacts.rate[c];
      const isBouncing =
        !this.isPlastic && contacts.restitution[c] > 0 && rate < -bouncing && contacts.gap[c] <= -rate * duration;
      const way = Math.max(0, contacts.gap[c]) + 0.5 * duration * duration * contacts.gamma[c];
      // what is all but closed stays so: that of flush faces would contradict each other
      const opened = Math.abs(way) > shallow * contactTolerance ? way / duration : 0;
      rows.c[cones.row[k]] += isBouncing ? contacts.restitution[c] * rate : opened;
    }
    if (!this.solve(run, duration)) return false;
    this.events.record(run, driven);
    const isFirst = this.traces.size === 0;
    const isSame = this.trace(run, duration);
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
    if (depth > Math.max(deep * contactTolerance, measureFall(run, duration))) return false;
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
    const { since } = this.storm;
    if (!isFirst) since[StormSlot.calmCount] = isSame ? since[StormSlot.calmCount] + 1 : 0;
    this.storm.isOver = speed <= still || since[StormSlot.calmCount] >= since[StormSlot.calm];
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
  private solve(run: IslandRun, duration: number): boolean {
    const { coneSolver, cones } = run;
    run.balls.begin();
    for (let round = 0; round < maxLoads; round++) {
      if (round === 0) this.recall(run, duration);
      const isLawful =
        coneSolver.approach(cones.problem) === ConeStatus.solved ||
        (coneSolver.solve(cones.problem, false, true) === ConeStatus.solved && coneSolver.result.residual < lawful);
      if (!isLawful) return false;
      const isOther = followLoads(run, duration, this.traces);
      if (!isOther && !run.balls.goOn(cones, run.contacts, coneSolver.result, duration)) return true;
    }
    return false;
  }

  /** Modes and impulses of the leap before, of what is still there, to begin with. */
  private recall({ cones, coneSolver, contacts }: IslandRun, duration: number): void {
    const { traces } = this;
    const { problem, row: rowOf, tangentRow, cone, count } = cones;
    const { result } = coneSolver;
    const scale = traces.size > 0 ? duration / this.traced[0] : 0;
    result.reserve(problem.rows.rowCount, problem.rows.dimension, problem.coneCount);
    for (let r = 0; r < problem.rows.rowCount; r++) result.f[r] = 0;
    for (let k = 0; k < count; k++) {
      const trace = traces.get(nameContact(contacts, cones.list[k]));
      const r = rowOf[k];
      result.pressed[r] = trace?.pressed ?? 0;
      result.f[r] = scale * (trace?.f[0] ?? 0);
      if (cone[k] < 0) continue;
      result.mode[cone[k]] = trace?.mode ?? ConeMode.open;
      for (let t = 0; t < 2; t++) result.f[tangentRow[k] + t] = scale * (trace?.f[1 + t] ?? 0);
    }
  }

  /** Keeps modes and impulses; tells whether modes are those of the leap before. */
  private trace({ cones, coneSolver, contacts }: IslandRun, duration: number): boolean {
    const { row: rowOf, tangentRow, cone, count } = cones;
    const { f, pressed, mode } = coneSolver.result;
    const traces = new Map<string, Trace>();
    let isSame = true;
    for (let k = 0; k < count; k++) {
      const r = rowOf[k];
      const isCone = cone[k] >= 0;
      const name = nameContact(contacts, cones.list[k]);
      const now = isCone ? (mode[cone[k]] as ConeMode) : ConeMode.stick;
      const before = this.traces.get(name);
      // nothing presses joints, and they rub all the same
      const isActive = pressed[r] === 1 || k >= cones.rubStart;
      if ((before?.pressed ?? 0) !== pressed[r] || (isActive && before?.mode !== now)) isSame = false;
      const t = tangentRow[k];
      traces.set(name, { pressed: pressed[r], mode: now, f: [f[r], isCone ? f[t] : 0, isCone ? f[t + 1] : 0] });
    }
    this.traces = traces;
    this.traced[0] = duration;
    return isSame;
  }

  /** What pressed in the last leap is closed: else it would hop. */
  close(run: IslandRun): void {
    const { contacts, kit } = run;
    const pressing: number[] = [];
    for (let c = 0; c < contacts.count; c++) {
      const trace = this.traces.get(nameContact(contacts, c));
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

/** How far things fall in a time, m: positions are wrong by as much. */
function measureFall({ kit }: IslandRun, duration: number): number {
  const [x, y, z] = kit.settings.gravity;
  return duration * duration * Math.sqrt(x * x + y * y + z * z);
}
