/** The data of a report on a run, gathered in one pass over its samples and one over its events. */
import type { ConstraintSample, Magnitudes, Sample, SceneEvent } from "@rigor/engine/scene";
import { type Collector, Curves, createCollectors, createMagnitudes, type Panel } from "../plot/quantities.js";
import type { Run } from "../run-folder.js";
import { CommandError } from "../verbs/verb.js";

/** The forces between two bodies. */
export interface PairForces {
  readonly pair: string;
  /** The largest sum of normal forces at a sample, N, and when it was, s. */
  peak: number;
  peakTime: number;
  /** At the last sample, N. */
  last: number;
  /** The largest friction, N. */
  friction: number;
  /** The sum of the impulses of all collisions, N·s. */
  impulse: number;
  collisions: number;
}

export interface ConstraintForces {
  readonly id: string;
  readonly type: string;
  peak: number;
  peakTime: number;
  peakTorque: number;
  worstError: number;
}

export interface Findings {
  readonly times: readonly number[];
  readonly panels: readonly Panel[];
  readonly pairs: readonly PairForces[];
  readonly constraints: readonly ConstraintForces[];
  /** The first of them. */
  readonly events: readonly SceneEvent[];
  readonly eventCount: number;
  /** Smallest gap of any contact, m. */
  readonly leastGap: number;
}

/** Events that are listed one by one. */
const mostEvents = 200;

export async function gatherFindings(run: Run): Promise<Findings> {
  const { scene } = run;
  const has = { bodies: (scene.bodies ?? []).length > 0, constraints: (scene.constraints ?? []).length > 0 };
  const magnitudes = createMagnitudes(scene);
  const collectors: Collector[] = [
    ...(await createCollectors(["energy"], scene, magnitudes)),
    balance(),
    ...(await createCollectors(["momentum"], scene, magnitudes)),
    ...(has.bodies ? await createCollectors(["force", "contacts"], scene, magnitudes) : []),
    ...(has.constraints ? [constraintErrors()] : []),
  ];
  const times: number[] = [];
  const pairs = new Map<string, PairForces>();
  const constraints = new Map<string, ConstraintForces>();
  const types = new Map((scene.constraints ?? []).map(({ id, type }, k) => [id ?? `constraint ${k}`, type]));
  let leastGap = Infinity;
  for await (const sample of run.readSamples()) {
    times.push(sample.t);
    magnitudes.addSample(sample);
    for (const collector of collectors) collector.add(sample);
    addContacts(sample, pairs);
    for (const [id, entry] of Object.entries(sample.constraints))
      addConstraint(constraints, id, types, entry, sample.t);
    for (const { gap } of sample.contacts) leastGap = Math.min(leastGap, gap);
  }
  if (times.length === 0) throw new CommandError(`${run.dir}/trajectory.ndjson: has no samples`);
  const events: SceneEvent[] = [];
  let eventCount = 0;
  for await (const event of run.readEvents()) {
    if (eventCount++ < mostEvents) events.push(event);
    if (event.type !== "collision") continue;
    const pair = findPair(pairs, event.a, event.b);
    pair.impulse += event.impulse;
    pair.collisions++;
  }
  for (const pair of pairs.values()) showPair(pair, magnitudes);
  for (const constraint of constraints.values()) {
    constraint.peak = magnitudes.showForce(constraint.peak);
    constraint.peakTorque = magnitudes.showTorque(constraint.peakTorque);
  }
  const ranked = [...pairs.values()].sort(
    (p, q) => q.peak - p.peak || q.impulse - p.impulse || (p.pair < q.pair ? -1 : 1),
  );
  const panels = collectors.flatMap((collector) => collector.finish());
  return { times, panels, pairs: ranked, constraints: [...constraints.values()], events, eventCount, leastGap };
}

/** The error of the energy balance: total − total at the start. */
function balance(): Collector {
  let first: number | undefined;
  const read = ({ energy }: Sample) => {
    first ??= energy.total;
    return energy.total - first;
  };
  return new Curves("Energy balance: total less what it was", "J", [{ name: "total − total at 0 s", read }]);
}

function constraintErrors(): Collector {
  const read = ({ constraints }: Sample) =>
    Object.values(constraints).reduce((most, { error }) => Math.max(most, Math.abs(error)), 0);
  return new Curves("Constraint error", "m or rad", [{ name: "the largest of all", read }]);
}

function findPair(pairs: Map<string, PairForces>, a: string, b: string): PairForces {
  const pair = `${a} on ${b}`;
  const known = pairs.get(pair);
  if (known !== undefined) return known;
  const fresh = { pair, peak: 0, peakTime: Number.NaN, last: 0, friction: 0, impulse: 0, collisions: 0 };
  pairs.set(pair, fresh);
  return fresh;
}

function addContacts({ t: time, contacts }: Sample, pairs: Map<string, PairForces>): void {
  const sums = new Map<PairForces, { f: number; tangential: number }>();
  for (const { a, b, f, t } of contacts) {
    const pair = findPair(pairs, a, b);
    const sum = sums.get(pair) ?? { f: 0, tangential: 0 };
    sums.set(pair, { f: sum.f + f, tangential: sum.tangential + measure(t) });
  }
  for (const pair of pairs.values()) pair.last = 0;
  for (const [pair, { f, tangential }] of sums) {
    pair.last = f;
    pair.friction = Math.max(pair.friction, tangential);
    if (f > pair.peak) [pair.peak, pair.peakTime] = [f, time];
  }
}

/** Takes for zero what is rounding beside the forces of the whole run. */
function showPair(pair: PairForces, magnitudes: Magnitudes): void {
  pair.peak = magnitudes.showForce(pair.peak);
  pair.last = magnitudes.showForce(pair.last);
  pair.friction = magnitudes.showForce(pair.friction);
  if (pair.peak === 0) pair.peakTime = Number.NaN;
}

function addConstraint(
  constraints: Map<string, ConstraintForces>,
  id: string,
  types: ReadonlyMap<string, string>,
  { force, torque, error }: ConstraintSample,
  time: number,
): void {
  let entry = constraints.get(id);
  if (entry === undefined) {
    entry = { id, type: types.get(id) ?? "", peak: 0, peakTime: time, peakTorque: 0, worstError: 0 };
    constraints.set(id, entry);
  }
  const size = measure(force);
  if (size > entry.peak) [entry.peak, entry.peakTime] = [size, time];
  entry.peakTorque = Math.max(entry.peakTorque, measure(torque));
  entry.worstError = Math.max(entry.worstError, Math.abs(error));
}

function measure([x, y, z]: readonly number[]): number {
  return Math.sqrt(x * x + y * y + z * z);
}
