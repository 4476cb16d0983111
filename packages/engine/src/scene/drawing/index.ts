/** The door of the room `drawing` (triangles of shapes for drawing): everything that other rooms use of it. */
export { type ShapeMeshOptions, triangulateShape } from "./shape-mesh.js";
export type { ShapeMesh } from "./triangle-mesh.js";
