/** The door of constrain/model: what other rooms use of it. */
export type { Binding, Constraint, ConstraintHost, ConstraintMaker, ConstraintRows, Memory } from "./constraint.js";
export { Carrier, type End, EndSlot, endSize } from "./end.js";
export type { JointCoordinate } from "./joint-coordinate.js";
export type { MechanismForce } from "./mechanism-force.js";
export type { Coordinates, MechanismState } from "./mechanism-state.js";
export { listMemory, measureMemory, restoreMemory, saveMemory } from "./memory.js";
export { requireKnown } from "./require-known.js";
export { type Columns, RowTable } from "./row-table.js";
export { readTimeFunction, type TimeFunction, traceTime } from "./time-function.js";
