/**
 * Three equal masses that chase one another on a figure eight (Chenciner and Montgomery), with G = 1 and initial data of
 * eight digits taken as exact. The positions at the listed times come from extrapolation in 34 digits at two orders.
 *
 * Follows: Particle System Dynamics, section 4.3.
 */
import { angularMomentum, attraction, linearMomentum, ParticleSystem, totalEnergy } from "@rigor/engine/particles";
import type { Check, ParticleScene } from "./particle-scene.js";

const x1 = [0.97000436, -0.24308753];
const v3 = [-0.93240737, -0.86473146];

/** t, then x and y of the three particles. */
const rows = [
  [
    1, 0.9935829199409778, 0.21920494711469557, -0.05073428527495234, 0.04686124668595862, -0.9428486346660255,
    -0.26606619380065416,
  ],
  [
    2, 0.10198178007351595, 0.09305641858612952, 0.9118620363659862, -0.2877637943230049, -1.0138438164395023,
    0.19470737573687538,
  ],
  [
    6.32591398, 0.9700043444311253, -0.2430875434567938, -0.9700043744862956, 0.24308751553722463, 3.005517029113707e-8,
    2.7919569170671302e-8,
  ],
  [
    20, 0.9843371341222741, 0.2290801280597902, -0.02991184773768595, 0.02770157518148558, -0.9544252863845881,
    -0.25678170324127575,
  ],
];

export const figureEight: ParticleScene = {
  name: "figure-eight",
  summary: "three bodies on one figure-eight orbit",
  duration: 6.32591398,
  holds: "always",
  build() {
    const system = new ParticleSystem();
    const half = [-v3[0] / 2, -v3[1] / 2, 0];
    for (const side of [1, -1]) system.addParticle({ position: [side * x1[0], side * x1[1], 0], velocity: half });
    system.addParticle({ position: [0, 0, 0], velocity: [v3[0], v3[1], 0] });
    system.addForce(attraction({ strength: 1 }));
    return { system };
  },
  check({ system }) {
    const momenta = new Float64Array(6);
    linearMomentum(momenta, 0, system);
    angularMomentum(momenta, 3, system);
    const checks: Check[] = [{ what: "energy", exact: -1.2871419917663256, got: totalEnergy(system) }];
    momenta.forEach((got, c) => {
      checks.push({ what: `${c < 3 ? "momentum" : "angular momentum"} ${"xyz"[c % 3]}`, exact: 0, got });
    });
    (rows.find(([t]) => t === system.time)?.slice(1) ?? []).forEach((exact, c) => {
      const i = Math.floor(c / 2);
      checks.push({ what: `${"xy"[c % 2]} of ${i + 1}`, exact, got: system.state[6 * i + (c % 2)] });
    });
    return checks;
  },
};
