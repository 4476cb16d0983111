/**
 * From a scene file to a world. What a file alone cannot tell, physics, is checked here: what overlaps, constraints that
 * cannot be met, meshes that are open. All of it is said at once, with the places and ids of the file.
 *
 *   const { world, bodies } = buildScene(requireScene(JSON.parse(text)));
 */
import type { LinearProgramSolver } from "../contact/index.js";
import { World, type WorldOptions } from "../world/index.js";
import { buildBodies } from "./build-bodies.js";
import { buildConstraints } from "./build-constraints.js";
import { buildForces } from "./build-forces.js";
import { buildGeneralized } from "./build-generalized.js";
import { inlineMeshes, type ReadMesh } from "./build-meshes.js";
import { buildParticles } from "./build-particles.js";
import { Surfaces } from "./build-surfaces.js";
import { Things } from "./build-things.js";
import { verifyApart, verifyConstraints } from "./build-verify.js";
import { requireScene } from "./check.js";
import type { SceneFile } from "./file.js";
import type { Model } from "./model.js";
import { FaultList } from "./problem.js";

export interface BuildOptions {
  /** Reads the file of a mesh; `path` is its place in the scene, for errors. Without it, meshes from files are refused. */
  readonly readMesh?: ReadMesh;
  /** For `resting: "lp-1989"`. */
  readonly linearProgram?: LinearProgramSolver;
}

/** The world of a scene, at t = 0, with names for what is in it. Throws `SceneError` with every problem. */
export function buildScene(scene: SceneFile, options: BuildOptions = {}): Model {
  const faults = new FaultList();
  const whole = inlineMeshes(faults, requireScene(scene), options.readMesh);
  faults.settle();
  const world = faults.attempt("method", () => new World(readMethod(whole, options)));
  if (world === null) return faults.settle() as never;
  const things = new Things(world);
  const surfaces = new Surfaces(world, whole);
  const bodies = buildBodies(faults, things, surfaces, whole);
  const particles = buildParticles(faults, things, surfaces, whole);
  surfaces.setPairs();
  // what follows names these
  faults.settle();
  const generalized = buildGeneralized(faults, things, whole);
  const constraints = buildConstraints(faults, things, whole);
  faults.settle();
  const forces = buildForces(faults, things, whole);
  faults.settle();
  const mended = verifyConstraints(faults, world, constraints);
  faults.settle();
  verifyApart(faults, world, bodies, particles);
  faults.settle();
  const { name = "scene", description = "", run = {} } = whole;
  const { duration = 5, sampleRate = 60 } = run;
  const warnings = mended;
  const parts = { bodies, particles, constraints, forces, generalized };
  const { breaks } = things;
  return { world, name, description, duration, sampleRate, ...parts, breaks, scene: whole, warnings };
}

function readMethod({ gravity, method = {} }: SceneFile, { linearProgram }: BuildOptions): WorldOptions {
  const { stepper: _, seed: __, ...rest } = method;
  return {
    ...(gravity === undefined ? {} : { gravity }),
    ...(linearProgram === undefined ? {} : { linearProgram }),
    ...(rest as WorldOptions),
  };
}
