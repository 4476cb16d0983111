/**
 * A random scene, run and judged by the invariants of every scene. A figure beyond its bound must be reported by the world itself,
 * by a fallback or by a run that ends with a message; otherwise it is a fault.
 *
 *   depth       ≤ 1e-7 m, as the world reports it, and from all pairs of parts anew
 *   joints      ≤ 1e-9 m or rad
 *   energy      |Δ total energy| ≤ 1e-7 of the largest term; the dissipated energy does not decrease, except by m g times the
 *               contact tolerance, by which positions may be corrected: of a body of 1 cm that is 1e-5 of its energy
 *   momentum    of an isolated system, error ≤ 1e-12 of the sums of |P| and |x||P| + |L|
 *   complementarity   residual ≤ 1e-9; no contact force pulls
 *   events      pairs with a contact force had a touch event, and pairs with a touch and no separate event are in contact
 *   forces      the audit of the world: ≤ 1e-7 of the largest force on a body; the kinematic error ≤ 1e-7 m; the
 *               dissipated energy decreases by no more than 1e-12 of the energy exchanged
 *   rest        a body under gravity and contacts alone that has moved neither since the previous frame nor until the next one is in
 *               equilibrium: the sum of its contact forces is its weight to 1e-9 of the largest
 */
import { hashArrays } from "@rigor/engine/math";
import { angularMomentum, linearMomentum } from "@rigor/engine/rigid";
import { advanceModel, type Model } from "@rigor/engine/scene";
import type { Contact, World, WorldEvent, Worst } from "@rigor/engine/world";
import { measureOverlap } from "./overlap.js";
import { buildRandomScene, type RandomScene } from "./random-scene.js";

/** The bounds of the figures, as in the docs: m, m or rad, and relative. */
const bounds = {
  depth: 1e-7,
  joints: 1e-9,
  energy: 1e-7,
  momentum: 1e-12,
  complementarity: 1e-9,
  forces: 1e-7,
  positions: 1e-7,
  drop: 1e-12,
  rest: 1e-9,
} as const;
/** The largest displacement of a body at rest between two frames, m, whatever its speed is. */
const still = 1e-11;
/** A pull up to this part of the largest force, or of the total weight, is rounding. */
const rounding = 1e-12;
/** The part of the largest force above which a pair must have had a touch event. */
const loaded = 1e-3;
/** The time by which an accumulation of impacts that the world has completed in advance is over, s. */
const soon = 0.01;

type Figures = Record<keyof typeof bounds, number>;

export interface RandomOutcome {
  /** The simulated time, s. */
  reached: number;
  /** The reason of an early end; else empty. */
  message: string;
  /** The figures beyond their bounds that were not reported, each kind once, with the worst value. */
  readonly faults: string[];
  /** The fallbacks that the world reported. */
  readonly fallbacks: string[];
  readonly figures: Figures;
  steps: number;
  events: number;
  /** The hash of the last state. */
  hash: string;
}

export interface JudgeOptions {
  /** s. Default 1. */
  readonly duration?: number;
  /** The number of frames that are judged. Default 8. */
  readonly frames?: number;
  /** Called after each of them. */
  readonly onFrame?: (outcome: RandomOutcome) => void;
}

/** The fallbacks by which the world reports a figure beyond its bound. */
const reportedBy: Record<keyof typeof bounds, RegExp> = {
  depth: /^contact\/penetration/,
  joints: /^joints\//,
  energy: /^energy\//,
  momentum: /^$/,
  complementarity: /\/inexact|\/frictionless|\/joint-load|\/complementarity/,
  forces: /^balance\/(forces|rest)/,
  positions: /^balance\/positions/,
  drop: /^balance\/dissipation/,
  rest: /^balance\/(forces|rest)/,
};

/** The figures of a run that has not begun. */
export function createFigures(): Figures {
  return { depth: 0, joints: 0, energy: 0, momentum: 0, complementarity: 0, forces: 0, positions: 0, drop: 0, rest: 0 };
}

export function runRandomScene(scene: RandomScene, options: JudgeOptions = {}): RandomOutcome {
  const { duration = 1, frames = 8, onFrame } = options;
  const figures = createFigures();
  const outcome: RandomOutcome = {
    reached: 0,
    message: "",
    faults: [],
    fallbacks: [],
    figures,
    steps: 0,
    events: 0,
    hash: "",
  };
  try {
    const model = buildRandomScene(scene);
    const watch = new Watch(scene, model, outcome);
    for (let k = 0; k <= frames && outcome.message === ""; k++) {
      watch.look((k * duration) / frames);
      onFrame?.(outcome);
    }
    outcome.hash = hashArrays(model.world.system.state, model.world.mechanism.own);
    if (outcome.message === "") watch.close(duration);
  } catch (error) {
    outcome.faults.push(`throws: ${(error as Error).message}`);
  }
  for (const [name, bound] of Object.entries(bounds) as [keyof typeof bounds, number][]) {
    const isReported = outcome.fallbacks.some((what) => reportedBy[name].test(what));
    if (!(figures[name] <= bound) && !isReported) outcome.faults.push(`${name} ${figures[name].toExponential(1)}`);
  }
  return outcome;
}

class Watch {
  private readonly scene: RandomScene;
  private readonly model: Model;
  private readonly outcome: RandomOutcome;
  private readonly first: Float64Array;
  /** The scales of momenta. */
  private readonly scales = new Float64Array(2);
  private dissipated = 0;
  private largest = 0;
  /** The total weight, N; and that times the contact tolerance, J. */
  private readonly weight: number;
  private readonly slack: number;
  /** The pairs in contact according to events. */
  private readonly touching = new Set<string>();
  /** The pairs that had a contact force at the last frame without a touch event; and the time of that frame, s. */
  private readonly unsure = new Set<string>();
  private looked = 0;
  /** The state at the last frame. */
  private places = new Float64Array(0);
  /** The imbalance of each body that had not moved by the last frame: it may have begun to move just before. */
  private unbalanced = new Float64Array(0);

  constructor(scene: RandomScene, model: Model, outcome: RandomOutcome) {
    this.scene = scene;
    this.model = model;
    this.outcome = outcome;
    this.first = readMomenta(model.world);
    this.weight = weigh(scene, model.world);
    this.slack = bounds.depth * this.weight;
    this.follow(model.world.events);
  }

  /** Advances to t, and judges the state there. */
  look(t: number): void {
    const { model, outcome } = this;
    const { figures } = outcome;
    const { world } = model;
    const { status, message, steps, events, worst } = advanceModel(model, t);
    outcome.reached = world.time;
    if (status !== "done") outcome.message = message;
    outcome.steps += steps;
    outcome.events += events.length;
    for (const what of worst.fallbacks) if (!outcome.fallbacks.includes(what)) outcome.fallbacks.push(what);
    if (!world.system.state.every(Number.isFinite)) this.add("not finite");
    figures.depth = Math.max(figures.depth, worst.penetration, measureOverlap(world));
    figures.joints = Math.max(figures.joints, worst.constraintError);
    figures.energy = Math.max(figures.energy, worst.energyError);
    figures.complementarity = Math.max(figures.complementarity, worst.residual);
    this.judgeEnergy();
    if (this.scene.isIsolated) this.judgeMomentum();
    const contacts = world.getContacts();
    const forces = contacts.map(({ force }) => force);
    this.judgeAudit(worst);
    // errors found while the contact forces were solved
    this.judgeAudit(world.worst);
    this.judgeRest(contacts);
    // a pull is allowed up to a reported residual
    const pull = worst.fallbacks.some((what) => reportedBy.complementarity.test(what)) ? worst.residual : rounding;
    if (!(Math.min(0, ...forces) >= -pull * Math.max(this.weight, ...forces))) this.add("a contact pulls");
    for (const { type, impulse } of events) if (type === "collision" && !(impulse > 0)) this.add("an impulse pulls");
    this.follow(events);
    this.judgeTouching();
  }

  /** Advances a little, and judges the bodies that rested at the last frame and still do. */
  close(t: number): void {
    const { model, places } = this;
    if (advanceModel(model, t + soon).status !== "done") return;
    this.places = model.world.system.state.slice();
    if (places.length === this.places.length) this.judgeUnbalanced(places);
  }

  private judgeUnbalanced(before: Float64Array): void {
    const { figures } = this.outcome;
    for (let i = 0; i < this.unbalanced.length; i++) {
      if (this.hasStayed(i, before)) figures.rest = Math.max(figures.rest, this.unbalanced[i]);
    }
  }

  private judgeAudit({ forceBalance, kinematicError, dissipationDrop, fallbacks }: Readonly<Worst>): void {
    const { figures, fallbacks: reported } = this.outcome;
    figures.forces = Math.max(figures.forces, forceBalance);
    figures.positions = Math.max(figures.positions, kinematicError);
    figures.drop = Math.max(figures.drop, dissipationDrop);
    for (const what of fallbacks) if (!reported.includes(what)) reported.push(what);
  }

  /** Judges whether bodies that have not moved since the last frame are in equilibrium. */
  private judgeRest(contacts: readonly Contact[]): void {
    const { file } = this.scene;
    const { system } = this.model.world;
    const before = this.places;
    this.places = system.state.slice();
    const isSimple = [file.constraints, file.forces, file.generalized, file.particles].every(
      (list) => (list ?? []).length === 0,
    );
    if (!isSimple || before.length !== this.places.length) return;
    const { gravity = [0, -9.81, 0] } = file;
    this.judgeUnbalanced(before);
    this.unbalanced = new Float64Array(system.count);
    const sums = new Float64Array(3 * system.count);
    const largest = new Float64Array(system.count);
    for (const { a, b, normal, force, friction } of contacts) {
      for (const [i, sign] of [
        [a, 1],
        [b, -1],
      ]) {
        const f = normal.map((n, x) => sign * (force * n + friction[x]));
        for (let x = 0; x < 3; x++) sums[3 * i + x] += f[x];
        largest[i] = Math.max(largest[i], Math.sqrt(f[0] * f[0] + f[1] * f[1] + f[2] * f[2]));
      }
    }
    for (let i = 0; i < system.count; i++) {
      if (system.inverseMass[i] === 0 || system.kinematics.isDriven(i) || !this.hasStayed(i, before)) continue;
      const weight = gravity.map((g) => g * system.mass[i]);
      const size = Math.max(largest[i], ...weight.map(Math.abs));
      const off = Math.max(...weight.map((w, x) => Math.abs(w + sums[3 * i + x])));
      if (size > 0) this.unbalanced[i] = off / size;
    }
  }

  private hasStayed(i: number, before: Float64Array): boolean {
    const { state } = this.model.world.system;
    for (let x = 0; x < 3; x++) {
      if (!(Math.abs(state[13 * i + x] - before[13 * i + x]) <= still)) return false;
    }
    return true;
  }

  private follow(events: readonly WorldEvent[]): void {
    for (const event of events) {
      if (event.limit >= 0 || event.friction >= 0) continue;
      const pair = namePair(event);
      // the touch after an accumulation of impacts is dated at its end
      if (event.type === "touch" || event.t < this.looked + soon) this.unsure.delete(pair);
      if (event.type === "separate" && this.unsure.has(pair)) this.add(`${pair} had no touch event`);
      if (event.type === "touch") this.touching.add(pair);
      if (event.type === "separate") this.touching.delete(pair);
    }
  }

  /**
   * Judges whether touch and separate events agree with the contacts. Time-stepping reports events of instants between its steps, so
   * runs with it are left out; the touch after an accumulation of impacts is reported at its end.
   */
  private judgeTouching(): void {
    for (const pair of this.unsure) this.add(`${pair} had no touch event`);
    this.unsure.clear();
    this.looked = this.outcome.reached;
    if (this.outcome.message !== "" || this.outcome.fallbacks.some((what) => what.startsWith("time-stepping/"))) return;
    const contacts = this.model.world.getContacts();
    const most = Math.max(0, ...contacts.map(({ force }) => force));
    const here = new Set(contacts.map(namePair));
    for (const pair of this.touching) if (!here.has(pair)) this.add(`${pair} had no separate event`);
    for (const contact of contacts) {
      // events do not name the part of a body that has several
      if (this.countParts(contact.a) > 1 || this.countParts(contact.b) > 1) continue;
      if (contact.force > loaded * most && !this.touching.has(namePair(contact))) this.unsure.add(namePair(contact));
    }
  }

  private countParts(body: number): number {
    const { parts } = this.model.world;
    return parts.body.subarray(0, parts.count).filter((of) => of === body).length;
  }

  private judgeEnergy(): void {
    const { kinetic, potential, dissipated, work } = this.model.world.getEnergy();
    this.largest = Math.max(this.largest, kinetic, Math.abs(potential), Math.abs(dissipated), Math.abs(work));
    const isReported = this.outcome.fallbacks.some((what) => reportedBy.drop.test(what));
    if (!isReported && dissipated < this.dissipated - bounds.energy * this.largest - this.slack)
      this.add("energy comes back");
    this.dissipated = Math.max(this.dissipated, dissipated);
  }

  private judgeMomentum(): void {
    const { figures } = this.outcome;
    const { world } = this.model;
    const now = readMomenta(world);
    const { state, count } = world.system;
    const sums = new Float64Array(2);
    const length = (o: number) =>
      Math.sqrt(state[o] * state[o] + state[o + 1] * state[o + 1] + state[o + 2] * state[o + 2]);
    for (let i = 0; i < count; i++) {
      sums[0] += length(13 * i + 7);
      sums[1] += length(13 * i) * length(13 * i + 7) + length(13 * i + 10);
    }
    for (let k = 0; k < 2; k++) this.scales[k] = Math.max(this.scales[k], sums[k]);
    for (let k = 0; k < 6; k++) {
      const scale = this.scales[k < 3 ? 0 : 1];
      if (scale > 0) figures.momentum = Math.max(figures.momentum, Math.abs(now[k] - this.first[k]) / scale);
    }
  }

  private add(fault: string): void {
    if (!this.outcome.faults.includes(fault)) this.outcome.faults.push(fault);
  }
}

/** Two bodies, or a particle and a body, in either order. */
function namePair({ a, b, particle }: { readonly a: number; readonly b: number; readonly particle: number }): string {
  return `${Math.min(a, b)}, ${Math.max(a, b)}${particle >= 0 ? `, particle ${particle}` : ""}`;
}

/** The total weight of the bodies, N. */
function weigh({ file: { gravity = [0, -9.81, 0] } }: RandomScene, { system }: World): number {
  const { mass, inverseMass, count } = system;
  let sum = 0;
  for (let i = 0; i < count; i++) if (inverseMass[i] > 0) sum += mass[i];
  return sum * Math.max(...gravity.map(Math.abs));
}

function readMomenta({ system }: World): Float64Array {
  const out = new Float64Array(6);
  linearMomentum(out, 0, system);
  angularMomentum(out, 3, system);
  return out;
}
