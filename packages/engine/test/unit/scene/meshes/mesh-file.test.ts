/** Meshes from files: a cube in every format is the same cube, and what is no mesh is refused in words. */
import { RigorError } from "@rigor/engine/math";
import { meshMass } from "@rigor/engine/rigid";
import { buildScene, type MeshData, parseMesh } from "@rigor/engine/scene";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

const encode = (text: string) => new TextEncoder().encode(text);

const corners = [0, 1].flatMap((x) => [0, 1].flatMap((y) => [0, 1].map((z) => [x, y, z])));
const quads = [
  [0, 1, 3, 2],
  [4, 6, 7, 5],
  [0, 4, 5, 1],
  [2, 3, 7, 6],
  [0, 2, 6, 4],
  [1, 5, 7, 3],
];
const triangles = quads.flatMap(([a, b, c, d]) => [
  [a, b, c],
  [a, c, d],
]);

const obj = encode(
  `# a cube\nmtllib none\no cube\n${corners.map((p) => `v ${p.join(" ")} 1.0`).join("\n")}\nvn 0 0 1\r\n${quads
    .map(
      (quad, k) => `f ${quad.map((v) => (k === 0 ? `${v - 8}` : k === 1 ? `${v + 1}/1/1` : `${v + 1}//1`)).join(" ")}`,
    )
    .join("\n")}\n`,
);

const ascii = encode(
  `solid cube\n${triangles
    .map(
      (face) =>
        `facet normal 0 0 0\nouter loop\n${face.map((v) => `vertex ${corners[v].map((x) => x.toExponential(3)).join(" ")}`).join("\n")}\nendloop\nendfacet`,
    )
    .join("\n")}\nendsolid cube\n`,
);

function makeBinary(): Uint8Array {
  const view = new DataView(new ArrayBuffer(84 + 50 * triangles.length));
  // its head may say that it is text
  for (const [k, byte] of encode("solid or so").entries()) view.setUint8(k, byte);
  view.setUint32(80, triangles.length, true);
  triangles.forEach((face, t) => {
    face.forEach((v, k) => {
      for (const [c, x] of corners[v].entries()) view.setFloat32(84 + 50 * t + 12 + 12 * k + 4 * c, x, true);
    });
  });
  return new Uint8Array(view.buffer);
}

/** Positions as floats, then indices; corners of each face apart, as exporters write them. */
function makeBuffer(): Uint8Array {
  const view = new DataView(new ArrayBuffer(12 * 24 + 2 * 36));
  quads.forEach((quad, q) => {
    for (const [k, v] of quad.entries()) {
      for (const [c, x] of corners[v].entries()) view.setFloat32(12 * (4 * q + k) + 4 * c, x, true);
    }
    for (const [i, k] of [0, 1, 2, 0, 2, 3].entries()) view.setUint16(288 + 2 * (6 * q + i), 4 * q + k, true);
  });
  return new Uint8Array(view.buffer);
}

function makeGltf(uri: string | undefined, node: object = {}) {
  return {
    asset: { version: "2.0" },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ children: [1] }, { mesh: 0, ...node }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 24, type: "VEC3" },
      { bufferView: 1, componentType: 5123, count: 36, type: "SCALAR" },
    ],
    bufferViews: [
      { buffer: 0, byteLength: 288 },
      { buffer: 0, byteOffset: 288, byteLength: 72 },
    ],
    buffers: [{ byteLength: 360, ...(uri === undefined ? {} : { uri }) }],
  };
}

const base64 = `data:application/octet-stream;base64,${Buffer.from(makeBuffer()).toString("base64")}`;
const gltf = encode(JSON.stringify(makeGltf(base64)));

function makeGlb(): Uint8Array {
  const json = encode(JSON.stringify(makeGltf(undefined)).padEnd(1200));
  const data = makeBuffer();
  const view = new DataView(new ArrayBuffer(12 + 8 + json.length + 8 + data.length));
  const bytes = new Uint8Array(view.buffer);
  bytes.set(encode("glTF"));
  view.setUint32(4, 2, true);
  view.setUint32(8, bytes.length, true);
  view.setUint32(12, json.length, true);
  bytes.set(encode("JSON"), 16);
  bytes.set(json, 20);
  view.setUint32(20 + json.length, data.length, true);
  bytes.set(encode("BIN\0"), 24 + json.length);
  bytes.set(data, 28 + json.length);
  return bytes;
}

const files: [string, Uint8Array][] = [
  ["cube.obj", obj],
  ["cube.stl", ascii],
  ["cube.STL", makeBinary()],
  ["a/cube.gltf", gltf],
  ["cube.glb", makeGlb()],
];

function weigh({ vertices, faces }: MeshData) {
  return meshMass({ vertices, faces, density: 1, repair: true });
}

describe("a cube", () => {
  test.each(files)("from %s is closed, and has its volume and centre", (name, bytes) => {
    const mesh = parseMesh(name, bytes);
    expect(mesh.vertices).toHaveLength(8);
    const { mass, center } = weigh(mesh);
    expect(mass).toBeCloseTo(1, 12);
    for (const x of center) expect(x).toBeCloseTo(0.5, 12);
  });

  test("where the nodes of glTF put it, with a buffer beside the file", () => {
    const file = makeGltf("cube.bin", { translation: [1, 2, 3], rotation: [0, 0, 1, 1], scale: [2, 1, 1] });
    const asked: string[] = [];
    const mesh = parseMesh("cube.gltf", encode(JSON.stringify(file)), (uri) => {
      asked.push(uri);
      return makeBuffer();
    });
    expect(asked).toEqual(["cube.bin"]);
    const { mass, center } = weigh(mesh);
    expect(mass).toBeCloseTo(2, 6);
    for (const [k, x] of [0.5, 3, 3.5].entries()) expect(center[k]).toBeCloseTo(x, 6);
  });

  test("is what a scene gets where it names the file, and the scene then stands for itself", () => {
    const shape = { type: "mesh", file: "cube.stl" } as const;
    const readMesh = (file: string) => parseMesh(file, ascii);
    const model = buildScene({ rigor: 1, bodies: [{ id: "a", shape, density: 3 }] }, { readMesh });
    expect(model.world.system.mass[0]).toBeCloseTo(3, 12);
    expect(model.scene.bodies?.[0].shape).toMatchObject({ type: "mesh", faces: expect.any(Array) });
    expect(buildScene(model.scene).world.system.mass[0]).toBeCloseTo(3, 12);
    expect(() => buildScene({ rigor: 1, bodies: [{ id: "a", shape }] })).toThrow(
      'bodies[0].shape.file: must be left out here, got "cube.stl"',
    );
    const broken = () => parseMesh("cube.stl", ascii.slice(0, -40));
    expect(() => buildScene({ rigor: 1, bodies: [{ id: "a", shape }] }, { readMesh: broken })).toThrow(
      "bodies[0].shape.file",
    );
  });
});

describe("what is no mesh", () => {
  const change = (edit: (file: ReturnType<typeof makeGltf>) => void): Uint8Array => {
    const file = makeGltf(base64);
    edit(file);
    return encode(JSON.stringify(file));
  };

  test.each<[string, string, Uint8Array, string]>([
    ["another ending", "cube.ply", obj, "must be an OBJ, STL, glTF or GLB file"],
    ["nothing", "cube.obj", encode(""), "must have faces"],
    [
      "a vertex that is not there",
      "cube.obj",
      encode("v 0 0 0\nf 1 2 3\n"),
      'must name one of 1 vertices in line 2, got "2"',
    ],
    ["a word for a number", "cube.obj", encode("v 0 x 0\n"), 'must have a finite number in line 1, got "x"'],
    ["bytes cut short", "cube.stl", makeBinary().slice(0, 100), "must"],
    ["text cut short", "cube.stl", ascii.slice(0, -40), "must"],
    ["no JSON", "cube.gltf", encode("{"), "must be JSON, or GLB"],
    ["a node twice", "cube.gltf", change((file) => file.nodes[0].children?.push(1)), "must have every node once"],
    [
      "a node in itself",
      "cube.gltf",
      change((file) => Object.assign(file.nodes[1], { children: [0] })),
      "must have every node once",
    ],
    [
      "a buffer too short",
      "cube.gltf",
      change((file) => {
        file.accessors[0].count = 1e6;
      }),
      "must have buffers as long as it says",
    ],
    [
      "an index too large",
      "cube.gltf",
      change((file) => {
        file.accessors[0].count = 4;
      }),
      "must have indices below 4",
    ],
    [
      "lines",
      "cube.gltf",
      change((file) => Object.assign(file.meshes[0].primitives[0], { mode: 1 })),
      "must have triangles",
    ],
    [
      "a sparse accessor",
      "cube.gltf",
      change((file) => Object.assign(file.accessors[0], { sparse: {} })),
      "must not have sparse accessors",
    ],
    [
      "a buffer elsewhere",
      "cube.gltf",
      change((file) => {
        file.buffers[0].uri = "b.bin";
      }),
      "must have its buffers in it",
    ],
  ])("%s is refused", (_, name, bytes, message) => {
    expect(() => parseMesh(name, bytes)).toThrow(message);
  });

  test("bytes at random, and files with bytes changed: a mesh or an error in words, never anything else", () => {
    const spoilt = fc
      .tuple(fc.constantFrom(...files), fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 8 }), fc.nat())
      .map(([[name, bytes], changes, cut]): [string, Uint8Array] => {
        const copy = bytes.slice(0, cut % 3 === 0 ? cut % bytes.length : bytes.length);
        for (const [at, byte] of changes) if (copy.length > 0) copy[at % copy.length] = byte;
        return [name, copy];
      });
    const random = fc.tuple(fc.constantFrom("a.obj", "a.stl", "a.gltf", "a.glb"), fc.uint8Array({ maxLength: 200 }));
    fc.assert(
      fc.property(fc.oneof(spoilt, random), ([name, bytes]) => {
        try {
          expect(parseMesh(name, bytes).faces.length).toBeGreaterThan(0);
        } catch (error) {
          expect(error, String(error)).toBeInstanceOf(RigorError);
        }
      }),
      { seed: 1, numRuns: 500, endOnFailure: true },
    );
  });
});
