/** The pair of collide: what other rooms use of it. */
export {
  type Compound,
  CompoundCache,
  collideCompounds,
  createCompound,
  findCompoundContacts,
  type PartOptions,
} from "./compound.js";
export { collideShapes, findContacts, PairCache } from "./pair.js";
