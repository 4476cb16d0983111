/** The door of constrain/projection: what other rooms use of it. */
export { removeNormalError } from "./normal-error.js";
export {
  addDisplacement,
  addImpulses,
  type Constrained,
  findDisplacement,
  measurePositions,
  projectPositions,
  projectVelocities,
} from "./project.js";
