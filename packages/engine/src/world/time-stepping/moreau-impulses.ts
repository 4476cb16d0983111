/**
 * The impulses of a leap, with contacts the looser the harder they are to find: by all means with the tightest and the loosest, and
 * from there with contacts as they are, or less and less loose as far as it goes. Where contacts might squeeze, they are loose to
 * begin with: of impulses that satisfy the law, those near what is found then do not. Impulses that are all but lawful will
 * do, with each contact as loose as these need it to be (cone-fit.ts).
 */
import { ConeFit } from "../../linalg/index.js";
import { mayHaveSelfStress, measureSpeed } from "../event-handling/index.js";
import { addFallback } from "../record/index.js";
import type { SteppingContext } from "./context.js";
import type { ImpulseTraces } from "./impulse-traces.js";
import { followLoads } from "./moreau-rows.js";
import { hastily, measureFall, solveMoreau, strict } from "./moreau-solve.js";

/**
 * Parts of g δ with which contacts may close, the more the harder impulses are to find without: what just fits is loose by
 * that, and what carries it is no longer open to choice. With the last, for which there is always time, weights press nothing.
 */
const slackParts = [0, 1e-2, 0.1, 1];
/** The least where contacts might squeeze, and beside the fastest of all: well above what impulses may be off by. */
const leastSlack = 1e-3;
const slackRounding = 1e-7;
/** The part of g δ by which each contact may be loose by itself, at once; and that of the slack there is, in place of it. */
const fitPart = 1e-3;
const fitSlack = 1e-2;
/** How contacts that are loose are made tighter, and how often. */
const tighter = 0.3;
const tightenings = 6;
/** Rounds to find what joints carry, where their friction grows with that. */
const maxLoads = 40;

export class MoreauImpulses {
  private readonly traces: ImpulseTraces;
  private readonly fit = new ConeFit();
  /** What contacts may close with by now, m/s. */
  private slack = 0;

  constructor(traces: ImpulseTraces) {
    this.traces = traces;
  }

  /** Finds them; whether there are some. `rough` tells how exact they need be: see moreau-solve.ts. */
  find(context: SteppingContext, duration: number, rough: number): boolean {
    const { world } = context;
    const { cones } = context.solvers;
    const fall = measureFall(world.settings, duration);
    const isTight = mayHaveSelfStress(context, Array.from(cones.list.subarray(0, cones.contactCount)));
    const least = isTight ? Math.max(leastSlack * fall, slackRounding * measureSpeed(context)) : 0;
    const isQuick = rough < -strict;
    this.slack = 0;
    const last = slackParts.length - 1;
    for (let k = 0; k <= (isQuick ? last - 1 : last); k += isQuick ? 1 : last) {
      this.loosen(context, Math.max(least, slackParts[k] * fall));
      this.traces.recall(context, duration);
      const isFound =
        this.solve(context, duration, rough, this.slack) || this.fitWithin(context, duration, fitPart * fall);
      if (isFound) return this.slack === 0 || this.tighten(context, duration, rough);
    }
    return false;
  }

  /** What contacts may close with from now on, m/s. */
  private loosen({ solvers: { cones } }: SteppingContext, slack: number): void {
    const { c } = cones.problem.rows;
    for (let i = 0; i < cones.contactCount; i++) c[cones.row[i]] += slack - this.slack;
    this.slack = slack;
  }

  /** From impulses with contacts that are loose to those with contacts as they are, or as tight as it goes. */
  private tighten(context: SteppingContext, duration: number, rough: number): boolean {
    const { result } = context.solvers.coneSolver;
    const { c, rowCount } = context.solvers.cones.problem.rows;
    const found = result.f.slice(0, rowCount);
    const loose = c.slice(0, rowCount);
    let slack = this.slack;
    for (let k = 0, wanted = 0; k <= tightenings; k++, wanted = tighter * slack) {
      this.loosen(context, wanted);
      if (!this.solve(context, duration, hastily) && !this.fitWithin(context, duration, fitSlack * slack)) {
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
    return this.solve(context, duration, rough);
  }

  /** Takes what the last search came nearest to, if no contact needs to be looser than that. */
  private fitWithin(context: SteppingContext, duration: number, limit: number): boolean {
    const { world } = context;
    const { cones, coneSolver } = context.solvers;
    const { c, rowCount } = cones.problem.rows;
    const before = c.slice(0, rowCount);
    if (!this.fit.run(cones.problem, coneSolver.result.f, limit)) return false;
    const isFound = this.solve(context, duration, hastily);
    if (isFound) addFallback(world.worst, "time-stepping/slack");
    else c.set(before);
    return isFound;
  }

  /** Finds the impulses: near those that there are, or anew. */
  private solve(context: SteppingContext, duration: number, rough: number, slack = 0): boolean {
    const { coneSolver, cones } = context.solvers;
    context.solvers.balls.begin();
    for (let round = 0; round < maxLoads; round++) {
      if (!solveMoreau(context, duration, rough, slack)) return false;
      const isOther = followLoads(context, duration, this.traces);
      if (!isOther && !context.solvers.balls.goOn(cones, context.contactSet.contacts, coneSolver.result, duration))
        return true;
    }
    return false;
  }
}
