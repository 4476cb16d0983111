/** The door of constrain/solver: what other rooms use of it. */
export { gatherAccelerations, gatherVelocities, scatterForces } from "./gather.js";
export { multiplyInverseMass, type StateLayout, type VelocityLayout } from "./inverse-mass.js";
export { writeRoots } from "./inverse-mass-root.js";
export { ConstraintSolver, type SolverMethod } from "./solver.js";
export { solveForces, writeCompliance, writeRounding } from "./weak-rows.js";
