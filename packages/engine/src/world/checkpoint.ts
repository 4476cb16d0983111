/**
 * What an island goes back to: its state and all that it knows, where a window begins and after what happens in it. So what
 * meets another within a window goes on from just before that, not from where the window began.
 */
import { listMemory, type Memory, measureMemory, restoreMemory, saveMemory } from "../constrain/index.js";
import { Control, type Stepper } from "../ode/index.js";
import { createAuditMemory, loadAudit, saveAudit } from "./audit-memory.js";
import { FrictionGuess } from "./friction-guess.js";
import type { Leap } from "./leap.js";
import { LeapMemory } from "./leap-memory.js";
import type { IslandRun } from "./run.js";
import { Ahead } from "./touch-ahead.js";

const none: readonly [number, number][] = [];

/** What it is of. */
export interface Traveller {
  readonly run: IslandRun;
  readonly stepper: Stepper;
  readonly leap: Leap;
}

export class Checkpoint {
  /** The state, and the time at its end, s. */
  readonly state: Float64Array;
  /** The work up to there that was not undone. */
  gained = 0;
  private step = 0;
  private readonly touching: number[] = [];
  private readonly sliding: number[] = [];
  private readonly held: string[] = [];
  private readonly ahead = new Ahead();
  private parted = none;
  /** What its contacts did from there to the next event. */
  private readonly guess = new FrictionGuess();
  private readonly leap = new LeapMemory();
  /** What its joints remember. */
  private readonly memory: Memory;
  private readonly remembered: Float64Array;
  /** What the audit expected there. */
  private readonly expected: Float64Array;

  constructor(run: IslandRun) {
    const { island } = run;
    const { joints, jointForces, bounds, frictions } = island.parts;
    const along = [...bounds.map(({ bound }) => bound), ...frictions.map(({ friction }) => friction)];
    this.memory = listMemory([...joints, ...jointForces, ...along]);
    this.remembered = new Float64Array(measureMemory(this.memory));
    this.state = new Float64Array(island.dimension + 1);
    this.expected = createAuditMemory(run);
  }

  get time(): number {
    return this.state[this.state.length - 1];
  }

  keep({ run, stepper, leap }: Traveller, state: Float64Array, gained: number): void {
    this.state.set(state);
    saveAudit(this.expected, run);
    this.gained = gained;
    this.step = stepper.control[Control.step];
    list(this.touching, run.touching);
    list(this.sliding, run.sliding);
    list(this.held, run.wasHeld);
    saveMemory(this.remembered, this.memory);
    this.ahead.copy(run.ahead);
    this.parted = run.parted.isEmpty ? none : run.parted.list(run.time);
    run.frictionMemory.keep(this.guess);
    this.leap.keep(leap);
  }

  goBack({ run, stepper, leap }: Traveller): void {
    restoreMemory(this.memory, this.remembered);
    run.frictionMemory.goBack(run.island.friction === null ? null : run.friction, this.guess);
    run.island.setState(this.state);
    loadAudit(this.expected, run);
    run.ahead.copy(this.ahead);
    for (const [slot, t] of this.parted) run.parted.add(slot, t);
    stepper.control[Control.step] = this.step;
    run.touching = new Set(this.touching);
    run.sliding = new Set(this.sliding);
    run.wasHeld.clear();
    for (const name of this.held) run.wasHeld.add(name);
    this.leap.goBack(leap);
  }
}

function list<T>(out: T[], from: ReadonlySet<T>): void {
  out.length = 0;
  for (const each of from) out.push(each);
}
