/**
 * How far the audit may find a motion off, and what is said where it is farther:
 *
 *   forces and momenta   ≤ 10 tolerance, at least 1e-9, of the largest force on the body, times the window
 *   at rest              ≤ 1e-9 of the largest force on the body
 *   positions            ≤ the contact tolerance, m: as far things may be put right, where they touch or are joined; or the tolerance
 *                          of the integrator, where that is more: 0.07 of it was seen, of a top on a pivot by Adams' method
 *   dissipated energy    falls by no more than rounding, 1e-12 of the most exchanged, or 1e-4 tolerance: its power is integrated; by
 *                          Adams' method, which corrects what it has predicted, 1e-2 tolerance
 *   energy               ≤ 10 tolerance, at least 1e-9, of the largest term
 *   joints               ≤ tolerance/10, at least 1e-9, m or rad
 *
 * However rough the tolerance, forces and energies are off when they are off by a hundredth, and positions by 1 mm, or the contact
 * tolerance where that is more. Fixed steps promise
 * nothing: nothing is judged there but that energies are not off by a hundredth.
 *
 * Kinetic and potential energy together rise by no more than the work that is done, the error of the energy and what the dissipated
 * energy falls by: the bounds of these two are its own.
 */

import type { WorldSettings } from "../model/index.js";
import { type AuditFigure, addFallback, describeFallback, type FallbackCode, type Worst } from "../record/index.js";

/** Beside the tolerance of the integrator; and however small that is, events are located no better than to leave this. */
const forceFactor = 10;
const leastForce = 1e-9;
const energyFactor = 10;
const leastEnergy = 1e-9;
const jointFactor = 0.1;
const leastJoint = 1e-9;
/** However rough that tolerance is: parts of the largest force and of the largest energy, and m. */
const mostForce = 1e-2;
const mostEnergy = 1e-2;
const mostWay = 1e-3;
/** What rubs slowly is integrated with weights of either sign: 8e-5 of the tolerance was seen at 1e-3, of a tippe top, none at 1e-5. */
const dropFactor = 1e-4;
/** 3e-3 of the tolerance was seen, of a tippe top at 1e-8. */
const adamsDropFactor = 1e-2;
const leastDrop = 1e-12;
/** What an island at rest may lack. */
export const mostUncarried = 1e-9;

/** Codes of the figures of the audit. */
const codes = {
  forceBalance: "balance/forces",
  kinematicError: "balance/positions",
  dissipationDrop: "balance/dissipation",
} as const satisfies Record<AuditFigure, FallbackCode>;

/** Codes that say that a figure is beyond its bound. */
const brokenCodes: readonly string[] = ["balance/", "energy/balance", "joints/error", "contact/penetration"];

/** Whether a warning of a run is that something is off beyond its bound. */
export function reportsBroken(warning: string): boolean {
  return brokenCodes.some((code) => warning.includes(code));
}

const order: readonly AuditFigure[] = ["forceBalance", "kinematicError", "dissipationDrop"];

/** What bounds depend on. */
type Method = Pick<WorldSettings, "tolerance" | "contactTolerance"> & Steps;
interface Steps {
  readonly integrator?: WorldSettings["integrator"] | undefined;
}

/** Whether a motion with these settings is judged: what a fixed step is off by is its own affair. */
export function isAudited({ integrator = "dopri5" }: Steps): boolean {
  return integrator === "dopri5" || integrator === "adams";
}

/** The bounds of the figures, with these settings; where `fallbacks` tell that something at rest is not carried, the bound of that. */
export function listBounds(
  { tolerance, contactTolerance, integrator }: Method,
  fallbacks: readonly string[] = [],
): Record<AuditFigure | "energyError" | "constraintError", number> {
  const isUncarried = fallbacks.some((what) => what.includes("balance/rest"));
  const drop = integrator === "adams" ? adamsDropFactor : dropFactor;
  return {
    forceBalance: isUncarried ? mostUncarried : limit(forceFactor * tolerance, leastForce, mostForce),
    kinematicError: Math.max(contactTolerance, Math.min(mostWay, tolerance)),
    dissipationDrop: Math.max(leastDrop, drop * tolerance),
    energyError: isAudited({ integrator }) ? limit(energyFactor * tolerance, leastEnergy, mostEnergy) : mostEnergy,
    constraintError: Math.max(leastJoint, jointFactor * tolerance),
  };
}

function limit(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

/** Tells among the fallbacks what is beyond its bound. */
export function judgeAudit(worst: Worst, settings: WorldSettings): void {
  const bounds = listBounds(settings);
  if (!(worst.energyError <= bounds.energyError)) addFallback(worst, "energy/balance");
  if (!isAudited(settings)) return;
  for (const figure of order) if (!(worst[figure] <= bounds[figure])) addFallback(worst, codes[figure]);
  if (!(worst.constraintError <= bounds.constraintError)) addFallback(worst, "joints/error");
}

const units: Record<AuditFigure, string> = {
  forceBalance: " of the largest force on it",
  kinematicError: " m",
  dissipationDrop: " of the largest energy exchanged",
};

/**
 * What the audit found beyond its bounds, in sentences: which body, particle or thing, by the names that are given, when, and by how much. To be
 * said beside the fallbacks of a run, of which the figures may be the worst of many calls.
 */
export function describeAudit(
  worst: Pick<Worst, AuditFigure | "places"> & {
    readonly fallbacks?: readonly string[];
    readonly energyError?: number;
    /** When that was, s: as far as it is known. */
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
