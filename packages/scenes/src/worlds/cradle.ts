/** Newton's cradle: balls of 1 kg in a row on strings of 1 m, the first pulled aside. */
import { createSphere } from "@rigor/engine/collide";
import { distance } from "@rigor/engine/constrain";
import { cos, sin } from "@rigor/engine/math";
import { World, type WorldOptions } from "@rigor/engine/world";
import { checkMotion } from "./world-scene.js";

const radius = 0.05;

export function hangBalls(count: number, aside: number, options: WorldOptions): World {
  const world = new World(options);
  for (let k = 0; k < count; k++) {
    const pivot = [2 * radius * k, 1, 0];
    const angle = k === 0 ? -aside : 0;
    const position = [pivot[0] + sin(angle), 1 - cos(angle), 0];
    const body = world.addBody({ shape: createSphere({ radius }), mass: 1, position, restitution: 1 });
    world.add(distance({ a: { body }, b: pivot }));
  }
  return world;
}

/** That ball k hangs at an angle and swings at a rate. */
export function checkBall(world: World, k: number, angle: number, rate: number) {
  const x = [2 * radius * k + sin(angle), 1 - cos(angle), 0];
  return checkMotion(world, k, `ball ${k}`, x, [rate * cos(angle), rate * sin(angle), 0]);
}
