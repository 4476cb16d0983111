/**
 * The search for the impulses of a time step. Contacts that are hard to solve get slack: they may close at a small speed. The
 * search begins without slack, then goes on with the largest; from a solution with slack it continues to one without, or with
 * less and less as far as there are solutions. Where contacts may have self-stress the search begins with slack: of all impulses
 * that satisfy the conditions, those near its solution have none. Impulses that nearly satisfy the conditions are accepted, each
 * contact with the slack that they need (linalg: minimum-slack.ts).
 */
import { MinimumSlack } from "../../linalg/index.js";
import { mayHaveSelfStress, measureSpeed } from "../event-handling/index.js";
import { addFallback } from "../record/index.js";
import type { SteppingContext } from "./context.js";
import type { ImpulseTraces } from "./impulse-traces.js";
import { followLoads } from "./moreau-rows.js";
import { measureFall, quickly, solveMoreau } from "./moreau-solve.js";
import {
  fitPart,
  fitSlackPart,
  leastSlackPart,
  maxLoadRounds,
  slackParts,
  slackRounding,
  strictAttempts,
  tightenings,
  tighterPart,
} from "./parameters.js";

/** The search for the impulses of one island. */
export class MoreauImpulses {
  private readonly traces: ImpulseTraces;
  private readonly fit = new MinimumSlack();
  /** The speed at which contacts may close at present, m/s. */
  private slack = 0;

  constructor(traces: ImpulseTraces) {
    this.traces = traces;
  }

  /** Searches impulses, and returns whether they were found; `relaxation` is their accuracy: see moreau-solve.ts. */
  find(context: SteppingContext, duration: number, relaxation: number): boolean {
    const { world } = context;
    const { cones } = context.solvers;
    const fall = measureFall(world.settings, duration);
    const isTight = mayHaveSelfStress(context, Array.from(cones.list.subarray(0, cones.contactCount)));
    const least = isTight ? Math.max(leastSlackPart * fall, slackRounding * measureSpeed(context)) : 0;
    const isQuick = relaxation < -strictAttempts;
    this.slack = 0;
    const last = slackParts.length - 1;
    for (let k = 0; k <= (isQuick ? last - 1 : last); k += isQuick ? 1 : last) {
      this.loosen(context, Math.max(least, slackParts[k] * fall));
      this.traces.recall(context, duration);
      const isFound =
        this.solve(context, duration, relaxation, this.slack) || this.fitWithin(context, duration, fitPart * fall);
      if (isFound) return this.slack === 0 || this.tighten(context, duration, relaxation);
    }
    return false;
  }

  /** Changes the slack of all contacts, m/s. */
  private loosen({ solvers: { cones } }: SteppingContext, slack: number): void {
    const { c } = cones.problem.rows;
    for (let i = 0; i < cones.contactCount; i++) c[cones.row[i]] += slack - this.slack;
    this.slack = slack;
  }

  /** Continues from impulses with slack to impulses without, or with as little slack as there are solutions. */
  private tighten(context: SteppingContext, duration: number, relaxation: number): boolean {
    const { result } = context.solvers.coneSolver;
    const { c, rowCount } = context.solvers.cones.problem.rows;
    const found = result.f.slice(0, rowCount);
    const loose = c.slice(0, rowCount);
    let slack = this.slack;
    for (let k = 0, wanted = 0; k <= tightenings; k++, wanted = tighterPart * slack) {
      this.loosen(context, wanted);
      if (!this.solve(context, duration, quickly) && !this.fitWithin(context, duration, fitSlackPart * slack)) {
        c.set(loose);
        this.slack = slack;
        result.f.set(found);
        if (k === 0) continue;
        break;
      }
      if (wanted === 0) return true;
      slack = wanted;
      found.set(result.f.subarray(0, rowCount));
      loose.set(c.subarray(0, rowCount));
    }
    addFallback(context.world.worst, "time-stepping/slack");
    return this.solve(context, duration, relaxation);
  }

  /** Accepts the best approximation of the last search if no contact needs more slack than `limit`, m/s. */
  private fitWithin(context: SteppingContext, duration: number, limit: number): boolean {
    const { world } = context;
    const { cones, coneSolver } = context.solvers;
    const { c, rowCount } = cones.problem.rows;
    const before = c.slice(0, rowCount);
    if (!this.fit.run(cones.problem, coneSolver.result.f, limit)) return false;
    const isFound = this.solve(context, duration, quickly);
    if (isFound) addFallback(world.worst, "time-stepping/slack");
    else c.set(before);
    return isFound;
  }

  /** Solves the problem, and repeats that until the loads of joints, and friction by them, stay as they are. */
  private solve(context: SteppingContext, duration: number, relaxation: number, slack = 0): boolean {
    const { coneSolver, cones } = context.solvers;
    context.solvers.balls.begin();
    for (let round = 0; round < maxLoadRounds; round++) {
      if (!solveMoreau(context, duration, relaxation, slack)) return false;
      const isOther = followLoads(context, duration, this.traces);
      if (!isOther && !context.solvers.balls.goOn(cones, context.contactSet.contacts, coneSolver.result, duration))
        return true;
    }
    return false;
  }
}
