/**
 * Which bodies act upon one another: joints, forces on several, and pairs that touch, bind those that move into islands.
 * What does not move binds nothing.
 *
 * Follows: Baraff 1989, section 9.
 */
import {
  type Bound,
  Carrier,
  type Constraint,
  type JointFriction,
  type Mechanism,
  type MechanismForce,
} from "../../constrain/index.js";
import { type BodyForce, rowOf } from "../../rigid/index.js";
import type { IslandParts, NumberedFriction, NumberedLimit } from "../model/index.js";

/** What an island is made of while it is being collected. */
interface Group {
  moving: number[];
  still: Set<number>;
  withParticles: boolean;
  coordinates: number[];
  joints: Constraint[];
  bound: BodyForce[];
  jointForces: MechanismForce[];
  bounds: NumberedLimit[];
  frictions: NumberedFriction[];
}

/** Members are numbered: bodies first, then all particles as one, then things with coordinates. */
export class Partition {
  private readonly mechanism: Mechanism;
  private readonly parent: Int32Array;
  private readonly particles: number;
  private readonly limits: readonly (Bound | null)[];
  private readonly frictions: readonly (JointFriction | null)[];

  /** Limits and friction of joints; null where one was taken away. */
  constructor(
    mechanism: Mechanism,
    limits: readonly (Bound | null)[] = [],
    frictions: readonly (JointFriction | null)[] = [],
  ) {
    const { system, coordinates } = mechanism;
    this.mechanism = mechanism;
    this.limits = limits;
    this.frictions = frictions;
    this.particles = system.count;
    this.parent = Int32Array.from({ length: system.count + 1 + coordinates.length }, (_, m) => m);
    const { anchors } = system;
    for (let k = 0; k < anchors.count; k++) this.bind(anchors.body[k], -1);
    for (const { ends } of mechanism.constraints) this.bindMembers(this.listMembers(ends));
    for (const along of [...limits, ...frictions]) if (along !== null) this.bindMembers(this.listMembers(along.ends));
    for (const force of system.forces) if (force.applyTo === undefined) this.bindMembers(this.listPushed(force));
    for (const force of mechanism.forces) this.bindMembers(this.listPulled(force));
  }

  /** Binds two bodies; −1 stands for the particles. What does not move is not bound. */
  bind(a: number, b: number): void {
    const p = this.memberOf(a);
    const q = this.memberOf(b);
    if (p >= 0 && q >= 0) this.join(p, q);
  }

  private memberOf(body: number): number {
    if (body < 0) return this.particles;
    return this.mechanism.system.answers[body] !== 0 ? body : -1;
  }

  private find(m: number): number {
    const { parent } = this;
    let root = m;
    while (parent[root] !== root) root = parent[root];
    for (let k = m; parent[k] !== root; ) {
      const next = parent[k];
      parent[k] = root;
      k = next;
    }
    return root;
  }

  /** The smaller number stands for both: so the order of joining does not matter. */
  private join(a: number, b: number): void {
    const p = this.find(a);
    const q = this.find(b);
    this.parent[Math.max(p, q)] = Math.min(p, q);
  }

  private bindMembers(members: readonly number[]): void {
    for (const m of members) this.join(members[0], m);
  }

  private listMembers(ends: Constraint["ends"]): number[] {
    return ends.flatMap(({ carrier, index }) => {
      if (carrier === Carrier.coordinates) return [this.particles + 1 + index];
      if (carrier === Carrier.world) return [];
      const m = this.memberOf(carrier === Carrier.particle ? -1 : index);
      return m < 0 ? [] : [m];
    });
  }

  private listAll(): number[] {
    const { system, coordinates } = this.mechanism;
    const bodies = Array.from({ length: system.count }, (_, i) => i).filter((i) => this.memberOf(i) >= 0);
    const things = coordinates.map((_, g) => this.particles + 1 + g);
    return system.particles.count > 0 ? [...bodies, this.particles, ...things] : [...bodies, ...things];
  }

  private listPushed({ on }: BodyForce): number[] {
    return on === undefined ? this.listAll() : Array.from(on, rowOf).filter((i) => this.memberOf(i) >= 0);
  }

  private listPulled({ coordinate }: MechanismForce): number[] {
    return coordinate === undefined ? this.listAll() : this.listMembers(coordinate.ends);
  }

  /** All islands, in the order of their first members; `driven` are bodies that any may touch. */
  collect(driven: readonly number[]): IslandParts[] {
    const { mechanism, particles } = this;
    const { system, coordinates, constraints, forces } = mechanism;
    const groups = new Map<number, Group>();
    const groupOf = (m: number): Group => {
      const root = this.find(m);
      const known = groups.get(root);
      if (known !== undefined) return known;
      const group = createGroup(driven);
      groups.set(root, group);
      return group;
    };
    for (let i = 0; i < system.count; i++) if (this.memberOf(i) >= 0) groupOf(i).moving.push(i);
    if (system.particles.count > 0) groupOf(particles).withParticles = true;
    for (let g = 0; g < coordinates.length; g++) groupOf(particles + 1 + g).coordinates.push(g);
    const take = ({ ends }: Constraint): Group | null => {
      const [first] = this.listMembers(ends);
      if (first === undefined) return null;
      const group = groupOf(first);
      for (const { carrier, index } of ends) {
        if (carrier === Carrier.body && this.memberOf(index) < 0) group.still.add(index);
      }
      return group;
    };
    for (const joint of constraints) take(joint)?.joints.push(joint);
    this.limits.forEach((bound, number) => {
      if (bound !== null) take(bound)?.bounds.push({ bound, number });
    });
    this.frictions.forEach((friction, number) => {
      if (friction !== null) take(friction)?.frictions.push({ friction, number });
    });
    for (const force of system.forces) {
      const [first] = force.applyTo === undefined ? this.listPushed(force) : [];
      if (first !== undefined) groupOf(first).bound.push(force);
    }
    for (const force of forces) {
      const [first] = this.listPulled(force);
      if (first !== undefined) groupOf(first).jointForces.push(force);
    }
    const separable = system.forces.filter((force) => force.applyTo !== undefined);
    return [...groups.entries()]
      .sort(([a], [b]) => a - b)
      .map(([, group]) => ({
        moving: group.moving,
        still: group.still.size === 0 ? none : [...group.still].sort((a, b) => a - b),
        withParticles: group.withParticles,
        coordinates: listOrNone(group.coordinates),
        joints: listOrNone(group.joints),
        bound: listOrNone(group.bound),
        jointForces: listOrNone(group.jointForces),
        bounds: listOrNone(group.bounds),
        frictions: listOrNone(group.frictions),
        separable,
      }));
  }
}

/** What many islands have none of, they have in common. */
const none: never[] = [];

function listOrNone<T>(list: readonly T[]): readonly T[] {
  return list.length === 0 ? none : list;
}

function createGroup(driven: readonly number[]): Group {
  return {
    moving: [],
    still: new Set(driven),
    withParticles: false,
    coordinates: [],
    joints: [],
    bound: [],
    jointForces: [],
    bounds: [],
    frictions: [],
  };
}

/** Two islands as one. */
export function mergeParts(a: IslandParts, b: IslandParts): IslandParts {
  const sorted = (p: readonly number[], q: readonly number[]) => [...new Set([...p, ...q])].sort((x, y) => x - y);
  const union = <T>(p: readonly T[], q: readonly T[]) => [...new Set([...p, ...q])];
  return {
    moving: sorted(a.moving, b.moving),
    still: sorted(a.still, b.still),
    withParticles: a.withParticles || b.withParticles,
    coordinates: sorted(a.coordinates, b.coordinates),
    joints: union(a.joints, b.joints),
    separable: a.separable,
    bound: union(a.bound, b.bound),
    jointForces: union(a.jointForces, b.jointForces),
    bounds: [...a.bounds, ...b.bounds].sort((p, q) => p.number - q.number),
    frictions: [...a.frictions, ...b.frictions].sort((p, q) => p.number - q.number),
  };
}

export function hasSameMembers(a: IslandParts, b: IslandParts): boolean {
  const isSame = (p: readonly number[], q: readonly number[]) => p.length === q.length && p.every((x, k) => x === q[k]);
  return isSame(a.moving, b.moving) && a.withParticles === b.withParticles && isSame(a.coordinates, b.coordinates);
}
