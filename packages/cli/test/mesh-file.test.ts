/** Meshes from files: the same box in every format, and what is no mesh. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Document, NodeIO } from "@gltf-transform/core";
import { parseMesh } from "@rigor/engine/scene";
import { describe, expect, test } from "vitest";
import { buildSource, readSceneSource } from "../src/scene-source.js";
import { makeFolder, writeScene } from "./support/command.js";

/** A box of 1 × 2 × 3 about (0, 0, 5), as quadrangles seen counter-clockwise from outside. */
const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => [(k & 1) - 0.5, (k & 2) - 1, 5 + 1.5 * ((k >> 1) & 2) - 1.5]);
const quads = [
  [0, 2, 3, 1],
  [4, 5, 7, 6],
  [0, 1, 5, 4],
  [2, 6, 7, 3],
  [0, 4, 6, 2],
  [1, 3, 7, 5],
];
const triangles = quads.flatMap(([a, b, c, d]) => [
  [a, b, c],
  [a, c, d],
]); // prettier-ignore
const none = () => {
  throw new Error("asked for another file");
};

/** Six times the volume, by the divergence theorem. */
function measureVolume({ vertices, faces }: ReturnType<typeof parseMesh>): number {
  const det = (a: readonly number[], b: readonly number[], c: readonly number[]) =>
    a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  return faces.reduce((sum, [first, ...rest]) => {
    for (let k = 0; k + 1 < rest.length; k++) sum += det(vertices[first], vertices[rest[k]], vertices[rest[k + 1]]) / 6;
    return sum;
  }, 0);
}

function writeObj(): string {
  const lines = corners.map((v) => `v ${v.join(" ")}`);
  return `# box\n${lines.join("\r\n")}\nvn 0 0 1\ns off\n${quads.map((face) => `f ${face.map((v, k) => (k % 2 === 0 ? `${v + 1}//1` : v - 8)).join(" ")}`).join("\n")}\n`;
}

function writeTextStl(): string {
  const facet = (face: number[]) =>
    `facet normal 0 0 0\n outer loop\n${face.map((v) => `  vertex ${corners[v].map((x) => x.toExponential()).join(" ")}\n`).join("")} endloop\nendfacet\n`;
  return `solid box\n${triangles.map(facet).join("")}endsolid box\n`;
}

function writeBinaryStl(): Uint8Array {
  const bytes = new Uint8Array(84 + 50 * triangles.length);
  const view = new DataView(bytes.buffer);
  // some writers begin with the word of the other kind
  bytes.set(new TextEncoder().encode("solid of bytes"));
  view.setUint32(80, triangles.length, true);
  triangles.forEach((face, k) => {
    face.forEach((v, c) => {
      corners[v].forEach((x, n) => {
        view.setFloat32(84 + 50 * k + 12 + 12 * c + 4 * n, x, true);
      });
    });
  });
  return bytes;
}

/** With a corner of its own for each triangle, and the box put in its place by a node. */
function createGltf(): Document {
  const document = new Document();
  const buffer = document.createBuffer("box").setURI("box of bytes.bin");
  const flat = triangles.flat().flatMap((v) => [corners[v][0] / 2, corners[v][1], corners[v][2] - 5]);
  const positions = document.createAccessor().setType("VEC3").setArray(new Float32Array(flat)).setBuffer(buffer);
  const mesh = document.createMesh().addPrimitive(document.createPrimitive().setAttribute("POSITION", positions));
  const inner = document.createNode().setMesh(mesh).setScale([2, 1, 1]);
  document.createScene().addChild(document.createNode().setTranslation([0, 0, 5]).addChild(inner));
  return document;
}

const encode = (text: string) => new TextEncoder().encode(text);

describe("a box", () => {
  test.each([
    ["box.obj", async () => encode(writeObj())],
    ["box.stl", async () => encode(writeTextStl())],
    ["box.STL", async () => writeBinaryStl()],
    ["box.glb", async () => new NodeIO().writeBinary(createGltf())],
  ])("%s: eight corners, the volume, outward faces", async (name, write) => {
    const mesh = parseMesh(name, await write(), none);
    expect(mesh.vertices).toHaveLength(8);
    expect(measureVolume(mesh)).toBeCloseTo(6, 6);
    for (const axis of [0, 1, 2]) {
      const values = mesh.vertices.map((v) => v[axis]);
      const must = [
        [-0.5, 0.5],
        [-1, 1],
        [3.5, 6.5],
      ][axis]; // prettier-ignore
      expect([Math.min(...values), Math.max(...values)]).toEqual(must);
    }
  });

  test("glTF with its bytes in another file; and a body made of it", async () => {
    const { json, resources } = await new NodeIO().writeJSON(createGltf());
    const folder = makeFolder();
    writeFileSync(join(folder, "box.gltf"), JSON.stringify(json));
    for (const [name, bytes] of Object.entries(resources)) writeFileSync(join(folder, decodeURIComponent(name)), bytes);
    const bodies = [{ id: "box", shape: { type: "mesh", file: "box.gltf" }, density: 100 }];
    const model = await buildSource(await readSceneSource(writeScene(folder, { rigor: 1, bodies })));
    expect(model.world.system.mass[0]).toBeCloseTo(600, 4);
    const [{ shape }] = model.scene.bodies as unknown as [{ shape: { vertices: unknown[]; file?: string } }];
    expect([shape.vertices.length, shape.file]).toEqual([8, undefined]);
    // its bytes must not lie elsewhere either
    const away = JSON.stringify(json).replace(/"uri":"[^"]*"/, '"uri":"../away.bin"');
    writeFileSync(join(folder, "away.gltf"), away);
    const scene = { rigor: 1, bodies: [{ ...bodies[0], shape: { type: "mesh", file: "away.gltf" } }] };
    await expect(buildSource(await readSceneSource(writeScene(folder, scene)))).rejects.toThrow(
      "bodies[0].shape.file: must be in the scene's folder",
    );
  });
});

describe("what is no mesh", () => {
  test.each([
    ["a.txt", "v 0 0 0"],
    ["a.obj", "v 0 0 x\n"],
    ["a.obj", "v 0 0 0\nf 1 2 3\n"],
    ["a.obj", "# nothing\n"],
    ["a.stl", "solid\nvertex 1 2 3\n"],
    ["a.stl", "vertex 1 2 3 vertex 1 2 y vertex 0 0 0"],
    ["a.glb", "glTF and then nothing"],
    ["a.gltf", "{}"],
    ["a.gltf", "no JSON"],
  ])("%s: %j", async (name, text) => {
    expect(() => parseMesh(name, encode(text), none)).toThrow(expect.objectContaining({ name: "RigorError" }));
  });

  test("is told with its place in the scene", async () => {
    const folder = makeFolder();
    writeFileSync(join(folder, "a.obj"), "v 0 0 0\nf 1 2 3\n");
    const bodies = [{ id: "a", shape: { type: "mesh", file: "a.obj" } }];
    await expect(buildSource(await readSceneSource(writeScene(folder, { rigor: 1, bodies })))).rejects.toThrow(
      /^bodies\[0\]\.shape\.file/,
    );
  });
});
