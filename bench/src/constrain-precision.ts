/**
 * Work and precision: the chain with a heavy weight (constrain-weight.ts) by our methods at several tolerances, and in
 * Rapier, Jolt, Havok and MuJoCo at several rates, in the same run. The ball's place is judged by a run of ours, by
 * adams at a tolerance of 1e-12; dopri5, in the table, is a second opinion.
 */
import type { Mechanism } from "@rigor/engine/constrain";
import { adams, dopri5, rk4, type Stepper } from "@rigor/engine/ode";
import { createMujoco } from "./constrain-mujoco.js";
import { createHavok, createJolt, createRapier, ours } from "./constrain-swingers.js";
import {
  type Errors,
  end,
  links,
  listParts,
  observe,
  type Part,
  type Swinger,
  type Vector,
} from "./constrain-weight.js";
import { formatTime, printTable } from "./support.js";

/** Bounds that must hold, for our run at a tolerance of 1e-6. */
const bounds = { gap: 1e-12, energy: 1e-6, position: 1e-5 };

type Method = (mechanism: Mechanism, options: { tolerance: number }) => Stepper;

function listOurs(parts: readonly Part[], quick: boolean): Swinger[] {
  const adaptive = (name: string, method: Method, tolerances: readonly number[]) =>
    tolerances.map((tolerance) =>
      ours(name, `tol ${tolerance.toExponential(0)}`, parts, (mechanism) => method(mechanism, { tolerance })),
    );
  if (quick) return adaptive("dopri5", dopri5, [1e-6]);
  return [
    ours("rk4", "960 Hz", parts, (mechanism) => rk4(mechanism, { step: 1 / 960 })),
    ...adaptive("dopri5", dopri5, [1e-4, 1e-6, 1e-8]),
    ...adaptive("adams", adams, [1e-4, 1e-6, 1e-8, 1e-10]),
  ];
}

async function listOthers(parts: readonly Part[], quick: boolean): Promise<Swinger[]> {
  const rates = quick ? [60] : [60, 240, 960];
  return [
    ...(await createRapier(parts, rates)),
    ...(await createJolt(parts, rates)),
    ...(await createHavok(parts, rates)),
    // 500 Hz is the step that it comes with
    ...(await createMujoco(parts, quick ? [60] : [60, 240, 500, 960], {
      joints: "joint coordinates",
      integrator: "Euler",
    })),
    ...(await createMujoco(parts, quick ? [] : [960], { joints: "joint coordinates", integrator: "RK4" })),
    ...(await createMujoco(parts, quick ? [] : [60, 960], { joints: "connect", integrator: "Euler" })),
  ];
}

/** The place of the ball at the end. */
function findPlace(parts: readonly Part[], quick: boolean): Vector {
  const tolerance = quick ? 1e-10 : 1e-12;
  const reference = ours("adams", "reference", parts, (mechanism) => adams(mechanism, { tolerance }));
  return observe(reference, parts).place;
}

function measureDistance(a: Vector, b: Vector): number {
  return Math.sqrt(a.reduce((sum, x, k) => sum + (x - b[k]) ** 2, 0));
}

/** Longer runs than this are timed once, s. */
const long = 1;

/** Seconds of this process that a run takes, the best of several, in turns; building is not counted. */
function timeRuns(swingers: readonly Swinger[], turns: number): number[] {
  const best = swingers.map(() => Number.POSITIVE_INFINITY);
  for (let turn = 0; turn < turns; turn++) {
    swingers.forEach((swinger, k) => {
      if (turn > 0 && best[k] > long) return;
      swinger.start();
      const before = process.cpuUsage();
      swinger.run();
      const { user, system } = process.cpuUsage(before);
      best[k] = Math.min(best[k], 1e-6 * (user + system));
    });
  }
  return best;
}

/** A run that does not hold together is not worth digits. */
function formatError(error: number): string {
  return error < 100 ? error.toExponential(1) : "lost";
}

/** Prints a table a weight, and returns the bounds missed. */
export async function benchPrecision(quick: boolean): Promise<string[]> {
  const missed: string[] = [];
  for (const weight of quick ? [100] : [100, 1000]) {
    console.log(`\nA chain of ${links} links of 1 kg with ${weight} kg at its end, let go: ${end} s\n`);
    const parts = listParts(weight);
    const place = findPlace(parts, quick);
    const swingers = [...listOurs(parts, quick), ...(await listOthers(parts, quick))];
    const errors = swingers.map((swinger) => observe(swinger, parts));
    const times = timeRuns(swingers, quick ? 1 : 3);
    const far = errors.map((error) => measureDistance(error.place, place));
    const rows = swingers.map(({ name, setting }, k) => {
      const { steps, gap, energy } = errors[k];
      const cells = [gap, energy, far[k]].map(formatError);
      return [name, setting, String(steps), formatTime(times[k] / end), ...cells];
    });
    printTable(["method", "setting", "steps", "time a second", "gap (m)", "energy", "position (m)"], rows);
    const k = swingers.findIndex(({ name, setting }) => name === "dopri5" && setting === "tol 1e-6");
    missed.push(...listMissed(`${weight} kg, dopri5 at 1e-6`, errors[k], far[k]));
  }
  return missed;
}

function listMissed(what: string, { gap, energy }: Errors, position: number): string[] {
  const got = { gap, energy, position };
  return (["gap", "energy", "position"] as const)
    .filter((name) => !(got[name] <= bounds[name]))
    .map((name) => `${what}: ${name} ${got[name].toExponential(1)}, should be at most ${bounds[name]}`);
}
