/**
 * Forces of an island in which something rubs, with the modes of its contacts frozen: of joints, of all contacts that press,
 * of friction. Slipping contacts rub against u as it turns; past u = 0 a step goes on as if it did not turn back, so that the
 * motion is smooth up to there (friction-watch.ts ends the step).
 *
 *   sticks    u̇ = 0
 *   slips     f_t = −μ f_n d,   d = u/|u|; of what goes straight, d as it was: the same, without the stiffness that the
 *             first has where u is small; of what creeps, d = w/|w|                                   friction-creep.ts
 *   edge      sticks, among others, so that forces are not unique: with its own on the edge of its cone
 *
 * Follows: Rigid Body Simulation, section 9; Baraff 1989, section 5.
 */
import { gatherVelocities, scatterForces } from "../constrain/index.js";
import { ContactForm, type ContactTable, evaluateContact, evaluateTangent, followRim } from "../contact/index.js";
import { ConeFigure, ConeMode, ConeMotion, ConeSolver, ConeStatus } from "../linalg/index.js";
import { resize, vec3 } from "../math/index.js";
import { isBound } from "./bounds.js";
import { crowd } from "./effort.js";
import { bookRubbing } from "./friction-book.js";
import { followSlow } from "./friction-creep.js";
import type { FrictionMemory } from "./friction-memory.js";
import type { Island } from "./island.js";
import type { IslandCones } from "./island-cones.js";
import type { IslandRows } from "./island-rows.js";
import { addFallback } from "./report.js";
import { RubCreep } from "./rub-creep.js";
import type { IslandRun } from "./run.js";

/** Parts of the tolerance, m/s: see `slowest`. */
const restPart = 0.1;
const asidePart = 0.1;
const stopPart = 1;
/** In a crowd, how much more is slow, and how far what is about to stop may still go, or hop, as a part of the contact tolerance. */
const crowdPart = 10;
export const crowdWay = 0.1;
/** Less than that is rounding, m/s. */
const leastSpeed = 1e-13;

/** Within a step u turns by no more than that, the cosine. */
const straight = 0.99;

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
  readonly run: IslandRun;
  private readonly island: Island;
  /** Of each contact of `cones.list`: its mode, and d in world axes where it slips. */
  mode: Uint8Array = new Uint8Array(8);
  /**
   * 1: it rubs against `direction`, as long as it goes straight; 2: it has just begun to slip; 3: until it stops; 4: it slides
   * on, slower than what is seen.
   */
  straight: Uint8Array = new Uint8Array(8);
  direction: Float64Array = new Float64Array(24);
  /** τ of what creeps, s, else 0; and ā, world axes, m/s². */
  lag: Float64Array = new Float64Array(8);
  trend: Float64Array = new Float64Array(24);
  /** How fast it was when it ceased to creep, m/s. */
  refused: Float64Array = new Float64Array(8);
  /**
   * Slower than the first a contact rests, m/s; what goes aside by less than the second goes straight; so does what stops and
   * is slower than the third, which rests at once where something else happens, and what has stopped if slower than the last.
   */
  readonly slowest = new Float64Array(4);
  /** What stops within that, s, is about to: slowest[2] in a crowd, with a third of the weight for friction. */
  readonly briefTime = new Float64Array(1);
  /** Contacts that have stopped where a step is cut, by number in their table before they are found anew; then by name. */
  readonly stopping = new Set<number>();
  readonly stopped = new Set<string>();
  /** Contacts that moved when modes were found, by number in their table. */
  readonly moving = new Set<number>();
  /** Those that were slower than what is seen, and were taken to slide on. */
  readonly slidingOn = new Set<number>();
  /** The longest step that what creeps allows, s. */
  readonly pace = Float64Array.of(Infinity);
  /** Of the step that was looked at last, s. */
  readonly duration = new Float64Array(1);
  /** What contacts did up to the event at hand, and before. */
  readonly memory: FrictionMemory;
  readonly guess: FrictionMemory["guess"];
  /** The force on A across n, world axes, N. 3 a contact. */
  tangential: Float64Array = new Float64Array(24);
  /** See `judgeModes`. */
  readonly margin = new Float64Array(1);
  /** Whether something that slips had turned too far where forces were computed last: the step is too long. */
  private hasTurned = false;
  private hasCreep = false;
  private readonly rubCreep = new RubCreep();
  /** Whether somewhere in the step at hand there were none that satisfy the law. */
  private hasNoForces = false;
  /** Row of `island.table` of the normal of each contact. */
  private tableRow: Int32Array = new Int32Array(8);

  constructor(run: IslandRun, cones: IslandCones, rows: IslandRows) {
    this.run = run;
    this.memory = run.frictionMemory;
    this.guess = this.memory.guess;
    this.island = run.island;
    this.cones = cones;
    this.rows = rows;
    this.setCrowd(0);
  }

  /**
   * What is slow among so many contacts. In a crowd each that stops makes others turn, which stop in turn: what it does below
   * the tolerance is left out, and what is about to stop, and sticks then, has stopped when it is at the threshold.
   */
  setCrowd(count: number): void {
    const { tolerance, restitutionThreshold } = this.run.kit.settings;
    const part = count > crowd ? crowdPart : 1;
    this.slowest[0] = Math.max(leastSpeed, Math.min(part * restPart * tolerance, restitutionThreshold));
    this.slowest[1] = Math.max(leastSpeed, part * asidePart * tolerance);
    // what stops within that way where friction is a third of the weight
    const { gravity, contactTolerance } = this.run.kit.settings;
    const weight = Math.sqrt(gravity[0] * gravity[0] + gravity[1] * gravity[1] + gravity[2] * gravity[2]);
    const brief = Math.max(restitutionThreshold, Math.sqrt((2 / 3) * weight * crowdWay * contactTolerance));
    this.briefTime[0] = (3 * brief) / weight;
    this.slowest[2] = count > crowd ? brief : Math.min(stopPart * tolerance, restitutionThreshold);
    this.slowest[3] = count > crowd ? brief : restitutionThreshold;
  }

  /** Takes these contacts from now on; `mode` and `direction` are then to be written. */
  hold(contacts: ContactTable, list: readonly number[]): void {
    const { cones, run } = this;
    this.setCrowd(list.length);
    this.solver.limit = run.effort.findLimit(list.length);
    this.judge.limit = this.solver.limit;
    cones.build(contacts, list, list.length);
    evaluateTurningOf(run, contacts, cones);
    const n = cones.count;
    if (n > this.mode.length) {
      this.mode = resize(this.mode, 2 * n);
      this.straight = resize(this.straight, 2 * n);
      this.direction = resize(this.direction, 6 * n);
      this.lag = resize(this.lag, 2 * n);
      this.trend = resize(this.trend, 6 * n);
      this.refused = resize(this.refused, 2 * n);
      this.tangential = resize(this.tangential, 6 * n);
      this.tableRow = resize(this.tableRow, 2 * n);
    }
    let row = this.rows.joints.rows;
    for (const held of run.held) for (const c of held.list) this.tableRow[list.indexOf(c)] = row++;
    this.solver.result.f.fill(0);
    this.hasNoForces = false;
  }

  /** Adds all forces of rows and cones to the accumulators, which have the given ones; false if they cannot be found. */
  computeForces(): boolean {
    const { run, island, cones, solver, rows } = this;
    const { contacts } = run;
    const { problem, list, row, count } = cones;
    const { table, velocity } = island;
    run.bounds.evaluate();
    run.bounds.writeAll(contacts);
    cones.evaluateRubs(contacts, this.direction);
    for (let k = 0; k < count; k++) {
      evaluateRubbing(run, contacts, list[k]);
      if (cones.rubStart > cones.contactCount && k < cones.contactCount) cones.evaluateTurning(contacts, k);
    }
    cones.fill(contacts);
    const { result } = solver;
    result.reserve(problem.rows.rowCount, problem.rows.dimension, problem.coneCount);
    let isGood = this.followModes(true);
    for (let round = 0; isGood && cones.followLoads(contacts, result.f); round++) {
      if (round === maxLoads) addFallback(run.kit.worst, "friction: what a joint carries is not exact");
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
      if (isGood) addFallback(run.kit.worst, "friction: modes found anew within a step");
    }
    const { f } = result;
    for (let r = 0; r < rows.joints.rows; r++) table.lambda[r] = f[r];
    for (let r = rows.joints.rows; r < table.rows; r++) table.lambda[r] = 0;
    for (let k = 0; k < count; k++) {
      if (k < cones.contactCount) table.lambda[this.tableRow[k]] = f[row[k]];
      cones.writeTangential(this.tangential, 3 * k, k, f);
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
    const { cones, solver, run } = this;
    const { row, cone, count } = cones;
    cones.writeAccelerations(run.contacts);
    this.hasTurned = false;
    this.hasCreep = false;
    for (let k = 0; k < count; k++) {
      solver.result.pressed[row[k]] = 1;
      if (cone[k] >= 0) this.setMode(k, mayCreep);
    }
    if (mayCreep && run.rubs.hasBalls && this.rubCreep.look(this)) {
      this.hasCreep = true;
      return this.rubCreep.follow(this);
    }
    return solver.follow(cones.problem, false);
  }

  private setMode(k: number, mayCreep: boolean): void {
    const { cones, mode, direction, solver, run } = this;
    const { contacts } = run;
    const { problem, cone, list } = cones;
    const i = cone[k];
    const c = list[k];
    solver.result.mode[i] = mode[k] === ConeMode.edge ? ConeMode.stick : mode[k];
    if (cones.isBall(k)) solver.result.mode[i + 1] = ConeMode.stick;
    if (mode[k] !== ConeMode.slip) {
      cones.setStill(k, contacts.staticFriction[c]);
      return;
    }
    if (this.straight[k] > 0) {
      cones.setSlipping(k, contacts.friction[c], direction, 3 * k);
      return;
    }
    const { slip } = contacts;
    // of turnings, all together
    if (mayCreep && this.lag[k] > 0 && cones.isBall(k)) return;
    if (mayCreep && this.lag[k] > 0) {
      problem.motion[i] = ConeMotion.resting;
      problem.mu[i] = contacts.friction[c];
      cones.addOffset(k, slip, 3 * c, 1 / this.lag[k]);
      cones.addOffset(k, this.trend, 3 * k, -1);
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
      if (scale * along < straight) this.hasTurned = true;
      cones.setSlipping(k, contacts.friction[c], v, 0);
    } else cones.setSlipping(k, contacts.friction[c], direction, 3 * k);
  }

  /** How often its solvers have factored a matrix. */
  get factorizations(): number {
    return this.solver.factorizations + this.judge.factorizations;
  }

  get isCrowd(): boolean {
    return this.cones.count > crowd;
  }

  /** Whether some contact is on the edge of its cone and does not slip. */
  get hasEdges(): boolean {
    for (let k = 0; k < this.cones.count; k++) if (this.mode[k] === ConeMode.edge) return true;
    return false;
  }

  /** Whether what slips jams in the step at hand: nowhere ahead do forces satisfy the law. */
  get isJamming(): boolean {
    for (let k = 0; k < this.cones.count; k++) if (this.mode[k] === ConeMode.slip) return this.hasNoForces;
    return false;
  }

  /** Solves for the modes anew, where forces were computed last, and writes `margin`: negative if something would slip. */
  judgeModes(): void {
    const { cones, mode, judge, margin } = this;
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
    const { cones, mode, direction, straight, run, slowest } = this;
    const { slip } = run.contacts;
    this.hasNoForces = false;
    for (let k = 0; k < cones.count; k++) {
      followRim(run.contacts, cones.list[k], this.island.system);
      if (cones.cone[k] < 0 || mode[k] !== ConeMode.slip) continue;
      const c = 3 * cones.list[k];
      const speed = Math.sqrt(slip[c] * slip[c] + slip[c + 1] * slip[c + 1] + slip[c + 2] * slip[c + 2]);
      if ((straight[k] === 2 || straight[k] === 4) && speed > slowest[0]) straight[k] = 1;
      else if (straight[k] === 2 && this.isCrowd && this.duration[0] > this.briefTime[0]) straight[k] = 4;
      if (straight[k] > 0) {
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
    if (this.isCrowd) this.island.computeForces();
    this.memory.remember(this);
  }

  /** d of contact k, whose normal is at [c …], back into the plane across n. */
  private turnWithPlane(k: number, c: number): void {
    const { direction, run } = this;
    const { normal, axisA, form } = run.contacts;
    if (form[this.cones.list[k]] === ContactForm.spinning) {
      vec3.scale(direction, 3 * k, axisA, c, vec3.dot(direction, 3 * k, axisA, c) < 0 ? -1 : 1);
      return;
    }
    const along = vec3.dot(direction, 3 * k, normal, c);
    vec3.addScaled(direction, 3 * k, direction, 3 * k, -along, normal, c);
    vec3.normalize(direction, 3 * k, direction, 3 * k);
  }

  /** Books what rubbing takes: after the forces have been found. */
  book(): void {
    bookRubbing(this);
  }
}

/** Gap, rows and slip of a contact at the state; limits are evaluated together, elsewhere. */
export function evaluateRubbing(run: IslandRun, contacts: ContactTable, c: number): void {
  // what resists turning is evaluated with its contact, and the friction of joints by itself
  if (contacts.form[c] > ContactForm.curved || isBound(contacts, c)) return;
  const { kit, island } = run;
  evaluateContact(contacts, c, island.system, kit.parts, run.cache);
  evaluateTangent(contacts, c, kit.parts, run.cache);
}

/** The same of what resists turning at the contacts of these cones. */
export function evaluateTurningOf(run: IslandRun, contacts: ContactTable, cones: IslandCones): void {
  if (cones.rubStart === cones.contactCount) return;
  for (let k = 0; k < cones.contactCount; k++) {
    evaluateRubbing(run, contacts, cones.list[k]);
    cones.evaluateTurning(contacts, k);
  }
}
