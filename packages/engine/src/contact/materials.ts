/**
 * What surfaces are made of, and how two of them bounce and rub.
 *
 *   ε = max(ε_A, ε_B),   μ = √(μ_A μ_B)      unless the two materials have numbers of their own
 */
import { fail, requireInteger, requireNonNegative, requireOptions } from "../math/index.js";
import { type PartTable, requireRestitution } from "./part-table.js";

export interface Material {
  /** ε, 0 to 1. Default 0. */
  readonly restitution?: number;
  /** μ. Default 0. */
  readonly friction?: number;
}

/** Where things lie in what `readPair` writes. */
export const SurfaceSlot = { restitution: 0, friction: 1 } as const;

export class Materials {
  private readonly names: string[] = [];
  /** ε and μ of each. */
  private readonly numbers: number[] = [];
  /** ε and μ of material a < b, or of a with itself, at 2 (b (b + 1)/2 + a); NaN: as they mix. */
  private readonly overrides: number[] = [];

  get count(): number {
    return this.names.length;
  }

  /** Adds a material and returns its index. */
  add(name: string, options: Material = {}): number {
    if (typeof name !== "string" || name === "") fail("not-a-name", "material", "must have a name", name);
    if (this.names.includes(name)) fail("twice", `materials["${name}"]`, "must be added once", name);
    const { restitution, friction } = read(`materials["${name}"]`, options);
    const index = this.names.push(name) - 1;
    this.numbers.push(restitution ?? 0, friction ?? 0);
    for (let a = 0; a <= index; a++) this.overrides.push(Number.NaN, Number.NaN);
    return index;
  }

  /** The material of that name. */
  find(name: string): number {
    const index = this.names.indexOf(name);
    if (index < 0)
      fail("unknown", "material", "must be the name of a material", name, `there are ${this.names.join(", ")}`);
    return index;
  }

  /** How materials a and b go together, instead of how they mix; what is left out mixes. */
  setPair(a: number, b: number, options: Material): void {
    requireInteger("a", a, 0, this.count - 1, "add materials before their pairs");
    requireInteger("b", b, 0, this.count - 1, "add materials before their pairs");
    const { restitution = Number.NaN, friction = Number.NaN } = read("pair", options);
    const o = place(a, b);
    this.overrides[o] = restitution;
    this.overrides[o + 1] = friction;
  }

  /** Writes ε and μ of parts pA and pB to out[o], out[o + 1]. */
  readPair(out: Float64Array, o: number, parts: PartTable, pA: number, pB: number): void {
    const { numbers, overrides } = this;
    const a = parts.material[pA];
    const b = parts.material[pB];
    const epsilonA = a < 0 ? parts.restitution[pA] : numbers[2 * a];
    const epsilonB = b < 0 ? parts.restitution[pB] : numbers[2 * b];
    const muA = a < 0 ? parts.friction[pA] : numbers[2 * a + 1];
    const muB = b < 0 ? parts.friction[pB] : numbers[2 * b + 1];
    out[o] = Math.max(epsilonA, epsilonB);
    out[o + 1] = Math.sqrt(muA * muB);
    if (a < 0 || b < 0) return;
    const k = place(a, b);
    if (overrides[k] >= 0) out[o] = overrides[k];
    if (overrides[k + 1] >= 0) out[o + 1] = overrides[k + 1];
  }

  /** The names of all, in the order of their indices. */
  listNames(): readonly string[] {
    return this.names;
  }
}

function place(a: number, b: number): number {
  const high = Math.max(a, b);
  return high * (high + 1) + 2 * Math.min(a, b);
}

function read(path: string, options: Material): Material {
  requireOptions(path, options, "{ restitution: 0.5, friction: 0.3 }");
  for (const key of Object.keys(options)) {
    if (key === "restitution" || key === "friction") continue;
    fail("unknown-option", `${path}.${key}`, "must be an option", key, "there are restitution, friction");
  }
  if (options.restitution !== undefined) requireRestitution(`${path}.restitution`, options.restitution);
  if (options.friction !== undefined) requireNonNegative(`${path}.friction`, options.friction);
  return options;
}
