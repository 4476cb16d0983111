export { advanceModel } from "./advance.js";
export { type BuildOptions, buildScene } from "./build.js";
export type { MeshData, ReadMesh } from "./build-meshes.js";
export { checkScene, requireScene } from "./check.js";
export { describeWorld, type WorldNames } from "./describe-world.js";
export type * from "./file.js";
export type * from "./file-joints.js";
export type * from "./file-parts.js";
export { Magnitudes, measureWeight } from "./magnitudes.js";
export { parseMesh } from "./mesh-file.js";
export type { ReadBuffer } from "./mesh-gltf-data.js";
export type { Model, ModelBody, ModelConstraint, ModelForce, ModelGeneralized, ModelParticle } from "./model.js";
export { SceneError, type SceneProblem } from "./problem.js";
export { type SceneFrame, SceneRun, type Summary } from "./run.js";
export type { RunFigures, RunState } from "./run-state.js";
export {
  type BodySample,
  type ConstraintSample,
  type ContactSample,
  type EnergySample,
  formatSample,
  type GeneralizedSample,
  type ParticleSample,
  packedSizes,
  packParts,
  type Sample,
  type SceneEvent,
  type SceneEventType,
  takeSample,
} from "./sample.js";
export { saveScene } from "./save.js";
export { sceneSchema } from "./schema.js";
export { type ShapeMesh, type ShapeMeshOptions, triangulateShape } from "./shape-mesh.js";
