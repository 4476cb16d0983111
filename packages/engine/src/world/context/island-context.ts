/** An island as the collection of its parts: each later room picks the parts that it reads and writes. */

import type { WorldContext } from "../contact-state/index.js";
import { CandidatePairs, ContactSet, Display, IslandMemory, IslandStatus } from "../contact-state/index.js";
import type { Island } from "../island/index.js";
import { JointFrictionRows, JointLimitRows } from "../island/index.js";
import { IslandSolvers } from "./island-solvers.js";
import { LoadClock } from "./load-clock.js";
import { positionSlack, velocitySlack } from "./parameters.js";
import { WorkBudget } from "./work-budget.js";

/** An island with the state of its contacts, its solvers, its work budget and the clock of its loads. */
export class IslandContext {
  /** Tables, settings, solvers and records of the world. */
  readonly world: WorldContext;
  /** Equations of motion of the island. */
  readonly island: Island;
  /** Limits of joints. */
  readonly limits: JointLimitRows;
  /** Frictions of joints. */
  readonly jointFriction: JointFrictionRows;
  /** Pairs of parts that may meet. */
  readonly candidates: CandidatePairs;
  /** Contacts at the present state. */
  readonly contactSet = new ContactSet();
  /** States of contacts and pairs that outlast an event. */
  readonly memory = new IslandMemory();
  /** Rows, cones and solvers. */
  readonly solvers: IslandSolvers;
  /** Contacts and reactions as they are shown. */
  readonly display = new Display();
  /** Outcome of the last event. */
  readonly status = new IslandStatus();
  /** Work that events may take. */
  readonly budget: WorkBudget;
  /** Loads that are functions of time. */
  readonly clock: LoadClock;

  constructor(world: WorldContext, island: Island) {
    this.world = world;
    this.island = island;
    island.active.slack[0] = positionSlack * world.settings.tolerance;
    island.active.slack[1] = velocitySlack * world.settings.tolerance;
    this.clock = new LoadClock(this);
    this.limits = new JointLimitRows(island);
    this.jointFriction = new JointFrictionRows(island);
    this.candidates = new CandidatePairs(world.parts, island.model);
    this.solvers = new IslandSolvers(this);
    this.budget = new WorkBudget(this);
  }
}
