/**
 * Wrenches on the parts of a generalized body or a linkage besides their weights: the mechanism has them as forces on u alone.
 *
 *   constraints    λ n and λ t of every row, at the point of its end
 *   placed forces  force and torque at the place
 */
import {
  type Constraint,
  type End,
  EndSlot,
  type EndSource,
  type Mechanism,
  type RowTable,
} from "../constrain/index.js";
import { vec3 } from "../math/index.js";
import type { PartEnd } from "./part.js";
import { PlacedForce } from "./placed-force.js";

/**
 * Returns force, N, and torque, N·m, on each part, about its origin (three numbers a part in `origins`), six numbers a part, world
 * axes, as of the last evaluation of the derivative, and in a world at its present time.
 */
export function collectWrenches(
  mechanism: Mechanism,
  source: EndSource,
  count: number,
  origins: Float64Array,
): Float64Array {
  const wrenches = new Float64Array(6 * count);
  const add = (end: PartEnd, scale: number, n: Float64Array, i: number, t: Float64Array, j: number) => {
    const o = 6 * end.part;
    const arm = new Float64Array(3);
    vec3.subtract(arm, 0, end.at, EndSlot.point, origins, 3 * end.part);
    vec3.cross(arm, 0, arm, 0, n, i);
    for (let x = 0; x < 3; x++) {
      wrenches[o + x] += scale * n[i + x];
      wrenches[o + 3 + x] += scale * (arm[x] + t[j + x]);
    }
  };
  mechanism.readForces();
  mechanism.evaluate();
  const { table, constraints } = mechanism;
  constraints.forEach((constraint, c) => {
    if (constraint.ends.some((end) => isOn(end, source))) record(mechanism, constraint, c, source, add);
  });
  // restore the rows
  if (table.rows > 0) mechanism.evaluate();
  for (const force of mechanism.forces) {
    if (!(force instanceof PlacedForce) || !isOn(force.end, source)) continue;
    force.end.locate(mechanism);
    add(force.end, 1, force.wrench, 0, force.wrench, 3);
  }
  return wrenches;
}

function isOn(end: End, source: EndSource): end is PartEnd {
  return "source" in end && end.source === source;
}

/** Evaluates a constraint once more, and reads the rows that it writes. */
function record(
  mechanism: Mechanism,
  constraint: Constraint,
  c: number,
  source: EndSource,
  add: (end: PartEnd, scale: number, n: Float64Array, i: number, t: Float64Array, j: number) => void,
): void {
  const { table } = mechanism;
  const onlooker = Object.create(table) as RowTable;
  onlooker.writeRow = (_c, e, k, n, i, t, j) => {
    table.writeRow(c, e, k, n, i, t, j);
    const end = constraint.ends[e];
    if (isOn(end, source)) add(end, table.lambda[table.rowStart[c] + k], n, i, t, j);
  };
  constraint.evaluate(onlooker, c, mechanism);
}
