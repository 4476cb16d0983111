/**
 * A glTF 2.0 document as plain data, and its binary form. Numbers go into one buffer with a view for each use: corners and
 * normals, indices of two and of four bytes, key frames.
 *
 *   GLB:   "glTF" 2 length,   length "JSON" text and blanks,   length "BIN" bytes and zeros;   all counts are of bytes, in u32
 */

export interface GltfNode {
  readonly name: string;
  mesh?: number;
  camera?: number;
  children?: number[];
  translation?: readonly number[];
  rotation?: readonly number[];
  scale?: readonly number[];
  extensions?: object;
  extras?: object;
}

interface GltfAccessor {
  readonly bufferView: number;
  readonly byteOffset: number;
  readonly componentType: number;
  readonly count: number;
  readonly type: "SCALAR" | "VEC3" | "VEC4";
  readonly min?: readonly number[];
  readonly max?: readonly number[];
}

/** The lists of a document that its writer fills; empty ones are left out of the file. */
export interface GltfLists {
  readonly nodes: GltfNode[];
  readonly meshes: object[];
  readonly materials: object[];
  readonly cameras: object[];
}

type Numbers = Float32Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;
type AccessorUse = "corners" | "indices" | "wide indices" | "keys";

/** The glTF types of each use of a buffer: component type and buffer target. */
const uses = {
  corners: { componentType: 5126, target: 34962, byteStride: 12 },
  indices: { componentType: 5123, target: 34963 },
  "wide indices": { componentType: 5125, target: 34963 },
  keys: { componentType: 5126 },
} as const;
const widths = { SCALAR: 1, VEC3: 3, VEC4: 4 } as const;

/** Gathers lists of numbers. */
export class GltfBuffer {
  readonly accessors: GltfAccessor[] = [];
  private readonly views = new Map<AccessorUse, { index: number; length: number; parts: Numbers[] }>();

  /** Adds numbers, in one or several lists, and returns the place of their accessor; with their bounds, where glTF asks for them. */
  add(use: AccessorUse, type: "SCALAR" | "VEC3" | "VEC4", lists: readonly Numbers[], isBounded = false): number {
    const view = this.views.get(use) ?? { index: this.views.size, length: 0, parts: [] };
    this.views.set(use, view);
    const width = widths[type];
    const accessor = {
      bufferView: view.index,
      byteOffset: view.length,
      componentType: uses[use].componentType,
      count: lists.reduce((sum, { length }) => sum + length, 0) / width,
      type,
    };
    for (const numbers of lists) {
      view.parts.push(numbers);
      view.length += numbers.byteLength;
    }
    return this.accessors.push(isBounded ? { ...accessor, ...measureBounds(lists, width) } : accessor) - 1;
  }

  /** The number of bytes, and the place of each view in them. */
  list(): { length: number; bufferViews: object[] } {
    const bufferViews: object[] = [];
    let length = 0;
    for (const [use, view] of this.views) {
      const { componentType: _, ...rest } = uses[use];
      bufferViews.push({ buffer: 0, byteOffset: length, byteLength: view.length, ...rest });
      length = roundUp(length + view.length);
    }
    return { length, bufferViews };
  }

  /** Puts all of them into a file. */
  copy(file: Uint8Array, start: number): void {
    let place = start;
    for (const { parts } of this.views.values()) {
      for (const part of parts) {
        file.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), place);
        place += part.byteLength;
      }
      place = start + roundUp(place - start);
    }
  }
}

function measureBounds(lists: readonly Numbers[], width: number): { min: number[]; max: number[] } {
  const min = new Array<number>(width).fill(Infinity);
  const max = new Array<number>(width).fill(-Infinity);
  for (const numbers of lists) {
    for (let k = 0; k < numbers.length; k += width) {
      for (let c = 0; c < width; c++) {
        const x = numbers[k + c];
        if (x < min[c]) min[c] = x;
        if (x > max[c]) max[c] = x;
      }
    }
  }
  return { min, max };
}

/** To a whole number of words. */
function roundUp(length: number): number {
  return (length + 3) & ~3;
}

const jsonChunk = 0x4e4f534a;
const binaryChunk = 0x004e4942;

/** A document and its numbers, `length` bytes, as one file. */
export function packGlb(document: object, numbers: GltfBuffer, length: number): Uint8Array {
  const text = Buffer.from(JSON.stringify(document));
  const jsonLength = roundUp(text.length);
  const binaryLength = length === 0 ? 0 : 8 + length;
  const file = new Uint8Array(20 + jsonLength + binaryLength);
  const head = new DataView(file.buffer);
  const putChunk = (place: number, length: number, type: number) => {
    head.setUint32(place, length, true);
    head.setUint32(place + 4, type, true);
  };
  putChunk(0, 0x46546c67, 2);
  head.setUint32(8, file.length, true);
  putChunk(12, jsonLength, jsonChunk);
  file.fill(32, 20, 20 + jsonLength);
  file.set(text, 20);
  if (binaryLength > 0) {
    putChunk(20 + jsonLength, length, binaryChunk);
    numbers.copy(file, 28 + jsonLength);
  }
  return file;
}
