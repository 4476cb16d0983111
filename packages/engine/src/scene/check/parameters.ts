/** Limits of the check: how much of a faulty file its messages show, and how long a run may be. */

/** The largest number of faults that are listed; further ones are only counted. Empirical; not derived. */
export const mostFaults = 200;

/** The largest number of characters of a string value that a message shows. Empirical; not derived. */
export const longestShownText = 80;

/** The largest number of entries of a list that a message shows. Empirical; not derived. */
export const mostShownEntries = 8;

/** The largest number of characters of a word that is compared or quoted in a suggestion. Empirical; not derived. */
export const longestWord = 64;

/** The largest number of known words that a search for the nearest one compares. Empirical; not derived. */
export const mostComparedWords = 2000;

/** The largest number of known words that a suggestion lists where none is near. Empirical; not derived. */
export const mostListedWords = 24;

/** The longest duration of a run, s: over 30 years. Empirical; not derived. */
export const longestRun = 1e9;

/** The largest number of samples of a run. Empirical; not derived. */
export const mostSamples = 1e9;
