/** Bodies of the file in the world. */
import {
  type BodyPath,
  combineMass,
  createKeyFramePath,
  createRotatePath,
  givenMass,
  type MassProperties,
  scaleMass,
} from "../rigid/index.js";
import { buildParts, weighShape } from "./build-shape.js";
import type { Surfaces } from "./build-surfaces.js";
import type { Things } from "./build-things.js";
import type { PlacedShape, SceneBody, SceneFile, SceneMotion } from "./file.js";
import type { ModelBody } from "./model.js";
import type { FaultList } from "./problem.js";

/** One for each of the file; null for those that cannot be. */
export function buildBodies(
  faults: FaultList,
  things: Things,
  surfaces: Surfaces,
  scene: SceneFile,
): (ModelBody | null)[] {
  return faults.map("bodies", scene.bodies, (body, path) => buildBody(faults, path, things, surfaces, body, scene));
}

function buildBody(
  faults: FaultList,
  path: string,
  things: Things,
  surfaces: Surfaces,
  body: SceneBody,
  scene: SceneFile,
): ModelBody | null {
  const { id, fixed = false, motion, color, position, rotation, velocity, angularVelocity, group, collidesWith } = body;
  const before = faults.faults.length;
  const isHeld = fixed || motion !== undefined;
  const placed = listShapes(body);
  // without a shape only if the file says so
  let isWhole = placed.length > 0 || !faults.unplaced.has(path);
  const parts = placed.flatMap((shape, s) => {
    const where = body.shape === undefined ? `${path}.shapes[${s}]` : `${path}.shape`;
    // a mesh that could not be read
    const isOpen = shape.type === "mesh" && shape.file !== undefined;
    const built = isOpen ? null : faults.attempt(where, () => buildParts(shape, isHeld));
    isWhole &&= built !== null;
    return built ?? [];
  });
  const way =
    motion === undefined
      ? null
      : faults.attempt(`${path}.motion`, () => things.breaks.add(motion, buildPath(motion, body)));
  const mass = isHeld ? null : weigh(faults, path, body, scene, isWhole);
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
  const index = faults.attempt(path, () => things.world.addBody(given));
  if (index === null) return null;
  things.byId.set(id, { kind: "body", index, isFree: !isHeld, body });
  const { rotation: startRotation } = things.world.system.getPose(index);
  const state = { fixed, driven: motion !== undefined, startRotation };
  return { id, index, shapes: placed, ...state, ...(color === undefined ? {} : { color }) };
}

/** What a body weighs; where its shapes are at fault, what it says of itself is looked at all the same. */
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

/** Whether it has a mass and a centre. */
export function isSolid(body: SceneBody): boolean {
  return listShapes(body).every(({ type }) => type !== "plane");
}

/** What all shapes weigh together, with what the file says instead. */
export function weighBody(body: SceneBody, { materials = {} }: SceneFile): MassProperties {
  const { mass, inertia, centerOfMass, material } = body;
  const placed = listShapes(body);
  if (placed.length === 0) {
    const center = centerOfMass === undefined ? {} : { center: centerOfMass };
    return givenMass({ mass: mass ?? 1, inertia: inertia ?? [1, 1, 1], ...center });
  }
  const { density = (material === undefined ? undefined : materials[material]?.density) ?? 1000 } = body;
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

/** A path; what its keys do not tell, the body does. */
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

/** The same without what is not there. */
export function omitUndefined<T extends object>(options: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
