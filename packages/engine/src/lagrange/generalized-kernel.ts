/**
 * Motion of links from the tape of q(u), and the matrix and the forces of (13).
 *
 *   ω = 2 vec(q̇ q*)/|q|²,   α = 2 vec(q̈ q*)/|q|² − 2 (q·q̇)/|q|² ω         q the quaternion of a link, of any length
 *   M_jk = m c_j·c_k + w_j·I w_k                                          c, w   columns of J of the centre and the rotation
 *   Q_k = −p_k·F − w_k·τ                                                  p      columns of J of the origin
 *
 * Follows: Constrained Dynamics, section 5.
 */
import { mat3, quat } from "../math/index.js";
import { type PartMotion, writeInertialWrench } from "./inertial-wrench.js";
import type { MovingParts } from "./moving-parts.js";

/** The points and links of a generalized body, with the rows of J for each. */
export interface GeneralizedParts extends PartMotion, MovingParts {
  /** Number of coordinates u, the clock counted if there is one. */
  readonly width: number;
  /** Number of coordinates u without the clock. */
  readonly free: number;
  /** Flags of the parts: 1 for a link, which rotates, 0 for a point. */
  readonly turns: Uint8Array;
  /** Rows of J for the origin p of each part: 3·width numbers a part. */
  readonly pointJacobian: Float64Array;
  /** Rows of J for the rotation of each part, those of ω: 3·width numbers a part. */
  readonly turnJacobian: Float64Array;
}

const q = new Float64Array(4);
const r = new Float64Array(3);
const I = new Float64Array(9);
const wrench = new Float64Array(6);

/** Writes R, ω and α of link i from its quaternion and the two derivatives of that, at jet[o], `outputs` numbers apart. */
export function deriveLink(body: GeneralizedParts, i: number, jet: Float64Array, o: number, outputs: number): void {
  const { rotation, angularVelocity: omega, angularAcceleration: alpha } = body;
  quat.normalize(q, 0, jet, o);
  quat.toMatrix(rotation, 9 * i, q, 0);
  const d = o + outputs;
  writeTurn(omega, 3 * i, jet, o, jet, d, 1);
  writeTurn(alpha, 3 * i, jet, o, jet, d + outputs, 1);
  let square = 0;
  let product = 0;
  for (let k = 0; k < 4; k++) {
    square += jet[o + k] * jet[o + k];
    product += jet[o + k] * jet[d + k];
  }
  const fall = (2 * product) / square;
  for (let k = 0; k < 3; k++) alpha[3 * i + k] -= fall * omega[3 * i + k];
}

/** Writes 2 vec(ṗ q*)/|q|² for q at q[i] and ṗ at d[j], its four numbers `stride` apart. */
function writeTurn(
  out: Float64Array,
  o: number,
  q: Float64Array,
  i: number,
  d: Float64Array,
  j: number,
  stride: number,
): void {
  const x = q[i];
  const y = q[i + 1];
  const z = q[i + 2];
  const w = q[i + 3];
  const dx = d[j];
  const dy = d[j + stride];
  const dz = d[j + 2 * stride];
  const dw = d[j + 3 * stride];
  const scale = 2 / (x * x + y * y + z * z + w * w);
  out[o] = scale * (w * dx - dw * x - (dy * z - dz * y));
  out[o + 1] = scale * (w * dy - dw * y - (dz * x - dx * z));
  out[o + 2] = scale * (w * dz - dw * z - (dx * y - dy * x));
}

/** Writes the rows of J for the rotation of link i, from those of its quaternion at `jacobian[from]`. */
export function writeLinkJacobian(
  body: GeneralizedParts,
  i: number,
  jet: Float64Array,
  o: number,
  jacobian: Float64Array,
  from: number,
): void {
  const { width, turnJacobian: W } = body;
  for (let k = 0; k < width; k++) {
    writeTurn(r, 0, jet, o, jacobian, from + k, width);
    for (let x = 0; x < 3; x++) W[(3 * i + x) * width + k] = r[x];
  }
}

/** Adds the share of part i in JᵀMJ; `work` has room for six numbers a coordinate. */
export function addMassMatrix(matrix: Float64Array, body: GeneralizedParts, i: number, work: Float64Array): void {
  const { free, width, mass, center, rotation, turns, pointJacobian: P, turnJacobian: W } = body;
  const m = mass[i];
  const row = 3 * i * width;
  const isLink = turns[i] === 1;
  if (isLink) {
    mat3.transformVector(r, 0, rotation, 9 * i, center, 3 * i);
    mat3.rotateSymmetric(I, 0, rotation, 9 * i, body.inertia, 9 * i);
  }
  // columns of J of the centre of mass, and I times those of the rotation
  for (let k = 0; k < free; k++) {
    let cx = P[row + k];
    let cy = P[row + width + k];
    let cz = P[row + 2 * width + k];
    if (isLink) {
      const x = W[row + k];
      const y = W[row + width + k];
      const z = W[row + 2 * width + k];
      cx += y * r[2] - z * r[1];
      cy += z * r[0] - x * r[2];
      cz += x * r[1] - y * r[0];
      work[6 * k + 3] = I[0] * x + I[1] * y + I[2] * z;
      work[6 * k + 4] = I[3] * x + I[4] * y + I[5] * z;
      work[6 * k + 5] = I[6] * x + I[7] * y + I[8] * z;
    }
    work[6 * k] = cx;
    work[6 * k + 1] = cy;
    work[6 * k + 2] = cz;
  }
  for (let j = 0; j < free; j++) {
    for (let k = 0; k <= j; k++) {
      let sum = m * (work[6 * j] * work[6 * k] + work[6 * j + 1] * work[6 * k + 1] + work[6 * j + 2] * work[6 * k + 2]);
      if (isLink) {
        for (let x = 0; x < 3; x++) sum += W[row + x * width + j] * work[6 * k + 3 + x];
      }
      matrix[j * free + k] += sum;
      if (k !== j) matrix[k * free + j] += sum;
    }
  }
}

/** Adds −Jᵀ(M J̇u̇ − weight) of part i; no force moves the clock. */
export function addInertialForces(force: Float64Array, body: GeneralizedParts, i: number): void {
  const { free, width, turns, pointJacobian: P, turnJacobian: W } = body;
  writeInertialWrench(wrench, 0, body, i);
  const row = 3 * i * width;
  for (let k = 0; k < free; k++) {
    let sum = 0;
    for (let x = 0; x < 3; x++) {
      sum += P[row + x * width + k] * wrench[x];
      if (turns[i] === 1) sum += W[row + x * width + k] * wrench[3 + x];
    }
    force[k] -= sum;
  }
}
