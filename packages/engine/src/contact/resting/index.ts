/** The resting of contact: what other rooms use of it. */

export { type LinearProgram, type LinearProgramSolver, LinearProgramStatus } from "./linear-program.js";
export { type RestingMethod, type RestingOptions, RestingSolver } from "./resting.js";
