/**
 * The islands of a world, and the island of each body. Islands are made here, with the forces of their frozen interfaces, and
 * replaced by others where they meet or are divided; the work of islands that are gone is kept.
 */

import type { FrozenContact, WorldContext } from "../contact-state/index.js";
import { IslandContext } from "../context/index.js";
import type { Neighbours } from "../detection/index.js";
import { IslandFlow } from "../integration/index.js";
import { Island, type Load, mergeParts } from "../island/index.js";
import type { IslandParts } from "../model/index.js";

/** Figures of islands that are gone: steps, evaluations of accelerations, and work. */
const Figure = { steps: 0, evaluations: 1, work: 2, size: 3 } as const;

/** Whether there is an island, and it moves. */
export function isAwake(flow: IslandFlow | null): flow is IslandFlow {
  return flow !== null && !flow.isAsleep;
}

/** Set of the islands of a world. */
export class IslandSet {
  /** The islands, in the order in which they were made. */
  flows: readonly IslandFlow[] = [];
  /** The rows of driven bodies, which follow prescribed paths. */
  driven: readonly number[] = [];
  private readonly world: WorldContext;
  private readonly neighbours: Neighbours;
  /** The island of each body, and that of the particles at the end. */
  private ofBody: (IslandFlow | null)[] = [];
  /** Figures of islands that are gone: see `Figure`. */
  private readonly past = new Float64Array(Figure.size);

  constructor(world: WorldContext, neighbours: Neighbours) {
    this.world = world;
    this.neighbours = neighbours;
    neighbours.isAsleep = (p) => this.find(p)?.isAsleep === true;
  }

  /** Whether no body can meet an island: there is one island at most, and nothing is driven. */
  get isIsolated(): boolean {
    return this.flows.length <= 1 && this.driven.length === 0;
  }

  /** The islands that move. */
  listAwake(): IslandFlow[] {
    return this.flows.filter((flow) => !flow.isAsleep);
  }

  /** The island of a part, or null. */
  find(p: number): IslandFlow | null {
    const { body, particle } = this.world.parts;
    return this.ofBody[particle[p] >= 0 ? this.ofBody.length - 1 : body[p]] ?? null;
  }

  /** The island that has the first member of a set of parts, or null. */
  findFirst({ moving, withParticles, coordinates }: IslandParts): IslandFlow | null {
    if (moving.length > 0) return this.ofBody[moving[0]];
    if (withParticles) return this.ofBody[this.ofBody.length - 1];
    return this.flows.find(({ context }) => context.island.model.parts.coordinates.includes(coordinates[0])) ?? null;
  }

  /** Finds the rows of driven bodies. */
  findDriven(): void {
    const { system } = this.world.mechanism;
    this.driven = Array.from({ length: system.count }, (_, i) => i).filter((i) => system.kinematics.isDriven(i));
  }

  /** Makes an island of its parts, with its pairs of parts unless these are collected for many islands at once. */
  create(parts: IslandParts, hasPairs = true): IslandFlow {
    const context = new IslandContext(this.world, new Island(this.world.mechanism, parts));
    this.attachInterface(context);
    if (hasPairs) this.neighbours.collect(context);
    return new IslandFlow(context, this.neighbours);
  }

  /** Makes an island of all parts of several islands. */
  createUnion(flows: readonly IslandFlow[]): IslandFlow {
    return this.create(flows.map(({ context }) => context.island.model.parts).reduce(mergeParts));
  }

  /**
   * Gives a new island the forces of its frozen interfaces. Bodies with a frozen interface between them that are both in it
   * touch.
   */
  private attachInterface({ island, memory, status }: IslandContext): void {
    const { frozenInterface: ties } = this.world;
    const isInside = ({ bodyA, bodyB }: FrozenContact) => island.model.moves(bodyA) && island.model.moves(bodyB);
    for (const frozen of ties.list) {
      if (!isInside(frozen)) continue;
      memory.touching.add(frozen.slot);
      memory.rejoined.merge(frozen.active);
      if (frozen.isSliding) memory.sliding.add(frozen.slot);
    }
    if (ties.list.some(isInside)) ties.list = ties.list.filter((frozen) => !isInside(frozen));
    status.frozenContacts = ties.list.filter(
      ({ bodyA, bodyB }) => island.model.moves(bodyA) || island.model.moves(bodyB),
    );
    island.loads = status.frozenContacts.map(({ bodyA, bodyB, wrench }): Load => {
      const isA = island.model.moves(bodyA);
      return { body: isA ? bodyA : bodyB, wrench, offset: isA ? 0 : 6 };
    });
  }

  /** Puts other islands in the place of the present ones. */
  replace(flows: readonly IslandFlow[]): void {
    const staying = new Set(flows);
    for (const flow of this.flows) if (!staying.has(flow)) this.countPast(flow, 1);
    this.flows = flows;
    this.ofBody = new Array(this.world.mechanism.system.count + 1).fill(null);
    for (const flow of this.flows) this.assign(flow);
  }

  /** Puts former islands back in the place of the present ones: their figures count again as their own. */
  reinstate(former: readonly IslandFlow[]): void {
    const staying = new Set(this.flows);
    for (const flow of former) if (!staying.has(flow)) this.countPast(flow, -1);
    this.replace(former);
  }

  /** Puts the union of several islands in their place. */
  join(flows: readonly IslandFlow[], union: IslandFlow): void {
    for (const flow of flows) this.countPast(flow, 1);
    const gone = new Set(flows);
    this.flows = [...this.flows.filter((other) => !gone.has(other)), union];
    this.assign(union);
  }

  private countPast(flow: IslandFlow, sign: number): void {
    this.past[Figure.steps] += sign * flow.steps;
    this.past[Figure.evaluations] += sign * flow.evaluations;
    this.past[Figure.work] += sign * flow.work;
  }

  private assign(flow: IslandFlow): void {
    const { parts, particleCount } = flow.context.island.model;
    for (const i of parts.moving) this.ofBody[i] = flow;
    if (particleCount > 0) this.ofBody[this.ofBody.length - 1] = flow;
    flow.window.keepsPath = this.flows.length > 1;
    flow.window.maySleep = this.isIsolated;
  }

  /** Collects the pairs of parts of some islands in one pass. */
  collectPairs(flows: readonly IslandFlow[]): void {
    const fresh = new Set(flows);
    this.neighbours.collectEach(
      flows.map(({ context }) => context),
      (p) => {
        const flow = this.find(p);
        return flow !== null && fresh.has(flow) ? flow.context : null;
      },
    );
  }

  /** Steps of all islands so far, of those that are gone as well. */
  get steps(): number {
    return this.flows.reduce((sum, flow) => sum + flow.steps, this.past[Figure.steps]);
  }

  /** Evaluations of accelerations of all islands so far. */
  get evaluations(): number {
    return this.flows.reduce((sum, flow) => sum + flow.evaluations, this.past[Figure.evaluations]);
  }

  /** Work of all islands so far: see `IslandFlow.work`. */
  get work(): number {
    return this.flows.reduce((sum, flow) => sum + flow.work, this.past[Figure.work]);
  }
}
