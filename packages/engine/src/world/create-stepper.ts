/** The solver of differential equations that takes an island through its steps. */
import { adams, backwardEuler, dopri5, euler, midpoint, rk4, type Stepper } from "../ode/index.js";
import type { Island } from "./island.js";
import type { WorldSettings } from "./settings.js";

/** The part of the tolerance that one step may use. */
const share = 5e-4;

export function createStepper(island: Island, settings: WorldSettings): Stepper {
  const { integrator, step, tolerance } = settings;
  if (integrator === "rk4") return rk4(island, { step });
  if (integrator === "midpoint") return midpoint(island, { step });
  if (integrator === "euler") return euler(island, { step });
  if (integrator === "backward-euler") return backwardEuler(island, { step });
  // the error of a run is that of many steps
  const options = { tolerance: share * tolerance, ...(step < Infinity ? { maxStep: step } : {}) };
  return integrator === "adams" ? adams(island, options) : dopri5(island, options);
}
