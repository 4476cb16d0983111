/** Meshes from the bytes of a file, by the ending of its name: OBJ, STL, glTF and GLB. */
import { fail } from "../math/index.js";
import type { MeshData } from "./build-meshes.js";
import { decodeText } from "./mesh-bytes.js";
import { parseGltf } from "./mesh-gltf.js";
import type { ReadBuffer } from "./mesh-gltf-data.js";
import { parseObj } from "./mesh-obj.js";
import { parseStl } from "./mesh-stl.js";

/**
 * The vertices and faces in a file; corners at the same place are one. `readBuffer` reads what a glTF file names beside
 * itself. Throws `RigorError` for what is no such file.
 */
export function parseMesh(file: string, bytes: Uint8Array, readBuffer?: ReadBuffer): MeshData {
  const ending = /\.([A-Za-z]+)$/.exec(file)?.[1].toLowerCase();
  if (ending === "obj") return parseObj(decodeText(bytes));
  if (ending === "stl") return parseStl(bytes);
  if (ending === "gltf" || ending === "glb") return parseGltf(bytes, readBuffer);
  return fail("unknown-format", "file", "must be an OBJ, STL, glTF or GLB file", file, "its name tells by its ending");
}
