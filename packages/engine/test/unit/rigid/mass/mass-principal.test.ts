import { mat3, quat } from "@rigor/engine/math";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { combineMass, rotateMass } from "../../../../src/rigid/mass/mass-combine.js";
import { meshMass } from "../../../../src/rigid/mass/mass-mesh.js";
import {
  findPrincipalFrame,
  toBodyPoint,
  toShapePoint,
  transformVertices,
} from "../../../../src/rigid/mass/mass-principal.js";
import { givenMass } from "../../../../src/rigid/mass/mass-properties.js";
import { boxMass, rodMass, sphereMass } from "../../../../src/rigid/mass/mass-shapes.js";
import { star } from "../../../oracles/inertia.js";
import { quaternion, unit } from "../../../support/meshes.js";

describe("findPrincipalFrame", () => {
  test("a diagonal tensor keeps its axes and their order", () => {
    const frame = findPrincipalFrame(givenMass({ mass: 2, center: [1, 2, 3], inertia: [2, 4, 3] }));
    expect(frame).toEqual({
      mass: 2,
      moments: Float64Array.of(2, 4, 3),
      position: Float64Array.of(1, 2, 3),
      rotation: Float64Array.of(0, 0, 0, 1),
    });
  });

  test("products of the size of rounding do not turn it", () => {
    const inertia = [2, 4e-15, 0, 4e-15, 3, 0, 0, 0, 4];
    expect([...findPrincipalFrame(givenMass({ mass: 1, inertia })).rotation]).toEqual([0, 0, 0, 1]);
  });

  test("small products turn it by little, whatever the order of the moments", () => {
    for (const [x, y, z] of [
      [2, 3, 4],
      [4, 2, 3],
      [3, 4, 2],
      [4, 3, 2],
      [3, 2, 4],
      [2, 4, 3],
    ]) {
      const e = 1e-6;
      const { moments, rotation } = findPrincipalFrame(givenMass({ mass: 1, inertia: [x, e, e, e, y, e, e, e, z] }));
      // half of e over the difference of moments, at most e/2 about each axis
      expect(Math.abs(rotation[3])).toBeGreaterThan(1 - 1e-12);
      [x, y, z].forEach((moment, k) => {
        // second order: e² over the difference
        expect(Math.abs(moments[k] - moment)).toBeLessThan(4e-12);
      });
    }
  });

  test("no right-handed naming of the axes turns less", () => {
    const R = new Float64Array(9);
    fc.assert(
      fc.property(quaternion, (q) => {
        const { rotation } = findPrincipalFrame(rotateMass(givenMass({ mass: 1, inertia: [2, 3, 4] }), q));
        quat.toMatrix(R, 0, rotation, 0);
        const trace = mat3.trace(R, 0);
        for (const [a, b, c] of [
          [0, 1, 2],
          [1, 2, 0],
          [2, 0, 1],
          [0, 2, 1],
          [2, 1, 0],
          [1, 0, 2],
        ]) {
          for (let signs = 0; signs < 8; signs++) {
            const [s, t, u] = [1, 2, 4].map((bit) => (signs & bit ? -1 : 1));
            const column = (k: number, sign: number) => [0, 3, 6].map((row) => sign * R[row + k]);
            const [x, y, z] = [column(a, s), column(b, t), column(c, u)];
            const M = Float64Array.of(x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]);
            if (mat3.determinant(M, 0) > 0) expect(mat3.trace(M, 0)).toBeLessThan(trace + 1e-14);
          }
        }
      }),
      { seed: 7, numRuns: 100 },
    );
  });

  test("R diag(I) Rᵀ is the tensor again, and R a rotation", () => {
    const R = new Float64Array(9);
    const I = new Float64Array(9);
    fc.assert(
      fc.property(quaternion, fc.constantFrom([2, 3, 4], [2, 2, 3], [3, 3, 3], [0, 1, 1], [1, 1, 2]), (q, inertia) => {
        const turned = rotateMass(givenMass({ mass: 1, inertia }), q);
        const { moments, rotation } = findPrincipalFrame(turned);
        expect(Math.abs(quat.length(rotation, 0) - 1)).toBeLessThan(3e-16);
        expect([...moments].every((moment) => moment >= 0)).toBe(true);
        quat.toMatrix(R, 0, rotation, 0);
        mat3.rotateDiagonal(I, 0, R, 0, moments, 0);
        // entries up to 4, some ten roundings each
        for (let k = 0; k < 9; k++) expect(Math.abs(I[k] - turned.inertia[k])).toBeLessThan(8e-15);
      }),
      { seed: 8, numRuns: 300 },
    );
  });

  test("the moments do not depend on how the body lies", () => {
    const body = combineMass([
      { of: boxMass({ size: [1, 2, 3] }) },
      { of: rodMass({ length: 2, mass: 900 }), position: [1, 0.5, 0.2], rotation: unit([1, 2, 3, 4]) },
      { of: sphereMass({ radius: 0.5 }), position: [-1, 1, 0] },
    ]);
    const ascending = (list: Float64Array) => [...list].sort((a, b) => a - b);
    const expected = ascending(findPrincipalFrame(body).moments);
    fc.assert(
      fc.property(quaternion, (q) => {
        const moments = ascending(findPrincipalFrame(rotateMass(body, q)).moments);
        for (let k = 0; k < 3; k++) expect(Math.abs(moments[k] / expected[k] - 1)).toBeLessThan(4e-15);
      }),
      { seed: 9, numRuns: 200 },
    );
  });

  test("refuses what is no body", () => {
    expect(() => findPrincipalFrame({ mass: 1 } as never)).toThrow("properties.center: must be three finite numbers");
  });
});

describe("the transform for drawing and collision geometry", () => {
  const { vertices, faces, density } = star;
  const frame = findPrincipalFrame(meshMass({ vertices, faces, density }));

  test("the transformed mesh has its centre at the origin and a diagonal tensor with those moments", () => {
    const moved = meshMass({ vertices: transformVertices(frame, Float64Array.from(vertices)), faces, density });
    for (let k = 0; k < 3; k++) {
      // of the size of the body, 1 m, and of its coordinates, 4 m
      expect(Math.abs(moved.center[k])).toBeLessThan(1e-15);
      expect(Math.abs(moved.inertia[4 * k] / frame.moments[k] - 1)).toBeLessThan(2e-15);
    }
    for (const k of [1, 2, 5]) expect(Math.abs(moved.inertia[k])).toBeLessThan(4e-15);
  });

  test("there and back", () => {
    const point = new Float64Array(6);
    const p = Float64Array.of(9, 1.5, -2, 0.7);
    toBodyPoint(point, 2, frame, p, 1);
    toShapePoint(point, 2, frame, point, 2);
    for (let k = 0; k < 3; k++) expect(Math.abs(point[2 + k] - p[1 + k])).toBeLessThan(1e-15);
    expect([point[0], point[1], point[5]]).toEqual([0, 0, 0]);
  });

  test("the centre of mass goes to the origin and the first axis to x", () => {
    const out = new Float64Array(3);
    toBodyPoint(out, 0, frame, frame.position, 0);
    expect([...out]).toEqual([0, 0, 0]);
    toShapePoint(out, 0, frame, Float64Array.of(1, 0, 0), 0);
    const axis = out.map((x, k) => x - frame.position[k]);
    const { inertia } = meshMass({ vertices, faces, density });
    // an eigenvector: I axis = λ axis, to the rounding of entries of size 5
    for (let r = 0; r < 3; r++) {
      const product = inertia[3 * r] * axis[0] + inertia[3 * r + 1] * axis[1] + inertia[3 * r + 2] * axis[2];
      expect(Math.abs(product - frame.moments[0] * axis[r])).toBeLessThan(1e-14);
    }
  });
});
