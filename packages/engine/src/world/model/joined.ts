/** Pairs that a joint keeps from colliding: the joint holds a point of both at one place. */
import { Carrier, type Constraint, type End } from "../../constrain/index.js";
import type { Detector } from "../../contact/index.js";

/** Names of the joints that hold no common point of two bodies, so that these collide. */
const loose = new Set(["distance", "rope", "pulley", "gear", "rack", "coupling", "motor"]);

const list = (ends: readonly End[], of: Carrier): number[] => [
  ...new Set(ends.flatMap(({ carrier, index }) => (carrier === of ? [index] : []))),
];

/**
 * Excludes the pairs of bodies of a joint, and of these bodies and particles that it holds, from collision detection; or includes
 * them again, if `isBack`.
 */
export function exclude(detector: Detector, { name, ends, joinsPoints = false }: Constraint, isBack = false): void {
  if (loose.has(name)) return;
  const bodies = list(ends, Carrier.body);
  const particles = joinsPoints ? list(ends, Carrier.particle) : [];
  for (const [k, a] of bodies.entries()) {
    for (const b of bodies.slice(k + 1)) isBack ? detector.include(a, b) : detector.exclude(a, b);
    for (const j of particles) {
      isBack ? detector.includeParticle(j, a) : detector.excludeParticle(j, a);
    }
  }
}
