/**
 * Guards of particles among planes: functions of the state that fall through zero at an event.
 *
 *   particle i and plane k, apart          the gap (X − P)·N
 *   particle i and plane k, in contact     the contact force λ, with a little more than rounding added: a force that stays
 *                                          zero for a time, as beside a wall along which nothing pushes, is no event
 *   particle i, sliding                    its velocity along the direction of sliding at the start of the step
 *   particle i, sticking                   the margin against slip Σ μ_s λ − |f_t|
 *
 * Follows: Particle System Dynamics, sections 7.1 and 7.3.
 */
import { vec3 } from "../../math/index.js";
import type { EventSet } from "../../ode/index.js";
import type { ParticleSystem } from "../system/index.js";
import { normalForceTolerance } from "./parameters.js";
import { ContactMode, type PlaneContacts } from "./plane-contacts.js";

/** The guards of all particles and planes of a simulation, as event functions of an integrator. */
export class PlaneGuards implements EventSet {
  readonly count: number;
  readonly direction: Int8Array;
  readonly terminal: Uint8Array;
  private readonly system: ParticleSystem;
  private readonly contacts: PlaneContacts;
  private readonly saved: Float64Array;

  constructor(system: ParticleSystem, contacts: PlaneContacts) {
    this.system = system;
    this.contacts = contacts;
    this.count = system.count * (contacts.planes.length + 1);
    this.direction = new Int8Array(this.count).fill(-1);
    this.terminal = new Uint8Array(this.count).fill(1);
    this.saved = new Float64Array(6 * system.count + 1);
  }

  evaluate(state: Float64Array, out: Float64Array): void {
    const { system, contacts, saved } = this;
    const { contact, mode, lambda, load, planes } = contacts;
    const m = planes.length;
    const n = system.count;
    if (this.hasContact()) {
      // contact forces at that state; the system itself stays where it is
      system.getState(saved);
      system.setState(state);
      system.computeForces();
      system.setState(saved);
    }
    for (let i = 0; i < n; i++) {
      for (let k = 0; k < m; k++) {
        const p = i * m + k;
        if (contact[p] === 1) out[p] = lambda[p] + normalForceTolerance * load[i];
        else if (system.inverseMass[i] === 0) out[p] = 1;
        else out[p] = contacts.gap(state, i, k);
      }
      out[n * m + i] = mode[i] === ContactMode.free ? 1 : this.evaluateFriction(state, i);
    }
  }

  private hasContact(): boolean {
    const { mode } = this.contacts;
    for (let i = 0; i < mode.length; i++) if (mode[i] !== ContactMode.free) return true;
    return false;
  }

  private evaluateFriction(state: Float64Array, i: number): number {
    const { mode, margin, slide, planes, contact } = this.contacts;
    if (mode[i] === ContactMode.sticking) return Math.min(margin[i], 1);
    for (let k = 0; k < planes.length; k++) {
      if (contact[i * planes.length + k] === 1 && planes[k].kinetic > 0)
        return vec3.dot(state, 6 * i + 3, slide, 3 * i);
    }
    return 1;
  }
}
