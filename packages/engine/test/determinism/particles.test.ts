import { describe, expect, test } from "vitest";
import { runInOtherEngine, runInThisEngine } from "../support/other-engine.js";

/** Springs, fields, buckets, paths, planes with friction, explicit and implicit methods: all of it, hashed bit by bit. */
const program = `
import { hashArrays } from "@rigor/engine/math";
import { adams, backwardEulerSecondOrder, dopri5, integrate, radau5, rk4 } from "@rigor/engine/ode";
import { addLattice, angularSprings, attraction, createEllipsePath, drag, gravity, ParticleSimulation, ParticleSystem,
  repulsion, Springs } from "@rigor/engine/particles";

function build(): ParticleSystem {
  const system = new ParticleSystem();
  const springs = system.addForce(new Springs());
  addLattice(system, springs, { counts: [3, 2, 2], origin: [0, 0.3, 0], mass: 2, velocity: [1, 0, 0.3],
    steps: [[0.3, 0.02, 0], [0, 0.3, 0.01], [0, 0, 0.3]], stretch: { stiffness: 200, damping: 1 },
    shear: { stiffness: 100, damping: 0.5 } });
  const path = createEllipsePath({ center: [2, 1, 0], a: [0.5, 0, 0], b: [0, 0.5, 0], rate: 3 });
  springs.connect(system, 0, system.addParticle({ position: [2.5, 1, 0], path }), { stiffness: 3, damping: 0.1 });
  system.addForce(gravity());
  system.addForce(drag({ coefficient: 0.02 }));
  system.addForce(attraction({ strength: 0.1, softening: 0.1 }));
  system.addForce(repulsion({ radius: 0.4, stiffness: 5, damping: 0.1 }));
  system.addForce(angularSprings({ triples: [[0, 1, 2]], stiffness: 1, damping: 0.1 }));
  return system;
}

const hashes: string[] = [];
for (const make of [
  (s) => rk4(s, { step: 1 / 256 }),
  (s) => dopri5(s, { tolerance: 1e-8 }),
  (s) => adams(s, { tolerance: 1e-8 }),
  (s) => radau5(s, { tolerance: 1e-6 }),
  (s) => backwardEulerSecondOrder(s, { step: 1 / 64 }),
]) {
  const system = build();
  integrate(make(system), 0.25);
  hashes.push(hashArrays(system.state));
}
const system = build();
const friction = { model: "coulomb", kinetic: 0.3, static: 0.4 };
const planes = [{ point: [0, 0, 0], normal: [0, 1, 0], restitution: 0.4, friction },
  { point: [0.9, 0, 0], normal: [-1, 0.1, 0], restitution: 0.4, friction }];
const { events } = new ParticleSimulation(system, dopri5(system, { tolerance: 1e-7 }), { planes }).advanceTo(0.5);
hashes.push(hashArrays(system.state), hashArrays(Float64Array.from(events, (event) => event.t)));
export default hashes.concat(String(events.length));
`;

describe("particle systems give the same bits", () => {
  test("in V8 and in QuickJS", async () => {
    const here = await runInThisEngine(program);
    expect(here).toMatchInlineSnapshot(`
      [
        "feaec684c9a9f74a",
        "4293868e0576c325",
        "2a53dedab47dba6a",
        "20b0b0161b7e923a",
        "2d4daa74c324d326",
        "38a4bff13e57d1dd",
        "d8d59d19fe006896",
        "134",
      ]
    `);
    expect(await runInOtherEngine(program)).toEqual(here);
  });
});
