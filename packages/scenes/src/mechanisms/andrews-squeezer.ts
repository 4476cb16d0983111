/**
 * Andrews' squeezing mechanism (A03 of IFToMM's library; Hairer and Wanner II, VII.7): seven bodies in three loops, driven
 * by a constant torque. In space, its ten hinges have 9 rows too many. Angles at 0.03 s from integrations in 30 digits.
 */
import { hinge, jointTorque, Mechanism } from "@rigor/engine/constrain";
import { Springs } from "@rigor/engine/particles";
import { RigidSystem } from "@rigor/engine/rigid";
import { I, m, placeAndrews } from "./andrews-geometry.js";
import { type MechanismScene, turnAbout } from "./mechanism-scene.js";

/** β, Θ, γ, Φ, δ, Ω, ε: at the start and at the end, rad. */
const start = [
  -0.06171389001427645, 0, 0.45527981916307037, 0.22266839016588588, 0.48736497954384256, -0.22266839016588588,
  1.2305474445498212,
];
const end = [
  15.810771195153707, -15.756371058411839, 0.0408222401196458, -0.5347301163420796, 0.524409965879954,
  0.5347301163420796, 1.048080741041938,
];
const names = "βΘγΦδΩε";

export const andrewsSqueezer: MechanismScene = {
  name: "andrews-squeezer",
  summary: "seven bodies in three loops, driven by a torque",
  duration: 0.03,
  scale: 1e-3,
  times: [0.03],
  build() {
    const system = new RigidSystem();
    const { bodies, hinges, anchor, post } = placeAndrews(start);
    bodies.forEach(({ center, angle }, k) => {
      const rotation = turnAbout([0, 0, 1], angle);
      system.addBody({ mass: m[k], inertia: [I[k], I[k], I[k]], position: center, rotation });
    });
    const mechanism = new Mechanism(system);
    const joints = hinges.map(({ a, b, at }) =>
      mechanism.add(hinge({ a: { body: a }, ...(b === null ? {} : { b: { body: b } }), at, axis: [0, 0, 1] })),
    );
    mechanism.addForce(jointTorque(joints[0].angle, 0.033));
    const { particles } = system;
    const springs = particles.addForce(new Springs());
    const fixed = particles.addParticle({ position: post, fixed: true });
    springs.connect(particles, system.addAnchor(2, anchor), fixed, { stiffness: 4530, length: 0.07785 });
    mechanism.assemble();
    return {
      mechanism,
      check() {
        const exact = mechanism.time === 0.03 ? end : mechanism.time === 0 ? start : null;
        const angles = exact?.map((angle, k) => {
          return { what: names[k], exact: angle, got: joints[k].angle.value + start[k] };
        });
        const { position, velocity } = mechanism.measureError();
        return [...(angles ?? []), { what: "|C|", exact: 0, got: position }, { what: "|Ċ|", exact: 0, got: velocity }];
      },
    };
  },
};
