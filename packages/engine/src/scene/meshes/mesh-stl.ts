/** STL, as text and as bytes: loose triangles, whose corners are merged where they are at the same place. */
import { fail } from "../../math/index.js";
import { MeshBuilder, type MeshData } from "./mesh-builder.js";
import { decodeText, readNumber } from "./mesh-bytes.js";
import { keywordBytes } from "./parameters.js";

/** The bytes of the head of a binary file. */
const headLength = 84;
/** The bytes of a triangle of a binary file. */
const triangleLength = 50;

/** The mesh of an STL file, binary or text. */
export function parseStl(bytes: Uint8Array): MeshData {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = bytes.length >= headLength ? view.getUint32(80, true) : 0;
  // a binary file may begin with "solid" too: it is known by its length
  if (count > 0 && bytes.length === headLength + triangleLength * count) return readBytes(view, count);
  if (decodeText(bytes.subarray(0, keywordBytes)).trimStart().startsWith("solid")) return readText(decodeText(bytes));
  const cure = `a file of bytes has ${headLength} + ${triangleLength} a triangle; one of text begins with "solid"`;
  return fail("not-stl", "file", "must be STL", `${bytes.length} bytes`, cure);
}

function readBytes(view: DataView, count: number): MeshData {
  const builder = new MeshBuilder();
  for (let t = 0; t < count; t++) {
    // behind the normal
    const o = headLength + triangleLength * t + 12;
    const corner = (k: number) => {
      const [x, y, z] = [0, 4, 8].map((c) => view.getFloat32(o + 12 * k + c, true));
      return builder.addVertex(x, y, z);
    };
    builder.addFace([corner(0), corner(1), corner(2)]);
  }
  return builder.build();
}

function readText(text: string): MeshData {
  const builder = new MeshBuilder();
  const words = text.split(/\s+/);
  let face: number[] = [];
  for (let k = 0; k < words.length; k++) {
    const word = words[k].toLowerCase();
    if (word === "vertex") {
      const [x, y, z] = [1, 2, 3].map((c) => readNumber(words[k + c], `behind vertex ${face.length}`));
      face.push(builder.addVertex(x, y, z));
      k += 3;
    } else if (word === "endloop") {
      if (face.length !== 3) fail("not-a-face", "file", "must have three vertices a loop", face.length);
      builder.addFace(face);
      face = [];
    }
  }
  if (face.length > 0) fail("cut", "file", "must end its loops", `${face.length} vertices left`);
  return builder.build();
}
