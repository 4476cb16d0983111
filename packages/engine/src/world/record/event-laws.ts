/**
 * Laws of collisions. The `law` of an event is a list of stable codes, for programs; each has a text, for people:
 *
 *   simultaneous, friction, poisson     impulses at all contacts at once; with friction; restitution after Poisson's hypothesis
 *
 * The first code is the law itself, the others are conditions under which it was applied. Codes stay as they are from release to
 * release; texts may be improved.
 */

/** Texts of the codes of event laws. */
export const eventLawTexts = {
  simultaneous: "impulses at all contacts at once",
  propagation: "impulses one after the other, at the fastest approach first",
  jamming: "an impact without a collision stops the sliding (Painlevé)",
  "moreau-jean": "impulses of time steps (Moreau–Jean)",
  friction: "with friction",
  poisson: "restitution after Poisson's hypothesis",
  "energy-limit": "restitution is scaled down, as it would have raised the energy",
  "no-restitution": "without restitution, as that contradicts itself",
  "round-limit": "the last round is plastic, as rounds do not come to an end",
  "impulse-limit": "the last impulses are simultaneous and plastic, as they do not come to an end",
} as const;

/** Stable code of a law of collisions, or of a condition under which it was applied. */
export type EventLaw = keyof typeof eventLawTexts;

/** Between the codes of a law. */
const separator = ", ";

/** Codes by the words of release 0.1. */
const formerCodes: ReadonlyMap<string, EventLaw> = new Map([
  ["leap", "moreau-jean"],
  ["impact without a collision", "jamming"],
  ["Poisson", "poisson"],
  ["energy limited", "energy-limit"],
  ["energyLimit", "energy-limit"],
  ["noRestitution", "no-restitution"],
  ["without restitution", "no-restitution"],
  ["roundLimit", "round-limit"],
  ["impulseLimit", "impulse-limit"],
]);

/** Returns a law with the codes of the present release. */
export function renewLaw(law: string): string {
  const codes = law.split(separator);
  return codes.map((code) => formerCodes.get(code) ?? code).join(separator);
}

/** Returns the `law` of an event for its codes. */
export function joinLaw(...codes: readonly EventLaw[]): string {
  return codes.join(separator);
}

/** Returns the text of the `law` of an event; codes that are not known stay as they are. */
export function describeLaw(law: string): string {
  const texts: Readonly<Record<string, string>> = eventLawTexts;
  const codes = law === "" ? [] : law.split(separator);
  return codes.map((code) => (Object.hasOwn(texts, code) ? texts[code] : code)).join("; ");
}
