/** Rows of a ContactBuffer, copied and turned. */
import { vec3 } from "../../math/index.js";
import { type ContactBuffer, ContactKind } from "./contact-buffer.js";

/** Copies contact `from` of a buffer to contact `to`. */
export function copyContact(buffer: ContactBuffer, to: number, from: number): void {
  vec3.copy(buffer.point, 3 * to, buffer.point, 3 * from);
  vec3.copy(buffer.normal, 3 * to, buffer.normal, 3 * from);
  vec3.copy(buffer.edgeA, 3 * to, buffer.edgeA, 3 * from);
  vec3.copy(buffer.edgeB, 3 * to, buffer.edgeB, 3 * from);
  vec3.copy(buffer.tangent, 3 * to, buffer.tangent, 3 * from);
  for (let k = 0; k < 6; k++) buffer.curvature[6 * to + k] = buffer.curvature[6 * from + k];
  buffer.gap[to] = buffer.gap[from];
  buffer.kind[to] = buffer.kind[from];
  buffer.keyA[to] = buffer.keyA[from];
  buffer.keyB[to] = buffer.keyB[from];
}

/** Transforms a contact from the frame at frames[f …] to the world. */
export function placeContact(buffer: ContactBuffer, row: number, frames: Float64Array, f: number): void {
  rotateVector(buffer.point, 3 * row, frames, f);
  rotateVector(buffer.normal, 3 * row, frames, f);
  rotateVector(buffer.edgeA, 3 * row, frames, f);
  rotateVector(buffer.edgeB, 3 * row, frames, f);
  rotateVector(buffer.tangent, 3 * row, frames, f);
  vec3.add(buffer.point, 3 * row, buffer.point, 3 * row, frames, f);
}

/** Rotates the vector at v[i …] in place: v ← R v, R of the frame at frames[f …]. */
export function rotateVector(v: Float64Array, i: number, frames: Float64Array, f: number): void {
  const x = v[i];
  const y = v[i + 1];
  const z = v[i + 2];
  for (let r = 0; r < 3; r++) {
    const m = f + 3 + 3 * r;
    v[i + r] = frames[m] * x + frames[m + 1] * y + frames[m + 2] * z;
  }
}

/**
 * Exchanges A and B of a contact. The second tangent, n × t, turns round with n, and the mixed entries of both
 * curvatures with it.
 */
export function swapContact(buffer: ContactBuffer, row: number): void {
  const { normal, edgeA, edgeB, curvature, kind, keyA, keyB } = buffer;
  for (let k = 3 * row; k < 3 * row + 3; k++) {
    normal[k] = -normal[k];
    const edge = edgeA[k];
    edgeA[k] = edgeB[k];
    edgeB[k] = edge;
  }
  for (let k = 6 * row; k < 6 * row + 3; k++) {
    const K = curvature[k];
    curvature[k] = curvature[k + 3];
    curvature[k + 3] = K;
  }
  curvature[6 * row + 1] = -curvature[6 * row + 1];
  curvature[6 * row + 4] = -curvature[6 * row + 4];
  const key = keyA[row];
  keyA[row] = keyB[row];
  keyB[row] = key;
  if (kind[row] === ContactKind.vertexFace) kind[row] = ContactKind.faceVertex;
  else if (kind[row] === ContactKind.faceVertex) kind[row] = ContactKind.vertexFace;
}
