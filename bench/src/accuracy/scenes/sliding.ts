/** A block that slides to a stop, and a ball that slips until it rolls. */
import { g, type Scene } from "../scene.js";

const floor = { form: { kind: "floor" }, mass: 0, position: [0, 0, 0] } as const;

/** Thrown at 30° to its sides: a pyramid in the place of the cone shows. */
const [mu, speed] = [0.3, 4];
const way = [Math.cos(Math.PI / 6), Math.sin(Math.PI / 6)];

export const slidingBlock: Scene = {
  name: "sliding block",
  about: "A block of 1 × 0.2 × 1 m and 2 kg slides with 4 m/s at 30° to its sides, μ = 0.3.",
  reference: "Distance after 3 s against v²/2μg = 2.718 m; displacement to the side; and rotation.",
  columns: ["distance, mm", "sideways, mm", "turn, mrad"],
  measure(probe) {
    const block = {
      form: { kind: "box", size: [1, 0.2, 1] },
      mass: 2,
      position: [0, 0.1, 0],
      velocity: [speed * way[0], 0, speed * way[1]],
    } as const;
    const run = probe.start({ gravity: [0, -g, 0], friction: mu, restitution: 0, items: [floor, block] });
    run.advance(3);
    const [x, , z, qx, qy, qz, qw] = run.read(1);
    const along = x * way[0] + z * way[1];
    const aside = z * way[0] - x * way[1];
    const turn = 2 * Math.atan2(Math.hypot(qx, qy, qz), Math.abs(qw));
    return [1e3 * Math.abs(along - speed ** 2 / (2 * mu * g)), 1e3 * Math.abs(aside), 1e3 * turn];
  },
};

const [radius, rollMu, rollSpeed] = [0.25, 0.2, 5];

export const slipToRoll: Scene = {
  name: "slip to roll",
  about: "A ball of 0.25 m slips with 5 m/s, μ = 0.2, until it rolls.",
  reference:
    "The time at which it rolls against 2v/7μg = 728 ms (extrapolated from the last frame in which it slips by more than " +
    "1 m/s), its speed then against 5v/7, and its place after 2 s.",
  columns: ["time, ms", "speed, mm/s", "place, mm"],
  measure(probe) {
    const ball = {
      form: { kind: "sphere", radius },
      mass: 1,
      position: [0, radius, 0],
      velocity: [rollSpeed, 0, 0],
    } as const;
    const run = probe.start({ gravity: [0, -g, 0], friction: rollMu, restitution: 0, items: [floor, ball] });
    const time = (2 * rollSpeed) / (7 * rollMu * g);
    let rolls = Number.NaN;
    run.advance(2, () => {
      const state = run.read(1);
      const slip = state[7] + radius * state[12];
      if (slip > 1) rolls = run.time + slip / (3.5 * rollMu * g);
    });
    const state = run.read(1);
    const place = rollSpeed * time - 0.5 * rollMu * g * time ** 2 + (5 / 7) * rollSpeed * (2 - time);
    return [
      1e3 * Math.abs(rolls - time),
      1e3 * Math.abs(state[7] - (5 / 7) * rollSpeed),
      1e3 * Math.abs(state[0] - place),
    ];
  },
};
