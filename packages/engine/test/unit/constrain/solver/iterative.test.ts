import {
  hinge,
  type JointSide,
  Mechanism,
  motor,
  type SolverMethod,
  slider,
  universal,
  weld,
} from "@rigor/engine/constrain";
import { SolveStatus } from "@rigor/engine/linalg";
import { createRng, nextInRange, nextInteger, type Rng } from "@rigor/engine/math";
import { boxMass } from "@rigor/engine/rigid";
import { describe, expect, test } from "vitest";
import { addRandomBox, createHeavySystem, findForces } from "../../../support/mechanisms.js";

/** A tree of boxes with joints of all kinds, far from their centres. */
function createTree(rng: Rng, count: number, solver: SolverMethod): Mechanism {
  const mechanism = new Mechanism(createHeavySystem(), { solver });
  const draw = () => [0, 1, 2].map(() => nextInRange(rng, -2, 2));
  for (let k = 0; k < count; k++) {
    const a = { body: addRandomBox(mechanism.system, rng) };
    const b: JointSide = k === 0 ? {} : { body: nextInteger(rng, 0, k - 1) };
    const [at, axis] = [draw(), draw()];
    const kind = nextInteger(rng, 0, 3);
    if (kind === 0) mechanism.add(hinge({ a, b, at, axis }));
    else if (kind === 1) mechanism.add(slider({ a, b, at, axis }));
    else if (kind === 2) mechanism.add(weld({ a, b, at }));
    else mechanism.add(universal({ a, b, at, axes: [axis, [-axis[1], axis[0], 0]] }));
  }
  return mechanism;
}

function findRates(mechanism: Mechanism): Float64Array {
  const rates = new Float64Array(mechanism.dimension);
  mechanism.derivative(rates);
  return rates;
}

describe("conjugate gradients", () => {
  test("agree with elimination on trees of joints", () => {
    let worst = 0;
    for (let seed = 1; seed <= 12; seed++) {
      const dense = findRates(createTree(createRng(seed), 12, "dense"));
      const iterative = findRates(createTree(createRng(seed), 12, "conjugate-gradients"));
      dense.forEach((x, k) => {
        worst = Math.max(worst, Math.abs(iterative[k] - x) / (1 + Math.abs(x)));
      });
    }
    // rounding times the condition of A, which is up to 1e5 here; measured 2.9e-10
    expect(worst).toBeLessThan(1e-9);
  });

  test("speeds that contradict one another get the least squares, and the least norm", () => {
    const build = (solver: SolverMethod) => {
      const mechanism = new Mechanism(createHeavySystem(), { solver });
      const body = mechanism.system.addBody({ mass: boxMass({ size: [1, 1, 1], mass: 3 }), position: [0, 0, 0] });
      const joint = mechanism.add(hinge({ a: { body }, at: [0, 0, 0], axis: [0, 0, 1] }));
      mechanism.add(motor(joint.angle, { speed: 1 }));
      mechanism.add(motor(joint.angle, { speed: 2 }));
      mechanism.measureError();
      return mechanism;
    };
    const { solver } = build("conjugate-gradients");
    // rows 5 and 6 are one and the same: 1 and 2 become 1.5 each, of which each row carries half; the moment is 0.5 kg·m²
    const x = Float64Array.of(0, 0, 0, 0, 0, 1, 2);
    expect(solver.factor()).toBe(SolveStatus.ok);
    expect(solver.solve(x)).toBe(SolveStatus.ok);
    expect(Array.from(x, (v) => Math.round(v * 1e12) / 1e12)).toEqual([0, 0, 0, 0, 0, 0.375, 0.375]);
  });

  test("numbers that are none are told", () => {
    const { solver } = createTree(createRng(1), 2, "conjugate-gradients");
    expect(solver.rows).toBe(0);
    const mechanism = createTree(createRng(1), 2, "conjugate-gradients");
    findForces(mechanism);
    const x = new Float64Array(mechanism.table.rows).fill(Number.NaN);
    expect(mechanism.solver.solve(x)).toBe(SolveStatus.notFinite);
  });
});
