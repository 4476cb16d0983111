/** Paths of the last step, bounds on how fast gaps close in it, and the pairs that it may bring together. */
import type { IslandContext } from "../context/index.js";
import { Clearance, type Neighbours } from "../detection/index.js";
import { createStateLayout } from "../island/index.js";
import { findStepPath, type PathLayout, type PathStep, type StepPath } from "../trajectory/index.js";

export class StepCoverage {
  readonly step: StepPath;
  readonly clearance: Clearance;
  /** Which entries of the state belong to which body and particle. */
  readonly layout: PathLayout;
  private readonly context: IslandContext;
  private readonly neighbours: Neighbours;

  constructor(context: IslandContext, neighbours: Neighbours) {
    this.context = context;
    this.neighbours = neighbours;
    this.step = findStepPath(context.island.system);
    this.clearance = new Clearance(neighbours.clearances, context.world.settings.contactTolerance);
    this.layout = createStateLayout(context.island);
  }

  /** Records a step, and makes sure that all pairs are known that it may bring together. */
  cover(taken: PathStep): void {
    const { context, step, clearance } = this;
    step.record(taken, this.layout);
    clearance.begin(context, step);
    this.neighbours.cover(context, step, clearance.ways);
  }
}
