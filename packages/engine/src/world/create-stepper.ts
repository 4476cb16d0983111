/** The solver of differential equations that takes an island through its steps. */
import { adams, backwardEuler, dopri5, euler, midpoint, rk4, type Stepper } from "../ode/index.js";
import { bodySize, Slot } from "../rigid/index.js";
import type { Island } from "./island.js";
import type { WorldSettings } from "./settings.js";

/** The part of the tolerance that one step may use. */
const share = 5e-4;

/** Steps are not asked to be better than this: below it there is rounding. */
const least = 2e-14;

export function createStepper(island: Island, settings: WorldSettings): Stepper {
  const { integrator, step, tolerance } = settings;
  if (integrator === "rk4") return rk4(island, { step });
  if (integrator === "midpoint") return midpoint(island, { step });
  if (integrator === "euler") return euler(island, { step });
  if (integrator === "backward-euler") return backwardEuler(island, { step });
  // the error of a run is that of many steps
  const relative = Math.max(share * tolerance, Math.min(least, tolerance));
  const absolute = listAbsolute(island, relative);
  const options = { tolerance: relative, absolute, ...(step < Infinity ? { maxStep: step } : {}) };
  return integrator === "adams" ? adams(island, options) : dopri5(island, options);
}

/**
 * What each entry may be off by: momenta of what is heavier than 10 kg, or 10 kg m², by as much more, that of the whole island
 * about its centre among them. Velocities are what counts.
 */
function listAbsolute({ dimension, bodies, movingCount, system, isByClock }: Island, unit: number): Float64Array {
  // before the last of all, the push by the clock
  const spin = dimension - (isByClock ? 4 : 3);
  const list = new Float64Array(dimension).fill(unit);
  const { mass, moments } = system;
  let whole = 0;
  for (let b = 0; b < movingCount; b++) {
    const i = bodies[b];
    const y = bodySize * b;
    const inertia = 0.1 * Math.max(moments[3 * i], moments[3 * i + 1], moments[3 * i + 2]);
    for (let k = 0; k < 3; k++) {
      list[y + Slot.P + k] *= Math.max(1, 0.1 * mass[i]);
      list[y + Slot.L + k] *= Math.max(1, inertia);
    }
    whole += 0.1 * mass[i] + inertia;
  }
  for (let k = 0; k < 3; k++) list[spin + k] *= Math.max(1, whole);
  return list;
}
