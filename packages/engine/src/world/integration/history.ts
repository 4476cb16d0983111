/**
 * The history of an island in a window: the paths of its bodies, its discontinuities, and checkpoints, one after each time step
 * and after each event. An island that meets another one goes back to the last checkpoint before that, and what it did until then
 * stays.
 *
 * See also: Jefferson 1985, Virtual time (Time Warp); Mirtich 2000, Timewarp rigid body simulation.
 */

import { StepPath } from "../trajectory/index.js";
import { Checkpoint, type Traveller } from "./checkpoint.js";

/** A time, s: a number that is handed over in an array is not boxed. */
const at = new Float64Array(1);

/** The path, the discontinuities and the checkpoints of an island since its window began. */
export class History {
  /** The paths of the bodies in the steps since the window began. */
  readonly path: StepPath;
  /** The times of events since then, at which velocities may jump, s. */
  readonly discontinuities: number[] = [];
  /** Checkpoints in the order of time; those from `count` on are free. */
  private readonly checkpoints: Checkpoint[] = [];
  private count = 0;
  private readonly of: Traveller;

  constructor(of: Traveller) {
    this.of = of;
    this.path = new StepPath(of.context.island.model.system);
  }

  /** The beginning of the window, s. */
  get beginning(): number {
    return this.checkpoints[0].time;
  }

  /** Begins a window at the present state; `gained` is the work so far that was not undone, in steps. */
  begin(gained: number): void {
    this.count = 0;
    this.add(this.of.stepper.state, gained);
    this.path.clear();
    this.discontinuities.length = 0;
  }

  /** Adds a checkpoint at a state at which a step has ended. */
  add(state: Float64Array, gained: number): void {
    if (this.count === this.checkpoints.length) this.checkpoints.push(new Checkpoint(this.of.context));
    this.checkpoints[this.count++].keep(this.of, state, gained);
  }

  /** Whether there was an event since the last checkpoint. */
  get hasNews(): boolean {
    const { discontinuities, checkpoints, count } = this;
    return discontinuities.length > 0 && discontinuities[discontinuities.length - 1] > checkpoints[count - 1].time;
  }

  /** Returns the last checkpoint that is no later than t, or the first. */
  find(t: number): Checkpoint {
    let k = this.count - 1;
    while (k > 0 && this.checkpoints[k].time > t) k--;
    return this.checkpoints[k];
  }

  /** Goes back to the checkpoint of `find`, removes the history after it, and returns the work gained by then. */
  goBack(t: number): number {
    const { discontinuities, path } = this;
    const checkpoint = this.find(t);
    this.count = this.checkpoints.indexOf(checkpoint) + 1;
    checkpoint.goBack(this.of);
    at[0] = checkpoint.time;
    if (this.count > 1) path.cut(at);
    else path.clear();
    while (discontinuities.length > 0 && (this.count === 1 || discontinuities[discontinuities.length - 1] > at[0]))
      discontinuities.pop();
    return checkpoint.gained;
  }
}
