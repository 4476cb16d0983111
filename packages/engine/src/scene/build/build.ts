/**
 * Construction of a world from a scene file. Physical faults are found here: overlaps, constraints that cannot be satisfied,
 * open meshes. They are reported with the places and ids of the file, together with all faults of the check: faulty entries
 * are omitted, and the rest is built all the same.
 *
 *   const { world, bodies } = buildScene(JSON.parse(text));
 */
import type { LinearProgramSolver } from "../../contact/index.js";
import { World, type WorldOptions } from "../../world/index.js";
import {
  exemptJoinedPairs,
  FaultList,
  findFaults,
  type RecoveredScene,
  recoverScene,
  SceneError,
} from "../check/index.js";
import { defaultDuration, defaultSampleRate, type SceneFile } from "../format/index.js";
import { buildBodies } from "./build-bodies.js";
import { buildConstraints } from "./build-constraints.js";
import { buildForces } from "./build-forces.js";
import { buildGeneralized } from "./build-generalized.js";
import { inlineMeshes, type ReadMesh } from "./build-meshes.js";
import { buildParticles } from "./build-particles.js";
import { Surfaces } from "./build-surfaces.js";
import { verifyApart, verifyConstraints } from "./build-verify.js";
import type { Model } from "./model.js";
import { Registry } from "./registry.js";

/** Options of `buildScene`. */
export interface BuildOptions {
  /** The reader of mesh files; `path` is the place in the scene, for errors. Without it, mesh files are refused. */
  readonly readMesh?: ReadMesh;
  /** The solver of linear programs for `resting: "lp-1989"`. */
  readonly linearProgram?: LinearProgramSolver;
  /** The callback that receives the stage of building and its progress, often. */
  readonly onProgress?: OnBuildProgress;
}

/** A progress callback: the stage ("bodies", "constraints", "overlaps", "contacts"), the entries done, and their total number. */
type OnBuildProgress = (stage: string, done: number, total: number) => void;

/** The model of a scene at t = 0. Throws `SceneError` with every problem. */
export function buildScene(scene: SceneFile, options: BuildOptions = {}): Model {
  const found = findFaults(scene);
  const nothing = new Set<string>();
  if (found.length === 0) {
    return build({ scene, omitted: nothing, unplaced: nothing, hasSpeeds: true, hasContacts: true }, [], options);
  }
  try {
    const recovered = recoverScene(scene, found);
    if (recovered !== null) build(recovered, found, options);
  } catch (error) {
    if (error instanceof SceneError) throw error;
    // the rest cannot be built without the omitted entries
  }
  throw new SceneError(found);
}

function build(recovered: RecoveredScene, found: SceneError["faults"], options: BuildOptions): Model {
  const { onProgress = () => {} } = options;
  const faults = new FaultList(found, recovered.omitted, recovered.unplaced, onProgress);
  const whole = inlineMeshes(faults, recovered.scene, options.readMesh);
  const world = faults.attempt("method", () => new World(readMethod(whole, options))) ?? new World();
  const registry = new Registry(world);
  const surfaces = new Surfaces(world, whole);
  const bodies = buildBodies(faults, registry, surfaces, whole);
  const particles = buildParticles(faults, registry, surfaces, whole);
  surfaces.setPairs();
  const generalized = buildGeneralized(faults, registry, whole);
  const constraints = buildConstraints(faults, registry, whole);
  const forces = buildForces(faults, registry, whole);
  onProgress("constraints", constraints.length, constraints.length);
  const warnings = verifyConstraints(faults, world, constraints, recovered.hasSpeeds);
  if (recovered.hasContacts)
    verifyApart(faults, world, bodies, particles, exemptJoinedPairs(whole, faults), onProgress);
  faults.throwIfAny();
  const { name = "scene", description = "", run = {} } = whole;
  const { duration = defaultDuration, sampleRate = defaultSampleRate } = run;
  const parts = {
    bodies: bodies.flatMap((each) => each ?? []),
    particles: particles.flatMap((each) => each ?? []),
    constraints: constraints.flatMap((each) => each ?? []),
    forces: forces.flatMap((each) => each ?? []),
    generalized: generalized.flatMap((each) => each ?? []),
  };
  const { breaks } = registry;
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
