/** Mass properties against published values, and against integrals over slices that share no code with them. */
import { describe, expect, test } from "vitest";
import { capsuleMass, coneMass, cylinderMass } from "../../src/rigid/mass/mass-axial.js";
import { combineMass, translateMass } from "../../src/rigid/mass/mass-combine.js";
import { meshMass } from "../../src/rigid/mass/mass-mesh.js";
import { findPrincipalFrame } from "../../src/rigid/mass/mass-principal.js";
import type { MassProperties } from "../../src/rigid/mass/mass-properties.js";
import { boxMass, discMass, ellipsoidMass, rodMass, sphereMass, torusMass } from "../../src/rigid/mass/mass-shapes.js";
import { hollowBox, octahedron, star, tetrahedron, turnedBox } from "../oracles/inertia.js";
import { createBox, createRevolved, createTorus, differ, properties } from "../support/meshes.js";

/** Values given to 1e-15 relative, of which our own rounding takes 3.5e-16 (measured). */
const referenceBound = 1e-15;

function diagonal(mass: number, x: number, y: number, z: number): MassProperties {
  return properties(mass, [0, 0, 0], [x, 0, 0, 0, y, 0, 0, 0, z]);
}

function sortedMoments(mass: MassProperties): number[] {
  return [...findPrincipalFrame(mass).moments].sort((a, b) => a - b);
}

describe("reference values", () => {
  test.each([
    ["box", boxMass({ size: [1, 2, 3], mass: 6 }), diagonal(6, 6.5, 5, 2.5)],
    [
      "hollow sphere",
      sphereMass({ radius: 1.5, thickness: 0.5, density: 2 }),
      diagonal(19.89675347273536, 22.095868330248212, 22.095868330248212, 22.095868330248212),
    ],
    [
      "cylinder",
      cylinderMass({ radius: 0.5, height: 2, density: 3, axis: "z" }),
      diagonal(4.71238898038469, 1.8653206380689398, 1.8653206380689398, 0.5890486225480862),
    ],
    [
      "capsule",
      capsuleMass({ radius: 0.5, height: 2, density: 3, axis: "z" }),
      diagonal(6.283185307179586, 4.182245220091413, 4.182245220091413, 0.7461282552275759),
    ],
    [
      "torus",
      torusMass({ majorRadius: 2, minorRadius: 0.5, density: 1, axis: "z" }),
      diagonal(9.869604401089358, 21.28133448984893, 21.28133448984893, 41.32896842956169),
    ],
    [
      "ellipsoid",
      ellipsoidMass({ radii: [1, 2, 3], density: 1 }),
      diagonal(25.132741228718345, 65.3451271946677, 50.26548245743669, 25.132741228718345),
    ],
    ["thin disc", discMass({ radius: 1, mass: 4, axis: "z" }), diagonal(4, 1, 1, 2)],
  ])("%s", (_, ours, reference) => {
    expect(differ(ours, reference)).toBeLessThan(referenceBound);
    expect([...findPrincipalFrame(ours).rotation]).toEqual([0, 0, 0, 1]);
  });

  test.each(Object.entries({ tetrahedron, turnedBox, hollowBox, octahedron, star }))("mesh: %s", (_, reference) => {
    const { vertices, faces, density } = reference;
    const ours = meshMass({ vertices, faces, density });
    expect(differ(ours, properties(reference.mass, reference.center, reference.inertia))).toBeLessThan(referenceBound);
    const moments = sortedMoments(ours);
    // the eigenvalues of a tensor that is off by a rounding
    for (let k = 0; k < 3; k++) {
      expect(Math.abs(moments[k] / reference.principal[k] - 1)).toBeLessThan(referenceBound);
    }
  });

  test("Chaney's example of section 8.2: a box of radii 4, 2, 1 and 1000 kg, a cylinder of 500 kg at x = 5", () => {
    const box = boxMass({ size: [8, 4, 2], mass: 1000 });
    const cylinder = cylinderMass({ radius: 1, height: 2, mass: 500, axis: "x" });
    const body = combineMass([{ of: box }, { of: cylinder, position: [5, 0, 0] }]);
    const inertia = [1916.6666666666667, 0, 0, 0, 14291.666666666666, 0, 0, 0, 15291.666666666666];
    expect(differ(body, properties(1500, [1.6666666666666667, 0, 0], inertia))).toBeLessThan(referenceBound);
    const frame = findPrincipalFrame(body);
    expect([...frame.rotation]).toEqual([0, 0, 0, 1]);
    expect([...frame.moments]).toEqual([body.inertia[0], body.inertia[4], body.inertia[8]]);
    expect([...frame.position]).toEqual([...body.center]);
  });

  test("an L of two boxes", () => {
    const body = combineMass([
      { of: boxMass({ size: [3, 1, 2], density: 1 }), position: [1.5, 0.5, 1] },
      { of: boxMass({ size: [1, 1, 2], density: 1 }), position: [0.5, 1.5, 1] },
    ]);
    const inertia = [4.833333333333333, 1.5, 0, 1.5, 8.833333333333334, 0, 0, 0, 8.333333333333334];
    expect(differ(body, properties(8, [1.25, 0.75, 1], inertia))).toBeLessThan(referenceBound);
    const principal = [4.333333333333333, 8.333333333333334, 9.333333333333334];
    expect(Math.max(...sortedMoments(body).map((m, k) => Math.abs(m / principal[k] - 1)))).toBeLessThan(referenceBound);
  });
});

/** Nodes and weights of Gauss's rule on [0, 1] that is exact to degree 9. */
const gauss = [
  [0.5, 64 / 225],
  ...[-1, 1].flatMap((sign) =>
    [-1, 1].map((inner) => {
      const node = Math.sqrt(5 + inner * 2 * Math.sqrt(10 / 7)) / 3;
      return [0.5 + (sign * node) / 2, (322 - inner * 13 * Math.sqrt(70)) / 1800];
    }),
  ),
];

/** Σ of f over the intervals between the given points, each with the rule of degree 9. */
function quadrate(points: readonly number[], f: (x: number) => number): number {
  let sum = 0;
  for (let i = 1; i < points.length; i++) {
    const h = points[i] - points[i - 1];
    for (const [x, w] of gauss) sum += h * w * f(points[i - 1] + h * x);
  }
  return sum;
}

/** Discs of squared radius q(z) stacked along z, of unit density. */
function stackDiscs(points: readonly number[], q: (z: number) => number): MassProperties {
  const integral = (f: (z: number, q: number) => number) => quadrate(points, (z) => Math.PI * f(z, q(z)));
  const mass = integral((_, r2) => r2);
  const center = integral((z, r2) => r2 * z) / mass;
  const axial = integral((_, r2) => (r2 * r2) / 2);
  const across = integral((z, r2) => (r2 * r2) / 4 + r2 * (z - center) * (z - center));
  return properties(mass, [0, 0, center], [across, 0, 0, 0, across, 0, 0, 0, axial]);
}

/** A curve (r(s), z(s)), s its arc length, turned about z, of unit density per area. */
function turnCurve(pieces: readonly { length: number; r: (s: number) => number; z: (s: number) => number }[]) {
  const integral = (f: (r: number, z: number) => number) =>
    pieces.reduce((sum, { length, r, z }) => {
      const points = Array.from({ length: 33 }, (_, k) => (k * length) / 32);
      return sum + quadrate(points, (s) => 2 * Math.PI * r(s) * f(r(s), z(s)));
    }, 0);
  const mass = integral(() => 1);
  const center = integral((_, z) => z) / mass;
  const axial = integral((r) => r * r);
  const across = integral((r, z) => (r * r) / 2 + (z - center) * (z - center));
  return properties(mass, [0, 0, center], [across, 0, 0, 0, across, 0, 0, 0, axial]);
}

/** Gauss's rule is exact for these polynomials: a dozen roundings in each, 4.1e-16 measured. */
const slices = 1e-15;
const axis = "z";
const density = 1;

describe("solids against slices", () => {
  const capsuleSquare = (R: number, h: number) => (z: number) => {
    const beyond = Math.max(0, Math.abs(z) - h / 2);
    return R * R - beyond * beyond;
  };

  test.each([
    ["sphere", sphereMass({ radius: 1.3, density }), stackDiscs([-1.3, 0, 1.3], (z) => 1.69 - z * z)],
    ["cylinder", cylinderMass({ radius: 0.7, height: 3, axis, density }), stackDiscs([-1.5, 1.5], () => 0.7 * 0.7)],
    [
      "capsule",
      capsuleMass({ radius: 0.7, height: 3, axis, density }),
      stackDiscs([-2.2, -1.5, 1.5, 2.2], capsuleSquare(0.7, 3)),
    ],
    [
      "cone",
      coneMass({ radius: 0.8, height: 3, axis, density }),
      stackDiscs([-1.5, 1.5], (z) => 0.64 * ((1.5 - z) / 3) * ((1.5 - z) / 3)),
    ],
    [
      "ellipsoid of revolution",
      ellipsoidMass({ radii: [0.6, 0.6, 2], density }),
      stackDiscs([-2, 0, 2], (z) => 0.36 * (1 - (z * z) / 4)),
    ],
  ])("%s", (_, closed, sliced) => {
    expect(differ(closed, sliced)).toBeLessThan(slices);
  });

  // the difference of two solids loses digits as the wall gets thin; the walls themselves do not: 9.8e-15 measured
  test.each([
    [0.7, slices],
    [0.3, slices],
    [0.01, 2e-14],
  ])("walls of %d m: what is between two solids", (t, bound) => {
    const between = (outer: MassProperties, inner: MassProperties | undefined) =>
      combineMass(inner === undefined ? [{ of: outer }] : [{ of: outer }, { of: inner, subtract: true }]);
    const whole = t === 0.7;
    const R = 0.7;
    const ball = (r: number) => stackDiscs([-r, 0, r], (z) => r * r - z * z);
    const can = (r: number, h: number) => stackDiscs([-h / 2, h / 2], () => r * r);
    const pill = (r: number) => stackDiscs([-1 - r, -1, 1, 1 + r], capsuleSquare(r, 2));
    const hollow = (make: (r: number) => MassProperties) => between(make(R), whole ? undefined : make(R - t));
    expect(differ(sphereMass({ radius: R, density, thickness: t }), hollow(ball))).toBeLessThan(bound);
    expect(differ(capsuleMass({ radius: R, height: 2, axis, density, thickness: t }), hollow(pill))).toBeLessThan(
      bound,
    );
    const cans = between(can(R, 3), whole ? undefined : can(R - t, 3 - 2 * t));
    expect(differ(cylinderMass({ radius: R, height: 3, axis, density, thickness: t }), cans)).toBeLessThan(bound);
    const size = [1.4, 2, 3];
    const inner = size.map((side) => side - 2 * t);
    const boxes = between(boxMass({ size, density }), whole ? undefined : boxMass({ size: inner, density }));
    expect(differ(boxMass({ size, density, thickness: t }), boxes)).toBeLessThan(bound);
  });

  test("a torus, by rings of z = a sin φ", () => {
    const [R, a] = [2, 0.7];
    // both radii of a ring: R ± a cos φ; the trapezium rule is exact for trigonometric polynomials
    const n = 24;
    let [mass, axial, along] = [0, 0, 0];
    for (let k = 0; k < n; k++) {
      const phi = -Math.PI / 2 + (Math.PI * (k + 0.5)) / n;
      const [c, s] = [Math.cos(phi), Math.sin(phi)];
      const dz = (a * c * Math.PI) / n;
      const [p, q] = [(R + a * c) * (R + a * c), (R - a * c) * (R - a * c)];
      mass += Math.PI * (p - q) * dz;
      axial += (Math.PI / 2) * (p * p - q * q) * dz;
      along += Math.PI * (p - q) * a * a * s * s * dz;
    }
    const across = axial / 2 + along;
    const sliced = properties(mass, [0, 0, 0], [across, 0, 0, 0, across, 0, 0, 0, axial]);
    // sums of 24 terms: 2.2e-16 measured
    expect(differ(torusMass({ majorRadius: R, minorRadius: a, axis, density }), sliced)).toBeLessThan(slices);
  });

  test("a scaled ball is an ellipsoid", () => {
    const radii = [0.5, 1.2, 3];
    // ∫ x² over the ellipsoid = abc a² ∫ x² over the unit ball, and that is a third of ∫ r² = 4π/5
    const moment = radii.map((r) => ((4 * Math.PI) / 15) * 0.5 * 1.2 * 3 * r * r);
    const expected = diagonal(
      ((4 * Math.PI) / 3) * 0.5 * 1.2 * 3,
      moment[1] + moment[2],
      moment[0] + moment[2],
      moment[0] + moment[1],
    );
    expect(differ(ellipsoidMass({ radii, density }), expected)).toBeLessThan(slices);
  });
});

describe("shells against surface integrals", () => {
  test.each([
    [
      "sphere",
      sphereMass({ radius: 1.3, density, shell: true }),
      turnCurve([{ length: 1.3 * Math.PI, r: (s) => 1.3 * Math.sin(s / 1.3), z: (s) => 1.3 * Math.cos(s / 1.3) }]),
    ],
    [
      "cylinder",
      cylinderMass({ radius: 0.7, height: 3, axis, density, shell: true }),
      turnCurve([
        { length: 3, r: () => 0.7, z: (s) => s - 1.5 },
        { length: 0.7, r: (s) => s, z: () => 1.5 },
        { length: 0.7, r: (s) => s, z: () => -1.5 },
      ]),
    ],
    [
      "capsule",
      capsuleMass({ radius: 0.7, height: 3, axis, density, shell: true }),
      turnCurve([
        { length: 3, r: () => 0.7, z: (s) => s - 1.5 },
        ...[1, -1].map((side) => ({
          length: 0.35 * Math.PI,
          r: (s: number) => 0.7 * Math.sin(s / 0.7),
          z: (s: number) => side * (1.5 + 0.7 * Math.cos(s / 0.7)),
        })),
      ]),
    ],
    [
      "cone",
      coneMass({ radius: 0.9, height: 1.2, axis, density, shell: true }),
      turnCurve([
        { length: 1.5, r: (s) => 0.6 * s, z: (s) => 0.6 - 0.8 * s },
        { length: 0.9, r: (s) => s, z: () => -0.6 },
      ]),
    ],
  ])("%s", (_, closed, integrated) => {
    // the rule of degree 9 on a 32nd of the curve: truncation below rounding, 8.9e-16 measured
    expect(differ(closed, integrated)).toBeLessThan(2e-15);
  });

  /** (outer − inner)/2δ: the surface between them, as δ → 0. */
  function peel(outer: MassProperties, inner: MassProperties, delta: number): MassProperties {
    const { mass, center, inertia } = combineMass([{ of: outer }, { of: inner, subtract: true }]);
    return properties(mass / (2 * delta), [...center], [...inertia.map((entry) => entry / (2 * delta))]);
  }

  const peels = {
    box: (d: number) => boxMass({ size: [1, 2, 3].map((side) => side + 2 * d), density }),
    sphere: (d: number) => sphereMass({ radius: 1 + d, density }),
    cylinder: (d: number) => cylinderMass({ radius: 1 + d, height: 3 + 2 * d, density }),
    capsule: (d: number) => capsuleMass({ radius: 1 + d, height: 3, density }),
    // both apex and base move out; the apex by d/sin of the half angle, 0.6
    cone: (d: number) => {
      const height = 4 + d + d / 0.6;
      const cone = coneMass({ radius: (3 * height) / 4, height, density });
      return translateMass(cone, [0, (d / 0.6 - d) / 2, 0]);
    },
  };
  const shells = {
    box: boxMass({ size: [1, 2, 3], density, shell: true }),
    sphere: sphereMass({ radius: 1, density, shell: true }),
    cylinder: cylinderMass({ radius: 1, height: 3, density, shell: true }),
    capsule: capsuleMass({ radius: 1, height: 3, density, shell: true }),
    cone: coneMass({ radius: 3, height: 4, density, shell: true }),
  };

  test.each(Object.keys(shells) as (keyof typeof shells)[])("%s: the limit of two solids, to second order", (name) => {
    const error = (d: number) => differ(peel(peels[name](d), peels[name](-d), d), shells[name]);
    const [coarse, fine] = [error(0.02), error(0.01)];
    expect(Math.abs(Math.log2(coarse / fine) - 2)).toBeLessThan(0.01);
    // what Richardson leaves is of fourth order: 8e-9 measured
    expect(Math.abs(4 * fine - coarse) / 3).toBeLessThan(2e-8);
  });

  test.each([
    ["box", (t: object) => boxMass({ size: [1, 2, 3], mass: 1, ...t })],
    ["sphere", (t: object) => sphereMass({ radius: 1, mass: 1, ...t })],
    ["cylinder", (t: object) => cylinderMass({ radius: 1, height: 3, mass: 1, ...t })],
    ["capsule", (t: object) => capsuleMass({ radius: 1, height: 3, mass: 1, ...t })],
  ])("%s: the thinnest wall is a shell", (_, make) => {
    // first order in the thickness, down to rounding, as nothing cancels: 1e-15 is the thickness itself
    expect(differ(make({ thickness: 1e-15 }), make({ shell: true }))).toBeLessThan(2e-15);
    const ratio =
      differ(make({ thickness: 1e-4 }), make({ shell: true })) /
      differ(make({ thickness: 1e-5 }), make({ shell: true }));
    // 10 but for the second order, 1e-4 of it
    expect(Math.abs(ratio - 10)).toBeLessThan(4e-3);
  });
});

describe("fine meshes converge to the shapes, to second order", () => {
  const arc = (n: number, from: number, to: number, place: (angle: number) => number[]) =>
    Array.from({ length: n + 1 }, (_, k) => place(from + ((to - from) * k) / n));
  const clean = (points: number[][]) => points.map(([r, z]) => [Math.abs(r) < 1e-15 ? 0 : r, z]);
  const half = Math.PI / 2;
  const meshes = {
    sphere: (n: number) => createRevolved(clean(arc(n, -half, half, (a) => [Math.cos(a), Math.sin(a)])), 2 * n),
    cylinder: (n: number) =>
      createRevolved(
        [
          [1, -1.5],
          [1, 1.5],
        ],
        2 * n,
      ),
    capsule: (n: number) =>
      createRevolved(
        clean([
          ...arc(n, -half, 0, (a) => [Math.cos(a), Math.sin(a) - 1.5]),
          ...arc(n, 0, half, (a) => [Math.cos(a), Math.sin(a) + 1.5]),
        ]),
        4 * n,
      ),
    cone: (n: number) =>
      createRevolved(
        [
          [1, -1.5],
          [0, 1.5],
        ],
        2 * n,
      ),
    torus: (n: number) => createTorus(2, 0.7, 2 * n, n),
  };
  const shapes = {
    sphere: (o: object) => sphereMass({ radius: 1, density, ...o }),
    cylinder: (o: object) => cylinderMass({ radius: 1, height: 3, axis, density, ...o }),
    capsule: (o: object) => capsuleMass({ radius: 1, height: 3, axis, density, ...o }),
    cone: (o: object) => coneMass({ radius: 1, height: 3, axis, density, ...o }),
    torus: () => torusMass({ majorRadius: 2, minorRadius: 0.7, axis, density }),
  };
  type Name = keyof typeof meshes;
  const names = Object.keys(meshes) as Name[];
  const pairs: [Name, boolean][] = [
    ...names.map((name): [Name, boolean] => [name, false]),
    ...names.filter((name) => name !== "torus").map((name): [Name, boolean] => [name, true]),
  ];

  test.each(pairs)("%s, shell: %s", (name, shell) => {
    const shape = shapes[name]({ shell });
    const error = (n: number) => differ(meshMass({ ...meshes[name](n), density, shell }), shape);
    const errors = [16, 32, 64].map(error);
    const orders = [Math.log2(errors[0] / errors[1]), Math.log2(errors[1] / errors[2])];
    expect(Math.abs(orders[1] - 2)).toBeLessThan(0.01);
    expect(Math.abs(orders[0] - 2)).toBeLessThan(0.04);
    expect(errors[2]).toBeLessThan(0.01);
  });

  test("a box is exact, solid and shell", () => {
    for (const shell of [false, true]) {
      const mesh = meshMass({ ...createBox([-0.35, -1.1, -1.7], [0.35, 1.1, 1.7]), density, shell });
      // a few roundings each
      expect(differ(mesh, boxMass({ size: [0.7, 2.2, 3.4], density, shell }))).toBeLessThan(5e-16);
    }
  });

  test("a thin rod and a thin disc are what a slender and a flat box tend to", () => {
    const rod = boxMass({ size: [1e-9, 2, 1e-9], mass: 3 });
    // squares of 1e-9 beside 1
    expect(differ(rodMass({ length: 2, mass: 3 }), rod)).toBeLessThan(1e-15);
    const disc = cylinderMass({ radius: 2, height: 1e-9, mass: 3 });
    expect(differ(discMass({ radius: 2, mass: 3 }), disc)).toBeLessThan(1e-15);
    expect(discMass({ radius: 2, density: 5 }).mass).toBeCloseTo(20 * Math.PI, 13);
    expect(rodMass({ length: 2, density: 5 }).mass).toBe(10);
  });
});
