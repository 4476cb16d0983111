/** Worlds for the benchmark of the exact engine: stacks, chains, leaning bricks, a pit, islands. y is up. */
import { createBox, createPlane } from "@rigor/engine/collide";
import { ball } from "@rigor/engine/constrain";
import { createRng, nextInRange, quat } from "@rigor/engine/math";
import { World } from "@rigor/engine/world";

function addFloor(world: World): number {
  return world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true });
}

/** Cubes of 1 m above one another, so far apart; the lowest so high above the floor. */
function addStack(world: World, count: number, apart: number, x = 0): void {
  const shape = createBox({ size: [1, 1, 1] });
  for (let k = 0; k < count; k++) world.addBody({ shape, mass: 1, position: [x, 0.5 + k + (k + 1) * apart, 0] });
}

export function buildStack(count: number, apart: number): World {
  const world = new World();
  addFloor(world);
  addStack(world, count, apart);
  return world;
}

/** Stacks of three, 10 m from one another, that fall into place. */
export function buildIslands(count: number): World {
  const world = new World();
  addFloor(world);
  for (let k = 0; k < count; k++) addStack(world, 3, 0.01, 10 * k);
  return world;
}

/** A straight chain, 45° from the vertical, of links of 0.1 m; below its pivot stands a fixed post. */
export function buildChain(links: number): World {
  const world = new World();
  const length = 0.1;
  const shape = createBox({ size: [0.9 * length, 0.02, 0.02] });
  const way = -Math.SQRT1_2;
  const rotation = quarterTurn(Math.PI / 4);
  for (let k = 0; k < links; k++) {
    const s = (k + 0.5) * length;
    const body = world.addBody({ shape, mass: 0.1, position: [way * s, way * s, 0], rotation });
    const b = k === 0 ? [0, 0, 0] : { body: body - 1, point: [-0.5 * length, 0, 0] };
    world.add(ball({ a: { body, point: [0.5 * length, 0, 0] }, b }));
  }
  const post = createBox({ size: [0.5, 0.5, 0.5] });
  world.addBody({ shape: post, fixed: true, position: [0.2, -0.7 * length * links, 0] });
  return world;
}

function quarterTurn(angle: number): number[] {
  return [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)];
}

/** Bricks of 1 m, each a twentieth further out than the one below: overbalanced from 20 on. */
export function buildBricks(count: number): World {
  const world = new World();
  addFloor(world);
  const shape = createBox({ size: [1, 0.25, 0.5] });
  for (let k = 0; k < count; k++) world.addBody({ shape, mass: 1, position: [0.05 * k, 0.25 * (k + 0.5), 0] });
  return world;
}

/** Chains of five boxes, held together by ball joints, fall onto one another between four walls. */
export function buildTangle(chains: number): World {
  const world = new World();
  const rng = createRng(chains);
  addFloor(world);
  addWalls(world, 1.2 * Math.cbrt(chains));
  const shape = createBox({ size: [0.3, 0.12, 0.16] });
  for (let k = 0; k < chains; k++) {
    const [x, z] = [nextInRange(rng, -1.1, -0.9), nextInRange(rng, -0.5, 0.5)];
    for (let link = 0; link < 5; link++) {
      const position = [x + 0.4 * link, 0.5 + 0.6 * k, z];
      const body = world.addBody({ shape, mass: 1, position, restitution: 0.2 });
      const b = { body: body - 1, point: [0.2, 0, 0] };
      if (link > 0) world.add(ball({ a: { body, point: [-0.2, 0, 0] }, b }));
    }
  }
  return world;
}

function addWalls(world: World, half: number): void {
  for (const normal of [
    [1, 0, 0],
    [-1, 0, 0],
    [0, 0, 1],
    [0, 0, -1],
  ]) {
    world.addBody({ shape: createPlane({ normal, offset: -half }), fixed: true });
  }
}

/** Boxes of all sizes, turned at random, fall into a pit one after the other. */
export function buildPit(count: number): World {
  const world = new World();
  const rng = createRng(count);
  const draw = (low: number, high: number) => nextInRange(rng, low, high);
  addFloor(world);
  const half = 0.8 * Math.cbrt(count);
  addWalls(world, half);
  const layer = 4;
  for (let k = 0; k < count; k++) {
    const [i, j] = [k % 2, Math.floor(k / 2) % 2];
    const rotation = Float64Array.from([draw(-1, 1), draw(-1, 1), draw(-1, 1), draw(-1, 1)]);
    quat.normalize(rotation, 0, rotation, 0);
    world.addBody({
      shape: createBox({ size: [draw(0.3, 0.7), draw(0.3, 0.7), draw(0.3, 0.7)] }),
      position: [(i - 0.5) * half + draw(-0.1, 0.1), 0.8 + Math.floor(k / layer), (j - 0.5) * half + draw(-0.1, 0.1)],
      rotation,
      restitution: 0.3,
    });
  }
  return world;
}
