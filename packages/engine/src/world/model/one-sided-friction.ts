/**
 * Contacts of two surfaces of which one has friction and the other none: μ = √(μ_A μ_B) is 0, so that there is no friction
 * between them. This is the rule, and seldom the intention, because the default friction is 0; therefore a warning is reported.
 * Pairs of materials with a friction of their own, be it 0, are passed over.
 */
import { type Materials, type PartTable, SurfaceSlot } from "../../contact/index.js";

/** Surfaces of a world: parts, and the materials that they refer to. */
interface Surfaces {
  readonly parts: PartTable;
  readonly materials: Materials;
}

const mixed = new Float64Array(3);

/** Warnings of contacts with friction on one side only: one for each pair of bodies, given by rows, or particles. */
export class FrictionNotes {
  private readonly surfaces: Surfaces;
  private readonly seen = new Set<string>();

  constructor(surfaces: Surfaces) {
    this.surfaces = surfaces;
  }

  /** Whether there are parts with friction and parts without: otherwise no warning is possible. */
  get isNeeded(): boolean {
    const { parts } = this.surfaces;
    let [some, none] = [false, false];
    for (let p = 0; p < parts.count && !(some && none); p++) {
      if (parts.shapes[p] === null) continue;
      if (this.measure(p) > 0) some = true;
      else none = true;
    }
    return some && none;
  }

  /** Returns the warning for two parts, with their names; null if there is none, or if it was reported before. */
  warn(p: number, q: number, name: (part: number) => string): string | null {
    const { parts, materials } = this.surfaces;
    const [a, b] = [this.measure(p), this.measure(q)];
    if (a > 0 === b > 0) return null;
    materials.readPair(mixed, 0, parts, p, q);
    const hasOwn = parts.material[p] >= 0 && parts.material[q] >= 0;
    const own = hasOwn ? materials.getPair(parts.material[p], parts.material[q]) : null;
    if (mixed[SurfaceSlot.staticFriction] > 0 || own?.friction !== undefined) return null;
    const [bare, rough] = a > 0 ? [q, p] : [p, q];
    const key = `${name(bare)} ${name(rough)}`;
    if (this.seen.has(key)) return null;
    this.seen.add(key);
    const rule = "√(μa μb) is 0, and there is no friction between them: give both a friction";
    return `friction/one-sided: ${name(bare)} has none and ${name(rough)} has ${Math.max(a, b)}; ${rule}`;
  }

  /** Returns the first part of the body in a row, or of a particle; −1 if it has none. */
  findPart(row: number, particle: number): number {
    const { body, particle: own, count } = this.surfaces.parts;
    for (let p = 0; p < count; p++) if (particle >= 0 ? own[p] === particle : body[p] === row) return p;
    return -1;
  }

  /** Returns the coefficient of static friction of part p. */
  private measure(p: number): number {
    const { parts, materials } = this.surfaces;
    if (parts.material[p] < 0) return parts.staticFriction[p];
    return materials.getMaterial(parts.material[p]).staticFriction;
  }
}
