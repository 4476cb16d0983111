/** The door of `friction-contact`: problems of contact with Coulomb friction. */

export { FrictionContactProblem, TangentialState } from "./friction-contact-problem.js";
export {
  ContactMode,
  FrictionContactFigure,
  FrictionContactMethod,
  FrictionContactResult,
  FrictionContactStatus,
} from "./friction-contact-result.js";
export { FrictionContactSolver } from "./friction-contact-solver.js";
export { MinimumSlack } from "./minimum-slack.js";
export { unlimited } from "./parameters.js";
