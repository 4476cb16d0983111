/** Scales, defaults and limits of a world. Lengths, times and speeds of all rooms are multiples of these scales. */

/** Length scale of a scene, m: the default tolerances are chosen for bodies of about a metre. */
export const lengthScale = 1;

/** Time scale of a scene, s. */
export const timeScale = 1;

/** Speed scale of a scene, m/s. */
export const speedScale = lengthScale / timeScale;

/** Number of simultaneous contacts above which a system has many contacts. Empirical; not derived. */
export const manyContacts = 8;

/** Default size of gravity, along −y, m/s²: the standard gravity of the Earth, in three digits. */
export const defaultGravity = (9.81 * lengthScale) / (timeScale * timeScale);

/** Default of `WorldOptions.tolerance`, relative, and absolute in the SI unit of each quantity; > 0. Empirical; not derived. */
export const defaultTolerance = 1e-8;

/** Default of `WorldOptions.contactTolerance`, m; > 0. Empirical; not derived. */
export const defaultContactTolerance = 1e-7 * lengthScale;

/** Default of `WorldOptions.restitutionThreshold`, m/s; > 0. Empirical; not derived. */
export const defaultRestitutionThreshold = 1e-6 * speedScale;

/** Default step of a method of fixed step, s; > 0. Empirical; not derived. */
export const defaultFixedStep = 1e-3 * timeScale;

/** Default density of a body, kg/m³: that of water. */
export const defaultDensity = 1000;

/** Numbers for which a list of contacts first makes room; ≥ 1. Empirical; not derived: it saves the first reallocations. */
export const initialCapacity = 16;
