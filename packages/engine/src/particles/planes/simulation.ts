/**
 * Event-driven simulation of particles among planes. A step that would carry a particle through a plane is cut at the instant of
 * contact, the whole system is rolled back to it, the collision is resolved, and the integration begins anew. The guards of
 * plane-guards.ts locate the other events: a contact force that reaches zero, the stop of a slide, the slip of a sticking particle.
 *
 * Any stepper will do; events are located on its own interpolant.
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
} from "../../math/index.js";
import { Control, type IntegrateOptions, integrate, type Report, type Stepper } from "../../ode/index.js";
import type { ParticleSystem } from "../system/index.js";
import {
  clockTolerance,
  defaultContactTolerance,
  defaultMaxEvents,
  defaultMaxSteps,
  defaultRestitutionThreshold,
  maxZenoEvents,
  tensileForceTolerance,
  zenoRestEvents,
  zenoStepFactor,
} from "./parameters.js";
import { createPlane, type PlaneOptions } from "./plane.js";
import { ContactMode, PlaneContacts } from "./plane-contacts.js";
import type { EventTolerances, PlaneEvent } from "./plane-event.js";
import { type EventHint, handlePlaneEvents } from "./plane-event-handling.js";
import { PlaneGuards } from "./plane-guards.js";

/** Options of a simulation of particles among planes. */
export interface SimulationOptions {
  /** The planes. */
  readonly planes: readonly PlaneOptions[];
  /** Gap below which a particle touches a plane, m. Default 1e-9. */
  readonly contactTolerance?: number;
  /** Speed below which a particle neither bounces nor slides, m/s. Default 1e-6. */
  readonly restitutionThreshold?: number;
}

/** Options of one call of `advanceTo`. */
export interface AdvanceOptions {
  /** Callback after every step; it returns false to stop there. */
  readonly onStep?: IntegrateOptions["onStep"];
  /** Limit on the number of events. Default 1e6. */
  readonly maxEvents?: number;
  /** Limit on the number of steps. Default 1e7. */
  readonly maxSteps?: number;
}

/** Report of one call of `advanceTo`. */
export interface SimulationReport {
  /** Reason for the end of the run. */
  readonly status: Report["status"] | "too-many-events";
  /** Time reached, s. */
  readonly t: number;
  /** Number of accepted steps of this call. */
  readonly steps: number;
  /** Number of rejected steps of this call. */
  readonly rejected: number;
  /** Number of evaluations of the derivative in this call. */
  readonly evaluations: number;
  /** Description of the end of the run, with a cure where it failed. */
  readonly message: string;
  /** Events at the planes during this call, in order. */
  readonly events: readonly PlaneEvent[];
}

/** Report of an active contact at the present state. */
export interface PlaneContactReport {
  /** The particle. */
  readonly particle: number;
  /** The plane. */
  readonly plane: number;
  /** Contact force λ, N. */
  readonly normalForce: number;
  /** Friction force on the particle, N, from all its active planes. */
  readonly friction: readonly [number, number, number];
  /** Whether the particle sticks. */
  readonly sticking: boolean;
}

/** An event-driven simulation of a particle system among planes. */
export class ParticleSimulation {
  /** The particle system. */
  readonly system: ParticleSystem;
  /** The stepper that integrates the system. */
  readonly stepper: Stepper;
  /** Active sets, friction modes and contact forces of the particles. */
  readonly contacts: PlaneContacts;
  private readonly guards: PlaneGuards;
  private readonly options: EventTolerances;
  /** The last state with every particle in front: the start of a step that has to be undone. */
  private readonly before: Float64Array;
  /** Step of a method that does not choose its own, s. */
  private readonly fixedStep: number;

  /** Makes a simulation with a stepper of this system, whose particles are all there already and in front of the planes. */
  constructor(system: ParticleSystem, stepper: Stepper, options: SimulationOptions) {
    requireOptions("options", options, "{ planes: [{ point: [0, 0, 0], normal: [0, 1, 0] }] }");
    const {
      planes,
      contactTolerance = defaultContactTolerance,
      restitutionThreshold = defaultRestitutionThreshold,
    } = options;
    if (!Array.isArray(planes)) fail("not-a-list", "options.planes", "must be a list of planes", planes);
    requirePositive("options.contactTolerance", contactTolerance);
    requirePositive("options.restitutionThreshold", restitutionThreshold);
    if (stepper?.problem !== system) fail("wrong-system", "stepper", "must be a stepper of this system", stepper?.name);
    this.system = system;
    this.stepper = stepper;
    this.options = { contactTolerance, restitutionThreshold, shortestBounce: 0 };
    const worked = planes.map((plane, k) => createPlane(`planes[${k}]`, plane));
    this.contacts = new PlaneContacts(worked, system.count);
    this.guards = new PlaneGuards(system, this.contacts);
    this.before = new Float64Array(system.dimension + 1);
    this.fixedStep = stepper.control[Control.step];
    requireInFront(system, this.contacts, contactTolerance);
    if (system.contacts !== null) {
      const cure = "give all planes to one simulation, or detach() the other first";
      fail("has-planes", "system", "must not be in another simulation", "one with planes of its own", cure);
    }
    system.contacts = this.contacts;
  }

  /** Advances the system to time `tEnd`, s. Whatever the status, the system is at the last good time. */
  advanceTo(tEnd: number, options: AdvanceOptions = {}): SimulationReport {
    const { maxEvents = defaultMaxEvents, maxSteps = defaultMaxSteps, onStep } = options;
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
    let hints: readonly EventHint[] = [];
    // successive events without progress of the clock
    let zeno = 0;
    for (;;) {
      const start = system.time;
      this.handleEvents(hints, log);
      const { report, next } = this.locateEvent(tEnd, maxSteps - total.steps, onStep);
      total.steps += report.steps;
      total.rejected += report.rejected;
      total.evaluations += report.evaluations;
      const { status, t } = report;
      if (next === null) return { status, t, ...total, message: describe(report, log), events: log };
      hints = zeno > zenoRestEvents ? [...next, ...this.endMicroBounces(report)] : next;
      zeno = system.time - start > clockTolerance * (1 + Math.abs(start)) ? 0 : zeno + 1;
      // a bounce too small for the error of so long a step: the shorter the step, the smaller both
      if (zeno > 1 && this.stepper.adaptive) this.stepper.control[Control.step] *= zenoStepFactor;
      if (log.length > maxEvents || zeno > maxZenoEvents) {
        const what = zeno > maxZenoEvents ? `${zeno} events at t = ${system.time}` : `more than ${maxEvents} events`;
        const message = `${what}; raise restitutionThreshold or maxEvents`;
        return { status: "too-many-events", t, ...total, message, events: log };
      }
    }
  }

  /** Handles the events at the present state; the stepper begins anew only if state, active sets or modes have changed. */
  private handleEvents(hints: readonly EventHint[], log: PlaneEvent[]): void {
    const { system, stepper, contacts } = this;
    const modes = contacts.mode.slice();
    const active = contacts.contact.slice();
    const shortestBounce = stepper.order === 1 ? stepper.control[Control.step] : 0;
    handlePlaneEvents(system, contacts, { ...this.options, shortestBounce }, hints, log);
    const same =
      stepper.state.every((value, k) => value === system.state[k]) &&
      modes.every((mode, i) => mode === contacts.mode[i]) &&
      active.every((contact, p) => contact === contacts.contact[p]);
    if (!same) stepper.restart();
  }

  /** Integrates to the next event at a plane. `next` has its hints; null if the run is over. */
  private locateEvent(
    tEnd: number,
    maxSteps: number,
    onStep: IntegrateOptions["onStep"],
  ): { report: Report; next: readonly EventHint[] | null } {
    const { control, adaptive } = this.stepper;
    let behind: PairHint | null = null;
    let stopped = false;
    this.system.getState(this.before);
    const report = integrate(this.stepper, tEnd, {
      events: this.guards,
      maxSteps,
      onStep: (stepper) => {
        behind = this.findPenetration() ?? this.findTension();
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

  /** Returns the least gap between a particle and a plane, m: negative if one is behind, infinite if there is no pair. */
  measureLeastGap(): number {
    const { contacts, system } = this;
    let least = Infinity;
    for (let i = 0; i < system.count; i++) {
      if (system.inverseMass[i] === 0) continue;
      for (let k = 0; k < contacts.planes.length; k++) least = Math.min(least, contacts.gap(system.state, i, k));
    }
    return least;
  }

  /** Removes the planes from the system, for good: no contact acts on its particles any more. */
  detach(): void {
    if (this.system.contacts === this.contacts) this.system.contacts = null;
  }

  /** Returns the active contacts at the present state, with their forces. */
  listContacts(): PlaneContactReport[] {
    this.system.computeForces();
    const { planes, contact, lambda, friction, mode } = this.contacts;
    const list: PlaneContactReport[] = [];
    for (let i = 0; i < this.system.count; i++) {
      for (let k = 0; k < planes.length; k++) {
        const p = i * planes.length + k;
        if (contact[p] === 0) continue;
        const f = [friction[3 * i], friction[3 * i + 1], friction[3 * i + 2]] as const;
        list.push({
          particle: i,
          plane: k,
          normalForce: lambda[p],
          friction: f,
          sticking: mode[i] === ContactMode.sticking,
        });
      }
    }
    return list;
  }

  /** Returns the hints that the located events give on active sets and modes. */
  private readHints(report: Report): EventHint[] {
    const { contact, mode, planes } = this.contacts;
    const pairs = this.system.count * planes.length;
    const hints: EventHint[] = [];
    for (const { index, t } of report.events) {
      if (t !== report.t) continue;
      const particle = index - pairs;
      if (index < pairs && contact[index] === 1) {
        hints.push({ particle: Math.floor(index / planes.length), plane: index % planes.length, pressed: false });
      } else if (index >= pairs) {
        hints.push(mode[particle] === ContactMode.sticking ? { particle, slips: true } : { particle, stops: true });
      }
    }
    return hints;
  }

  /** Ends the micro-bounces that are too small for the integrator to resolve: the particles rest on their planes from then on. */
  private endMicroBounces(report: Report): EventHint[] {
    const { contact, planes } = this.contacts;
    const pairs = this.system.count * planes.length;
    const bounces = report.events.filter(({ index, t }) => t === report.t && index < pairs && contact[index] === 0);
    return bounces.map(({ index }) => {
      const [particle, plane] = [Math.floor(index / planes.length), index % planes.length];
      this.contacts.removeNormalVelocity(this.system.state, particle, plane);
      return { particle, plane, pressed: true };
    });
  }

  /** Finds a particle behind a plane that is not active for it, whose collision no guard has seen; null if there is none. */
  private findPenetration(): PairHint | null {
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

  /** Finds a contact that pulls, whose force has passed zero unseen; null if there is none. */
  private findTension(): PairHint | null {
    const { system, contacts } = this;
    if (contacts.mode.every((mode) => mode === ContactMode.free)) return null;
    system.computeForces();
    const m = contacts.planes.length;
    for (let p = 0; p < contacts.contact.length; p++) {
      const particle = Math.floor(p / m);
      if (contacts.contact[p] === 0 || contacts.lambda[p] >= -tensileForceTolerance * contacts.load[particle]) continue;
      return { particle, plane: p % m, pressed: false };
    }
    return null;
  }

  /**
   * Rolls back to the start of the step. If the pair touched there without parting, or in a bounce that a method of fixed step
   * cannot resolve, it is pressed together from then on; otherwise the step is tried again in halves. A contact that pulls is
   * broken if it did not press there.
   */
  private rollBack(behind: PairHint): readonly EventHint[] {
    const { stepper, contacts, before } = this;
    const n = stepper.problem.dimension;
    stepper.control[Control.step] = 0.5 * (stepper.state[n] - before[n]);
    stepper.problem.setState(before);
    if (!behind.pressed) {
      this.system.computeForces();
      const isPressed = contacts.lambda[behind.particle * contacts.planes.length + behind.plane] > 0;
      return isPressed && stepper.control[Control.step] > clockTolerance * (1 + Math.abs(before[n])) ? [] : [behind];
    }
    if (contacts.gap(before, behind.particle, behind.plane) > this.options.contactTolerance) return [];
    if (!stepper.adaptive) {
      stepper.control[Control.step] = this.fixedStep;
      contacts.removeNormalVelocity(this.system.state, behind.particle, behind.plane);
    }
    return [behind];
  }

  /**
   * Renews the directions of sliding; returns whether some particle has stopped. A slide that is pulled sideways turns ever
   * faster as it slows down, and its speed does not pass zero like a root: below the threshold it has stopped.
   */
  private renewSlides(): boolean {
    const { mode, planes, contact } = this.contacts;
    const { previous, state } = this.stepper;
    let stopped = false;
    for (let i = 0; i < mode.length; i++) {
      if (mode[i] !== ContactMode.slipping) continue;
      const speed = vec3.length(state, 6 * i + 3);
      const slow = speed <= this.options.restitutionThreshold && speed < vec3.length(previous, 6 * i + 3);
      if (slow && planes.some((plane, k) => plane.kinetic > 0 && contact[i * planes.length + k] === 1)) stopped = true;
      else this.contacts.renewSlide(state, i);
    }
    return stopped;
  }
}

/** Returns the message of the run, with the events at the planes in place of those of the integrator. */
function describe(report: Report, log: readonly PlaneEvent[]): string {
  return report.status === "done" ? `reached t = ${report.t} with ${log.length} events at the planes` : report.message;
}

type PairHint = Extract<EventHint, { plane: number }>;

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
