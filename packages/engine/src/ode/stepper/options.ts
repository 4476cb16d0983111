/**
 * The options of steppers: they are checked once, and copied to flat arrays that a step reads.
 */
import { fail, requireNonNegative, requirePositive } from "../../math/index.js";
import { type Problem, requireOptions } from "../problem/index.js";
import { defaultTolerance, leastAbsolute } from "./parameters.js";
import { type AdaptiveOptions, Control } from "./stepper.js";

/** The local error allowed a step: `absolute[i] + relative[0] · |yᵢ|` in entry i of y. */
export interface Tolerance {
  /** The relative tolerance: one number. */
  readonly relative: Float64Array;
  /** The absolute tolerances, in the unit of y: n numbers. */
  readonly absolute: Float64Array;
}

/** The names of the options of every method with a fixed step. */
export const fixedKeys: readonly string[] = ["step"];
/** The names of the options of every adaptive method. */
export const adaptiveKeys: readonly string[] = ["tolerance", "relative", "absolute", "step", "maxStep", "minStep"];

/** Returns the dimension n of the problem, and throws unless it is a problem and the options have no keys but those given. */
export function requireInput(problem: Problem, options: object, keys: readonly string[]): number {
  const n = requireDimension(problem);
  requireOptions(options, keys);
  return n;
}

/** Returns the dimension n of the problem, and throws unless it is a problem. */
export function requireDimension(problem: Problem): number {
  if (typeof problem !== "object" || problem === null) {
    fail("not-a-problem", "problem", "must be a problem", problem, "make one with createProblem");
  }
  const n = problem.dimension;
  if (!(Number.isInteger(n) && n > 0)) {
    fail("out-of-range", "problem.dimension", "must be a whole number > 0", n, "give the length of y");
  }
  for (const name of ["getState", "setState", "derivative"] as const) {
    if (typeof problem[name] !== "function")
      fail("not-a-function", `problem.${name}`, "must be a function", problem[name]);
  }
  return n;
}

/** Returns the array `Stepper.control` of a method with a fixed step, s. */
export function createFixedControl(step: number): Float64Array {
  requirePositive(
    "options.step",
    step,
    "a step is a time in seconds, for example 0.01; integrate runs backward by itself",
  );
  return createControl(step, Infinity, 0);
}

/** Returns the array `Stepper.control` of an adaptive method. A step of 0 stands for one that the method estimates. */
export function createAdaptiveControl(options: AdaptiveOptions): Float64Array {
  const { step, maxStep = Infinity, minStep = 0 } = options;
  if (step !== undefined) requirePositive("options.step", step, "leave it out to have the first step estimated");
  if (!(typeof maxStep === "number" && maxStep > 0))
    fail("not-positive", "options.maxStep", "must be > 0", maxStep, "leave it out for no bound");
  requireNonNegative("options.minStep", minStep);
  if (minStep > maxStep) fail("out-of-range", "options.minStep", `must be <= options.maxStep (${maxStep})`, minStep);
  return createControl(step ?? 0, maxStep, minStep);
}

function createControl(step: number, maxStep: number, minStep: number): Float64Array {
  const control = new Float64Array(6);
  control[Control.step] = step;
  control[Control.maxStep] = maxStep;
  control[Control.minStep] = minStep;
  control[Control.direction] = 1;
  control[Control.end] = Infinity;
  return control;
}

/** Returns the tolerances of an adaptive method for a y of n entries. */
export function createTolerance(options: AdaptiveOptions, n: number): Tolerance {
  const { tolerance = defaultTolerance } = options;
  requireTolerance("options.tolerance", tolerance);
  const { relative = tolerance, absolute = tolerance } = options;
  requireNonNegative("options.relative", relative);
  const list = new Float64Array(n);
  if (typeof absolute !== "object" || absolute === null) {
    requireNonNegative("options.absolute", absolute);
    list.fill(absolute);
  } else {
    if (absolute.length !== n) {
      fail(
        "wrong-length",
        "options.absolute",
        `must have length ${n}, one tolerance for each entry of y`,
        absolute.length,
      );
    }
    for (let i = 0; i < n; i++) requireNonNegative(`options.absolute[${i}]`, absolute[i]);
    list.set(absolute);
  }
  for (let i = 0; i < n; i++) {
    if (relative === 0) requireTolerance(`options.absolute[${i}]`, list[i]);
    list[i] = Math.max(list[i], leastAbsolute);
  }
  return { relative: Float64Array.of(relative), absolute: list };
}

/** Throws unless a tolerance is a finite number above zero. */
export function requireTolerance(path: string, value: number): void {
  requirePositive(
    path,
    value,
    "no error at all cannot be had in floating point; 1e-8 is a good start, 1e-15 about the least",
  );
}
