/**
 * Bricard's linkage: six bars along edges of a cube, one of them the ground, and six hinges, each across its two bars. By
 * the count of rows and freedoms it should not move; it does, since one row follows from the others, and keeps its energy
 * and its threefold symmetry (Chen, You and Tarnai 2005):
 *
 *   φ₀ = φ₂ = φ₄ = φ,   φ₁ = φ₃ = φ₅ = ψ,   cos φ + cos ψ + cos φ cos ψ = 0
 */
import { checkConstraints, hinge, type JointSide, Mechanism, totalEnergy } from "@rigor/engine/constrain";
import { cos } from "@rigor/engine/math";
import { boxMass, gravity, RigidSystem } from "@rigor/engine/rigid";
import type { MechanismScene } from "./mechanism-scene.js";

const corners = [
  [0, 0, 0],
  [1, 0, 0],
  [1, -1, 0],
  [1, -1, 1],
  [0, -1, 1],
  [0, 0, 1],
];

/** Across the bars that meet in corner k: the third direction. */
function findAxis(k: number): number[] {
  const [u, v] = [k + 5, k].map((n) => corners[(n + 1) % 6].map((x, i) => x - corners[n % 6][i]));
  return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
}

export const bricardLinkage: MechanismScene = {
  name: "bricard-linkage",
  summary: "six bars along edges of a cube that move against all counting",
  duration: 2,
  build() {
    const system = new RigidSystem();
    system.addForce(gravity([0, -9.81, 0]));
    const bodies: JointSide[] = corners.slice(0, 5).map((p, k) => {
      const position = p.map((x, i) => 0.5 * (x + corners[k + 1][i]));
      const size = p.map((x, i) => Math.max(2 * Math.abs(position[i] - x), 0.05));
      return { body: system.addBody({ mass: boxMass({ size, mass: 1 }), position }) };
    });
    const sides = [{}, ...bodies, {}];
    const mechanism = new Mechanism(system);
    const angles = corners.map((at, k) => {
      const options = { a: sides[k + 1], b: sides[k], at, axis: findAxis(k), angle: Math.PI / 2 };
      return mechanism.add(hinge(options)).angle;
    });
    const energy = totalEnergy(mechanism);
    return {
      mechanism,
      check() {
        const [phi, psi] = angles.map(({ value }) => value);
        return [
          ...angles.map(({ value }, k) => ({ what: `angle ${k}`, exact: k % 2 === 0 ? phi : psi, got: value })),
          { what: "cosines", exact: 0, got: cos(phi) + cos(psi) + cos(phi) * cos(psi) },
          { what: "energy", exact: energy, got: totalEnergy(mechanism) },
          { what: "rows too many", exact: 1, got: 30 - checkConstraints(mechanism).rank },
        ];
      },
    };
  },
};
