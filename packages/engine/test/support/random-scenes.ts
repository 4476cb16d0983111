/**
 * Small random scenes as plain data, from seeds: things that fall on a floor or into a pit, stacks, walls and pyramids with
 * or without room between them, things thrown together in free space, chains that strike things. Two to nine bodies each,
 * with restitution 0, 0.3, 1 or one of each, under one of the two laws of collision.
 */
import { createBox, createCapsule, createSphere } from "@rigor/engine/collide";
import { ball, distance, hinge } from "@rigor/engine/constrain";
import { createRng, nextInRange, nextInteger, nextUniform, type Rng } from "@rigor/engine/math";
import { World } from "@rigor/engine/world";
import {
  makeCloud,
  makePyramid,
  makeShape,
  makeStack,
  makeWall,
  measureApart,
  movePile,
  type Pile,
  type PileBody,
} from "./random-piles.js";
import { randomRotation, randomVector, rotate } from "./rigid-worlds.js";

/** Between bodies a and b; where they are joined in world coordinates. */
interface SceneJoint {
  readonly kind: "ball" | "hinge" | "distance";
  readonly a: number;
  readonly b: number;
  readonly at: readonly number[];
  readonly axis: readonly number[];
}

export interface RandomScene extends Pile {
  readonly joints: readonly SceneJoint[];
  readonly law: "simultaneous" | "propagation";
}

const kinds = ["box", "hull", "sphere", "capsule"] as const;

export function makeScene(seed: number): RandomScene {
  const rng = createRng(seed, 11);
  const pick = <T>(list: readonly T[]): T => list[nextInteger(rng, 0, list.length - 1)];
  const law = pick(["simultaneous", "propagation"] as const);
  const restitutions = pick([[0], [0.3], [1], [0, 0.3, 0.7, 1]]);
  const { joints, ...pile } = makeBodies(rng, seed);
  const bodies = pile.bodies.map((body) => ({ ...body, restitution: pick(restitutions) }));
  return { ...pile, bodies, joints, law };
}

function makeBodies(rng: Rng, seed: number): Pile & Pick<RandomScene, "joints"> {
  const clearance = nextUniform(rng) < 0.5 ? 0 : nextInRange(rng, 1e-3, 0.1);
  const options = { seed, clearance };
  const cloud = { seed, count: nextInteger(rng, 1, 3), shapes: kinds, width: 0.8, speed: nextInRange(rng, 0, 2) };
  const joints: SceneJoint[] = [];
  switch (seed % 7) {
    case 0:
      return { ...makeCloud(cloud), joints };
    case 1:
      return { ...makeCloud({ ...cloud, container: "pit", width: 1 }), joints };
    case 2:
      return { ...makeStack({ ...options, count: nextInteger(rng, 1, 3) }), joints };
    case 3:
      return { ...makeWall({ ...options, rows: nextInteger(rng, 1, 2), columns: 2 }), joints };
    case 4:
      return { ...makePyramid({ ...options, levels: 2 }), joints };
    case 5:
      return throwTogether(rng);
    default:
      return throwChain(rng);
  }
}

function makeBody(rng: Rng, given: Partial<PileBody>): PileBody {
  const shape = makeShape(rng, kinds[nextInteger(rng, 0, kinds.length - 1)], 1);
  const none = [0, 0, 0];
  const still = {
    position: none,
    rotation: randomRotation(rng),
    velocity: none,
    angularVelocity: randomVector(rng, 2),
  };
  return { shape, fixed: false, mass: nextInRange(rng, 0.2, 3), ...still, restitution: 0, ...given };
}

/** From all sides towards a place, at speeds of 1 to 4 m/s. */
function throwAt(rng: Rng, bodies: PileBody[], aim: readonly number[], count: number): void {
  const end = bodies.length + count;
  for (let tries = 0; bodies.length < end && tries < 1000; tries++) {
    const d = randomVector(rng, 1);
    const distance = 0.8 + 0.01 * tries;
    const length = Math.hypot(...d);
    const speed = nextInRange(rng, 1, 4);
    const body = makeBody(rng, {
      position: d.map((x, k) => aim[k] + (distance * x) / length),
      velocity: d.map((x) => (-speed * x) / length),
    });
    if (bodies.every((other) => measureApart(body, other) > 1e-3)) bodies.push(body);
  }
}

function throwTogether(rng: Rng): Pile & Pick<RandomScene, "joints"> {
  const bodies: PileBody[] = [];
  throwAt(rng, bodies, [0, 0, 0], nextInteger(rng, 2, 4));
  return { name: "thrown", bodies, gravity: [0, 0, 0], scale: 1, joints: [] };
}

/** Links in a row, half a metre apart, and things that are thrown at them. */
function throwChain(rng: Rng): Pile & Pick<RandomScene, "joints"> {
  const kind = (["ball", "hinge", "distance"] as const)[nextInteger(rng, 0, 2)];
  const rotation = randomRotation(rng);
  const shapes = [
    createBox({ size: [0.4, 0.12, 0.12] }),
    createSphere({ radius: 0.15 }),
    createCapsule({ radius: 0.08, height: 0.2 }),
  ];
  const bodies = Array.from({ length: nextInteger(rng, 2, 3) }, (_, k) => {
    const shape = shapes[nextInteger(rng, 0, 2)];
    return makeBody(rng, { shape, position: rotate(rotation, [k / 2, 0, 0]), rotation, angularVelocity: [0, 0, 0] });
  });
  const axis = rotate(rotation, [0, 0, 1]);
  const joints = bodies
    .slice(1)
    .map((_, k) => ({ kind, a: k, b: k + 1, at: rotate(rotation, [k / 2 + 0.25, 0, 0]), axis }));
  throwAt(rng, bodies, rotate(rotation, [0.25, 0, 0]), nextInteger(rng, 1, 2));
  return { name: "chain", bodies, gravity: [0, 0, 0], scale: 1, joints };
}

export function buildScene({ bodies, joints, gravity, law }: RandomScene): World {
  const world = new World({ gravity, collisions: law });
  for (const { fixed, mass, ...body } of bodies) world.addBody({ ...body, ...(fixed ? { fixed } : { mass }) });
  for (const { kind, a, b, at, axis } of joints) {
    if (kind === "hinge") world.add(hinge({ a: { body: a }, b: { body: b }, at, axis }));
    else {
      const place = (body: number) => ({ body, point: kind === "ball" ? findLocal(bodies[body], at) : [0, 0, 0] });
      world.add(kind === "ball" ? ball({ a: place(a), b: place(b) }) : distance({ a: place(a), b: place(b) }));
    }
  }
  return world;
}

function findLocal({ position, rotation: [x, y, z, w] }: PileBody, at: readonly number[]): number[] {
  return rotate(
    [-x, -y, -z, w],
    at.map((value, k) => value - position[k]),
  );
}

/** The whole scene turned, then shifted. */
export function moveScene(scene: RandomScene, rotation: readonly number[], shift: readonly number[]): RandomScene {
  const joints = scene.joints.map((joint) => ({
    ...joint,
    at: rotate(rotation, joint.at).map((x, k) => x + shift[k]),
    axis: rotate(rotation, joint.axis),
  }));
  return { ...scene, ...movePile(scene, rotation, shift), joints };
}

/** The same bodies in another order: the k-th is the one that was `order[k]`. */
export function reorderScene(scene: RandomScene, order: readonly number[]): RandomScene {
  const at = (body: number) => order.indexOf(body);
  const joints = scene.joints.map((joint) => ({ ...joint, a: at(joint.a), b: at(joint.b) }));
  return { ...scene, bodies: order.map((body) => scene.bodies[body]), joints };
}

/** 0 … count − 1, in any order. */
export function shuffle(rng: Rng, count: number): number[] {
  const order = Array.from({ length: count }, (_, k) => k);
  for (let k = count - 1; k > 0; k--) {
    const other = nextInteger(rng, 0, k);
    [order[k], order[other]] = [order[other], order[k]];
  }
  return order;
}

/** The smallest gap of any two that may collide, by looking at all pairs afresh, m. */
export function measureWorstGap({ bodies, joints }: RandomScene, world: World): number {
  const places = bodies.map((body, i) => ({ ...body, ...world.system.getPose(i) }));
  const isJoined = (i: number, j: number) =>
    joints.some(({ kind, a, b }) => kind !== "distance" && Math.min(a, b) === j && Math.max(a, b) === i);
  let least = Infinity;
  for (let i = 0; i < bodies.length; i++) {
    for (let j = 0; j < i; j++) {
      if ((bodies[i].fixed && bodies[j].fixed) || isJoined(i, j)) continue;
      least = Math.min(least, measureApart(places[i], places[j]));
    }
  }
  return least;
}
