/** An island on its way, as the parts of what is known of it: each room takes the parts that it needs. */

import type { WorldContext } from "../contact-state/index.js";
import { CandidatePairs, ContactSet, Display, IslandMemory, IslandStatus } from "../contact-state/index.js";
import type { Island } from "../island/index.js";
import { JointFrictionRows, JointLimitRows } from "../island/index.js";
import { IslandSolvers } from "./island-solvers.js";
import { LoadClock } from "./load-clock.js";
import { WorkBudget } from "./work-budget.js";

/** Fractions of the tolerance below which errors of positions and velocities in their rows do not change a slope. */
const nearPosition = 1e-4;
const nearVelocity = 1e-2;

export class IslandContext {
  readonly world: WorldContext;
  readonly island: Island;
  /** Limits of joints. */
  readonly limits: JointLimitRows;
  readonly jointFriction: JointFrictionRows;
  readonly candidates: CandidatePairs;
  readonly contactSet = new ContactSet();
  readonly memory = new IslandMemory();
  readonly solvers: IslandSolvers;
  readonly display = new Display();
  readonly status = new IslandStatus();
  readonly budget: WorkBudget;
  readonly clock: LoadClock;

  constructor(world: WorldContext, island: Island) {
    this.world = world;
    this.island = island;
    island.slack[0] = nearPosition * world.settings.tolerance;
    island.slack[1] = nearVelocity * world.settings.tolerance;
    this.clock = new LoadClock(this);
    this.limits = new JointLimitRows(island);
    this.jointFriction = new JointFrictionRows(island);
    this.candidates = new CandidatePairs(world.parts, island);
    this.solvers = new IslandSolvers(this);
    this.budget = new WorkBudget(this);
  }
}
