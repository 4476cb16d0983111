/** Tolerances, limits and fractions of contact/impact-law. */

/** Rounding of the work W of impulses, as a part of Σ jᵢ (|vᵢ⁻| + |vᵢ⁺|). */
export const rateRounding = 1e-13;

/** Rounding of the work W of impulses, as a part of Σ jᵢ times the sum of the parts of vᵢ: some units in the last place. */
export const partRounding = 4e-15;

/** Relative difference of two approaches below which they are equally fast and the contacts are struck at once. */
export const tie = 1e-9;

/** Relative error of the motion up to which impulses of least norm are taken; else those of the solver are kept. */
export const leastNormTolerance = 1e-10;

/** Part of Σ|uᵢ cᵢ| that −u·c must exceed for u to prove that a problem has no solution. */
export const proofTolerance = 1e-6;

/** Slack, as a part of the largest rate, with which a problem on the edge of having a solution is tried again first. */
export const firstSlack = 1e-12;

/** Largest slack, as a part of the largest rate, with which such a problem is tried again. */
export const lastSlack = 1e-8;

/** Rounds of the simultaneous law before a last one without restitution. Empirical; not derived. */
export const maxRounds = 10;

/** Part of the largest rate to which rates are known: no threshold is below. */
export const rateTolerance = 1e-11;

/** Part of the largest rate below which the rates of joints count as zero. */
export const jointTolerance = 1e-14;

/** Difference of a blend from 1 up to which it is rounding, and not reported. */
export const blendTolerance = 1e-9;
