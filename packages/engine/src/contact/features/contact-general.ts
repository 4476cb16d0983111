/**
 * Contacts of curved features whose distance has no closed form here, as of a rim and an edge. The narrow phase finds the
 * contacts of the two shapes; the one with the same keys that is nearest to the former place is taken, or the nearest of all if
 * no keys are the same.
 *
 *   kind of the row     ṅ                        δ
 *   curved              ωB × n                   0, both points on B
 *   edgeEdge            of ±(ea × eb)/|ea × eb|  gap
 *
 * The curvature of the surfaces is added: gap-curvature.ts.
 *
 * Follows: Rigid Body Simulation, section 9.
 */
import {
  ContactBuffer,
  ContactKind,
  collideShapes,
  composeFrames,
  findContacts,
  type PairCache,
  PairResult,
  PairSlot,
  type Shape,
} from "../../collide/index.js";
import { vec3 } from "../../math/index.js";
import type { RigidSystem } from "../../rigid/index.js";
import { At, addCurvature, type ContactEvaluation, type ContactTable, type PartTable } from "../table/index.js";
import { turnCross } from "./contact-place.js";
import { narrowTolerance, wideTolerance } from "./parameters.js";

const frames = new Float64Array(24);
const result = new PairResult();
const buffer = new ContactBuffer();
const edges = new Float64Array(9);
/** Shift by which A was brought nearer (0), and its length (3), m. */
const apart = new Float64Array(4);
/** The row of the buffer that is the contact. */
const found = { row: 0 };

/** Writes `at`, but for ṅ and the bending. */
export function measureGeneral(table: ContactTable, c: number, parts: PartTable, cache: PairCache): void {
  const { evaluation } = table;
  const { pose } = evaluation;
  const pA = table.partA[c];
  const pB = table.partB[c];
  const slot = table.pair[c];
  const shapeA = parts.shapes[pA] as Shape;
  const shapeB = parts.shapes[pB] as Shape;
  composeFrames(frames, 0, pose, 0, parts.local, 12 * pA);
  composeFrames(frames, 12, pose, 12, parts.local, 12 * pB);
  collideShapes(result, shapeA, frames, 0, shapeB, frames, 12, cache, slot, narrowTolerance);
  // features can be distinguished where the shapes touch: A is moved there
  const far = result.values[PairSlot.gap] > narrowTolerance ? result.values[PairSlot.gap] : 0;
  for (let k = 0; k < 3; k++) apart[k] = far * result.values[PairSlot.normal + k];
  apart[3] = far;
  buffer.clear();
  vec3.subtract(frames, 0, frames, 0, apart, 0);
  if (far > 0) collideShapes(result, shapeA, frames, 0, shapeB, frames, 12, cache, slot, narrowTolerance);
  // also where something else has gone in deeper than this contact; a number worked out for a call is boxed
  const depth = -result.values[PairSlot.gap];
  if (depth <= narrowTolerance)
    findContacts(buffer, result, shapeA, frames, 0, shapeB, frames, 12, cache, slot, wideTolerance);
  else findContacts(buffer, result, shapeA, frames, 0, shapeB, frames, 12, cache, slot, narrowTolerance + 2 * depth);
  if (buffer.count === 0) addResult(table, c);
  found.row = findRow(table, c);
  takeRow(evaluation, found.row);
}

/** Adds a row from the result of the narrow phase where that has no contacts. */
function addResult(table: ContactTable, c: number): void {
  const row = buffer.add();
  buffer.kind[row] = ContactKind.vertexFace;
  buffer.gap[row] = result.values[PairSlot.gap];
  buffer.keyA[row] = table.keyA[c];
  buffer.keyB[row] = table.keyB[c];
  vec3.copy(buffer.normal, 3 * row, result.values, PairSlot.normal);
  vec3.lerp(buffer.point, 3 * row, result.values, PairSlot.pointA, result.values, PairSlot.pointB, 0.5);
}

/** The row with the same keys, or any if there is none: of several, as a rim has on an edge, the nearest. */
function findRow(table: ContactTable, c: number): number {
  let nearest = 0;
  let least = Infinity;
  let isSame = false;
  for (let row = 0; row < buffer.count; row++) {
    const has = buffer.keyA[row] === table.keyA[c] && buffer.keyB[row] === table.keyB[c];
    if (isSame && !has) continue;
    const x = buffer.point[3 * row] - table.point[3 * c];
    const y = buffer.point[3 * row + 1] - table.point[3 * c + 1];
    const z = buffer.point[3 * row + 2] - table.point[3 * c + 2];
    const square = x * x + y * y + z * z;
    if (has === isSame && !(square < least)) continue;
    isSame = has;
    least = square;
    nearest = row;
  }
  return nearest;
}

/** Writes the row to `at`, with A back where it is. */
function takeRow(evaluation: ContactEvaluation, row: number): void {
  const { at } = evaluation;
  const gap = buffer.gap[row] + apart[3];
  buffer.gap[row] = gap;
  for (let k = 0; k < 3; k++) buffer.point[3 * row + k] += 0.5 * apart[k];
  const isCurved = buffer.kind[row] === ContactKind.curved;
  vec3.copy(at, At.normal, buffer.normal, 3 * row);
  vec3.copy(at, At.middle, buffer.point, 3 * row);
  at[At.gap] = gap;
  at[At.delta] = isCurved ? 0 : gap;
  for (let k = 0; k < 3; k++) {
    const half = 0.5 * gap * at[k];
    at[At.pointB + k] = at[At.middle + k] - half;
    at[At.pointA + k] = isCurved ? at[At.pointB + k] : at[At.middle + k] + half;
  }
}

/** Writes ṅ and the bending. */
export function turnGeneral(table: ContactTable, c: number, system: RigidSystem): void {
  const { evaluation } = table;
  const { at, motion } = evaluation;
  const row = found.row;
  const kind = buffer.kind[row];
  if (kind === ContactKind.edgeEdge) {
    vec3.copy(edges, 0, buffer.edgeA, 3 * row);
    vec3.copy(edges, 3, buffer.edgeB, 3 * row);
    vec3.cross(edges, 6, edges, 0, edges, 3);
    turnCross(evaluation, edges);
  } else {
    vec3.cross(at, At.turn, motion, kind === ContactKind.faceVertex ? 3 : 9, at, At.normal);
  }
  addCurvature(at, At.bend, system, table.bodyA[c], table.bodyB[c], buffer, row, at, At.velocity);
}
