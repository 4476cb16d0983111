/**
 * Contacts that stick, as a constraint on velocities: two rows each, u = 0 along t₁ and t₂. They keep what sticks from
 * creeping; its forces are found with those of all contacts (friction-flow.ts).
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
import { ConeMode } from "../../linalg/index.js";
import { vec3 } from "../../math/index.js";
import { bodySize } from "../../rigid/index.js";
import type { ActiveRows } from "../contact-state/index.js";
import { isLimit } from "../island/index.js";
import type { ActiveSetContext } from "./context.js";

const tangent = new Float64Array(6);
const arm = new Float64Array(6);
/** A normal this near to the axis that t₁ is perpendicular to has turned: t₁ is chosen anew. */
const turned = 0.9;

class StickRows implements Constraint {
  readonly name = "contact that sticks";
  readonly binds = "velocities";
  readonly rows: number;
  readonly ends: readonly End[];
  private readonly contacts: ContactTable;
  private readonly list: Int32Array;
  /** The axis of the world that t₁ is perpendicular to, for good: else rounding, of a normal along another, would turn J. */
  private readonly axis: Uint8Array;

  /** All of the list are between the same two; `ends` are those of the rows of their normals. */
  constructor(contacts: ContactTable, list: readonly number[], ends: readonly End[]) {
    this.contacts = contacts;
    this.list = Int32Array.from(list);
    this.axis = Uint8Array.from(list, (c) => findAxis(contacts.normal, 3 * c));
    // what spins has one row
    this.rows = list.reduce((sum, c) => sum + (contacts.form[c] === ContactForm.spinning ? 1 : 2), 0);
    this.ends = ends;
  }

  evaluate(table: RowTable, c: number, { system }: Mechanism): void {
    const { contacts, list, ends } = this;
    const { jacobian, valueStart, blockStart, rowStart, drift } = table;
    const { normal, point, belt, bodyA, bodyB, form } = contacts;
    let row = 0;
    for (let k = 0; k < list.length; k++) {
      const i = list[k];
      const isSpin = form[i] === ContactForm.spinning;
      const isTurn = isTurning(contacts, i);
      const n = 3 * (isTurn ? findTurned(contacts, i) : i);
      if (isSpin) vec3.copy(tangent, 0, normal, n);
      else {
        writeTangent(normal, n, this.axis[k]);
        vec3.cross(tangent, 3, normal, n, tangent, 0);
      }
      for (let t = 0; t < (isSpin ? 1 : 2); t++, row++) {
        drift[rowStart[c] + row] = vec3.dot(tangent, 3 * t, belt, 3 * i);
        for (let side = 0; side < 2; side++) {
          const { width, carrier } = ends[side];
          const o = valueStart[blockStart[c] + side] + width * row;
          if (carrier === Carrier.world) continue;
          const sign = side === 0 ? 1 : -1;
          for (let x = 0; x < 3; x++) jacobian[o + x] = isTurn ? 0 : sign * tangent[3 * t + x];
          if (width < 6) continue;
          if (isTurn) {
            const scale = sign * measureArm(contacts, i);
            for (let x = 0; x < 3; x++) jacobian[o + 3 + x] = scale * tangent[3 * t + x];
            continue;
          }
          vec3.subtract(arm, 0, point, 3 * i, system.state, bodySize * (side === 0 ? bodyA[i] : bodyB[i]));
          vec3.cross(arm, 3, arm, 0, tangent, 3 * t);
          for (let x = 0; x < 3; x++) jacobian[o + 3 + x] = sign * arm[3 + x];
        }
      }
    }
  }
}

/** The axis along which n[o …] has least. */
function findAxis(n: Float64Array, o: number): number {
  const [x, y, z] = [Math.abs(n[o]), Math.abs(n[o + 1]), Math.abs(n[o + 2])];
  return x <= y && x <= z ? 0 : y <= z ? 1 : 2;
}

/** t₁ ← n × e, e the axis. */
function writeTangent(n: Float64Array, o: number, axis: number): void {
  if (Math.abs(n[o + axis]) > turned) {
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

/** What resists turning at contact c, by number in its table. */
function listTurning(contacts: ContactTable, c: number): number[] {
  return [TurningKind.rolling, TurningKind.spinning].map((kind) => findTurning(contacts, c, kind));
}

/** Rows that keep what sticks from creeping. */
export function listSticks(context: ActiveSetContext, held: readonly ActiveRows[]): Constraint[] {
  const { jointFriction } = context;
  const { contacts } = context.contactSet;
  const { cones, coneSolver } = context.solvers;
  const modes = new Map(Array.from(cones.list.subarray(0, cones.count), (c, k) => [c, k]));
  const stuckJoints = jointFriction.list.flatMap(({ friction }, j) => {
    const cone = cones.cone[cones.jointStart + j];
    return cones.count > cones.jointStart && coneSolver.result.mode[cone] !== ConeMode.slip ? [friction] : [];
  });
  const stuckContacts = held.flatMap(({ list, ends }) => {
    const turning =
      cones.jointStart > cones.contactCount ? Array.from(list).flatMap((c) => listTurning(contacts, c)) : [];
    const stuck = [...list, ...turning].filter((c) => {
      const cone = cones.cone[modes.get(c) as number];
      return cone >= 0 && coneSolver.result.mode[cone] !== ConeMode.slip;
    });
    return stuck.length === 0 ? [] : [new StickRows(contacts, stuck, ends)];
  });
  return [...stuckContacts, ...stuckJoints];
}

/**
 * Rows that stop what slides where hops are ended. What hops at a speed v is pressed by as much as takes that away, on and on:
 * friction takes μ v of the slip meanwhile. Where something has jammed, also what sticks.
 */
export function listCaught(
  context: ActiveSetContext,
  held: readonly ActiveRows[],
  low: readonly number[],
  hasJammed: boolean,
): Constraint[] {
  const { contacts } = context.contactSet;
  const { slip, rate, friction } = contacts;
  const sticks = hasJammed ? listSticks(context, held) : [];
  const caught = held.flatMap(({ list, ends }) => {
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
