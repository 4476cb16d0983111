/**
 * Bounds of the figures of the audit, and the messages for figures beyond them:
 *
 *   forces and momenta   ≤ 10 tolerance, at least 1e-9, of the largest force on the body, times the window
 *   at rest              ≤ 1e-9 of the largest force on the body
 *   positions            ≤ the contact tolerance, m: a projection may move bodies so far, where they touch or are joined; or the tolerance
 *                          of the integrator, if that is larger: 0.07 of it was measured, with a top on a pivot by Adams' method
 *   dissipated energy    decreases by no more than rounding, 1e-12 of the most energy exchanged, or 1e-4 tolerance: its power is integrated; by
 *                          Adams' method, a predictor–corrector, 1e-2 tolerance
 *   energy               ≤ 10 tolerance, at least 1e-9, of the largest term
 *   joints               ≤ tolerance/10, at least 1e-9, m or rad
 *
 * At every tolerance forces and energies may have errors of a hundredth at most, and positions of 1 mm, or the contact tolerance
 * if that is larger. Fixed steps have no error control: there the energy error alone is judged, by a hundredth.
 *
 * Kinetic and potential energy together rise by no more than the work, the energy error and the decrease of the dissipated
 * energy: the bounds of these two bound it.
 */

import type { WorldSettings } from "../model/index.js";
import { type AuditFigure, addFallback, describeFallback, type FallbackCode, type Worst } from "../record/index.js";
import {
  adamsDropFactor,
  dropFactor,
  energyFactor,
  forceFactor,
  jointFactor,
  maxEnergyBound,
  maxForceBound,
  maxKinematicBound,
  minDropBound,
  minEnergyBound,
  minForceBound,
  minJointBound,
  mostUncarried,
} from "./parameters.js";

/** Codes of the figures of the audit. */
const codes = {
  forceBalance: "balance/forces",
  kinematicError: "balance/positions",
  dissipationDrop: "balance/dissipation",
} as const satisfies Record<AuditFigure, FallbackCode>;

/** Beginnings of the codes of figures beyond their bounds. */
const brokenCodes: readonly string[] = ["balance/", "energy/balance", "joints/error", "contact/penetration"];

/** Beginnings of their texts in release 0.1, which had no codes: runs of that release can still be read. */
const formerTexts: readonly string[] = ["balance: ", "energy: the ", "joints: off by ", "contact: deeper than "];

/** Code of a body at rest that the reported forces do not carry, and the text of release 0.1. */
const uncarriedTexts: readonly string[] = ["balance/rest", "do not carry what rests"];

/** Returns whether a warning of a run, of this release or of 0.1, is of a figure beyond its bound. */
export function reportsBroken(warning: string): boolean {
  return [...brokenCodes, ...formerTexts].some((text) => warning.includes(text));
}

/** Order of the figures in messages. */
const order: readonly AuditFigure[] = ["forceBalance", "kinematicError", "dissipationDrop"];

/** Settings on which the bounds depend. */
type Method = Pick<WorldSettings, "tolerance" | "contactTolerance"> & Steps;

/** Settings on which it depends whether a motion is judged. */
interface Steps {
  readonly integrator?: WorldSettings["integrator"] | undefined;
}

/** Returns whether a motion with these settings is judged: methods of fixed step have no error control. */
export function isAudited({ integrator = "dopri5" }: Steps): boolean {
  return integrator === "dopri5" || integrator === "adams";
}

/**
 * Returns the bounds of the figures for some settings; for the force balance that of bodies at rest, if `fallbacks` contain its
 * violation.
 */
export function listBounds(
  { tolerance, contactTolerance, integrator }: Method,
  fallbacks: readonly string[] = [],
): Record<AuditFigure | "energyError" | "constraintError", number> {
  const isUncarried = fallbacks.some((entry) => uncarriedTexts.some((text) => entry.includes(text)));
  const drop = integrator === "adams" ? adamsDropFactor : dropFactor;
  return {
    forceBalance: isUncarried ? mostUncarried : limit(forceFactor * tolerance, minForceBound, maxForceBound),
    kinematicError: Math.max(contactTolerance, Math.min(maxKinematicBound, tolerance)),
    dissipationDrop: Math.max(minDropBound, drop * tolerance),
    energyError: isAudited({ integrator })
      ? limit(energyFactor * tolerance, minEnergyBound, maxEnergyBound)
      : maxEnergyBound,
    constraintError: Math.max(minJointBound, jointFactor * tolerance),
  };
}

/** Returns a value within bounds. */
function limit(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

/** Adds the figures beyond their bounds to the fallbacks. */
export function judgeAudit(worst: Worst, settings: WorldSettings): void {
  const bounds = listBounds(settings);
  if (!(worst.energyError <= bounds.energyError)) addFallback(worst, "energy/balance");
  if (!isAudited(settings)) return;
  for (const figure of order) if (!(worst[figure] <= bounds[figure])) addFallback(worst, codes[figure]);
  if (!(worst.constraintError <= bounds.constraintError)) addFallback(worst, "joints/error");
}

/** Units of the figures in messages. */
const units: Record<AuditFigure, string> = {
  forceBalance: " of the largest force on it",
  kinematicError: " m",
  dissipationDrop: " of the largest energy exchanged",
};

/**
 * Returns sentences for the figures of the audit beyond their bounds: the body, particle or system with generalized coordinates
 * by the names that are given, the time, and the size. They supplement the fallbacks of a run, whose figures may be the largest
 * of many calls.
 */
export function describeAudit(
  worst: Pick<Worst, AuditFigure | "places"> & {
    readonly fallbacks?: readonly string[];
    readonly energyError?: number;
    /** Time of the largest energy error, s, if it is known. */
    readonly energyTime?: number;
  },
  settings: Method,
  nameBody: (body: number) => string = (body) => `body ${body}`,
  nameParticle: (particle: number) => string = (particle) => `particle ${particle}`,
  nameThing: (thing: number) => string = (thing) => `coordinates[${thing}]`,
): string[] {
  const bounds = listBounds(settings, worst.fallbacks);
  const { energyError = 0, energyTime } = worst;
  const when = energyTime === undefined ? "" : `, at t = ${Number(energyTime.toPrecision(9))} s`;
  const size = `off by ${energyError.toExponential(1)} of the largest term${when}`;
  const energy =
    energyError <= bounds.energyError
      ? []
      : [`${describeFallback("energy/balance")}: ${size}, where ${bounds.energyError.toExponential(0)} is allowed`];
  if (!isAudited(settings)) return energy;
  const found = order.flatMap((figure) => {
    const place = worst.places[figure];
    if (worst[figure] <= bounds[figure] || place === undefined) return [];
    const { body, particle, thing } = place;
    const names = [
      ...(body < 0 ? [] : [nameBody(body)]),
      ...(particle === undefined ? [] : [nameParticle(particle)]),
      ...(thing === undefined ? [] : [nameThing(thing)]),
    ];
    const whose = names.map((name) => `${name}, `).join("");
    const size = `off by ${worst[figure].toExponential(1)}${units[figure]}, at t = ${Number(place.time.toPrecision(9))} s`;
    return [`${describeFallback(codes[figure])}: ${whose}${size}, where ${bounds[figure].toExponential(0)} is allowed`];
  });
  return [...energy, ...found];
}
