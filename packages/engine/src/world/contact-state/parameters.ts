/** Tolerances, times and initial sizes of world/contact-state. */
import { timeScale } from "../model/index.js";

/** Entries that the lists of candidate pairs have room for at first: eight pairs, three numbers each. Lists grow by doubling. */
export const initialPairEntries = 24;

/** Entries that a contact memory has room for at first, a power of 2; it grows by doubling. */
export const initialEntries = 8;

/** Members that a set of slots has room for at first, a power of 2; it grows by doubling. */
export const initialMembers = 8;

/** First odd multiplier of the hashes of keys and slots, near 2³² divided by the golden ratio. */
export const hashMultiplier = 0x9e3779b1;

/** Odd multiplier of the second round of the hash of four keys, from MurmurHash3. */
export const secondMultiplier = 0x85ebca6b;

/** Odd multiplier of the third round of the hash of four keys, from MurmurHash3. */
export const thirdMultiplier = 0xc2b2ae35;

/** Odd multiplier of the fourth round of the hash of four keys, from xxHash. */
export const fourthMultiplier = 0x27d4eb2f;

/**
 * Part of the time by which a pair is examined later, 0 … 1, within which its features are still at their border. Empirical; not
 * derived.
 */
export const transitionInstant = 1e-6;

/**
 * Drift of a contact point of a frozen interface, as a part of the contact tolerance, 0 … 1, at which the two islands are joined:
 * well within the tolerance, so that frozen forces are those of the same contacts. Empirical; not derived.
 */
export const mostDrift = 0.2;

/**
 * Age of a separation, s, up to which the pair is known not to have come back: its gap and its rate of separation are still
 * rounding. Empirical: a run that was saved and continued at the instant of a separation found the pair touching again.
 */
export const separationMemory = 1e-9 * timeScale;
