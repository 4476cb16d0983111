/**
 * Forces of an island in which something rubs, with the modes of its contacts frozen: of joints, of all contacts that press,
 * of friction. Slipping contacts rub against u as it turns; past u = 0 a step goes on as if it did not turn back, so that the
 * motion is smooth up to there (mode-guard.ts ends the step).
 *
 *   sticks    u̇ = 0
 *   slips     f_t = −μ f_n d,   d = u/|u|; of what goes straight, d as it was: the same, without the stiffness that the
 *             first has where u is small; of what creeps, d = w/|w|                                   slow-slip.ts
 *   edge      sticks, among others, so that forces are not unique: with its own on the edge of its cone
 *
 * Follows: Rigid Body Simulation, section 9; Baraff 1989, section 5.
 */

import { gatherVelocities, scatterForces } from "../../constrain/index.js";
import { ContactForm, type ContactTable, followRim } from "../../contact/index.js";
import { ConeFigure, ConeMode, ConeMotion, ConeSolver, ConeStatus } from "../../linalg/index.js";
import { vec3 } from "../../math/index.js";
import type { IslandCones, IslandRows } from "../assembly/index.js";
import { evaluateTurningOf, evaluateWithSlip } from "../contact-state/index.js";
import type { Island } from "../island/index.js";
import { manyContacts } from "../model/index.js";
import { addFallback } from "../record/index.js";
import { ContactModes, Course, SlipSpeed, SlipThresholds, SlipTransitions } from "./contact-modes.js";
import type { FrictionMemory } from "./friction-memory.js";
import { addFrictionWork } from "./friction-work.js";
import { JointSlowSlip } from "./joint-slow-slip.js";
import type { FlowContext } from "./sliding-flow.js";
import { followSlow } from "./slow-slip.js";

/** Parts of the tolerance, m/s: see `slowest`. */
const restPart = 0.1;
const asidePart = 0.1;
const stopPart = 1;
/** In a crowd, how much more is slow, and how far what is about to stop may still go, or hop, as a part of the contact tolerance. */
const manyPart = 10;
export const manyWay = 0.1;
/** Less than that is rounding, m/s. */
const leastSpeed = 1e-13;

/** Within a step u turns by no more than that, the cosine. */
const course = 0.99;

/** Sticking contacts contradict one another by no more than that part of what moves them. */
const nearly = 1e-4;

/** A contact that sticks is seen to slip when its force is outside of the cone by this part. */
export const outside = 1e-10;

/** Rounds to find what joints carry, where their friction grows with that. */
const maxLoads = 40;

const v = new Float64Array(6);

export class FrictionFlow {
  readonly cones: IslandCones;
  private readonly rows: IslandRows;
  readonly solver = new ConeSolver();
  /** Tells whether modes last, where forces are not unique. */
  private readonly judge = new ConeSolver();
  readonly context: FlowContext;
  private readonly island: Island;
  readonly modes = new ContactModes();
  readonly thresholds = new SlipThresholds();
  readonly transitions = new SlipTransitions();
  /** The longest step that what creeps allows, s. */
  readonly pace = Float64Array.of(Infinity);
  /** Of the step that was looked at last, s. */
  readonly duration = new Float64Array(1);
  /** What contacts did up to the event at hand, and before. */
  readonly memory: FrictionMemory;
  readonly guess: FrictionMemory["guess"];
  /** See `judgeModes`. */
  readonly margin = new Float64Array(1);
  /** Whether something that slips had turned too far where forces were computed last: the step is too long. */
  private hasTurned = false;
  private hasCreep = false;
  private readonly jointSlowSlip = new JointSlowSlip();
  /** Whether somewhere in the step at hand there were none that satisfy the law. */
  private hasNoForces = false;

  constructor(context: FlowContext, cones: IslandCones, rows: IslandRows, memory: FrictionMemory) {
    this.context = context;
    this.memory = memory;
    this.guess = memory.guess;
    this.island = context.island;
    this.cones = cones;
    this.rows = rows;
    this.setThresholds(0);
  }

  /**
   * What is slow among so many contacts. In a crowd each that stops makes others turn, which stop in turn: what it does below
   * the tolerance is left out, and what is about to stop, and sticks then, has stopped when it is at the threshold.
   */
  setThresholds(count: number): void {
    const { tolerance, restitutionThreshold } = this.context.world.settings;
    const part = count > manyContacts ? manyPart : 1;
    this.thresholds.slowest[SlipSpeed.rest] = Math.max(
      leastSpeed,
      Math.min(part * restPart * tolerance, restitutionThreshold),
    );
    this.thresholds.slowest[SlipSpeed.aside] = Math.max(leastSpeed, part * asidePart * tolerance);
    // what stops within that way where friction is a third of the weight
    const { gravity, contactTolerance } = this.context.world.settings;
    const weight = Math.sqrt(gravity[0] * gravity[0] + gravity[1] * gravity[1] + gravity[2] * gravity[2]);
    const brief = Math.max(restitutionThreshold, Math.sqrt((2 / 3) * weight * manyWay * contactTolerance));
    this.thresholds.briefTime[0] = (3 * brief) / weight;
    this.thresholds.slowest[SlipSpeed.stopping] =
      count > manyContacts ? brief : Math.min(stopPart * tolerance, restitutionThreshold);
    this.thresholds.slowest[SlipSpeed.stopped] = count > manyContacts ? brief : restitutionThreshold;
  }

  /** Takes these contacts from now on; `mode` and `direction` are then to be written. */
  hold(contacts: ContactTable, list: readonly number[]): void {
    const { cones, context } = this;
    this.setThresholds(list.length);
    this.solver.limit = context.budget.findLimit(list.length);
    this.judge.limit = this.solver.limit;
    cones.build(contacts, list, list.length);
    evaluateTurningOf(context, contacts, cones);
    const n = cones.count;
    this.modes.reserve(n);
    let row = this.rows.joints.rows;
    for (const held of context.contactSet.held) for (const c of held.list) this.modes.tableRow[list.indexOf(c)] = row++;
    this.solver.result.f.fill(0);
    this.hasNoForces = false;
  }

  /** Adds all forces of rows and cones to the accumulators, which have the given ones; false if they cannot be found. */
  computeForces(): boolean {
    const { context, island, cones, solver, rows } = this;
    const { contacts } = context.contactSet;
    const { problem, list, row, count } = cones;
    const { table, velocity } = island;
    context.limits.evaluate();
    context.limits.writeAll(contacts);
    cones.evaluateJointFriction(contacts, this.modes.direction);
    for (let k = 0; k < count; k++) {
      evaluateWithSlip(context, contacts, list[k]);
      if (cones.jointStart > cones.contactCount && k < cones.contactCount) cones.evaluateTurning(contacts, k);
    }
    cones.fill(contacts);
    const { result } = solver;
    result.reserve(problem.rows.rowCount, problem.rows.dimension, problem.coneCount);
    let isGood = this.followModes(true);
    for (let round = 0; isGood && cones.followLoads(contacts, result.f); round++) {
      if (round === maxLoads) addFallback(context.world.worst, "friction/joint-load");
      if (round === maxLoads) break;
      isGood = this.followModes(true);
    }
    if (!isGood && this.hasCreep) isGood = this.followModes(false);
    // rows that depend on one another, as of a line that rolls, agree along the motion; beside it as nearly as it is met
    if (!isGood && result.figures[ConeFigure.held] < nearly) isGood = true;
    // modes that cannot be told apart here: whatever satisfies the law
    if (!isGood) {
      const status = solver.solve(problem);
      isGood = status === ConeStatus.solved;
      if (status === ConeStatus.none) this.hasNoForces = true;
      if (isGood) addFallback(context.world.worst, "friction/modes");
    }
    const { f } = result;
    for (let r = 0; r < rows.joints.rows; r++) table.lambda[r] = f[r];
    for (let r = rows.joints.rows; r < table.rows; r++) table.lambda[r] = 0;
    for (let k = 0; k < count; k++) {
      if (k < cones.contactCount) table.lambda[this.modes.tableRow[k]] = f[row[k]];
      cones.writeTangential(this.modes.tangential, 3 * k, k, f);
    }
    cones.writeForces(velocity, f, contacts);
    scatterForces(velocity, island);
    gatherVelocities(velocity, island);
    // sums of large forces on what is light are their rounding, and would turn it
    if (isGood && solver.keepsMotion) cones.takeAccelerations(result.y);
    return isGood && !this.hasTurned;
  }

  /** Forces with the modes there are; where it may not, nothing creeps. */
  private followModes(mayCreep: boolean): boolean {
    const { cones, solver, context } = this;
    const { row, cone, count } = cones;
    cones.writeAccelerations(context.contactSet.contacts);
    this.hasTurned = false;
    this.hasCreep = false;
    for (let k = 0; k < count; k++) {
      solver.result.pressed[row[k]] = 1;
      if (cone[k] >= 0) this.setMode(k, mayCreep);
    }
    if (mayCreep && context.jointFriction.hasBalls && this.jointSlowSlip.look(this)) {
      this.hasCreep = true;
      return this.jointSlowSlip.follow(this);
    }
    return solver.follow(cones.problem, false);
  }

  private setMode(k: number, mayCreep: boolean): void {
    const { cones, solver, context } = this;
    const { mode, direction } = this.modes;
    const { contacts } = context.contactSet;
    const { problem, cone, list } = cones;
    const i = cone[k];
    const c = list[k];
    solver.result.mode[i] = mode[k] === ConeMode.edge ? ConeMode.stick : mode[k];
    if (cones.isBall(k)) solver.result.mode[i + 1] = ConeMode.stick;
    if (mode[k] !== ConeMode.slip) {
      cones.setStill(k, contacts.staticFriction[c]);
      return;
    }
    if (this.modes.course[k] !== Course.free) {
      cones.setSlipping(k, contacts.friction[c], direction, 3 * k);
      return;
    }
    const { slip } = contacts;
    // of turnings, all together
    if (mayCreep && this.modes.lag[k] > 0 && cones.isBall(k)) return;
    if (mayCreep && this.modes.lag[k] > 0) {
      problem.motion[i] = ConeMotion.resting;
      problem.mu[i] = contacts.friction[c];
      cones.addOffset(k, slip, 3 * c, 1 / this.modes.lag[k]);
      cones.addOffset(k, this.modes.trend, 3 * k, -1);
      this.hasCreep = true;
      return;
    }
    let speed = 0;
    let along = 0;
    for (let x = 0; x < 3; x++) {
      const u = slip[3 * c + x];
      speed += u * u;
      along += u * direction[3 * k + x];
    }
    if (speed > leastSpeed * leastSpeed) {
      // past u = 0 it goes on against −u: what stops is smooth up to there, also where it turns
      const scale = (along < 0 ? -1 : 1) / Math.sqrt(speed);
      for (let x = 0; x < 3; x++) v[x] = scale * slip[3 * c + x];
      if (scale * along < course) this.hasTurned = true;
      cones.setSlipping(k, contacts.friction[c], v, 0);
    } else cones.setSlipping(k, contacts.friction[c], direction, 3 * k);
  }

  /** How often its solvers have factored a matrix. */
  get factorizations(): number {
    return this.solver.factorizations + this.judge.factorizations;
  }

  get hasManyContacts(): boolean {
    return this.cones.count > manyContacts;
  }

  /** Whether some contact is on the edge of its cone and does not slip. */
  get hasEdges(): boolean {
    for (let k = 0; k < this.cones.count; k++) if (this.modes.mode[k] === ConeMode.edge) return true;
    return false;
  }

  /** Whether what slips jams in the step at hand: nowhere ahead do forces satisfy the law. */
  get isJamming(): boolean {
    for (let k = 0; k < this.cones.count; k++) if (this.modes.mode[k] === ConeMode.slip) return this.hasNoForces;
    return false;
  }

  /** Solves for the modes anew, where forces were computed last, and writes `margin`: negative if something would slip. */
  judgeModes(): void {
    const { cones, judge, margin } = this;
    const { mode } = this.modes;
    const { problem, cone, row, count } = cones;
    const { result } = judge;
    result.reserve(problem.rows.rowCount, problem.rows.dimension, problem.coneCount);
    for (let k = 0; k < count; k++) {
      result.pressed[row[k]] = 1;
      if (cone[k] >= 0) result.mode[cone[k]] = mode[k];
      if (cones.isBall(k)) result.mode[cone[k] + 1] = ConeMode.stick;
    }
    for (let r = 0; r < problem.rows.rowCount; r++) result.f[r] = this.solver.result.f[r];
    margin[0] = -1;
    if (judge.solve(problem, true) !== ConeStatus.solved) return;
    // forces that break the law by more than rows contradict each other by
    if (result.residual > Math.max(outside, 2 * result.figures[ConeFigure.held])) return;
    const { f, a, figures } = result;
    margin[0] = 1;
    for (let k = 0; k < count; k++) {
      if (cone[k] < 0 || mode[k] === ConeMode.slip) continue;
      const t = cones.tangentRow[k];
      const judged = result.mode[cone[k]];
      if (judged === ConeMode.slip) {
        const speed = Math.sqrt(a[t] * a[t] + a[t + 1] * a[t + 1]) / figures[ConeFigure.scale];
        margin[0] = Math.min(margin[0] < 0 ? margin[0] : 0, -outside - speed);
      } else if (judged === ConeMode.stick && margin[0] > 0) {
        const most = problem.mu[cone[k]] * (f[row[k]] + problem.shift[cone[k]]);
        const size = Math.sqrt(f[t] * f[t] + f[t + 1] * f[t + 1]);
        if (most > 0) margin[0] = Math.min(margin[0], Math.max(outside, (most - size) / most));
      }
    }
  }

  /**
   * d of what slips as it moves now: from here on it turns back if it turns by more than a right angle. Tells whether forces
   * are others from here on.
   */
  accept(): boolean {
    const isOther = followSlow(this, this.duration);
    const { cones, context } = this;
    const { mode, direction, course } = this.modes;
    const { slowest } = this.thresholds;
    const { slip } = context.contactSet.contacts;
    this.hasNoForces = false;
    for (let k = 0; k < cones.count; k++) {
      followRim(context.contactSet.contacts, cones.list[k], this.island.system);
      if (cones.cone[k] < 0 || mode[k] !== ConeMode.slip) continue;
      const c = 3 * cones.list[k];
      const speed = Math.sqrt(slip[c] * slip[c] + slip[c + 1] * slip[c + 1] + slip[c + 2] * slip[c + 2]);
      if ((course[k] === Course.begun || course[k] === Course.slidingOn) && speed > slowest[SlipSpeed.rest])
        course[k] = Course.course;
      else if (course[k] === Course.begun && this.hasManyContacts && this.duration[0] > this.thresholds.briefTime[0])
        course[k] = Course.slidingOn;
      if (course[k] !== Course.free) {
        this.turnWithPlane(k, c);
        continue;
      }
      let along = 0;
      for (let x = 0; x < 3; x++) along += slip[c + x] * direction[3 * k + x];
      if (speed > leastSpeed && along > 0) for (let x = 0; x < 3; x++) direction[3 * k + x] = slip[c + x] / speed;
    }
    return isOther;
  }

  /** Keeps what contacts do, by name: for settling, where these are found anew. */
  remember(): void {
    // the last look was beyond the event
    if (this.hasManyContacts) this.island.computeForces();
    this.memory.remember(this);
  }

  /** d of contact k, whose normal is at [c …], back into the plane across n. */
  private turnWithPlane(k: number, c: number): void {
    const { context } = this;
    const { direction } = this.modes;
    const { normal, axisA, form } = context.contactSet.contacts;
    if (form[this.cones.list[k]] === ContactForm.spinning) {
      vec3.scale(direction, 3 * k, axisA, c, vec3.dot(direction, 3 * k, axisA, c) < 0 ? -1 : 1);
      return;
    }
    const along = vec3.dot(direction, 3 * k, normal, c);
    vec3.addScaled(direction, 3 * k, direction, 3 * k, -along, normal, c);
    vec3.normalize(direction, 3 * k, direction, 3 * k);
  }

  /** Books what rubbing takes: after the forces have been found. */
  addWork(): void {
    addFrictionWork(this);
  }
}
