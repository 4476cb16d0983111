/** Meshes from the bytes of a file, by the ending of its name: OBJ, STL, glTF and GLB. */
import { fail } from "../../math/index.js";
import type { MeshData } from "./mesh-builder.js";
import { decodeText } from "./mesh-bytes.js";
import { parseGltf } from "./mesh-gltf.js";
import type { ReadBuffer } from "./mesh-gltf-data.js";
import { parseObj } from "./mesh-obj.js";
import { parseStl } from "./mesh-stl.js";

/**
 * The vertices and faces of a mesh file, with corners at the same place merged. `readBuffer` reads the buffers that a glTF
 * file names. Throws `RigorError` for other files.
 */
export function parseMesh(file: string, bytes: Uint8Array, readBuffer?: ReadBuffer): MeshData {
  const ending = /\.([A-Za-z]+)$/.exec(file)?.[1].toLowerCase();
  if (ending === "obj") return parseObj(decodeText(bytes));
  if (ending === "stl") return parseStl(bytes);
  if (ending === "gltf" || ending === "glb") return parseGltf(bytes, readBuffer);
  return fail(
    "unknown-format",
    "file",
    "must be an OBJ, STL, glTF or GLB file",
    file,
    "the ending of its name gives the format",
  );
}
