/** The driver: runs of a stepper to a given time, and their reports. */
export { type IntegrateOptions, integrate } from "./integrate.js";
export type { Report, RunStatus } from "./report.js";
