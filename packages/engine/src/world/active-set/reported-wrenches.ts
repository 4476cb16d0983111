/**
 * Reported forces, summed for each body, particle and group of coordinates: at a contact the force f n + t at its point on A, and
 * the opposite on B; of joints, limits and turning resistances the wrench of their rows. Forces of contacts are summed from
 * points, normals and forces, independently of the rows of contacts, so that the audit detects errors of these.
 */
import { Carrier, EndSlot } from "../../constrain/index.js";
import type { ContactTable } from "../../contact/index.js";
import { vec3 } from "../../math/index.js";
import { bodySize, Slot } from "../../rigid/index.js";
import {
  type Audit,
  addThingColumns,
  addThingForces,
  clearThings,
  expectThingImpulses,
  impulseSize,
} from "../audit/index.js";
import type { ActiveRows } from "../contact-state/index.js";
import type { IslandSystem } from "../island/index.js";
import { countNodes, findNode, findNodeColumn, findNodeWidth, isLimit, nodeSize } from "../island/index.js";
import type { ActiveSetContext } from "./context.js";

/** The force, then the arm, then the moment. */
const f = new Float64Array(9);

/** Clears the sums of the nodes of an island. */
export function clearReported({ reported, sizes, things }: Audit, island: IslandSystem): void {
  clearThings(things, island);
  for (let n = 0; n < countNodes(island.model); n++) {
    const i = findNode(island.model, n);
    for (let k = 6 * i; k < 6 * i + 6; k++) reported[k] = 0;
    sizes[2 * i] = 0;
    sizes[2 * i + 1] = 0;
  }
}

/** Adds the applied forces, which are in the accumulators of the island, times a duration, s. */
export function addGiven({ reported, sizes, things }: Audit, island: IslandSystem, duration: number): void {
  addThingForces(things, island);
  const { bodies, movingCount, particleCount, system } = island.model;
  for (let b = 0; b < movingCount; b++) {
    const i = bodies[b];
    for (let k = 0; k < 3; k++) {
      reported[6 * i + k] += duration * system.force[3 * i + k];
      reported[6 * i + 3 + k] += duration * system.torque[3 * i + k];
    }
    sizes[2 * i] = Math.max(sizes[2 * i], duration * vec3.length(system.force, 3 * i));
    sizes[2 * i + 1] = Math.max(sizes[2 * i + 1], duration * vec3.length(system.torque, 3 * i));
  }
  const { force } = system.particles;
  for (let j = 0; j < particleCount; j++) {
    const i = system.count + j;
    for (let k = 0; k < 3; k++) reported[6 * i + k] += duration * force[3 * j + k];
    sizes[2 * i] = Math.max(sizes[2 * i], duration * vec3.length(force, 3 * j));
  }
}

const none = new Float64Array(3);
/** Forces of the rows that are no contacts. */
let others = new Float64Array(0);
/** Their sum Jᵀ f in the columns of q̇. */
let columns = new Float64Array(0);

/** Makes room for a number of rows, and for the columns of an island. */
function reserve(rows: number, island: IslandSystem): void {
  if (others.length < rows) others = new Float64Array(2 * rows);
  if (columns.length < island.model.count) columns = new Float64Array(2 * island.model.count);
}

/** Adds the forces of a problem without friction: of contacts, limits and joints. */
export function addRows(
  audit: Audit,
  { solvers: { rows }, island }: ActiveSetContext,
  forces: Float64Array,
  contacts: ContactTable,
): void {
  const { joints, contactCount, contacts: list } = rows;
  reserve(joints.rows + contactCount, island);
  for (let r = 0; r < joints.rows + contactCount; r++) others[r] = forces[r];
  for (let k = 0; k < contactCount; k++) {
    if (isLimit(contacts, list[k])) continue;
    others[joints.rows + k] = 0;
    addContact(audit, island, contacts, list[k], forces, joints.rows + k, none, 0);
  }
  rows.writeImpulse(columns, others, contacts);
  addColumns(audit, island, columns);
}

/** Adds the forces of a problem with friction: of contacts, turning resistances, limits and joints. */
export function addCones(
  audit: Audit,
  { solvers: { cones }, island }: ActiveSetContext,
  forces: Float64Array,
  contacts: ContactTable,
): void {
  const { list, row, tangentRow, cone, contactCount, problem } = cones;
  const count = problem.rows.rowCount;
  reserve(count, island);
  for (let r = 0; r < count; r++) others[r] = forces[r];
  for (let k = 0; k < contactCount; k++) {
    const c = list[k];
    if (isLimit(contacts, c)) continue;
    others[row[k]] = 0;
    if (cone[k] >= 0) for (let t = 0; t < 2; t++) others[tangentRow[k] + t] = 0;
    cones.writeTangential(across, 0, k, forces);
    addContact(audit, island, contacts, c, forces, row[k], across, 0);
  }
  cones.writeForces(columns, others, contacts);
  addColumns(audit, island, columns);
}

const across = new Float64Array(3);

/** Adds the forces that are shown, without those of contacts: of joints, limits and turning resistances. */
export function addOthers(audit: Audit, context: ActiveSetContext, shown: ContactTable): void {
  const { island, world } = context;
  const { rows, cones, coneSolver } = context.solvers;
  if (context.display.isShownWithFriction) {
    const { list, row, tangentRow, cone, contactCount, problem } = cones;
    reserve(problem.rows.rowCount, island);
    for (let r = 0; r < problem.rows.rowCount; r++) others[r] = coneSolver.result.f[r];
    for (let k = 0; k < contactCount; k++) {
      if (isLimit(shown, list[k])) continue;
      others[row[k]] = 0;
      if (cone[k] >= 0) for (let t = 0; t < 2; t++) others[tangentRow[k] + t] = 0;
    }
    cones.writeForces(columns, others, shown);
  } else {
    const { joints, contactCount, contacts: list } = rows;
    reserve(joints.rows + contactCount, island);
    for (let r = 0; r < joints.rows + contactCount; r++) others[r] = world.solvers.resting.forces[r];
    for (let k = 0; k < contactCount; k++) if (!isLimit(shown, list[k])) others[joints.rows + k] = 0;
    rows.writeImpulse(columns, others, shown);
  }
  addColumns(audit, island, columns);
}

/**
 * Adds the forces of joints that were solved last: on the first end of each joint as reported, a force at the place of the end
 * and a torque; on its other ends, and of other active rows, by their rows.
 */
export function addReactions(audit: Audit, island: IslandSystem): void {
  const {
    active: { table },
    model: { parts },
  } = island;
  const { lambda, wrench, rowStart, blockStart, ends, column, width, valueStart, jacobian: J } = table;
  reserve(0, island);
  columns.fill(0);
  for (let c = 0; c < table.constraints.length; c++) {
    for (let b = blockStart[c]; b < blockStart[c + 1]; b++) {
      const { carrier, index, at } = ends[b];
      const isReported =
        c < parts.joints.length && b === blockStart[c] && (carrier === Carrier.body || carrier === Carrier.particle);
      if (isReported) {
        f.fill(0);
        for (let r = rowStart[c]; r < rowStart[c + 1]; r++) {
          for (let x = 0; x < 3; x++) {
            f[x] += lambda[r] * wrench[6 * r + x];
            f[6 + x] += lambda[r] * wrench[6 * r + 3 + x];
          }
        }
        if (carrier === Carrier.particle) addToParticle(audit, island, index);
        else addAt(audit, island, at, EndSlot.point, index);
        continue;
      }
      for (let r = rowStart[c], v = valueStart[b]; r < rowStart[c + 1]; r++, v += width[b]) {
        for (let x = 0; x < width[b]; x++) columns[column[b] + x] += J[v + x] * lambda[r];
      }
    }
  }
  addColumns(audit, island, columns);
}

/** Adds contact c of a table with the normal force `normal[p]`; `friction[o …]` is the friction force on A. */
export function addContact(
  audit: Audit,
  island: IslandSystem,
  contacts: ContactTable,
  c: number,
  normal: Float64Array,
  p: number,
  friction: Float64Array,
  o: number,
): void {
  for (let x = 0; x < 3; x++) f[x] = normal[p] * contacts.normal[3 * c + x] + friction[o + x];
  const particle = contacts.particleA[c];
  if (particle >= 0) addToParticle(audit, island, particle);
  else addTo(audit, island, contacts, c, contacts.bodyA[c]);
  for (let x = 0; x < 3; x++) f[x] = -f[x];
  addTo(audit, island, contacts, c, contacts.bodyB[c]);
}

/** Adds the force f[0 … 2] at contact c of body i. */
function addTo(audit: Audit, island: IslandSystem, contacts: ContactTable, c: number, i: number): void {
  for (let x = 6; x < 9; x++) f[x] = 0;
  if (i >= 0) addAt(audit, island, contacts.point, 3 * c, i);
}

/** Adds the force f[0 … 2] at the point p[o …] of body i, and the torque f[6 … 8], which is overwritten. */
function addAt({ reported, sizes }: Audit, island: IslandSystem, p: Float64Array, o: number, i: number): void {
  if (!island.model.moves(i)) return;
  vec3.subtract(f, 3, p, o, island.model.system.state, bodySize * i + Slot.x);
  f[6] += f[4] * f[2] - f[5] * f[1];
  f[7] += f[5] * f[0] - f[3] * f[2];
  f[8] += f[3] * f[1] - f[4] * f[0];
  for (let k = 0; k < 3; k++) {
    reported[6 * i + k] += f[k];
    reported[6 * i + 3 + k] += f[6 + k];
  }
  sizes[2 * i] = Math.max(sizes[2 * i], vec3.length(f, 0));
  sizes[2 * i + 1] = Math.max(sizes[2 * i + 1], vec3.length(f, 6));
}

/** Adds the force f[0 … 2] on particle j. */
function addToParticle({ reported, sizes }: Audit, { model: { system } }: IslandSystem, j: number): void {
  const i = system.count + j;
  for (let k = 0; k < 3; k++) reported[6 * i + k] += f[k];
  sizes[2 * i] = Math.max(sizes[2 * i], vec3.length(f, 0));
}

/** Adds forces Q in the columns of q̇ of an island. */
function addColumns({ reported, sizes, things }: Audit, island: IslandSystem, Q: Float64Array): void {
  addThingColumns(things, island, Q);
  for (let n = 0; n < countNodes(island.model); n++) {
    const i = findNode(island.model, n);
    const o = findNodeColumn(island.model, n);
    const width = findNodeWidth(island.model, n);
    for (let k = 0; k < width; k++) reported[6 * i + k] += Q[o + k];
    sizes[2 * i] = Math.max(sizes[2 * i], vec3.length(Q, o));
    if (width === 6) sizes[2 * i + 1] = Math.max(sizes[2 * i + 1], vec3.length(Q, o + 3));
  }
}

/**
 * Adds the reported impulses of contacts and limits, `struck` by their numbers in the table, and the impulses of joints by which
 * velocities were just projected onto the active rows: the rows `active` are behind those of joints.
 */
export function addStruck(
  audit: Audit,
  { island, contactSet: { contacts } }: ActiveSetContext,
  active: readonly ActiveRows[],
  struck: Float64Array,
): void {
  const {
    active: { table },
    model: { parts },
  } = island;
  const { constraints, rowStart, blockStart, column, width, valueStart, jacobian: J } = table;
  reserve(0, island);
  columns.fill(0);
  for (let c = 0; c < constraints.length; c++) {
    const rows = c < parts.joints.length ? null : active[c - parts.joints.length];
    if (rows !== null && !isLimit(contacts, rows.list[0])) {
      for (const k of rows.list) addContact(audit, island, contacts, k, struck, k, none, 0);
      continue;
    }
    for (let b = blockStart[c]; b < blockStart[c + 1]; b++) {
      for (let r = rowStart[c], v = valueStart[b]; r < rowStart[c + 1]; r++, v += width[b]) {
        const impulse = rows === null ? table.impulse[r] : struck[rows.list[r - rowStart[c]]];
        for (let x = 0; x < width[b]; x++) columns[column[b] + x] += J[v + x] * impulse;
      }
    }
  }
  addColumns(audit, island, columns);
}

/** Lets the audit expect that momenta change by a part of the sums, which are impulses. */
export function expectImpulses(audit: Audit, island: IslandSystem, part: number): void {
  const { reported, sizes, expected, impulse, things } = audit;
  expectThingImpulses(things, island, part);
  for (let n = 0; n < countNodes(island.model); n++) {
    const i = findNode(island.model, n);
    const o = nodeSize * i + Slot.P;
    for (let k = 0; k < 6; k++) expected[o + k] += part * reported[6 * i + k];
    impulse[impulseSize * i] += part * sizes[2 * i];
    impulse[impulseSize * i + 1] += part * sizes[2 * i + 1];
  }
}
