/**
 * Work and precision: for every reference problem and every solver, the error at the last reference time against derivative
 * evaluations, steps and time. A solver that has no chance on a problem gets a dash, with the reason.
 *
 * The error is the worst of all entries of y, in units of max(1, |yᵢ|); for the stiff problems relative to each entry.
 */
import {
  adams,
  backwardEuler,
  Count,
  dopri5,
  euler,
  integrate,
  midpoint,
  type Problem,
  radau5,
  rk4,
  type Stepper,
  stepDoubling,
} from "@rigor/engine/ode";
import { createReferenceProblem, measureReferenceError, type ReferenceProblem, referenceProblems } from "@rigor/scenes";
import { formatTime, printTable } from "./support.js";

/** A solver at one setting. */
interface Entry {
  readonly name: string;
  readonly setting: string;
  readonly make: (problem: Problem) => Stepper;
}

/** A solver, and what to try it with on a problem: entries, or the reason why not. */
interface Plan {
  readonly name: string;
  choose(reference: ReferenceProblem, quick: boolean): readonly Entry[] | string;
}

/** Equal steps over the whole time: enough for stability on the stiff problems, and a range for the others. */
const fixedSteps: Readonly<Record<string, readonly number[]>> = {
  hires: [40_000, 400_000],
  "van-der-pol": [4_000_000],
  robertson: [1_500_000],
};
const gentleSteps = [1_000, 10_000, 100_000];

const hopeless: Readonly<Record<string, string>> = {
  "robertson-long": "stability would ask for 3e14 steps",
};
const uncontrolled: Readonly<Record<string, string>> = {
  "robertson-long": "equal steps cannot span 1e-5 … 1e11 s",
};

type FixedMethod = (problem: Problem, options: { step: number }) => Stepper;

/** Equal steps: for the gentle problems the given share of those of Euler. */
function fixed(name: string, method: FixedMethod, share: number): Plan {
  return {
    name,
    choose: (reference, quick) => {
      const reason = hopeless[reference.name];
      if (reason !== undefined) return reason;
      const stiff = fixedSteps[reference.name];
      return thin(stiff ?? gentleSteps.map((count) => count * share), quick).map((steps) => {
        const step = endOf(reference) / steps;
        return { name, setting: `${steps} steps`, make: (problem) => method(problem, { step }) };
      });
    },
  };
}

function adaptive(
  name: string,
  make: (problem: Problem, tolerance: number) => Stepper,
  tolerances: readonly number[],
  barriers: Readonly<Record<string, string>>,
): Plan {
  return {
    name,
    choose: (reference, quick) =>
      barriers[reference.name] ??
      thin(tolerances, quick).map((tolerance) => ({
        name,
        setting: `tol ${tolerance.toExponential(0)}`,
        make: (problem) => make(problem, tolerance),
      })),
  };
}

/** Of several settings, the middle one. */
function thin(settings: readonly number[], quick: boolean): readonly number[] {
  return quick ? [settings[settings.length >> 1]!] : settings;
}

const plans: readonly Plan[] = [
  fixed("euler", euler, 1),
  fixed("midpoint", midpoint, 1),
  fixed("rk4", rk4, 0.5),
  adaptive("euler, doubling", (p, tolerance) => stepDoubling(euler, p, { tolerance }), [1e-5, 1e-7], hopeless),
  adaptive(
    "rk4, doubling",
    (p, tolerance) => stepDoubling(rk4, p, { tolerance, safety: 0.9 }),
    [1e-5, 1e-8, 1e-11],
    hopeless,
  ),
  adaptive("dopri5", (p, tolerance) => dopri5(p, { tolerance }), [1e-4, 1e-7, 1e-10, 1e-13], hopeless),
  adaptive("adams", (p, tolerance) => adams(p, { tolerance }), [1e-4, 1e-7, 1e-10, 1e-13], hopeless),
  {
    name: "backward euler",
    choose: (reference, quick) =>
      uncontrolled[reference.name] ??
      thin([1_000, 10_000], quick).map((steps) => {
        const step = endOf(reference) / steps;
        return {
          name: "backward euler",
          setting: `${steps} steps`,
          make: (problem) => backwardEuler(problem, { step }),
        };
      }),
  },
  adaptive("radau5", radauFor, [1e-4, 1e-7, 1e-10], {}),
];

/** The stiff problems have entries of very different size: the absolute tolerance is far below the relative one. */
function radauFor(problem: Problem, tolerance: number): Stepper {
  const stiff = problem.jacobian !== undefined;
  return radau5(problem, { relative: tolerance, absolute: stiff ? 1e-8 * tolerance : tolerance });
}

export function run(args: string[]): void {
  const quick = args.includes("--quick");
  const start = performance.now();
  for (const reference of referenceProblems) printProblem(reference, quick);
  console.log(`${((performance.now() - start) / 1000).toFixed(1)} s in all`);
}

function printProblem(reference: ReferenceProblem, quick: boolean): void {
  console.log(`${reference.name}: ${reference.description}; error at t = ${endOf(reference)}`);
  const rows: string[][] = [];
  const refusals = new Map<string, string[]>();
  for (const plan of plans) {
    const entries = plan.choose(reference, quick);
    if (typeof entries === "string") refusals.set(entries, [...(refusals.get(entries) ?? []), plan.name]);
    else for (const entry of entries) rows.push(measure(reference, entry));
  }
  printTable(["method", "setting", "error", "evaluations", "steps", "factorisations", "time"], rows);
  for (const [reason, names] of refusals) console.log(`— ${names.join("; ")}: ${reason}`);
  console.log("");
}

/** One run for the figures; short ones are repeated for the time. */
function measure(reference: ReferenceProblem, entry: Entry): string[] {
  const end = endOf(reference);
  let best = Infinity;
  let total = 0;
  let row: string[] = [];
  for (let repeat = 0; repeat < 5 && (repeat === 0 || total < 0.1); repeat++) {
    const stepper = entry.make(createReferenceProblem(reference));
    const start = performance.now();
    const report = integrate(stepper, end, { maxSteps: 5e6 });
    const elapsed = (performance.now() - start) / 1000;
    best = Math.min(best, elapsed);
    total += elapsed;
    const error = report.status === "done" ? formatError(measureError(reference, stepper.state)) : `— ${report.status}`;
    const factorisations = stepper.counts[Count.factorisations]!;
    row = [entry.name, entry.setting, error, String(report.evaluations), String(report.steps)];
    row.push(factorisations > 0 ? String(factorisations) : "");
  }
  return [...row, formatTime(best)];
}

function endOf({ rows }: ReferenceProblem): number {
  return rows[rows.length - 1]!.t;
}

function measureError(reference: ReferenceProblem, state: Float64Array): number {
  const last = reference.rows.length - 1;
  if (reference.errorKind === "absolute") return measureReferenceError(reference, last, state);
  return Math.max(...reference.rows[last]!.y.map((value, i) => Math.abs(state[i]! / value - 1)));
}

function formatError(error: number): string {
  return error < 10 ? error.toExponential(1) : "— lost";
}
