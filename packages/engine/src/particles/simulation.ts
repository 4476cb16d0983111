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
import { type Fault, fail, RigorError, requirePositive, vec3 } from "../math/index.js";
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

export interface SimulationReport extends Omit<Report, "status" | "events"> {
  readonly status: Report["status"] | "too-many-events";
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

/** More events than this at one instant are no physics. */
const MAX_IDLE = 10_000;

export class ParticleSimulation {
  readonly system: ParticleSystem;
  readonly stepper: Stepper;
  readonly contacts: PlaneContacts;
  private readonly watch: PlaneWatch;
  private readonly options: SettleOptions;
  /** The start of a step that has to be undone. */
  private readonly before: Float64Array;
  /** The step of a method that does not choose its own. */
  private readonly fixedStep: number;

  /**
   * The stepper must be one of this system. All particles must be there already, and none behind a plane.
   */
  constructor(system: ParticleSystem, stepper: Stepper, options: SimulationOptions) {
    const { planes, contactTolerance = 1e-9, restitutionThreshold = 1e-6 } = options;
    requirePositive("options.contactTolerance", contactTolerance);
    requirePositive("options.restitutionThreshold", restitutionThreshold);
    if (stepper.problem !== system) fail("wrong-system", "stepper", "must be a stepper of this system", stepper.name);
    this.system = system;
    this.stepper = stepper;
    this.options = { contactTolerance, restitutionThreshold };
    const worked = planes.map((plane, k) => createPlane(`planes[${k}]`, plane));
    this.contacts = new PlaneContacts(worked, system.count);
    this.watch = new PlaneWatch(system, this.contacts);
    this.before = new Float64Array(system.dimension + 1);
    this.fixedStep = stepper.control[Control.step];
    requireInFront(system, this.contacts, contactTolerance);
    system.contacts = this.contacts;
  }

  /** Moves on to time `tEnd`. Whatever the status, the system is at the last good time. */
  advance(tEnd: number, options: AdvanceOptions = {}): SimulationReport {
    const { maxEvents = 1e6, maxSteps = 1e7, onStep } = options;
    const { system } = this;
    if (this.contacts.mode.length !== system.count) {
      const cure = "make a new simulation";
      fail("too-late", "system", "must not get particles after the simulation was made", system.count, cure);
    }
    const log: PlaneEvent[] = [];
    const total = { steps: 0, rejected: 0, evaluations: 0 };
    let hint: Hint | null = null;
    let idle = 0;
    for (;;) {
      const start = system.time;
      this.settle(hint, log);
      const { report, next } = this.run(tEnd, maxSteps - total.steps, onStep);
      total.steps += report.steps;
      total.rejected += report.rejected;
      total.evaluations += report.evaluations;
      if (next === undefined) return { ...report, ...total, message: describe(report, log), events: log };
      hint = next;
      idle = system.time > start ? 0 : idle + 1;
      if (log.length > maxEvents || idle > MAX_IDLE) {
        const what = idle > MAX_IDLE ? `${idle} events at t = ${system.time}` : `more than ${maxEvents} events`;
        const message = `${what}; raise restitutionThreshold or maxEvents`;
        return { ...report, ...total, status: "too-many-events", message, events: log };
      }
    }
  }

  /** Answers collisions and renews modes; the stepper begins anew only if that changed anything. */
  private settle(hint: Hint | null, log: PlaneEvent[]): void {
    const { system, stepper, contacts } = this;
    const modes = contacts.mode.slice();
    const held = contacts.contact.slice();
    settle(system, contacts, this.options, hint, log);
    const same =
      stepper.state.every((value, k) => value === system.state[k]) &&
      modes.every((mode, i) => mode === contacts.mode[i]) &&
      held.every((contact, p) => contact === contacts.contact[p]);
    if (!same) stepper.restart();
  }

  /** Integrates to the next thing that happens at a plane. `next` is what is known of it; undefined if the run is over. */
  private run(
    tEnd: number,
    maxSteps: number,
    onStep: IntegrateOptions["onStep"],
  ): { report: Report; next: Hint | null | undefined } {
    const { control, adaptive } = this.stepper;
    let behind: PairHint | null = null;
    let stopped = false;
    const report = integrate(this.stepper, tEnd, {
      events: this.watch,
      maxSteps,
      onStep: (stepper) => {
        behind = this.findBehind();
        if (behind !== null) this.before.set(stepper.previous);
        stopped = this.renewSlides();
        return behind === null && !stopped ? onStep?.(stepper) : false;
      },
    });
    // a method of fixed step goes back to its own after a step that had to be halved
    if (!adaptive) control[Control.step] = this.fixedStep;
    if (behind !== null) return { report, next: this.rollBack(behind) };
    if (report.status === "event") return { report, next: this.hintFor(report) };
    return { report, next: report.status === "cancelled" && stopped ? null : undefined };
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

  /** What the event that ended a run tells where numbers alone would tie. */
  private hintFor(report: Report): Hint | null {
    const { contact, mode, planes } = this.contacts;
    const index = report.events.at(-1)?.index ?? -1;
    const pairs = this.system.count * planes.length;
    if (index >= pairs) {
      const particle = index - pairs;
      return mode[particle] === Hold.sticking ? { particle, slips: true } : null;
    }
    if (index < 0 || contact[index] === 0) return null;
    return { particle: Math.floor(index / planes.length), plane: index % planes.length, pressed: false };
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

  /** Goes back to the start of the step, to try it again in halves, or with the pair in contact if it touched there. */
  private rollBack(behind: PairHint): Hint | null {
    const { stepper, contacts, before } = this;
    const n = stepper.problem.dimension;
    stepper.control[Control.step] = 0.5 * (stepper.state[n] - before[n]);
    stepper.problem.setState(before);
    return contacts.gap(before, behind.particle, behind.plane) <= this.options.contactTolerance ? behind : null;
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
