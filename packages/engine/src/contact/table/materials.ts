/**
 * Materials of surfaces: restitution and friction of each, and of pairs of them.
 *
 *   ε = max(ε_A, ε_B),   μ = √(μ_A μ_B), static and kinetic      unless the two materials have numbers of their own
 */
import { fail, requireInteger, requireNonNegative, requireOptions } from "../../math/index.js";
import { type PartTable, requireRestitution, requireStaticFriction } from "./part-table.js";

/** Coefficients of a material. */
export interface Material {
  /** Coefficient of restitution ε, 0 to 1. Default 0. */
  readonly restitution?: number;
  /** Coefficient of kinetic friction μ. Default 0: no friction with any other surface, as √(μ_A μ_B) counts. */
  readonly friction?: number;
  /** Coefficient of static friction. Default the kinetic one. */
  readonly staticFriction?: number;
}

/** Slots of the numbers that `readPair` writes. */
export const SurfaceSlot = { restitution: 0, friction: 1, staticFriction: 2 } as const;

/** A list of materials, and of the coefficients of pairs of them. */
export class Materials {
  /** Number of changes of pairs: contacts are then handled anew. */
  revision = 0;
  private readonly names: string[] = [];
  /** ε, μ and static μ of each material. */
  private readonly numbers: number[] = [];
  /** ε, μ and static μ of materials a ≤ b, at 3 (b (b + 1)/2 + a); NaN where they mix. */
  private readonly overrides: number[] = [];

  /** Number of materials. */
  get count(): number {
    return this.names.length;
  }

  /** Adds a material and returns its index. */
  add(name: string, options: Material = {}): number {
    if (typeof name !== "string" || name === "") fail("not-a-name", "material", "must have a name", name);
    if (this.names.includes(name)) fail("twice", `materials["${name}"]`, "must be added once", name);
    const { restitution, friction, staticFriction } = read(`materials["${name}"]`, options);
    const index = this.names.push(name) - 1;
    this.numbers.push(restitution ?? 0, friction ?? 0, staticFriction ?? friction ?? 0);
    for (let a = 0; a <= index; a++) this.overrides.push(Number.NaN, Number.NaN, Number.NaN);
    return index;
  }

  /** Finds the material of a name; throws if there is none. */
  find(name: string): number {
    const index = this.names.indexOf(name);
    if (index < 0)
      fail("unknown", "material", "must be the name of a material", name, `there are ${this.names.join(", ")}`);
    return index;
  }

  /** Throws unless that is a material which was added; undefined is none. */
  requireMaterial(path: string, material: number | undefined): void {
    if (material === undefined) return;
    const cure = "add materials before what is made of them: Materials.add tells the number";
    if (!(Number.isInteger(material) && material >= 0 && material < this.count))
      fail("unknown", `${path}.material`, `must be one of the ${this.count} materials added`, material, cure);
  }

  /** The numbers of a material. */
  getMaterial(index: number): Required<Material> {
    requireInteger("material", index, 0, this.count - 1);
    const [restitution, friction, staticFriction] = this.numbers.slice(3 * index, 3 * index + 3);
    return { restitution, friction, staticFriction };
  }

  /** Coefficients that were set for two materials; null if none were. */
  getPair(a: number, b: number): Material | null {
    const o = place(a, b);
    const [restitution, friction, staticFriction] = this.overrides.slice(o, o + 3);
    const given: Material = {
      ...(restitution >= 0 ? { restitution } : {}),
      ...(friction >= 0 ? { friction } : {}),
      ...(staticFriction >= 0 && staticFriction !== friction ? { staticFriction } : {}),
    };
    return Object.keys(given).length === 0 ? null : given;
  }

  /** Sets the coefficients of two materials, in place of the mixed ones; coefficients that are left out mix. */
  setPair(a: number, b: number, options: Material): void {
    requireInteger("a", a, 0, this.count - 1, "add materials before their pairs");
    requireInteger("b", b, 0, this.count - 1, "add materials before their pairs");
    const { restitution = Number.NaN, friction = Number.NaN } = read("pair", options);
    const { staticFriction = friction } = options;
    // a coefficient that is left out mixes; static friction is at least the kinetic one
    const mixed = Math.sqrt(this.numbers[3 * a + 1] * this.numbers[3 * b + 1]);
    requireStaticFriction("pair", options.friction ?? mixed, options.staticFriction);
    const o = place(a, b);
    this.overrides[o] = restitution;
    this.overrides[o + 1] = friction;
    this.overrides[o + 2] = staticFriction;
    this.revision++;
  }

  /** Writes ε, μ and static μ of parts pA and pB to out[o … o+2]. */
  readPair(out: Float64Array, o: number, parts: PartTable, pA: number, pB: number): void {
    const { numbers, overrides } = this;
    const a = parts.material[pA];
    const b = parts.material[pB];
    const epsilonA = a < 0 ? parts.restitution[pA] : numbers[3 * a];
    const epsilonB = b < 0 ? parts.restitution[pB] : numbers[3 * b];
    const muA = a < 0 ? parts.friction[pA] : numbers[3 * a + 1];
    const muB = b < 0 ? parts.friction[pB] : numbers[3 * b + 1];
    const staticA = a < 0 ? parts.staticFriction[pA] : numbers[3 * a + 2];
    const staticB = b < 0 ? parts.staticFriction[pB] : numbers[3 * b + 2];
    out[o] = Math.max(epsilonA, epsilonB);
    out[o + 1] = Math.sqrt(muA * muB);
    out[o + 2] = Math.sqrt(staticA * staticB);
    if (a >= 0 && b >= 0) {
      const p = place(a, b);
      for (let k = 0; k < 3; k++) if (overrides[p + k] >= 0) out[o + k] = overrides[p + k];
    }
    out[o + 2] = Math.max(out[o + 1], out[o + 2]);
  }

  /** The names of all, in the order of their indices. */
  listNames(): readonly string[] {
    return this.names;
  }
}

function place(a: number, b: number): number {
  const high = Math.max(a, b);
  return 3 * ((high * (high + 1)) / 2 + Math.min(a, b));
}

const names = ["restitution", "friction", "staticFriction"];

function read(path: string, options: Material): Material {
  requireOptions(path, options, "{ restitution: 0.5, friction: 0.3 }");
  for (const key of Object.keys(options)) {
    if (names.includes(key)) continue;
    fail("unknown-option", `${path}.${key}`, "must be an option", key, `there are ${names.join(", ")}`);
  }
  if (options.restitution !== undefined) requireRestitution(`${path}.restitution`, options.restitution);
  if (options.friction !== undefined) requireNonNegative(`${path}.friction`, options.friction);
  requireStaticFriction(path, options.friction ?? 0, options.staticFriction);
  return options;
}
