/**
 * The state of an island beside that of its bodies: as plain data of a snapshot, back from it, and handed over to another island.
 */

import { Control } from "../../ode/index.js";
import { ContactMark } from "../contact-state/index.js";
import type { IslandFlow } from "../integration/index.js";
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

/** Returns the states of all islands; islands with a frozen interface are saved as one that moves, as interfaces are not kept. */
export function saveFlows(flows: readonly IslandFlow[]): IslandSnapshot[] {
  const groups: IslandFlow[][] = [];
  for (const flow of flows) {
    const hasCommon = ({ context }: IslandFlow) =>
      context.status.frozenContacts.some((frozen) => flow.context.status.frozenContacts.includes(frozen));
    const joined = groups.filter((group) => group.some(hasCommon));
    for (const group of joined) groups.splice(groups.indexOf(group), 1);
    groups.push([...joined.flat(), flow]);
  }
  return groups.map((group) => addFrozenContacts(group, group.map(saveFlow).reduce(mergeSaved)));
}

/** Adds the contacts of the frozen interfaces between the islands of a group: their pairs touch. */
function addFrozenContacts(group: readonly IslandFlow[], saved: IslandSnapshot): IslandSnapshot {
  const frozen = [...new Set(group.flatMap(({ context }) => context.status.frozenContacts))];
  if (frozen.length === 0) return saved;
  const pairs = frozen.map(({ a, b }): [number, number] => [a, b]);
  return {
    ...saved,
    touching: [...saved.touching, ...pairs],
    sliding: [...saved.sliding, ...pairs.filter((_, k) => frozen[k].isSliding)],
    rejoined: frozen.flatMap(({ active: pressing }) => pressing.listNames(ContactMark.rejoined)),
  };
}

/** Returns the state of two islands with a frozen interface as that of one: they have bodies alone. */
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

/** Adds the numbers of contacts, of active ones, and their ranks; forces are unique if those of both are. */
function mergeStanding(p: readonly number[] = noStanding, q: readonly number[] = noStanding): number[] {
  return [p[0] + q[0], p[1] + q[1], p[2] + q[2], Math.min(p[3], q[3])];
}

/** No contacts, none of them active, rank 0, and unique forces. */
const noStanding: readonly number[] = [0, 0, 0, 1];

/** Returns the state of an island. */
function saveFlow(flow: IslandFlow): IslandSnapshot {
  const { context, stepper, moreau } = flow;
  const {
    model: { parts },
    balance: { ledger, spin },
  } = context.island;
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

/** Puts an island back to the state in a snapshot; its bodies are in place. */
export function resumeFlow(flow: IslandFlow, snapshot: IslandSnapshot): void {
  const { context, stepper, moreau } = flow;
  const { step, isAsleep, ledger, spin, chattering } = snapshot;
  context.island.balance.ledger.set(ledger);
  context.island.balance.spin.set(spin);
  context.status.hasHandledEvent = true;
  resumePairs(context, snapshot);
  context.memory.rejoined.addNames(snapshot.rejoined ?? []);
  stepper.control[Control.step] = step;
  stepper.restart();
  moreau.chattering.resume(chattering, flow.time);
  flow.isAsleep = isAsleep;
  // no event of an island that sleeps is handled, and the forces of its joints may be read all the same
  if (isAsleep && context.island.model.parts.joints.length > 0) context.island.activate([]);
}

/** Index of the islands of a snapshot by their first members. */
export class SnapshotIndex {
  private readonly byBody = new Map<number, IslandSnapshot>();
  private readonly byCoordinate = new Map<number, IslandSnapshot>();
  private ofParticles: IslandSnapshot | undefined;

  constructor(islands: readonly IslandSnapshot[]) {
    // the first of several islands with one first member is the one that is found
    for (const island of [...islands].reverse()) {
      if (island.moving.length > 0) this.byBody.set(island.moving[0], island);
      if (island.withParticles) this.ofParticles = island;
      if (island.moving.length === 0 && !island.withParticles) this.byCoordinate.set(island.coordinates[0], island);
    }
  }

  /** Returns the state in the snapshot of an island with the same first member. */
  find(flow: IslandFlow): IslandSnapshot | undefined {
    const { moving, coordinates, withParticles } = flow.context.island.model.parts;
    if (moving.length > 0) return this.byBody.get(moving[0]);
    return withParticles ? this.ofParticles : this.byCoordinate.get(coordinates[0]);
  }
}

/**
 * Hands the state of a former island over to one that has some of its bodies: the contact states of its pairs and its step, and its
 * energy balance, which the first of several such islands takes.
 */
export function inheritFlow(flow: IslandFlow, old: IslandFlow): void {
  const { context, stepper, moreau } = flow;
  const { ledger } = old.context.island.balance;
  for (let k = 0; k < ledger.length; k++) {
    context.island.balance.ledger[k] += ledger[k];
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
