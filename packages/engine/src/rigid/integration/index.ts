/** Door of the room `integration` of rigid: formulations and methods for rigid systems. */
export { createBodyFrameProblem } from "./body-frame.js";
export { rigidPattern } from "./pattern.js";
export { splitting } from "./splitting.js";
