/**
 * The tuning constants of the friction contact solvers. All are pure numbers: counts, or ratios to quantities of the problem
 * itself. Size means max (|c| + |J| |y⁰|), the size of what rows are made of; mean is the geometric mean of d = diag(J Jᵀ); S
 * stands for a stiffness and R for a compliance (problem-scale.ts). Work is counted in factorisations, since these are the same
 * on every machine.
 */

/** Factorisations of a search without a budget: more than any takes. A small integer, which V8 never boxes. */
export const unlimited = 1e9;

// residuals of solutions

/** Tolerances of rounding by which forces may violate the Signorini–Coulomb conditions: some 1e-11 of the scale. Empirical. */
export const acceptedTolerances = 100;
/** Multiple of the size beyond which f d of a row diverges: such forces carry nothing. Empirical; not derived. */
export const divergentForce = 1e6;
/** Residual beside the size, 0 … 1, up to which the best forces of a search are a solution. Empirical; not derived. */
export const solvedResidual = 1e-9;
/** Residual beside the size, 0 … 1, beyond which the best forces of all searches mean that there are none. Empirical. */
export const unsolvableResidual = 1e-3;
/** Residual beside the size, 0 … 1, that searches for any solution stop at. */
export const searchTolerance = 1e-10;
/** Residual beside the size, 0 … 1, that is enough where rounding or inconsistent rows forbid less. Empirical; not derived. */
export const searchToleranceLate = 5e-10;
/** Residual beside the size, 0 … 1, that is enough where a search gets no nearer. Just below `solvedResidual`. */
export const searchNearResidual = 8e-10;
/** Acceleration beside the size, 0 … 1, below which a contact rests. Empirical; not derived. */
export const restAcceleration = 3e-11;
/** Part of the radius, 0 … 1, within which a friction force lies on the edge of its disc. Empirical; not derived. */
export const edgePart = 1e-9;

// sizes

/** Largest motion of a problem: squares of motions are summed, 1e280 each, and searches would have no end beyond. */
export const largestMotion = 1e140;
/** Ratio of d of a corner of a box to its 1/m: lever arms add to it. */
export const cornerFactor = 4;
/** Rounding, 0 … 1, beside the accelerations that shifts could cause: one ulp. */
export const shiftRounding = 2e-16;
/** Tolerance of a row where all data are zero, in the units of a. It is far below every number that occurs, and not zero. */
export const leastTolerance = 1e-290;
/** Part of the mean, 0 … 1, below which a row of small d has the stiffness of a row of this d. Empirical; not derived. */
export const leastDiagonal = 1e-9;
/** Octaves that d of a plain equality may lie from the mean of the cones before the row gets a unit of its own. Empirical. */
export const equilibrationOctaves = 6;
/** Smallest d of a row that is equilibrated; its inverse is the largest. Others are beyond all reason. */
export const equilibrationRange = 1e-200;

// semismooth Newton method

/** Largest number of halvings of a step in the line search. */
export const newtonHalvings = 12;
/** Decrease of |F|² that Armijo's rule asks for, 0 … 1, beside the length of the step. Usual values are 1e-4 for |F|. */
export const armijo = 2e-4;
/** Reduction of F, 0 … 1, by a step with the factor of another point that makes the factor worth keeping. Empirical. */
export const factorReuse = 0.1;
/** Substitutions with one factor where all modes are fixed. */
export const newtonRefinements = 4;
/** Multiple of its goal within which F is rounding, where a step with a new factor no longer helps. Empirical. */
export const newtonNoise = 1e3;
/**
 * The corresponding multiple where masses differ, and a step takes less than a tenth of F away: 1.3e3 was seen, of a card house.
 */
export const newtonNoiseOfSpread = 1e4;
/** Part of F, 0 … 1, that an idle step leaves where masses differ. */
export const newtonIdle = 0.9;
/** Rounding of an acceleration beside the terms of its row, 0 … 1. */
export const tieOfRow = 1e-13;
/** Rounding of an acceleration beside the largest terms of all rows, 0 … 1. */
export const tieOfAll = 1e-15;
/** Rounding of Jᵀ Δf beside its terms, 0 … 1. */
export const termRounding = 1e-15;

// compliance homotopy

/** Compliance of the first level beside the mean, 0 … 1. Empirical; not derived. */
export const firstCompliance = 1e-2;
/** Ratio of compliances from level to level, 0 … 1. */
export const complianceRatio = 0.1;
/** Levels where masses are alike, to 1e-10; as many more as compliances of heavy nodes are below those of light ones. */
export const homotopyLevels = 9;
/** Newton steps of the first level. Where Newton's method wanders from f = 0, proximal rounds decide where the path begins. */
export const firstLevelNewtonSteps = 12;
/** Newton steps of the levels before `earlyExitLevel`, and of a proximal round. Empirical; not derived. */
export const levelNewtonSteps = 40;
/** Newton steps of later levels. Empirical; not derived. */
export const lateLevelNewtonSteps = 20;
/** Goal of Newton's method for a level, max |F| beside the motion, 0 … 1. */
export const levelGoal = 1e-11;
/** Level, of compliance 1e-6, from which on the path may be left where Newton's method fails. Empirical; not derived. */
export const earlyExitLevel = 4;
/** Residuals, in tolerances, that proximal rounds reach before modes are read off to leave the path. Empirical. */
export const earlyExitGoals: readonly number[] = [1e8, 1e5];
/** Factorisations of the rounds, and of the correction of modes, when the path is left. Empirical; not derived. */
export const earlyExitFactorizations = 25;
/** First S d of the rounds that leave the path. Empirical; not derived. */
export const earlyExitStiffness = 10;
/** Ratio of S from round to round when the path is left. Empirical; not derived. */
export const earlyExitGrowth = 10;
/** Level, of compliance 1e-6, at which a warm start joins the path. Empirical; not derived. */
export const warmLevel = 4;
/** Reduction of a sliding speed, 0 … 1, from one level to the next, below which a cone on its edge sticks. */
export const slipDecay = 0.3;
/** Part of the radius, 0 … 1, within which a force lies on the edge of its disc at a level, where forces are exact. */
export const levelEdge = 1e-12;
/** Multiple of the residual above which a contact moves, where modes are read off rough forces. Empirical; not derived. */
export const roughSpeed = 10;
/** Factorisations of rounds for one level of the fast path. Empirical; not derived. */
export const fastLevelFactorizations = 100;
/** Factorisations that correct the modes of the last level of the fast path. Empirical; not derived. */
export const fastCorrectionFactorizations = 15;
/** Factorisations of the cold path where masses differ before another method is tried: 300 stacks took at most 22. */
export const easyHomotopyFactorizations = 25;
/** Factorisations of the last levels from given forces where masses differ. Empirical; not derived. */
export const warmHomotopyFactorizations = 60;

// proximal rounds at a level of the path

/** Rounds for one level. Empirical; not derived. */
export const levelProximalRounds = 80;
/** Rounds that may fail. Empirical; not derived. */
export const levelProximalFailures = 14;
/** Largest S d of a round: rounding of a, 1e-16, comes out S times. */
export const levelLargestStiffness = 1e7;
/** Growth of the largest S d from round to round, after it was lowered by a failure. Empirical; not derived. */
export const levelStiffnessRecovery = 1.3;
/** Rounds without half of the residual after which an accepted one is the answer. Empirical; not derived. */
export const levelStallRounds = 6;
/** Goal of Newton's method for a round, max |F| beside the motion, 0 … 1. */
export const roundGoal = 1e-13;
/** The max |F| beside the motion, 0 … 1, with which a round that missed its goal still counts. */
export const roundAccepted = 1e-11;

// method of multipliers with fixed modes

/** First S times the mean, of a warm start. The rounding of a, 1e-16 of it, comes out S times. Empirical; not derived. */
export const firstMultiplierStiffness = 1e4;
/** Largest S times the mean. Empirical; not derived. */
export const lastMultiplierStiffness = 1e10;
/** Ratio of S where rounds are slow. Empirical; not derived. */
export const multiplierStiffening = 30;
/** Acceleration of active rows beside the size, 0 … 1, up to which they are at rest. */
export const restingDrift = 1e-10;
/** Acceleration of active rows beside the size, 0 … 1, that no round improves: rounding. */
export const driftRounding = 1e-14;
/** Rounds of one run. Empirical; not derived. */
export const multiplierRounds = 40;
/** Newton steps of a round where modes are not linear. Empirical; not derived. */
export const multiplierNewtonSteps = 20;
/** Residual beside the size, 0 … 1, up to which the best round of a run that fails is kept. Empirical; not derived. */
export const keptResidual = 1e-9;
/** Part of the residual kept, 0 … 1, that a better round must get below. Empirical; not derived. */
export const keptImprovement = 0.9;
/**
 * Acceleration of active rows beside the size, 0 … 1, that inconsistent rows may leave. Rows that depend on one another but for how
 * exactly positions are known, as those of flush faces, contradict each other by as much, however stiff they are: so much is no
 * violation of the conditions.
 */
export const inconsistencyLimit = 1e-8;
/** Part of the drift, 0 … 1, that a slow round leaves at least. Empirical; not derived. */
export const slowMultiplierRound = 0.03;
/**
 * Ratio of the paces of two stiffnesses above which a stiffer run is worth while. Joints agree with one another, and those of a
 * closed chain that is nearly flat are all but singular: a pace in proportion to the stiffness distinguishes them from
 * inconsistent rows.
 */
export const jointAcceleration = 5;
/** Stiffenings in a row that may be no quicker where there are joints, as other rows come to rest in the first rounds, too. */
export const jointStalls = 2;
/** Tolerances within which active rows are as near to rest as rounding ever leaves them. Empirical; not derived. */
export const settledTolerances = 3;
/** Tolerances, 0 … 1, within which a solution is exact and no stiffer round is made. Empirical; not derived. */
export const exactTolerances = 3e-3;
/**
 * Multiple of what stiffer rounds could improve beyond which a residual shows that the modes are wrong. Empirical; not derived.
 */
export const wrongModes = 10;

// correction of the active set

/** Rounds of correction. Empirical; not derived. */
export const correctionRounds = 8;
/** Factorisations of a correction. Empirical; not derived. */
export const correctionFactorizations = 25;
/** Part of the worst violation, 0 … 1, above which violations are corrected together: all at once would cycle. */
export const correctedPart = 0.5;
/** Relative change of the residual over two rounds, 0 … 1, below which the modes are cycling. */
export const cyclingPart = 1e-3;
/** Violation beside the size, 0 … 1, that is rounding. */
export const correctionRounding = 1e-12;
/** Force d f beside the size, 0 … 1, below which compliance would put no force on an open contact. */
export const complianceForce = 1e-9;
/** Tolerances up to which a residual is rounding; beyond it modes may still be corrected. */
export const correctionTolerances = 3;

// proximal point method

/** First S d. Where modes are right, a round takes a factor of this kind away. */
export const proximalFirstStiffness = 1e2;
/** Ratio of S between rounds that bring little. */
export const proximalStiffening = 10;
/** Largest S d, of which rounding adds next to nothing. */
export const proximalLargestStiffness = 1e5;
/** Least S d after rounds that failed. Empirical; not derived. */
export const proximalLeastStiffness = 1e-2;
/** Residual beside the size, 0 … 1, at which rounds end at once. */
export const proximalGoal = 3e-13;
/** Factorisations after which `searchToleranceLate` is enough. Empirical; not derived. */
export const proximalLateFactorizations = 200;
/** Newton steps of a round. Empirical; not derived. */
export const proximalNewtonSteps = 16;
/** Rounds in all. Empirical; not derived. */
export const proximalRounds = 600;
/** Rounds that may fail. Empirical; not derived. */
export const proximalFailures = 30;
/** Rounds in a row that did not fail after which S may grow again. Empirical; not derived. */
export const proximalRecoveryRounds = 8;
/** Part of the residual, 0 … 1, that a slow round leaves. */
export const slowProximalRound = 0.5;
/** Slow rounds of the largest S in a row after which forces go along their self-stress ray. */
export const slowRoundsBeforeRay = 2;
/** Part of the residual, 0 … 1, by which accelerations may change along a self-stress ray. */
export const rayDriftPart = 0.5;
/** Distance to the disc beside the squared radius, 0 … 1, within which a force is on the edge of its disc. */
export const rayEdge = 1e-9;
/** Ratio, 0 … 1, by which a step along the ray that led nowhere is shortened. */
export const rayRetreat = 0.1;

// interior point method with Coulomb friction

/** σ: stiffness of equalities beside their own inertia; see `penaltyStiffness` of the complementarity solvers. */
export const equalityStiffness = 1e7;
/** Part of the way to the boundary, 0 … 1, that a step may go. */
export const interiorBoundary = 0.9;
/** Least ratio of τ in a step, 0 … 1: less, and rounding is reached before the solution. */
export const interiorFall = 1e-2;
/** Part of its disc, 0 … 1, within which a friction force begins. */
export const interiorStart = 0.9;
/** Excess of a bound ζ over the speed that it bounds, at the beginning, ≥ 1. */
export const interiorExcess = 1.01;
/** Steps without half of the residual after which it gets no better. Empirical; not derived. */
export const interiorPatience = 10;
/** The corresponding steps while the residual is above `interiorBegun`. Empirical; not derived. */
export const interiorFirstPatience = 15;
/** Residual beside the size, 0 … 1, below which the method has begun to converge. Empirical; not derived. */
export const interiorBegun = 1e-4;
/** Part of the way to the boundary with compliance, 0 … 1: forces are unique. With 0.9 and 1e-2 there are a fifth more steps. */
export const compliantBoundary = 0.97;
/** Least ratio of τ in a step with compliance, 0 … 1. */
export const compliantFall = 1e-3;
/**
 * Residual beside the size, 0 … 1, below which few steps without half of it are the end with compliance. It begins to fall late;
 * what is left then is rounding, and steps that go on lose what there was.
 */
export const compliantClosing = 1e-6;
/** Those steps. */
export const compliantPatience = 5;
/** Part of the missing motion of the beginning, 0 … 1, that is nothing beside rounding. */
export const missingMotionRounding = 1e-13;
/**
 * Compliances R beside d of a corner of the heaviest node, tried one after the other until the modes are those of the limit. Of 178
 * problems of card houses and towers with one heavy or light piece 160 had them at one of these, in 57 factorisations on average.
 */
export const compliantLevels: readonly number[] = [3e-3, 3e-5, 1e-2];
/** Factorisations that correct the modes of the last of them. Empirical; not derived. */
export const compliantCorrectionFactorizations = 10;
/** Residual beside the size, 0 … 1, that the problem of that compliance is solved to. */
export const compliantGoal = 1e-12;
/** Factorisations for it. Empirical: 532 of 534 problems took 15 to 37. */
export const compliantFactorizations = 60;
/** Residual beside the size, 0 … 1, that is enough to read modes off. Empirical; not derived. */
export const compliantResidual = 1e-5;
/** Ratio of a sliding speed to R μ f_n, which compliance alone would allow, above which a cone slips: 10 to 100 are alike. */
export const compliantSlipRatio = 30;

// search for any solution

/** Residual beside the size, 0 … 1, from which given forces are improved at once. Empirical; not derived. */
export const searchWarmResidual = 1e-4;
/** Factorisations for that. Empirical; not derived. */
export const searchWarmFactorizations = 30;
/** Residual beside the size, 0 … 1, of a guess by interior points. Empirical; not derived. */
export const searchGuessGoal = 1e-6;
/** Factorisations of a guess. Empirical; not derived. */
export const searchGuessFactorizations = 80;
/** Residual of a guess, 0 … 1, beside the acceleration that the guess distinguishes from rest. */
export const searchFinePart = 0.01;
/** Factorisations of the proximal rounds from a guess. Empirical; not derived. */
export const searchFactorizations = 300;
/** Forces and slacks with which guesses begin, beside accelerations without forces: near the forces given first, then farther. */
export const searchFloors: readonly number[] = [0.1, 1, 100];
/** Residual beside the size, 0 … 1, beyond which a guess is of no use. Empirical; not derived. */
export const searchFarResidual = 1e-2;
/** Part of the residual, 0 … 1, that another solution must be within to replace the first. */
export const secondImprovement = 0.5;

// enumeration, uniqueness and slack

/** Inequalities of a problem whose active sets are enumerated, at most: 4096 sets. */
export const enumerationLimit = 12;
/** Disturbance of forces beside the largest, 0 … 1. */
export const disturbance = 1e-3;
/** Part of the disturbance, 0 … 1, that must remain to show that forces are not unique. */
export const disturbanceRemainder = 1e-3;
/** Distance of two motions beside the size of motion, 0 … 1, beyond which they are different. */
export const distinctMotion = 1e-6;
/** Part of the allowed slack, 0 … 1, that plain equalities may have: they are not relaxed, but rounded. */
export const equalitySlackPart = 1e-6;
