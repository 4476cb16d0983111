/** Parameters of the room `observe`. */
import { lengthScale } from "../model/index.js";

/** Accuracy of positions, m: the energy balance is known to the work of all weights along it. Empirical; not derived. */
export const positionRounding = 1e-12 * lengthScale;

/**
 * Residual of complementarity, relative to the accelerations without contact forces, above which a fallback is reported: the bound
 * that the solvers of contact forces promise.
 */
export const mostResidual = 1e-9;
