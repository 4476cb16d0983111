import { describe, expect, test } from "vitest";
import { runInOtherEngine, runInThisEngine } from "../support/other-engine.js";

/** Bodies free, fixed, on pivots and paths, particles, springs, every force and kind of method, hashed bit by bit. */
const program = `
import { hashArrays } from "@rigor/engine/math";
import { adams, backwardEuler, dopri5, integrate, radau5, rk4 } from "@rigor/engine/ode";
import { angularSprings, drag, Springs } from "@rigor/engine/particles";
import { angularMomentum, appliedForce, applyImpulse, createBodyFrameProblem, createKeyFramePath, createRotatePath, damping,
  gravity, linearMomentum, RigidSystem, rigidPattern, splitting, totalEnergy, wind } from "@rigor/engine/rigid";

const body = { mass: 2, inertia: [1, 0.1, 0.2, 0.1, 1.5, 0.1, 0.2, 0.1, 1.2], center: [0.1, 0.2, 0.3] };

function build(): RigidSystem {
  const system = new RigidSystem();
  const { particles } = system;
  for (let i = 0; i < 3; i++) system.addBody({ ...body, position: [2 * i, 0, 0.1], rotation: [0.1, i, 0.2, 1],
    velocity: [0, 0.3, i], angularVelocity: [1, 0.2 * i, 0.3] });
  system.addBody({ ...body, pivot: [0, 1, 0], position: [0, 5, 0], angularVelocity: [0.1, 0.2, 0.3] });
  system.addBody({ fixed: true, position: [0, -5, 0] });
  system.addBody({ ...body, path: createRotatePath({ axis: [0.3, 1, 0], rate: 1.3, center: [1, 0, 0] }) });
  system.addBody({ path: createKeyFramePath({ times: [0, 0.02, 0.05], interpolation: "smooth", repeat: "loop",
    positions: [[0, 9, 0], [1, 9, 0], [1, 9, 1]], rotations: [[0, 0, 0, 1], [0, 0, 1, 1], [1, 0, 0, 1]] }) });
  const grain = particles.addParticle({ position: [1, 1, 1] });
  const springs = particles.addForce(new Springs());
  const anchors = Array.from({ length: 7 }, (_, k) => system.addAnchor(k, [0.2 * k, 0.2, 0.3]));
  for (let k = 1; k < 7; k++) springs.connect(particles, anchors[k - 1], anchors[k], { stiffness: 5, damping: 0.1 });
  springs.connect(particles, anchors[0], grain, { stiffness: 5, damping: 0.1 });
  particles.addForce(angularSprings({ triples: [[anchors[0], anchors[1], anchors[2]]], stiffness: 1, damping: 0.1 }));
  particles.addForce(drag({ coefficient: 0.1 }));
  system.addForce(gravity());
  system.addForce(damping({ linear: 0.1, angular: 0.1 }));
  system.addForce(wind({ velocity: [1, 0, 0], drag: 0.1, on: [1, 3] }));
  system.addForce(appliedForce({ body: 0, force: (time, out) => { out[0] = time[0]; }, at: [1, 0, 0] }));
  system.addForce(appliedForce({ body: 2, force: [1, 0, 0], torque: [0, 1, 0], frame: "body", at: [0, 1, 0] }));
  system.pattern = rigidPattern(system);
  applyImpulse(system, 1, Float64Array.of(0.1, 0.2, 0.3), 0, Float64Array.of(2, 0.5, 0), 0);
  return system;
}

const hashes: string[] = [];
for (const make of [
  (s) => rk4(s, { step: 1 / 64 }),
  (s) => splitting(s, { step: 1 / 64 }),
  (s) => dopri5(s, { tolerance: 1e-8 }),
  (s) => dopri5(createBodyFrameProblem(s), { tolerance: 1e-8 }),
  (s) => adams(s, { tolerance: 1e-8 }),
  (s) => radau5(s, { tolerance: 1e-3, step: 1 / 32 }),
  (s) => backwardEuler(s, { step: 1 / 32 }),
]) {
  const system = build();
  integrate(make(system), 1 / 16);
  const sums = new Float64Array(7);
  linearMomentum(sums, 0, system);
  angularMomentum(sums, 3, system);
  sums[6] = totalEnergy(system);
  hashes.push(hashArrays(system.state, sums));
}
export default hashes;
`;

describe("worlds of bodies give the same bits", () => {
  test("in V8 and in QuickJS", async () => {
    const here = await runInThisEngine(program);
    expect(here).toMatchInlineSnapshot(`
      [
        "fd18b4286804ab3e",
        "6a002a4ca6502c7a",
        "5a8c01ad1421beef",
        "db25a7bcaf9d08b1",
        "735fa95849d793e1",
        "1316d526515d71ac",
        "8329ef6f30b7c462",
      ]
    `);
    expect(await runInOtherEngine(program)).toEqual(here);
  });
});
