/** Tolerances, fractions, counts and times of event handling. Accelerations are in units of the speed scale per time scale. */
import { lengthScale, speedScale, timeScale } from "../model/index.js";

// rounds of an event

/** Rounds in which modes, micro-bounces or points of caps may change; after them the last answer stands. A safeguard. */
export const eventRounds = 20;

/** Acceleration at a flat cap, beside the largest without contact forces, 0 … 1, that is rounding. Empirical; not derived. */
export const capRounding = 1e-13;

/** Velocity beside the fastest motion, 0 … 1, that is rounding. Empirical; not derived. */
export const rateRounding = 1e-12;

/** Strongest acceleration that is expected to act on a contact, m/s²: faster bounces are not low. Empirical: ten times gravity. */
export const strongestAcceleration = (100 * speedScale) / timeScale;

// rows that contradict each other by rounding, in velocities

/** First slack of the rows, in roundings of a velocity. Empirical; not derived. */
export const firstSlack = 10;

/** Ratio of the slack from trial to trial. Empirical; not derived. */
export const slackGrowth = 100;

// resting contact without friction

/**
 * Acceleration towards each other beside the terms of its row, 0 … 1, that is rounding, of contacts whose force has fallen to
 * zero; also the part of the former force that may be missing there. Empirical; not derived.
 */
export const releasingPart = 1e-8;

/** Acceleration of the other contacts, where releasing ones are left out: some times what they are loaded with. Empirical. */
export const remainingPart = 10 * releasingPart;

/** Force beside the largest, now or a moment ago, 0 … 1, above which a contact carries a load. Empirical; not derived. */
export const carryingPart = 1e-5;

/** Rounds in which rows that contradict each other are found and relieved of their small loads. Empirical; not derived. */
export const loadRounds = 20;

/** Residual, 0 … 1, up to which forces satisfy rows with small loads. Empirical; not derived. */
export const loadResidual = 1e-10;

/** Number of rows up to which forces of least norm are found: of more rows any forces will do. Empirical: their cost. */
export const manyRows = 200;

// micro-bounces

/** Height beside the contact tolerance, 0 … 1, up to which a micro-bounce is stopped. Empirical; not derived. */
export const lowestMicroBounce = 0.01;

/** Height, m, up to which one is stopped where bounces go on. Empirical: rest times of 48 tilted boxes do not depend on it. */
export const lowestAmongBounces = 1e-12 * lengthScale;

/** Height beside the contact tolerance, 0 … 1, up to which one is stopped where there are many contacts. Empirical; not derived. */
export const lowestOfMany = 2e-3;

// Zeno sequences

/** Height beside the contact tolerance, 0 … 1, up to which bounces are completed at once. Empirical; not derived. */
export const zenoHeight = 0.5;

/** Height, m, up to which bounces are completed however long they take. Empirical: rest times of 48 tilted boxes. */
export const leastZenoHeight = 1e-11 * lengthScale;

/** Height beside the contact tolerance, 0 … 1, up to which they are where there are many contacts. Empirical; not derived. */
export const leastZenoHeightOfMany = 0.01;

/** Height of fall beside the contact tolerance, 0 … 1, from which collisions of a Zeno sequence are reported. Empirical. */
export const reportedHeight = 1e-3;

/** Longest time T of a sequence that is completed at once, s. Empirical; not derived. */
export const longestSequence = 1e-3 * timeScale;

/** Largest error T²|ω| of a sequence that is completed at once, s. Empirical: rest times of a rocking block and of tilted boxes. */
export const sequenceError = 4e-10 * timeScale;

/** Impacts of a search that fails, after which some searches are left out. Empirical; not derived. */
export const costlyImpacts = 50;

/** Searches that are left out at most. Empirical; not derived. */
export const longestPause = 64;

/** Distance of features that may land in a sequence, in contact tolerances, at most. Empirical; not derived. */
export const farthestFeatures = 1e4;

/** Distance to a joint limit, m or rad, up to which it always takes part in a sequence. Empirical; not derived. */
export const nearLimit = 1e-3 * lengthScale;

// modes with friction

/** Solutions of one problem, in which coefficients and slip directions follow the modes. A safeguard. */
export const solutionRounds = 20;

/** Solutions where friction of joints grows with their loads: these converge linearly. Empirical; not derived. */
export const jointLoadRounds = 80;

/** Solutions where spherical joints have friction. Empirical; not derived. */
export const sphericalJointRounds = 400;

/** Impacts without a collision in one event. Empirical; not derived. */
export const maxJams = 4;

/** Residual beside the size of the data, 0 … 1, above which rows contradict each other, as of gaps that are open. Empirical. */
export const openGapResidual = 1e-11;

/** Residual beside the size of the data, 0 … 1, above which inexact forces are reported. Empirical; not derived. */
export const exactResidual = 1e-9;

/**
 * Reduction of μ, 0 … 1, of a contact that breaks stick, while modes are found: slip is then larger than rounding. Empirical; not
 * derived.
 */
export const breakingReduction = 1e-6;

/** Acceleration beside the largest, 0 … 1, that is rounding. Empirical; not derived. */
export const stillPart = 1e-10;

/** Part of the largest acceleration of contacts that begin to slip, 0 … 1, with which another one slips. Empirical; not derived. */
export const slipPart = 1e-3;

/** Slip acceleration beside the size of the data, 0 … 1, that is rounding. Empirical; not derived. */
export const slipRounding = 1e-13;

/** Acceleration, m/s², below which nothing drives an island: rounding of velocities that are zero. Empirical; not derived. */
export const leastDriving = (1e-20 * speedScale) / timeScale;

/** Part of a slip threshold, 0 … 1, by which a contact may slip across its direction and keep it. Empirical; not derived. */
export const keptAside = 0.5;

// self-stress

/** Tension beside the largest force, 0 … 1, that is rounding. Empirical; not derived. */
export const pullPart = 1e-9;

/** Turns of a direction towards the normal that is farthest from it. Empirical; not derived. */
export const directionTurns = 24;

/** Length of a turn beside the direction, 0 … 1. Empirical; not derived. */
export const turnLength = 0.3;

// impacts with friction

/** Rounds of impulses of one event. A safeguard. */
export const impactRounds = 12;

/** Round from which on e = 0. Empirical; not derived. */
export const plasticRound = 10;

/** Round from which on impulses no longer propagate one by one, two before the last. Empirical; not derived. */
export const simultaneousRound = impactRounds - 2;

/** Residual of impulses, 0 … 1, up to which they satisfy the conditions of the impact; also the rounding of their velocities. */
export const impactResidual = 1e-10;

/** Residual of impulses, 0 … 1, up to which they are better than those without friction. Empirical; not derived. */
export const inexactResidual = 1e-6;

/** Gain of energy beside the energy, 0 … 1, that is rounding: some 500 ulp, that of a long sum of like terms. */
export const energyRounding = 1e-13;

/** Factorisations of a guess from the contacts near a collision. Empirical; not derived. */
export const guessFactorizations = 60;

/** Part of all contacts, 0 … 1, below which a guess is worth making. Empirical; not derived. */
export const guessPart = 0.75;

/** Bodies beyond the colliding ones that an impact reaches at first. Empirical: rows of dominoes, in which impulses halve. */
export const impactReach = 32;

/** Bodies beyond the colliding ones of the guesses, in their order. Empirical: rows of dominoes. */
export const guessReaches: readonly number[] = [3, 6, 12];

/** Impulse beside the largest, 0 … 1, that changes nothing beyond the tolerance. Empirical; not derived. */
export const fadedPart = 1e-8;

// impacts without a collision

/** Approach beside the fastest slip, 0 … 1, from which impulses f τ of a short interval τ would follow. Empirical; not derived. */
export const jamApproach = 1e-7;

/** Part of the impulses with this approach, 0 … 1, above which those without it are not f τ. Empirical. */
export const jamPart = 0.5;

// uniqueness

/** Entries that rows of a uniqueness check have room for at first. */
export const initialRoom = 64;
