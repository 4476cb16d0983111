/** Implicit methods for stiff problems, and the Jacobians that they need. */
export { type BackwardEulerOptions, backwardEuler } from "./backward-euler.js";
export { type BackwardEulerSecondOrderOptions, backwardEulerSecondOrder } from "./backward-euler-second-order.js";
export { checkJacobian, type JacobianCheck } from "./jacobian-check.js";
export { type RadauOptions, radau5 } from "./radau5.js";
