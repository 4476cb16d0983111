/** Cubes on top of one another: ten alike, and a heavy one on a light one. */
import { g, type Probe, type Scene } from "../scene.js";

/** Cubes of 1 m that touch, from below; how far the topmost is from its place after 10 s, down and aside, mm. */
function measureStack(probe: Probe, masses: readonly number[]): number[] {
  const floor = { form: { kind: "floor" }, mass: 0, position: [0, 0, 0] } as const;
  const cubes = masses.map((mass, k) => {
    return { form: { kind: "box", size: [1, 1, 1] }, mass, position: [0, k + 0.5, 0] } as const;
  });
  const run = probe.start({ gravity: [0, -g, 0], friction: 0.5, restitution: 0, items: [floor, ...cubes] });
  run.advance(10);
  const [x, y, z] = run.read(masses.length);
  return [1e3 * Math.abs(y - (masses.length - 0.5)), 1e3 * Math.hypot(x, z)];
}

export const stackOfTen: Scene = {
  name: "stack of ten",
  about: "Ten cubes of 1 m and 1 kg, μ = 0.5, stand on one another for 10 s.",
  reference: "The displacement of the topmost cube, down and aside.",
  columns: ["down, mm", "aside, mm"],
  measure: (probe) => measureStack(probe, Array<number>(10).fill(1)),
};

export const heavyOnLight: Scene = {
  name: "heavy on light",
  about: "A cube of 1 m and 1000 kg stands on one of 1 kg for 10 s.",
  reference: "The displacement of the heavy cube, down and aside.",
  columns: ["down, mm", "aside, mm"],
  measure: (probe) => measureStack(probe, [1, 1000]),
};
