/** Random scenes of loose bodies: clouds, pits, stacks, walls, slopes, things thrown together, ground that is a mesh. */
import { cos, sin } from "@rigor/engine/math";
import type { SceneShape, Vector } from "@rigor/engine/scene";
import type { Yard } from "./yard.js";

/** A few above a floor. */
export function dropCloud(yard: Yard): void {
  yard.addPlane([0, 1, 0]);
  const count = yard.draw.integer(1, 4);
  for (let k = 0; k < count; k++) yard.drop(1.2 * yard.scale);
}

/** A few between four walls. */
export function fillPit(yard: Yard): void {
  const half = 1.3 * yard.scale;
  yard.addPlane([0, 1, 0]);
  const sides: readonly Vector[] = [
    [1, 0, 0],
    [-1, 0, 0],
    [0, 0, 1],
    [0, 0, -1],
  ];
  for (const normal of sides) yard.addPlane(normal, -half);
  const count = yard.draw.integer(2, 5);
  for (let k = 0; k < count; k++) yard.drop(half, 0, 0.5);
}

/** Boxes and cylinders on top of one another, flush or with a little room; sometimes something falls on them. */
export function buildStack(yard: Yard): void {
  const { draw, scale } = yard;
  yard.addPlane([0, 1, 0]);
  const clearance = draw.chance(0.5) ? 0 : draw.decades(1e-4, 0.1) * scale;
  const count = draw.integer(1, 5);
  let y = 0;
  for (let k = 0; k < count; k++) {
    const height = draw.between(0.3, 1) * scale;
    const across = () => draw.between(0.7, 1.1) * scale;
    const shape: SceneShape = draw.chance(0.7)
      ? { type: "box", size: [across(), height, across()] }
      : { type: "cylinder", radius: across() / 2, height };
    const t = draw.between(-0.3, 0.3);
    const aside = () => draw.between(-0.12, 0.12) * scale;
    y += clearance;
    const position: Vector = [aside(), y + height / 2, aside()];
    yard.add({ shape, density: yard.density(), position, rotation: [0, sin(t), 0, cos(t)] });
    y += height;
  }
  yard.take([0, y / 2, 0], y / 2 + scale);
  if (draw.chance(0.4)) yard.drop(0.3 * scale, y + scale);
}

/**
 * Boxes of all masses on top of one another, from 2 to 10, the heaviest up to 1e9 times as heavy as the lightest, in any order; flush, or
 * turned about the vertical and a little aside. Nothing moves.
 */
export function buildMasses(yard: Yard): void {
  const { draw, scale } = yard;
  const friction = yard.hasFriction ? draw.between(0, 1) : 0;
  yard.addPlane([0, 1, 0]);
  const ratio = draw.decades(1, 1e9);
  const isTurned = draw.chance(0.5);
  const count = draw.integer(2, 10);
  for (let k = 0; k < count; k++) {
    const t = isTurned ? draw.between(-0.3, 0.3) : 0;
    const aside = () => (isTurned ? draw.between(-0.1, 0.1) * scale : 0);
    yard.add({
      shape: { type: "box", size: [scale, scale, scale] },
      mass: draw.decades(1, ratio),
      position: [aside(), (k + 0.5) * scale, aside()],
      rotation: [0, sin(t), 0, cos(t)],
      restitution: 0,
      friction,
      staticFriction: friction,
    });
  }
}

/** Bricks in rows, every other one shifted, or a pyramid of boxes; sometimes struck by a ball. */
export function buildWall(yard: Yard): void {
  const { draw, scale } = yard;
  yard.addPlane([0, 1, 0]);
  const clearance = draw.chance(0.5) ? 0 : draw.decades(1e-4, 0.05) * scale;
  const isPyramid = draw.chance(0.5);
  const rows = draw.integer(1, 3);
  const columns = draw.integer(1, 3);
  const size: Vector = [scale, 0.5 * scale, 0.5 * scale];
  const step = (isPyramid ? 1.2 : 1) * scale + clearance;
  for (let r = 0; r < rows; r++) {
    const y = r * (size[1] + clearance) + clearance + size[1] / 2;
    for (let c = 0; c < (isPyramid ? rows - r : columns); c++) {
      const x = (c + (isPyramid ? r : r % 2) / 2) * step;
      yard.add({ shape: { type: "box", size }, density: yard.density(), position: [x, y, 0] });
    }
  }
  if (!draw.chance(0.5)) return;
  const radius = 0.2 * scale;
  yard.add({
    shape: { type: "sphere", radius },
    density: yard.density(),
    position: [-scale, draw.between(0.3, 1) * scale, draw.between(-0.2, 0.2) * scale],
    velocity: [2 * yard.speed, draw.between(-0.2, 0.5) * yard.speed, 0],
  });
}

/** Bodies that come from all sides, and nothing else: momentum stays what it was. */
export function throwTogether(yard: Yard): void {
  const { draw, scale } = yard;
  yard.gravity = [0, 0, 0];
  const count = draw.integer(2, 5);
  const first = yard.bodies.length;
  for (let k = 0; k < count; k++) yard.drop(1.5 * scale, -scale);
  for (let k = first; k < yard.bodies.length; k++) {
    const { position = [0, 0, 0] } = yard.bodies[k];
    const part = (draw.between(0.3, 1.5) * yard.speed) / scale;
    const velocity: Vector = [-part * position[0], -part * position[1], -part * position[2]];
    yard.bodies[k] = { ...yard.bodies[k], velocity };
  }
}

/** Bodies that roll or slide down a slope. */
export function rollDown(yard: Yard): void {
  const { draw, scale } = yard;
  const angle = draw.between(0, 0.6);
  const normal: Vector = [sin(angle), cos(angle), 0];
  yard.addPlane(normal);
  const count = draw.integer(1, 3);
  for (let k = 0; k < count; k++) {
    const shape = yard.shape(["sphere", "cylinder", "capsule", "cone", "box"]);
    const radius = shape.type === "box" ? shape.size[1] / 2 : "radius" in shape ? shape.radius : 0;
    // at rest on the slope, a ball on its surface, others on their side or face; or a little above
    const isLying = shape.type === "cylinder" || shape.type === "capsule";
    const up = radius + (draw.chance(0.5) && shape.type !== "cone" ? 0 : 1.5 * scale);
    const [s, c] = [sin(-angle / 2), cos(-angle / 2)];
    const h = Math.sqrt(0.5);
    const rotation = isLying ? ([h * c, h * s, h * s, h * c] as const) : ([0, 0, s, c] as const);
    const along = 2.5 * k * scale;
    const position: Vector = [
      up * normal[0] - along * normal[1],
      up * normal[1] + along * normal[0],
      draw.between(-0.1, 0.1) * scale,
    ];
    const velocity: Vector = draw.chance(0.5) ? [0, 0, 0] : [0, 0, draw.between(-1, 1) * yard.speed];
    yard.add({ shape, density: yard.density(), position, rotation, velocity });
  }
}

/** A few onto ground that is a mesh: a valley of two slopes, or steps; and a block that stands in the way. */
export function dropOnMesh(yard: Yard): void {
  const { draw, scale } = yard;
  const [w, low] = [3 * scale, -scale];
  const profile: readonly (readonly [number, number])[] = draw.chance(0.5)
    ? [
        [-w, draw.between(0.3, 1) * scale],
        [0, 0],
        [w, draw.between(0.3, 1) * scale],
      ]
    : [
        [-w, 0.6 * scale],
        [-0.4 * scale, 0.6 * scale],
        [-0.3 * scale, 0.2 * scale],
        [0.5 * scale, 0.2 * scale],
        [0.6 * scale, 0],
        [w, 0],
      ];
  const outline = [...profile, [w, low] as const, [-w, low] as const].reverse();
  const n = outline.length;
  const vertices = [-w, w].flatMap((z) => outline.map(([x, y]): Vector => [x, y, z]));
  const caps = cutConvex(profile.length);
  const faces = [
    ...caps.map((face) => face.map((k) => n - 1 - k).reverse()),
    ...caps.map((face) => face.map((k) => 2 * n - 1 - k)),
    ...outline.map((_, k) => [k, n + k, n + ((k + 1) % n), (k + 1) % n].reverse()),
  ];
  yard.add({ shape: { type: "mesh", vertices, faces }, fixed: true });
  const count = draw.integer(1, 3);
  for (let k = 0; k < count; k++) yard.drop(1.2 * scale, scale);
}

/** Quadrilaterals and triangles of a profile of n points above two corners at the bottom, points from 0 on. */
function cutConvex(n: number): number[][] {
  const [right, left] = [n, n + 1];
  const fan = Array.from({ length: n - 1 }, (_, k) => [left, k, k + 1]);
  return [...fan, [left, n - 1, right]];
}
