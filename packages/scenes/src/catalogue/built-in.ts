/**
 * A built-in scene: a scene file made from a few numbers, and what must hold of its samples, with the exact value beside
 * what was found. The command line runs it by name, tests check all of them.
 */
import { fail } from "@rigor/engine/math";
import type { Sample, SceneFile } from "@rigor/engine/scene";
import type { Check } from "../particles/particle-scene.js";

/** A number from which a built-in scene is made. */
export interface SceneParameter {
  readonly default: number;
  readonly min?: number;
  readonly max?: number;
  readonly integer?: boolean;
  /** A former name, which is accepted for one release. */
  readonly alias?: string;
  /** The meaning, with the unit. */
  readonly line: string;
}

export type ParameterValues = Readonly<Record<string, number>>;

export interface BuiltInScene {
  /** Kebab-case. */
  readonly name: string;
  /** One sentence. */
  readonly line: string;
  readonly parameters: Readonly<Record<string, SceneParameter>>;
  /** The file; what is left out is the default. Throws for numbers out of range and for names that are not there. */
  create(parameters?: ParameterValues): SceneFile;
  /** Compares a sample with exact values; `start` is the first sample. Energy balance, joints and penetration are checked of every run beside it. */
  check?(sample: Sample, start: Sample, parameters?: ParameterValues): Check[];
  /** Up to which `check` holds, beside the larger of 1 and the exact value. Default 1e-6. */
  readonly accuracy?: number;
}

type Numbers<P> = { readonly [K in keyof P]: number };

interface Definition<P extends Readonly<Record<string, SceneParameter>>> {
  readonly name: string;
  readonly line: string;
  readonly parameters: P;
  build(values: Numbers<P>): Omit<SceneFile, "rigor" | "name" | "description">;
  check?(sample: Sample, values: Numbers<P>, start: Sample): Check[];
  readonly accuracy?: number;
}

/** A scene from what is its own: defaults, ranges and the head of the file are seen to here. */
export function defineScene<const P extends Readonly<Record<string, SceneParameter>>>(
  own: Definition<P>,
): BuiltInScene {
  const { name, line, parameters, build, check, accuracy } = own;
  const read = (given: ParameterValues = {}) => readParameters(name, parameters, given) as Numbers<P>;
  return {
    name,
    line,
    parameters,
    // as it comes back from a file: no −0
    create: (given) => JSON.parse(JSON.stringify({ rigor: 1, name, description: line, ...build(read(given)) })),
    ...(check === undefined ? {} : { check: (sample, start, given) => check(sample, read(given), start) }),
    ...(accuracy === undefined ? {} : { accuracy }),
  };
}

function readParameters(
  scene: string,
  parameters: Readonly<Record<string, SceneParameter>>,
  given: ParameterValues,
): ParameterValues {
  const names = Object.keys(parameters);
  for (const key of Object.keys(given)) {
    if (names.includes(key) || Object.values(parameters).some(({ alias }) => alias === key)) continue;
    const there = names.length === 0 ? "it has none" : `there are ${names.join(", ")}`;
    fail("unknown-parameter", key, `must be a parameter of ${scene}`, given[key], there);
  }
  return Object.fromEntries(
    names.map((key) => {
      const { default: standard, alias = key, min = -Infinity, max = Infinity, integer = false } = parameters[key];
      const value = given[key] ?? given[alias] ?? standard;
      const isGood = Number.isFinite(value) && value >= min && value <= max && (!integer || Number.isInteger(value));
      if (!isGood) fail("out-of-range", key, `must be ${describeRange(min, max, integer)}`, value);
      return [key, value];
    }),
  );
}

function describeRange(min: number, max: number, integer: boolean): string {
  const what = integer ? "a whole number" : "a number";
  if (max < Infinity) return `${what} from ${min} to ${max}`;
  return min > -Infinity ? `${what} of ${min} or more` : what;
}
