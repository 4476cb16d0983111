/** Bodies of a world: options of mass, shape and surface, divided into those of `rigid` and those of `contact`. */

import { requireKnown } from "../../constrain/index.js";
import { type Materials, PartTable, type SurfaceOptions } from "../../contact/index.js";
import { fail, requireKeys, requireOptions, requirePositive } from "../../math/index.js";
import {
  type BodyOptions,
  bodyKeys,
  combineMass,
  type MassProperties,
  RigidSystem,
  scaleMass,
} from "../../rigid/index.js";
import type { PlacedShape, WorldBodyOptions } from "./body-options.js";
import { defaultDensity } from "./parameters.js";
import { requireBodyMagnitudes } from "./physical-bounds.js";
import { massOfShape } from "./shape-mass.js";

/** Options of a body, divided into those of `rigid` and those of `contact`. */
export interface SplitBody {
  /** Options of the rigid body, mass properties among them. */
  readonly body: BodyOptions;
  /** Shapes of the body with their poses. */
  readonly shapes: readonly PlacedShape[];
  /** Surface of all shapes. */
  readonly surface: SurfaceOptions;
  /** Whether the body was given one shape, by `shape`. */
  readonly isSingle: boolean;
}

const surfaceKeys: readonly string[] = [
  "restitution",
  "friction",
  "staticFriction",
  "rollingFriction",
  "spinningFriction",
  "surfaceVelocity",
  "material",
  "group",
  "collidesWith",
];

const worldKeys: readonly string[] = ["shape", "shapes", "density", ...bodyKeys, ...surfaceKeys];

const particleKeys: readonly string[] = ["mass", "position", "velocity", "fixed", "path", "collide", ...surfaceKeys];

/** Throws for an unknown option of a particle. */
export function requireParticleKeys(path: string, options: object): void {
  requireKeys(path, options, "{ position: [0, 1, 0] }", particleKeys);
}

/** Divides options into those of the surface and all others. */
export function splitSurface<T extends SurfaceOptions>(
  options: T,
): { surface: SurfaceOptions; rest: Omit<T, keyof SurfaceOptions> } {
  const entries = Object.entries(options).filter(([, value]) => value !== undefined);
  const isOfSurface = ([key]: [string, unknown]) => surfaceKeys.includes(key);
  return {
    surface: Object.fromEntries(entries.filter(isOfSurface)),
    rest: Object.fromEntries(entries.filter((entry) => !isOfSurface(entry))) as Omit<T, keyof SurfaceOptions>,
  };
}

/** Throws for an error in the surface of a particle, before the particle is added. */
export function requireSurface(path: string, surface: SurfaceOptions, materials: Materials): void {
  materials.requireMaterial(path, surface.material);
  const trial = new RigidSystem();
  trial.particles.addParticle({ mass: 1, position: [0, 0, 0] });
  new PartTable().addParticle(trial, 0, surface, path);
}

/** Builds a body with its parts in tables of its own, so that a body that is refused leaves no trace in the world. */
export function tryBody(
  path: string,
  options: WorldBodyOptions,
  materials: Materials,
  time: number,
): SplitBody & { readonly system: RigidSystem; readonly parts: PartTable } {
  const split = splitBody(path, options);
  materials.requireMaterial(path, split.surface.material);
  const system = new RigidSystem({ time });
  const parts = new PartTable();
  addParts(system, parts, system.addBody(split.body, path), split, path);
  requireBodyMagnitudes(path, options, system);
  return { ...split, system, parts };
}

/** Adds the parts of a body to a table. */
export function addParts(
  system: RigidSystem,
  parts: PartTable,
  body: number,
  { shapes, surface, isSingle }: SplitBody,
  path: string,
): void {
  shapes.forEach(({ density: _, ...placed }, k) => {
    const where = isSingle ? path : `${path}.shapes[${k}]`;
    parts.addPart(system, body, { ...placed, ...surface }, where, path);
  });
}

/** Divides the options of a body into those of `rigid` and those of `contact`, with the mass spread over its shapes. */
export function splitBody(path: string, options: WorldBodyOptions): SplitBody {
  requireOptions(path, options, "{ shape: createBox({ size: [1, 1, 1] }), mass: 1 }");
  requireKnown(path, options, worldKeys);
  const { surface, rest: own } = splitSurface(options);
  const { shape, shapes, mass, density, ...rest } = own;
  requireNoConflict(path, own);
  const placed: readonly PlacedShape[] = shapes ?? (shape === undefined ? [] : [{ shape }]);
  const isSingle = shapes === undefined;
  const isDriven = rest.fixed === true || rest.path !== undefined;
  const isGiven = typeof mass === "object" || rest.inertia !== undefined || (isDriven && placed.length === 0);
  if (isGiven || isDriven) {
    const given = isDriven ? {} : mass === undefined ? {} : { mass };
    return { body: { ...rest, ...given }, shapes: placed, surface, isSingle };
  }
  if (placed.length === 0) {
    const cure = "give a shape, or mass properties: boxMass({ size: [1, 1, 1] })";
    fail("missing", `${path}.shape`, "must be given, or mass properties", undefined, cure);
  }
  return { body: { ...rest, mass: spreadMass(path, placed, mass, density) }, shapes: placed, surface, isSingle };
}

/** Throws where two options say the same. */
function requireNoConflict(path: string, { shape, shapes, mass, density }: WorldBodyOptions): void {
  if (shape !== undefined && shapes !== undefined) {
    fail("conflict", `${path}.shapes`, "must be left out beside shape", shapes, "put all into shapes");
  }
  if (mass !== undefined && density !== undefined) {
    fail("conflict", `${path}.density`, "must be left out beside mass", density);
  }
}

const noMass =
  "use fixed: true for an immovable body; a body carried by a system with generalized coordinates takes a part of its mass";

/** Returns the mass properties of a body from its shapes, with its mass or a density. */
function spreadMass(
  path: string,
  placed: readonly PlacedShape[],
  mass: number | undefined,
  density = defaultDensity,
): MassProperties {
  if (mass !== undefined) requirePositive(`${path}.mass`, mass, noMass);
  requirePositive(`${path}.density`, density);
  if (placed.length === 1 && placed[0].position === undefined && placed[0].rotation === undefined) {
    const amount = mass === undefined ? { density: placed[0].density ?? density } : { mass };
    return massOfShape(`${path}.shape`, placed[0].shape, amount);
  }
  const all = combineMass(
    placed.map(({ shape, position, rotation, density: own = density }, k) => ({
      of: massOfShape(`${path}.shapes[${k}]`, shape, { density: own }),
      ...(position === undefined ? {} : { position }),
      ...(rotation === undefined ? {} : { rotation }),
    })),
  );
  return mass === undefined ? all : scaleMass(all, mass);
}
