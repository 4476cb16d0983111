/**
 * Partition into islands: joints, forces on several bodies, and contacts connect moving bodies. Bodies that do not respond to
 * forces connect nothing. The connected components are found by union and find.
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

/** Parts of an island during the collection. */
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

/**
 * Partition of a mechanism into islands. Members are numbered: bodies, all particles as one, systems with generalized
 * coordinates.
 */
export class Partition {
  private readonly mechanism: Mechanism;
  private readonly parent: Int32Array;
  private readonly particles: number;
  private readonly limits: readonly (Bound | null)[];
  private readonly frictions: readonly (JointFriction | null)[];

  /** Connects the members by joints and forces; limits and frictions of joints are null where one was removed. */
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

  /** Connects two bodies, unless one of them does not respond to forces; −1 stands for the particles. */
  bind(a: number, b: number): void {
    const p = this.memberOf(a);
    const q = this.memberOf(b);
    if (p >= 0 && q >= 0) this.join(p, q);
  }

  /** Returns the member of a body, or −1 if it does not respond to forces. */
  private memberOf(body: number): number {
    if (body < 0) return this.particles;
    return this.mechanism.system.answers[body] !== 0 ? body : -1;
  }

  /** Returns the root of the tree of a member, and shortens the path to it. */
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

  /** Connects two trees; the smaller root becomes that of both, so that the result does not depend on the order. */
  private join(a: number, b: number): void {
    const p = this.find(a);
    const q = this.find(b);
    this.parent[Math.max(p, q)] = Math.min(p, q);
  }

  /** Connects all members of a list. */
  private bindMembers(members: readonly number[]): void {
    for (const m of members) this.join(members[0], m);
  }

  /** Returns the members that carry the ends of a constraint. */
  private listMembers(ends: Constraint["ends"]): number[] {
    return ends.flatMap(({ carrier, index }) => {
      if (carrier === Carrier.coordinates) return [this.particles + 1 + index];
      if (carrier === Carrier.world) return [];
      const m = this.memberOf(carrier === Carrier.particle ? -1 : index);
      return m < 0 ? [] : [m];
    });
  }

  /** Returns all members. */
  private listAll(): number[] {
    const { system, coordinates } = this.mechanism;
    const bodies = Array.from({ length: system.count }, (_, i) => i).filter((i) => this.memberOf(i) >= 0);
    const things = coordinates.map((_, g) => this.particles + 1 + g);
    return system.particles.count > 0 ? [...bodies, this.particles, ...things] : [...bodies, ...things];
  }

  /** Returns the members on which a force acts. */
  private listPushed({ on }: BodyForce): number[] {
    return on === undefined ? this.listAll() : Array.from(on, rowOf).filter((i) => this.memberOf(i) >= 0);
  }

  /** Returns the members on which a force along a coordinate acts. */
  private listPulled({ coordinate }: MechanismForce): number[] {
    return coordinate === undefined ? this.listAll() : this.listMembers(coordinate.ends);
  }

  /** Returns all islands, in the order of their first members; `driven` are bodies that every island may touch. */
  collect(driven: readonly number[]): IslandParts[] {
    const { system } = this.mechanism;
    const groups = new Groups(driven);
    this.collectMembers(groups);
    this.collectJoints(groups);
    this.collectForces(groups);
    const separable = system.forces.filter((force) => force.applyTo !== undefined);
    return groups.list().map((group) => toParts(group, separable));
  }

  /** Adds bodies, particles and systems with generalized coordinates to their groups. */
  private collectMembers(groups: Groups): void {
    const { particles } = this;
    const { system, coordinates } = this.mechanism;
    for (let i = 0; i < system.count; i++) if (this.memberOf(i) >= 0) groups.of(this.find(i)).moving.push(i);
    if (system.particles.count > 0) groups.of(this.find(particles)).withParticles = true;
    for (let g = 0; g < coordinates.length; g++) groups.of(this.find(particles + 1 + g)).coordinates.push(g);
  }

  /** Adds joints, limits and frictions to their groups. */
  private collectJoints(groups: Groups): void {
    for (const joint of this.mechanism.constraints) this.groupOf(groups, joint)?.joints.push(joint);
    this.limits.forEach((bound, number) => {
      if (bound !== null) this.groupOf(groups, bound)?.bounds.push({ bound, number });
    });
    this.frictions.forEach((friction, number) => {
      if (friction !== null) this.groupOf(groups, friction)?.frictions.push({ friction, number });
    });
  }

  /** Adds forces between bodies and along coordinates to their groups. */
  private collectForces(groups: Groups): void {
    const { system, forces } = this.mechanism;
    for (const force of system.forces) {
      const [first] = force.applyTo === undefined ? this.listPushed(force) : [];
      if (first !== undefined) groups.of(this.find(first)).bound.push(force);
    }
    for (const force of forces) {
      const [first] = this.listPulled(force);
      if (first !== undefined) groups.of(this.find(first)).jointForces.push(force);
    }
  }

  /** Returns the group of a constraint, or null, and adds the bodies at its ends that do not respond to forces. */
  private groupOf(groups: Groups, { ends }: Constraint): Group | null {
    const [first] = this.listMembers(ends);
    if (first === undefined) return null;
    const group = groups.of(this.find(first));
    for (const { carrier, index } of ends) {
      if (carrier === Carrier.body && this.memberOf(index) < 0) group.still.add(index);
    }
    return group;
  }
}

/** Groups of members by their roots. */
class Groups {
  private readonly driven: readonly number[];
  private readonly byRoot = new Map<number, Group>();

  constructor(driven: readonly number[]) {
    this.driven = driven;
  }

  /** Returns the group of a root. */
  of(root: number): Group {
    const known = this.byRoot.get(root);
    if (known !== undefined) return known;
    const group = createGroup(this.driven);
    this.byRoot.set(root, group);
    return group;
  }

  /** Returns all groups in the order of their roots. */
  list(): Group[] {
    return [...this.byRoot.entries()].sort(([a], [b]) => a - b).map(([, group]) => group);
  }
}

/** Returns the parts of an island. */
function toParts(group: Group, separable: readonly BodyForce[]): IslandParts {
  return {
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
  };
}

/** The empty list, shared by all islands. */
const none: never[] = [];

/** Returns a list, or the shared empty list. */
function listOrNone<T>(list: readonly T[]): readonly T[] {
  return list.length === 0 ? none : list;
}

/** Returns a group without members. */
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

/** Returns the parts of two islands as those of one. */
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

/** Returns whether two islands have the same bodies, particles and generalized coordinates. */
export function hasSameMembers(a: IslandParts, b: IslandParts): boolean {
  const isSame = (p: readonly number[], q: readonly number[]) => p.length === q.length && p.every((x, k) => x === q[k]);
  return isSame(a.moving, b.moving) && a.withParticles === b.withParticles && isSame(a.coordinates, b.coordinates);
}
