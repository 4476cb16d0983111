import { billiardBreak } from "./billiard-break.js";
import { blocksIntoChain, twoBlocksIntoChain } from "./blocks-into-chain.js";
import { brickOverEdge } from "./brick-over-edge.js";
import { curlingChain } from "./curling-chain.js";
import { destructiveChain } from "./destructive-chain.js";
import { fiveContacts } from "./five-contacts.js";
import { gears } from "./gears.js";
import { harmonicOverhang } from "./harmonic-overhang.js";
import { marbleRun } from "./marble-run.js";
import { newtonsCradle } from "./newtons-cradle.js";
import { newtonsCradleAtOnce } from "./newtons-cradle-at-once.js";
import { overbalancedBricks } from "./overbalanced-bricks.js";
import { slidingWedge } from "./sliding-wedge.js";
import type { WorldScene } from "./world-scene.js";

export {
  billiardBreak,
  blocksIntoChain,
  brickOverEdge,
  curlingChain,
  destructiveChain,
  fiveContacts,
  gears,
  harmonicOverhang,
  marbleRun,
  newtonsCradle,
  newtonsCradleAtOnce,
  overbalancedBricks,
  slidingWedge,
  twoBlocksIntoChain,
};

/** Every scene of the exact engine, the simple ones first. */
export const worldScenes: readonly WorldScene[] = [
  slidingWedge,
  fiveContacts,
  brickOverEdge,
  marbleRun,
  newtonsCradle,
  newtonsCradleAtOnce,
  billiardBreak,
  gears,
  harmonicOverhang,
  overbalancedBricks,
  curlingChain,
  destructiveChain,
  twoBlocksIntoChain,
  blocksIntoChain,
];
