/** The paths of the last step, bounds on how fast gaps close in it, and the pairs that it may bring together. */
import { Clearance, type Neighbours } from "../detection/index.js";
import { createStateLayout } from "../island/index.js";
import { findStepPath, type PathLayout, type PathStep, type StepPath } from "../trajectory/index.js";
import type { FlowContext } from "./context.js";

/** The record of the last step of an island, with the pairs that may meet in it. */
export class StepCoverage {
  /** The paths of the bodies in the step. */
  readonly step: StepPath;
  /** Distances of pairs, by which most of them need not be looked at. */
  readonly clearance: Clearance;
  /** The entries of the state of each body and particle. */
  readonly layout: PathLayout;
  private readonly context: FlowContext;
  private readonly neighbours: Neighbours;

  constructor(context: FlowContext, neighbours: Neighbours) {
    this.context = context;
    this.neighbours = neighbours;
    this.step = findStepPath(context.island.model.system);
    this.clearance = new Clearance(neighbours.clearances, context.world.settings.contactTolerance);
    this.layout = createStateLayout(context.island.model);
  }

  /** Records a step, and makes sure that all pairs are known that it may bring together. */
  cover(taken: PathStep): void {
    const { context, step, clearance } = this;
    step.record(taken, this.layout);
    clearance.begin(context, step);
    this.neighbours.cover(context, step, clearance.ways);
  }
}
