/** An island on its way as plain data, and back; and what is known of it, to one that has its bodies. */

import { Control } from "../../ode/index.js";
import { ContactMark } from "../contact-state/index.js";
import type { IslandFlow } from "../integration/index.js";
import type { IslandParts } from "../model/index.js";
import { type IslandSnapshot, listNumbers } from "../record/index.js";
import {
  listParted,
  listSliding,
  listSlipping,
  listTouching,
  listTouchingLimits,
  resumePairs,
  resumeParted,
} from "./pair-lists.js";

/** All islands; those that are tied as one, awake: ties are not kept. */
export function saveFlows(flows: readonly IslandFlow[]): IslandSnapshot[] {
  const groups: IslandFlow[][] = [];
  for (const flow of flows) {
    const shares = ({ context }: IslandFlow) =>
      context.status.frozenContacts.some((tie) => flow.context.status.frozenContacts.includes(tie));
    const isTied = (group: readonly IslandFlow[]) => group.some(shares);
    const tied = groups.filter(isTied);
    for (const group of tied) groups.splice(groups.indexOf(group), 1);
    groups.push([...tied.flat(), flow]);
  }
  return groups.map((group) => addTies(group, group.map(saveFlow).reduce(mergeSaved)));
}

/** What was tied touches as ever. */
function addTies(group: readonly IslandFlow[], saved: IslandSnapshot): IslandSnapshot {
  const ties = [...new Set(group.flatMap(({ context }) => context.status.frozenContacts))];
  if (ties.length === 0) return saved;
  const pairs = ties.map(({ a, b }): [number, number] => [a, b]);
  return {
    ...saved,
    touching: [...saved.touching, ...pairs],
    sliding: [...saved.sliding, ...pairs.filter((_, k) => ties[k].isSliding)],
    rejoined: ties.flatMap(({ active: pressing }) => pressing.listNames(ContactMark.rejoined)),
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
  const { context, stepper, moreau } = flow;
  const { parts, ledger, spin } = context.island;
  const { standing } = context.status;
  return {
    moving: [...parts.moving],
    withParticles: parts.withParticles,
    coordinates: [...parts.coordinates],
    step: stepper.control[Control.step],
    isAsleep: flow.isAsleep,
    ledger: listNumbers(ledger),
    spin: listNumbers(spin),
    touching: listTouching(context),
    limits: listTouchingLimits(context),
    sliding: listSliding(context),
    slipping: listSlipping(context),
    held: context.memory.wasActive.listNames().sort(),
    chattering: moreau.chattering.save(flow.time),
    ...listParted(context),
    standing: [standing.contacts, standing.holding, standing.rank, standing.isUnique ? 1 : 0],
  };
}

/** Takes over what `saveFlow` has told of this island. */
export function resumeFlow(flow: IslandFlow, snapshot: IslandSnapshot): void {
  const { context, stepper, moreau } = flow;
  const { step, isAsleep, ledger, spin, chattering } = snapshot;
  context.island.ledger.set(ledger);
  context.island.spin.set(spin);
  context.status.hasHandledEvent = true;
  resumePairs(context, snapshot);
  context.memory.rejoined.addNames(snapshot.rejoined ?? []);
  stepper.control[Control.step] = step;
  stepper.restart();
  moreau.chattering.resume(chattering, flow.time);
  flow.isAsleep = isAsleep;
  // what sleeps is not settled: the forces of its joints are asked for all the same
  if (isAsleep && context.island.parts.joints.length > 0) context.island.hold([]);
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
    const { moving, coordinates, withParticles } = flow.context.island.parts;
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
  return flows.find(({ context }) => context.island.parts.coordinates.includes(coordinates[0])) ?? null;
}

/** Takes over what is known of an island whose bodies it has: its books once, its pairs and its step. */
export function inheritFlow(flow: IslandFlow, old: IslandFlow): void {
  const { context, stepper, moreau } = flow;
  const { ledger } = old.context.island;
  for (let k = 0; k < ledger.length; k++) {
    context.island.ledger[k] += ledger[k];
    ledger[k] = 0;
  }
  context.memory.touching.merge(old.context.memory.touching);
  context.memory.sliding.merge(old.context.memory.sliding);
  context.memory.wasActive.merge(old.context.memory.contacts);
  resumeParted(context, listParted(old.context));
  const { contacts, holding, rank, isUnique } = old.context.status.standing;
  context.status.standing.contacts += contacts;
  context.status.standing.holding += holding;
  context.status.standing.rank += rank;
  context.status.standing.isUnique &&= isUnique;
  if (old.isTimeStepping) moreau.traces.inherit(old.moreau.traces);
  moreau.chattering.inherit(old.moreau.chattering, old.time);
  if (!old.isAsleep && old.context.island.friction !== null)
    context.solvers.friction.memory.inherit(old.context.solvers.friction);
  const step = old.stepper.control[Control.step];
  const own = stepper.control[Control.step];
  if (!old.isAsleep && stepper.adaptive) stepper.control[Control.step] = own === 0 ? step : Math.min(own, step);
}
