/**
 * Loads that may change with time although nothing moves: forces as functions of time, motors, bodies that follow paths. The error
 * estimate of a step does not see how fast a load on a body at rest changes. Therefore
 *
 *   push      p = ∫ Σ w·F dt of all given loads, each with a weight of its own, is integrated beside the state as if all bodies
 *             were free: its error is one of the step
 *   samples   within a step, every 1/1024 s: a step of more than 1/64 s ends where the load first changes; a shorter one is halved
 *             where ṗ of the dense output differs from the load, as the stages have missed a change
 *   contacts  while a load changes, active contacts are sampled every 1/256 s
 */
import { Carrier } from "../../constrain/index.js";
import { Control, type Stepper } from "../../ode/index.js";
import type { ContactState } from "../contact-state/index.js";
import type { Island } from "../island/index.js";
import { measurePush } from "../island/index.js";
import {
  contactSampleInterval,
  leastChange,
  longestStep,
  longStepRatio,
  mostDefect,
  rateSpacing,
  sampleInterval,
} from "./parameters.js";

/** Entries of the state of an island behind those of its motion: the energy balance, H, the push. */
const extraSize = 6;

/**
 * Figures of a step: the load at its beginning, at a sample, its least and largest value; the largest |Δṗ|; the time of a change.
 */
const Figure = { first: 0, now: 1, least: 2, most: 3, defect: 4, change: 5, count: 6 } as const;

/** Empty array of an island without loads by the clock. */
const none = new Float64Array(0);

/** Samples of the loads of an island, which limit its steps. */
export class LoadClock {
  private readonly context: ContactState;
  private readonly island: Island;
  /** Whether there is a motor that may change: motors are not sampled. */
  private readonly hasMotors: boolean;
  private readonly figures: Float64Array;
  private readonly place: Float64Array;
  /** Whether no load has changed within the last step. */
  private isQuiet = false;
  /** Longest step that the settings ask for, s: one number, in an array so that it is not boxed. */
  private readonly longest: Float64Array;

  constructor(context: ContactState) {
    this.context = context;
    this.island = context.island;
    const {
      balance: { isByClock },
      dimension,
    } = context.island;
    this.longest = isByClock ? Float64Array.of(context.world.settings.step) : none;
    this.figures = isByClock ? new Float64Array(Figure.count) : none;
    this.hasMotors = context.island.model.parts.joints.some(({ changes }) => changes === true);
    this.place = isByClock ? new Float64Array(dimension + 1) : none;
  }

  /** After an event: loads may have changed, and steps are short until a step shows that none does. */
  reset({ control, adaptive }: Stepper): void {
    const { island, context } = this;
    if (!island.balance.isByClock || !adaptive) return;
    this.isQuiet = false;
    control[Control.maxStep] = Math.min(this.longest[0], longestStep);
    if (island.model.system.kinematics.count === 0) return;
    island.balance.isDriver.fill(0);
    for (let c = 0; c < context.contactSet.contacts.count; c++) {
      this.mark(context.contactSet.contacts.bodyA[c]);
      this.mark(context.contactSet.contacts.bodyB[c]);
    }
    for (const { ends } of island.model.parts.joints) {
      for (const { carrier, index } of ends) if (carrier === Carrier.body) this.mark(index);
    }
  }

  /** Marks body i as one that drives others, if it follows a path. */
  private mark(i: number): void {
    if (i >= 0 && this.island.model.system.kinematics.isDriven(i))
      this.island.balance.isDriver[this.island.model.findBody(i)] = 1;
  }

  /** Whether the last step has missed a change of a load, so that it is to be taken anew, shorter. */
  isPassedOver(stepper: Stepper): boolean {
    const { island, figures } = this;
    if (!island.balance.isByClock || !stepper.adaptive) return false;
    const { control, state, previous } = stepper;
    const n = island.dimension;
    const h = state[n] - previous[n];
    this.isQuiet = false;
    if (h > sampleInterval) {
      this.sample(stepper);
      this.isQuiet = !this.hasMotors && figures[Figure.change] === Infinity;
    }
    control[Control.maxStep] = this.isQuiet ? this.longest[0] : Math.min(this.longest[0], longestStep);
    if (this.isQuiet || h <= sampleInterval) return false;
    if (h > longStepRatio * longestStep) {
      control[Control.step] = Math.min(longestStep, figures[Figure.change] - previous[n]);
      return true;
    }
    const range = figures[Figure.most] - figures[Figure.least];
    const size = 1 + Math.max(Math.abs(figures[Figure.most]), Math.abs(figures[Figure.least]));
    if (!(range > leastChange * size && figures[Figure.defect] > mostDefect * range)) return false;
    control[Control.step] = 0.5 * h;
    return true;
  }

  /** Samples the load within a step: the time of its first change, or ∞, and the largest difference from ṗ. */
  private sample(stepper: Stepper): void {
    const { island, figures, place } = this;
    const { state, previous } = stepper;
    const n = island.dimension;
    const h = state[n] - previous[n];
    const samples = Math.ceil(h / sampleInterval);
    const isLong = h > longStepRatio * longestStep;
    const isAtRest = this.isAtRest(stepper);
    figures[Figure.change] = Infinity;
    figures[Figure.defect] = 0;
    for (let k = 0; k <= samples; k++) {
      const t = k === samples ? state[n] : previous[n] + (k / samples) * h;
      let rate = 0;
      if (k > 0 && k < samples && !isLong) {
        place[n] = t + rateSpacing * h;
        stepper.interpolate(place);
        rate = place[n - 1];
        place[n] = t - rateSpacing * h;
        stepper.interpolate(place);
        rate = (rate - place[n - 1]) / (2 * rateSpacing * h);
      }
      place[n] = t;
      if (isAtRest) this.setTime();
      else {
        stepper.interpolate(place);
        island.setState(place);
      }
      island.applyForces();
      measurePush(figures, Figure.now, island.model, island.balance.isDriver);
      const now = figures[Figure.now];
      if (k === 0) figures.fill(now, Figure.first, Figure.most + 1);
      else if (now !== figures[Figure.first] && t < figures[Figure.change]) figures[Figure.change] = t;
      figures[Figure.least] = Math.min(figures[Figure.least], now);
      figures[Figure.most] = Math.max(figures[Figure.most], now);
      if (k > 0 && k < samples && !isLong)
        figures[Figure.defect] = Math.max(figures[Figure.defect], Math.abs(now - rate));
      if (isLong && figures[Figure.change] < Infinity) break;
    }
    island.setState(state);
  }

  /** Whether a step has moved nothing. */
  private isAtRest({ state, previous }: Stepper): boolean {
    // apart from the energy balance, H, the push and the clock
    const end = this.island.dimension - extraSize;
    for (let k = 0; k < end; k++) if (state[k] !== previous[k]) return false;
    return true;
  }

  /** Sets the time of the system to that of `place`: bodies stay where they are, but for those that are driven. */
  private setTime(): void {
    const {
      model: { system },
      dimension,
    } = this.island;
    const { state, kinematics } = system;
    state[state.length - 1] = this.place[dimension];
    if (kinematics.count > 0) kinematics.follow(system, state);
  }

  /** Number of parts in which the active contacts are sampled in the last step. */
  countSamples(stepper: Stepper): number {
    if (!this.island.balance.isByClock || this.isQuiet) return 1;
    const n = this.island.dimension;
    return Math.ceil((stepper.state[n] - stepper.previous[n]) / contactSampleInterval);
  }
}
