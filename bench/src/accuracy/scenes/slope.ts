/**
 * A block on a slope, just below and just above the friction angle. The floor stays level and gravity leans, so that a slope
 * is nothing else to any engine.
 */
import { g, type Probe, type Run, type Scene } from "../scene.js";

const mu = 0.5;

/** tan θ is so many times μ. */
function startBlock(probe: Probe, part: number): { run: Run; cos: number; sin: number } {
  const tan = part * mu;
  const cos = 1 / Math.sqrt(1 + tan * tan);
  const sin = tan * cos;
  const floor = { form: { kind: "floor" }, mass: 0, position: [0, 0, 0] } as const;
  const block = { form: { kind: "box", size: [1, 0.2, 1] }, mass: 2, position: [0, 0.1, 0] } as const;
  const gravity = [g * sin, -g * cos, 0] as const;
  return { run: probe.start({ gravity, friction: mu, restitution: 0, items: [floor, block] }), cos, sin };
}

export const slopeBelow: Scene = {
  name: "slope, below",
  about: "A block of 1 × 0.2 × 1 m on a slope with tan θ = 0.99 μ, μ = 0.5, for 10 s.",
  reference: "The block stays: its displacement.",
  columns: ["creep, mm"],
  measure(probe) {
    const { run } = startBlock(probe, 0.99);
    run.advance(10);
    const [x, , z] = run.read(1);
    return [1e3 * Math.hypot(x, z)];
  },
};

export const slopeAbove: Scene = {
  name: "slope, above",
  about: "A block of 1 × 0.2 × 1 m on a slope with tan θ = 1.01 μ, μ = 0.5, for 2 s.",
  reference: "Its displacement against (sin θ − μ cos θ) g t²/2 = 88 mm.",
  columns: ["distance, mm"],
  measure(probe) {
    const { run, sin, cos } = startBlock(probe, 1.01);
    run.advance(2);
    return [1e3 * Math.abs(run.read(1)[0] - 2 * g * (sin - mu * cos))];
  },
};
