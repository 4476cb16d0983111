/** Scenes of friction whose answers are known: balls, wheels and tops that slip and roll. */
import { cos, sin } from "@rigor/engine/math";
import type { SceneBody, SceneConstraint, Vector } from "@rigor/engine/scene";
import { checkVector } from "../rigid/rigid-scene.js";
import { defineScene } from "./built-in.js";
import { checkBody, checkCones, checkLoss, findUpright, floor, range, sumContact, turnBy } from "./parts.js";

const g = 9.81;

export const slipToRoll = defineScene({
  name: "slip-to-roll",
  line: "a ball thrown over the floor with backspin: it slips, rolls, and may come back",
  parameters: {
    speed: { default: 3, min: -10, max: 10, line: "m/s" },
    spin: { default: 20, min: -100, max: 100, line: "about z, backwards if as the speed, rad/s" },
    friction: { default: 0.2, min: 0.01, max: 1, line: "μ" },
    radius: { default: 0.2, min: 0.02, max: 1, line: "m" },
  },
  build: ({ speed, spin, friction, radius }) => ({
    run: { duration: 3 },
    bodies: [
      { ...floor, friction },
      {
        id: "ball",
        shape: { type: "sphere", radius },
        mass: 1,
        position: [0, radius, 0],
        velocity: [speed, 0, 0],
        angularVelocity: [0, 0, spin],
        friction,
      },
    ],
  }),
  check(sample, { speed, spin, friction, radius }) {
    const u = speed + radius * spin;
    // u̇ = −(1 + 5/2) μ g
    const a = (u > 0 ? -friction : friction) * g;
    const t = Math.min(sample.t, (2 / 7) * Math.abs(u / a));
    const v = speed + a * t;
    const x = speed * t + 0.5 * a * t * t + v * (sample.t - t);
    return [
      ...checkBody(sample, "ball", [x, radius, 0], [v, 0, 0]),
      ...checkVector("ω of ball", [0, 0, spin + (2.5 * a * t) / radius], sample.bodies.ball.w),
    ];
  },
  accuracy: 1e-11,
});

export const turntable = defineScene({
  name: "turntable",
  line: "a ball that rolls on a turntable: it goes round in a circle, twice while the table turns seven times",
  parameters: {
    rate: { default: 6, min: -20, max: 20, line: "of the table, rad/s" },
    distance: { default: 0.6, min: 0, max: 1, line: "of the ball from the middle, m" },
    speed: { default: 0.3, min: 0, max: 0.5, line: "of the ball outwards, m/s" },
  },
  build({ rate, distance, speed }) {
    const r = 0.05;
    return {
      run: { duration: 4 },
      bodies: [
        {
          id: "table",
          shape: { type: "cylinder", radius: 2, height: 0.1 },
          position: [0, -0.05, 0],
          motion: { type: "rotate", axis: [0, 1, 0], rate },
          friction: 1,
        },
        {
          id: "ball",
          shape: { type: "sphere", radius: r },
          mass: 0.2,
          position: [distance, r, 0],
          velocity: [speed, 0, 0],
          // its lowest point goes as the table does
          angularVelocity: [(rate * distance) / r, 0, -speed / r],
          friction: 1,
        },
      ],
    };
  },
  check(sample, { rate, distance, speed }) {
    // v̇ = (2/7) Ω × v
    const k = (2 / 7) * rate;
    const [s, c] = [sin(k * sample.t), cos(k * sample.t)];
    const way: Vector = k === 0 ? [speed * sample.t, 0, 0] : [(speed * s) / k, 0, (speed * (c - 1)) / k];
    return checkBody(sample, "ball", [distance + way[0], 0.05, way[2]], [speed * c, 0, -speed * s]);
  },
  accuracy: 1e-10,
});

/** Of the cart: chassis and axle, kg; radius, half the wheelbase and height of the chassis above the axles, m. */
const cart = { chassis: 10, axle: 1, r: 0.15, half: 0.4, above: 0.1 };

export const driveOff = defineScene({
  name: "drive-off",
  line: "a cart whose rear axle is driven: its wheels hold the road, or spin, as weight moves back onto them",
  parameters: {
    torque: { default: 5, min: 0, max: 12, line: "of the motor, N·m" },
    friction: { default: 0.6, min: 0.05, max: 1, line: "μ of the wheels on the road" },
  },
  build({ torque, friction }) {
    const { chassis, axle, r, half, above } = cart;
    const wheels = [-1, 1].map((side): SceneBody => {
      return {
        id: side < 0 ? "rear" : "front",
        shapes: [{ type: "cylinder", radius: r, height: 0.4, rotation: turnBy([1, 0, 0], Math.PI / 2) }],
        mass: axle,
        position: [side * half, r, 0],
        friction,
      };
    });
    return {
      run: { duration: 2 },
      bodies: [
        { ...floor, friction },
        { id: "chassis", shape: { type: "box", size: [1, 0.1, 0.3] }, mass: chassis, position: [0, r + above, 0] },
        ...wheels,
      ],
      constraints: wheels.map(({ id, position }): SceneConstraint => {
        const anchor = position as Vector;
        return { id: `bearing-${id}`, type: "hinge", a: id, b: "chassis", anchor, axis: [0, 0, 1] };
      }),
      forces: [{ id: "motor", type: "joint", joint: "bearing-rear", effort: -torque }],
    };
  },
  check(sample, { torque, friction }) {
    const { a, rear, spins } = drive(torque, friction);
    const { t } = sample;
    const { r, above } = cart;
    // spinning: (m r²/2) α = τ − μ N r
    const alpha = spins ? (torque - friction * rear * r) / (0.5 * cart.axle * r * r) : a / r;
    return [
      ...checkBody(sample, "chassis", [0.5 * a * t * t, r + above, 0], [a * t, 0, 0]),
      { what: "ω of the rear axle", exact: -alpha * t, got: sample.bodies.rear.w[2] },
      { what: "load on the rear axle", exact: rear, got: sumContact(sample, "rear", "floor") },
      ...checkCones(sample, friction),
    ];
  },
  accuracy: 1e-11,
});

/** The cart's acceleration, the load on its rear axle, and whether that spins. */
function drive(torque: number, friction: number): { a: number; rear: number; spins: boolean } {
  const { chassis, axle, r, half, above } = cart;
  const all = chassis + 2 * axle;
  // about the point below the middle: 2·half·(rear − weight/2) = what accelerates, times its height, and spins up
  const load = (a: number, turn: number) =>
    0.5 * all * g + ((chassis * (r + above) + 2 * axle * r) * a + 0.5 * axle * r * r * turn) / (2 * half);
  // a free front axle adds half its mass
  const rolling = torque / r / (all + axle);
  const rear = load(rolling, (2 * rolling) / r);
  const needed = (all + 0.5 * axle) * rolling;
  if (needed <= friction * rear) return { a: rolling, rear, spins: false };
  // (all + axle/2) a = μ N and (axle r²/2) α = τ − μ N r, with N = n₀ + n₁ a + n₂ α
  const I = 0.5 * axle * r * r;
  const [c0, c1] = [load(0, 0), load(1, 1 / r) - load(0, 0)];
  const c2 = I / (2 * half);
  const M = all + 0.5 * axle;
  // N = c0 + c1 M⁻¹ μ N + c2 (τ − μ N r)/I
  const N = (c0 + (c2 * torque) / I) / (1 - (c1 * friction) / M + (c2 * friction * r) / I);
  return { a: (friction * N) / M, rear: N, spins: true };
}

/** The distances of the end of the oil and of the first pin from the foul line, m; the radius and the mass of the ball, m and kg. */
const lane = { oil: 6, head: 9, width: 1.06, r: 0.108, mass: 6.8, oiled: 0.04, dry: 0.2 };

export const bowling = defineScene({
  name: "bowling",
  line: "a ball with side spin slides over oil, hooks where the lane is dry, and strikes the pins",
  parameters: {
    rows: { default: 4, min: 1, max: 5, integer: true, line: "of pins" },
    speed: { default: 8, min: 3, max: 15, line: "of the ball, m/s" },
    hook: { default: 30, min: -100, max: 100, line: "its spin about its way, rad/s" },
    aim: { default: -0.05, min: -0.1, max: 0.1, line: "how much of its way is sideways" },
  },
  build({ rows, speed, hook, aim }) {
    const { oil, head, width, r, mass, oiled, dry } = lane;
    const half = head + 1.5 - oil;
    const pins = range(rows).flatMap((row) =>
      range(row + 1).map((k): SceneBody => {
        const position: Vector = [head + 0.264 * row, 0.19, 0.3048 * (k - 0.5 * row)];
        return {
          id: `pin-${row}-${k}`,
          shape: { type: "cylinder", radius: 0.06, height: 0.38 },
          mass: 1.6,
          position,
          material: "pin",
        };
      }),
    );
    return {
      // to the pins, and until some lie
      run: { duration: (head + 1) / speed + 0.5 },
      materials: {
        oiled: { friction: oiled },
        dry: { friction: dry },
        ball: { friction: 1 },
        pin: { friction: 0.3, restitution: 0.5 },
      },
      pairs: [
        { a: "oiled", b: "ball", friction: oiled },
        { a: "dry", b: "ball", friction: dry },
      ],
      bodies: [
        {
          id: "oil",
          shape: { type: "box", size: [oil, 0.1, width] },
          position: [oil / 2, -0.05, 0],
          fixed: true,
          material: "oiled",
        },
        {
          id: "lane",
          shape: { type: "box", size: [half, 0.1, width] },
          position: [oil + half / 2, -0.05, 0],
          fixed: true,
          material: "dry",
        },
        {
          id: "ball",
          shape: { type: "sphere", radius: r },
          mass,
          position: [0.2, r, 0.2],
          velocity: [speed, 0, aim * speed],
          angularVelocity: [hook, 0, 0],
          material: "ball",
        },
        ...pins,
      ],
    };
  },
  check(sample, { speed, hook, aim }, start) {
    const pins = Object.entries(sample.bodies).filter(([id]) => id.startsWith("pin"));
    const all = [...checkCones(sample, findLaneFriction), ...checkLoss(sample, start)];
    if (pins.some(([, { v }]) => v.some((x) => x !== 0))) {
      // half a second after one was struck that is down, with some others
      const isLate = sample.t > (lane.head + 0.9) / speed + 0.5;
      const down = pins.filter(([, { q }]) => findUpright(q) < 0.7).length;
      return [...all, { what: "pins that stand but should not", exact: 0, got: isLate && down === 0 ? 1 : 0 }];
    }
    const { x, z, vx, vz } = followBall(sample.t, speed, aim * speed, hook);
    // beside the lane it falls
    if (Math.abs(z) > 0.5 * lane.width) return all;
    return [...all, ...checkBody(sample, "ball", [x, lane.r, z], [vx, 0, vz])];
  },
  accuracy: 5e-8,
});

/** μ of two on the lane, by their names. */
function findLaneFriction(a: string, b: string): number {
  const { oiled, dry } = lane;
  const has = (name: string) => a.startsWith(name) || b.startsWith(name);
  if (!has("pin")) return has("oil") ? oiled : dry;
  const other = has("oil") ? oiled : has("lane") ? dry : has("ball") ? 1 : 0.3;
  return Math.sqrt(0.3 * other);
}

/** A ball keeps the direction in which it slips: parabolas over the oil and the dry lane, and then a straight line. */
function followBall(t: number, speed: number, aside: number, hook: number) {
  const { oil, r, oiled, dry } = lane;
  let [x, z, vx, vz, left] = [0.2, 0.2, speed, aside, t];
  let [ux, uz] = [speed, aside - r * hook];
  let slip = Math.sqrt(ux * ux + uz * uz);
  [ux, uz] = [ux / slip, uz / slip];
  for (const mu of [oiled, dry]) {
    const a = mu * g;
    const stop = slip / (3.5 * a);
    // to the end of the oil
    const way = oil - x;
    const b = vx * vx - 2 * a * ux * way;
    const leave = mu === dry ? Infinity : b > 0 ? (vx - Math.sqrt(b)) / (a * ux) : Infinity;
    const h = Math.min(left, stop, leave);
    x += vx * h - 0.5 * a * ux * h * h;
    z += vz * h - 0.5 * a * uz * h * h;
    vx -= a * ux * h;
    vz -= a * uz * h;
    slip -= 3.5 * a * h;
    left -= h;
    if (h < leave) break;
  }
  return { x: x + vx * left, z: z + vz * left, vx, vz };
}
