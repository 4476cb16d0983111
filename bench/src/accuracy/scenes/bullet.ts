/** A bullet at a wall. */
import type { Item } from "../engine.js";
import type { Figure, Probe, Scene } from "../scene.js";

const [speed, radius, thickness, distance, restitution] = [200, 0.01, 0.05, 5, 0.5];

/** Fires; how fast it is along its way, m/s, and where. */
function fire(probe: Probe, fast: boolean): { place: number; velocity: number } {
  const wall: Item = { form: { kind: "box", size: [thickness, 4, 4] }, mass: 0, position: [0, 0, 0] };
  const bullet: Item = {
    form: { kind: "sphere", radius },
    mass: 0.01,
    position: [-distance - 0.137, 0, 0],
    velocity: [speed, 0, 0],
    fast,
  };
  const run = probe.start({ gravity: [0, 0, 0], friction: 0, restitution, items: [wall, bullet] });
  run.advance(0.2);
  const state = run.read(1);
  return { place: state[0], velocity: state[7] };
}

function judge(probe: Probe, fast: boolean): string {
  const { place } = fire(probe, fast);
  return place < 0 ? "stopped" : "passes";
}

export const bullet: Scene = {
  name: "bullet",
  about: "A ball of 10 mm radius and 10 g flies with 200 m/s at a fixed wall of 50 mm, e = 0.5.",
  reference:
    "Whether it is stopped, at default settings and with continuous collision detection; its speed then against 100 m/s backwards.",
  columns: ["plain", "continuous", "speed, %"],
  measure(probe) {
    const { continuous } = probe.engine;
    const plain = judge(probe, false);
    const best = continuous === "option" ? judge(probe, true) : continuous === "always" ? plain : "–";
    let error: Figure = "–";
    if (best === "stopped" || plain === "stopped") {
      const { velocity } = fire(probe, best === "stopped");
      error = Math.abs(velocity / (-restitution * speed) - 1) * 100;
    }
    return [plain, best, error];
  },
};
