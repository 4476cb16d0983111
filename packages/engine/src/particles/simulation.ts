/**
 * Particles among planes, done the right way: a step that would carry a particle through a plane is cut at the instant
 * of contact, the whole system is rolled back to it, the collision is answered, and the integration begins anew. While a
 * particle is held by a plane its contact force is watched, and the contact broken where it reaches zero; sliding is
 * watched for its stop, sticking for its slip.
 *
 * Any stepper will do; events are found on its own interpolant.
 *
 * Follows: Particle System Dynamics, section 7.
 */
import {
  type Fault,
  fail,
  RigorError,
  requireNonNegative,
  requireOptions,
  requirePositive,
  vec3,
} from "../math/index.js";
import { Control, type IntegrateOptions, integrate, type Report, type Stepper } from "../ode/index.js";
import { Hold, PlaneContacts } from "./plane-contacts.js";
import { type Hint, type PlaneEvent, type SettleOptions, settle } from "./plane-settle.js";
import { PlaneWatch } from "./plane-watch.js";
import { createPlane, type PlaneOptions } from "./planes.js";
import type { ParticleSystem } from "./system.js";

export interface SimulationOptions {
  readonly planes: readonly PlaneOptions[];
  /** Closer than this a particle touches a plane, m. Default 1e-9. */
  readonly contactTolerance?: number;
  /** Slower than this nothing bounces and nothing slides, m/s. Default 1e-6. */
  readonly restitutionThreshold?: number;
}

export interface AdvanceOptions {
  /** Called after every step; return false to stop there. */
  readonly onStep?: IntegrateOptions["onStep"];
  /** Default 1e6. */
  readonly maxEvents?: number;
  /** Default 1e7. */
  readonly maxSteps?: number;
}

export interface SimulationReport {
  readonly status: Report["status"] | "too-many-events";
  /** The time reached. */
  readonly t: number;
  /** Steps, steps thrown away, and evaluations of the derivative in this call. */
  readonly steps: number;
  readonly rejected: number;
  readonly evaluations: number;
  /** What happened, and what to do about it. */
  readonly message: string;
  /** Everything that happened at the planes during this call, in order. */
  readonly events: readonly PlaneEvent[];
}

/** A contact as it is now. */
export interface PlaneContactReport {
  readonly particle: number;
  readonly plane: number;
  /** λ, N. */
  readonly normalForce: number;
  /** On the particle, N, from all planes that hold it. */
  readonly friction: readonly [number, number, number];
  readonly sticking: boolean;
}

/** More events than this in a row, with hardly any time between them, are no physics. */
const maxIdle = 2000;
/** After so many, a particle that is back on its plane at once rests there. */
const fewIdle = 50;
/** A contact force beyond this, relative to all others on the particle, pulls. */
const pulls = 1e-9;
/** Hardly any time, relative to the clock. */
const shortest = 1e-13;

export class ParticleSimulation {
  readonly system: ParticleSystem;
  readonly stepper: Stepper;
  readonly contacts: PlaneContacts;
  private readonly watch: PlaneWatch;
  private readonly options: SettleOptions;
  /** The last state with every particle in front: the start of a step that has to be undone. */
  private readonly before: Float64Array;
  /** The step of a method that does not choose its own. */
  private readonly fixedStep: number;

  /**
   * The stepper must be one of this system. All particles must be there already, and none behind a plane.
   */
  constructor(system: ParticleSystem, stepper: Stepper, options: SimulationOptions) {
    requireOptions("options", options, "{ planes: [{ point: [0, 0, 0], normal: [0, 1, 0] }] }");
    const { planes, contactTolerance = 1e-9, restitutionThreshold = 1e-6 } = options;
    if (!Array.isArray(planes)) fail("not-a-list", "options.planes", "must be a list of planes", planes);
    requirePositive("options.contactTolerance", contactTolerance);
    requirePositive("options.restitutionThreshold", restitutionThreshold);
    if (stepper?.problem !== system) fail("wrong-system", "stepper", "must be a stepper of this system", stepper?.name);
    this.system = system;
    this.stepper = stepper;
    this.options = { contactTolerance, restitutionThreshold, shortestHop: 0 };
    const worked = planes.map((plane, k) => createPlane(`planes[${k}]`, plane));
    this.contacts = new PlaneContacts(worked, system.count);
    this.watch = new PlaneWatch(system, this.contacts);
    this.before = new Float64Array(system.dimension + 1);
    this.fixedStep = stepper.control[Control.step];
    requireInFront(system, this.contacts, contactTolerance);
    if (system.contacts !== null) {
      const cure = "give all planes to one simulation, or detach() the other first";
      fail("has-planes", "system", "must not be in another simulation", "one with planes of its own", cure);
    }
    system.contacts = this.contacts;
  }

  /** Moves on to time `tEnd`. Whatever the status, the system is at the last good time. */
  advanceTo(tEnd: number, options: AdvanceOptions = {}): SimulationReport {
    const { maxEvents = 1e6, maxSteps = 1e7, onStep } = options;
    const { system } = this;
    requireNonNegative("options.maxEvents", maxEvents);
    requireNonNegative("options.maxSteps", maxSteps);
    if (!(tEnd >= system.time)) {
      const cure = "contacts cannot be undone; give a time, not a duration";
      fail("in-the-past", "tEnd", `must be at least the present time, ${system.time}`, tEnd, cure);
    }
    if (system.contacts !== this.contacts) fail("detached", "simulation", "must not have been detached", "detached");
    if (this.contacts.mode.length !== system.count) {
      const cure = "make a new simulation";
      fail("too-late", "system", "must not get particles after the simulation was made", system.count, cure);
    }
    // a particle that was moved or let go by hand may be anywhere
    requireInFront(system, this.contacts, 2 * this.options.contactTolerance);
    const log: PlaneEvent[] = [];
    const total = { steps: 0, rejected: 0, evaluations: 0 };
    let hints: readonly Hint[] = [];
    let idle = 0;
    for (;;) {
      const start = system.time;
      this.settle(hints, log);
      const { report, next } = this.run(tEnd, maxSteps - total.steps, onStep);
      total.steps += report.steps;
      total.rejected += report.rejected;
      total.evaluations += report.evaluations;
      const { status, t } = report;
      if (next === null) return { status, t, ...total, message: describe(report, log), events: log };
      hints = idle > fewIdle ? [...next, ...this.endHops(report)] : next;
      idle = system.time - start > shortest * (1 + Math.abs(start)) ? 0 : idle + 1;
      // a hop too small for the error of so long a step: the shorter the step, the smaller both
      if (idle > 1 && this.stepper.adaptive) this.stepper.control[Control.step] *= 0.25;
      if (log.length > maxEvents || idle > maxIdle) {
        const what = idle > maxIdle ? `${idle} events at t = ${system.time}` : `more than ${maxEvents} events`;
        const message = `${what}; raise restitutionThreshold or maxEvents`;
        return { status: "too-many-events", t, ...total, message, events: log };
      }
    }
  }

  /** Answers collisions and renews modes; the stepper begins anew only if that changed anything. */
  private settle(hints: readonly Hint[], log: PlaneEvent[]): void {
    const { system, stepper, contacts } = this;
    const modes = contacts.mode.slice();
    const held = contacts.contact.slice();
    const shortestHop = stepper.order === 1 ? stepper.control[Control.step] : 0;
    settle(system, contacts, { ...this.options, shortestHop }, hints, log);
    const same =
      stepper.state.every((value, k) => value === system.state[k]) &&
      modes.every((mode, i) => mode === contacts.mode[i]) &&
      held.every((contact, p) => contact === contacts.contact[p]);
    if (!same) stepper.restart();
  }

  /** Integrates to the next thing that happens at a plane. `next` is what is known of it; null if the run is over. */
  private run(
    tEnd: number,
    maxSteps: number,
    onStep: IntegrateOptions["onStep"],
  ): { report: Report; next: readonly Hint[] | null } {
    const { control, adaptive } = this.stepper;
    let behind: PairHint | null = null;
    let stopped = false;
    this.system.getState(this.before);
    const report = integrate(this.stepper, tEnd, {
      events: this.watch,
      maxSteps,
      onStep: (stepper) => {
        behind = this.findBehind() ?? this.findPulled();
        if (behind === null) this.before.set(stepper.state);
        stopped = this.renewSlides();
        return behind === null && !stopped ? onStep?.(stepper) : false;
      },
    });
    // a method of fixed step goes back to its own after a step that had to be halved
    if (!adaptive) control[Control.step] = this.fixedStep;
    if (behind !== null) return { report, next: this.rollBack(behind) };
    if (report.status === "event") return { report, next: this.readHints(report) };
    return { report, next: report.status === "cancelled" && stopped ? [] : null };
  }

  /** The least gap between a particle and a plane, m: negative if one is behind. Infinite if there is none to measure. */
  measureLeastGap(): number {
    const { contacts, system } = this;
    let least = Infinity;
    for (let i = 0; i < system.count; i++) {
      if (system.inverseMass[i] === 0) continue;
      for (let k = 0; k < contacts.planes.length; k++) least = Math.min(least, contacts.gap(system.state, i, k));
    }
    return least;
  }

  /** Takes the planes away from the system, for good: what held particles holds them no more. */
  detach(): void {
    if (this.system.contacts === this.contacts) this.system.contacts = null;
  }

  /** The contacts that hold particles now, with their forces. */
  listContacts(): PlaneContactReport[] {
    this.system.computeForces();
    const { planes, contact, lambda, friction, mode } = this.contacts;
    const list: PlaneContactReport[] = [];
    for (let i = 0; i < this.system.count; i++) {
      for (let k = 0; k < planes.length; k++) {
        const p = i * planes.length + k;
        if (contact[p] === 0) continue;
        const f = [friction[3 * i], friction[3 * i + 1], friction[3 * i + 2]] as const;
        list.push({ particle: i, plane: k, normalForce: lambda[p], friction: f, sticking: mode[i] === Hold.sticking });
      }
    }
    return list;
  }

  /** What the events that ended a run tell where numbers alone would tie. */
  private readHints(report: Report): Hint[] {
    const { contact, mode, planes } = this.contacts;
    const pairs = this.system.count * planes.length;
    const hints: Hint[] = [];
    for (const { index, t } of report.events) {
      if (t !== report.t) continue;
      const particle = index - pairs;
      if (index < pairs && contact[index] === 1) {
        hints.push({ particle: Math.floor(index / planes.length), plane: index % planes.length, pressed: false });
      } else if (index >= pairs) {
        hints.push(mode[particle] === Hold.sticking ? { particle, slips: true } : { particle, stops: true });
      }
    }
    return hints;
  }

  /** Particles whose hop ended where it began: too small for the solver to see. They rest from now on. */
  private endHops(report: Report): Hint[] {
    const { contact, planes } = this.contacts;
    const pairs = this.system.count * planes.length;
    const hops = report.events.filter(({ index, t }) => t === report.t && index < pairs && contact[index] === 0);
    return hops.map(({ index }) => {
      const [particle, plane] = [Math.floor(index / planes.length), index % planes.length];
      this.contacts.removeNormalVelocity(this.system.state, particle, plane);
      return { particle, plane, pressed: true };
    });
  }

  /** A particle that got behind a plane it was not held by: no event can have been seen. */
  private findBehind(): PairHint | null {
    const { system, contacts } = this;
    const m = contacts.planes.length;
    for (let i = 0; i < system.count; i++) {
      if (system.inverseMass[i] === 0) continue;
      for (let k = 0; k < m; k++) {
        if (contacts.contact[i * m + k] === 1) continue;
        if (contacts.gap(system.state, i, k) < -this.options.contactTolerance) {
          return { particle: i, plane: k, pressed: true };
        }
      }
    }
    return null;
  }

  /** A contact that pulls, which none can: its force passed zero unseen. */
  private findPulled(): PairHint | null {
    const { system, contacts } = this;
    if (contacts.mode.every((mode) => mode === Hold.free)) return null;
    system.computeForces();
    const m = contacts.planes.length;
    for (let p = 0; p < contacts.contact.length; p++) {
      const particle = Math.floor(p / m);
      if (contacts.contact[p] === 0 || contacts.lambda[p] >= -pulls * contacts.load[particle]) continue;
      return { particle, plane: p % m, pressed: false };
    }
    return null;
  }

  /**
   * Goes back to the start of the step. If the pair touched there without parting, or in a hop that a method of fixed step
   * cannot resolve, it is pressed together from now on; otherwise the step is tried again in halves. So it is with a
   * contact that pulls: it is given up if it did not press there.
   */
  private rollBack(behind: PairHint): readonly Hint[] {
    const { stepper, contacts, before } = this;
    const n = stepper.problem.dimension;
    stepper.control[Control.step] = 0.5 * (stepper.state[n] - before[n]);
    stepper.problem.setState(before);
    if (!behind.pressed) {
      this.system.computeForces();
      const isPressed = contacts.lambda[behind.particle * contacts.planes.length + behind.plane] > 0;
      return isPressed && stepper.control[Control.step] > shortest * (1 + Math.abs(before[n])) ? [] : [behind];
    }
    if (contacts.gap(before, behind.particle, behind.plane) > this.options.contactTolerance) return [];
    if (!stepper.adaptive) {
      stepper.control[Control.step] = this.fixedStep;
      contacts.removeNormalVelocity(this.system.state, behind.particle, behind.plane);
    }
    return [behind];
  }

  /**
   * Renews the directions of sliding; tells whether some particle has come to a stop. A slide that is pulled sideways
   * turns ever faster as it slows down, and its speed does not pass zero like a root: below the threshold it has stopped.
   */
  private renewSlides(): boolean {
    const { mode, planes, contact } = this.contacts;
    const { previous, state } = this.stepper;
    let stopped = false;
    for (let i = 0; i < mode.length; i++) {
      if (mode[i] !== Hold.slipping) continue;
      const speed = vec3.length(state, 6 * i + 3);
      const slow = speed <= this.options.restitutionThreshold && speed < vec3.length(previous, 6 * i + 3);
      if (slow && planes.some((plane, k) => plane.kinetic > 0 && contact[i * planes.length + k] === 1)) stopped = true;
      else this.contacts.renewSlide(state, i);
    }
    return stopped;
  }
}

/** The message of the run, with the events at the planes in place of what integrate says of its event functions. */
function describe(report: Report, log: readonly PlaneEvent[]): string {
  return report.status === "done" ? `reached t = ${report.t} with ${log.length} events at the planes` : report.message;
}

type PairHint = Extract<Hint, { plane: number }>;

function requireInFront(system: ParticleSystem, contacts: PlaneContacts, tolerance: number): void {
  const faults: Fault[] = [];
  for (let i = 0; i < system.count; i++) {
    for (let k = 0; k < contacts.planes.length; k++) {
      const gap = contacts.gap(system.state, i, k);
      if (gap >= -tolerance || system.inverseMass[i] === 0) continue;
      const path = `particles[${i}].position`;
      const must = `must be in front of planes[${k}]`;
      faults.push({ code: "behind-plane", path, must, value: `${-gap} m behind it`, cure: "or turn the normal round" });
    }
  }
  if (faults.length > 0) throw new RigorError(faults);
}
