export type { BuiltInScene, ParameterValues, SceneParameter } from "./catalogue/built-in.js";
export { catalogue } from "./catalogue/index.js";
export {
  andrewsSqueezer,
  atwoodMachine,
  beadOnWire,
  bricardLinkage,
  doublePendulum,
  fourBar,
  gyroscope,
  hangingChain,
  mechanismScenes,
  rollingDisc,
  simplePendulum,
  sliderCrank,
} from "./mechanisms/index.js";
export { type MechanismModel, type MechanismScene, runMechanismScene } from "./mechanisms/mechanism-scene.js";
export {
  bouncingBall,
  bungee,
  chain,
  curtain,
  figureEight,
  jelly,
  particleScenes,
  slidingStop,
  thrownWithDrag,
  twoBodySpring,
} from "./particles/index.js";
export {
  type Check,
  type ParticleModel,
  type ParticleScene,
  runParticleScene,
  worstError,
} from "./particles/particle-scene.js";
export {
  arenstorf,
  circle,
  dampedOscillator,
  decay,
  hires,
  kepler5,
  kepler9,
  lorenz,
  lotkaVolterra,
  pleiades,
  referenceProblems,
  robertson,
  robertsonLong,
  vanDerPol,
} from "./problems/index.js";
export type { ReferenceProblem, ReferenceRow } from "./problems/reference-problem.js";
export { createReferenceProblem, measureReferenceError } from "./problems/reference-problem.js";
export { createFigures, type RandomOutcome, runRandomScene } from "./random/judge.js";
export {
  buildRandomScene,
  createRandomScene,
  extremeKinds,
  type RandomScene,
  randomKinds,
} from "./random/random-scene.js";
export {
  dzhanibekov,
  fallingBlock,
  forcePuzzle,
  freeBoxLong,
  freeBoxShort,
  freeRod,
  lagrangeTop,
  pushedBlock,
  rigidScenes,
  steadyPrecession,
  turnedBlock,
} from "./rigid/index.js";
export { type RigidRow, type RigidScene, runRigidScene } from "./rigid/rigid-scene.js";
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
  worldScenes,
} from "./worlds/index.js";
export {
  runWorldScene,
  startWorldScene,
  type WorldModel,
  type WorldRun,
  type WorldScene,
} from "./worlds/world-scene.js";
