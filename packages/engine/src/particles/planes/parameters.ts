/**
 * The tolerances and limits of contact between particles and planes. Lengths, times and speeds are multiples of the scales of a
 * scene whose sizes are some metres and whose motions take some seconds.
 */

/** Length scale of a scene, m. */
const lengthScale = 1;
/** Time scale of a scene, s. */
const timeScale = 1;
/** Speed scale of a scene, m/s. */
const speedScale: number = lengthScale / timeScale;

/**
 * Default contact tolerance, m; positive. A particle closer to a plane than this touches it, and none sinks deeper. Empirical; not
 * derived.
 */
export const defaultContactTolerance: number = 1e-9 * lengthScale;

/**
 * Default restitution threshold, m/s; positive. A slower particle neither bounces nor slides. A ball dropped from 1 m with a
 * restitution of 0.5 comes to rest 4·10⁻⁷ s before its Zeno time on that account.
 */
export const defaultRestitutionThreshold: number = 1e-6 * speedScale;

/**
 * Tolerance of a normal force, relative to the whole force on the particle; dimensionless, from 0 to 1. A smaller normal force is
 * rounding: it neither presses the particle onto the plane nor pulls it off. About nine thousand roundings of 2⁻⁵³.
 */
export const normalForceTolerance = 1e-12;

/**
 * Factor of `normalForceTolerance` by which a balanced normal force is shifted, so that its sign is certain; dimensionless, above
 * 1. Empirical; not derived.
 */
export const normalForceShift = 4;

/**
 * Tolerance of a tensile contact force, relative to the whole force on the particle; dimensionless. A contact force below minus
 * this pulls, which no contact can: it has passed zero unseen within the step. Empirical, with a contact in the random boxes of
 * `test/validate/particles-planes.test.ts` whose force passed zero unseen; a thousand times `normalForceTolerance`.
 */
export const tensileForceTolerance = 1e-9;

/**
 * Smallest pivot of the Gram matrix of unit normals, from 0 (dependent) to 1 (orthogonal), at which they count as independent.
 * Below it a smaller set of planes carries the same load. Empirical; not derived.
 */
export const independentNormals = 1e-9;

/**
 * Number of sequential collisions in one corner after which the approaching velocity is taken away by all planes at once, where
 * some plane loses energy. Empirical; not derived.
 */
export const maxCollisionRounds = 20;

/**
 * Number of sequential collisions in one corner between elastic planes, where a particle leaves every wedge after finitely many.
 * Empirical; not derived.
 */
export const maxElasticRounds = 2000;

/**
 * Speed of approach, m/s, below which a bounce is a micro-bounce. Empirical, with a ball under `radau5` in the random boxes of
 * `test/validate/particles-planes.test.ts`: by the error of long steps it came back from bounces of a microsecond faster than it
 * left.
 */
export const microBounceSpeed: number = 1e-3 * speedScale;

/** Duration of a bounce, s, below which it is a micro-bounce. Empirical, with the ball of `microBounceSpeed`. */
export const microBounceTime: number = 1e-3 * timeScale;

/**
 * Ratio of the speeds of return and of departure of a micro-bounce, dimensionless, above which the difference is an error of the
 * integrator: forces do not change so much within `microBounceTime`. Empirical, with the ball of `microBounceSpeed`.
 */
export const microBounceGrowth = 2;

/** Time, s, ahead of the present at which forces are predicted to decide about a balanced contact. Empirical; not derived. */
export const predictionTime: number = 1e-6 * timeScale;

/**
 * Number of successive events without progress of the clock after which a run ends as an accumulation of events (Zeno).
 * Empirical; not derived.
 */
export const maxZenoEvents = 2000;

/**
 * Number of successive events without progress of the clock after which a particle that is back on its plane at once rests there.
 * Empirical; not derived.
 */
export const zenoRestEvents = 50;

/**
 * Progress of the clock, relative to 1 s plus its size, below which two events count as simultaneous: about nine hundred
 * roundings of 2⁻⁵³.
 */
export const clockTolerance = 1e-13;

/** Factor on the step of an adaptive method after events without progress of the clock; from 0 to 1. Empirical; not derived. */
export const zenoStepFactor = 0.25;

/** Default limit on the number of events of one call of `advanceTo`. */
export const defaultMaxEvents = 1e6;

/** Default limit on the number of steps of one call of `advanceTo`. */
export const defaultMaxSteps = 1e7;
