import { bouncingBall } from "./bouncing-ball.js";
import { bungee } from "./bungee.js";
import { chain } from "./chain.js";
import { curtain } from "./curtain.js";
import { figureEight } from "./figure-eight.js";
import { jelly } from "./jelly.js";
import type { ParticleScene } from "./particle-scene.js";
import { slidingStop } from "./sliding-stop.js";
import { thrownWithDrag } from "./thrown-with-drag.js";
import { twoBodySpring } from "./two-body-spring.js";

export { bouncingBall, bungee, chain, curtain, figureEight, jelly, slidingStop, thrownWithDrag, twoBodySpring };

/** Every particle scene, the simple ones first. */
export const particleScenes: readonly ParticleScene[] = [
  thrownWithDrag,
  twoBodySpring,
  bungee,
  chain,
  figureEight,
  bouncingBall,
  slidingStop,
  jelly,
  curtain,
];
