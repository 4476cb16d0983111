/**
 * The way of an island through a window: where its bodies were, when something happened, and checkpoints to go back to. There is
 * one after each leap and one after each event: what meets another island within the window goes on from just before that, and
 * what it did until then stays.
 */

import { StepPath } from "../trajectory/index.js";
import { Checkpoint, type Traveller } from "./checkpoint.js";

export class History {
  /** Where its bodies were in the steps since the window began. */
  readonly path: StepPath;
  /** Events since then: velocities may jump there. */
  readonly discontinuities: number[] = [];
  /** In the order of time; those from `count` on are to be written. */
  private readonly checkpoints: Checkpoint[] = [];
  private count = 0;
  private readonly at = new Float64Array(1);
  private readonly of: Traveller;

  constructor(of: Traveller) {
    this.of = of;
    this.path = new StepPath(of.context.island.system);
  }

  /** When it begins, s. */
  get beginning(): number {
    return this.checkpoints[0].time;
  }

  /** The present as its beginning; so much was done before that was not for nothing. */
  begin(gained: number): void {
    this.count = 0;
    this.add(this.of.stepper.state, gained);
    this.path.clear();
    this.discontinuities.length = 0;
  }

  /** A checkpoint at a state, at which a step or a leap has ended. */
  add(state: Float64Array, gained: number): void {
    if (this.count === this.checkpoints.length) this.checkpoints.push(new Checkpoint(this.of.context));
    this.checkpoints[this.count++].keep(this.of, state, gained);
  }

  /** Whether something has happened since the last checkpoint. */
  get hasNews(): boolean {
    const { discontinuities, checkpoints, count } = this;
    return discontinuities.length > 0 && discontinuities[discontinuities.length - 1] > checkpoints[count - 1].time;
  }

  /** The last checkpoint that is no later than t, or the first. */
  find(t: number): Checkpoint {
    let k = this.count - 1;
    while (k > 0 && this.checkpoints[k].time > t) k--;
    return this.checkpoints[k];
  }

  /** Back to that: what comes after it is forgotten. Returns what was gained by then. */
  goBack(t: number): number {
    const { discontinuities, path, at } = this;
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
