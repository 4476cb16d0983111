/**
 * Checkpoints of an island: its state and its memory at the beginning of a window, and after each event and each time step in it.
 * Where the island meets another one within a window, it goes back to the last checkpoint before that, and not to the beginning of
 * the window.
 *
 * See also: Jefferson 1985, Virtual time (Time Warp).
 */
import { listMemory, type Memory, measureMemory, restoreMemory, saveMemory } from "../../constrain/index.js";
import { createArrays } from "../../math/index.js";
import { Control, type Stepper } from "../../ode/index.js";
import { loadAudit, measureAuditMemory, saveAudit } from "../audit/index.js";
import { ContactMark, ContactMemory, FeatureTransition, Separations, SlotSet } from "../contact-state/index.js";
import type { Island } from "../island/index.js";
import { ModeGuess } from "../smooth/index.js";
import type { MoreauStep } from "../time-stepping/index.js";
import { SteppingMemory } from "../time-stepping/index.js";
import type { FlowContext } from "./context.js";

/** An island with its solver and its time-stepping, as checkpoints keep and restore it. */
export interface Traveller {
  readonly context: FlowContext;
  readonly stepper: Stepper;
  readonly moreau: MoreauStep;
}

/** A copy of the memory of the joints, forces, limits and frictions of an island. */
class JointCheckpoint {
  private readonly memory: Memory;
  private readonly values: Float64Array;

  constructor({
    model: {
      parts: { joints, jointForces, bounds, frictions },
    },
  }: Island) {
    const along = [...bounds.map(({ bound }) => bound), ...frictions.map(({ friction }) => friction)];
    this.memory = listMemory([...joints, ...jointForces, ...along]);
    this.values = new Float64Array(measureMemory(this.memory));
  }

  keep(): void {
    saveMemory(this.values, this.memory);
  }

  restore(): void {
    restoreMemory(this.memory, this.values);
  }
}

/** A copy of the states of the contacts and pairs of an island. */
class ContactCheckpoint {
  private readonly touching = new SlotSet();
  private readonly sliding = new SlotSet();
  /** The contacts that were active, with the modes of the smooth motion that follows. */
  private readonly contacts = new ContactMemory();
  private readonly guess = new ModeGuess(this.contacts);
  private readonly ahead = new FeatureTransition();
  private readonly parted = new Separations();

  keep({ memory, contactSet, island, solvers }: FlowContext): void {
    this.touching.copy(memory.touching);
    this.sliding.copy(memory.sliding);
    this.contacts.copy(memory.contacts, ContactMark.wasActive);
    this.ahead.copy(contactSet.ahead);
    memory.parted.forgetOld(island.model.system.time);
    this.parted.copy(memory.parted);
    solvers.frictionMemory.keep(this.guess);
  }

  /** Restores the modes of the smooth motion, before the state is restored. */
  restoreModes({ island, solvers }: FlowContext): void {
    solvers.frictionMemory.goBack(island.friction === null ? null : solvers.friction, this.guess);
  }

  restore({ memory, contactSet }: FlowContext): void {
    contactSet.ahead.copy(this.ahead);
    memory.parted.merge(this.parted);
    memory.touching.copy(this.touching);
    memory.sliding.copy(this.sliding);
    memory.wasActive.copy(this.contacts);
  }
}

/** The state and the memory of an island at one instant. */
export class Checkpoint {
  /** The state, time at the end. */
  readonly state: Float64Array;
  /** The work up to this instant that was not undone, in steps. */
  gained = 0;
  private step = 0;
  private readonly contacts = new ContactCheckpoint();
  private readonly joints: JointCheckpoint;
  private readonly moreau = new SteppingMemory();
  /** The momenta and places that the audit expects. */
  private readonly expected: Float64Array;

  constructor(context: FlowContext) {
    const { island } = context;
    this.joints = new JointCheckpoint(island);
    [this.state, this.expected] = createArrays([island.dimension + 1, measureAuditMemory(context)]);
  }

  /** The time of the checkpoint, s. */
  get time(): number {
    return this.state[this.state.length - 1];
  }

  /** Copies the state given and the present memory of an island. */
  keep({ context, stepper, moreau }: Traveller, state: Float64Array, gained: number): void {
    this.state.set(state);
    saveAudit(this.expected, context);
    this.gained = gained;
    this.step = stepper.control[Control.step];
    this.joints.keep();
    this.contacts.keep(context);
    this.moreau.keep(moreau);
  }

  /** Restores the state and the memory of the island. */
  goBack({ context, stepper, moreau }: Traveller): void {
    this.joints.restore();
    this.contacts.restoreModes(context);
    context.island.setState(this.state);
    loadAudit(this.expected, context);
    stepper.control[Control.step] = this.step;
    this.contacts.restore(context);
    this.moreau.goBack(moreau);
  }
}
