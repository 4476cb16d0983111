export { createHighs, type HighsOptions } from "./linear-program.js";
