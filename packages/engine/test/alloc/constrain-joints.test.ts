/** Joints, motors and springs on joints make no garbage when they are evaluated, nor when a step ends. */
import {
  cylindrical,
  gear,
  hinge,
  jointSpring,
  jointTorque,
  type Mechanism,
  motor,
  rack,
  screw,
  slider,
  traceTime,
  universal,
  weld,
} from "@rigor/engine/constrain";
import { describe, expect, test } from "vitest";
import { bytesPerCall } from "../support/allocation.js";
import { createJointWorld } from "../support/joints.js";

const place = { at: [0.3, 0.2, -0.1], axis: [1, 2, 3] };
const sides = { a: { body: 0 }, b: { body: 1 } };
const other = { a: { body: 2 }, at: [1, 1, 1], axis: [0, 1, 0] };
const wave = traceTime((t) => t.times(3).sin());

const joints: Record<string, (mechanism: Mechanism) => void> = {
  hinge: (m) => m.add(hinge({ ...sides, ...place })),
  slider: (m) => m.add(slider({ ...sides, ...place })),
  cylindrical: (m) => m.add(cylindrical({ ...sides, ...place })),
  universal: (m) =>
    m.add(
      universal({
        ...sides,
        at: place.at,
        axes: [
          [1, 0, 1],
          [0, 1, 0],
        ],
      }),
    ),
  weld: (m) => m.add(weld(sides)),
  screw: (m) => m.add(screw({ ...sides, ...place, pitch: 0.7 })),
  gear: (m) => m.add(gear({ ...sides, axis: [0, 0, 1], ratio: 2 })),
  rack: (m) => {
    const pinion = m.add(hinge({ ...sides, ...place })).angle;
    m.add(rack({ rack: m.add(slider(other)).travel, pinion, radius: 0.3 }));
  },
  "motor with a speed": (m) => m.add(motor(m.add(hinge({ ...sides, ...place })).angle, { speed: wave })),
  "motor on a way": (m) => m.add(motor(m.add(slider({ ...sides, ...place })).travel, { position: wave })),
};

describe("evaluation", () => {
  test.each(Object.entries(joints))("%s", (_, join) => {
    const { mechanism } = createJointWorld();
    join(mechanism);
    mechanism.prepare();
    const { constraints, table } = mechanism;
    const evaluate = () => {
      for (let c = 0; c < constraints.length; c++) constraints[c].evaluate(table, c, mechanism);
      for (let c = 0; c < constraints.length; c++) constraints[c].finishStep?.();
    };
    expect(bytesPerCall(evaluate, 1000)).toBe(0);
  });

  test("forces on joints", () => {
    const { mechanism } = createJointWorld();
    const { angle, travel } = mechanism.add(cylindrical({ ...sides, ...place }));
    const forces = [
      jointSpring(angle, { stiffness: 3, damping: 1 }),
      jointSpring(travel, { stiffness: 3, damping: 1 }),
      jointTorque(angle, wave),
      jointTorque(angle, 2),
    ];
    mechanism.prepare();
    const apply = () => {
      for (let k = 0; k < forces.length; k++) forces[k].apply(mechanism);
      for (let k = 0; k < forces.length; k++) forces[k].finishStep?.();
    };
    expect(bytesPerCall(apply, 1000)).toBe(0);
  });
});
