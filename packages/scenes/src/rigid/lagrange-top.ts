/**
 * A heavy symmetric top on its tip, let go against the sense in which it precesses: its axis draws loops between 1 and
 * 1.437 rad from the vertical. Gravity turns about the vertical only, and the top is round: L_z and L₃ along the axis are
 * constant, and so is the energy. Attitudes from Euler's angles and from quaternions, integrated in 36 digits.
 */
import { quat } from "@rigor/engine/math";
import { gravity, RigidSystem, totalEnergy } from "@rigor/engine/rigid";
import { checkRow, type RigidRow, type RigidScene, readOmegaBody } from "./rigid-scene.js";

/** I₁ and I₃ are about the tip, kg·m². */
const [M, l, g, I1, I3] = [2, 0.2, 10, 0.1, 0.04];
const tilt = Float64Array.of(0.479425538604203, 0.0, 0.0, 0.8775825618903728);
const omegaBody = [0, -0.8414709848078965, 39.45969769413186];

const rows: readonly RigidRow[] = [
  {
    t: 0.5,
    rotation: [-0.5114344528872391, -0.10844077826186056, -0.6532060601075577, -0.547720038932897],
    omegaWorld: [32.0059420976684, -14.004332197715177, 18.553444059126942],
  },
  {
    t: 1,
    rotation: [0.5191196881570442, 0.3159899994541859, 0.7722837639942038, -0.1850482571753151],
    omegaWorld: [24.276103061530097, 28.18799067490443, 14.007197818244796],
  },
  {
    t: 2,
    rotation: [0.09329124843929296, 0.6240226836426569, -0.5127434782033987, -0.5822255223055198],
    omegaWorld: [-32.91829320709752, -18.471412133724705, 12.644766379629015],
  },
  {
    t: 5,
    rotation: [-0.6288909266170227, -0.15573735907275668, -0.07544016678852852, -0.7579913315089724],
    omegaWorld: [11.31181621209669, -36.403149441153204, 11.619586583160416],
  },
];

export const lagrangeTop: RigidScene = {
  name: "lagrange-top",
  summary: "a heavy top that nods while it precesses",
  duration: 5,
  rows,
  build() {
    const system = new RigidSystem();
    const omega = Float64Array.from(omegaBody);
    quat.rotateVector(omega, 0, tilt, 0, omega, 0);
    const matter = { mass: M, inertia: [I1 - M * l * l, I1 - M * l * l, I3], center: [0, 0, l] };
    system.addBody({ ...matter, rotation: tilt, angularVelocity: omega, pivot: [0, 0, 0] });
    system.addForce(gravity([0, 0, -g]));
    return system;
  },
  check(system) {
    return [
      { what: "energy", exact: 33.33796773663174, got: totalEnergy(system) },
      { what: "L about the vertical", exact: 0.7819992842926092, got: system.state[12] },
      { what: "ω along the axis", exact: omegaBody[2], got: readOmegaBody(system, 0)[2] },
      ...checkRow(system, rows),
    ];
  },
};
