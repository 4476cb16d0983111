/** The door of the room `meshes` (readers of mesh files): everything that other rooms use of it. */
export type { MeshData } from "./mesh-builder.js";
export { parseMesh } from "./mesh-file.js";
export type { ReadBuffer } from "./mesh-gltf-data.js";
export { joinSeams } from "./mesh-seams.js";
