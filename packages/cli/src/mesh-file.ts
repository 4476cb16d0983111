/**
 * Meshes from files: OBJ, STL (text and binary), glTF and GLB. Corners at the same place become one, so that a closed
 * surface is closed; of glTF all meshes of the scene are taken, where its nodes put them.
 */
import type { PlatformIO } from "@gltf-transform/core";
import { fail } from "@rigor/engine/math";
import type { MeshData } from "@rigor/engine/scene";

/** Reads another file that a mesh file names: the buffer of a glTF file. */
export type ReadOther = (file: string) => Uint8Array;

/** The mesh in a file, whose name tells what it is. What is wrong with it is an error at `file`. */
export async function parseMesh(bytes: Uint8Array, file: string, readOther: ReadOther): Promise<MeshData> {
  const kind = /\.([^./\\]+)$/.exec(file)?.[1].toLowerCase();
  const mesh = new MeshMaker();
  if (kind === "obj") readObj(mesh, decode(bytes), file);
  else if (kind === "stl") readStl(mesh, bytes, file);
  else if (kind === "gltf" || kind === "glb") await readGltf(mesh, bytes, file, readOther);
  else fail("unknown-format", "file", "must end in .obj, .stl, .gltf or .glb", file);
  if (mesh.faces.length === 0) refuse(file, "there are no triangles in it");
  return mesh;
}

function refuse(file: string, why: string): never {
  return fail("not-a-mesh", "file", "must be a mesh", file, why);
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder("utf-8").decode(bytes);
}

/** Corners by their places. */
class MeshMaker implements MeshData {
  readonly vertices: number[][] = [];
  readonly faces: number[][] = [];
  private readonly places = new Map<string, number>();

  addVertex(x: number, y: number, z: number): number {
    // −0 and 0 are one place
    const key = `${x + 0},${y + 0},${z + 0}`;
    const known = this.places.get(key);
    if (known !== undefined) return known;
    this.places.set(key, this.vertices.length);
    return this.vertices.push([x + 0, y + 0, z + 0]) - 1;
  }

  /** Corners that have become one leave a face with fewer; what is no face any more is left out. */
  addFace(corners: readonly number[]): void {
    const face = corners.filter((v, k) => v !== corners[(k + 1) % corners.length]);
    if (face.length >= 3) this.faces.push(face);
  }
}

/** `v x y z` and `f 1 2 3`, `f 1/1/1 …`, `f -3 -2 -1`; all else is passed over. */
function readObj(mesh: MeshMaker, text: string, file: string): void {
  const corners: number[] = [];
  text.split(/\r?\n/).forEach((line, k) => {
    const [word, ...rest] = line.trim().split(/\s+/);
    if (word === "v") {
      const [x, y, z] = rest.map(Number);
      if (![x, y, z].every(Number.isFinite)) refuse(file, `line ${k + 1} is no vertex`);
      corners.push(mesh.addVertex(x, y, z));
    } else if (word === "f") {
      mesh.addFace(
        rest.map((part) => {
          const number = Number(part.split("/")[0]);
          const v = corners[number < 0 ? corners.length + number : number - 1];
          if (v === undefined) refuse(file, `line ${k + 1} names a vertex that is not there`);
          return v;
        }),
      );
    }
  });
}

const stlHead = 84;
const stlFacet = 50;

function readStl(mesh: MeshMaker, bytes: Uint8Array, file: string): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = bytes.length >= stlHead ? view.getUint32(80, true) : -1;
  if (bytes.length === stlHead + stlFacet * count) {
    for (let k = 0; k < count; k++) {
      const corner = (c: number) => {
        const o = stlHead + stlFacet * k + 12 + 12 * c;
        return mesh.addVertex(view.getFloat32(o, true), view.getFloat32(o + 4, true), view.getFloat32(o + 8, true));
      };
      mesh.addFace([corner(0), corner(1), corner(2)]);
    }
    return;
  }
  const numbers = [...decode(bytes).matchAll(/vertex\s+(\S+)\s+(\S+)\s+(\S+)/g)].map((found) =>
    found.slice(1).map(Number),
  );
  if (numbers.length === 0 || numbers.length % 3 !== 0) refuse(file, "it is neither binary nor text STL");
  const corners = numbers.map(([x, y, z]) => {
    if (![x, y, z].every(Number.isFinite)) refuse(file, "a vertex is no three numbers");
    return mesh.addVertex(x, y, z);
  });
  for (let k = 0; k < corners.length; k += 3) mesh.addFace(corners.slice(k, k + 3));
}

async function readGltf(mesh: MeshMaker, bytes: Uint8Array, file: string, readOther: ReadOther): Promise<void> {
  const { NodeIO, Primitive } = await import("@gltf-transform/core");
  const io = new NodeIO();
  const document = await openGltf(io, bytes, file, readOther);
  const root = document.getRoot();
  const scene = root.getDefaultScene() ?? root.listScenes()[0];
  const nodes = new Set(root.listNodes());
  if (scene !== undefined) {
    nodes.clear();
    scene.traverse((node) => nodes.add(node));
  }
  for (const node of nodes) {
    const place = node.getWorldMatrix();
    for (const primitive of node.getMesh()?.listPrimitives() ?? []) {
      if (primitive.getMode() !== Primitive.Mode.TRIANGLES) continue;
      const positions = primitive.getAttribute("POSITION");
      if (positions === null) continue;
      const p: number[] = [];
      const corners = Array.from({ length: positions.getCount() }, (_, k) => {
        const [x, y, z] = positions.getElement(k, p);
        const [X, Y, Z] = [0, 1, 2].map((r) => place[r] * x + place[4 + r] * y + place[8 + r] * z + place[12 + r]);
        return mesh.addVertex(X, Y, Z);
      });
      const indices = primitive.getIndices()?.getArray() ?? Uint32Array.from(corners.keys());
      for (let k = 0; k + 2 < indices.length; k += 3) {
        mesh.addFace([corners[indices[k]], corners[indices[k + 1]], corners[indices[k + 2]]]);
      }
    }
  }
}

async function openGltf(io: PlatformIO, bytes: Uint8Array, file: string, readOther: ReadOther) {
  try {
    if (decode(bytes.subarray(0, 4)) === "glTF") return await io.readBinary(bytes);
    const json = JSON.parse(decode(bytes)) as { buffers?: { uri?: string }[] };
    const resources: Record<string, Uint8Array<ArrayBuffer>> = {};
    for (const { uri } of json.buffers ?? []) {
      if (uri === undefined || uri.startsWith("data:")) continue;
      resources[uri] = Uint8Array.from(readOther(decodeURIComponent(uri)));
    }
    return await io.readJSON({ json: json as never, resources });
  } catch (error) {
    if (error instanceof Error && error.name === "RigorError") throw error;
    return refuse(file, error instanceof Error ? error.message.split("\n")[0] : String(error));
  }
}
