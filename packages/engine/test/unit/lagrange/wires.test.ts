import {
  circleWire,
  createBead,
  createPendulum,
  createSphericalPendulum,
  helixWire,
  lineWire,
} from "@rigor/engine/lagrange";
import { quat, type RigorError } from "@rigor/engine/math";
import { describe, expect, test } from "vitest";

const rotation = [0.5, -0.1, 0.7, 0.4];
const center = [1, 2, 3];

function place(p: number[]): number[] {
  const q = Float64Array.from(rotation);
  quat.normalize(q, 0, q, 0);
  const out = Float64Array.from(p);
  quat.rotateVector(out, 0, q, 0, out, 0);
  return Array.from(out, (x, k) => x + center[k]);
}

function expectNear(found: ArrayLike<number>, expected: readonly number[]): void {
  // a few roundings of numbers below 4
  expected.forEach((x, k) => {
    expect(Math.abs(found[k] - x)).toBeLessThan(2e-15);
  });
}

describe("wires", () => {
  const u = 0.7;
  const [c, s] = [Math.cos(u), Math.sin(u)];

  test("a circle, a helix and a line are where they should be", () => {
    const at = (wire: ReturnType<typeof circleWire>) => createBead({ wire, mass: 1, coordinate: u }).position;
    expectNear(at(circleWire({ radius: 2 })), [2 * c, 2 * s, 0]);
    expectNear(at(circleWire({ radius: 2, center, rotation })), place([2 * c, 2 * s, 0]));
    expectNear(
      at(helixWire({ radius: 2, pitch: 3, center, rotation })),
      place([2 * c, 2 * s, (3 * u) / (2 * Math.PI)]),
    );
    expectNear(at(lineWire({ direction: [0, 3, 4], point: [1, 0, 0] })), [1, 0.6 * u, 0.8 * u]);
  });

  test("a bead is moved by gravity along y if nothing else is said", () => {
    const bead = createBead({ wire: lineWire({ direction: [0, 1, 0] }), mass: 2 });
    bead.computeForces();
    expect(bead.force[0]).toBe(-2 * 9.81);
    expect(bead.name).toBe("bead");
  });
});

describe("pendulums", () => {
  test("hang where their angles say", () => {
    const double = createPendulum({ lengths: [1, 2], masses: [1, 1], angles: [0.3, -0.4], pivot: center, rotation });
    const [x, y] = [Math.sin(0.3), -Math.cos(0.3)];
    expectNear(double.position, [...place([x, y, 0]), ...place([x + 2 * Math.sin(-0.4), y - 2 * Math.cos(0.4), 0])]);
    const options = { length: 2, mass: 1, polar: 0.5, azimuth: 1.1, pivot: center, rotation };
    const side = 2 * Math.sin(0.5);
    const expected = place([side * Math.cos(1.1), -2 * Math.cos(0.5), side * Math.sin(1.1)]);
    expectNear(createSphericalPendulum(options).position, expected);
  });

  test("begin with the rates given", () => {
    const pendulum = createSphericalPendulum({ length: 1, mass: 1, polar: 0.5, polarRate: 2, azimuthRate: 3 });
    expect(Array.from(pendulum.initial)).toEqual([0.5, 0, 2, 3]);
  });
});

describe("options", () => {
  const wire = circleWire({ radius: 1 });

  test.each<[string, () => unknown, string, string]>([
    ["no wire", () => createBead({ wire: 1 as never, mass: 1 }), "not-a-function", "bead.wire"],
    ["no mass", () => createBead({ wire, mass: 0 }), "not-positive", "bead.mass"],
    [
      "a wire that moves, without a clock",
      () => createBead({ wire: (u, t) => [u, t, 0], mass: 1 }),
      "no-time",
      "bead.time",
    ],
    ["an unknown option", () => createBead({ wire, mass: 1, angle: 2 } as never), "unknown-option", "bead.angle"],
    ["no radius", () => circleWire({ radius: -1 }), "not-positive", "circleWire.radius"],
    ["a pitch of a circle", () => circleWire({ radius: 1, pitch: 2 } as never), "unknown-option", "circleWire.pitch"],
    ["no pitch", () => helixWire({ radius: 1 } as never), "not-finite", "helixWire.pitch"],
    ["no centre", () => helixWire({ radius: 1, pitch: 1, center: [1] }), "not-a-vector", "helixWire.center"],
    ["no direction", () => lineWire({ direction: [0, 0, 0] }), "no-direction", "lineWire.direction"],
    ["no rods", () => createPendulum({ lengths: [], masses: [], angles: [] }), "no-rods", "pendulum.lengths"],
    [
      "a mass too few",
      () => createPendulum({ lengths: [1], masses: [], angles: [0] }),
      "wrong-length",
      "pendulum.masses",
    ],
    [
      "an angle too few",
      () => createPendulum({ lengths: [1], masses: [1], angles: [] }),
      "wrong-numbers",
      "pendulum.angles",
    ],
    [
      "a rod of no length",
      () => createPendulum({ lengths: [0], masses: [1], angles: [0] }),
      "not-positive",
      "pendulum.lengths[0]",
    ],
    [
      "a weight of none",
      () => createPendulum({ lengths: [1], masses: [0], angles: [0] }),
      "not-positive",
      "pendulum.masses[0]",
    ],
    ["no length", () => createSphericalPendulum({ length: 0, mass: 1, polar: 1 }), "not-positive", "pendulum.length"],
    [
      "no angle",
      () => createSphericalPendulum({ length: 1, mass: 1 } as never),
      "wrong-numbers",
      "pendulum.polar and azimuth",
    ],
  ])("%s is an error", (_name, make, code, path) => {
    try {
      make();
    } catch (error) {
      expect((error as RigorError).faults[0]).toMatchObject({ code, path });
      return;
    }
    expect.unreachable();
  });
});
