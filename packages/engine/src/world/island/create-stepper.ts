/** Integrators of islands, with the tolerance of each entry of the state. */
import { adams, backwardEuler, dopri5, euler, midpoint, rk4, type Stepper } from "../../ode/index.js";
import { bodySize, Slot } from "../../rigid/index.js";
import type { WorldSettings } from "../model/index.js";
import type { Island } from "./island.js";
import { inverseHeavyMass, lightestPart, minStepTolerance, smallGyration, stepToleranceShare } from "./parameters.js";

/** Returns the integrator of an island for the settings of its world. */
export function createStepper(island: Island, settings: WorldSettings): Stepper {
  const { integrator, step, tolerance } = settings;
  if (integrator === "rk4") return rk4(island, { step });
  if (integrator === "midpoint") return midpoint(island, { step });
  if (integrator === "euler") return euler(island, { step });
  if (integrator === "backward-euler") return backwardEuler(island, { step });
  // the error of a run is that of many steps
  const relative = Math.max(stepToleranceShare * tolerance, Math.min(minStepTolerance, tolerance));
  const absolute = listAbsolute(island, relative);
  const options = { tolerance: relative, absolute, ...(step < Infinity ? { maxStep: step } : {}) };
  return integrator === "adams" ? adams(island, options) : dopri5(island, options);
}

/**
 * Returns the absolute tolerance of each entry of the state. It is a tolerance of velocities: for momenta it is the unit times 1
 * kg m/s, more in proportion above 10 kg, and less in proportion below 1 kg. Angular momenta are treated alike, with less for a
 * radius of gyration below `smallGyration`, because the speed of the points counts. H of the island and the energy balance, J,
 * scale with the total mass.
 */
function listAbsolute(island: Island, unit: number): Float64Array {
  const {
    dimension,
    model: { bodies, movingCount, system, particleCount, coordinates },
    balance: { isByClock },
  } = island;
  // H is followed by the measure of the time-dependent loads, if there is one, and preceded by the energy balance
  const spin = dimension - (isByClock ? 4 : 3);
  const list = new Float64Array(dimension).fill(unit);
  const { mass, moments } = system;
  let heaviest = 0;
  for (let b = 0; b < movingCount; b++) heaviest = Math.max(heaviest, mass[bodies[b]]);
  let [whole, inertias, turning] = [0, 0, 0];
  for (let b = 0; b < movingCount; b++) {
    const i = bodies[b];
    const y = bodySize * b;
    const inertia = Math.max(moments[3 * i], moments[3 * i + 1], moments[3 * i + 2]);
    const felt = Math.max(mass[i], lightestPart * heaviest);
    const around = felt * Math.min(1, Math.sqrt(inertia / mass[i]) / smallGyration);
    for (let k = 0; k < 3; k++) {
      list[y + Slot.P + k] *= allow(mass[i], felt);
      list[y + Slot.L + k] *= allow(inertia, around);
    }
    whole += mass[i];
    inertias += inertia;
    turning += felt + around;
  }
  // the masses of particles and generalized coordinates are not in the sums
  const isKnown = particleCount === 0 && coordinates.length === 0;
  for (let k = 1; k <= 2; k++) list[spin - k] *= allow(whole, isKnown ? whole : Infinity);
  for (let k = 0; k < 3; k++) list[spin + k] *= allow(whole + inertias, isKnown ? turning : Infinity);
  return list;
}

/** Returns the factor of the tolerance of a momentum relative to that of 1 kg, or 1 kg m²; never more than `most`. */
function allow(mass: number, most: number): number {
  return Math.min(most, Math.max(1, inverseHeavyMass * mass));
}
