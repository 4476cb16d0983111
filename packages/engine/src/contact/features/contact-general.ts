/**
 * Contacts of curved features whose distance has no closed form here, as of a rim and an edge: the narrow phase finds the
 * contacts of the two shapes, and the one with the same keys that is nearest to where this was is this; if there is none,
 * the nearest of all.
 *
 *   kind of the row     ṅ                        δ
 *   curved              ωB × n                   0, both points on B
 *   edgeEdge            of ±(ea × eb)/|ea × eb|  gap
 *
 * What bends comes on top: gap-curvature.ts.
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
import { addCurvature, type ContactTable, type PartTable } from "../table/index.js";
import { At, at, motion, pose, turnCross } from "./contact-place.js";

/** What counts as touching, m. */
const slack = 1e-7;
const wide = 3e-7;

const frames = new Float64Array(24);
const result = new PairResult();
const buffer = new ContactBuffer();
const edges = new Float64Array(9);
/** By how much A was brought nearer, and how far. */
const apart = new Float64Array(4);
/** The row of the buffer that is the contact. */
const found = { row: 0 };

/** Writes `at`, but for ṅ and the bending. */
export function measureGeneral(table: ContactTable, c: number, parts: PartTable, cache: PairCache): void {
  const pA = table.partA[c];
  const pB = table.partB[c];
  const slot = table.pair[c];
  const shapeA = parts.shapes[pA] as Shape;
  const shapeB = parts.shapes[pB] as Shape;
  composeFrames(frames, 0, pose, 0, parts.local, 12 * pA);
  composeFrames(frames, 12, pose, 12, parts.local, 12 * pB);
  collideShapes(result, shapeA, frames, 0, shapeB, frames, 12, cache, slot, slack);
  // features are told apart where the shapes touch: A is brought there
  const far = result.values[PairSlot.gap] > slack ? result.values[PairSlot.gap] : 0;
  for (let k = 0; k < 3; k++) apart[k] = far * result.values[PairSlot.normal + k];
  apart[3] = far;
  buffer.clear();
  vec3.subtract(frames, 0, frames, 0, apart, 0);
  if (far > 0) collideShapes(result, shapeA, frames, 0, shapeB, frames, 12, cache, slot, slack);
  // also where something else has gone in deeper than this contact; a number worked out for a call is boxed
  const depth = -result.values[PairSlot.gap];
  if (depth <= slack) findContacts(buffer, result, shapeA, frames, 0, shapeB, frames, 12, cache, slot, wide);
  else findContacts(buffer, result, shapeA, frames, 0, shapeB, frames, 12, cache, slot, slack + 2 * depth);
  if (buffer.count === 0) addResult(table, c);
  found.row = findRow(table, c);
  takeRow(found.row);
}

/** Where the narrow phase has no contacts, what it measured. */
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
function takeRow(row: number): void {
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

/** ṅ and what bending adds. */
export function turnGeneral(table: ContactTable, c: number, system: RigidSystem): void {
  const row = found.row;
  const kind = buffer.kind[row];
  if (kind === ContactKind.edgeEdge) {
    vec3.copy(edges, 0, buffer.edgeA, 3 * row);
    vec3.copy(edges, 3, buffer.edgeB, 3 * row);
    vec3.cross(edges, 6, edges, 0, edges, 3);
    turnCross(edges);
  } else {
    vec3.cross(at, At.turn, motion, kind === ContactKind.faceVertex ? 3 : 9, at, At.normal);
  }
  addCurvature(at, At.bend, system, table.bodyA[c], table.bodyB[c], buffer, row, at, At.velocity);
}
