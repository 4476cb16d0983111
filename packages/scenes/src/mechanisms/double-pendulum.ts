/**
 * Two weights on two rods, released level. Where they are and what the rods carry at three times, from integrations in
 * 34 digits, in angles and with multipliers; the energy at any.
 */
import { distance, Mechanism, totalEnergy } from "@rigor/engine/constrain";
import { vec3 } from "@rigor/engine/math";
import { gravity, RigidSystem } from "@rigor/engine/rigid";
import { checkVector } from "../rigid/rigid-scene.js";
import { findReaction, type MechanismScene } from "./mechanism-scene.js";

const rows = [
  {
    t: 1,
    places: [-0.585168391998875, -0.8109118034690647, 0, -1.4448188499434758, -1.3217944613814645, 0],
    tensions: [41.63607887258981, 19.945859696509007],
  },
  {
    t: 2,
    places: [-0.464412868699514, -0.8856188160751148, 0, -1.4341248174642767, -1.129870195647158, 0],
    tensions: [26.97836341728716, 13.341803599801466],
  },
  {
    t: 5,
    places: [-0.5868692098162711, -0.8096817464718008, 0, -1.5507784694704427, -1.0759127348126525, 0],
    tensions: [26.40483776515567, 17.848933490372442],
  },
];

export const doublePendulum: MechanismScene = {
  name: "double-pendulum",
  summary: "two weights on two rods, and what the rods carry",
  duration: 5,
  times: rows.map(({ t }) => t),
  build() {
    const system = new RigidSystem();
    system.addForce(gravity([0, -9.81, 0]));
    const mechanism = new Mechanism(system);
    const rods = [0, 1].map((k) => {
      system.particles.addParticle({ mass: 1, position: [k + 1, 0, 0] });
      return mechanism.add(distance({ a: { particle: k }, b: k === 0 ? [0, 0, 0] : { particle: k - 1 } }));
    });
    return {
      mechanism,
      check() {
        const row = rows.find(({ t }) => t === mechanism.time);
        const { state } = system.particles;
        const known = (row === undefined ? [] : rods).flatMap((rod, k) => [
          ...checkVector(`x of ${k}`, row?.places.slice(3 * k) ?? [], state, 6 * k),
          { what: `tension of ${k}`, exact: row?.tensions[k] ?? 0, got: vec3.length(findReaction(mechanism, rod), 0) },
        ]);
        return [
          ...known,
          { what: "energy", exact: 0, got: totalEnergy(mechanism) },
          { what: "|C|", exact: 0, got: mechanism.measureError().position },
        ];
      },
    };
  },
};
