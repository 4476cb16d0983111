/**
 * Materials of the file, and their variants with values given at bodies and particles. Such a value wins over that of the
 * material; the pairs of a material hold for all its variants.
 */
import type { Material, SurfaceOptions } from "../../contact/index.js";
import type { World } from "../../world/index.js";
import type { SceneBody, SceneFile, SceneParticle, SceneSurface } from "../format/index.js";

/** The surfaces of bodies and particles, as materials of the world. */
export class Surfaces {
  private readonly world: World;
  private readonly scene: SceneFile;
  /** The indices in the world of the variants of each material of the file. */
  private readonly variants = new Map<string, number[]>();
  /** The index in the world of each variant, by its name. */
  private readonly known = new Map<string, number>();

  constructor(world: World, scene: SceneFile) {
    this.world = world;
    this.scene = scene;
  }

  /** The surface of a body or particle. */
  add(thing: SceneBody | SceneParticle): SurfaceOptions {
    const { material, friction, restitution, staticFriction } = thing;
    const velocity = "surfaceVelocity" in thing ? thing.surfaceVelocity : undefined;
    const belt = velocity === undefined ? {} : { surfaceVelocity: velocity };
    if (material === undefined) return { ...pick({ friction, restitution, staticFriction }), ...belt };
    const { key, numbers } = mixSurface(thing, material, this.scene.materials?.[material] ?? {});
    const index = this.known.get(key) ?? this.world.materials.add(key, numbers);
    if (!this.known.has(key)) {
      this.known.set(key, index);
      this.variants.set(material, [...(this.variants.get(material) ?? []), index]);
    }
    return { material: index, ...belt };
  }

  /** Sets the pairs of materials; called after all surfaces are added. */
  setPairs(): void {
    for (const { a, b, ...numbers } of this.scene.pairs ?? []) {
      for (const i of this.variants.get(a) ?? []) {
        for (const j of this.variants.get(b) ?? []) this.world.materials.setPair(i, j, pick(numbers));
      }
    }
  }
}

/** The coefficients of a surface with a material, and the name of that variant of the material. */
function mixSurface(thing: SceneSurface, material: string, base: SceneSurface) {
  const { friction, restitution, staticFriction } = thing;
  const { friction: mu = base.friction ?? 0, restitution: epsilon = base.restitution ?? 0 } = thing;
  // a kinetic coefficient given here is the static one too, unless that is given
  const muStatic = staticFriction ?? (friction === undefined ? (base.staticFriction ?? mu) : mu);
  const isOwn = friction === undefined && restitution === undefined && staticFriction === undefined;
  const key = isOwn ? material : `${material}, friction ${mu}, restitution ${epsilon}, static friction ${muStatic}`;
  return { key, numbers: { friction: mu, restitution: epsilon, staticFriction: muStatic } };
}

/** The numbers that are given. */
function pick(numbers: { readonly [key in keyof Material]?: number | undefined }): Material {
  return Object.fromEntries(Object.entries(numbers).filter(([, value]) => value !== undefined));
}
