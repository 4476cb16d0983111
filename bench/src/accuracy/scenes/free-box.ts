/** A box that tumbles without torque. By its symmetry in time, ten times as fast in a tenth of the time of bench rigid. */
import { quat, vec3 } from "@rigor/engine/math";
import { findMoments, type Item, type Vector } from "../engine.js";
import { type Scene, worse } from "../scene.js";

/** Computed to 40 digits by Taylor series of order 45, from ω₀ = (1, 0, 2) at t = 60 s. */
const exact = Float64Array.of(-0.03982123792562873, 0.18517115616765617, -0.9542968006254698, -0.23117856355985128);
const duration = 6;
const omega0: Vector = [10, 0, 20];
const box: Item = {
  form: { kind: "box", size: [1, 2, 3] },
  mass: 6,
  position: [0, 0, 0],
  angularVelocity: omega0,
};

export const freeBox: Scene = {
  name: "free box",
  about: "A box of 1 × 2 × 3 m and 6 kg tumbles for 6 s without forces, from ω = (10, 0, 20) rad/s.",
  reference:
    "Worst relative errors of energy and angular momentum; the angle between the attitude at the end and the " +
    "exact one (Taylor series to 40 digits).",
  columns: ["energy", "angular momentum", "attitude, rad"],
  headline: 2,
  measure(probe) {
    const I = findMoments(box);
    const run = probe.start({ gravity: [0, 0, 0], friction: 0, restitution: 0, items: [box] });
    const spin = new Float64Array(3);
    const L0 = Float64Array.from(omega0, (w, k) => I[k] * w);
    const T0 = 0.5 * omega0.reduce((sum, w, k) => sum + I[k] * w * w, 0);
    let [energy, momentum] = [0, 0];
    run.advance(duration, () => {
      const state = run.read(0);
      // ω, and then L, along the axes of the body
      quat.rotateVectorInverse(spin, 0, state, 3, state, 10);
      const T = 0.5 * spin.reduce((sum, w, k) => sum + I[k] * w * w, 0);
      energy = worse(energy, Math.abs(T / T0 - 1));
      for (let k = 0; k < 3; k++) spin[k] *= I[k];
      quat.rotateVector(spin, 0, state, 3, spin, 0);
      vec3.subtract(spin, 0, spin, 0, L0, 0);
      momentum = worse(momentum, vec3.length(spin, 0) / vec3.length(L0, 0));
    });
    const turn = new Float64Array(4);
    quat.conjugate(turn, 0, exact, 0);
    quat.multiply(turn, 0, turn, 0, run.read(0), 3);
    return [energy, momentum, 2 * Math.atan2(vec3.length(turn, 0), Math.abs(turn[3]))];
  },
};
