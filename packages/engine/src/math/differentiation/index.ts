/** Automatic differentiation: functions recorded as tapes, with their exact derivatives. */
export { constant, Expression, type Operand } from "./expression.js";
export { VectorExpression, type VectorOperand, vector } from "./expression-vector.js";
export { Tape } from "./tape.js";
export { type Traced, traceFunction } from "./trace.js";
