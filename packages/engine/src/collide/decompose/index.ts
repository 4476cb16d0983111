/** The decompose of collide: what other rooms use of it. */
export {
  type ConvexPart,
  createCompoundOfMesh,
  type DecomposeOptions,
  type Decomposition,
  decomposeConvex,
  type MeshCompound,
  type MeshCompoundOptions,
} from "./decompose.js";
