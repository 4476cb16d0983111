/**
 * Crank, connecting rod and slider, set going and left to themselves under gravity: angles, the place of the slider and
 * the force of its guide at four times, from integrations in 34 digits; the energy at any.
 */
import { hinge, Mechanism, motor, slider, totalEnergy } from "@rigor/engine/constrain";
import { cos, sin } from "@rigor/engine/math";
import { gravity, RigidSystem } from "@rigor/engine/rigid";
import { addBar, findReaction, type MechanismScene } from "./mechanism-scene.js";

/** Angles of crank and rod from +x at the start, rad. */
const [crank0, rod0] = [0.7853981633974483, -0.2867565522115484];
const energy = 46.45005713124738;
const rows = [
  { t: 0.5, crank: 3.016268954705877, rod: -0.05001921480219083, x: 1.5047159915005845, guide: 35.398078091944626 },
  { t: 1, crank: 6.069035152330463, rod: 0.08510954227279297, x: 3.468108275256025, guide: 94.64775735537664 },
  { t: 2, crank: 11.483722672094855, rod: 0.3610760549077622, x: 2.80778437991609, guide: 49.16624323096766 },
  { t: 5, crank: 27.338748043936604, rod: -0.32781877573090934, x: 1.773520297951704, guide: 34.39604325864338 },
];

export const sliderCrank: MechanismScene = {
  name: "slider-crank",
  summary: "crank, connecting rod and slider",
  duration: 2,
  times: rows.map(({ t }) => t),
  build() {
    const system = new RigidSystem();
    system.addForce(gravity([0, -9.81, 0]));
    const pin = [cos(crank0), sin(crank0), 0];
    const end = [pin[0] + 2.5 * cos(rod0), 0, 0];
    addBar(system, 1, 1, [0, 0], crank0);
    addBar(system, 2, 2.5, pin, rod0);
    system.addBody({ mass: 3, inertia: [1, 1, 1], position: end });
    const mechanism = new Mechanism(system);
    const axis = [0, 0, 1];
    const crank = mechanism.add(hinge({ a: { body: 0 }, at: [0, 0, 0], axis, angle: crank0 }));
    const rod = mechanism.add(hinge({ a: { body: 1 }, b: { body: 0 }, at: pin, axis, angle: rod0 - crank0 }));
    mechanism.add(hinge({ a: { body: 2 }, b: { body: 1 }, at: end, axis }));
    const rail = mechanism.add(slider({ a: { body: 2 }, at: end, axis: [1, 0, 0], travel: end[0] }));
    // a motor gives the crank its speed, and all else follows
    const starter = mechanism.add(motor(crank.angle, { speed: 4 }));
    mechanism.assemble();
    mechanism.remove(starter);
    return {
      mechanism,
      check() {
        const known = rows.filter(({ t }) => t === mechanism.time);
        return [
          { what: "energy", exact: energy, got: totalEnergy(mechanism) },
          ...known.flatMap((row) => [
            { what: "crank", exact: row.crank, got: crank.angle.value },
            { what: "rod", exact: row.rod, got: rod.angle.value + crank.angle.value },
            { what: "x", exact: row.x, got: rail.travel.value },
            { what: "force of the guide", exact: row.guide, got: findReaction(mechanism, rail)[1] },
          ]),
        ];
      },
    };
  },
};
