/**
 * From a scene file to a world. What a file alone cannot tell, physics, is checked here: what overlaps, constraints that
 * cannot be met, meshes that are open. All of it is said at once, with the places and ids of the file, and together with
 * whatever else is wrong with it: what has faults is left out, and the rest is looked at all the same.
 *
 *   const { world, bodies } = buildScene(JSON.parse(text));
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
import { findFaults } from "./check.js";
import type { SceneFile } from "./file.js";
import type { Model } from "./model.js";
import { FaultList, SceneError } from "./problem.js";
import { doubtJoined, leaveOut, type Sound } from "./sound.js";

export interface BuildOptions {
  /** Reads the file of a mesh; `path` is its place in the scene, for errors. Without it, meshes from files are refused. */
  readonly readMesh?: ReadMesh;
  /** For `resting: "lp-1989"`. */
  readonly linearProgram?: LinearProgramSolver;
  /** Is told how far building has come, often: what is being done, and how much of it. */
  readonly onProgress?: OnBuildProgress;
}

/** What of a scene is being built or looked at: "bodies", "constraints", "overlaps", "contacts"; how many are done, and of how many. */
type OnBuildProgress = (stage: string, done: number, total: number) => void;

/** The world of a scene, at t = 0, with names for what is in it. Throws `SceneError` with every problem. */
export function buildScene(scene: SceneFile, options: BuildOptions = {}): Model {
  const found = findFaults(scene);
  const nothing = new Set<string>();
  if (found.length === 0) {
    return build({ scene, leftOut: nothing, unplaced: nothing, hasSpeeds: true, hasContacts: true }, [], options);
  }
  try {
    const sound = leaveOut(scene, found);
    if (sound !== null) build(sound, found, options);
  } catch (error) {
    if (error instanceof SceneError) throw error;
    // the rest makes no sense without what was left out
  }
  throw new SceneError(found);
}

function build(sound: Sound, found: SceneError["faults"], options: BuildOptions): Model {
  const { onProgress = () => {} } = options;
  const faults = new FaultList(found, sound.leftOut, sound.unplaced, onProgress);
  const whole = inlineMeshes(faults, sound.scene, options.readMesh);
  const world = faults.attempt("method", () => new World(readMethod(whole, options))) ?? new World();
  const things = new Things(world);
  const surfaces = new Surfaces(world, whole);
  const bodies = buildBodies(faults, things, surfaces, whole);
  const particles = buildParticles(faults, things, surfaces, whole);
  surfaces.setPairs();
  const generalized = buildGeneralized(faults, things, whole);
  const constraints = buildConstraints(faults, things, whole);
  const forces = buildForces(faults, things, whole);
  onProgress("constraints", constraints.length, constraints.length);
  const warnings = verifyConstraints(faults, world, constraints, sound.hasSpeeds);
  if (sound.hasContacts) verifyApart(faults, world, bodies, particles, doubtJoined(whole, faults), onProgress);
  faults.settle();
  const { name = "scene", description = "", run = {} } = whole;
  const { duration = 5, sampleRate = 60 } = run;
  const parts = {
    bodies: bodies.flatMap((each) => each ?? []),
    particles: particles.flatMap((each) => each ?? []),
    constraints: constraints.flatMap((each) => each ?? []),
    forces: forces.flatMap((each) => each ?? []),
    generalized: generalized.flatMap((each) => each ?? []),
  };
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
