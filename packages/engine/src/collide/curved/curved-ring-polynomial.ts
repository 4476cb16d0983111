/**
 * The problem of curved-ring.ts, and its equation as a polynomial in t = tan(ψ/2), on one half of the circle: cos ψ =
 * ±(1−t²)/(1+t²), sin ψ = ±2t/(1+t²). With h, h′, P and y·y quadratic in t, over 1 + t²,
 *
 *   Q = P − h h′ and ρ² = y·y − h²     quartic, over (1 + t²)²
 *
 * For a rim of radius R near one of radius r, r² Q² and ρ² P² are equal but for about R/r of them. So, with what is equal
 * taken off before anything is rounded,
 *
 *   r² Q² − ρ² P² = −(ρ² − r²) P² − r² h h′ (2P − h h′)
 */
import { coefficients } from "./curved-roots.js";

export const Station = { line: 0, side: 1, rim: 2 } as const;

/**
 * The problem, filled by the caller: centre c (3), unit axis u of the circle (3), R, then o (3), w (3), and r of `rim`, or
 * sin γ and cos γ of `side`.
 */
export const ring = new Float64Array(16);
export const Ring = {
  centre: 0,
  axis: 3,
  radius: 6,
  origin: 7,
  direction: 10,
  other: 13,
  sine: 14,
  cosine: 15,
} as const;

/** e₁, e₂, x (3 each). */
export const frame = new Float64Array(9);
/** h, h′, P and y·y, and a zero. */
const quadratics = new Float64Array(15);
/** Q and ρ²; for a rim −h h′, ρ² − r² and P. */
const quartics = new Float64Array(15);

/** Coefficients of the equation on one half of the circle; returns the degree. */
export function writePolynomial(kind: number, half: number): number {
  const R = half * ring[Ring.radius];
  const x1 = R * (frame[6] * frame[0] + frame[7] * frame[1] + frame[8] * frame[2]);
  const x2 = R * (frame[6] * frame[3] + frame[7] * frame[4] + frame[8] * frame[5]);
  const xw =
    frame[6] * ring[Ring.direction] + frame[7] * ring[Ring.direction + 1] + frame[8] * ring[Ring.direction + 2];
  const w1 =
    R * (frame[0] * ring[Ring.direction] + frame[1] * ring[Ring.direction + 1] + frame[2] * ring[Ring.direction + 2]);
  const w2 =
    R * (frame[3] * ring[Ring.direction] + frame[4] * ring[Ring.direction + 1] + frame[5] * ring[Ring.direction + 2]);
  const isRim = kind === Station.rim;
  const r = isRim ? ring[Ring.other] : 0;
  // less r² for a rim
  const square = frame[6] * frame[6] + frame[7] * frame[7] + frame[8] * frame[8] - r * r + R * R;
  // h, h′, P and y·y or y·y − r², each times 1 + t²
  const q = quadratics;
  q[0] = xw + w1;
  q[1] = 2 * w2;
  q[2] = xw - w1;
  q[3] = w2;
  q[4] = -2 * w1;
  q[5] = -w2;
  q[6] = x2;
  q[7] = -2 * x1;
  q[8] = -x2;
  q[9] = square + 2 * x1;
  q[10] = 4 * x2;
  q[11] = square - 2 * x1;
  // Q = P (1 + t²) − h h′, or without P, and ρ² = y·y (1 + t²) − h²
  multiplyQuadratics(0, isRim ? 12 : 6, 0, 3);
  multiplyQuadratics(5, 9, 0, 0);
  coefficients.fill(0);
  if (kind === Station.line) {
    for (let j = 0; j < 5; j++) coefficients[j] = quartics[j];
    return 4;
  }
  const l = isRim ? 6 : 3;
  const a = isRim ? r : ring[Ring.cosine];
  const b = isRim ? 1 : ring[Ring.sine];
  // P (1 + t²)
  if (isRim) multiplyQuadratics(10, 6, 12, 12);
  for (let i = 0; i < 5; i++) {
    for (let j = 0; j < 5; j++) {
      const other = isRim ? quartics[j] + 2 * quartics[10 + j] : quartics[j];
      coefficients[i + j] += a * quartics[i] * (a * other);
    }
  }
  // (b l)²: a quartic
  const l0 = b * q[l];
  const l1 = b * q[l + 1];
  const l2 = b * q[l + 2];
  for (let j = 0; j < 5; j++) {
    const rho = quartics[5 + j];
    coefficients[j] -= rho * l0 * l0;
    coefficients[j + 1] -= rho * 2 * l0 * l1;
    coefficients[j + 2] -= rho * (l1 * l1 + 2 * l0 * l2);
    coefficients[j + 3] -= rho * 2 * l1 * l2;
    coefficients[j + 4] -= rho * l2 * l2;
  }
  return 8;
}

/** quartics[o …] ← q[i] (1 + t²) − q[j] q[k]. */
function multiplyQuadratics(o: number, i: number, j: number, k: number): void {
  const q = quadratics;
  quartics[o] = q[i] - q[j] * q[k];
  quartics[o + 1] = q[i + 1] - (q[j] * q[k + 1] + q[j + 1] * q[k]);
  quartics[o + 2] = q[i] + q[i + 2] - (q[j] * q[k + 2] + q[j + 1] * q[k + 1] + q[j + 2] * q[k]);
  quartics[o + 3] = q[i + 1] - (q[j + 1] * q[k + 2] + q[j + 2] * q[k + 1]);
  quartics[o + 4] = q[i + 2] - q[j + 2] * q[k + 2];
}
