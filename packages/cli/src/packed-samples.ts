/**
 * Samples on their way to the thread that writes: what there is of every body and every particle as one list of numbers, which
 * changes hands and is not copied; the rest, which is little, as it is. There they become the text that `formatSample` makes.
 *
 *   a sample is   t, then p q v w of each body (13 numbers), then p v of each particle (6)
 */
import type { Sample, SceneEvent, SceneFile, SceneFrame } from "@rigor/engine/scene";

/** The ids in the order in which a sample has them. */
export interface PackedNames {
  readonly bodies: readonly string[];
  readonly particles: readonly string[];
}

/** The keys of a sample that stay what they are, in their order. */
export type SampleRest = Omit<Sample, "t" | "bodies" | "particles">;

export interface PackedSamples {
  readonly names: PackedNames;
  readonly numbers: Float64Array<ArrayBuffer>;
  readonly samples: readonly { readonly rest: SampleRest; readonly events: readonly SceneEvent[] }[];
}

const bodySize = 13;
const particleSize = 6;

/** Numbers of a sample. */
export function measureSample({ bodies, particles }: PackedNames): number {
  return 1 + bodySize * bodies.length + particleSize * particles.length;
}

export function nameParts({ bodies, particles }: Sample): PackedNames {
  return { bodies: Object.keys(bodies), particles: Object.keys(particles) };
}

/** All samples of a run have the same bodies and particles. */
export function packSamples(frames: readonly SceneFrame[], names: PackedNames): PackedSamples {
  const numbers = new Float64Array(measureSample(names) * frames.length);
  let o = 0;
  const append = (list: readonly number[]) => {
    for (let c = 0; c < list.length; c++) numbers[o++] = list[c];
  };
  const samples = frames.map(({ sample, events }) => {
    const { t, bodies, particles, ...rest } = sample;
    numbers[o++] = t;
    for (const { p, q, v, w } of Object.values(bodies)) {
      append(p);
      append(q);
      append(v);
      append(w);
    }
    for (const { p, v } of Object.values(particles)) {
      append(p);
      append(v);
    }
    return { rest, events };
  });
  return { names, numbers, samples };
}

/** Where the numbers of each thing of a scene begin in those of a sample. */
export interface PackedOrder {
  readonly bodies: readonly number[];
  readonly particles: readonly number[];
}

/** Of the things of a scene, in its order. */
export function findPlaces(names: PackedNames, { bodies = [], particles = [] }: SceneFile): PackedOrder {
  const places = (list: readonly string[], first: number, size: number) =>
    new Map(list.map((id, k) => [id, first + size * k]));
  const ofBody = places(names.bodies, 1, bodySize);
  const ofParticle = places(names.particles, 1 + bodySize * names.bodies.length, particleSize);
  return {
    bodies: bodies.map(({ id }) => ofBody.get(id) as number),
    particles: particles.map(({ id }) => ofParticle.get(id) as number),
  };
}

/** Makes lines of packed samples. */
export class SampleText {
  private readonly bodies: readonly string[];
  private readonly particles: readonly string[];

  constructor(names: PackedNames) {
    const begin = (id: string, k: number) => `${k > 0 ? "," : ""}${JSON.stringify(id)}:{"p":[`;
    this.bodies = names.bodies.map(begin);
    this.particles = names.particles.map(begin);
  }

  /** The sample whose numbers are at `i`, as `formatSample` writes it. */
  format(x: Float64Array, i: number, rest: SampleRest): string {
    let text = `{"t":${x[i++]},"bodies":{`;
    for (const head of this.bodies) {
      text += `${head}${x[i]},${x[i + 1]},${x[i + 2]}],"q":[${x[i + 3]},${x[i + 4]},${x[i + 5]},${x[i + 6]}],"v":[${x[i + 7]},${x[i + 8]},${x[i + 9]}],"w":[${x[i + 10]},${x[i + 11]},${x[i + 12]}]}`;
      i += bodySize;
    }
    text += '},"particles":{';
    for (const head of this.particles) {
      text += `${head}${x[i]},${x[i + 1]},${x[i + 2]}],"v":[${x[i + 3]},${x[i + 4]},${x[i + 5]}]}`;
      i += particleSize;
    }
    return `${text}},${JSON.stringify(rest).slice(1)}`;
  }
}
