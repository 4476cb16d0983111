/**
 * What an island goes back to: its state and all that it knows, where a window begins and after what happens in it. So what
 * meets another within a window goes on from just before that, not from where the window began.
 */
import { listMemory, type Memory, measureMemory, restoreMemory, saveMemory } from "../../constrain/index.js";
import { Control, type Stepper } from "../../ode/index.js";
import { createAuditMemory, loadAudit, saveAudit } from "../audit/index.js";
import { ContactMark, ContactMemory, FeatureTransition, Separations, SlotSet } from "../contact-state/index.js";
import type { IslandContext } from "../context/index.js";
import { ModeGuess } from "../smooth/index.js";
import type { MoreauStep } from "../time-stepping/index.js";
import { SteppingMemory } from "../time-stepping/index.js";

/** What it is of. */
export interface Traveller {
  readonly context: IslandContext;
  readonly stepper: Stepper;
  readonly moreau: MoreauStep;
}

export class Checkpoint {
  /** The state, and the time at its end, s. */
  readonly state: Float64Array;
  /** The work up to there that was not undone. */
  gained = 0;
  private step = 0;
  private readonly touching = new SlotSet();
  private readonly sliding = new SlotSet();
  /** Which of its contacts were active, and what they did from there to the next event. */
  private readonly contacts = new ContactMemory();
  private readonly ahead = new FeatureTransition();
  private readonly parted = new Separations();
  private readonly guess = new ModeGuess(this.contacts);
  private readonly moreau = new SteppingMemory();
  /** What its joints remember. */
  private readonly memory: Memory;
  private readonly remembered: Float64Array;
  /** What the audit expected there. */
  private readonly expected: Float64Array;

  constructor(context: IslandContext) {
    const { island } = context;
    const { joints, jointForces, bounds, frictions } = island.parts;
    const along = [...bounds.map(({ bound }) => bound), ...frictions.map(({ friction }) => friction)];
    this.memory = listMemory([...joints, ...jointForces, ...along]);
    this.remembered = new Float64Array(measureMemory(this.memory));
    this.state = new Float64Array(island.dimension + 1);
    this.expected = createAuditMemory(context);
  }

  get time(): number {
    return this.state[this.state.length - 1];
  }

  keep({ context, stepper, moreau }: Traveller, state: Float64Array, gained: number): void {
    this.state.set(state);
    saveAudit(this.expected, context);
    this.gained = gained;
    this.step = stepper.control[Control.step];
    this.touching.copy(context.memory.touching);
    this.sliding.copy(context.memory.sliding);
    this.contacts.copy(context.memory.contacts, ContactMark.wasActive);
    saveMemory(this.remembered, this.memory);
    this.ahead.copy(context.contactSet.ahead);
    context.memory.parted.forgetOld(context.island.system.time);
    this.parted.copy(context.memory.parted);
    context.solvers.frictionMemory.keep(this.guess);
    this.moreau.keep(moreau);
  }

  goBack({ context, stepper, moreau }: Traveller): void {
    restoreMemory(this.memory, this.remembered);
    context.solvers.frictionMemory.goBack(
      context.island.friction === null ? null : context.solvers.friction,
      this.guess,
    );
    context.island.setState(this.state);
    loadAudit(this.expected, context);
    context.contactSet.ahead.copy(this.ahead);
    context.memory.parted.merge(this.parted);
    stepper.control[Control.step] = this.step;
    context.memory.touching.copy(this.touching);
    context.memory.sliding.copy(this.sliding);
    context.memory.wasActive.copy(this.contacts);
    this.moreau.goBack(moreau);
  }
}
