/** Which bodies a joint keeps in one place. */
import { Carrier, type Constraint } from "../constrain/index.js";

/** Joints that keep two bodies in one place; what only keeps a distance lets them collide. */
const loose = new Set(["distance", "rope", "pulley", "gear", "rack", "coupling", "motor"]);

/** Pairs of bodies that a constraint keeps from colliding with each other. */
export function listJoined({ name, ends }: Constraint): [number, number][] {
  if (loose.has(name)) return [];
  const bodies = [...new Set(ends.flatMap(({ carrier, index }) => (carrier === Carrier.body ? [index] : [])))];
  return bodies.flatMap((a, k) => bodies.slice(k + 1).map((b): [number, number] => [a, b]));
}
