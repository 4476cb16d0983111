import { andrewsSqueezer } from "./andrews-squeezer.js";
import { atwoodMachine } from "./atwood-machine.js";
import { beadOnWire } from "./bead-on-wire.js";
import { bricardLinkage } from "./bricard-linkage.js";
import { doublePendulum } from "./double-pendulum.js";
import { fourBar } from "./four-bar.js";
import { gyroscope } from "./gyroscope.js";
import { hangingChain } from "./hanging-chain.js";
import type { MechanismScene } from "./mechanism-scene.js";
import { rollingDisc } from "./rolling-disc.js";
import { simplePendulum } from "./simple-pendulum.js";
import { sliderCrank } from "./slider-crank.js";

export {
  andrewsSqueezer,
  atwoodMachine,
  beadOnWire,
  bricardLinkage,
  doublePendulum,
  fourBar,
  gyroscope,
  hangingChain,
  rollingDisc,
  simplePendulum,
  sliderCrank,
};

/** Every scene of a mechanism, the simple ones first. */
export const mechanismScenes: readonly MechanismScene[] = [
  simplePendulum,
  beadOnWire,
  atwoodMachine,
  hangingChain,
  doublePendulum,
  rollingDisc,
  gyroscope,
  sliderCrank,
  fourBar,
  bricardLinkage,
  andrewsSqueezer,
];
