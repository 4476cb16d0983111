/** The door of the room `build` (models built from scene files): everything that other rooms use of it. */
export { type BuildOptions, buildScene } from "./build.js";
export { omitUndefined, weighBody } from "./build-bodies.js";
export type { ReadMesh } from "./build-meshes.js";
export type { Model, ModelBody, ModelConstraint, ModelForce, ModelGeneralized, ModelParticle } from "./model.js";
