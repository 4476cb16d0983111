/**
 * Materials of the file, and what bodies and particles make of them. A value given at a body wins over that of its
 * material; what two materials are to one another holds for both all the same.
 */
import type { Material, SurfaceOptions } from "../contact/index.js";
import type { World } from "../world/index.js";
import type { SceneBody, SceneFile, SceneParticle } from "./file.js";

export class Surfaces {
  private readonly world: World;
  private readonly scene: SceneFile;
  /** The indices in the world of each material of the file: as it is, and with values given at bodies. */
  private readonly variants = new Map<string, number[]>();
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
    const base = this.scene.materials?.[material] ?? {};
    const { friction: mu = base.friction ?? 0, restitution: epsilon = base.restitution ?? 0 } = thing;
    // a coefficient given here is also that of what sticks, unless that is given too
    const held = staticFriction ?? (friction === undefined ? (base.staticFriction ?? mu) : mu);
    const isOwn = friction === undefined && restitution === undefined && staticFriction === undefined;
    const key = isOwn ? material : `${material}, friction ${mu}, restitution ${epsilon}, static friction ${held}`;
    const numbers = { friction: mu, restitution: epsilon, staticFriction: held };
    const index = this.known.get(key) ?? this.world.materials.add(key, numbers);
    if (!this.known.has(key)) {
      this.known.set(key, index);
      this.variants.set(material, [...(this.variants.get(material) ?? []), index]);
    }
    return { material: index, ...belt };
  }

  /** To be called once all surfaces are there. */
  setPairs(): void {
    for (const { a, b, ...numbers } of this.scene.pairs ?? []) {
      for (const i of this.variants.get(a) ?? []) {
        for (const j of this.variants.get(b) ?? []) this.world.materials.setPair(i, j, pick(numbers));
      }
    }
  }
}

/** Those that are given. */
function pick(numbers: { readonly [key in keyof Material]?: number | undefined }): Material {
  return Object.fromEntries(Object.entries(numbers).filter(([, value]) => value !== undefined));
}
