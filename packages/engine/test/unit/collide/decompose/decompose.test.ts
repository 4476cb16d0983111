/** What is refused and why, what is reported, and that nothing but the mesh matters. */
import { createRng, nextRotation, RigorError } from "@rigor/engine/math";
import { describe, expect, test } from "vitest";
import {
  createCompoundOfMesh,
  type DecomposeOptions,
  decomposeConvex,
} from "../../../../src/collide/decompose/decompose.js";
import { createBoxCell, measureWidth, splitCell } from "../../../../src/collide/decompose/decompose-cell.js";
import { isTooConcave, measureConcavity } from "../../../../src/collide/decompose/decompose-concavity.js";
import { createPart, joinParts, type Part } from "../../../../src/collide/decompose/decompose-part.js";
import { createBox, joinMeshes, moveMesh, reverseMesh } from "../../../support/meshes.js";
import { runInOtherEngine, runInThisEngine } from "../../../support/other-engine.js";
import { createPrism, createRing, createStar, ell, tee } from "../../../support/solid-meshes.js";

function findFault(options: unknown): RigorError["faults"][number] {
  try {
    decomposeConvex(options as DecomposeOptions);
  } catch (error) {
    if (error instanceof RigorError) return error.faults[0];
    throw error;
  }
  throw new Error("nothing was refused");
}

const cube = createBox([0, 0, 0], [1, 1, 1]);
/** Its walls cross: the left half is as it should be, the right one, which is smaller, looks inward. */
const bowTie = createPrism(
  [
    [-3, -3],
    [2, 2],
    [2, 0],
    [-3, 3],
  ],
  [
    [0, 1, 2],
    [0, 2, 3],
  ],
  1,
);

describe("what is refused", () => {
  test.each<[string, string, unknown]>([
    ["no-options", "mesh", undefined],
    ["no-options", "mesh.vertices", {}],
    ["unknown-option", "mesh.sides", { ...ell, sides: 2 }],
    ["unknown-option", "mesh.shell", { ...ell, shell: true }],
    [
      "not-a-vector",
      "mesh.vertices[1]",
      { ...cube, vertices: cube.vertices.map((x, v) => (v === 1 ? [0, Number.NaN, 0] : x)) },
    ],
    ["open-mesh", "mesh.faces[1]", { ...ell, faces: ell.faces.slice(1) }],
    ["open-mesh", "mesh.faces[0]", { vertices: cube.vertices, faces: [[0, 1, 2]] }],
    ["inside-out", "mesh", reverseMesh(ell)],
    [
      "inconsistent-faces",
      "mesh.faces[5]",
      { ...cube, faces: cube.faces.map((face, f) => (f === 1 ? [...face].reverse() : face)) },
    ],
    ["solid-in-solid", "mesh.faces[6]", joinMeshes(createBox([-1, -1, -1], [2, 2, 2]), cube)],
    ["self-intersecting", "mesh.faces", joinMeshes(cube, createBox([0.5, 0.5, 0.5], [2, 2, 2]))],
    [
      "zero-volume",
      "mesh",
      {
        vertices: [
          [0, 0, 0],
          [1, 0, 0],
          [0, 1, 0],
        ],
        faces: [
          [0, 1, 2],
          [0, 2, 1],
        ],
      },
    ],
    ["negative", "mesh.tolerance", { ...ell, tolerance: -1 }],
    ["negative", "mesh.tolerance", { ...ell, tolerance: Number.NaN }],
    ["out-of-range", "mesh.maxParts", { ...ell, maxParts: 0 }],
    ["not-boolean", "mesh.exceed", { ...ell, exceed: 1 }],
    ["too-many-parts", "mesh.maxParts", { ...ell, maxParts: 1 }],
  ])("%s at %s", (code, path, options) => {
    const fault = findFault(options);
    expect([fault.code, fault.path]).toEqual([code, path]);
  });

  test("a surface that runs through itself is told with a place and a cure", () => {
    const fault = findFault(joinMeshes(cube, createBox([0.5, 0.5, 0.5], [2, 2, 2])));
    const where = fault.value as number[];
    for (const x of where) expect(Math.abs(x - 0.75)).toBeLessThan(0.25);
    expect(fault.cure).toMatch(/winds 2 times around this point/);
  });

  test("so is one of which a part looks inward", () => {
    const fault = findFault(bowTie);
    expect(fault.code).toBe("self-intersecting");
    expect(fault.cure).toMatch(/winds -1 times/);
    // within the right triangle, from the crossing at x = 6/11 on
    expect((fault.value as number[])[0]).toBeGreaterThan(6 / 11);
  });

  test("how many parts it would need", () => {
    expect(findFault({ ...tee, maxParts: 1 }).must).toBe("must be at least 2 at tolerance 0 m");
  });
});

describe("what is mended on request", () => {
  test("faces that look the wrong way", () => {
    const mended = decomposeConvex({ ...reverseMesh(ell), repair: true });
    expect(mended.parts.length).toBe(2);
    expect(mended.volume).toBeCloseTo(6, 14);
  });

  test("vertices doubled along seams", () => {
    const vertices = ell.faces.flatMap((face) => face.map((v) => ell.vertices[v]));
    const faces = ell.faces.map((_, f) => [3 * f, 3 * f + 1, 3 * f + 2]);
    expect(findFault({ vertices, faces }).code).toBe("open-mesh");
    expect(decomposeConvex({ vertices, faces, weld: true }).parts).toEqual(decomposeConvex(ell).parts);
  });
});

describe("the parts", () => {
  test("have the very vertices of the mesh where these are corners", () => {
    const { parts } = decomposeConvex(ell);
    const own = new Set(ell.vertices.map((x) => x.join()));
    const corners = parts.flatMap(({ vertices }) =>
      Array.from({ length: vertices.length / 3 }, (_, v) => [...vertices.subarray(3 * v, 3 * v + 3)].join()),
    );
    // one cut adds one corner to either end of the prism
    expect(new Set(corners.filter((x) => !own.has(x))).size).toBe(2);
    for (const x of own) expect(corners).toContain(x);
  });

  test("are the same, bit by bit, when asked again", () => {
    const q = new Float64Array(4);
    nextRotation(q, 0, createRng(2));
    for (const mesh of [createStar(), moveMesh(createRing(8, 2, 1, 1), [...q], [1, 2, 3])]) {
      const first = decomposeConvex(mesh);
      decomposeConvex(tee);
      expect(decomposeConvex(mesh)).toEqual(first);
    }
  });

  test("grow and move with the mesh by powers of two", () => {
    const half = { ...ell, vertices: ell.vertices.map((p) => p.map((x) => x / 1024)) };
    const [large, small] = [decomposeConvex(ell), decomposeConvex(half)];
    expect(small.parts.map(({ vertices }) => vertices.map((x) => 1024 * x))).toEqual(
      large.parts.map(({ vertices }) => vertices),
    );
    expect(small.concavity).toBe(large.concavity / 1024);
  });

  test("of a mesh far away are as exact as its coordinates", () => {
    for (const shift of [1e3, 1e6]) {
      const { parts, volume } = decomposeConvex(moveMesh(tee, [0, 0, 0, 1], [shift, -shift, shift / 3]));
      expect(parts.length).toBe(2);
      // corners rounded to 1e-16 of the shift
      expect(Math.abs(volume / 3.5 - 1)).toBeLessThan(1e-15 * shift);
    }
  });
});

test("another JavaScript engine finds the same bits", async () => {
  const program = `
import { hashArrays } from "@rigor/engine/math";
import { decomposeConvex } from "@rigor/engine/collide";

const mesh = ${JSON.stringify(moveMesh(createRing(4, 2, 1, 1), [0.1, -0.5, 0.7, 0.5], [1, 2, 3]))};
const { parts, volume } = decomposeConvex(mesh);
export default [volume, parts.length, ...parts.map(({ vertices, faces }) => hashArrays(vertices, ...faces))];
`;
  expect(await runInOtherEngine(program)).toEqual(await runInThisEngine(program));
});

describe("the compound", () => {
  test("stands in the frame of the mesh", () => {
    const { compound, decomposition } = createCompoundOfMesh({ ...ell, mass: 3 });
    expect(compound.shapes.length).toBe(decomposition.parts.length);
    const low = [0, 1, 2].map((k) => Math.min(...compound.shapes.map((_, i) => compound.boxes[6 * i + k])));
    const high = [3, 4, 5].map((k) => Math.max(...compound.shapes.map((_, i) => compound.boxes[6 * i + k])));
    expect([low, high]).toEqual([
      [0, 0, 0],
      [3, 2, 1.5],
    ]);
  });

  test("weighs what the mesh weighs, whatever the tolerance", () => {
    const { mass, decomposition } = createCompoundOfMesh({ ...ell, mass: 3, tolerance: 2 });
    expect(decomposition.parts.length).toBe(1);
    expect(mass).toEqual(createCompoundOfMesh({ ...ell, mass: 3 }).mass);
    expect(mass.mass).toBe(3);
  });
});

describe("how far a hull goes beyond its pieces", () => {
  const box = (low: readonly number[], high: readonly number[]) =>
    createPart(Float64Array.from(createBox(low, high).vertices.flat()));
  const measure = (a: Part, b: Part, limit = Infinity) => measureConcavity(joinParts(a, b), [a, b], limit, 1e-9);

  test.each<[string, number, Part, Part]>([
    ["halves of a box", 0, box([0, 0, 0], [1, 1, 1]), box([1, 0, 0], [3, 1, 1])],
    // halfway
    ["boxes face to face", 0.5, box([0, 0, 0], [1, 1, 1]), box([2, 0, 0], [3, 1, 1])],
    // the point of the line from (1, 3) to (3, 1) that is as far from x = 1 as from y = 1
    ["an L of equal arms", 1, box([0, 0, 0], [1, 3, 1]), box([1, 0, 0], [3, 1, 1])],
    // likewise from (1, 3) to (3.3, 1): between the points that halving visits
    ["an L of unequal arms", 4.6 / 4.3, box([0, 0, 0], [1, 3, 1]), box([1, 0, 0], [3.3, 1, 1])],
    // a cube on a plate, 1 from its rim: the point (t, 1 − t) of the slope, min(t, 1 − t) away
    ["a step", 0.5, box([0, 0, 0], [2, 1, 1]), box([0, 1, 0], [1, 2, 1])],
  ])("%s: %f", (_, exact, a, b) => {
    const found = measure(a, b);
    expect(found).toBeGreaterThanOrEqual(exact * (1 - 1e-15));
    // the bounds come within a tenth of one another
    expect(found).toBeLessThanOrEqual(1.1 * exact + 1e-9);
  });

  test("it stops above the limit", () => {
    const [a, b] = [box([0, 0, 0], [1, 1, 1]), box([2, 0, 0], [3, 1, 1])];
    expect(measure(a, b, 0.4)).toBeGreaterThan(0.4);
    expect(isTooConcave(a, b, [a, b], 0.4)).toBe(true);
    expect(isTooConcave(a, b, [a, b], 0.5)).toBe(false);
  });
});

describe("cells", () => {
  const cut = (n: readonly number[], d: number, tolerance = 1e-14) => {
    const pool: number[] = [];
    const cell = createBoxCell(pool, 1);
    return { pool, cell, ...splitCell(cell, pool, [...n, d], 0, tolerance) };
  };

  test("a box cut across has two halves with the corners of the cut in common", () => {
    const { above, below } = cut([1, 0, 0], 0.5);
    const [up, down] = [above?.corners ?? [], below?.corners ?? []];
    expect([up.length, down.length]).toEqual([8, 8]);
    expect(up.filter((v) => down.includes(v)).length).toBe(4);
    expect([above?.faces.length, below?.faces.length]).toEqual([6, 6]);
  });

  test("a corner cut off is a tetrahedron", () => {
    const s = Math.sqrt(1 / 3);
    const { above, below, pool } = cut([s, s, s], 2 * s);
    expect([above?.faces.length, below?.faces.length]).toEqual([4, 7]);
    // V/A of a corner of three unit edges: (1/6)/((3 + √3)/2)
    expect(above === null ? 0 : measureWidth(above, pool)).toBeCloseTo(1 / (9 + 3 * Math.sqrt(3)), 14);
  });

  test("along an edge it has that edge in both halves, and no new corners", () => {
    const s = Math.SQRT1_2;
    const { above, below, pool } = cut([s, s, 0], 0);
    expect([above?.faces.length, below?.faces.length]).toEqual([5, 5]);
    expect(pool.length).toBe(24);
  });

  test("beside it or in a face it is not cut", () => {
    expect(cut([1, 0, 0], 1).above).toBe(null);
    expect(cut([1, 0, 0], -1).below).toBe(null);
    expect(cut([1, 0, 0], 3).above).toBe(null);
    // by less than the tolerance
    expect(cut([1, 0, 0], 0.999, 0.01).above).toBe(null);
  });
});
