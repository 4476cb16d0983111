/**
 * How far the audit may find a motion off, and what is said where it is farther:
 *
 *   forces and momenta   ≤ 10 tolerance, at least 1e-9, of the largest force on the body, times the window
 *   at rest              ≤ 1e-9 of the largest force on the body
 *   positions            ≤ the contact tolerance, m: as far things may be put right, where they touch or are joined; or the tolerance
 *                          of the integrator, where that is more: 0.07 of it was seen, of a top on a pivot by Adams' method
 *   dissipated energy    falls by no more than rounding, 1e-12 of the most exchanged, or 1e-4 tolerance: its power is integrated
 *
 * Kinetic and potential energy together rise by no more than the work that is done, the error of the energy and what the dissipated
 * energy falls by: the bounds of these two are its own.
 */
import { type AuditFigure, addFallback, type Worst } from "./report.js";
import type { WorldSettings } from "./settings.js";

/** Beside the tolerance of the integrator; and however small that is, events are located no better than to leave this. */
const forceFactor = 10;
const leastForce = 1e-9;
/** What rubs slowly is integrated with weights of either sign: 8e-5 of the tolerance was seen at 1e-3, of a tippe top, none at 1e-5. */
const dropFactor = 1e-4;
const leastDrop = 1e-12;
/** What an island at rest may lack. */
export const mostUncarried = 1e-9;

/** Fallbacks of the audit begin so. */
export const auditMark = "balance: ";

const words: Record<AuditFigure, string> = {
  forceBalance: "balance: forces and impulses told are not those that move a body",
  kinematicError: "balance: a body is not where its velocities lead",
  dissipationDrop: "balance: dissipated energy comes back",
};

export const uncarried = "balance: forces told do not carry what rests";

const order: readonly AuditFigure[] = ["forceBalance", "kinematicError", "dissipationDrop"];

/** The bounds of the figures, with these settings; where `fallbacks` tell that something at rest is not carried, the bound of that. */
export function listBounds(
  { tolerance, contactTolerance }: Pick<WorldSettings, "tolerance" | "contactTolerance">,
  fallbacks: readonly string[] = [],
): Record<AuditFigure, number> {
  const isUncarried = fallbacks.some((what) => what.includes(uncarried));
  return {
    forceBalance: isUncarried ? mostUncarried : Math.max(leastForce, forceFactor * tolerance),
    kinematicError: Math.max(contactTolerance, tolerance),
    dissipationDrop: Math.max(leastDrop, dropFactor * tolerance),
  };
}

/** Tells among the fallbacks what is beyond its bound. */
export function judgeAudit(worst: Worst, settings: WorldSettings): void {
  const bounds = listBounds(settings);
  for (const figure of order) if (!(worst[figure] <= bounds[figure])) addFallback(worst, words[figure]);
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
  worst: Pick<Worst, AuditFigure | "places"> & { readonly fallbacks?: readonly string[] },
  settings: Pick<WorldSettings, "tolerance" | "contactTolerance">,
  nameBody: (body: number) => string = (body) => `body ${body}`,
  nameParticle: (particle: number) => string = (particle) => `particle ${particle}`,
  nameThing: (thing: number) => string = (thing) => `coordinates[${thing}]`,
): string[] {
  const bounds = listBounds(settings, worst.fallbacks);
  return order.flatMap((figure) => {
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
    return [`${words[figure]}: ${whose}${size}, where ${bounds[figure].toExponential(0)} is allowed`];
  });
}
