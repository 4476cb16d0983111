import {
  ball,
  createDistanceCoordinate,
  distance,
  hinge,
  limit,
  Mechanism,
  motor,
  pulley,
} from "@rigor/engine/constrain";
import { boxMass } from "@rigor/engine/rigid";
import { expect, test } from "vitest";
import { createHeavySystem, findForces } from "../../../support/mechanisms.js";

test("a hub that one constraint takes hold of twice", () => {
  // a rope from arm to arm over two points of the hub
  const build = (solver: "direct" | "dense") => {
    const system = createHeavySystem();
    const mechanism = new Mechanism(system, { solver });
    const hub = system.addBody({ mass: boxMass({ size: [2, 2, 2], mass: 10 }), position: [0, 0, 0] });
    const arms = Array.from({ length: 12 }, (_, k) =>
      system.addBody({ mass: boxMass({ size: [1, 0.2, 0.2], mass: 1 + k }), position: [1, k, 1] }),
    );
    for (const [k, body] of arms.entries()) {
      mechanism.add(ball({ a: { body, point: [-0.5, 0, 0] }, b: { body: hub, point: [0.5, k, 1] } }));
    }
    mechanism.add(
      pulley({
        a: { body: arms[0], point: [0.5, 0, 0] },
        b: { body: arms[5], point: [0.5, 0, 0] },
        overA: { body: hub, point: [0, 3, 0] },
        overB: { body: hub, point: [0, 4, 1] },
      }),
    );
    // the hub hangs on two points: all weights pull on the joints
    mechanism.add(ball({ a: { body: hub, point: [-1, 1, 0] }, b: [-1, 1, 0] }));
    mechanism.add(distance({ a: { body: hub, point: [1, 1, 0] }, b: [1, 3, 0] }));
    return findForces(mechanism);
  };
  const [direct, dense] = [build("direct"), build("dense")];
  const most = dense.reduce((sofar, force) => Math.max(sofar, Math.abs(force)), 0);
  // 88 kg hang there
  expect(most).toBeGreaterThan(100);
  const difference = direct.reduce((sofar, force, k) => Math.max(sofar, Math.abs(force - dense[k])), 0);
  expect(difference).toBeLessThan(1e-13 * most);
});

test("a servo whose goal is turns away is assembled", () => {
  const system = createHeavySystem();
  const mechanism = new Mechanism(system);
  const body = system.addBody({ mass: boxMass({ size: [1, 1, 1], mass: 1 }), position: [0, 0, 0] });
  const joint = mechanism.add(hinge({ a: { body }, at: [0, 0, 0], axis: [0, 0, 1] }));
  mechanism.add(motor(joint.angle, { position: 10 }));
  mechanism.assemble();
  expect(Math.abs(joint.angle.value - 10)).toBeLessThan(1e-12);
});

test("limits of unknown kind", () => {
  const mechanism = new Mechanism(createHeavySystem());
  mechanism.system.particles.addParticle({ mass: 1, position: [1, 0, 0] });
  const length = createDistanceCoordinate(mechanism, { a: { particle: 0 }, b: [0, 0, 0] });
  expect(limit(length, { lower: 0.5, upper: 2 }).map(({ name }) => name)).toEqual([
    "lower limit of distance",
    "upper limit of distance",
  ]);
});
