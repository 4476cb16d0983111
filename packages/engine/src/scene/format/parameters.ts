/** Defaults and limits of the scene format. They stand in the published schema and in messages, so they are part of the format. */
import type { Vector } from "./vectors.js";

/** The default acceleration of gravity, m/s²: that of the contract, along −y. */
export const defaultGravity: Readonly<Vector> = [0, -9.81, 0];

/** The default density of a body without material, kg/m³: that of the contract, the density of water. */
export const defaultDensity = 1000;

/** The default duration of a run, s: that of the contract. */
export const defaultDuration = 5;

/** The default number of samples a second: that of the contract, the frame rate of common displays. */
export const defaultSampleRate = 60;

/** The default local error of the adaptive integrator, absolute and relative: that of the contract. */
export const defaultTolerance = 1e-8;

/** The default contact tolerance ε, m: that of the contract. */
export const defaultContactTolerance = 1e-7;

/** The default approach speed below which an impact counts as resting contact, m/s: that of the contract. */
export const defaultRestitutionThreshold = 1e-6;

/** The step of a fixed-step integrator where a file gives none, s: the default of `World`, which it must equal. */
export const defaultFixedStep = 1e-3;

/** The largest number of entries of any list. Range: 1 to 2³² − 1. It keeps a faulty file from filling the memory; empirical. */
export const longestList = 1_000_000;

/** The largest number of characters of an id or file name. Empirical; not derived. */
export const longestId = 256;

/** The largest number of corners of a mesh face. Empirical; not derived. */
export const mostFaceCorners = 10_000;

/** The largest number of points of a rope. Empirical; not derived. */
export const mostRopePoints = 1000;

/** The largest number of links of a pendulum. Empirical; not derived. */
export const mostLinks = 64;
