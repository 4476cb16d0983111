/** Worlds of parts for tests of the detector: bodies of all sorts and particles, and the pairs by looking at all of them. */
import { createRng, nextInRange, nextInteger, nextUniform, type Rng } from "@rigor/engine/math";
import { createRotatePath, RigidSystem } from "@rigor/engine/rigid";
import { createPlane, Kind, type Shape } from "../../src/collide/index.js";
import { Detector, type DetectorOptions } from "../../src/contact/detector/detector.js";
import { Materials } from "../../src/contact/table/materials.js";
import { PartTable } from "../../src/contact/table/part-table.js";
import { createTerrain } from "./collide-meshes.js";
import { makeShape, type Pile, type PileShape } from "./random-piles.js";
import { randomBody, randomRotation, randomVector } from "./rigid-worlds.js";

/** What the test knows of a part. */
interface Known {
  readonly owner: string;
  readonly movable: boolean;
  readonly group: number;
  readonly meets: readonly number[];
}

export class DetectorScene {
  readonly system: RigidSystem = new RigidSystem();
  readonly parts: PartTable = new PartTable();
  readonly materials: Materials = new Materials();
  /** By part; undefined once removed. */
  readonly known: (Known | undefined)[] = [];
  readonly excluded = new Map<string, number>();
  readonly rng: Rng;
  /** Bodies and particles that can be put elsewhere. */
  readonly bodies: number[] = [];
  readonly particles: number[] = [];
  private readonly size: number;

  constructor(seed: number, size = 3) {
    this.rng = createRng(seed);
    this.size = size;
  }

  watch(options: DetectorOptions): Detector {
    return new Detector(this.parts, this.system, this.materials, options);
  }

  /** A body of one to three parts; some are fixed, on a pivot or driven. */
  addBody(): void {
    const { system, rng } = this;
    const fate = nextUniform(rng);
    const position = randomVector(rng, this.size);
    let body = 0;
    if (fate < 0.15) body = system.addBody({ fixed: true, position, rotation: randomRotation(rng) });
    else if (fate < 0.2) {
      body = system.addBody({ path: createRotatePath({ axis: [0, 1, 0], position, rate: 1 }) });
    } else {
      const { velocity: _, ...free } = { ...randomBody(rng), position };
      body = system.addBody(fate < 0.3 ? { ...free, pivot: randomVector(rng, 0.2) } : free);
    }
    if (fate < 0.15 || fate >= 0.3) this.bodies.push(body);
    const count = nextInteger(rng, 1, 3);
    for (let k = 0; k < count; k++) {
      const kind = kinds[nextInteger(rng, 0, kinds.length - 1)];
      this.addPart(body, makeShape(rng, kind, 1.5), fate >= 0.2, randomVector(rng, 0.5), randomRotation(rng));
    }
  }

  /** A fixed body with a plane or a terrain. */
  addSurface(shape: Shape = nextUniform(this.rng) < 0.5 ? plane : terrain): void {
    const body = this.system.addBody({ fixed: true, rotation: randomRotation(this.rng) });
    this.addPart(body, shape, false);
  }

  addParticle(): void {
    const { system, parts, rng } = this;
    const fixed = nextUniform(rng) < 0.3;
    const particle = system.particles.addParticle({ position: randomVector(rng, this.size), fixed });
    this.particles.push(particle);
    const p = parts.addParticle(system, particle);
    this.known[p] = { owner: `p${particle}`, movable: !fixed, group: 0, meets: allGroups };
  }

  private addPart(body: number, shape: Shape, movable: boolean, position = [0, 0, 0], rotation = [0, 0, 0, 1]): void {
    const { system, parts, rng } = this;
    const group = nextInteger(rng, 0, 2);
    const meets = nextUniform(rng) < 0.2 ? [0, 31].slice(nextInteger(rng, 0, 1)) : allGroups;
    const p = parts.addPart(system, body, { shape, position, rotation, group, collidesWith: meets });
    this.known[p] = { owner: `b${body}`, movable, group, meets };
  }

  removeBody(body: number): void {
    this.parts.removeBody(body);
    for (const [p, part] of this.known.entries()) if (part?.owner === `b${body}`) this.known[p] = undefined;
  }

  /** Counts an exclusion, and tells all detectors of it. */
  exclude(detectors: readonly Detector[], a: number, b: number): void {
    const name = nameExclusion(`b${a}`, `b${b}`);
    this.excluded.set(name, (this.excluded.get(name) ?? 0) + 1);
    for (const detector of detectors) detector.exclude(a, b);
  }

  include(detectors: readonly Detector[], a: number, b: number): boolean {
    const name = nameExclusion(`b${a}`, `b${b}`);
    const count = this.excluded.get(name) ?? 0;
    if (count > 0) this.excluded.set(name, count - 1);
    const answers = detectors.map((detector) => detector.include(a, b));
    return answers.every((answer) => answer === count > 0);
  }

  /** Everything that can be moved, by up to `step`, or anywhere with the chance `jump`; then placed. */
  move(step: number, jump: number): void {
    const { system, rng } = this;
    for (const body of this.bodies) {
      if (nextUniform(rng) < jump) system.place(body, randomVector(rng, this.size), randomRotation(rng));
      else {
        const { position, rotation } = system.getPose(body);
        const shift = randomVector(rng, step);
        const turn = randomVector(rng, step / 4);
        system.place(
          body,
          position.map((x, k) => x + shift[k]),
          rotation.map((x, k) => x + (k < 3 ? turn[k] : 0)),
        );
      }
    }
    for (const particle of this.particles) {
      const isFar = nextUniform(rng) < jump;
      for (let k = 0; k < 3; k++) {
        const x = system.particles.state[6 * particle + k];
        system.particles.state[6 * particle + k] = isFar
          ? nextInRange(rng, -this.size, this.size)
          : x + nextInRange(rng, -step, step);
      }
    }
    system.derive();
    for (let p = 0; p < this.parts.count; p++) this.parts.place(system, p);
  }

  /** Whether parts i and j may meet, by what the test knows of them. */
  mayMeet(i: number, j: number): boolean {
    const a = this.known[i];
    const b = this.known[j];
    if (a === undefined || b === undefined || a.owner === b.owner) return false;
    if (a.owner[0] === "p" && b.owner[0] === "p") return false;
    if (!a.movable && !b.movable) return false;
    if (!a.meets.includes(b.group) || !b.meets.includes(a.group)) return false;
    return !((this.excluded.get(nameExclusion(a.owner, b.owner)) ?? 0) > 0);
  }

  /** A and B of all pairs i < j that may meet and satisfy the test, in rising order. */
  listPairs(isNear: (i: number, j: number) => boolean): [number, number][] {
    const pairs: [number, number][] = [];
    for (let i = 0; i < this.parts.count; i++) {
      for (let j = i + 1; j < this.parts.count; j++) {
        if (this.mayMeet(i, j) && isNear(i, j)) pairs.push(this.mustTurn(i, j) ? [j, i] : [i, j]);
      }
    }
    return pairs;
  }

  private mustTurn(i: number, j: number): boolean {
    const kind = this.parts.shapes[i]?.kind;
    return kind === Kind.plane || kind === Kind.mesh || this.known[j]?.owner[0] === "p";
  }
}

/** A detector for a pile, with all its bodies in a system; body k of the pile is body and part k. */
export function watchPile(pile: Pile, tolerance: number): DetectorScene & { readonly detector: Detector } {
  const scene = new DetectorScene(0);
  for (const body of pile.bodies) {
    const { shape, fixed, mass, position, rotation, velocity, angularVelocity, restitution } = body;
    const r = fixed ? 0 : shape.reach;
    const inertia = [0.2, 0.25, 0.3].map((share) => share * mass * r * r);
    const model = fixed ? { fixed } : { mass, inertia, velocity, angularVelocity };
    const index = scene.system.addBody({ position, rotation, ...model });
    scene.parts.addPart(scene.system, index, { shape, restitution });
  }
  return Object.assign(scene, { detector: scene.watch({ tolerance }) });
}

function nameExclusion(a: string, b: string): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`;
}

const kinds: readonly PileShape[] = ["box", "hull", "sphere", "capsule", "cylinder", "cone"];
const allGroups = Array.from({ length: 32 }, (_, k) => k);
const plane = createPlane({ normal: [0, 1, 0], offset: -1 });
const terrain = createTerrain(6, 1, (x, y) => 0.2 * x * y - 1);
