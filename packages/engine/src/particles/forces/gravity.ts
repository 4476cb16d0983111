/**
 * Global earth gravity: f = m g on every particle.
 *
 * Follows: Particle System Dynamics, section 4.1.
 */
import { requireVector } from "../../math/index.js";
import type { Force } from "../system/index.js";

/** Creates gravity of acceleration g, m/s², on every particle. Default (0, −9.81, 0). Its energy is −m g·x. */
export function gravity(g: ArrayLike<number> = [0, -9.81, 0]): Force {
  requireVector("gravity", g);
  const [gx, gy, gz] = [g[0], g[1], g[2]];
  return {
    name: "gravity",
    apply({ force, mass, count }) {
      for (let i = 0; i < count; i++) {
        const m = mass[i];
        force[3 * i] += m * gx;
        force[3 * i + 1] += m * gy;
        force[3 * i + 2] += m * gz;
      }
    },
    energy({ state, mass, inverseMass, count }) {
      let energy = 0;
      for (let i = 0; i < count; i++) {
        if (inverseMass[i] === 0) continue;
        energy -= mass[i] * (gx * state[6 * i] + gy * state[6 * i + 1] + gz * state[6 * i + 2]);
      }
      return energy;
    },
    addBlocks() {},
    linearise() {},
  };
}
