/**
 * `rigor demo`: a block of masses and springs is thrown between a floor and two walls and comes to rest, and the scenes
 * with known answers are run beside it. What is printed can be checked: exact values, errors, and a hash of the final
 * state that is the same on every machine.
 */
import { setImmediate as yieldToEvents } from "node:timers/promises";
import { hashArrays } from "@rigor/engine/math";
import { Count, dopri5, integrate } from "@rigor/engine/ode";
import { kineticEnergy, ParticleSimulation, type PlaneEvent, totalEnergy } from "@rigor/engine/particles";
import { type Check, jelly, type ParticleScene, particleScenes, worstError } from "@rigor/scenes";
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
    const report = simulation.advance(Math.min(frame / framesPerSecond, options.duration));
    events.push(...report.events);
    deepest = Math.min(deepest, findDeepest(simulation));
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
  stdout.write(describeKnown());
  return ExitCode.good;
}

/** The least gap between a particle and a plane, m; negative behind the plane. */
function findDeepest({ contacts, system }: ParticleSimulation): number {
  let deepest = 0;
  for (let i = 0; i < system.count; i++) {
    for (let k = 0; k < contacts.planes.length; k++) deepest = Math.min(deepest, contacts.gap(system.state, i, k));
  }
  return deepest;
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
  const weight = jelly.check({ system })[0];
  return [
    `${jelly.name}: ${jelly.summary}`,
    "",
    drawSide(system.state, system.count, { left: -1.5, right: 1.5, height: 1 }),
    "",
    `  time        ${formatNumber(system.time)} s in ${stepper.counts[Count.steps]} steps`,
    `  events      ${kinds.map((kind) => `${kind} ${count(kind)}`).join(", ")}`,
    `  energy      ${energy.start.toFixed(4)} J at first, ${energy.now.toFixed(4)} J now, ${energy.kinetic.toExponential(1)} J of it in motion;`,
    `              the rest went into impacts, friction and dampers`,
    `  contacts    ${contacts.length}, of which ${contacts.filter(({ sticking }) => sticking).length} stick`,
    `  floor       carries ${floor.toFixed(6)} N; the weight is ${weight.exact.toFixed(6)} N`,
    `  worst       penetration of a plane ever seen: ${(-deepest).toExponential(1)} m`,
    `  state hash  ${hashArrays(system.state)}`,
    "",
    "",
  ].join("\n");
}

/** The scenes whose answers are known, at their end, with the method's own tolerance at 1e-10. */
function describeKnown(): string {
  const rows = particleScenes
    .filter((scene) => scene !== jelly && scene.name !== "curtain")
    .map((scene) => {
      const checks = runKnown(scene);
      const { what, exact, got } = checks[0];
      const cells = [scene.name, what, exact.toPrecision(12), got.toPrecision(12), worstError(checks).toExponential(1)];
      return cells;
    });
  const table = [["scene", "for example", "exact", "got", "worst error"], ...rows];
  const widths = table[0].map((_, column) => Math.max(...table.map((row) => row[column].length)));
  const lines = table.map((row) =>
    row.map((cell, c) => (c < 2 ? cell.padEnd(widths[c]) : cell.padStart(widths[c]))).join("  "),
  );
  return `Scenes with known answers, by dopri5 at tolerance 1e-10:\n\n${lines.map((line) => `  ${line}\n`).join("")}`;
}

function runKnown(scene: ParticleScene): Check[] {
  const model = scene.build();
  const stepper = dopri5(model.system, { tolerance: 1e-10 });
  if (model.planes === undefined) integrate(stepper, scene.duration);
  else new ParticleSimulation(model.system, stepper, { planes: model.planes }).advance(scene.duration);
  return scene.check(model);
}
