/**
 * Forces of an island with friction, with the modes of its contacts frozen: forces of joints, of all active contacts and of
 * friction. The friction of a slipping contact opposes u as it turns; past u = 0 friction keeps its sense, d = −u/|u|, so that the
 * motion is smooth up to the event (mode-guard.ts ends the step).
 *
 *   stick     u̇ = 0
 *   slip      f_t = −μ f_n d,   d = u/|u|; a contact that moves straight keeps its d, without the stiffness of u/|u| where u is
 *             small; the slip law with a lag has d = w/|w|                                            slow-slip.ts
 *   edge      u̇ = 0 with a force on the edge of the cone: other contacts stick as well, and forces are not unique
 *
 * Follows: Rigid Body Simulation, section 9; Baraff 1989, section 5.
 */

import { gatherVelocities, scatterForces } from "../../constrain/index.js";
import { ContactForm, type ContactTable, followRim } from "../../contact/index.js";
import {
  ContactMode,
  FrictionContactFigure,
  FrictionContactSolver,
  FrictionContactStatus,
  TangentialState,
} from "../../linalg/index.js";
import { vec3 } from "../../math/index.js";
import type { IslandCones } from "../assembly/index.js";
import { evaluateTurningOf, evaluateWithSlip } from "../contact-state/index.js";
import { manyContacts } from "../model/index.js";
import { addFallback } from "../record/index.js";
import { ContactModes, Course, SlipSpeed, SlipThresholds, SlipTransitions } from "./contact-modes.js";
import type { FrictionMemory } from "./friction-memory.js";
import { addFrictionWork } from "./friction-work.js";
import { JointSlowSlip } from "./joint-slow-slip.js";
import type { ModeGuess } from "./mode-guess.js";
import { ModeMargin } from "./mode-margin.js";
import {
  asidePart,
  contradictionPart,
  leastSpeed,
  manyPart,
  maxLoadRounds,
  negligibleWay,
  restPart,
  stopPart,
  turnCosine,
} from "./parameters.js";
import type { FlowContext } from "./sliding-flow.js";
import { followSlow } from "./slow-slip.js";

const v = new Float64Array(6);

/** Forces of an island with friction between two events. */
export class FrictionFlow {
  /** Active contacts as cones. */
  readonly cones: IslandCones;
  /** Solver of the forces. */
  readonly solver = new FrictionContactSolver();
  /** Contacts of the island. */
  readonly context: FlowContext;
  /** Modes, directions and forces of the contacts. */
  readonly modes = new ContactModes();
  /** Slip speeds at which modes change. */
  readonly thresholds = new SlipThresholds();
  /** Contacts whose modes change at the present event. */
  readonly transitions = new SlipTransitions();
  /** Longest step that the slip law with a lag allows, s. */
  readonly pace = Float64Array.of(Infinity);
  /** Duration of the last step whose events were located, s. */
  readonly duration = new Float64Array(1);
  /** Modes up to the present event, and before. */
  readonly memory: FrictionMemory;
  /** Margin of the modes where forces are not unique. */
  readonly margin = new ModeMargin();
  private readonly jointSlowSlip = new JointSlowSlip();
  /** Outcome of the computation of forces. */
  private readonly status = {
    /** Whether a slip had turned too far where forces were computed last: the step is too long. */
    hasTurned: false,
    /** Whether a contact followed the slip law with a lag where forces were computed last. */
    hasLag: false,
    /** Whether somewhere in the present step no forces satisfied the Signorini–Coulomb conditions. */
    hasNoForces: false,
  };

  constructor(context: FlowContext, cones: IslandCones, memory: FrictionMemory) {
    this.context = context;
    this.memory = memory;
    this.cones = cones;
    this.setThresholds(0);
  }

  /** Guess of the modes at the present event. */
  get guess(): ModeGuess {
    return this.memory.guess;
  }

  /**
   * Sets the slip speeds at which modes change, for a number of contacts. Among many contacts each one that stops makes others
   * turn, which stop in turn: slips below the tolerance are neglected, and a contact that is about to stop has stopped at the
   * threshold.
   */
  setThresholds(count: number): void {
    const { tolerance, restitutionThreshold } = this.context.world.settings;
    const part = count > manyContacts ? manyPart : 1;
    this.thresholds.slowest[SlipSpeed.rest] = Math.max(
      leastSpeed,
      Math.min(part * restPart * tolerance, restitutionThreshold),
    );
    this.thresholds.slowest[SlipSpeed.aside] = Math.max(leastSpeed, part * asidePart * tolerance);
    // speed from which a contact stops within the negligible way, with friction of a third of the weight: v² = 2 (g/3) s, t =
    // v/(g/3)
    const { gravity, contactTolerance } = this.context.world.settings;
    const weight = Math.sqrt(gravity[0] * gravity[0] + gravity[1] * gravity[1] + gravity[2] * gravity[2]);
    const brief = Math.max(restitutionThreshold, Math.sqrt((2 / 3) * weight * negligibleWay * contactTolerance));
    this.thresholds.briefTime[0] = (3 * brief) / weight;
    this.thresholds.slowest[SlipSpeed.stopping] =
      count > manyContacts ? brief : Math.min(stopPart * tolerance, restitutionThreshold);
    this.thresholds.slowest[SlipSpeed.stopped] = count > manyContacts ? brief : restitutionThreshold;
  }

  /** Takes the listed contacts as active from now on. The caller writes their modes and directions afterwards. */
  activate(contacts: ContactTable, list: readonly number[]): void {
    const { cones, context } = this;
    this.setThresholds(list.length);
    this.solver.limit = context.budget.findLimit(list.length);
    this.margin.solver.limit = this.solver.limit;
    cones.build(contacts, list, list.length);
    evaluateTurningOf(context, contacts, cones);
    const n = cones.count;
    this.modes.reserve(n);
    let row = cones.rows.joints.rows;
    for (const rows of context.contactSet.activeRows)
      for (const c of rows.list) this.modes.tableRow[list.indexOf(c)] = row++;
    this.solver.result.f.fill(0);
    this.status.hasNoForces = false;
  }

  /** Adds all forces of rows and cones to the applied ones in the accumulators. Returns whether the forces were found. */
  computeForces(): boolean {
    const { cones, solver } = this;
    const { problem } = cones;
    const { result } = solver;
    this.evaluate();
    result.reserve(problem.rows.rowCount, problem.rows.dimension, problem.coneCount);
    const isFound = this.findForces();
    this.addForces();
    // sums of large forces on a light body are rounding, which would turn it
    if (isFound && solver.keepsMotion) cones.takeAccelerations(result.y);
    return isFound && !this.status.hasTurned;
  }

  /** Evaluates contacts, limits and frictions of joints at the state, and the rows of the problem. */
  private evaluate(): void {
    const { context, cones } = this;
    const { contacts } = context.contactSet;
    const { list, count } = cones;
    context.limits.evaluate();
    context.limits.writeAll(contacts);
    cones.evaluateJointFriction(contacts, this.modes.direction);
    for (let k = 0; k < count; k++) {
      evaluateWithSlip(context, contacts, list[k]);
      if (cones.jointStart > cones.contactCount && k < cones.contactCount) cones.evaluateTurning(contacts, k);
    }
    cones.fill(contacts);
  }

  /** Finds the forces with the frozen modes, or with other modes where there are none. Returns whether they were found. */
  private findForces(): boolean {
    const { result } = this.solver;
    let isFound = this.followLoads();
    if (!isFound && this.status.hasLag) isFound = this.followModes(false);
    // dependent rows, as of a line that rolls, are consistent along the motion, and beside it as nearly as the motion is satisfied
    if (!isFound && result.figures[FrictionContactFigure.held] < contradictionPart) isFound = true;
    return isFound || this.solveModes();
  }

  /** Finds the forces with the frozen modes and the loads of the joints, on which the friction of joints may depend. */
  private followLoads(): boolean {
    const { context, cones, solver } = this;
    const { contacts } = context.contactSet;
    let isFound = this.followModes(true);
    for (let round = 0; isFound && cones.followLoads(contacts, solver.result.f); round++) {
      if (round === maxLoadRounds) {
        addFallback(context.world.worst, "friction/joint-load");
        break;
      }
      isFound = this.followModes(true);
    }
    return isFound;
  }

  /** Finds forces of any modes that satisfy the Signorini–Coulomb conditions, where modes cannot be distinguished. */
  private solveModes(): boolean {
    const { context, cones, solver } = this;
    const status = solver.solve(cones.problem);
    if (status === FrictionContactStatus.none) this.status.hasNoForces = true;
    if (status === FrictionContactStatus.solved) addFallback(context.world.worst, "friction/modes");
    return status === FrictionContactStatus.solved;
  }

  /** Writes the multipliers of the rows, and adds the forces of rows and cones to the accumulators. */
  private addForces(): void {
    const { context, cones } = this;
    const { island } = context;
    const { contacts } = context.contactSet;
    const { row, count } = cones;
    const { joints } = cones.rows;
    const { table, velocity } = island.active;
    const { f } = this.solver.result;
    for (let r = 0; r < joints.rows; r++) table.lambda[r] = f[r];
    for (let r = joints.rows; r < table.rows; r++) table.lambda[r] = 0;
    for (let k = 0; k < count; k++) {
      if (k < cones.contactCount) table.lambda[this.modes.tableRow[k]] = f[row[k]];
      cones.writeTangential(this.modes.tangential, 3 * k, k, f);
    }
    cones.writeForces(velocity, f, contacts);
    scatterForces(velocity, island.model);
    gatherVelocities(velocity, island.model);
  }

  /** Finds the forces with the frozen modes, and without the slip law with a lag unless `mayLag`. */
  private followModes(mayLag: boolean): boolean {
    const { cones, solver, context, status } = this;
    const { row, cone, count } = cones;
    cones.writeAccelerations(context.contactSet.contacts);
    status.hasTurned = false;
    status.hasLag = false;
    for (let k = 0; k < count; k++) {
      solver.result.active[row[k]] = 1;
      if (cone[k] >= 0) this.setMode(k, mayLag);
    }
    if (mayLag && context.jointFriction.hasBalls && this.jointSlowSlip.select(this)) {
      status.hasLag = true;
      return this.jointSlowSlip.follow(this);
    }
    return solver.follow(cones.problem, false);
  }

  /** Writes the mode of entry k into the problem. */
  private setMode(k: number, mayLag: boolean): void {
    const { cones, solver, context } = this;
    const { mode, direction } = this.modes;
    const { contacts } = context.contactSet;
    const { problem, cone, list } = cones;
    const i = cone[k];
    const c = list[k];
    solver.result.mode[i] = mode[k] === ContactMode.edge ? ContactMode.stick : mode[k];
    if (cones.isBall(k)) solver.result.mode[i + 1] = ContactMode.stick;
    if (mode[k] !== ContactMode.slip) {
      cones.setStill(k, contacts.staticFriction[c]);
      return;
    }
    if (this.modes.course[k] !== Course.free) {
      cones.setSlipping(k, contacts.friction[c], direction, 3 * k);
      return;
    }
    const { slip } = contacts;
    // ball joints with a lag are solved together
    if (mayLag && this.modes.lag[k] > 0 && cones.isBall(k)) return;
    if (mayLag && this.modes.lag[k] > 0) {
      problem.motion[i] = TangentialState.resting;
      problem.mu[i] = contacts.friction[c];
      cones.addOffset(k, slip, 3 * c, 1 / this.modes.lag[k]);
      cones.addOffset(k, this.modes.trend, 3 * k, -1);
      this.status.hasLag = true;
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
      // past u = 0 friction keeps its sense, d = −u/|u|: the motion is smooth up to the stop, also where u turns
      const scale = (along < 0 ? -1 : 1) / Math.sqrt(speed);
      for (let x = 0; x < 3; x++) v[x] = scale * slip[3 * c + x];
      if (scale * along < turnCosine) this.status.hasTurned = true;
      cones.setSlipping(k, contacts.friction[c], v, 0);
    } else cones.setSlipping(k, contacts.friction[c], direction, 3 * k);
  }

  /** Number of factorisations of the solvers. */
  get factorizations(): number {
    return this.solver.factorizations + this.margin.solver.factorizations;
  }

  /** Whether there are many active contacts. */
  get hasManyContacts(): boolean {
    return this.cones.count > manyContacts;
  }

  /** Whether some contact is on the edge of its cone and does not slip. */
  get hasEdges(): boolean {
    for (let k = 0; k < this.cones.count; k++) if (this.modes.mode[k] === ContactMode.edge) return true;
    return false;
  }

  /** Whether a sliding contact jams in the present step: no forces satisfy the Signorini–Coulomb conditions (Painlevé paradox). */
  get isJamming(): boolean {
    for (let k = 0; k < this.cones.count; k++)
      if (this.modes.mode[k] === ContactMode.slip) return this.status.hasNoForces;
    return false;
  }

  /**
   * Solves for the modes anew at the state at which forces were computed last, and writes `margin`: negative if a contact would
   * slip.
   */
  judgeModes(): void {
    this.margin.measure(this);
  }

  /**
   * After a step: updates the directions d of the slips, from which on a slip by more than a right angle is a reversal, and chooses
   * the laws of slow slip. Returns whether the forces are different from here on.
   */
  accept(): boolean {
    const isOther = followSlow(this, this.duration);
    const { cones, context } = this;
    const { mode, direction, course } = this.modes;
    const { slowest } = this.thresholds;
    const { slip } = context.contactSet.contacts;
    this.status.hasNoForces = false;
    for (let k = 0; k < cones.count; k++) {
      followRim(context.contactSet.contacts, cones.list[k], context.island.model.system);
      if (cones.cone[k] < 0 || mode[k] !== ContactMode.slip) continue;
      const c = 3 * cones.list[k];
      const speed = Math.sqrt(slip[c] * slip[c] + slip[c + 1] * slip[c + 1] + slip[c + 2] * slip[c + 2]);
      if ((course[k] === Course.begun || course[k] === Course.slidingOn) && speed > slowest[SlipSpeed.rest])
        course[k] = Course.straight;
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

  /** Stores the modes by the features of the contacts, for the handling of an event, where contacts are detected anew. */
  remember(): void {
    // the last evaluation was beyond the event
    if (this.hasManyContacts) this.context.island.computeForces();
    this.memory.remember(this);
  }

  /** Projects d of contact k, whose normal is at [c …], onto the plane ⟂ n. */
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

  /** Adds the power of friction to the energy balance, after the forces have been found. */
  addWork(): void {
    addFrictionWork(this);
  }
}
