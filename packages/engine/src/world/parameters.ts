/** Defaults of the methods of a world. */

/** Steps that a call of `World.advanceTo` takes at most by default, of all islands together. A safeguard. */
export const defaultMaxSteps = 1e7;
