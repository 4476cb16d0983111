/** The features of contact: what other rooms use of it. */
export { chooseNormal } from "./choose-normal.js";
export { addContacts } from "./contact-add.js";
export { flattenCrossing, measureCrossing } from "./contact-crossing.js";
export { followRim } from "./contact-curved.js";
export { Feature } from "./contact-feature.js";
export { measureMargin, measureMargins } from "./contact-margin.js";
export { evaluateContact, evaluateGapAt } from "./contact-rows.js";
export { evaluateTangent } from "./contact-tangent.js";
export {
  evaluateTurning,
  findTurned,
  findTurning,
  isTurning,
  layTurning,
  measureArm,
  TurningKind,
} from "./contact-turning.js";
export { takeFaceSides, writeFaceSide } from "./face-sides.js";
