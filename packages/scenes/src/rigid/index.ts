import { dzhanibekov } from "./dzhanibekov.js";
import { fallingBlock } from "./falling-block.js";
import { forcePuzzle } from "./force-puzzle.js";
import { freeBoxLong } from "./free-box-long.js";
import { freeBoxShort } from "./free-box-short.js";
import { freeRod } from "./free-rod.js";
import { lagrangeTop } from "./lagrange-top.js";
import { pushedBlock } from "./pushed-block.js";
import type { RigidScene } from "./rigid-scene.js";
import { steadyPrecession } from "./steady-precession.js";
import { turnedBlock } from "./turned-block.js";

export {
  dzhanibekov,
  fallingBlock,
  forcePuzzle,
  freeBoxLong,
  freeBoxShort,
  freeRod,
  lagrangeTop,
  pushedBlock,
  steadyPrecession,
  turnedBlock,
};

/** Every rigid-body scene, the simple ones first. */
export const rigidScenes: readonly RigidScene[] = [
  pushedBlock,
  turnedBlock,
  fallingBlock,
  forcePuzzle,
  freeRod,
  freeBoxLong,
  freeBoxShort,
  dzhanibekov,
  steadyPrecession,
  lagrangeTop,
];
