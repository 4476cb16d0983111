/**
 * A lower bound of the gap within a step Δ, from its values at both ends: along a direction n each n·(a − b), a a point of A and b
 * one of B, leaves its chord by no more than its second derivative allows, and so does the least of them.
 *
 *   gap ≥ (1 − ξ) s₀ + ξ s₁ − ½ α' Δ² ξ (1 − ξ),   0 ≤ ξ ≤ 1
 *   α' = α + 2νV + ν²D                              n turns evenly at ν; V, α bound speed and acceleration of the points
 *                                                  relative to each other, D their distance
 */

/**
 * Slots of the bound of a step, in an array so that no number is boxed: s₀ and s₁ at its ends, q, and the least
 * between.
 */
export const Span = { s0: 0, s1: 1, q: 2, least: 3, size: 4 } as const;

/** Writes the least of (1 − ξ) s₀ + ξ s₁ − q ξ (1 − ξ), 0 ≤ ξ ≤ 1, with q = ½ α' Δ². */
export function findLeastBetween(span: Float64Array): void {
  const s0 = span[Span.s0];
  const s1 = span[Span.s1];
  const q = span[Span.q];
  const d = s1 - s0;
  span[Span.least] = Math.min(s0, s1);
  if (!(q > Math.abs(d))) return;
  const xi = 0.5 - d / (2 * q);
  span[Span.least] = s0 + d * xi - q * xi * (1 - xi);
}

/**
 * Returns a bound, not less than the angle between two directions whose tips are `chord` apart, 2 sin(angle/2), up to
 * a chord of 1, rad.
 */
export function boundAngle(chord: number): number {
  return chord * (1 + 0.1 * chord * chord);
}
