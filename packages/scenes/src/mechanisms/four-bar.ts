/**
 * A bench that swings on two bars: a parallelogram out of four hinges in space, where a plane would do. Three of the 20
 * rows follow from the others, and the forces of least norm are taken; what both posts carry together is unique.
 *
 *   θ̈ = −w² sin θ,   w² = g Σ m h/Σ I        Σ F = Σ m h (θ̈ t + θ̇² n) + Σ m g ŷ
 *
 *   h   how far out each mass is: ½ℓ for a bar, ℓ for the bench          t, n   along and across the swing
 */
import { checkConstraints, hinge, Mechanism } from "@rigor/engine/constrain";
import { cos, sin } from "@rigor/engine/math";
import { gravity, RigidSystem } from "@rigor/engine/rigid";
import { swingFrom } from "./elliptic.js";
import { addBar, findReaction, type MechanismScene } from "./mechanism-scene.js";

const [bar, bench, l, apart, g, theta0] = [1, 2, 1, 2, 9.81, 1.2];
const first = (bar + bench) * l;
const second = ((2 / 3) * bar + bench) * l * l;
const w = Math.sqrt((g * first) / second);

export const fourBar: MechanismScene = {
  name: "four-bar",
  summary: "a swinging parallelogram, with three rows too many",
  duration: 5,
  build() {
    const system = new RigidSystem();
    system.addForce(gravity([0, -g, 0]));
    const end = [l * sin(theta0), -l * cos(theta0), 0];
    const far = [apart + end[0], end[1], 0];
    for (const x of [0, apart]) addBar(system, bar, l, [x, 0], theta0 - Math.PI / 2);
    addBar(system, bench, apart, end, 0);
    const mechanism = new Mechanism(system);
    const axis = [0, 0, 1];
    const left = mechanism.add(hinge({ a: { body: 0 }, at: [0, 0, 0], axis, angle: theta0 }));
    const right = mechanism.add(hinge({ a: { body: 1 }, at: [apart, 0, 0], axis, angle: theta0 }));
    mechanism.add(hinge({ a: { body: 2 }, b: { body: 0 }, at: end, axis }));
    mechanism.add(hinge({ a: { body: 2 }, b: { body: 1 }, at: far, axis }));
    return {
      mechanism,
      check() {
        const { angle, rate } = swingFrom(theta0, w, mechanism.time);
        const [s, c, bend, square] = [sin(angle), cos(angle), -w * w * sin(angle), rate * rate];
        const [a, b] = [left, right].map((post) => findReaction(mechanism, post));
        const { rows, rank } = checkConstraints(mechanism);
        return [
          { what: "angle of left", exact: angle, got: left.angle.value },
          { what: "rate of right", exact: rate, got: right.angle.rate },
          { what: "force x", exact: first * (bend * c - square * s), got: a[0] + b[0] },
          { what: "force y", exact: first * (bend * s + square * c) + (2 * bar + bench) * g, got: a[1] + b[1] },
          { what: "force z", exact: 0, got: a[2] + b[2] },
          { what: "rows too many", exact: 3, got: rows - rank },
        ];
      },
    };
  },
};
