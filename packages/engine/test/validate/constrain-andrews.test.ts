/**
 * Andrews' squeezing mechanism (IFToMM A03; Hairer and Wanner II, VII.7): seven bodies in a plane, driven by a constant
 * torque, closed in three loops. Here they are bodies in space, joined by ten hinges: of 50 rows 9 depend on others.
 */
import { hinge, jointTorque, Mechanism } from "@rigor/engine/constrain";
import { dopri5, integrate } from "@rigor/engine/ode";
import { Springs } from "@rigor/engine/particles";
import { givenMass, RigidSystem } from "@rigor/engine/rigid";
import { expect, test } from "vitest";

const m = [0.04325, 0.00365, 0.02373, 0.00706, 0.0705, 0.00706, 0.05498];
const I = [2.194e-6, 4.41e-7, 5.255e-6, 5.667e-7, 1.169e-5, 5.667e-7, 1.912e-5];
const A = [-0.06934, -0.00227];
const B = [-0.03635, 0.03273];
const C = [0.014, 0.072];
const { c0, l0, d, da, e, ea, rr, ra, sa, sb, sc, sd, ta, tb, u, ua, ub, zf, zt, fa } = {
  c0: 4530,
  l0: 0.07785,
  d: 0.028,
  da: 0.0115,
  e: 0.02,
  ea: 0.01421,
  rr: 0.007,
  ra: 0.00092,
  sa: 0.01874,
  sb: 0.01043,
  sc: 0.018,
  sd: 0.02,
  ta: 0.02308,
  tb: 0.00916,
  u: 0.04,
  ua: 0.01228,
  ub: 0.00449,
  zf: 0.02,
  zt: 0.04,
  fa: 0.01421,
};
/** β, Θ, γ, Φ, δ, Ω, ε at the start and at t = 0.03 s (to 30 digits by another method; nine of them published). */
const start = [
  -0.06171389001427645, 0, 0.45527981916307037, 0.22266839016588588, 0.48736497954384256, -0.22266839016588588,
  1.2305474445498212,
];
const end = [
  15.810771195153707, -15.756371058411839, 0.0408222401196458, -0.5347301163420796, 0.524409965879954,
  0.5347301163420796, 1.048080741041938,
];
/** Of β, Θ and γ. */
const endRates = [1139.9203022591062, -1424.3792951775401, 11.032911910618594];

const { cos, sin } = Math;
const [beta, Theta, gamma, Phi, delta, Omega, epsilon] = start;

/** Angle of each body against the world, and its centre of mass, from the seven angles. */
function placeBodies(): { angle: number; center: number[] }[] {
  const bt = beta + Theta;
  const pd = Phi + delta;
  const oe = Omega + epsilon;
  return [
    { angle: beta, center: [ra * cos(beta), ra * sin(beta)] },
    { angle: bt, center: [rr * cos(beta) - da * cos(bt), rr * sin(beta) - da * sin(bt)] },
    { angle: gamma, center: [B[0] + sa * sin(gamma) + sb * cos(gamma), B[1] - sa * cos(gamma) + sb * sin(gamma)] },
    { angle: pd, center: [A[0] + zt * cos(delta) + (e - ea) * sin(pd), A[1] + zt * sin(delta) - (e - ea) * cos(pd)] },
    { angle: delta, center: [A[0] + ta * cos(delta) - tb * sin(delta), A[1] + ta * sin(delta) + tb * cos(delta)] },
    {
      angle: oe,
      center: [A[0] + u * sin(epsilon) + (zf - fa) * cos(oe), A[1] - u * cos(epsilon) + (zf - fa) * sin(oe)],
    },
    {
      angle: epsilon,
      center: [A[0] + ua * sin(epsilon) - ub * cos(epsilon), A[1] - ua * cos(epsilon) - ub * sin(epsilon)],
    },
  ];
}

test("Andrews' squeezer at t = 0.03 s: angles to 1e-10", () => {
  const system = new RigidSystem();
  const mechanism = new Mechanism(system);
  placeBodies().forEach(({ angle, center }, k) => {
    const mass = givenMass({ mass: m[k], inertia: [I[k], I[k], I[k]] });
    system.addBody({ mass, position: [...center, 0], rotation: [0, 0, sin(angle / 2), cos(angle / 2)] });
  });
  const P = [rr * cos(beta) - d * cos(beta + Theta), rr * sin(beta) - d * sin(beta + Theta)];
  const join = (a: number, b: number | null, [x, y]: readonly number[]) =>
    mechanism.add(hinge({ a: { body: a }, ...(b === null ? {} : { b: { body: b } }), at: [x, y, 0], axis: [0, 0, 1] }));
  const crank = join(0, null, [0, 0]);
  const joints = [
    join(1, 0, [rr * cos(beta), rr * sin(beta)]),
    join(2, null, B),
    join(3, 4, [A[0] + zt * cos(delta), A[1] + zt * sin(delta)]),
    join(4, null, A),
    join(5, 6, [A[0] + u * sin(epsilon), A[1] - u * cos(epsilon)]),
    join(6, null, A),
  ];
  for (const k of [2, 3, 5]) join(k, 1, P);
  mechanism.addForce(jointTorque(crank.angle, 0.033));
  // the spring from C to D on the third body
  const D = [sd * cos(gamma) + sc * sin(gamma) + B[0], sd * sin(gamma) - sc * cos(gamma) + B[1]];
  const pose = system.getPose(2);
  const x = D[0] - pose.position[0];
  const y = D[1] - pose.position[1];
  const anchor = system.addAnchor(2, [x * cos(gamma) + y * sin(gamma), y * cos(gamma) - x * sin(gamma), 0]);
  const post = system.particles.addParticle({ position: [...C, 0], fixed: true });
  const springs = system.particles.addForce(new Springs());
  springs.connect(system.particles, anchor, post, { stiffness: c0, length: l0 });
  mechanism.assemble();
  expect(mechanism.solver.redundant).toBe(9);

  const report = integrate(dopri5(mechanism, { relative: 1e-11, absolute: 1e-14 }), 0.03);
  expect(report.status).toBe("done");
  const found = [crank.angle, ...joints.map(({ angle }) => angle)].map((angle, k) => angle.value + start[k]);
  // Θ is that of the second body against the first, Φ and Ω those of the fourth and sixth against the fifth and seventh
  found.forEach((angle, k) => {
    // 4.8e-11 at this tolerance
    expect(Math.abs(angle - end[k])).toBeLessThan(1e-10);
  });
  const rates = [crank.angle, ...joints.map(({ angle }) => angle)].map((angle) => angle.rate);
  endRates.forEach((rate, k) => {
    // of 1.4e3 rad/s at the most
    expect(Math.abs(rates[k] - rate)).toBeLessThan(2e-8);
  });
  expect(mechanism.measureError().position).toBeLessThan(1e-13);
});
