/** The door of the room `check` (the check of scene files): everything that other rooms use of it. */
export { checkScene, findFaults, requireScene } from "./check.js";
export { FaultList, OmittedEntry, SceneError, type SceneProblem } from "./problem.js";
export { exemptJoinedPairs, type OverlapExemption, type RecoveredScene, recoverScene } from "./recover.js";
