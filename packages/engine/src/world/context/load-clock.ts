/**
 * What may change by the clock, though nothing moves: pushes that are given as functions of time, motors, things that follow
 * paths. No error of a step tells how fast that changes what is held, or stands still. So
 *
 *   push      p = ∫ Σ w·F dt of what is given, each with a weight of its own, is integrated beside the state, as if all were
 *             free: its error is one of the step
 *   looks     within a step, every 1/1024 s: one of more than 1/64 s ends where what is given first changes; a shorter one is
 *             halved where ṗ of the dense output is not what is given there, as stages have passed it over
 *   contacts  where something changes, those that are held are looked at every 1/256 s
 */

import { Carrier } from "../../constrain/index.js";
import { Control, type Stepper } from "../../ode/index.js";
import type { ContactState } from "../contact-state/index.js";
import type { Island } from "../island/index.js";
import { measurePush } from "../island/index.js";

/** The longest step where something changes by the clock, s. */
const longestStep = 1 / 64;
/** Between two looks at what is given, and at contacts that are held, s. */
const look = 1 / 1024;
const glance = 1 / 256;
/** What is given and ṗ may differ by this part of how much it changes; changes below the second part of it are none. */
const mostDefect = 1e-2;
const leastChange = 1e-6;
/** Entries of an island behind those of what moves: the books, H, the push. */
const extraSize = 6;
/** For ṗ: part of a step. */
const beside = 1e-3;

/** Slots of `Clock.figures`: what is given at the beginning, at a look, the least and the most of it; the largest |Δṗ|; a time. */
const Figure = { first: 0, now: 1, least: 2, most: 3, defect: 4, change: 5 } as const;

/** What there is where nothing changes by the clock: steps are not looked at. */
const none = new Float64Array(0);

/** Looks at the steps of an island. */
export class LoadClock {
  private readonly context: ContactState;
  private readonly island: Island;
  /** Whether there is a motor that may change: it is not looked at. */
  private readonly hasMotors: boolean;
  private readonly figures: Float64Array;
  private readonly place: Float64Array;
  /** Whether nothing that is given has changed within the last step. */
  private isQuiet = false;
  /** The longest step that is asked for, s: one number, in an array so that it is not boxed. */
  private readonly longest: Float64Array;

  constructor(context: ContactState) {
    this.context = context;
    this.island = context.island;
    const { isByClock, dimension } = context.island;
    this.longest = isByClock ? Float64Array.of(context.world.settings.step) : none;
    this.figures = isByClock ? new Float64Array(6) : none;
    this.hasMotors = context.island.parts.joints.some(({ changes }) => changes === true);
    this.place = isByClock ? new Float64Array(dimension + 1) : none;
  }

  /** Things may have changed: steps are short until it is seen that nothing does. To be called after settling. */
  reset({ control, adaptive }: Stepper): void {
    const { island, context } = this;
    if (!island.isByClock || !adaptive) return;
    this.isQuiet = false;
    control[Control.maxStep] = Math.min(this.longest[0], longestStep);
    if (island.system.kinematics.count === 0) return;
    island.isDriver.fill(0);
    for (let c = 0; c < context.contactSet.contacts.count; c++) {
      this.mark(context.contactSet.contacts.bodyA[c]);
      this.mark(context.contactSet.contacts.bodyB[c]);
    }
    for (const { ends } of island.parts.joints) {
      for (const { carrier, index } of ends) if (carrier === Carrier.body) this.mark(index);
    }
  }

  private mark(i: number): void {
    if (i >= 0 && this.island.system.kinematics.isDriven(i)) this.island.isDriver[this.island.findBody(i)] = 1;
  }

  /** Whether something has changed within the step just taken that it has passed over: it is to be taken anew, shorter. */
  isPassedOver(stepper: Stepper): boolean {
    const { island, figures } = this;
    if (!island.isByClock || !stepper.adaptive) return false;
    const { control, state, previous } = stepper;
    const n = island.dimension;
    const h = state[n] - previous[n];
    this.isQuiet = false;
    if (h > look) {
      this.survey(stepper);
      this.isQuiet = !this.hasMotors && figures[Figure.change] === Infinity;
    }
    control[Control.maxStep] = this.isQuiet ? this.longest[0] : Math.min(this.longest[0], longestStep);
    if (this.isQuiet || h <= look) return false;
    if (h > 1.01 * longestStep) {
      control[Control.step] = Math.min(longestStep, figures[Figure.change] - previous[n]);
      return true;
    }
    const range = figures[Figure.most] - figures[Figure.least];
    const size = 1 + Math.max(Math.abs(figures[Figure.most]), Math.abs(figures[Figure.least]));
    if (!(range > leastChange * size && figures[Figure.defect] > mostDefect * range)) return false;
    control[Control.step] = 0.5 * h;
    return true;
  }

  /** Looks at a step: when what is given first changes, or never; and how well ṗ tells it. */
  private survey(stepper: Stepper): void {
    const { island, figures, place } = this;
    const { state, previous } = stepper;
    const n = island.dimension;
    const h = state[n] - previous[n];
    const looks = Math.ceil(h / look);
    const isLong = h > 1.01 * longestStep;
    const stands = this.stands(stepper);
    figures[Figure.change] = Infinity;
    figures[Figure.defect] = 0;
    for (let k = 0; k <= looks; k++) {
      const t = k === looks ? state[n] : previous[n] + (k / looks) * h;
      let rate = 0;
      if (k > 0 && k < looks && !isLong) {
        place[n] = t + beside * h;
        stepper.interpolate(place);
        rate = place[n - 1];
        place[n] = t - beside * h;
        stepper.interpolate(place);
        rate = (rate - place[n - 1]) / (2 * beside * h);
      }
      place[n] = t;
      if (stands) this.wait();
      else {
        stepper.interpolate(place);
        island.setState(place);
      }
      island.applyForces();
      measurePush(figures, Figure.now, island);
      const now = figures[Figure.now];
      if (k === 0) figures.fill(now, Figure.first, Figure.most + 1);
      else if (now !== figures[Figure.first] && t < figures[Figure.change]) figures[Figure.change] = t;
      figures[Figure.least] = Math.min(figures[Figure.least], now);
      figures[Figure.most] = Math.max(figures[Figure.most], now);
      if (k > 0 && k < looks && !isLong)
        figures[Figure.defect] = Math.max(figures[Figure.defect], Math.abs(now - rate));
      if (isLong && figures[Figure.change] < Infinity) break;
    }
    island.setState(state);
  }

  /** Whether a step has moved nothing. */
  private stands({ state, previous }: Stepper): boolean {
    // but for the books, H, the push and the clock
    const end = this.island.dimension - extraSize;
    for (let k = 0; k < end; k++) if (state[k] !== previous[k]) return false;
    return true;
  }

  /** The clock of the system to that of `place`; all else stands, but for what is driven. */
  private wait(): void {
    const { system, dimension } = this.island;
    const { state, kinematics } = system;
    state[state.length - 1] = this.place[dimension];
    if (kinematics.count > 0) kinematics.follow(system, state);
  }

  /** In how many parts the step just taken is looked at, where contacts are held. */
  countGlances(stepper: Stepper): number {
    if (!this.island.isByClock || this.isQuiet) return 1;
    const n = this.island.dimension;
    return Math.ceil((stepper.state[n] - stepper.previous[n]) / glance);
  }
}
