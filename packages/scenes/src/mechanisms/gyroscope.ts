/**
 * A wheel on an arm that hangs in a universal joint, in steady precession: it goes round at Ω and does not nod, if its
 * spin s is right,
 *
 *   B Ω − A Ω² cos θ = g Σ m l,   B = I₃ (s + Ω cos θ) + J₃ Ω cos θ,   A = Σ (I₁ + m l²)
 *
 *   θ   of the axle from the vertical          I₃, J₃   of wheel and arm about the axle
 */
import { hinge, Mechanism, motor, universal } from "@rigor/engine/constrain";
import { cos, sin } from "@rigor/engine/math";
import { gravity, RigidSystem } from "@rigor/engine/rigid";
import { checkVector } from "../rigid/rigid-scene.js";
import { findReaction, type MechanismScene, turnAbout } from "./mechanism-scene.js";

const [tilt, Omega, g] = [1.1, 4, 9.81];
const arm = { mass: 0.5, at: 0.2, I: 0.008, axial: 0.001 };
const wheel = { mass: 2, at: 0.4, I: 0.05, axial: 0.08 };
const [s, c] = [sin(tilt), cos(tilt)];
const first = arm.mass * arm.at + wheel.mass * wheel.at;
const A = [arm, wheel].reduce((sum, { mass, at, I }) => sum + I + mass * at * at, 0);
const B = (g * first) / Omega + A * Omega * c;
const spin = (B - arm.axial * Omega * c) / wheel.axial - Omega * c;
const speeds = [0, Omega, spin];
const across = [0, 1, 0];

export const gyroscope: MechanismScene = {
  name: "gyroscope",
  summary: "a wheel on a tilted arm that goes round and does not fall",
  duration: 1,
  build() {
    const system = new RigidSystem();
    system.addForce(gravity([0, 0, -g]));
    const rotation = turnAbout(across, tilt);
    for (const { mass, at, I, axial } of [arm, wheel]) {
      system.addBody({ mass, inertia: [I, I, axial], position: [at * s, 0, at * c], rotation });
    }
    const mechanism = new Mechanism(system);
    const axle = [s, 0, c];
    const joint = mechanism.add(universal({ a: { body: 0 }, at: [0, 0, 0], axes: [across, [0, 0, 1]] }));
    const at = axle.map((x) => wheel.at * x);
    const bearing = mechanism.add(hinge({ a: { body: 1 }, b: { body: 0 }, at, axis: axle }));
    const angles = [...joint.angles, bearing.angle];
    // motors give the three angles their speeds
    const starters = angles.map((angle, k) => mechanism.add(motor(angle, { speed: speeds[k] })));
    mechanism.assemble();
    for (const starter of starters) mechanism.remove(starter);
    return {
      mechanism,
      check() {
        const t = mechanism.time;
        const inward = -first * s * Omega * Omega;
        const force = [inward * cos(Omega * t), inward * sin(Omega * t), (arm.mass + wheel.mass) * g];
        return [
          ...angles.map(({ value }, k) => ({ what: ["nod", "turn", "spin"][k], exact: speeds[k] * t, got: value })),
          ...checkVector("force", force, findReaction(mechanism, joint)),
        ];
      },
    };
  },
};
