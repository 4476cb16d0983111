/** The certificate of a run: how exact it was at its worst. */

/** The worst of a run so far. Every number is the largest seen. */
export interface Worst {
  /** How deep a part was in another, m. */
  penetration: number;
  /** |C| of joints at the ends of steps: m or rad. */
  constraintError: number;
  /** Residual of complementarity, relative to the accelerations without contact forces. */
  residual: number;
  /** Contacts at once. */
  contacts: number;
}

export function createWorst(): Worst {
  return { penetration: 0, constraintError: 0, residual: 0, contacts: 0 };
}
