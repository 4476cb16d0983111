/**
 * The constants of the step-size controllers and of the stiffness detector. All are dimensionless: factors on a step, or
 * counts of steps.
 */

/** The safety factor of the controller of `dopri5`: Hairer, Nørsett and Wanner I, code DOPRI5 (SAFE). */
export const safety = 0.9;

/** The least factor on the step from one step to the next: DOPRI5 (FAC1). */
export const leastFactor = 0.2;

/** The greatest factor on the step from one step to the next: DOPRI5 (FAC2). */
export const greatestFactor = 10;

/** The factor on the step after a trial whose f or y was not finite. Empirical; not derived. */
export const retreatFactor = 0.25;

/**
 * The hundredth root of the least error that the controller remembers, 1e-4: DOPRI5 (FACOLD). Both exponents of the
 * controller are whole powers of this root.
 */
export const leastErrorRoot = 0.912010839355909;

/** The least error norm whose root is taken, so that `takeRoot` meets normal numbers only. */
export const leastError = 1e-30;

/**
 * The number of steps between two looks for stiffness while there is no sign of it. DOPRI5 looks every 1000 steps (NSTIFF);
 * the look costs no evaluation, and short runs are to notice too. Empirical; not derived.
 */
export const stiffnessPeriod = 20;

/** The product |h λ| from which on a step is a sign of stiffness: DOPRI5. The method is stable up to about 3.3. */
export const stiffnessBound = 3.25;

/**
 * The number of signs of stiffness, with less than `easySigns` contrary ones between them, after which a problem counts as stiff:
 * DOPRI5.
 */
export const stiffSigns = 15;

/** The number of contrary signs after which the signs of stiffness are forgotten: DOPRI5. */
export const easySigns = 6;

/** The error allowed a step by step doubling where the user gives none, in the unit of y: the example of the notes, section 3. */
export const doublingTolerance = 1e-4;

/**
 * The greatest growth of a step by step doubling. The rule of the notes has no bound; this one is for steps without any error.
 * Empirical; not derived.
 */
export const doublingGreatestFactor = 1000;

/**
 * The greatest factor on a step that is repeated: the rule of the notes alone may approach the tolerance from above for ever.
 * Empirical; not derived.
 */
export const doublingRetryFactor = 0.9;

/** The step, in parts of |t|, below which it is not halved: 2⁻⁴⁸, half of which still moves the clock. */
export const leastDoubledPart = 2 ** -48;

/** The largest argument of the root in the rule of step doubling, so that `takeRoot` meets normal numbers only. */
export const rootRange = 1e300;

/** The smallest argument of the root in the rule of step doubling. */
export const leastRoot = 1e-300;
