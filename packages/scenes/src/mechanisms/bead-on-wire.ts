/**
 * The bead of the notes twice, side by side: as a particle with the constraint that it be on a circle, and as a thing with
 * one coordinate u along the circle. Both go round as elliptic functions say; the wire holds the first one with
 *
 *   N = m (R u̇² + g cos u)
 *
 * With R = 1 that is −λ of the notes' bead, λ = (−f·x − m ẋ·ẋ)/(x·x), and its force is f̂ = λ x, eq. (7).
 *
 * Follows: Constrained Dynamics, sections 2 and 5.
 */
import { Mechanism, pointOnCircle } from "@rigor/engine/constrain";
import { circleWire, createBead } from "@rigor/engine/lagrange";
import { cos, sin } from "@rigor/engine/math";
import { gravity, RigidSystem } from "@rigor/engine/rigid";
import { checkVector } from "../rigid/rigid-scene.js";
import { goRound } from "./elliptic.js";
import { findReaction, type MechanismScene } from "./mechanism-scene.js";

const [m, R, g, Omega] = [1, 1, 9.81, 7];

export const beadOnWire: MechanismScene = {
  name: "bead-on-wire",
  summary: "one bead, by a constraint and by a coordinate",
  duration: 5,
  build() {
    const system = new RigidSystem();
    system.addForce(gravity([0, -g, 0]));
    system.particles.addParticle({ mass: m, position: [0, -R, 0], velocity: [R * Omega, 0, 0] });
    const mechanism = new Mechanism(system);
    const wire = mechanism.add(pointOnCircle({ a: { particle: 0 }, axis: [0, 0, 1] }));
    // from straight below, as the other
    const rotation = [0, 0, -Math.SQRT1_2, Math.SQRT1_2];
    const bead = mechanism.addCoordinates(
      createBead({ wire: circleWire({ radius: R, rotation }), mass: m, rate: Omega, gravity: [0, -g, 0] }),
    );
    return {
      mechanism,
      check() {
        const { angle, rate } = goRound(Omega, Math.sqrt(g / R), mechanism.time);
        const place = [R * sin(angle), -R * cos(angle), 0];
        const N = m * (R * rate * rate + g * cos(angle));
        return [
          ...checkVector("x", place, system.particles.state),
          ...checkVector("x by u", place, bead.position),
          { what: "u", exact: angle, got: bead.u[0] },
          { what: "rate of u", exact: rate, got: bead.rate[0] },
          ...checkVector("force", [(-N * place[0]) / R, (-N * place[1]) / R, 0], findReaction(mechanism, wire)),
        ];
      },
    };
  },
};
