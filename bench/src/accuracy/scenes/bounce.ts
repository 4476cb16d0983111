/**
 * A ball that bounces. Engines of fixed steps know a bounce only to a step, so heights and times are foreseen from frames in
 * flight, where the rest is a parabola: h = d + v²/2g, and the next bounce is in (v + √(v² + 2 g d))/g. d is the gap.
 */
import { g, type Probe, type Run, type Scene } from "../scene.js";

const [radius, height] = [0.5, 1];

function startBall(probe: Probe, restitution: number): Run {
  const ball = { form: { kind: "sphere", radius }, mass: 1, position: [0, radius + height, 0] } as const;
  const floor = { form: { kind: "floor" }, mass: 0, position: [0, 0, 0] } as const;
  return probe.start({ gravity: [0, -g, 0], friction: 0, restitution, items: [floor, ball] });
}

interface Bounces {
  /** Foreseen from the last frame before, s. */
  readonly times: number[];
  /** Of the flight after each, foreseen from its first frame, m. */
  readonly heights: number[];
}

/** Follows the ball until it has bounced so often. Soft contacts take more than a frame: a flight begins above the floor. */
function follow(run: Run, count: number, end: number): Bounces {
  const times: number[] = [];
  const heights: number[] = [];
  let foreseen = 0;
  let isUp = false;
  run.advance(end, () => {
    const state = run.read(1);
    const [d, v] = [state[1] - radius, state[8]];
    if (v < 0) {
      if (d > 0) foreseen = run.time + (v + Math.sqrt(v * v + 2 * g * d)) / g;
      isUp = false;
    } else if (!isUp && v > 0 && d > -1e-3) {
      isUp = true;
      times.push(foreseen);
      heights.push(d + (v * v) / (2 * g));
    }
    return heights.length >= count;
  });
  return { times, heights };
}

const first = Math.sqrt((2 * height) / g);

export const elasticBounce: Scene = {
  name: "bounce, e = 1",
  about: "A ball falls by 1 m and bounces for ever.",
  reference: "Height of the tenth flight against 1 m, and time of the tenth bounce against 19 √(2h/g) = 8.579 s.",
  columns: ["height, mm", "time, ms"],
  measure(probe) {
    const { times, heights } = follow(startBall(probe, 1), 10, 20);
    if (heights.length < 10) return [`bounced ${heights.length}×`, "–"];
    return [1e3 * Math.abs(heights[9] - height), 1e3 * Math.abs(times[9] - 19 * first)];
  },
};

/** Height of a flight that is rest, m: bounces below it are not looked at. */
const rest = 1e-5;

/** End of the last flight that is higher, of e = 0.5: uₙ = u₀/2ⁿ, and each lasts 2uₙ/g. */
function findRest(): number {
  let [time, u] = [first, 0.5 * g * first];
  for (; (u * u) / (2 * g) > rest; u *= 0.5) time += (2 * u) / g;
  return time;
}

export const halfBounce: Scene = {
  name: "bounce, e = 0.5",
  about: "A ball falls by 1 m; its bounces accumulate.",
  reference:
    "Heights of the first and second flight against 250 and 62.5 mm; the end of the last flight of more than 10 µm " +
    "against 1.351 s, where it differs by more than half a step.",
  columns: ["first, mm", "second, mm", "rest, ms"],
  measure(probe) {
    const { heights } = follow(startBall(probe, 0.5), 2, 3);
    const run = startBall(probe, 0.5);
    const path: { time: number; d: number; v: number }[] = [];
    run.advance(3, () => {
      const state = run.read(1);
      path.push({ time: run.time, d: state[1] - radius, v: state[8] });
    });
    const final = path.at(-1)?.d ?? 0;
    const moving = path.filter(({ d, v }) => Math.abs(d - final) + (v * v) / (2 * g) > rest);
    const last = moving.at(-1)?.time ?? 0;
    // it came to rest between that frame and the next
    const half = 0.5 / probe.rate;
    const error = Math.max(0, Math.abs(last + half - findRest()) - half);
    const [a = 0, b = 0] = heights;
    return [1e3 * Math.abs(a - height / 4), 1e3 * Math.abs(b - height / 16), last < 2.9 ? 1e3 * error : "never"];
  },
};
