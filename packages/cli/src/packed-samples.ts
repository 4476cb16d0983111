/**
 * Samples on their way to the thread that writes: what there is of every body and every particle as one list of numbers, which
 * changes hands and is not copied; the rest, which is little, as it is. There they become the text that `formatSample` makes.
 *
 *   a sample is   t, then p q v w of each body, then p v of each particle
 */
import {
  type Model,
  packedSizes,
  packParts,
  type Sample,
  type SceneEvent,
  type SceneFile,
  type SceneFrame,
} from "@rigor/engine/scene";

/** The ids in the order of the numbers. */
export interface PackedNames {
  readonly bodies: readonly string[];
  readonly particles: readonly string[];
}

/** The keys of a sample that stay what they are, in their order. */
export type SampleRest = Omit<Sample, "t" | "bodies" | "particles">;

export interface PackedSamples {
  /** Of all samples one after the other; there may be room behind them. */
  readonly numbers: Float64Array<ArrayBuffer>;
  readonly samples: readonly { readonly rest: SampleRest; readonly events: readonly SceneEvent[] }[];
}

export function nameParts({ bodies, particles }: Model): PackedNames {
  return { bodies: bodies.map(({ id }) => id), particles: particles.map(({ id }) => id) };
}

/** Numbers of a sample. */
export function measureSample({ bodies, particles }: PackedNames): number {
  return 1 + packedSizes.body * bodies.length + packedSizes.particle * particles.length;
}

/** Gathers samples of a model. */
export class SamplePacker {
  private readonly model: Model;
  private readonly size: number;
  private readonly room: number;
  private numbers: Float64Array<ArrayBuffer>;
  private samples: PackedSamples["samples"][number][] = [];

  /** There is room for so many samples. */
  constructor(model: Model, room: number) {
    this.model = model;
    this.size = measureSample(nameParts(model));
    this.room = room;
    this.numbers = new Float64Array(room * this.size);
  }

  get count(): number {
    return this.samples.length;
  }

  /** Takes a sample while the model is still there. */
  add({ sample, events }: SceneFrame): void {
    const { t, bodies: _, particles: __, ...rest } = sample;
    const o = this.size * this.samples.length;
    this.numbers[o] = t;
    packParts(this.model, this.numbers, o + 1);
    this.samples.push({ rest, events });
  }

  /** The samples that were gathered. */
  take(): PackedSamples {
    const { numbers, samples } = this;
    this.numbers = new Float64Array(this.room * this.size);
    this.samples = [];
    return { numbers, samples };
  }
}

/** The offsets of the numbers of each thing of a scene in those of a sample. */
export interface PackedOrder {
  readonly bodies: readonly number[];
  readonly particles: readonly number[];
}

/** Of the things of a scene, in its order. */
export function findPlaces(names: PackedNames, { bodies = [], particles = [] }: SceneFile): PackedOrder {
  const places = (list: readonly string[], first: number, size: number) =>
    new Map(list.map((id, k) => [id, first + size * k]));
  const ofBody = places(names.bodies, 1, packedSizes.body);
  const ofParticle = places(names.particles, 1 + packedSizes.body * names.bodies.length, packedSizes.particle);
  return {
    bodies: bodies.map(({ id }) => ofBody.get(id) as number),
    particles: particles.map(({ id }) => ofParticle.get(id) as number),
  };
}

/** Makes lines of packed samples. */
export class SampleText {
  /** The first characters of each entry and the offset of its numbers, in the order of an object's keys. */
  private readonly bodies: readonly Head[];
  private readonly particles: readonly Head[];

  constructor(names: PackedNames) {
    this.bodies = listHeads(names.bodies, 1, packedSizes.body);
    this.particles = listHeads(names.particles, 1 + packedSizes.body * names.bodies.length, packedSizes.particle);
  }

  /** The sample whose numbers are at `i`, as `formatSample` writes it. */
  format(x: Float64Array, i: number, rest: SampleRest): string {
    let text = `{"t":${x[i]},"bodies":{`;
    for (const { head, place } of this.bodies) {
      const b = i + place;
      text += `${head}${x[b]},${x[b + 1]},${x[b + 2]}],"q":[${x[b + 3]},${x[b + 4]},${x[b + 5]},${x[b + 6]}],"v":[${x[b + 7]},${x[b + 8]},${x[b + 9]}],"w":[${x[b + 10]},${x[b + 11]},${x[b + 12]}]}`;
    }
    text += '},"particles":{';
    for (const { head, place } of this.particles) {
      const p = i + place;
      text += `${head}${x[p]},${x[p + 1]},${x[p + 2]}],"v":[${x[p + 3]},${x[p + 4]},${x[p + 5]}]}`;
    }
    return `${text}},${JSON.stringify(rest).slice(1)}`;
  }
}

interface Head {
  readonly head: string;
  readonly place: number;
}

function listHeads(ids: readonly string[], first: number, size: number): Head[] {
  // ids that look like whole numbers come first in an object
  const places = Object.entries(Object.fromEntries(ids.map((id, k) => [id, first + size * k])));
  return places.map(([id, place], k) => ({ head: `${k > 0 ? "," : ""}${JSON.stringify(id)}:{"p":[`, place }));
}
