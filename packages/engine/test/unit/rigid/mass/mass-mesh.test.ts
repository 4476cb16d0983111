import { RigorError } from "@rigor/engine/math";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { combineMass } from "../../../../src/rigid/mass/mass-combine.js";
import { meshMass, repairMesh } from "../../../../src/rigid/mass/mass-mesh.js";
import type { MassProperties } from "../../../../src/rigid/mass/mass-properties.js";
import { boxMass } from "../../../../src/rigid/mass/mass-shapes.js";
import { hollowBox, star, tetrahedron } from "../../../oracles/inertia.js";
import {
  createBox,
  createTorus,
  differ,
  joinMeshes,
  moveMesh,
  properties,
  quaternion,
  reverseMesh,
  type TestMesh,
  vector,
} from "../../../support/meshes.js";

const density = 1;

/** The star as lists of lists. */
const starMesh: TestMesh = {
  vertices: Array.from({ length: 42 }, (_, i) => star.vertices.slice(3 * i, 3 * i + 3)),
  faces: Array.from({ length: 80 }, (_, f) => (star.faces as number[]).slice(3 * f, 3 * f + 3)),
};
const torus = createTorus(2, 0.5, 8, 5);
const cube = createBox([-1, -1, -1], [1, 1, 1]);

describe("meshes of any size that a double can hold", () => {
  const sized = (size: number) => moveSize(torus, size);
  const moveSize = (mesh: TestMesh, size: number): TestMesh => ({
    ...mesh,
    vertices: Array.from(mesh.vertices as ArrayLike<ArrayLike<number>>, (v) => Array.from(v, (x) => x * size)),
  });

  test.each([2 ** -400, 1e-90, 1e-30, 1e30, 1e70, 1e90, 2 ** 400])(
    "%d m: the inertia is m size² that of one metre",
    (size) => {
      for (const shell of [false, true]) {
        const one = meshMass({ ...torus, shell, mass: 2 });
        const other = meshMass({ ...sized(size), shell, mass: 2 });
        const worst = Math.max(...other.inertia.map((entry, k) => Math.abs(entry / size / size - one.inertia[k])));
        // the corners are rounded once more, unless by a power of two (measured: 2.7e-15)
        expect(worst).toBeLessThan(Math.log2(size) % 1 === 0 ? Number.MIN_VALUE : 5.4e-15);
      }
      // turned round it is found out, and mended
      expect(() => meshMass({ ...reverseMesh(sized(size)), mass: 2 })).toThrow("must have its faces looking outward");
      const mended = repairMesh(reverseMesh(sized(size)));
      expect([...mended.vertices]).toEqual((sized(size).vertices as number[][]).flat());
      expect(meshMass({ ...mended, mass: 2 })).toEqual(meshMass({ ...sized(size), mass: 2 }));
    },
  );

  test("beyond, the size is to blame", () => {
    for (const size of [1e-170, 1e170]) {
      expect(() => meshMass({ ...sized(size), mass: 2 })).toThrow(
        /mesh\.inertia: must come to finite numbers, and not to zero, got .*; it is too large or too small for a double/,
      );
    }
    expect(() => meshMass(sized(1e-120))).toThrow("mesh.mass: must come to a finite number > 0, got 0");
    expect(() => meshMass(sized(1e120))).toThrow("mesh.mass: must come to a finite number > 0, got Infinity");
  });
});
const cavity = createBox([-0.5, -0.5, -0.25], [0.5, 0.5, 0.5]);
/** A cube with a cavity, in which floats a smaller cube. */
const nested = joinMeshes(joinMeshes(cube, reverseMesh(cavity)), createBox([-0.125, -0.25, 0], [0.25, 0.25, 0.25]));

describe("invariance", () => {
  test("moving the mesh moves the properties", () => {
    fc.assert(
      fc.property(fc.constantFrom(starMesh, torus, cube, nested), quaternion, vector, (mesh, q, p) => {
        const moved = meshMass({ ...moveMesh(mesh, q, p), density });
        const expected = combineMass([{ of: meshMass({ ...mesh, density }), rotation: q, position: p }]);
        // the vertices are rounded where they go, up to 10 m away: 2.1e-15 measured
        expect(differ(moved, expected)).toBeLessThan(4e-15);
      }),
      { seed: 1, numRuns: 150 },
    );
  });

  test("the order of faces and the corner a face begins with do not matter", () => {
    const whole = meshMass({ ...starMesh, density });
    fc.assert(
      fc.property(
        fc.shuffledSubarray(starMesh.faces, { minLength: 80 }),
        fc.integer({ min: 1, max: 2 }),
        (faces, k) => {
          const turned = faces.map((face) => [...face.slice(k), ...face.slice(0, k)]);
          expect(differ(meshMass({ vertices: starMesh.vertices, faces: turned, density }), whole)).toBeLessThan(1e-15);
        },
      ),
      { seed: 2, numRuns: 50 },
    );
  });

  test("a scale of s has s³ of the mass and s⁵ of the inertia", () => {
    const scaled = { vertices: starMesh.vertices.map((v) => v.map((x) => 8 * x)), faces: starMesh.faces };
    const { mass, center, inertia } = meshMass({ ...starMesh, density });
    // powers of two: to the last bit
    expect(meshMass({ ...scaled, density })).toEqual(
      properties(
        512 * mass,
        [...center].map((x) => 8 * x),
        [...inertia].map((x) => 32768 * x),
      ),
    );
  });

  test.each([2 ** 20, 2 ** 30, 2 ** 40])("%d m away it keeps its digits", (far) => {
    // vertices that are multiples of 2⁻⁸ move there without rounding
    const near = {
      vertices: starMesh.vertices.map((v) => v.map((x) => Math.round(x * 256) / 256)),
      faces: starMesh.faces,
    };
    const moved = { vertices: near.vertices.map(([x, y, z]) => [x + far, y - far, z + 2 * far]), faces: near.faces };
    const [a, b] = [near, moved].map((mesh) => meshMass({ ...mesh, density }));
    const size = Math.max(...a.inertia);
    expect(Math.abs(a.mass / b.mass - 1)).toBeLessThan(5e-16);
    for (let k = 0; k < 9; k++) expect(Math.abs(a.inertia[k] - b.inertia[k]) / size).toBeLessThan(1e-15);
    // the centre can only be told to the nearest double
    [far, -far, 2 * far].forEach((shift, k) => {
      expect(Math.abs(b.center[k] - shift - a.center[k])).toBeLessThan(far * 2 ** -51);
    });
  });

  test("vertices that no face uses do not matter", () => {
    const stray = [...starMesh.vertices, [1e12, -1e12, 1e9]];
    expect(meshMass({ vertices: stray, faces: starMesh.faces, density })).toEqual(meshMass({ ...starMesh, density }));
  });

  test("flat lists, typed arrays and polygons are the same mesh", () => {
    const { vertices, faces, mass } = tetrahedron;
    const flat = meshMass({ vertices, faces, density: 2 });
    expect(flat.mass).toBe(mass);
    const typed = { vertices: Float64Array.from(vertices), faces: Uint32Array.from(faces as number[]), density: 2 };
    expect(meshMass(typed)).toEqual(flat);
    const triangles = cube.faces.flatMap(([a, b, c, d]) => [
      [a, b, c],
      [a, c, d],
    ]);
    expect(meshMass({ vertices: cube.vertices, faces: triangles, density })).toEqual(meshMass({ ...cube, density }));
  });
});

describe("surfaces with several sheets", () => {
  test("a torus has no matter in its hole", () => {
    const inner = meshMass({ ...createTorus(2, 0.5, 64, 64), density });
    expect(inner.mass).toBeLessThan(2 * Math.PI * Math.PI * 2 * 0.25);
    expect(inner.mass).toBeGreaterThan(0.99 * 2 * Math.PI * Math.PI * 2 * 0.25);
  });

  test("a cavity is a hole", () => {
    const { vertices, faces } = hollowBox;
    const parts = [
      { of: boxMass({ size: [4, 4, 4], density }) },
      { of: boxMass({ size: [2, 2, 2], density }), position: [0, 0, 0.5], subtract: true },
    ];
    expect(differ(meshMass({ vertices, faces, density }), combineMass(parts))).toBeLessThan(1e-15);
  });

  test("a cube in a cavity in a cube", () => {
    const box = (low: number[], high: number[], subtract: boolean) => ({
      of: boxMass({ size: low.map((x, k) => high[k] - x), density }),
      position: low.map((x, k) => (x + high[k]) / 2),
      subtract,
    });
    const parts = [
      box([-1, -1, -1], [1, 1, 1], false),
      box([-0.5, -0.5, -0.25], [0.5, 0.5, 0.5], true),
      box([-0.125, -0.25, 0], [0.25, 0.25, 0.25], false),
    ];
    expect(differ(meshMass({ ...nested, density }), combineMass(parts))).toBeLessThan(1e-15);
  });

  test("two solids side by side, even face to face", () => {
    const pair = joinMeshes(cube, createBox([1, -1, -1], [2, 1, 1]));
    const long = boxMass({ size: [3, 2, 2], density });
    const expected = combineMass([{ of: long, position: [0.5, 0, 0] }]);
    expect(differ(meshMass({ ...pair, density }), expected)).toBeLessThan(1e-15);
  });

  test("a thousand cubes side by side in one large one", () => {
    const low = Array.from({ length: 1000 }, (_, k) => [k % 10, Math.floor(k / 10) % 10, Math.floor(k / 100)]);
    const cells = low.map((corner) =>
      reverseMesh(
        createBox(
          corner,
          corner.map((x) => x + 0.5),
        ),
      ),
    );
    const [first, ...rest] = [createBox([-1, -1, -1], [11, 11, 11]), ...cells];
    const vertices = [first, ...rest].flatMap((mesh) => mesh.vertices);
    const faces = [first, ...rest].flatMap((mesh, m) => mesh.faces.map((face) => face.map((v) => v + 8 * m)));
    const parts = [
      { of: boxMass({ size: [12, 12, 12], density }), position: [5, 5, 5] },
      ...low.map((corner) => ({
        of: boxMass({ size: [0.5, 0.5, 0.5], density }),
        position: corner.map((x) => x + 0.25),
        subtract: true,
      })),
    ];
    // combineMass adds its thousand terms one by one: 1.1e-14 measured
    expect(differ(meshMass({ vertices, faces, density }), combineMass(parts))).toBeLessThan(2e-14);
  });

  test("a slot through a solid, whose ends lie on its faces", () => {
    const slot = reverseMesh(createBox([-0.5, -0.5, -1], [0.5, 0.5, 1]));
    const slotted = meshMass({ ...joinMeshes(cube, slot), density });
    const parts = [
      { of: boxMass({ size: [2, 2, 2], density }) },
      { of: boxMass({ size: [1, 1, 2], density }), subtract: true },
    ];
    expect(differ(slotted, combineMass(parts))).toBeLessThan(1e-15);
  });
});

describe("shells", () => {
  test("an open surface is a shell: the five walls of a bin", () => {
    const bin = { vertices: cube.vertices, faces: cube.faces.slice(1) };
    const wall = (size: number[], position: number[]) => ({ of: boxMass({ size, density: 1e12 }), position });
    const t = 1e-12;
    const parts = [
      wall([t, 2, 2], [1, 0, 0]),
      wall([2, t, 2], [0, -1, 0]),
      wall([2, t, 2], [0, 1, 0]),
      wall([2, 2, t], [0, 0, -1]),
      wall([2, 2, t], [0, 0, 1]),
    ];
    expect(differ(meshMass({ ...bin, density, shell: true }), combineMass(parts))).toBeLessThan(1e-15);
  });

  test("a polygon that is not convex counts its area once, whichever corner comes first", () => {
    const corners = [
      [0, 0],
      [3, 0],
      [3, 1],
      [1, 1],
      [1, 2],
      [0, 2],
    ];
    const vertices = corners.map(([x, y]) => [x, y, 0.5]);
    const apart = meshMass({
      vertices: [...vertices, [1, 0, 0.5]],
      faces: [
        [0, 6, 3, 4, 5],
        [6, 1, 2, 3],
      ],
      density,
      shell: true,
    });
    expect(apart.mass).toBe(4);
    for (let k = 0; k < 6; k++) {
      const face = Array.from({ length: 6 }, (_, j) => (j + k) % 6);
      expect(differ(meshMass({ vertices, faces: [face], density, shell: true }), apart)).toBeLessThan(1e-15);
    }
  });

  test("a prism on that polygon, solid: an L", () => {
    const corners = [
      [0, 0],
      [3, 0],
      [3, 1],
      [1, 1],
      [1, 2],
      [0, 2],
    ];
    const vertices = [0, 2].flatMap((z) => corners.map(([x, y]) => [x, y, z]));
    const sides = corners.map((_, k) => [k, (k + 1) % 6, 6 + ((k + 1) % 6), 6 + k]);
    const L = meshMass({ vertices, faces: [[5, 4, 3, 2, 1, 0], [6, 7, 8, 9, 10, 11], ...sides], density });
    const parts = [
      { of: boxMass({ size: [3, 1, 2], density }), position: [1.5, 0.5, 1] },
      { of: boxMass({ size: [1, 1, 2], density }), position: [0.5, 1.5, 1] },
    ];
    expect(differ(L, combineMass(parts))).toBeLessThan(1e-15);
  });

  test("a face that is there twice is refused, turned round or not", () => {
    for (const double of [cube.faces[0], cube.faces[0].slice().reverse()]) {
      const options = { vertices: cube.vertices, faces: [...cube.faces, double], density, shell: true };
      expect(() => meshMass(options)).toThrow("mesh.faces[6]: must be there once");
    }
  });
});

describe("repair", () => {
  const right = meshMass({ ...nested, density });
  const reference = meshMass({ ...starMesh, density });

  test("any faces turned round are turned back", () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 18, maxLength: 18 }), (turned) => {
        const faces = nested.faces.map((face, f) => (turned[f] ? face.slice().reverse() : face));
        const broken = { vertices: nested.vertices, faces, density };
        expect(differ(meshMass({ ...broken, repair: true }), right)).toBeLessThan(1e-15);
        const code = codeOf(() => meshMass(broken));
        expect(turned.includes(true) ? ["inconsistent-faces", "inside-out", "solid-in-solid"] : ["none"]).toContain(
          code,
        );
      }),
      { seed: 3, numRuns: 200 },
    );
  });

  test("a mesh inside out is refused, or repaired on request", () => {
    const inside = { ...reverseMesh(starMesh), density };
    expect(() => meshMass(inside)).toThrow(
      /^mesh: must have its faces looking outward, got -7\.1176\d*; its faces run clockwise seen from outside: reverse them, or repair: true$/,
    );
    // faces begin with another corner now
    expect(differ(meshMass({ ...inside, repair: true }), reference)).toBeLessThan(1e-15);
  });

  test("repairMesh gives the mesh that was meant", () => {
    const inside = reverseMesh(nested);
    const { vertices, faces } = repairMesh(inside);
    expect(differ(meshMass({ vertices, faces, density }), right)).toBeLessThan(1e-15);
    const degenerate = { vertices: nested.vertices, faces: [...nested.faces, [0, 1, 1], [2, 2, 2]] };
    expect(repairMesh(degenerate).faces.map((face) => [...face])).toEqual(nested.faces);
  });

  test("vertices doubled along seams are welded on request", () => {
    const loose = {
      vertices: cube.faces.flatMap((face) => face.map((v) => cube.vertices[v])),
      faces: cube.faces.map((_, f) => [0, 1, 2, 3].map((k) => 4 * f + k)),
    };
    expect(() => meshMass({ ...loose, density })).toThrow(
      "mesh.faces[0]: must meet another face along each edge, got [0, 1]; no other face there (24 open edges in all)",
    );
    expect(differ(meshMass({ ...loose, density, weld: true }), boxMass({ size: [2, 2, 2], density }))).toBeLessThan(
      1e-15,
    );
  });

  test("degenerate faces are passed over", () => {
    // a face of one edge there and back, of one vertex, and a triangle without area along an edge cut in two
    const vertices = [...cube.vertices, [-1, -1, 0]];
    const faces = [[0, 8, 1, 3, 2], ...cube.faces.slice(1), [0, 1, 8], [0, 1, 1], [5, 5, 5, 5]];
    expect(differ(meshMass({ vertices, faces, density }), boxMass({ size: [2, 2, 2], density }))).toBeLessThan(1e-15);
  });
});

describe("what is refused", () => {
  const [a, b, c, d] = [
    [0, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  // the projective plane: each edge has two faces, and there is no way to orient them
  const oneSided = {
    vertices: [a, b, c, d, [1, 1, 1], [2, 0, 1]],
    faces: [0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 5, 0, 5, 1, 1, 2, 4, 2, 3, 5, 3, 4, 1, 4, 5, 2, 5, 1, 3],
  };
  test.each([
    ["no options", undefined, "no-options"],
    ["no vertices", { faces: cube.faces }, "no-options"],
    ["a NaN", { vertices: [a, b, c, [0, 0, Number.NaN]], faces: [[0, 1, 2]] }, "not-a-vector"],
    ["a flat list that stops short", { vertices: [0, 0, 0, 1], faces: [[0, 1, 2]] }, "wrong-length"],
    ["no faces", { vertices: cube.vertices, faces: [] }, "empty"],
    ["a face of two", { vertices: cube.vertices, faces: [[0, 1]] }, "not-a-face"],
    ["no face", { vertices: cube.vertices, faces: [undefined] }, "not-a-face"],
    ["an index beyond the end", { vertices: cube.vertices, faces: [[0, 1, 8]] }, "out-of-range"],
    ["an index below 0", { vertices: cube.vertices, faces: [0, 1, -1] }, "out-of-range"],
    ["a broken index", { vertices: cube.vertices, faces: [[0, 1, 1.5]] }, "out-of-range"],
    ["flat triangles that stop short", { vertices: cube.vertices, faces: [0, 1, 2, 3] }, "wrong-length"],
    ["an open mesh", { vertices: cube.vertices, faces: cube.faces.slice(1) }, "open-mesh"],
    ["an open mesh to repair", { vertices: cube.vertices, faces: cube.faces.slice(1), repair: true }, "open-mesh"],
    ["a face twice", { vertices: cube.vertices, faces: [...cube.faces, cube.faces[2]] }, "non-manifold-edge"],
    [
      "both sides of one triangle",
      {
        vertices: [a, b, c],
        faces: [
          [0, 1, 2],
          [2, 1, 0],
        ],
      },
      "zero-volume",
    ],
    [
      "a flat tetrahedron",
      { vertices: [a, b, c, [1, 1, 0]], faces: [0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2] },
      "zero-volume",
    ],
    [
      "a flat one, turned, so that its volume is rounding",
      {
        ...moveMesh(
          {
            vertices: [a, b, c, [1, 1, 0]],
            faces: [
              [0, 2, 1],
              [0, 1, 3],
              [1, 2, 3],
              [0, 3, 2],
            ],
          },
          [0.1, 0.7, 0.5, 0.5],
          [0.1, 0.2, 0.3],
        ),
      },
      "zero-volume",
    ],
    ["only degenerate faces", { vertices: [a, b, c], faces: [[0, 1, 1]] }, "zero-volume"],
    ["one degenerate face as a shell", { vertices: [a, b, c], faces: [[0, 1, 1]], shell: true }, "zero-area"],
    ["one side only", { ...oneSided, repair: true }, "one-sided"],
    ["a solid in a solid", joinMeshes(cube, cavity), "solid-in-solid"],
    ["one of two inside out", joinMeshes(cube, reverseMesh(createBox([5, 5, 5], [6, 6, 6]))), "inside-out"],
    ["the same surface twice", joinMeshes(cube, cube), "coinciding-surfaces"],
    ["weld that is no boolean", { ...cube, weld: 1 }, "not-boolean"],
    ["repair that is no boolean", { ...cube, repair: "yes" }, "not-boolean"],
    ["an unknown key", { ...cube, indices: [] }, "unknown-option"],
  ])("%s", (_, options, code) => {
    expect(codeOf(() => meshMass(options as never))).toBe(code);
  });

  test("messages name faces and edges", () => {
    const turned = cube.faces.map((face, f) => (f === 3 ? face.slice().reverse() : face));
    expect(() => meshMass({ vertices: cube.vertices, faces: turned })).toThrow(
      "mesh.faces[3]: must face the same side as its neighbours, got [3, 2]; it runs along a common edge in the same direction as face 0: turn one round, or repair: true",
    );
    expect(() => meshMass({ vertices: cube.vertices, faces: cube.faces.slice(1) })).toThrow(
      "(4 open edges in all): close the surface, or weld: true if vertices are doubled along seams",
    );
    expect(() => meshMass({ vertices: cube.vertices, faces: [...cube.faces, [0, 1, 3]] })).toThrow(
      "mesh.faces[6]: must be one of two faces along each edge, got [0, 1]; faces 0, 2, 6 all meet there",
    );
  });

  test("thousandths of a hair are a volume", () => {
    const sheet = meshMass({ ...createBox([0, 0, 0], [1, 1, 1e-9]), density });
    expect(Math.abs(sheet.mass / 1e-9 - 1)).toBeLessThan(1e-15);
  });
});

describe("broken meshes", () => {
  const meshes = [starMesh, torus, cube, nested];
  const answers = new Map<TestMesh, MassProperties>(meshes.map((mesh) => [mesh, meshMass({ ...mesh, density })]));
  /** Ways to break a mesh at random; what they make is refused, or has the same answer. */
  const ways: Record<string, (mesh: TestMesh, f: number, v: number) => TestMesh> = {
    "a face lost": ({ vertices, faces }, f) => ({ vertices, faces: faces.filter((_, g) => g !== f) }),
    "a face turned round": ({ vertices, faces }, f) => ({
      vertices,
      faces: faces.map((face, g) => (g === f ? face.slice().reverse() : face)),
    }),
    "a face doubled": ({ vertices, faces }, f) => ({ vertices, faces: [...faces, faces[f]] }),
    "its back added": ({ vertices, faces }, f) => ({ vertices, faces: [...faces, faces[f].slice().reverse()] }),
    "a vertex lost": ({ vertices, faces }, _, v) => ({ vertices: vertices.filter((_p, w) => w !== v), faces }),
    "a NaN": ({ vertices, faces }, f, v) => ({
      vertices: vertices.map((p, w) => (w === v ? p.map((x, k) => (k === f % 3 ? Number.NaN : x)) : p)),
      faces,
    }),
    "another index": ({ vertices, faces }, f, v) => ({
      vertices,
      faces: faces.map((face, g) => (g === f ? face.map((w, k) => (k === 1 ? v : w)) : face)),
    }),
    "two corners exchanged": ({ vertices, faces }, f) => ({
      vertices,
      faces: faces.map((face, g) => (g === f ? [face[1], face[0], ...face.slice(2)] : face)),
    }),
    "a corner lost": ({ vertices, faces }, f) => ({
      vertices,
      faces: faces.map((face, g) => (g === f ? face.slice(1) : face)),
    }),
    "a corner repeated": ({ vertices, faces }, f) => ({
      vertices,
      faces: faces.map((face, g) => (g === f ? [face[0], ...face] : face)),
    }),
  };

  test.each(Object.keys(ways))("%s", (name) => {
    let refused = 0;
    fc.assert(
      fc.property(fc.constantFrom(...meshes), fc.nat(1000), fc.nat(1000), fc.boolean(), (mesh, f, v, repair) => {
        const broken = ways[name](mesh, f % mesh.faces.length, v % mesh.vertices.length);
        let result: MassProperties;
        try {
          result = meshMass({ ...broken, density, repair });
        } catch (error) {
          expect(error).toBeInstanceOf(RigorError);
          expect((error as RigorError).message.length).toBeGreaterThan(20);
          refused++;
          return;
        }
        expect(differ(result, answers.get(mesh)!)).toBeLessThan(1e-15);
      }),
      { seed: 4, numRuns: 120 },
    );
    if (name === "a corner repeated") expect(refused).toBe(0);
    else expect(refused).toBeGreaterThan(30);
  });
});

function codeOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof RigorError) return error.code;
    throw error;
  }
  return "none";
}
