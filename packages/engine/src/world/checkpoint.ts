/** What an island goes back to: its state and all that it knows, where a window begins. */
import { listMemory, type Memory, measureMemory, restoreMemory, saveMemory } from "../constrain/index.js";
import { Control, type Stepper } from "../ode/index.js";
import type { IslandRun } from "./run.js";
import { Ahead } from "./touch-ahead.js";

const none: readonly [number, number][] = [];

export class Checkpoint {
  /** The state, and the time at its end, s. */
  readonly state: Float64Array;
  private step = 0;
  private touching = new Set<number>();
  private sliding = new Set<number>();
  private readonly held: string[] = [];
  private readonly ahead = new Ahead();
  private parted = none;
  /** What its joints remember. */
  private readonly memory: Memory;
  private readonly remembered: Float64Array;

  constructor({ island }: IslandRun) {
    const { joints, jointForces, bounds, frictions } = island.parts;
    const along = [...bounds.map(({ bound }) => bound), ...frictions.map(({ friction }) => friction)];
    this.memory = listMemory([...joints, ...jointForces, ...along]);
    this.remembered = new Float64Array(measureMemory(this.memory));
    this.state = new Float64Array(island.dimension + 1);
  }

  keep(run: IslandRun, { state, control }: Stepper): void {
    this.state.set(state);
    this.step = control[Control.step];
    this.touching = new Set(run.touching);
    saveMemory(this.remembered, this.memory);
    this.sliding = new Set(run.sliding);
    this.held.length = 0;
    for (const name of run.wasHeld) this.held.push(name);
    this.ahead.copy(run.ahead);
    this.parted = run.parted.isEmpty ? none : run.parted.list(run.time);
    run.friction.memory.keep();
  }

  goBack(run: IslandRun, { control }: Stepper): void {
    restoreMemory(this.memory, this.remembered);
    if (run.island.friction !== null) run.friction.memory.goBack(run.friction);
    run.island.setState(this.state);
    run.ahead.copy(this.ahead);
    for (const [slot, t] of this.parted) run.parted.add(slot, t);
    control[Control.step] = this.step;
    run.touching = new Set(this.touching);
    run.sliding = new Set(this.sliding);
    run.wasHeld.clear();
    for (const name of this.held) run.wasHeld.add(name);
  }
}
