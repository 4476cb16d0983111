/**
 * Work budget of an island. Work is counted in factorisations, which are the same number on every machine. An island with many
 * contacts that takes too many of them for one event, or within a short interval, goes on by Moreau–Jean time steps: its motion is
 * then less exact, which is reported, but the work has a bound (moreau-step.ts).
 */

import { unlimited } from "../../linalg/index.js";
import type { Island } from "../island/index.js";
import { manyContacts } from "../model/index.js";
import type { IslandSolvers } from "./island-solvers.js";
import { fullContacts, moment, mostBudgetRatio, mostFactorizations } from "./parameters.js";

/** Text of the fallback for an event that exceeds its budget. */
const tooMuch = "forces and modes of many contacts take too much work";

/** An island, and its solvers of problems with friction. */
interface BudgetContext {
  readonly island: Island;
  readonly solvers: IslandSolvers;
}

/** Count of the factorisations of an island, and its limits. */
export class WorkBudget {
  /** Beginning of the present interval, s. */
  private readonly since = Float64Array.of(-Infinity);
  /** Factorisations at the beginning of the present interval. */
  private start = 0;
  /** Factorisations at the beginning of the present event. */
  private first = 0;
  /** Whether there is no limit, as time steps do not help. */
  isFree = false;
  private readonly context: BudgetContext;

  constructor(context: BudgetContext) {
    this.context = context;
  }

  /** Begins a new interval. */
  reset(): void {
    this.since[0] = -Infinity;
  }

  /** Lifts the limit for an interval from the time t[n] on, as there is no other method. */
  excuse(t: Float64Array, n: number): void {
    this.since[0] = t[n];
    this.start = Infinity;
  }

  private get count(): number {
    return this.context.solvers.factorizations;
  }

  /** Whether the island has taken too many factorisations in the interval before the time t[n]. */
  isTooMuch(t: Float64Array, n: number): boolean {
    const { since, context } = this;
    if (!(t[n] >= since[0] && t[n] - since[0] < moment)) {
      since[0] = t[n];
      this.start = this.count;
    }
    const hasManyContacts = context.island.friction !== null && context.solvers.friction.cones.count > manyContacts;
    return hasManyContacts && this.count - this.start > findMost(context.solvers.friction.cones.count);
  }

  /** Begins the handling of an event with `count` contacts. */
  begin(count: number): void {
    this.first = this.count;
    this.context.solvers.coneSolver.limit = this.findLimit(count);
  }

  /**
   * Largest number of factorisations for a problem with `count` contacts: unlimited for few, and where time steps are not taken.
   */
  findLimit(count: number): number {
    const { island } = this.context;
    const mayStep = count > manyContacts && island.model.particleCount === 0 && island.model.coordinates.length === 0;
    return mayStep && !this.isFree ? mostFactorizations : unlimited;
  }

  /** Null, or the text of the fallback if the event exceeds its budget. */
  judge(): string | null {
    const { limit } = this.context.solvers.coneSolver;
    return this.count - this.first > limit ? tooMuch : null;
  }
}

/** Largest number of factorisations within an interval for `count` contacts. */
function findMost(count: number): number {
  if (count >= fullContacts) return mostFactorizations;
  const most = Math.ceil((mostFactorizations * fullContacts * fullContacts) / (count * count));
  return Math.min(mostBudgetRatio * mostFactorizations, most);
}
