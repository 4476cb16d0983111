/**
 * A capsule that falls all but level, so that one end strikes a moment after the other. Ends nearer than 1e-13 m were taken for
 * struck at once, whatever the size of the capsule: one of a millimetre bounced otherwise than one of a metre.
 */
import { createCapsule, createPlane } from "@rigor/engine/collide";
import { World } from "@rigor/engine/world";
import { expect, test } from "vitest";

/** Rates of the ends before they strike, in m/s of a capsule of 1 m: lengths go with s, speeds with √s. */
function strike(s: number): readonly number[] {
  const [radius, height, tilt, drop, restitution] = [0.1 * s, s, 8e-11, 2e-6 * s, 0.5];
  // hops are to be as high above the contact tolerance as those of 1 m
  const world = new World({ contactTolerance: 1e-7 * Math.min(1, s) });
  world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true, restitution });
  world.addBody({
    shape: createCapsule({ radius, height }),
    restitution,
    position: [0, radius + (height / 2) * tilt + drop, 0],
    rotation: [0, 0, Math.sin((Math.PI / 2 - tilt) / 2), Math.cos((Math.PI / 2 - tilt) / 2)],
  });
  const { mass, moments } = world.system;
  const I1 = Math.max(moments[3], moments[4], moments[5]);
  const [first, second] = world.advanceTo(1e-3 * Math.sqrt(s)).events;
  // (8–18) at the first end, and what that does to the other one
  const v = Math.sqrt(2 * 9.81 * drop);
  const arm = height / 2;
  const j = ((1 + restitution) * v) / (1 / mass[1] + (arm * arm) / I1);
  const left = -v + j * (1 / mass[1] - (arm * arm) / I1);
  const w = -Math.sqrt(left * left + 2 * 9.81 * height * tilt);
  // heights of 2e-6 of the size are known to 1e-10 of themselves; what the other end is higher by, 4e-5 of that, to less
  expect(Math.abs(first.vBefore / -v - 1)).toBeLessThan(1e-9);
  expect(Math.abs(second.vBefore / w - 1)).toBeLessThan(1e-9);
  return [first.vBefore, second.vBefore].map((rate) => rate / Math.sqrt(s));
}

test.each([2 ** -10, 2 ** -6, 1, 16])("of %f m", (s) => {
  const [rates, usual] = [strike(s), strike(1)];
  for (let k = 0; k < 2; k++) expect(Math.abs(rates[k] / usual[k] - 1)).toBeLessThan(1e-9);
});
