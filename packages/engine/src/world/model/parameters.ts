/** Scales and limits of a world. Lengths, times and speeds of all rooms are multiples of these scales. */

/** Length scale of a scene, m: the default tolerances are chosen for bodies of about a metre. */
export const lengthScale = 1;

/** Time scale of a scene, s. */
export const timeScale = 1;

/** Speed scale of a scene, m/s. */
export const speedScale = lengthScale / timeScale;

/** Number of simultaneous contacts above which a system has many contacts. Empirical; not derived. */
export const manyContacts = 8;
