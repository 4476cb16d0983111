/**
 * Sticking contacts as a constraint on velocities: two rows each, u = 0 along t₁ and t₂, one row for spinning. The rows keep
 * sticking contacts from drifting; their forces are found with those of all contacts (friction-flow.ts).
 */
import { Carrier, type Constraint, type End, type Mechanism, type RowTable } from "../../constrain/index.js";
import {
  ContactForm,
  type ContactTable,
  findTurned,
  findTurning,
  isTurning,
  measureArm,
  TurningKind,
} from "../../contact/index.js";
import { ContactMode } from "../../linalg/index.js";
import { vec3 } from "../../math/index.js";
import { bodySize, type RigidSystem } from "../../rigid/index.js";
import type { ActiveRows } from "../contact-state/index.js";
import { isLimit } from "../island/index.js";
import type { ActiveSetContext } from "./context.js";
import { turnedPart } from "./parameters.js";

const tangent = new Float64Array(6);
const arm = new Float64Array(6);

/** Sticking contacts between two bodies as a constraint on velocities. */
class StickRows implements Constraint {
  readonly name = "sticking contact";
  readonly binds = "velocities";
  readonly rows: number;
  readonly ends: readonly End[];
  private readonly contacts: ContactTable;
  private readonly list: Int32Array;
  /** Axis of the world that t₁ is perpendicular to. It stays, as rounding of a normal near two axes would else turn J. */
  private readonly axis: Uint8Array;

  /** All contacts of the list are between the same two bodies; `ends` are those of the rows of their normals. */
  constructor(contacts: ContactTable, list: readonly number[], ends: readonly End[]) {
    this.contacts = contacts;
    this.list = Int32Array.from(list);
    this.axis = Uint8Array.from(list, (c) => findAxis(contacts.normal, 3 * c));
    // spinning has one row
    this.rows = list.reduce((sum, c) => sum + (contacts.form[c] === ContactForm.spinning ? 1 : 2), 0);
    this.ends = ends;
  }

  evaluate(table: RowTable, c: number, { system }: Mechanism): void {
    const { contacts, list } = this;
    const { rowStart, drift } = table;
    const { belt, form } = contacts;
    let row = 0;
    for (let k = 0; k < list.length; k++) {
      const i = list[k];
      this.writeTangents(k);
      const count = form[i] === ContactForm.spinning ? 1 : 2;
      for (let t = 0; t < count; t++, row++) {
        drift[rowStart[c] + row] = vec3.dot(tangent, 3 * t, belt, 3 * i);
        for (let side = 0; side < 2; side++) this.writeBlock(table, c, row, i, t, side, system);
      }
    }
  }

  /** Writes t₁ and t₂ of entry k of the list; of spinning, its axis alone. */
  private writeTangents(k: number): void {
    const { contacts, list } = this;
    const { normal, form } = contacts;
    const i = list[k];
    const n = 3 * (isTurning(contacts, i) ? findTurned(contacts, i) : i);
    if (form[i] === ContactForm.spinning) {
      vec3.copy(tangent, 0, normal, n);
      return;
    }
    writeTangent(normal, n, this.axis[k]);
    vec3.cross(tangent, 3, normal, n, tangent, 0);
  }

  /** Writes the block of J of row `row` of constraint c on body A (side 0) or B (side 1): contact i along tangent t. */
  private writeBlock(
    { jacobian, valueStart, blockStart }: RowTable,
    c: number,
    row: number,
    i: number,
    t: number,
    side: number,
    system: RigidSystem,
  ): void {
    const { contacts } = this;
    const { point, bodyA, bodyB } = contacts;
    const { width, carrier } = this.ends[side];
    if (carrier === Carrier.world) return;
    const isTurn = isTurning(contacts, i);
    const o = valueStart[blockStart[c] + side] + width * row;
    const sign = side === 0 ? 1 : -1;
    for (let x = 0; x < 3; x++) jacobian[o + x] = isTurn ? 0 : sign * tangent[3 * t + x];
    if (width < 6) return;
    if (isTurn) {
      const scale = sign * measureArm(contacts, i);
      for (let x = 0; x < 3; x++) jacobian[o + 3 + x] = scale * tangent[3 * t + x];
      return;
    }
    vec3.subtract(arm, 0, point, 3 * i, system.state, bodySize * (side === 0 ? bodyA[i] : bodyB[i]));
    vec3.cross(arm, 3, arm, 0, tangent, 3 * t);
    for (let x = 0; x < 3; x++) jacobian[o + 3 + x] = sign * arm[3 + x];
  }
}

/** Returns the axis along which n[o …] has its smallest component. */
function findAxis(n: Float64Array, o: number): number {
  const [x, y, z] = [Math.abs(n[o]), Math.abs(n[o + 1]), Math.abs(n[o + 2])];
  return x <= y && x <= z ? 0 : y <= z ? 1 : 2;
}

/** Writes t₁ ← n × e, with e the axis. */
function writeTangent(n: Float64Array, o: number, axis: number): void {
  if (Math.abs(n[o + axis]) > turnedPart) {
    vec3.anyPerpendicular(tangent, 0, n, o);
    return;
  }
  const j = (axis + 1) % 3;
  const k = (axis + 2) % 3;
  tangent[axis] = 0;
  tangent[j] = n[o + k];
  tangent[k] = -n[o + j];
  vec3.normalize(tangent, 0, tangent, 0);
}

/** Returns the numbers of rolling and spinning at contact c in its table. */
function listTurning(contacts: ContactTable, c: number): number[] {
  return [TurningKind.rolling, TurningKind.spinning].map((kind) => findTurning(contacts, c, kind));
}

/** Returns the rows of sticking contacts and joint frictions, which keep them from drifting. */
export function listSticks(context: ActiveSetContext, active: readonly ActiveRows[]): Constraint[] {
  const { jointFriction } = context;
  const { contacts } = context.contactSet;
  const { cones, coneSolver } = context.solvers;
  const modes = new Map(Array.from(cones.list.subarray(0, cones.count), (c, k) => [c, k]));
  const stuckJoints = jointFriction.list.flatMap(({ friction }, j) => {
    const cone = cones.cone[cones.jointStart + j];
    return cones.count > cones.jointStart && coneSolver.result.mode[cone] !== ContactMode.slip ? [friction] : [];
  });
  const stuckContacts = active.flatMap(({ list, ends }) => {
    const turning =
      cones.jointStart > cones.contactCount ? Array.from(list).flatMap((c) => listTurning(contacts, c)) : [];
    const stuck = [...list, ...turning].filter((c) => {
      const cone = cones.cone[modes.get(c) as number];
      return cone >= 0 && coneSolver.result.mode[cone] !== ContactMode.slip;
    });
    return stuck.length === 0 ? [] : [new StickRows(contacts, stuck, ends)];
  });
  return [...stuckContacts, ...stuckJoints];
}

/**
 * Returns the rows that stop slips where micro-bounces are stopped. The impulse that stops a bounce of speed v lets friction take
 * μ v of the slip. Where a contact has jammed, the rows of sticking contacts are added.
 */
export function listStoppedSlips(
  context: ActiveSetContext,
  active: readonly ActiveRows[],
  low: readonly number[],
  hasJammed: boolean,
): Constraint[] {
  const { contacts } = context.contactSet;
  const { slip, rate, friction } = contacts;
  const sticks = hasJammed ? listSticks(context, active) : [];
  const caught = active.flatMap(({ list, ends }) => {
    let v = 0;
    for (const c of list) if (low.includes(c)) v = Math.max(v, rate[c]);
    const slow = Array.from(list).filter((c) => {
      const size = Math.sqrt(vec3.lengthSquared(slip, 3 * c));
      return !isLimit(contacts, c) && size > 0 && size <= friction[c] * v;
    });
    return slow.length === 0 ? [] : [new StickRows(contacts, slow, ends)];
  });
  return [...sticks, ...caught];
}
