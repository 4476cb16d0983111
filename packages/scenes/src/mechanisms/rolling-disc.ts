/**
 * A disc that rolls round a circle of radius ρ, leaning inwards by β, without slipping: a constraint on velocities, which
 * no function of positions could say.
 *
 *   Ω² cos β (A sin β + (C/r + m r) ρ) = m g r sin β,   C = 2A = ½ m r²
 */
import { Mechanism, rollingWheel, totalEnergy } from "@rigor/engine/constrain";
import { cos, sin } from "@rigor/engine/math";
import { discMass, gravity, RigidSystem } from "@rigor/engine/rigid";
import { checkVector } from "../rigid/rigid-scene.js";
import { type MechanismScene, turnAbout } from "./mechanism-scene.js";

const [m, r, rho, beta, g] = [2, 0.4, 1.5, 0.3, 9.81];
const [s, c] = [sin(beta), cos(beta)];
const Omega = Math.sqrt((g * s) / (c * ((r * s) / 4 + 1.5 * rho)));
/** Against a frame that goes round with the disc. */
const spin = (-Omega * (rho + r * s)) / r;

export const rollingDisc: MechanismScene = {
  name: "rolling-disc",
  summary: "a leaning disc that rolls round a circle",
  duration: 5,
  build() {
    const system = new RigidSystem();
    system.addForce(gravity([0, 0, -g]));
    system.addBody({
      mass: discMass({ radius: r, mass: m, axis: "z" }),
      position: [rho, 0, r * c],
      // z of the disc to (cos β, 0, sin β)
      rotation: turnAbout([0, 1, 0], Math.PI / 2 - beta),
      velocity: [0, rho * Omega, 0],
      angularVelocity: [spin * c, 0, Omega + spin * s],
    });
    const mechanism = new Mechanism(system);
    mechanism.add(rollingWheel({ a: { body: 0 }, axis: [0, 0, 1], radius: r, normal: [0, 0, 1] }));
    const energy = totalEnergy(mechanism);
    return {
      mechanism,
      check() {
        const [x, y] = [cos(Omega * mechanism.time), sin(Omega * mechanism.time)];
        return [
          ...checkVector("x", [rho * x, rho * y, r * c], system.state),
          ...checkVector("ω", [spin * c * x, spin * c * y, Omega + spin * s], system.angularVelocity),
          { what: "energy", exact: energy, got: totalEnergy(mechanism) },
          { what: "slip", exact: 0, got: mechanism.measureError().velocity },
        ];
      },
    };
  },
};
