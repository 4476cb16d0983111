/**
 * Forces of an island in which something rubs, with the modes of its contacts frozen: of joints, of all contacts that press,
 * of friction. Slipping contacts rub against u as it turns; past u = 0 a step goes on as if it did not turn back, so that the
 * motion is smooth up to there (friction-watch.ts ends the step).
 *
 *   sticks    u̇ = 0
 *   slips     f_t = −μ f_n d,   d = u/|u|; of what began to slip from rest, as long as it goes straight, d as it began: the
 *             same, without the stiffness that the first has where u is small; of what creeps, d = w/|w|   friction-creep.ts
 *   edge      sticks, among others, so that forces are not unique: with its own on the edge of its cone
 *
 * Follows: Rigid Body Simulation, section 9; Baraff 1989, section 5.
 */
import { gatherVelocities, scatterForces } from "../constrain/index.js";
import { type ContactTable, evaluateContact, evaluateTangent } from "../contact/index.js";
import { ConeMode, ConeMotion, ConeSolver, ConeStatus } from "../linalg/index.js";
import { resize, vec3 } from "../math/index.js";
import { bodySize } from "../rigid/index.js";
import { isBound } from "./bounds.js";
import { lag } from "./friction-creep.js";
import type { Island } from "./island.js";
import type { IslandCones } from "./island-cones.js";
import type { IslandRows } from "./island-rows.js";
import { LedgerSlot } from "./power.js";
import { addFallback } from "./report.js";
import type { IslandRun } from "./run.js";

/** Slower than this a direction is not read off the motion, m/s. */
const slowest = 1e-10;

/** Within a step u turns by no more than that, the cosine. */
const straight = 0.9;

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
  /** 1: it slips along `direction`, as it began. */
  fromRest: Uint8Array = new Uint8Array(8);
  direction: Float64Array = new Float64Array(24);
  /** 1: it creeps. */
  creep: Uint8Array = new Uint8Array(8);
  /** Of the step that was looked at last, s. */
  readonly duration = new Float64Array(1);
  /** Contacts that are to creep when they settle: see `nameContact`. */
  readonly slow = new Set<string>();
  /** The force on A across n, world axes, N. 3 a contact. */
  tangential: Float64Array = new Float64Array(24);
  /** Whether something that slips had turned too far where forces were computed last: the step is too long. */
  private hasTurned = false;
  private hasCreep = false;
  /** Row of `island.table` of the normal of each contact. */
  private tableRow: Int32Array = new Int32Array(8);

  constructor(run: IslandRun, cones: IslandCones, rows: IslandRows) {
    this.run = run;
    this.island = run.island;
    this.cones = cones;
    this.rows = rows;
  }

  /** Takes these contacts from now on; `mode` and `direction` are then to be written. */
  hold(contacts: ContactTable, list: readonly number[]): void {
    const { cones, run } = this;
    const n = list.length;
    if (n > this.mode.length) {
      this.mode = resize(this.mode, 2 * n);
      this.fromRest = resize(this.fromRest, 2 * n);
      this.direction = resize(this.direction, 6 * n);
      this.creep = resize(this.creep, 2 * n);
      this.tangential = resize(this.tangential, 6 * n);
      this.tableRow = resize(this.tableRow, 2 * n);
    }
    cones.build(contacts, list, n);
    let row = this.rows.joints.rows;
    for (const held of run.held) for (const c of held.list) this.tableRow[list.indexOf(c)] = row++;
    this.solver.result.f.fill(0);
  }

  /** Adds all forces of rows and cones to the accumulators, which have the given ones; false if they cannot be found. */
  computeForces(): boolean {
    const { run, island, cones, solver, rows } = this;
    const { contacts } = run;
    const { problem, list, row, count } = cones;
    const { table, velocity } = island;
    run.bounds.evaluate();
    run.bounds.writeAll(contacts);
    for (let k = 0; k < count; k++) {
      evaluateRubbing(run, contacts, list[k]);
    }
    cones.fill(contacts);
    const { result } = solver;
    result.reserve(problem.rows.rowCount, problem.rows.dimension, problem.coneCount);
    let isGood = this.followModes(true);
    if (!isGood && this.hasCreep) isGood = this.followModes(false);
    // modes that cannot be told apart here: whatever satisfies the law
    if (!isGood) {
      isGood = solver.solve(problem) === ConeStatus.solved;
      if (isGood) addFallback(run.kit.worst, "friction: modes found anew within a step");
    }
    const { f } = result;
    for (let r = 0; r < rows.joints.rows; r++) table.lambda[r] = f[r];
    for (let r = rows.joints.rows; r < table.rows; r++) table.lambda[r] = 0;
    for (let k = 0; k < count; k++) {
      table.lambda[this.tableRow[k]] = f[row[k]];
      cones.writeTangential(this.tangential, 3 * k, k, f);
    }
    cones.writeForces(velocity, f, contacts);
    scatterForces(velocity, island);
    gatherVelocities(velocity, island);
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
    return solver.follow(cones.problem);
  }

  private setMode(k: number, mayCreep: boolean): void {
    const { cones, mode, direction, solver, run } = this;
    const { contacts } = run;
    const { problem, cone, list } = cones;
    const i = cone[k];
    const c = list[k];
    solver.result.mode[i] = mode[k] === ConeMode.edge ? ConeMode.stick : mode[k];
    if (mode[k] !== ConeMode.slip) {
      problem.motion[i] = ConeMotion.resting;
      problem.mu[i] = contacts.staticFriction[c];
      return;
    }
    if (this.fromRest[k] === 1) {
      cones.setSlipping(k, contacts.friction[c], direction, 3 * k);
      return;
    }
    const { slip } = contacts;
    if (mayCreep && this.creep[k] === 1) {
      problem.motion[i] = ConeMotion.resting;
      problem.mu[i] = contacts.friction[c];
      cones.addOffset(k, slip, 3 * c, 1 / lag);
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
    if (speed > slowest * slowest) {
      // past u·d = 0 the part along d is turned back: the same at u·d = 0, and at u = 0 where it goes straight
      const back = along < 0 ? -2 * along : 0;
      const scale = 1 / Math.sqrt(speed);
      for (let x = 0; x < 3; x++) v[x] = scale * (slip[3 * c + x] + back * direction[3 * k + x]);
      if (scale * Math.abs(along) < straight) this.hasTurned = true;
      cones.setSlipping(k, contacts.friction[c], v, 0);
    } else cones.setSlipping(k, contacts.friction[c], direction, 3 * k);
  }

  /** Whether some contact is on the edge of its cone and does not slip. */
  get hasEdges(): boolean {
    for (let k = 0; k < this.cones.count; k++) if (this.mode[k] === ConeMode.edge) return true;
    return false;
  }

  /** Solves for the modes anew, where forces were computed last: false if nothing that sticks would slip. */
  wouldSlip(): boolean {
    const { cones, mode, judge } = this;
    const { problem, cone, row, count } = cones;
    const { result } = judge;
    result.reserve(problem.rows.rowCount, problem.rows.dimension, problem.coneCount);
    for (let k = 0; k < count; k++) {
      result.pressed[row[k]] = 1;
      if (cone[k] >= 0) result.mode[cone[k]] = mode[k];
    }
    for (let r = 0; r < problem.rows.rowCount; r++) result.f[r] = this.solver.result.f[r];
    if (judge.solve(problem, true) !== ConeStatus.solved) return true;
    for (let k = 0; k < count; k++) {
      if (cone[k] >= 0 && mode[k] !== ConeMode.slip && result.mode[cone[k]] === ConeMode.slip) return true;
    }
    return false;
  }

  /** d of what slips as it moves now: from here on it turns back if it turns by more than a right angle. */
  accept(): void {
    const { cones, mode, direction, run } = this;
    const { slip } = run.contacts;
    for (let k = 0; k < cones.count; k++) {
      if (cones.cone[k] < 0 || mode[k] !== ConeMode.slip || this.fromRest[k] === 1) continue;
      const c = 3 * cones.list[k];
      const speed = Math.sqrt(slip[c] * slip[c] + slip[c + 1] * slip[c + 1] + slip[c + 2] * slip[c + 2]);
      let along = 0;
      for (let x = 0; x < 3; x++) along += slip[c + x] * direction[3 * k + x];
      if (speed > slowest && along > 0) for (let x = 0; x < 3; x++) direction[3 * k + x] = slip[c + x] / speed;
    }
  }

  /** Books what rubbing takes, and what driven bodies and belts put in by it: after the forces have been found. */
  book(): void {
    const { island, run, cones, tangential } = this;
    const { contacts } = run;
    const { power, system } = island;
    const { slip, belt, point, bodyA, bodyB } = contacts;
    for (let k = 0; k < cones.count; k++) {
      if (cones.cone[k] < 0) continue;
      const c = cones.list[k];
      const a = bodyA[c] < 0 ? -1 : island.findBody(bodyA[c]);
      const b = island.findBody(bodyB[c]);
      let loss = 0;
      let work = 0;
      for (let x = 0; x < 3; x++) {
        loss -= tangential[3 * k + x] * slip[3 * c + x];
        work -= tangential[3 * k + x] * belt[3 * c + x];
      }
      if (b >= island.movingCount) {
        readPoint(v, system.velocity, system.angularVelocity, system.state, bodyB[c], point, 3 * c);
        for (let x = 0; x < 3; x++) work += tangential[3 * k + x] * v[x];
      }
      if (a >= island.movingCount) {
        readPoint(v, system.velocity, system.angularVelocity, system.state, bodyA[c], point, 3 * c);
        for (let x = 0; x < 3; x++) work -= tangential[3 * k + x] * v[x];
      }
      power[LedgerSlot.dissipated] += loss;
      power[LedgerSlot.work] += work;
    }
  }
}

/** Gap, rows and slip of a contact at the state; limits are evaluated together, elsewhere. */
export function evaluateRubbing(run: IslandRun, contacts: ContactTable, c: number): void {
  if (isBound(contacts, c)) return;
  const { kit, island } = run;
  evaluateContact(contacts, c, island.system, kit.parts, run.cache);
  evaluateTangent(contacts, c, kit.parts, run.cache);
}

/** out[0 … 2] ← v + ω × (p − x) of body i at the point p[o …]. */
function readPoint(
  out: Float64Array,
  velocity: Float64Array,
  omega: Float64Array,
  state: Float64Array,
  i: number,
  p: Float64Array,
  o: number,
): void {
  vec3.subtract(out, 3, p, o, state, bodySize * i);
  vec3.cross(out, 0, omega, 3 * i, out, 3);
  vec3.add(out, 0, out, 0, velocity, 3 * i);
}
