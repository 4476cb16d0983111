/**
 * Random scenes by number: the same number, the same scene, on every machine. Boxes, balls, capsules, cylinders, cones, hulls,
 * meshes and compounds; stacks, walls, chains, joints of every kind with limits, friction and motors, driven things, belts,
 * particles, ropes, lattices, things with coordinates of their own. Lengths over more than two decades, masses over up to
 * three; restitution from 0 to 1, one for all or mixed; with friction or without. And stacks with masses over nine decades.
 */
import { type Constraint, type JointCoordinate, jointFriction, limit } from "@rigor/engine/constrain";
import { buildScene, type Model, type SceneFile } from "@rigor/engine/scene";
import {
  buildMasses,
  buildStack,
  buildWall,
  dropCloud,
  dropOnMesh,
  fillPit,
  rollDown,
  throwTogether,
} from "./heaps.js";
import { dropLattice, dropRope, swingPendulums, throwParticles } from "./loose.js";
import { buildMachine, driveThings, swingChain } from "./machines.js";
import { type RandomFriction, type RandomLimit, Yard } from "./yard.js";

export interface RandomScene {
  readonly seed: number;
  /** "pit", "stack", …: see `randomKinds`. */
  readonly kind: string;
  readonly hasFriction: boolean;
  readonly file: SceneFile;
  /** The joint limits, which the format does not have. */
  readonly limits: readonly RandomLimit[];
  /** The joint friction, which the format does not have. */
  readonly frictions: readonly RandomFriction[];
  /** Whether nothing acts on it from outside: momentum stays what it was. */
  readonly isIsolated: boolean;
}

export interface RandomSceneOptions {
  /** One of `randomKinds` or `extremeKinds`. Default the former take turns. */
  readonly kind?: string;
  /** Default every other one, of each kind. */
  readonly friction?: boolean;
}

const makers: Readonly<Record<string, (yard: Yard) => void>> = {
  cloud: dropCloud,
  pit: fillPit,
  stack: buildStack,
  wall: buildWall,
  thrown: throwTogether,
  slope: rollDown,
  mesh: dropOnMesh,
  chain: swingChain,
  machine: buildMachine,
  driven: driveThings,
  rope: dropRope,
  lattice: dropLattice,
  particles: throwParticles,
  pendulums: swingPendulums,
};

/** Those that do not take turns: they are asked for by name. */
const extremes: Readonly<Record<string, (yard: Yard) => void>> = { masses: buildMasses };

/** Of random scenes, in the order in which they take turns. */
export const randomKinds: readonly string[] = Object.keys(makers);
export const extremeKinds: readonly string[] = Object.keys(extremes);

export function createRandomScene(seed: number, options: RandomSceneOptions = {}): RandomScene {
  const { kind = randomKinds[seed % randomKinds.length] } = options;
  const { friction = Math.floor(seed / randomKinds.length) % 2 === 1 } = options;
  const yard = new Yard(seed, friction);
  (makers[kind] ?? extremes[kind])(yard);
  const { limits, jointFrictions: frictions } = yard;
  const file = yard.finish(`${kind} ${seed}`);
  return { seed, kind, hasFriction: friction, file, limits, frictions, isIsolated: kind === "thrown" };
}

/** The world of it, at t = 0. */
export function buildRandomScene({ file, limits, frictions }: RandomScene): Model {
  const model = buildScene(file);
  const find = (joint: string): Constraint => {
    const found = model.constraints.find(({ id }) => id === joint);
    if (found === undefined) throw new Error(`there is no joint ${joint}`);
    return found.constraint;
  };
  for (const { joint, coordinate, lower, upper, restitution } of limits) {
    const own = find(joint) as unknown as Record<string, JointCoordinate>;
    model.world.addLimit(limit(own[coordinate], { lower, upper, restitution }));
  }
  for (const { joint, coordinate, friction } of frictions) {
    const own = find(joint) as unknown as Record<string, JointCoordinate>;
    model.world.addFriction(jointFriction(own[coordinate], { friction }));
  }
  return model;
}
