/** What a joint keeps in one place: it does not collide with each other. */
import { Carrier, type Constraint, type End } from "../../constrain/index.js";
import type { Detector } from "../../contact/index.js";

/** Joints that keep two bodies in one place; what only keeps a distance lets them collide. */
const loose = new Set(["distance", "rope", "pulley", "gear", "rack", "coupling", "motor"]);

const list = (ends: readonly End[], of: Carrier): number[] => [
  ...new Set(ends.flatMap(({ carrier, index }) => (carrier === of ? [index] : []))),
];

/** Bodies that a constraint keeps in one place, and bodies and the particles that are tied to them, meet no more; or again. */
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
