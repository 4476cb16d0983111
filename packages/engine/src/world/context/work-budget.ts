/**
 * How much work it is for an island to get on. Work is counted in matrices that are factored, the same number everywhere.
 * Where a crowd takes many for a moment of its time, be it one event that is hard to place or to settle, or many of them, it
 * goes on by leaps: what is found is then less exact, and said to be, but there is an end to it (moreau-step.ts).
 */

import { unlimited } from "../../linalg/index.js";
import type { Island } from "../island/index.js";
import { manyContacts } from "../model/index.js";
import type { IslandSolvers } from "./island-solvers.js";

/**
 * More than so many within this time, s, or to settle, are too many. A leap of that length takes some dozens. Of fewer contacts than
 * `many` each is less work: to find when something happens they may be more, up to so many times as many.
 */
const most = 1000;
const moment = 1e-4;
const many = 64;
const morePart = 10;

/** What is said where it is given up. */
const tooMuch = "forces and modes of a crowd of contacts take too much work";

/** An island, and its solvers of problems with friction. */
interface BudgetContext {
  readonly island: Island;
  readonly solvers: IslandSolvers;
}

export class WorkBudget {
  /** From when on they are counted, s. */
  private readonly since = Float64Array.of(-Infinity);
  private start = 0;
  /** Where settling began. */
  private first = 0;
  /** Whether it takes what it takes, as leaps do not help. */
  isFree = false;
  private readonly context: BudgetContext;

  constructor(context: BudgetContext) {
    this.context = context;
  }

  /** From now on. */
  reset(): void {
    this.since[0] = -Infinity;
  }

  /** At the time t[n] there is no other way: it takes what it takes for a moment. */
  excuse(t: Float64Array, n: number): void {
    this.since[0] = t[n];
    this.start = Infinity;
  }

  private get count(): number {
    return this.context.solvers.factorizations;
  }

  /** Whether the island, at the time t[n], has taken too many of late. */
  isTooMuch(t: Float64Array, n: number): boolean {
    const { since, context } = this;
    if (!(t[n] >= since[0] && t[n] - since[0] < moment)) {
      since[0] = t[n];
      this.start = this.count;
    }
    const hasManyContacts = context.island.friction !== null && context.solvers.friction.cones.count > manyContacts;
    return hasManyContacts && this.count - this.start > findMost(context.solvers.friction.cones.count);
  }

  /** Contacts, so many, are to be settled. */
  begin(count: number): void {
    this.first = this.count;
    this.context.solvers.coneSolver.limit = this.findLimit(count);
  }

  /** How often so many contacts may be factored: of few, and where no leaps are taken, however often. */
  findLimit(count: number): number {
    const { island } = this.context;
    const mayStep = count > manyContacts && island.particleCount === 0 && island.coordinates.length === 0;
    return mayStep && !this.isFree ? most : unlimited;
  }

  /** Null, or what is said if settling takes too much. */
  judge(): string | null {
    const { limit } = this.context.solvers.coneSolver;
    return this.count - this.first > limit ? tooMuch : null;
  }
}

/** How many within a moment are not too many for so many contacts. */
function findMost(count: number): number {
  return count < many ? Math.min(morePart * most, Math.ceil((most * many * many) / (count * count))) : most;
}
