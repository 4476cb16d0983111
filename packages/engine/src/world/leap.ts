/**
 * A short time gone through at once, where a crowd of contacts stops, turns and starts again within next to no time: each of
 * its changes is physics, and all of them together move nothing that is seen. Velocities at the end of it satisfy the law,
 * with impulses for forces:
 *
 *   v⁺ = v + M⁻¹ (δ F + Jᵀ p),   v_n⁺ ≥ −gap/δ,  p_n ≥ 0,  |p_t| ≤ μ p_n against u⁺;   x⁺ = x + δ v⁺
 *
 * What that is off by is told: velocities by δ times what accelerations change within it, positions by δ times that.
 */
import { totalEnergy } from "../constrain/index.js";
import { ConeStatus } from "../linalg/index.js";
import { quat } from "../math/index.js";
import { bodySize, Slot, writeBodyRates } from "../rigid/index.js";
import { prepareImpact } from "./friction-impact.js";
import { LedgerSlot } from "./power.js";
import { addFallback } from "./report.js";
import type { IslandRun } from "./run.js";
import { detect } from "./settle.js";

/** So many steps in a row are looked at; that they are a storm is told by their mean length, s. */
const row = 12;
const short = 1e-7;
/** How long a leap is, s: the longer the sooner it comes after the one before. */
const least = 2e-7;
const most = 2e-5;
const longer = 4;
/** In a storm that goes on, so many follow one another at most. */
const mostInRow = 64;
/** A storm that comes again after less than so many times the last leap is the same. */
const soon = 20;
/** Fewer contacts are no crowd. */
const crowd = 8;
/** How deep a leap may end, as a part of the contact tolerance; and how deep for another to follow. */
const deep = 0.3;
const shallow = 0.1;

export class Leap {
  /** State before and after the last leap, time at the end. */
  readonly previous: Float64Array;
  readonly state: Float64Array;
  readonly name = "leap";
  private readonly rates: Float64Array;
  /** When the steps that are counted began, s; when the last leap ended, and how long it was. */
  private readonly since = Float64Array.of(0, -Infinity, 0);
  private count = 0;
  /** How many leaps are to follow one another; whether the last has ended so that none may. */
  times = 1;
  isLast = false;

  constructor(dimension: number) {
    this.previous = new Float64Array(dimension + 1);
    this.state = new Float64Array(dimension + 1);
    this.rates = new Float64Array(dimension + 1);
  }

  /** Counts a step that begins at t[n]; tells whether it is one of a storm. */
  isDue({ island, friction }: IslandRun, t: Float64Array, n: number): boolean {
    if (island.friction === null || friction.cones.count <= crowd) {
      this.count = 0;
      return false;
    }
    if (this.count === 0 || t[n] < this.since[0]) {
      this.since[0] = t[n];
      this.count = 1;
      return false;
    }
    if (++this.count <= row) return false;
    const isStorm = t[n] - this.since[0] < row * short;
    if (!isStorm) this.count = 0;
    return isStorm;
  }

  /** Chooses `times` for a storm at t[n]: twice as many as before if it is the same. */
  plan(t: Float64Array, n: number): void {
    const isSame = t[n] >= this.since[1] && t[n] - this.since[1] < soon * this.since[2];
    this.isLast = false;
    this.times = isSame ? Math.min(mostInRow, 2 * this.times) : 1;
  }

  /** Whether the island can be taken on in this way at all. */
  static canRun({ island, friction }: IslandRun): boolean {
    const isRubbing = island.friction !== null && friction.cones.count > crowd;
    return isRubbing && island.particleCount === 0 && island.coordinates.length === 0;
  }

  /** Takes the island on from its state, not beyond `end`; whether that could be done. Contacts are then those found anew. */
  run(run: IslandRun, end: number): boolean {
    const { island } = run;
    const n = island.dimension;
    this.count = 0;
    if (!Leap.canRun(run)) return false;
    island.getState(this.previous);
    const t = this.previous[n];
    const { since } = this;
    const isSame = t >= since[1] && t - since[1] < soon * since[2];
    let duration = Math.min(isSame ? Math.min(most, longer * since[2]) : least, end - t);
    for (let attempt = 0; attempt < 4; attempt++, duration *= 0.25) {
      if (!(t + duration > t)) return false;
      if (this.take(run, duration)) {
        since[1] = t + duration;
        since[2] = Math.max(least, duration);
        addFallback(run.kit.worst, "friction: a crowd of changes gone through at once");
        return true;
      }
      island.setState(this.previous);
      detect(run);
    }
    return false;
  }

  private take(run: IslandRun, duration: number): boolean {
    const { island, contacts, cones, coneSolver, kit } = run;
    const { system, bodies, movingCount } = island;
    const n = island.dimension;
    const before = totalEnergy(kit.mechanism);
    island.applyForces();
    for (let b = 0; b < movingCount; b++) {
      const i = bodies[b];
      for (let x = 0; x < 3; x++) {
        system.state[bodySize * i + Slot.P + x] += duration * system.force[3 * i + x];
        system.state[bodySize * i + Slot.L + x] += duration * system.torque[3 * i + x];
      }
    }
    island.derive();
    const list = Array.from({ length: contacts.count }, (_, c) => c);
    prepareImpact(run, list);
    const { rows } = cones.problem;
    const driven = rows.c.slice(0, rows.rowCount);
    for (let k = 0; k < cones.count; k++) rows.c[cones.row[k]] += Math.max(0, contacts.gap[cones.list[k]]) / duration;
    if (coneSolver.solve(cones.problem) !== ConeStatus.solved) return false;
    const { f } = coneSolver.result;
    let work = 0;
    for (let r = 0; r < rows.rowCount; r++) work -= f[r] * driven[r];
    const total = new Float64Array(island.count);
    cones.writeForces(total, f, contacts);
    island.addImpulses(total);
    writeBodyRates(this.rates, system, system.state, movingCount, bodies);
    for (let b = 0; b < movingCount; b++) {
      const y = bodySize * bodies[b];
      for (let x = 0; x < Slot.P; x++) system.state[y + x] += duration * this.rates[bodySize * b + x];
      quat.normalize(system.state, y + Slot.q, system.state, y + Slot.q);
    }
    system.state[system.state.length - 1] = this.previous[n] + duration;
    island.derive();
    detect(run);
    let lowest = 0;
    for (let c = 0; c < contacts.count; c++) lowest = Math.min(lowest, contacts.gap[c]);
    if (lowest < -deep * kit.settings.contactTolerance) return false;
    this.isLast = lowest < -shallow * kit.settings.contactTolerance;
    island.ledger[LedgerSlot.work] += work;
    island.ledger[LedgerSlot.dissipated] += before - totalEnergy(kit.mechanism) + work;
    island.getState(this.state);
    return true;
  }

  /** The state at the time out[last], straight on from the one to the other. */
  interpolate(out: Float64Array): void {
    const { previous, state } = this;
    const n = state.length - 1;
    const part = (out[n] - previous[n]) / (state[n] - previous[n]);
    for (let k = 0; k < n; k++) out[k] = previous[k] + part * (state[k] - previous[k]);
  }
}
