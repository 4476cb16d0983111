/**
 * The tuning constants of the complementarity solvers. All are pure numbers: ratios of quantities of the problem itself, or counts.
 * The scale is max |J y⁰ + c|, the size of the data; the noise of a row is |Jᵢ| (|y⁰| + |J|ᵀ|f|) + |cᵢ| (row-products.ts).
 */

// tolerances of rows

/** Part of the scale that an acceleration may be wrong by, 0 … 1: some 500 ulp, the rounding of a long sum of like terms. */
export const scaleTolerance = 1e-13;
/** Part of the noise of its row that an acceleration may be wrong by, 0 … 1: some 100 ulp. */
export const noiseTolerance = 2e-14;
/**
 * Part of the scale that the noise of large forces excuses at most, 0 … 1. Forces may grow without bound where there is no
 * solution; theirs never excuses more than this.
 */
export const noiseLimit = 1e-7;
/** Multiple of its tolerance by which a row of an accepted solution may be off, ≥ 1. Empirical; not derived. */
export const acceptedTolerances = 10;

// masses of nodes

/** Ratio of the masses of nodes, ≥ 1, up to which they count as alike: lengths of rows contain lever arms besides. */
export const usualMassRatio = 64;
/** Ratio of masses that is measured at most, ≥ 1. Beyond it one of two masses is nothing beside the other, to the last bit. */
export const largestMassRatio = 1e18;
/** Rounding of y⁰ + Jᵀ f beside the sum of its terms, 0 … 1: some ten roundings of terms, and that of each force. */
export const motionRounding = 4e-15;

// independence of rows, as fractions of the squared length |n|² of a row

/** A row with |z|² beside the working set below this part of |n|², 0 … 1, depends on the set. Empirical; not derived. */
export const dependentRow = 1e-13;
/** A row of a guessed set with |z|² below this part of |n|², 0 … 1, nearly depends on the others, and is not taken. Empirical. */
export const warmStartIndependence = 1e-9;
/** A share (rⱼ|nⱼ|)² of a row of the set in a row p below this part of |n_p|², 0 … 1, is rounding. */
export const absentShare = 1e-20;
/** Part of |n|², 0 … 1, that rounding leaves of a row that depends on those before: the square of 3e-15. */
export const projectionRounding = 1e-29;
/** An equality of which more than this part of |n|², 0 … 1, is left beside those before it is independent. Empirical. */
export const independentEquality = 1e-9;
/**
 * An equality of which less than this part of |n|², 0 … 1, is left is dependent; between the two its rank is in doubt. Empirical.
 */
export const dependentEquality = 1e-13;
/** Part of |n|², 0 … 1, below which an equality of a group depends on those before. Empirical; not derived. */
export const dependentInGroup = 1e-11;
/** Part of a diagonal entry of A, 0 … 1, below which what elimination leaves of it is rounding, in Dantzig's method. Empirical. */
export const dantzigDependent = 1e-10;

// the active set: which rows have a = 0, and which of them carry force

/** Part of the scale, 0 … 1, up to which the acceleration of an active row may differ from zero. Empirical; not derived. */
export const activeTolerance = 1e-11;
/** Multiple of its tolerance, ≥ 1, up to which the acceleration of an active row may differ from zero. Empirical. */
export const activeNoise = 20;
/** Part of the scale, 0 … 1, above which f d of a row counts as a force where uniqueness is decided. Empirical. */
export const rankForceTolerance = 1e-9;
/** Part of the scale, 0 … 1, below which f d is rounding where a basis is selected. Empirical; not derived. */
export const basisForceTolerance = 1e-12;
/** Part of the largest entry of a Farkas proof, 0 … 1, below which an entry is rounding. Empirical; not derived. */
export const basisProofTolerance = 1e-9;
/** Ratio, > 1, by which one row must be farther from a set than another to precede it: ties go by the order of rows. */
export const basisFarther = 1 + 1e-9;

// rank

/**
 * τ: eigenvalues of Σ Jᵢᵀ Jᵢ/dᵢ above it, 0 … 1, are counted first. Eigenvalues come to lie between this and `rankLowThreshold`
 * where masses one upon the other are as 1 : 1e6.
 */
export const rankThreshold = 1e-8;
/** The lower τ, 0 … 1, at which eigenvalues are counted a second time; equal counts decide the rank. */
export const rankLowThreshold = 1e-11;
/** Number of rows up to which the rank is counted by one QR factorisation of all. Empirical; not derived. */
export const rankSmallRows = 60;
/** Multiplications, some seconds of them, beyond which a dense factorisation is not begun. */
export const denseWork = 1e9;

// Goldfarb and Idnani's method

/** Multiple of what the accelerations of the rows it depends on may be wrong by that a dependent row may miss its condition by. */
export const inconsistencyFactor = 1e4;
/**
 * Share of an active row in a dependent one, 0 … 1, below which it is rounding. To exchange one of these for the row takes 1e9
 * times the force that there is, and leaves nothing of what was known of the motion; rows that face each other and do not quite
 * fit, as both sides of a slot, are rather left inconsistent by as little as that is.
 */
export const leastExchangeShare = 1e-9;

// Dantzig's method, beside the size of b

/** Amount by which b is perturbed against ties, 0 … 1. It is far above rounding and is corrected afterwards on the true b. */
export const dantzigPerturbation = 1e-8;
/** Part of the size of b, 0 … 1, up to which a is zero in the first round of pivots. */
export const dantzigZero = 1e-14;
/** Part of the size of b, 0 … 1, up to which a is zero in rounds of pivots on the true b. */
export const dantzigCorrectedZero = 1e-13;
/** Part of the size of b, 0 … 1, beyond which an index is off its condition and is driven anew. Empirical. */
export const dantzigOff = 1e-12;
/** Part of the size of b, 0 … 1, up to which a dependent index that no force can move is left as it is. Empirical. */
export const dantzigInconsistency = 1e-10;
/** Rounds of correction on the true b. Empirical; not derived. */
export const dantzigRounds = 8;

// solution polishing, and the interior point method

/**
 * σ: stiffness of a row beside its own inertia in the method of multipliers and in interior points. A pass shrinks a by about
 * 1/(σ λ), and the rounding of a comes out σ times. Empirical; not derived.
 */
export const penaltyStiffness = 1e7;
/** Passes of the method of multipliers for one set. Empirical; not derived. */
export const polishPasses = 20;
/** Sets tried from one guess. Empirical; not derived. */
export const polishRounds = 8;
/** A pass that leaves more than this part, 0 … 1, of what was left is idle: rounding is reached. Empirical. */
export const polishIdle = 0.7;
/** Tolerances within which a set is closed at once, 0 … 1, without a further pass. Empirical; not derived. */
export const polishClosed = 1e-3;
/** Part of the way to the boundary, 0 … 1, that a step of the interior point method may go. Empirical; not derived. */
export const interiorBoundary = 0.995;
/** Factorisations of the interior point method. Empirical; not derived. */
export const interiorFactorizations = 60;

// which method is tried when

/** Number of rows, by default, up to which the dual active set method is asked first. Empirical; not derived. */
export const smallProblem = 60;
/** Sweeps of NNCG that guess a set. Empirical; not derived. */
export const nncgSweeps = 60;
/** Part of the scale, 0 … 1, to which NNCG is run, and below which f d of its guess is no force. Empirical. */
export const nncgTolerance = 1e-5;
/** The corresponding part, 0 … 1, for guesses of interior points and of warm starts, which are nearer to the solution. */
export const guessTolerance = 1e-9;
/** Number of equalities below which they are not eliminated but are rows like others. Empirical; not derived. */
export const leastEqualities = 12;
/** Degrees of freedom left by the equalities, as a part of all, 0 … 1, up to which long problems are reduced. Empirical. */
export const freePart = 0.5;
/** Rows in a block of the matrix of equalities, at most. Empirical; a joint has six at most. */
export const equalityBlockRows = 8;
/** Products of blocks, for each block, beyond which a node is a hub and equalities are not eliminated. Empirical. */
export const hubLimit = 64;
/** Coordinates of a group of joined nodes whose null space is formed, at most: six bodies. */
export const largestGroup = 36;

// forces of minimum norm

/** δ of the first round beside the mean square of J at a node, 0 … 1: the proximal term that makes the Hessian regular. */
export const firstProximalTerm = 1e-8;
/** δ of the last rounds, 0 … 1. */
export const lastProximalTerm = 1e-11;
/** Ratio of δ from round to round, 0 … 1. Empirical; not derived. */
export const proximalTermRatio = 0.03;
/** Rounds of the proximal point method. Empirical; not derived. */
export const minimumNormRounds = 40;
/** Newton steps in a round. Empirical; not derived. */
export const minimumNormNewtonSteps = 30;
/** Part of |J|ᵀ|J||λ|, 0 … 1, below which Jᵀf − r is rounding: one ulp. */
export const minimumNormRounding = 2e-16;
/** Corrections of forces where masses differ: each takes most of what is left away. */
export const minimumNormRefinements = 4;
/** Part of the largest |y − y⁰|, 0 … 1, by which forces of minimum norm of a reduced problem may miss the motion. */
export const reducedNormError = 1e-12;
