/** The solver of differential equations that takes an island through its steps. */
import { adams, backwardEuler, dopri5, euler, midpoint, rk4, type Stepper } from "../../ode/index.js";
import { bodySize, Slot } from "../../rigid/index.js";
import type { WorldSettings } from "../model/index.js";
import type { Island } from "./island.js";

/** The part of the tolerance that one step may use. */
const share = 5e-4;

/** Steps are not asked to be better than this: below it there is rounding. */
const least = 2e-14;

/**
 * What is lighter than this part of the heaviest of its island counts as that: the forces that pass through it are known to a
 * part of themselves, not of what they would be for it alone.
 */
const lightest = 1e-3;

/** Radius of gyration, m, below which angular velocities need not be known as well. */
const arm = 0.1;

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
 * What each entry may be off by. Velocities are what counts: of momenta it is so much of 1 kg m/s, of what is heavier than 10 kg
 * as much more, of what is lighter than 1 kg as much less. Angular momenta are taken in the same way; of what is smaller than `arm`
 * as much less, as it is the speed of its points that counts. H of the whole island and what is booked, J, go with the masses of all.
 */
function listAbsolute(island: Island, unit: number): Float64Array {
  const { dimension, bodies, movingCount, system, isByClock, particleCount, coordinates } = island;
  // before the last of all, the push by the clock; and before that, what is booked
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
    const felt = Math.max(mass[i], lightest * heaviest);
    const around = felt * Math.min(1, Math.sqrt(inertia / mass[i]) / arm);
    for (let k = 0; k < 3; k++) {
      list[y + Slot.P + k] *= allow(mass[i], felt);
      list[y + Slot.L + k] *= allow(inertia, around);
    }
    whole += mass[i];
    inertias += inertia;
    turning += felt + around;
  }
  // of particles and coordinates it is not known what they weigh
  const isKnown = particleCount === 0 && coordinates.length === 0;
  for (let k = 1; k <= 2; k++) list[spin - k] *= allow(whole, isKnown ? whole : Infinity);
  for (let k = 0; k < 3; k++) list[spin + k] *= allow(whole + inertias, isKnown ? turning : Infinity);
  return list;
}

/** How much more than one of 1 kg, or 1 kg m², a momentum may be off by; never more than `most`. */
function allow(mass: number, most: number): number {
  return Math.min(most, Math.max(1, 0.1 * mass));
}
