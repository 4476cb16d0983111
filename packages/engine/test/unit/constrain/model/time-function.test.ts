import { hinge, Mechanism, motor, traceTime } from "@rigor/engine/constrain";
import { RigidSystem } from "@rigor/engine/rigid";
import { expect, test } from "vitest";
import { addWheel } from "../../../support/joints.js";

test("a traced function writes its value and as many derivatives as there is room for", () => {
  const f = traceTime((t) => t.times(3).sin().plus(t.squared()));
  for (const order of [0, 1, 2]) {
    const out = new Float64Array(order + 1);
    f(Float64Array.of(0.7), out);
    const exact = [Math.sin(2.1) + 0.49, 3 * Math.cos(2.1) + 1.4, -9 * Math.sin(2.1) + 2];
    // rounding
    for (let k = 0; k <= order; k++) expect(out[k]).toBeCloseTo(exact[k], 14);
  }
  expect(() => traceTime(3 as never)).toThrow(/traceTime: must be a function of an expression, got 3/);
  expect(() => traceTime((t) => [t, t] as never)).toThrow(/traceTime/);
});

test("a constant has no derivatives; a function is asked at the clock of the mechanism", () => {
  const system = new RigidSystem({ time: 4 });
  addWheel(system, 1, 1);
  const mechanism = new Mechanism(system);
  const { angle } = mechanism.add(hinge({ a: { body: 0 }, at: [0, 0, 0], axis: [0, 0, 1] }));
  mechanism.add(motor(angle, { speed: 2 }));
  const asked: number[] = [];
  const speed = (time: Float64Array, out: Float64Array) => {
    asked.push(time[0]);
    out[0] = 2;
    out[1] = 0;
  };
  mechanism.add(motor(angle, { speed }));
  expect(asked).toEqual([4]);
  mechanism.prepare();
  mechanism.evaluate();
  const { drift, gamma } = mechanism.table;
  expect(drift[5]).toBe(-2);
  expect(gamma[5]).toBe(gamma[6]);
  expect(drift[6]).toBe(-2);
  expect(asked.every((t) => t === 4)).toBe(true);
});
