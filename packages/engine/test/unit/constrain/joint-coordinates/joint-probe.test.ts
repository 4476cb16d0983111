import { distance, type FixedLength, hinge, readCoordinate, slider } from "@rigor/engine/constrain";
import { createRng } from "@rigor/engine/math";
import { expect, test } from "vitest";
import { scatter } from "../../../support/constraint-check.js";
import { createJointWorld } from "../../../support/joints.js";

test("value and rate of a coordinate are those of its row, whatever carries its ends", () => {
  const { mechanism, gimbal } = createJointWorld();
  const place = { at: [0.2, 0.1, 0], axis: [1, 1, 0] };
  const own = [
    mechanism.add(hinge({ a: { body: 0 }, b: { on: gimbal }, ...place })).angle,
    mechanism.add(slider({ a: { particle: 0 }, b: { body: 1 }, ...place })).travel,
    mechanism.add(slider({ a: { body: 2 }, b: { body: 3 }, ...place })).travel,
  ];
  const rod = mechanism.add(distance({ a: { particle: 0 }, b: { on: gimbal } })) as FixedLength;
  scatter(mechanism, createRng(3));
  const out = new Float64Array(3);
  for (const coordinate of own) {
    readCoordinate(out, 1, mechanism, coordinate);
    expect(out[1]).toBe(coordinate.value);
    // by J and q̇ there, by the motion of the ends here: rounding
    expect(out[2]).toBeCloseTo(coordinate.rate, 14);
  }
  readCoordinate(out, 1, mechanism, rod.coordinate);
  mechanism.prepare();
  mechanism.evaluate();
  expect(out[1] - rod.length).toBeCloseTo(mechanism.table.value[mechanism.table.rowStart[3]], 14);
  expect(out[2]).toBeCloseTo(mechanism.table.rate[mechanism.table.rowStart[3]], 14);
});
