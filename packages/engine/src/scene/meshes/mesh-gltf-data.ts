/** The numbers of glTF: accessors, buffer views, and buffers in the file, in data URIs or in files of their own. */
import { fail } from "../../math/index.js";

/** A reader of the buffer files that a glTF file names. */
export type ReadBuffer = (uri: string) => Uint8Array;

/** An object of a JSON file. */
export type Json = { readonly [key: string]: unknown };

/** A glTF file with its buffers. */
export interface GltfSource {
  /** The JSON part. */
  readonly json: Json;
  /** The binary chunk of a GLB file. */
  readonly binary: Uint8Array | undefined;
  /** The reader of buffer files, if there are files. */
  readonly readBuffer: ReadBuffer | undefined;
  /** The buffers read so far, by index. */
  readonly buffers: Map<number, Uint8Array>;
}

/** The list of objects under a key, or an empty one. */
export function readList(json: Json, key: string): Json[] {
  const list = json[key] ?? [];
  const isGood = Array.isArray(list) && list.every((entry) => typeof entry === "object" && entry !== null);
  if (!isGood) fail("not-gltf", "file", `must have a list of objects as ${key}`, typeof list);
  return list as Json[];
}

/** A component type: its bytes, its reader, and the divisor of normalised values. */
type Component = readonly [size: number, read: (view: DataView, o: number) => number, scale: number];

const components: Readonly<Record<number, Component>> = {
  5120: [1, (view, o) => view.getInt8(o), 127],
  5121: [1, (view, o) => view.getUint8(o), 255],
  5122: [2, (view, o) => view.getInt16(o, true), 32767],
  5123: [2, (view, o) => view.getUint16(o, true), 65535],
  5125: [4, (view, o) => view.getUint32(o, true), 1],
  5126: [4, (view, o) => view.getFloat32(o, true), 1],
};

/** All numbers of an accessor with `width` numbers an entry. */
export function readAccessor(source: GltfSource, index: unknown, width: number): Float64Array {
  const accessor = findAccessor(source, index);
  const { componentType, count, normalized = false, byteOffset = 0 } = accessor;
  const component = components[componentType as number];
  const type = width === 1 ? "SCALAR" : "VEC3";
  if (component === undefined || accessor.type !== type || !isCount(count) || !isCount(byteOffset)) {
    fail("not-gltf", "file", `must have ${type} accessors of numbers`, [accessor.type, componentType, count]);
  }
  const [size, read, scale] = component;
  const { bytes, start, stride } = openView(source, accessor.bufferView, size * width);
  const first = start + byteOffset;
  if (count > 0 && first + stride * (count - 1) + size * width > bytes.byteLength) {
    fail("cut", "file", "must have buffers as long as it says", `${bytes.byteLength} bytes`);
  }
  const out = new Float64Array(count * width);
  for (let k = 0; k < out.length; k++) {
    const value = read(bytes, first + stride * Math.floor(k / width) + size * (k % width));
    out[k] = normalized === true ? value / scale : value;
  }
  return out;
}

function findAccessor({ json }: GltfSource, index: unknown): Json {
  const accessor = typeof index === "number" ? readList(json, "accessors")[index] : undefined;
  if (accessor === undefined) fail("not-gltf", "file", "must have the accessor that it names", index);
  if (accessor.sparse !== undefined)
    fail("sparse", "file", "must not have sparse accessors", index, "export it without");
  return accessor;
}

/** The buffer of a view, where the view begins in it, and the bytes from one entry to the next. */
function openView(source: GltfSource, index: unknown, entry: number) {
  const view = readList(source.json, "bufferViews")[index as number];
  if (view === undefined) fail("not-gltf", "file", "must have the bufferView of an accessor", index);
  const buffer = openBuffer(source, view.buffer);
  const start = isCount(view.byteOffset) ? view.byteOffset : 0;
  const stride = isCount(view.byteStride) && view.byteStride > 0 ? view.byteStride : entry;
  return { bytes: new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength), start, stride };
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < 2 ** 31;
}

function openBuffer(source: GltfSource, index: unknown): Uint8Array {
  const known = source.buffers.get(index as number);
  if (known !== undefined) return known;
  const record = typeof index === "number" ? readList(source.json, "buffers")[index] : undefined;
  if (record === undefined) fail("not-gltf", "file", "must have the buffer that a view names", index);
  const buffer = loadBuffer(source, record.uri);
  source.buffers.set(index as number, buffer);
  return buffer;
}

function loadBuffer({ binary, readBuffer }: GltfSource, uri: unknown): Uint8Array {
  if (uri === undefined) return binary ?? fail("not-gltf", "file", "must have its buffer in it, or name one", uri);
  if (typeof uri !== "string") fail("not-gltf", "file", "must name buffers by strings", typeof uri);
  const data = /^data:[^,]{0,200};base64,/.exec(uri);
  if (data !== null) return decodeBase64(uri, data[0].length);
  if (readBuffer !== undefined) return readBuffer(uri);
  return fail("no-files", "file", "must have its buffers in it", uri.slice(0, 80), "there are no files to read");
}

const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

function decodeBase64(text: string, start: number): Uint8Array {
  const values = new Int16Array(128).fill(-1);
  for (let k = 0; k < 64; k++) values[digits.charCodeAt(k)] = k;
  let end = text.length;
  while (end > start && text[end - 1] === "=") end--;
  const out = new Uint8Array(Math.floor(((end - start) * 6) / 8));
  let bits = 0;
  let pending = 0;
  let o = 0;
  for (let k = start; k < end; k++) {
    const code = text.charCodeAt(k);
    const value = code < 128 ? values[code] : -1;
    if (value < 0) fail("not-base64", "file", "must have buffers in base64", text[k]);
    bits = ((bits << 6) | value) & 0xffff;
    pending += 6;
    if (pending < 8) continue;
    pending -= 8;
    out[o++] = (bits >> pending) & 0xff;
  }
  return out;
}
