/** The resting of contact: what other rooms use of it. */
export { type RestingMethod, type RestingOptions, RestingSolver } from "./resting.js";
