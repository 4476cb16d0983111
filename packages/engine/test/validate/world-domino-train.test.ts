/**
 * Free dominoes against the train of J. M. J. van Leeuwen, "The Domino Effect" (arXiv physics/0401018), written out anew: each
 * piece turns about its foot, which stays, and leans on the next along whose face its corner slides down; impacts are plastic.
 * With θ of the foremost piece all others follow, and forces are found from the last to the first. Where pieces stand closer
 * than half their height, or rub more, impacts lift the feet of those behind: that is another model.
 *
 *   h sin(θᵢ − θ) = L cos θ − w                         the corner of piece i on the face of the next, θ
 *   I θ̈ᵢ = Tᵢ + fᵢ₋₁ (b − μ w) − fᵢ h (cos δ + μ sin δ)    δ = θᵢ − θᵢ₊₁,  b = h cos δ − L sin θᵢ₊₁: where the corner is
 */
import { expect, test } from "vitest";
import { createBox, createPlane } from "../../src/collide/index.js";
import { World } from "../../src/world/index.js";

const g = 9.81;
const [h, w] = [0.048, 0.0075];
const inertia = (h * h + w * w) / 3;

interface Train {
  readonly L: number;
  readonly mu: number;
}

/** Of pieces k … 1, foremost first: θ, dθ/dθ₁ and d²θ/dθ₁². */
function follow(theta: number, count: number, L: number): [number, number, number][] {
  const list: [number, number, number][] = [[theta, 1, 0]];
  for (let i = 1; i < count; i++) {
    const [t, r, s] = list[i - 1];
    const x = (L * Math.cos(t) - w) / h;
    const root = Math.sqrt(1 - x * x);
    const dx = (-L * Math.sin(t)) / h;
    const first = 1 + dx / root;
    const second = (-L * Math.cos(t)) / h / root + (x * dx * dx) / root ** 3;
    list.push([t + Math.asin(x), first * r, second * r * r + first * s]);
  }
  return list;
}

/** What the foremost of a train gains where each piece is to gain I (aᵢ y + cᵢ) less its own torque: y. */
function balance(list: readonly [number, number, number][], { L, mu }: Train, torque: number[], c: number[]): number {
  // f = p + q y, of the last piece on the one before it, and so on
  let [p, q] = [0, 0];
  for (let i = list.length - 1; ; i--) {
    const [t, a] = list[i];
    const behind = i + 1 < list.length ? list[i + 1][0] - t : 0;
    const arm = h * Math.cos(behind) - L * Math.sin(t) - mu * w;
    // I (a y + c) = T + f arm − f' reach
    const left = torque[i] + p * arm - inertia * c[i];
    const slope = q * arm - inertia * a;
    if (i === 0) return -left / slope;
    const delta = t - list[i - 1][0];
    const reach = h * (Math.cos(delta) + mu * Math.sin(delta));
    [p, q] = [left / reach, slope / reach];
  }
}

/** When pieces 2, 3 … are struck, s, if the first is pushed with a rate. */
function topple(count: number, push: number, train: Train): number[] {
  const { L } = train;
  const end = Math.asin((L - w) / h);
  const times: number[] = [];
  const steps = 200;
  let rate = push;
  let time = 0;
  for (let k = 1; k < count; k++) {
    // θ for time: (½ θ̇²)' = θ̈, t' = 1/θ̇
    const slope = (theta: number, square: number): [number, number] => {
      const list = follow(theta, k, L);
      const torque = list.map(([t]) => g * ((h / 2) * Math.sin(t) - (w / 2) * Math.cos(t)));
      return [
        balance(
          list,
          train,
          torque,
          list.map(([, , s]) => 2 * s * square),
        ),
        1 / Math.sqrt(2 * square),
      ];
    };
    let square = rate ** 2 / 2;
    const d = end / steps;
    for (let j = 0; j < steps; j++) {
      const a = slope(j * d, square);
      const b = slope((j + 0.5) * d, square + 0.5 * d * a[0]);
      const c = slope((j + 0.5) * d, square + 0.5 * d * b[0]);
      const e = slope((j + 1) * d, square + d * c[0]);
      square += (d / 6) * (a[0] + 2 * b[0] + 2 * c[0] + e[0]);
      time += (d / 6) * (a[1] + 2 * b[1] + 2 * c[1] + e[1]);
    }
    times.push(time);
    const before = [0, ...follow(end, k, L).map(([, r]) => r * Math.sqrt(2 * square))];
    const list = follow(0, k + 1, L);
    rate = balance(
      list,
      train,
      list.map(() => 0),
      before.map((x) => -x),
    );
  }
  return times;
}

/** The same of a world, whose floor holds all feet, or lets them slip. */
function simulate(count: number, push: number, { L, mu }: Train, end: number, floor = 10): number[] {
  const world = new World();
  const piece = world.materials.add("piece", { friction: mu });
  const ground = world.materials.add("ground", { friction: floor });
  world.materials.setPair(piece, ground, { friction: floor });
  world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true, material: ground });
  for (let k = 0; k < count; k++) {
    const rate = k === 0 ? push : 0;
    world.addBody({
      shape: createBox({ size: [w, h, 0.024] }),
      mass: 0.01,
      position: [L * k, h / 2, 0],
      velocity: [(rate * h) / 2, (rate * w) / 2, 0],
      angularVelocity: [0, 0, -rate],
      material: piece,
    });
  }
  const report = world.advanceTo(end);
  expect(report.status).toBe("done");
  const times: number[] = [];
  for (const { type, a, b, t } of world.events) {
    const k = Math.min(a, b);
    if (type === "collision" && k > 0) times[k - 1] ??= t;
  }
  return times;
}

// a contact closes 1e-9 m early at most, at 0.3 m/s, once a piece: measured 5e-11 to 1.2e-10 s
test.each([
  { L: 0.5 * h, mu: 0 },
  { L: 0.5 * h, mu: 0.2 },
  { L: 0.7 * h, mu: 0.1 },
])("a row with feet that hold: when each piece is struck, L = $L, μ = $mu", (train) => {
  const exact = topple(5, 8, train);
  const times = simulate(5, 8, train, exact[3] + 1e-4);
  expect(times.length).toBe(4);
  for (let k = 0; k < 4; k++) expect(Math.abs(times[k] - exact[k])).toBeLessThan(5e-10);
});

/**
 * The model in a program by others, after van Leeuwen's own (advlab/dominos of github.com/JWang1414/winter2026code, 2026; 48 × 7.5 mm,
 * μ = 0.25, a hundred steps a piece): gap/h and V/√(g h) in the long run.
 */
test.each([
  [20, 1.412],
  [32, 1.353],
  [59, 1.255],
  [72, 1.208],
])("the speed in the long run, as others find it: gap %d of 79", (k, speed) => {
  const L = (0.01 + (0.59 * k) / 79) * h + w;
  const times = topple(40, 8, { L, mu: 0.25 });
  const V = L / (times[38] - times[37]) / Math.sqrt(g * h);
  expect(Math.abs(V / speed - 1)).toBeLessThan(2.5e-3);
});

/**
 * Measured, by filming rows of some fifty pieces of 48 × 7.5 mm on a table (nopaper.csv, there): 86.7 ± 0.5 and 85.9 ± 0.5 cm/s
 * with two and three thicknesses between pieces. What their μ was is not told; 0.25 is what it was taken for.
 */
test.each([
  [2, 0.867, 0.452],
  [3, 0.859, 0.555],
])(
  "a free row with gaps of %d thicknesses goes as fast as one that was measured, but for a twentieth",
  (gap, speed, end) => {
    const L = (gap + 1) * w;
    const times = simulate(14, 8, { L, mu: 0.25 }, end, 0.5);
    const V = (3 * L) / (times[12] - times[9]);
    expect(Math.abs(V / speed - 1)).toBeLessThan(0.05);
  },
);
