/**
 * Contacts that stick, as a constraint on velocities: two rows each, u = 0 along t₁ and t₂. They keep what sticks from
 * creeping; its forces are found with those of all contacts (friction-flow.ts).
 */
import { Carrier, type Constraint, type End, type Mechanism, type RowTable } from "../constrain/index.js";
import type { ContactTable } from "../contact/index.js";
import { vec3 } from "../math/index.js";
import { bodySize } from "../rigid/index.js";

const tangent = new Float64Array(6);
const arm = new Float64Array(6);

export class StickRows implements Constraint {
  readonly name = "contact that sticks";
  readonly binds = "velocities";
  readonly rows: number;
  readonly ends: readonly End[];
  private readonly contacts: ContactTable;
  private readonly list: Int32Array;

  /** All of the list are between the same two; `ends` are those of the rows of their normals. */
  constructor(contacts: ContactTable, list: readonly number[], ends: readonly End[]) {
    this.contacts = contacts;
    this.list = Int32Array.from(list);
    this.rows = 2 * list.length;
    this.ends = ends;
  }

  evaluate(table: RowTable, c: number, { system }: Mechanism): void {
    const { contacts, list, ends } = this;
    const { jacobian, valueStart, blockStart, rowStart, drift } = table;
    const { normal, point, belt, bodyA, bodyB } = contacts;
    for (let k = 0; k < list.length; k++) {
      const i = list[k];
      vec3.anyPerpendicular(tangent, 0, normal, 3 * i);
      vec3.cross(tangent, 3, normal, 3 * i, tangent, 0);
      for (let t = 0; t < 2; t++) {
        const row = 2 * k + t;
        drift[rowStart[c] + row] = vec3.dot(tangent, 3 * t, belt, 3 * i);
        for (let side = 0; side < 2; side++) {
          const { width, carrier } = ends[side];
          const o = valueStart[blockStart[c] + side] + width * row;
          if (carrier === Carrier.world) continue;
          const sign = side === 0 ? 1 : -1;
          for (let x = 0; x < 3; x++) jacobian[o + x] = sign * tangent[3 * t + x];
          if (width < 6) continue;
          vec3.subtract(arm, 0, point, 3 * i, system.state, bodySize * (side === 0 ? bodyA[i] : bodyB[i]));
          vec3.cross(arm, 3, arm, 0, tangent, 3 * t);
          for (let x = 0; x < 3; x++) jacobian[o + 3 + x] = sign * arm[3 + x];
        }
      }
    }
  }
}
