/**
 * Fallbacks of a run: departures from the methods asked for, and bounds that were not met. Each is a stable code, for
 * programs, and a text, for people:
 *
 *   time-stepping/chattering: events accumulate; a phase of time-stepping (Moreau–Jean) has passed them
 *
 * The part of a code before the slash is its group. Codes stay as they are from release to release; texts may be improved.
 */
import type { Worst } from "./report.js";

/** Texts of fallbacks, by code. */
export const fallbackTexts = {
  "contact/penetration": "a part is deeper in another than the contact tolerance",
  "contact/complementarity": "forces are off the Signorini–Coulomb conditions by more than 1e-9",
  "energy/balance": "the energy balance is off by more than the tolerance allows",
  "joints/error": "joints are off by more than the tolerance allows",
  "balance/forces": "the reported forces and impulses are not those that move a body",
  "balance/positions": "a body is not where its velocities lead",
  "balance/dissipation": "dissipated energy comes back",
  "balance/rest": "the reported forces do not carry a body at rest",
  "impact/energy-limit":
    "restitution that differs from contact to contact would have raised the energy; it is scaled down",
  "impact/no-restitution": "restitution at several contacts contradicts itself; the impact is plastic",
  "impact/round-limit": "simultaneous impacts do not come to an end; the last of them is plastic",
  "impact/impulse-limit":
    "propagating impulses do not come to an end; the last of them is a simultaneous, plastic impact",
  "impact/poisson": "Newton's restitution would have raised the energy; Poisson's is used",
  "impact/inexact": "the impulses are not exact",
  "impact/frictionless": "friction is left out of an impact",
  "friction/jamming":
    "no forces satisfy the Coulomb conditions; an impact without a collision (Painlevé) stops the sliding",
  "friction/nonunique": "more than one motion satisfies the Coulomb conditions; the contacts that can separate do",
  "friction/inexact": "the forces are not exact",
  "friction/joint-load": "the load of a joint, on which its friction depends, is not exact",
  "friction/modes": "stick and slip were decided anew within a step",
  "resting/method": "the method for resting contact was replaced",
  "sleep/partial": "bodies that hardly move are held at rest beside others that move",
  "time-stepping/many-contacts":
    "many contacts change within a short time; a phase of time-stepping (Moreau–Jean) has passed it",
  "time-stepping/chattering": "events accumulate; a phase of time-stepping (Moreau–Jean) has passed them",
  "time-stepping/unhandled-event":
    "an event could not be handled; a phase of time-stepping (Moreau–Jean) has passed it",
  "time-stepping/few-contacts":
    "a few contacts change again and again; a phase of time-stepping (Moreau–Jean) has passed it",
  "time-stepping/inexact": "the impulses of a time step are not exact",
  "time-stepping/slack": "contacts within a time step have slack",
} as const;

/** Stable code of a fallback. */
export type FallbackCode = keyof typeof fallbackTexts;

/** Returns the entry of a report for a fallback: its code, its text, and a detail where there is one. */
export function describeFallback(code: FallbackCode, detail = ""): string {
  return `${code}: ${fallbackTexts[code]}${detail === "" ? "" : ` (${detail})`}`;
}

/** Returns the code of an entry of a report. */
export function readFallbackCode(fallback: string): string {
  const end = fallback.indexOf(": ");
  return end < 0 ? fallback : fallback.slice(0, end);
}

/** Adds a fallback to the report, once. */
export function addFallback({ fallbacks }: Worst, code: FallbackCode, detail = ""): void {
  const entry = describeFallback(code, detail);
  if (!fallbacks.includes(entry)) fallbacks.push(entry);
}
