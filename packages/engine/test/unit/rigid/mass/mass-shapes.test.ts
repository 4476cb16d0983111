import { RigorError } from "@rigor/engine/math";
import { describe, expect, test } from "vitest";
import { capsuleMass, coneMass, cylinderMass } from "../../../../src/rigid/mass/mass-axial.js";
import { rotateMass } from "../../../../src/rigid/mass/mass-combine.js";
import {
  boxMass,
  discMass,
  ellipsoidMass,
  rodMass,
  sphereMass,
  torusMass,
} from "../../../../src/rigid/mass/mass-shapes.js";
import { differ } from "../../../support/meshes.js";

const makers = {
  boxMass,
  sphereMass,
  cylinderMass,
  capsuleMass,
  coneMass,
  ellipsoidMass,
  torusMass,
  discMass,
  rodMass,
};

describe("simple shapes", () => {
  test("the block of the notes, eq. (5–3)", () => {
    // M/12 (y² + z²) and so on, with sides 2, 3, 6 and M = 12
    expect([...boxMass({ size: [2, 3, 6], mass: 12 }).inertia]).toEqual([45, 0, 0, 0, 40, 0, 0, 0, 13]);
  });

  test("textbook values", () => {
    expect(sphereMass({ radius: 2, mass: 5 }).inertia[0]).toBeCloseTo(8, 14);
    expect(sphereMass({ radius: 3, mass: 2, shell: true }).inertia[0]).toBeCloseTo(12, 14);
    expect([...rodMass({ length: 6, mass: 2, axis: "x" }).inertia]).toEqual([0, 0, 0, 0, 6, 0, 0, 0, 6]);
    expect([...discMass({ radius: 2, mass: 2 }).inertia]).toEqual([2, 0, 0, 0, 4, 0, 0, 0, 2]);
  });

  test("a cone hangs below its origin: apex up, base down", () => {
    expect([...coneMass({ radius: 1, height: 4, mass: 1 }).center]).toEqual([0, -1, 0]);
    expect([...coneMass({ radius: 1, height: 4, mass: 1, axis: "x" }).center]).toEqual([-1, 0, 0]);
    const shell = coneMass({ radius: 3, height: 4, mass: 1, shell: true });
    // side 15π at −2/3, base 9π at −2
    expect(shell.center[1]).toBeCloseTo(-(15 * (2 / 3) + 9 * 2) / 24, 15);
  });

  test("a capsule without a straight part is a sphere", () => {
    for (const hollow of [{}, { shell: true }, { thickness: 0.2 }]) {
      const capsule = capsuleMass({ radius: 0.9, height: 0, density: 2, ...hollow });
      // both from the same half balls: two roundings
      expect(differ(capsule, sphereMass({ radius: 0.9, density: 2, ...hollow }))).toBeLessThan(5e-16);
    }
  });

  test("a wall as thick as the shape is the solid", () => {
    expect(sphereMass({ radius: 2, thickness: 2 })).toEqual(sphereMass({ radius: 2 }));
    expect(capsuleMass({ radius: 2, height: 1, thickness: 2 })).toEqual(capsuleMass({ radius: 2, height: 1 }));
    const box = boxMass({ size: [2, 3, 5], thickness: 1 });
    expect(differ(box, boxMass({ size: [2, 3, 5] }))).toBeLessThan(5e-16);
    expect(
      differ(cylinderMass({ radius: 1, height: 2, thickness: 1 }), cylinderMass({ radius: 1, height: 2 })),
    ).toBeLessThan(5e-16);
  });

  test.each([
    ["cylinder", (axis: "x" | "y" | "z") => cylinderMass({ radius: 1, height: 5, mass: 2, axis })],
    ["cylinder shell", (axis: "x" | "y" | "z") => cylinderMass({ radius: 1, height: 5, mass: 2, axis, shell: true })],
    ["capsule", (axis: "x" | "y" | "z") => capsuleMass({ radius: 1, height: 5, mass: 2, axis })],
    ["cone", (axis: "x" | "y" | "z") => coneMass({ radius: 1, height: 5, mass: 2, axis })],
    ["torus", (axis: "x" | "y" | "z") => torusMass({ majorRadius: 3, minorRadius: 1, mass: 2, axis })],
    ["disc", (axis: "x" | "y" | "z") => discMass({ radius: 3, mass: 2, axis })],
    ["rod", (axis: "x" | "y" | "z") => rodMass({ length: 3, mass: 2, axis })],
  ])("%s: an axis is a rotation", (_, make) => {
    const h = Math.SQRT1_2;
    // from y to z about x, from y to x about −z; the quaternion is rounded
    expect(differ(make("z"), rotateMass(make("y"), [h, 0, 0, h]))).toBeLessThan(1e-15);
    expect(differ(make("x"), rotateMass(make("y"), [0, 0, -h, h]))).toBeLessThan(1e-15);
  });

  test("y is the axis unless another is named", () => {
    expect(cylinderMass({ radius: 1, height: 5 })).toEqual(cylinderMass({ radius: 1, height: 5, axis: "y" }));
    expect(torusMass({ majorRadius: 3, minorRadius: 1 })).toEqual(
      torusMass({ majorRadius: 3, minorRadius: 1, axis: "y" }),
    );
  });
});

describe("what is refused", () => {
  const bad: [keyof typeof makers, unknown, string, string][] = [
    ["boxMass", undefined, "no-options", "box"],
    ["boxMass", { size: [1, 2] }, "not-a-vector", "box.size"],
    ["boxMass", { size: [1, -2, 3] }, "not-positive", "box.size[1]"],
    ["boxMass", { size: [1, 2, 3], thickness: 0.6 }, "too-thick", "box.thickness"],
    ["boxMass", { size: [1, 2, 3], thickness: 0 }, "not-positive", "box.thickness"],
    ["boxMass", { size: [1, 2, 3], thickness: 0.1, shell: true }, "shell-or-thickness", "box"],
    ["boxMass", { size: [1, 2, 3], shell: 1 }, "not-boolean", "box.shell"],
    ["boxMass", { sides: [1, 2, 3] }, "unknown-option", "box.sides"],
    ["sphereMass", { radius: 0 }, "not-positive", "sphere.radius"],
    ["sphereMass", {}, "not-positive", "sphere.radius"],
    ["sphereMass", { radius: 1, thickness: 1.1 }, "too-thick", "sphere.thickness"],
    ["cylinderMass", { radius: 1 }, "not-positive", "cylinder.height"],
    ["cylinderMass", { radius: 1, height: 2, axis: "w" }, "bad-axis", "cylinder.axis"],
    ["cylinderMass", { radius: 3, height: 2, thickness: 1.5 }, "too-thick", "cylinder.thickness"],
    ["capsuleMass", { radius: 1, height: -1 }, "negative", "capsule.height"],
    ["coneMass", { radius: Number.NaN, height: 1 }, "not-positive", "cone.radius"],
    ["coneMass", { radius: 1, height: 1, thickness: 0.1 }, "unknown-option", "cone.thickness"],
    ["ellipsoidMass", { radii: [1, 2, Infinity] }, "not-a-vector", "ellipsoid.radii"],
    ["ellipsoidMass", { radii: [1, 2, 3], shell: true }, "unknown-option", "ellipsoid.shell"],
    ["torusMass", { majorRadius: 1, minorRadius: 2 }, "self-crossing", "torus.minorRadius"],
    ["discMass", { radius: 1 }, "no-amount", "disc.density"],
    ["rodMass", { length: 1 }, "no-amount", "rod.density"],
    ["rodMass", { length: "1", mass: 1 }, "not-positive", "rod.length"],
  ];
  test.each(bad)("%s(%j): %s at %s", (name, options, code, path) => {
    const run = () => (makers[name] as (options: unknown) => unknown)(options);
    expect(run).toThrow(RigorError);
    try {
      run();
    } catch (error) {
      const [fault] = (error as RigorError).faults;
      expect([fault.code, fault.path]).toEqual([code, path]);
    }
  });
});
