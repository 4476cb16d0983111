/**
 * `rigor demo`: a block of masses and springs is thrown between a floor and two walls and comes to rest, and the scenes
 * with known answers are run beside it. What is printed can be checked: exact values, errors, and a hash of the final
 * state that is the same on every machine.
 */
import { setImmediate as yieldToEvents } from "node:timers/promises";
import { hashArrays } from "@rigor/engine/math";
import { Count, dopri5 } from "@rigor/engine/ode";
import {
  kineticEnergy,
  ParticleSimulation,
  type ParticleSystem,
  type PlaneEvent,
  totalEnergy,
} from "@rigor/engine/particles";
import {
  type Check,
  jelly,
  mechanismScenes,
  particleScenes,
  rigidScenes,
  runMechanismScene,
  runParticleScene,
  runRigidScene,
  runWorldScene,
  worldScenes,
  worstError,
} from "@rigor/scenes";
import { type Context, ExitCode } from "./context.js";
import { drawSide } from "./draw.js";
import { createProgress, formatNumber } from "./progress.js";

export interface DemoOptions {
  /** Simulated time, s. */
  readonly duration: number;
}

const framesPerSecond = 60;
/** Milliseconds of work between two looks at the outside world. */
const slice = 25;

export async function runDemo(options: DemoOptions, context: Context): Promise<number> {
  const { stdout, stderr, env, signal } = context;
  context.goOn();
  const model = jelly.build();
  const { system } = model;
  const planes = model.planes ?? [];
  const simulation = new ParticleSimulation(system, dopri5(system, { tolerance: 1e-8 }), { planes });
  const start = totalEnergy(system);
  const events: PlaneEvent[] = [];
  const progress = createProgress({ label: jelly.name, end: options.duration, output: stderr, env });
  let pause = performance.now() + slice;
  let deepest = 0;
  // frame by frame, so that what the wall clock does has no part in the result
  for (let frame = 1; system.time < options.duration && !signal.aborted; frame++) {
    const report = simulation.advanceTo(Math.min(frame / framesPerSecond, options.duration), {
      onStep() {
        deepest = Math.min(deepest, simulation.measureLeastGap());
      },
    });
    events.push(...report.events);
    progress.update(system.time);
    if (report.status !== "done") {
      progress.finish();
      stderr.write(`${report.message}\n`);
      return ExitCode.failed;
    }
    if (performance.now() < pause) continue;
    await yieldToEvents();
    pause = performance.now() + slice;
  }
  progress.finish();
  if (signal.aborted) return ExitCode.interrupted;
  const energy = { start, now: totalEnergy(system), kinetic: kineticEnergy(system) };
  stdout.write(describeRun(simulation, events, deepest, energy));
  const known = [runKnownParticles(), runKnownBodies(), runKnownMechanisms(), runKnownWorlds()];
  stdout.write(known.map(describeKnown).join("\n"));
  const failed = known.flatMap(({ rows }) => rows).filter(({ checks }) => !(worstError(checks) <= worstAllowed));
  for (const { name } of failed) stderr.write(`${name}: off by more than ${worstAllowed}\n`);
  return failed.length === 0 ? ExitCode.good : ExitCode.failed;
}

interface Energy {
  readonly start: number;
  readonly now: number;
  readonly kinetic: number;
}

function describeRun(
  simulation: ParticleSimulation,
  events: readonly PlaneEvent[],
  deepest: number,
  energy: Energy,
): string {
  const { system, stepper } = simulation;
  const count = (type: PlaneEvent["type"]) => events.filter((event) => event.type === type).length;
  const kinds = ["collision", "touch", "separate", "slip", "stick"] as const;
  const contacts = simulation.listContacts();
  const floor = contacts.filter(({ plane }) => plane === 0).reduce((sum, { normalForce }) => sum + normalForce, 0);
  return [
    `${jelly.name}: ${jelly.summary}`,
    "",
    drawSide(system.state, system.count, { left: -1.5, right: 1.5, height: 1 }),
    "",
    `  time        ${formatNumber(system.time)} s in ${stepper.counts[Count.steps]} steps, ${system.count} particles`,
    `  events      ${kinds.map((kind) => `${kind} ${count(kind)}`).join(", ")}`,
    `  energy      ${energy.start.toFixed(4)} J at first, ${energy.now.toFixed(4)} J now, ${energy.kinetic.toExponential(1)} J of it in motion;`,
    `              the rest went into impacts, friction and dampers`,
    `  contacts    ${contacts.length}, of which ${contacts.filter(({ sticking }) => sticking).length} stick`,
    `  floor       carries ${floor.toFixed(6)} N; the weight is ${(sumMass(system) * 9.81).toFixed(6)} N`,
    `  worst       penetration of a plane after any step: ${(-deepest).toExponential(1)} m`,
    `  state hash  ${hashArrays(system.state)}`,
    "",
    "",
  ].join("\n");
}

function sumMass({ mass, count }: ParticleSystem): number {
  return mass.subarray(0, count).reduce((sum, m) => sum + m, 0);
}

/** Beyond this a scene with a known answer has failed. */
const worstAllowed = 1e-6;

/** Scenes with known answers that were run to their end. */
interface Known {
  readonly title: string;
  /** Of all their final states together. */
  readonly hash?: string;
  readonly rows: readonly { readonly name: string; readonly checks: readonly Check[] }[];
}

function runKnownParticles(): Known {
  const scenes = particleScenes.filter(({ holds }) => holds === "always");
  const rows = scenes.map((scene) => ({ name: scene.name, checks: scene.check(runParticleScene(scene, 1e-10)) }));
  return { title: "Particles with known answers, by dopri5 at tolerance 1e-10:", rows };
}

/** The box that turns over magnifies its errors: hence the smaller tolerance. */
function runKnownBodies(): Known {
  const rows = rigidScenes.map((scene) => ({ name: scene.name, checks: scene.check(runRigidScene(scene, 1e-12)) }));
  return { title: "Rigid bodies with known answers, by dopri5 at tolerance 1e-12:", rows };
}

/** Forces are among what is known of them: hence the smaller tolerance. */
function runKnownMechanisms(): Known {
  const rows = mechanismScenes.map((scene) => ({ name: scene.name, checks: runMechanismScene(scene, 1e-11).check() }));
  return { title: "Mechanisms with known answers, by dopri5 at tolerance 1e-11:", rows };
}

/** Everything at once, with collisions and contact forces that are solved for. */
function runKnownWorlds(): Known {
  const runs = worldScenes
    .filter(({ answer }) => answer === "known")
    .map((scene) => ({
      name: scene.name,
      ...runWorldScene(scene, { tolerance: 1e-10 }),
    }));
  const rows = runs.map(({ name, check }) => ({ name, checks: check() }));
  const hash = hashArrays(...runs.map(({ world }) => world.system.state));
  return { title: "Worlds with known answers, by the exact engine at tolerance 1e-10:", rows, hash };
}

/** A table with the number of each scene that is furthest off. */
function describeKnown({ title, rows, hash }: Known): string {
  const cells = rows.map(({ name, checks }) => {
    const error = worstError(checks);
    const { what, exact, got } = checks.find((check) => Math.abs(check.got - check.exact) === error) ?? checks[0];
    return [name, what, exact.toPrecision(12), got.toPrecision(12), error.toExponential(1)];
  });
  const table = [["scene", "furthest off", "exact", "got", "error"], ...cells];
  const widths = table[0].map((_, column) => Math.max(...table.map((row) => row[column].length)));
  const lines = table.map((row) =>
    row.map((cell, c) => (c < 2 ? cell.padEnd(widths[c]) : cell.padStart(widths[c]))).join("  "),
  );
  const end = hash === undefined ? "" : `\n  state hash  ${hash}\n`;
  return `${title}\n\n${lines.map((line) => `  ${line}\n`).join("")}${end}`;
}
