/**
 * The problem of rim-stations.ts, and its equation as a polynomial in t = tan(ψ/2), on one half of the circle: cos ψ =
 * ±(1−t²)/(1+t²), sin ψ = ±2t/(1+t²). With h, h′, P and y·y quadratic in t, over 1 + t²,
 *
 *   Q = P − h h′ and ρ² = y·y − h²     quartic, over (1 + t²)²
 *
 * For a rim of radius R near one of radius r, r² Q² and ρ² P² are equal but for about R/r of them. So, with what is equal
 * taken off before anything is rounded,
 *
 *   r² Q² − ρ² P² = −(ρ² − r²) P² − r² h h′ (2P − h h′)
 */

/** The kinds of stationary points on a circle: see rim-stations.ts. */
export const StationKind = { line: 0, side: 1, rim: 2 } as const;
/**
 * The fields of the problem, filled by the caller: centre c (3), unit axis u of the circle (3), R, then o (3), w (3),
 * and r of `rim`, or sin γ and cos γ of `side`.
 */
export const Circle = {
  centre: 0,
  axis: 3,
  radius: 6,
  origin: 7,
  direction: 10,
  other: 13,
  sine: 14,
  cosine: 15,
} as const;
/** h, h′, P and y·y, and a zero. */
const quadratics = new Float64Array(15);
/** Q and ρ²; for a rim −h h′, ρ² − r² and P. */
const quartics = new Float64Array(15);

/** A search for stations on a circle: the problem, and what is found of it. */
export class RimProblem {
  /** The problem, filled by the caller: see `Circle`. */
  readonly circle: Float64Array = new Float64Array(16);
  /** e₁, e₂ and x = c − o, three numbers each. */
  readonly axes: Float64Array = new Float64Array(9);
  /** Coefficients of the polynomial in tan(ψ/2), lowest first. */
  readonly coefficients: Float64Array = new Float64Array(9);
  /** The real roots of that polynomial in [−1, 1]. */
  readonly roots: Float64Array = new Float64Array(16);
  /** The station placed last: see `StationField`. */
  readonly station: Float64Array = new Float64Array(10);
}

/** Writes the coefficients of the equation on one half of the circle, and returns the degree. */
export function writePolynomial(rim: RimProblem, kind: number, half: number): number {
  const { circle, axes, coefficients } = rim;
  const R = half * circle[Circle.radius];
  const x1 = R * (axes[6] * axes[0] + axes[7] * axes[1] + axes[8] * axes[2]);
  const x2 = R * (axes[6] * axes[3] + axes[7] * axes[4] + axes[8] * axes[5]);
  const xw =
    axes[6] * circle[Circle.direction] +
    axes[7] * circle[Circle.direction + 1] +
    axes[8] * circle[Circle.direction + 2];
  const w1 =
    R *
    (axes[0] * circle[Circle.direction] +
      axes[1] * circle[Circle.direction + 1] +
      axes[2] * circle[Circle.direction + 2]);
  const w2 =
    R *
    (axes[3] * circle[Circle.direction] +
      axes[4] * circle[Circle.direction + 1] +
      axes[5] * circle[Circle.direction + 2]);
  const isRim = kind === StationKind.rim;
  const r = isRim ? circle[Circle.other] : 0;
  // less r² for a rim
  const square = axes[6] * axes[6] + axes[7] * axes[7] + axes[8] * axes[8] - r * r + R * R;
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
  if (kind === StationKind.line) {
    for (let j = 0; j < 5; j++) coefficients[j] = quartics[j];
    return 4;
  }
  const l = isRim ? 6 : 3;
  const a = isRim ? r : circle[Circle.cosine];
  const b = isRim ? 1 : circle[Circle.sine];
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
