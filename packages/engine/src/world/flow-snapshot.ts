/** An island on its way as plain data, and back; and what is known of it, to one that has its bodies. */
import { Control } from "../ode/index.js";
import type { IslandFlow } from "./advance.js";
import type { IslandParts } from "./island-parts.js";
import { type IslandSnapshot, listNumbers } from "./snapshot.js";

/** All islands; those that are tied as one, awake: ties are not kept. */
export function saveFlows(flows: readonly IslandFlow[]): IslandSnapshot[] {
  const groups: IslandFlow[][] = [];
  for (const flow of flows) {
    const shares = ({ run }: IslandFlow) => run.ties.some((tie) => flow.run.ties.includes(tie));
    const isTied = (group: readonly IslandFlow[]) => group.some(shares);
    const tied = groups.filter(isTied);
    for (const group of tied) groups.splice(groups.indexOf(group), 1);
    groups.push([...tied.flat(), flow]);
  }
  return groups.map((group) => addTies(group, group.map(saveFlow).reduce(mergeSaved)));
}

/** What was tied touches as ever. */
function addTies(group: readonly IslandFlow[], saved: IslandSnapshot): IslandSnapshot {
  const ties = [...new Set(group.flatMap(({ run }) => run.ties))];
  if (ties.length === 0) return saved;
  const pairs = ties.map(({ a, b }): [number, number] => [a, b]);
  return {
    ...saved,
    touching: [...saved.touching, ...pairs],
    sliding: [...saved.sliding, ...pairs.filter((_, k) => ties[k].isSliding)],
    rejoined: ties.flatMap(({ pressing }) => pressing),
  };
}

/** Two of bodies alone that are tied. */
function mergeSaved(p: IslandSnapshot, q: IslandSnapshot): IslandSnapshot {
  const step = p.isAsleep ? q.step : q.isAsleep ? p.step : Math.min(p.step, q.step);
  return {
    ...(p.isAsleep ? q : p),
    moving: [...p.moving, ...q.moving].sort((a, b) => a - b),
    step,
    isAsleep: false,
    ledger: p.ledger.map((x, k) => x + q.ledger[k]),
    standing: mergeStanding(p.standing, q.standing),
    touching: [...p.touching, ...q.touching],
    sliding: [...p.sliding, ...q.sliding],
    parted: [...(p.parted ?? []), ...(q.parted ?? [])],
    ahead: [...(p.ahead ?? []), ...(q.ahead ?? [])],
    held: [...p.held, ...q.held].sort(),
  };
}

/** Contacts, how many hold and their rank together; forces are unique if both are. */
function mergeStanding(p: readonly number[] = nothing, q: readonly number[] = nothing): number[] {
  return [p[0] + q[0], p[1] + q[1], p[2] + q[2], Math.min(p[3], q[3])];
}

const nothing: readonly number[] = [0, 0, 0, 1];

function saveFlow(flow: IslandFlow): IslandSnapshot {
  const { run, stepper, leap } = flow;
  const { parts, ledger, spin } = run.island;
  const { standing } = run;
  return {
    moving: [...parts.moving],
    withParticles: parts.withParticles,
    coordinates: [...parts.coordinates],
    step: stepper.control[Control.step],
    isAsleep: flow.isAsleep,
    ledger: listNumbers(ledger),
    spin: listNumbers(spin),
    touching: flow.run.listTouching(),
    limits: flow.run.listLimits(),
    sliding: flow.run.listSliding(),
    slipping: run.listSlipping(),
    held: [...run.wasHeld].sort(),
    storm: leap.storm.save(flow.time),
    ...run.listParted(),
    standing: [standing.contacts, standing.holding, standing.rank, standing.isUnique ? 1 : 0],
  };
}

/** Takes over what `saveFlow` has told of this island. */
export function resumeFlow(flow: IslandFlow, snapshot: IslandSnapshot): void {
  const { run, stepper, leap } = flow;
  const { step, isAsleep, ledger, spin, storm } = snapshot;
  run.island.ledger.set(ledger);
  run.island.spin.set(spin);
  run.isSettled = true;
  run.resume(snapshot);
  for (const name of snapshot.rejoined ?? []) run.rejoined.add(name);
  stepper.control[Control.step] = step;
  stepper.restart();
  leap.storm.resume(storm, flow.time);
  flow.isAsleep = isAsleep;
  // what sleeps is not settled: the forces of its joints are asked for all the same
  if (isAsleep && run.island.parts.joints.length > 0) run.island.hold([]);
}

/** What a snapshot tells of each island, by its first member. */
export class SnapshotIndex {
  private readonly byBody = new Map<number, IslandSnapshot>();
  private readonly byCoordinate = new Map<number, IslandSnapshot>();
  private ofParticles: IslandSnapshot | undefined;

  constructor(islands: readonly IslandSnapshot[]) {
    // of several the first
    for (const island of [...islands].reverse()) {
      if (island.moving.length > 0) this.byBody.set(island.moving[0], island);
      if (island.withParticles) this.ofParticles = island;
      if (island.moving.length === 0 && !island.withParticles) this.byCoordinate.set(island.coordinates[0], island);
    }
  }

  find(flow: IslandFlow): IslandSnapshot | undefined {
    const { moving, coordinates, withParticles } = flow.run.island.parts;
    if (moving.length > 0) return this.byBody.get(moving[0]);
    return withParticles ? this.ofParticles : this.byCoordinate.get(coordinates[0]);
  }
}

/** The island that has the first member of another; `flowOf` has those of all bodies, and of the particles at the end. */
export function findPredecessor(
  flows: readonly IslandFlow[],
  flowOf: readonly (IslandFlow | null)[],
  { moving, withParticles, coordinates }: IslandParts,
): IslandFlow | null {
  if (moving.length > 0) return flowOf[moving[0]];
  if (withParticles) return flowOf[flowOf.length - 1];
  return flows.find(({ run }) => run.island.parts.coordinates.includes(coordinates[0])) ?? null;
}

/** Takes over what is known of an island whose bodies it has: its books once, its pairs and its step. */
export function inheritFlow(flow: IslandFlow, old: IslandFlow): void {
  const { run, stepper, leap } = flow;
  const { ledger } = old.run.island;
  for (let k = 0; k < ledger.length; k++) {
    run.island.ledger[k] += ledger[k];
    ledger[k] = 0;
  }
  for (const slot of old.run.touching) run.touching.add(slot);
  for (const slot of old.run.sliding) run.sliding.add(slot);
  for (const name of old.run.wasHeld) run.wasHeld.add(name);
  run.resumeParted(old.run.listParted());
  const { contacts, holding, rank, isUnique } = old.run.standing;
  run.standing.contacts += contacts;
  run.standing.holding += holding;
  run.standing.rank += rank;
  run.standing.isUnique &&= isUnique;
  if (old.isInStorm) leap.traces.inherit(old.leap.traces);
  leap.storm.inherit(old.leap.storm, old.time);
  if (!old.isAsleep && old.run.island.friction !== null) run.friction.memory.inherit(old.run.friction);
  const step = old.stepper.control[Control.step];
  const own = stepper.control[Control.step];
  if (!old.isAsleep && stepper.adaptive) stepper.control[Control.step] = own === 0 ? step : Math.min(own, step);
}
