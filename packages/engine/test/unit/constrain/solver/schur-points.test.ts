/** A = J W Jᵀ of points of bodies: the short way gives what the long way gives, to the last bit. */
import { ball, hinge, Mechanism, nail } from "@rigor/engine/constrain";
import { createRng, nextInRange, nextInteger } from "@rigor/engine/math";
import { boxMass } from "@rigor/engine/rigid";
import { expect, test } from "vitest";
import { createHeavySystem, findForces } from "../../../support/mechanisms.js";

/** Bodies in a random tree of balls and hinges, with a nail here and there; all turned, and moving. */
function build(seed: number, solver: "direct" | "dense", isShort: boolean): Mechanism {
  const rng = createRng(seed);
  const draw = () => nextInRange(rng, -1, 1);
  const system = createHeavySystem();
  const mechanism = new Mechanism(system, { solver });
  for (let k = 0; k < 12; k++) {
    const size = [1.2 + draw(), 1.2 + draw(), 1.2 + draw()];
    const [position, rotation] = [
      [k, draw(), draw()],
      [draw(), draw(), draw(), 2],
    ];
    const [velocity, angularVelocity] = [
      [draw(), draw(), draw()],
      [draw(), draw(), draw()],
    ];
    const mass = boxMass({ size, mass: 1.5 + draw() });
    const body = system.addBody({ mass, position, rotation, velocity, angularVelocity });
    const b = k === 0 ? [0, 1, 0] : { body: nextInteger(rng, 0, k - 1), point: [draw(), draw(), draw()] };
    if (k % 4 === 3)
      mechanism.add(hinge({ a: { body }, b: { body: k - 1 }, at: [k, 0, 0], axis: [draw(), 1, draw()] }));
    else mechanism.add(ball({ a: { body, point: [draw(), draw(), draw()] }, b }));
    if (k % 5 === 4) mechanism.add(nail({ a: { body, point: [draw(), draw(), draw()] } }));
  }
  if (!isShort) for (const constraint of mechanism.constraints) Object.assign(constraint, { joinsPoints: false });
  return mechanism;
}

test.each(["direct", "dense"] as const)("forces of balls, nails and hinges in trees, %s", (solver) => {
  for (let seed = 1; seed <= 10; seed++) {
    const [short, long] = [true, false].map((isShort) => findForces(build(seed, solver, isShort)));
    expect(Math.max(...short)).toBeGreaterThan(1);
    expect(short.every((force, k) => force === long[k])).toBe(true);
  }
});

test("the sparse way and the dense one agree", () => {
  for (let seed = 1; seed <= 10; seed++) {
    const [direct, dense] = (["direct", "dense"] as const).map((solver) => findForces(build(seed, solver, true)));
    const most = dense.reduce((sofar, force) => Math.max(sofar, Math.abs(force)), 0);
    const difference = direct.reduce((sofar, force, k) => Math.max(sofar, Math.abs(force - dense[k])), 0);
    expect(difference).toBeLessThan(1e-11 * most);
  }
});
