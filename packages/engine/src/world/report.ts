/** The certificate of a run: how exact it was at its worst, and what was not unique or not by the method asked for. */

/** The worst of a run so far. Every number is the largest seen. */
export interface Worst {
  /** How deep a part was in another, m. */
  penetration: number;
  /** |C| of joints at the ends of steps: m or rad. */
  constraintError: number;
  /** Residual of complementarity, relative to the accelerations without contact forces; and max |f·a|. */
  residual: number;
  complementarity: number;
  /** Contacts at once; of the largest set that was at rest, how many held and how many of them are independent. */
  contacts: number;
  holding: number;
  rank: number;
  /** Whether the forces of resting contact were the only ones, each time. Else those of least norm are told. */
  unique: boolean;
  /** |Δ total energy|, relative to the largest term so far. */
  energyError: number;
  /** What was needed besides the methods asked for, each once. */
  readonly fallbacks: string[];
}

export function createWorst(): Worst {
  const none = {
    penetration: 0,
    constraintError: 0,
    residual: 0,
    complementarity: 0,
    contacts: 0,
    holding: 0,
    rank: 0,
  };
  return { ...none, unique: true, energyError: 0, fallbacks: [] };
}

/** Books a fallback, once. */
export function addFallback({ fallbacks }: Worst, what: string): void {
  if (!fallbacks.includes(what)) fallbacks.push(what);
}
