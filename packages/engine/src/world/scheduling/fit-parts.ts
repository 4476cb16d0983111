/** Boxes of the parts of islands for a window: each part may keep its velocity, and fall freely. */

import type { WorldContext } from "../contact-state/index.js";
import type { Neighbours } from "../detection/index.js";
import type { IslandFlow } from "../integration/index.js";

/** Fits the boxes of the parts of these islands for a duration, s. The caller updates the broad phase. */
export function fitParts(
  world: WorldContext,
  neighbours: Neighbours,
  awake: readonly IslandFlow[],
  duration: number,
): void {
  const { parts, mechanism, settings } = world;
  const { system } = mechanism;
  const { velocity, angularVelocity, particles } = system;
  let fall = 0;
  for (let k = 0; k < 3; k++) fall += Math.abs(settings.gravity[k]);
  for (const { context } of awake) {
    for (const p of context.candidates.parts) {
      parts.place(system, p);
      const i = parts.body[p];
      let speed = fall * duration;
      for (let k = 0; k < 3; k++) {
        const reach = Number.isFinite(parts.reach[p]) ? parts.reach[p] : 0;
        if (i >= 0) speed += Math.abs(velocity[3 * i + k]) + reach * Math.abs(angularVelocity[3 * i + k]);
        else speed += Math.abs(particles.state[6 * parts.particle[p] + 3 + k]);
      }
      neighbours.fit(p, settings.contactTolerance + speed * duration);
    }
  }
}
