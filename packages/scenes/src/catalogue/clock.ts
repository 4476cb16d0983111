/** A clock: a wheel with pointed teeth that a pendulum lets escape, one tooth a swing, and that keeps the pendulum going. */
import { atan2, cos, sin } from "@rigor/engine/math";
import type { ConvexShape, Vector } from "@rigor/engine/scene";
import { defineScene } from "./built-in.js";
import { checkCones, range, rotate, turnBy } from "./parts.js";

const degree = Math.PI / 180;
/** Of the wheel: teeth, radius to their tips, m; half the angle between the pallets. */
const [teeth, R, span] = [15, 0.1, 42 * degree];
const pitch = (2 * Math.PI) / teeth;
/** The pivot of the anchor, from which lines to the pallets touch the circle of the tips; how far they are from it, m. */
const pivot: Vector = [0, R / cos(span), 0];
const reach = (R * sin(span)) / cos(span);
/** Along the way of the tips, as an angle of the wheel; depth of the corner that holds, and the lift, of the anchor. */
const [width, hold, lift] = [10 * degree, -1.5 * degree, 5 * degree];
/** The distance of the bob below the pivot, m, and its mass, kg. */
const [length, bob] = [0.4, 1];
const g = 9.81;

/** A prism over a polygon of the x–y plane. */
function makePrism(corners: readonly (readonly [number, number])[], thickness: number): ConvexShape {
  const vertices = corners.flatMap(([x, y]) => [-0.5, 0.5].map((z): Vector => [x, y, z * thickness]));
  return { type: "convex", vertices };
}

/** Points forward, the way that the wheel turns: clockwise. */
function makeTooth(angle: number): ConvexShape {
  const at = (r: number, behind: number) =>
    [r * cos(angle + behind * degree), r * sin(angle + behind * degree)] as const;
  return makePrism([at(R, 0), at(0.75 * R, 3), at(0.75 * R, 9)], 0.02);
}

/** Seen from the pivot: side −1 for the pallet at which tips arrive, 1 for that at which they leave. */
function makePallet(side: number): ConvexShape {
  // where it is on the circle, the way of the tips there, and inwards
  const middle: Vector = [side * R * sin(span), R * cos(span), 0];
  const along: Vector = [cos(span), -side * sin(span), 0];
  const inwards: Vector = [-side * sin(span), -cos(span), 0];
  const at = (way: number, depth: number) =>
    [0, 1].map((k) => middle[k] - pivot[k] + way * R * along[k] + depth * reach * inwards[k]) as [number, number];
  const [from, to] = [-0.5 * width, 0.5 * width];
  return makePrism([at(from, hold), at(to, hold + lift), at(to, -0.25), at(from, -0.25)], 0.03);
}

export const clock = defineScene({
  name: "clock",
  line: "a wheel under torque, an anchor and a pendulum: a tooth a swing, and the clock goes on",
  parameters: {
    torque: { default: 0.01, min: 0.002, max: 0.05, line: "on the wheel, N·m" },
    swing: { default: 0.12, min: 0.1, max: 0.16, line: "of the pendulum at the start, rad" },
    friction: { default: 0.1, min: 0, max: 0.3, line: "μ of teeth on pallets" },
  },
  build({ torque, swing, friction }) {
    const upright = turnBy([1, 0, 0], Math.PI / 2);
    // a tip just before the face that holds it
    const first = 90 * degree + span + 0.5 * width + 1.5 * degree;
    return {
      run: { duration: 3 },
      bodies: [
        {
          id: "wheel",
          shapes: [
            ...range(teeth).map((k) => makeTooth(first + k * pitch)),
            { type: "cylinder", radius: 0.75 * R, height: 0.01, rotation: upright },
          ],
          mass: 0.05,
          friction,
        },
        {
          id: "anchor",
          shapes: [
            { ...makePallet(-1), density: 100 },
            { ...makePallet(1), density: 100 },
            // behind the wheel
            { type: "box", size: [0.01, length, 0.004], position: [0, -0.5 * length, -0.05], density: 100 },
            {
              type: "cylinder",
              radius: 0.05,
              height: 0.02,
              position: [0, -length, -0.05],
              rotation: upright,
              mass: bob,
            },
          ],
          position: pivot,
          rotation: turnBy([0, 0, 1], swing),
          friction,
        },
      ],
      constraints: [
        { id: "arbor", type: "hinge", a: "wheel", anchor: [0, 0, 0], axis: [0, 0, 1] },
        { id: "suspension", type: "hinge", a: "anchor", anchor: pivot, axis: [0, 0, 1] },
      ],
      forces: [
        { id: "weight", type: "constant", on: ["wheel"], torque: [0, 0, -torque] },
        { id: "air", type: "drag", on: ["anchor"], angular: 0.01 },
      ],
    };
  },
  check(sample, { friction, torque, swing }) {
    // how wide it swings by what it has of height and speed; left to the air it loses a tenth of that in 3 s
    const { q, w } = sample.bodies.anchor;
    const [c, d] = rotate(q, [1, 0, 0]);
    const turn = atan2(d, c);
    const wide = Math.sqrt(turn * turn + (w[2] * w[2] * length) / g);
    const isDriven = torque >= 0.01 && swing <= 0.12;
    const [x, y] = rotate(sample.bodies.wheel.q, [1, 0, 0]);
    // a tooth a swing, half of it at either end: how far the wheel is from that, turns apart
    const swings = sample.t / (2 * Math.PI * Math.sqrt(length / g));
    const off = -atan2(y, x) / pitch - swings;
    const slack = Math.abs(off - teeth * Math.round(off / teeth));
    return [
      { what: "teeth beyond one a swing", exact: 0, got: Math.max(0, slack - 0.6) },
      { what: "swing that it has lost", exact: 0, got: isDriven ? Math.max(0, 0.96 * swing - wide) : 0 },
      ...checkCones(sample, friction),
    ];
  },
  accuracy: 1e-9,
});
