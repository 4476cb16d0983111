/**
 * glTF 2.0, as JSON and as GLB: the triangles of all meshes in the scene, where its nodes put them. Skins, morph targets
 * and animations are ignored; sparse and compressed accessors are refused by name.
 */
import { fail, mat3, quat } from "../../math/index.js";
import { MeshBuilder, type MeshData } from "./mesh-builder.js";
import { decodeText } from "./mesh-bytes.js";
import { type GltfSource, type Json, type ReadBuffer, readAccessor, readList } from "./mesh-gltf-data.js";

/** An affine transform: three rows of four numbers. */
type Transform = readonly number[];

const identity: Transform = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
const mode = { triangles: 4, strip: 5, fan: 6 };

/** The mesh of a glTF or GLB file: all triangles of its scene. */
export function parseGltf(bytes: Uint8Array, readBuffer?: ReadBuffer): MeshData {
  const { json, binary } = openContainer(bytes);
  const builder = new MeshBuilder();
  const source = { json, binary, readBuffer, buffers: new Map<number, Uint8Array>() };
  const nodes = readList(json, "nodes");
  const scenes = readList(json, "scenes");
  const first = scenes[typeof json.scene === "number" ? json.scene : 0];
  const roots = first === undefined ? nodes.map((_, k) => k) : readIndices(first.nodes);
  // without nodes, the meshes as they are
  if (nodes.length === 0) {
    readList(json, "meshes").forEach((_, k) => {
      addMesh(builder, source, k, identity);
    });
  }
  const seen = new Set<number>();
  const pending: { node: number; at: Transform }[] = roots.map((node) => ({ node, at: identity }));
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { node, at } = next;
    const record = nodes[node];
    if (record === undefined || seen.has(node)) fail("not-gltf", "file", "must have every node once", node);
    seen.add(node);
    const own = multiply(at, readTransform(record));
    if (typeof record.mesh === "number") addMesh(builder, source, record.mesh, own);
    for (const child of readIndices(record.children)) pending.push({ node: child, at: own });
  }
  return builder.build();
}

function openContainer(bytes: Uint8Array): { json: Json; binary: Uint8Array | undefined } {
  if (decodeText(bytes.subarray(0, 4)) !== "glTF") return { json: parseJson(bytes), binary: undefined };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let json: Json | undefined;
  let binary: Uint8Array | undefined;
  // a head of 12 bytes, then chunks: length, type, data
  for (let o = 12; o + 8 <= bytes.length; ) {
    const length = view.getUint32(o, true);
    const type = decodeText(bytes.subarray(o + 4, o + 8));
    if (o + 8 + length > bytes.length) fail("cut", "file", "must have its chunks whole", `${bytes.length} bytes`);
    const data = bytes.subarray(o + 8, o + 8 + length);
    if (type === "JSON") json ??= parseJson(data);
    else if (type === "BIN\0") binary ??= data;
    o += 8 + length + ((4 - (length % 4)) % 4);
  }
  if (json === undefined) fail("not-gltf", "file", "must have a chunk of JSON", `${bytes.length} bytes`);
  return { json, binary };
}

function parseJson(bytes: Uint8Array): Json {
  let data: unknown;
  try {
    data = JSON.parse(decodeText(bytes));
  } catch {
    fail("not-json", "file", "must be JSON, or GLB", decodeText(bytes.subarray(0, 20)));
  }
  if (typeof data !== "object" || data === null || Array.isArray(data)) fail("not-gltf", "file", "must be glTF", data);
  return data as Json;
}

function readIndices(list: unknown): number[] {
  if (list === undefined) return [];
  const isGood = Array.isArray(list) && list.every((k) => Number.isInteger(k) && k >= 0);
  if (!isGood) fail("not-gltf", "file", "must have lists of whole numbers for nodes", typeof list);
  return list as number[];
}

function readNumbers(list: unknown, length: number, standard: readonly number[]): readonly number[] {
  if (list === undefined) return standard;
  const isGood = Array.isArray(list) && list.length === length && list.every(Number.isFinite);
  if (!isGood) fail("not-gltf", "file", `must have ${length} finite numbers in a transform`, typeof list);
  return list as number[];
}

function readTransform(node: Json): Transform {
  if (node.matrix !== undefined) {
    // column by column
    const m = readNumbers(node.matrix, 16, []);
    return [0, 1, 2].flatMap((r) => [m[r], m[4 + r], m[8 + r], m[12 + r]]);
  }
  const [t, q, s] = [
    readNumbers(node.translation, 3, [0, 0, 0]),
    readNumbers(node.rotation, 4, [0, 0, 0, 1]),
    readNumbers(node.scale, 3, [1, 1, 1]),
  ];
  const R = new Float64Array(13);
  mat3.setIdentity(R, 0);
  if (quat.normalize(R, 9, Float64Array.from(q), 0)) quat.toMatrix(R, 0, R, 9);
  return [0, 1, 2].flatMap((r) => [R[3 * r] * s[0], R[3 * r + 1] * s[1], R[3 * r + 2] * s[2], t[r]]);
}

function multiply(A: Transform, B: Transform): Transform {
  return [0, 1, 2].flatMap((r) =>
    [0, 1, 2, 3].map((c) => {
      const sum = [0, 1, 2].reduce((total, k) => total + A[4 * r + k] * B[4 * k + c], 0);
      return c === 3 ? sum + A[4 * r + 3] : sum;
    }),
  );
}

function addMesh(builder: MeshBuilder, source: GltfSource, mesh: number, at: Transform): void {
  const record = readList(source.json, "meshes")[mesh];
  if (record === undefined) fail("not-gltf", "file", "must have the mesh that a node names", mesh);
  for (const primitive of readList(record, "primitives")) {
    const kind = primitive.mode ?? mode.triangles;
    if (kind !== mode.triangles && kind !== mode.strip && kind !== mode.fan) {
      fail("not-triangles", "file", "must have triangles, or strips or fans of them", kind);
    }
    if (typeof primitive.extensions === "object" && JSON.stringify(primitive.extensions).includes("compression")) {
      fail("compressed", "file", "must not be compressed", "a compressed primitive", "export it without compression");
    }
    const attributes = (primitive.attributes ?? {}) as Json;
    const positions = readAccessor(source, attributes.POSITION, 3);
    const places = Array.from({ length: positions.length / 3 }, (_, v) => {
      const [x, y, z] = [0, 1, 2].map((r) => {
        const p = 3 * v;
        return (
          at[4 * r] * positions[p] + at[4 * r + 1] * positions[p + 1] + at[4 * r + 2] * positions[p + 2] + at[4 * r + 3]
        );
      });
      return builder.addVertex(x, y, z);
    });
    const order =
      primitive.indices === undefined ? places.map((_, k) => k) : readAccessor(source, primitive.indices, 1);
    addTriangles(builder, places, order, kind);
  }
}

function addTriangles(builder: MeshBuilder, places: readonly number[], order: ArrayLike<number>, kind: number): void {
  const place = (k: number): number => {
    const v = order[k];
    if (!(v < places.length)) fail("out-of-range", "file", `must have indices below ${places.length}`, v);
    return places[v];
  };
  const isList = kind === mode.triangles;
  for (let k = 0; k + 2 < order.length; k += isList ? 3 : 1) {
    const isOdd = kind === mode.strip && k % 2 === 1;
    const first = kind === mode.fan ? 0 : k;
    if (isOdd) builder.addFace([place(k + 1), place(k), place(k + 2)]);
    else builder.addFace([place(first), place(k + 1), place(k + 2)]);
  }
}
