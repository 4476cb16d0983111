/**
 * Materials of the file, and what bodies and particles make of them. A value given at a body wins over that of its
 * material; what two materials are to one another holds for both all the same.
 */
import type { World } from "../world/index.js";
import type { SceneBody, SceneFile, SceneParticle, SceneSurface } from "./file.js";

/** What `addBody` and `addParticle` are told. */
interface BuiltSurface {
  readonly material?: number;
  readonly friction?: number;
  readonly restitution?: number;
}

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
  add(thing: SceneBody | SceneParticle): BuiltSurface {
    const { material, friction, restitution } = thing;
    if (material === undefined) {
      return { ...(friction === undefined ? {} : { friction }), ...(restitution === undefined ? {} : { restitution }) };
    }
    const base = this.scene.materials?.[material] ?? {};
    const { friction: mu = base.friction ?? 0, restitution: epsilon = base.restitution ?? 0 } = thing;
    const isOwn = mu === (base.friction ?? 0) && epsilon === (base.restitution ?? 0);
    const key = isOwn ? material : `${material}, friction ${mu}, restitution ${epsilon}`;
    const index = this.known.get(key) ?? this.world.materials.add(key, { friction: mu, restitution: epsilon });
    if (!this.known.has(key)) {
      this.known.set(key, index);
      this.variants.set(material, [...(this.variants.get(material) ?? []), index]);
    }
    return { material: index };
  }

  /** To be called once all surfaces are there. */
  setPairs(): void {
    for (const { a, b, friction, restitution } of this.scene.pairs ?? []) {
      const numbers = {
        ...(friction === undefined ? {} : { friction }),
        ...(restitution === undefined ? {} : { restitution }),
      };
      for (const i of this.variants.get(a) ?? []) {
        for (const j of this.variants.get(b) ?? []) this.world.materials.setPair(i, j, numbers);
      }
    }
  }
}

/** What is said of friction and is not simulated: delete this once the world does. */
export function warnOfFriction({ materials = {}, pairs = [], bodies = [], particles = [] }: SceneFile): string[] {
  const rubs = ({ friction = 0, staticFriction = 0 }: SceneSurface) => friction > 0 || staticFriction > 0;
  const moves = ({ surfaceVelocity }: SceneBody) => surfaceVelocity?.some((x) => x !== 0) === true;
  const isAsked = [...Object.values(materials), ...pairs, ...bodies, ...particles].some(rubs) || bodies.some(moves);
  return isAsked ? ["friction is not simulated in this version: contacts are frictionless"] : [];
}
