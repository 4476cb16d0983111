/** The door of island: what other rooms use of it. */
export { correctSpin, measureSpin, measureTorque } from "./angular-momentum.js";
export { createStepper } from "./create-stepper.js";
export { isDrivenByForces, measurePush } from "./explicit-time-loads.js";
export { Island } from "./island.js";
export { measureGiven } from "./island-forces.js";
export { IslandModel } from "./island-model.js";
export type { IslandSystem } from "./island-system.js";
export { isJoint, JointFrictionRows } from "./joint-friction.js";
export { isLimit, JointLimitRows } from "./joint-limits.js";
export { keepMotion, measureJump } from "./jump-energy.js";
export type { Load } from "./loads.js";
export type { Nodes } from "./nodes.js";
export {
  countAll,
  countNodes,
  findAnswers,
  findNode,
  findNodeColumn,
  findNodeWidth,
  nodeSize,
  readNode,
  readNodeOf,
  readSizes,
} from "./nodes.js";
export { stillSpeed } from "./parameters.js";
export { hasSameMembers, mergeParts, Partition } from "./partition.js";
export { isBalancedBody, measureBalance } from "./round-off-equilibrium.js";
export { createStateLayout } from "./state-layout.js";
