/** The random generator and the hash of numbers. */
export { createHash, digestHash, type Hash, type Hashable, hashArrays, updateHash, updateHashWord } from "./hash.js";
export {
  createRng,
  jumpRng,
  nextInRange,
  nextInteger,
  nextNormalPair,
  nextOnSphere,
  nextRotation,
  nextUint32,
  nextUniform,
  type Rng,
  shuffle,
  splitRng,
} from "./rng.js";
