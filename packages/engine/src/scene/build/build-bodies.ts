/** The bodies of the file, added to the world. */
import {
  type BodyPath,
  combineMass,
  createKeyFramePath,
  createRotatePath,
  givenMass,
  type MassProperties,
  scaleMass,
} from "../../rigid/index.js";
import type { FaultList } from "../check/index.js";
import { defaultDensity, type PlacedShape, type SceneBody, type SceneFile, type SceneMotion } from "../format/index.js";
import { buildParts, weighShape } from "./build-shape.js";
import type { Surfaces } from "./build-surfaces.js";
import type { ModelBody } from "./model.js";
import type { Registry } from "./registry.js";

/** Adds the bodies of the file to the world; the entry of a body that cannot be built is null. */
export function buildBodies(
  faults: FaultList,
  registry: Registry,
  surfaces: Surfaces,
  scene: SceneFile,
): (ModelBody | null)[] {
  return faults.map("bodies", scene.bodies, (body, path) => buildBody(faults, path, registry, surfaces, body, scene));
}

function buildBody(
  faults: FaultList,
  path: string,
  registry: Registry,
  surfaces: Surfaces,
  body: SceneBody,
  scene: SceneFile,
): ModelBody | null {
  const { id, fixed = false, motion, color, position, rotation, velocity, angularVelocity, group, collidesWith } = body;
  const before = faults.faults.length;
  const isFree = !fixed && motion === undefined;
  const { shapes, parts, isWhole } = buildShapes(faults, path, body, isFree);
  const way =
    motion === undefined
      ? null
      : faults.attempt(`${path}.motion`, () => registry.breaks.add(motion, buildPath(motion, body)));
  const mass = isFree ? weigh(faults, path, body, scene, isWhole) : null;
  if (!isWhole || faults.faults.length > before || faults.unplaced.has(path)) return null;
  const options = {
    shapes: parts,
    fixed,
    ...(way === null ? { position, rotation, velocity, angularVelocity } : { path: way }),
    group,
    collidesWith,
    ...surfaces.add(body),
  };
  const given = { ...omitUndefined(options), ...(mass === null ? {} : { mass }) };
  const index = faults.attempt(path, () => registry.world.addBody(given));
  if (index === null) return null;
  registry.byId.set(id, { kind: "body", index, isFree, body });
  const { rotation: startRotation } = registry.world.system.getPose(index);
  const state = { fixed, driven: motion !== undefined, startRotation };
  return { id, index, shapes, ...state, ...(color === undefined ? {} : { color }) };
}

/** The shapes of a body, their collision parts, and whether all of them could be built. */
function buildShapes(faults: FaultList, path: string, body: SceneBody, isFree: boolean) {
  const shapes = listShapes(body);
  // a body may lack shapes only if the file says so
  let isWhole = shapes.length > 0 || !faults.unplaced.has(path);
  const parts = shapes.flatMap((shape, s) => {
    const where = body.shape === undefined ? `${path}.shapes[${s}]` : `${path}.shape`;
    // a mesh that could not be read still names its file
    const isUnread = shape.type === "mesh" && shape.file !== undefined;
    const built = isUnread ? null : faults.attempt(where, () => buildParts(shape, isFree));
    isWhole &&= built !== null;
    return built ?? [];
  });
  return { shapes, parts, isWhole };
}

/** The mass properties of a body; where its shapes are at fault, its own mass and inertia are checked all the same. */
function weigh(
  faults: FaultList,
  path: string,
  body: SceneBody,
  scene: SceneFile,
  hasShapes: boolean,
): MassProperties | null {
  if (hasShapes) return faults.attempt(path, () => weighBody(body, scene));
  const { mass = 1, inertia } = body;
  if (inertia !== undefined) faults.attempt(path, () => givenMass({ mass, inertia }));
  return null;
}

function listShapes({ shape, shapes }: SceneBody): readonly PlacedShape[] {
  return shapes ?? (shape === undefined ? [] : [shape]);
}

/** Whether a body has a mass and a centre of mass, which a plane has not. */
export function isSolid(body: SceneBody): boolean {
  return listShapes(body).every(({ type }) => type !== "plane");
}

/** The mass properties of a body: those of its shapes, with the values that the file gives instead. */
export function weighBody(body: SceneBody, scene: Pick<SceneFile, "materials">): MassProperties {
  const { mass, inertia, centerOfMass } = body;
  const placed = listShapes(body);
  if (placed.length === 0) {
    const center = centerOfMass === undefined ? {} : { center: centerOfMass };
    return givenMass({ mass: mass ?? 1, inertia: inertia ?? [1, 1, 1], ...center });
  }
  const density = readDensity(body, scene);
  const all = combineMass(
    placed.map((part) => ({
      of: weighShape(part, part.mass === undefined ? { density: part.density ?? density } : { mass: part.mass }),
      ...(part.position === undefined ? {} : { position: part.position }),
      ...(part.rotation === undefined ? {} : { rotation: part.rotation }),
    })),
  );
  const scaled = mass === undefined ? all : scaleMass(all, mass);
  if (inertia === undefined && centerOfMass === undefined) return scaled;
  return givenMass({
    mass: scaled.mass,
    center: centerOfMass ?? scaled.center,
    inertia: inertia ?? scaled.inertia,
  });
}

/** The density of a body, kg/m³: its own, that of its material, or the default. */
function readDensity({ density, material }: SceneBody, { materials = {} }: Pick<SceneFile, "materials">): number {
  return density ?? (material === undefined ? undefined : materials[material]?.density) ?? defaultDensity;
}

/** The path of a motion; the pose of the body completes keys without positions or rotations. */
export function buildPath(
  motion: SceneMotion,
  { position, rotation }: Pick<SceneBody, "position" | "rotation">,
): BodyPath {
  const pose = omitUndefined({ position, rotation });
  if (motion.type === "rotate") {
    const { type: _, ...options } = motion;
    return createRotatePath({ ...pose, ...options });
  }
  const { type: _, ...options } = motion;
  return createKeyFramePath({
    ...(options.positions === undefined && position !== undefined ? { position } : {}),
    ...(options.rotations === undefined && rotation !== undefined ? { rotation } : {}),
    ...options,
  });
}

/** Options without the keys whose value is undefined. */
export function omitUndefined<T extends object>(options: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
