/**
 * Dry friction of joints in an island, solved together with that of contacts: a friction cone without a normal force, shifted to a
 * disc of radius T. Every friction is an entry of the contact table, behind all contacts:
 *
 *   parts    −2, and its number in the world for the features
 *   slip     (ṡ, 0, 0)          n = (0, 0, 1)          axes of their own, not those of the world
 *            Ω of a rotation    n across d and Ω       those of the world
 *   belt     the part of ṡ, or Ω, by driven bodies and by time
 *
 * For a relative rotation the disc is a ball. The friction problem is that of the plane of Ω and of d, the former direction of
 * sliding; the direction across the plane has a cone of its own, which is active where the joint sticks
 * (spherical-joint-friction.ts).
 *
 * A bounded force has no impulse: it does not act in impacts.
 */

import { Carrier, type RowTable } from "../../constrain/index.js";
import { ContactForm, type ContactTable } from "../../contact/index.js";
import { vec3 } from "../../math/index.js";
import type { NumberedFriction } from "../model/index.js";
import { ownsCoordinate } from "../model/index.js";
import { CoordinateRows } from "./coordinate-rows.js";
import type { Island } from "./island.js";
import { JointLoads } from "./joint-load.js";
import { acrossRounding, exactLoad, fastConvergence, loadRounding } from "./parameters.js";

/** Returns whether entry c of a table is the friction of a joint. */
export function isJoint({ form }: ContactTable, c: number): boolean {
  return form[c] === ContactForm.joint;
}

/** Arrays of an island without friction of joints. */
const noNumbers = new Float64Array(0);
const noIndices = new Int32Array(0);
const noLoads = new JointLoads(noNumbers);

/** Friction of the joints of an island, as rows and as entries of the contact table. */
export class JointFrictionRows {
  /** The frictions, with their numbers in the world. */
  readonly list: readonly NumberedFriction[];
  /** Rows of the frictions. */
  readonly rows: CoordinateRows;
  /** Whether some of the frictions depend on the loads of their joints. */
  readonly hasLoads: boolean;
  /** Joint whose load determines each friction, by number in the island. */
  private readonly joint: Int32Array;
  /** Part of T that is proportional to the load of the joint. */
  private readonly load: Float64Array;
  private readonly loads: JointLoads;
  /** Largest relative change of a T in the last iteration. */
  private readonly change: Float64Array;
  private readonly island: Island;
  /** t₁, t₂ and n of each relative rotation, world axes, nine numbers for each friction. */
  readonly axes: Float64Array;
  /** Whether some of the frictions are of relative rotations. */
  readonly hasBalls: boolean;

  constructor(island: Island) {
    this.island = island;
    // a friction of zero needs no row
    this.list = island.model.parts.frictions.filter(
      ({ friction: { staticFriction, factor } }) => staticFriction + factor > 0,
    );
    this.hasLoads = this.list.some(({ friction }) => friction.factor > 0);
    this.hasBalls = this.list.some(({ friction }) => friction.rows > 1);
    const isNone = this.list.length === 0;
    this.change = isNone ? noNumbers : Float64Array.of(Infinity);
    this.axes = isNone ? noNumbers : Float64Array.from(this.list.flatMap(() => [1, 0, 0, 0, 1, 0, 0, 0, 1]));
    this.joint = isNone
      ? noIndices
      : Int32Array.from(this.list, ({ friction }) =>
          island.model.parts.joints.findIndex((joint) => ownsCoordinate(joint, friction.coordinate)),
        );
    // the load is 1 N until forces are known
    this.load = isNone ? noNumbers : Float64Array.from(this.list, ({ friction }) => friction.factor);
    this.loads = isNone ? noLoads : new JointLoads(this.load);
    this.rows = new CoordinateRows(
      island,
      this.list.map(({ friction }) => friction),
    );
  }

  /** Number of frictions. */
  get count(): number {
    return this.list.length;
  }

  /** Returns whether friction k is of a relative rotation. */
  isBall(k: number): boolean {
    return this.list[k].friction.rows > 1;
  }

  /** Returns the sum of the largest 1/I, about any axis, of the two bodies of relative rotation k, 1/(kg m²). */
  measureLightness(k: number): number {
    const { inverseMoments: D } = this.island.model.system;
    const { ends } = this.list[k].friction;
    let sum = 0;
    for (const { carrier, index } of ends) {
      if (carrier === Carrier.body) sum += Math.max(D[3 * index], D[3 * index + 1], D[3 * index + 2]);
    }
    return sum;
  }

  /** Returns the entry of friction k in a table, behind the contacts and their rolling and spinning resistance. */
  findEntry({ count }: ContactTable, k: number): number {
    return 3 * count + k;
  }

  /** Writes all entries, at the state. */
  lay(contacts: ContactTable): void {
    contacts.reserve(this.findEntry(contacts, this.count));
    const { bodyA, bodyB, particleA, partA, partB, pair, keyA, keyB, curve, rolling, spinning } = contacts;
    this.list.forEach(({ friction, number }, k) => {
      const c = this.findEntry(contacts, k);
      for (const column of [bodyA, bodyB, particleA, pair]) column[c] = -1;
      partA[c] = partB[c] = -2;
      keyA[c] = number;
      keyB[c] = 0;
      contacts.form[c] = ContactForm.joint;
      curve[c] = rolling[c] = spinning[c] = 0;
      contacts.friction[c] = friction.friction + this.load[k];
      contacts.staticFriction[c] = friction.staticFriction + this.load[k];
      vec3.set(contacts.normal, 3 * c, 0, 0, 1);
      for (const column of [contacts.slip, contacts.bias, contacts.belt, contacts.point]) {
        vec3.set(column, 3 * c, 0, 0, 0);
      }
    });
    this.evaluate(contacts);
  }

  /** Writes slip and belt of all entries, at the state; the directions of sliding d are at direction[o …]. */
  evaluate(contacts: ContactTable, direction: Float64Array | null = null, o = 0): void {
    const { rows, island, list } = this;
    rows.evaluate();
    const { rate, drift, rowStart } = rows.table;
    const first = 6 * island.model.movingCount;
    for (let k = 0; k < list.length; k++) {
      const c = 3 * this.findEntry(contacts, k);
      const r = rowStart[k];
      for (let x = 0; x < list[k].friction.rows; x++) {
        contacts.slip[c + x] = rate[r + x];
        contacts.belt[c + x] = drift[r + x] + rows.multiply(k, rows.velocity, first, island.model.particleStart, x);
      }
      if (list[k].friction.rows === 1) continue;
      const isGiven = direction !== null && vec3.lengthSquared(direction, o + 3 * k) > 0;
      if (isGiven) this.turnAxes(contacts, k, direction, o + 3 * k, contacts.slip, c);
      else if (vec3.lengthSquared(contacts.slip, c) > 0) this.turnAxes(contacts, k, contacts.slip, c, contacts.slip, c);
      else vec3.copy(contacts.normal, c, this.axes, 9 * k + 6);
    }
  }

  /** Rotates the axes of relative rotation k: t₁ along d[i …], t₂ towards v[j …]. */
  turnAxes(contacts: ContactTable, k: number, d: Float64Array, i: number, v: Float64Array, j: number): void {
    const { axes } = this;
    const t = 9 * k;
    vec3.normalize(axes, t, d, i);
    const along = vec3.dot(v, j, axes, t);
    vec3.addScaled(axes, t + 3, v, j, -along, axes, t);
    const aside = vec3.lengthSquared(axes, t + 3);
    if (aside > acrossRounding * acrossRounding * vec3.lengthSquared(v, j)) vec3.normalize(axes, t + 3, axes, t + 3);
    else vec3.anyPerpendicular(axes, t + 3, axes, t);
    vec3.cross(axes, t + 6, axes, t, axes, t + 3);
    vec3.copy(contacts.normal, 3 * this.findEntry(contacts, k), axes, t + 6);
  }

  /** Updates T of the frictions that depend on loads, by the forces f of all joints; returns whether any T has changed. */
  followLoads(contacts: ContactTable, table: RowTable, f: Float64Array): boolean {
    const { list, load, loads, change } = this;
    if (change[0] === Infinity) loads.begin();
    let most = 0;
    for (let k = 0; k < list.length; k++) {
      const { friction } = list[k];
      if (friction.factor === 0) continue;
      this.readLoad(k, table, f);
      const now = friction.factor * Math.sqrt(vec3.lengthSquared(loads.carried, 3 * k));
      const size = friction.staticFriction + now;
      if (size > 0) most = Math.max(most, Math.abs(now - load[k]) / size);
    }
    // plain iteration continues while it converges fast; the extrapolation of one joint ignores its coupling with others
    const isSlow = most > fastConvergence * change[0];
    for (let k = 0; k < list.length; k++) {
      const { friction } = list[k];
      if (friction.factor === 0) continue;
      loads.follow(k, friction.factor, isSlow);
      const c = this.findEntry(contacts, k);
      contacts.friction[c] = friction.friction + load[k];
      contacts.staticFriction[c] = friction.staticFriction + load[k];
    }
    const isOther = most > exactLoad && !(most < loadRounding && most > 0.5 * change[0]);
    change[0] = isOther ? most : Infinity;
    return isOther;
  }

  /** Writes the load of the joint of friction k to `loads`. */
  private readLoad(k: number, { rowStart, wrench }: RowTable, f: Float64Array): void {
    const { carried } = this.loads;
    vec3.set(carried, 3 * k, 0, 0, 0);
    for (let r = rowStart[this.joint[k]]; r < rowStart[this.joint[k] + 1]; r++) {
      vec3.addScaled(carried, 3 * k, carried, 3 * k, f[r], wrench, 6 * r);
    }
  }

  /** Returns the part of s̈ of friction k that is independent of forces; accelerations of driven bodies are in their columns. */
  measureOffset(k: number, acceleration: Float64Array, row = 0): number {
    const { rows, island } = this;
    const { gamma, rowStart } = rows.table;
    const first = 6 * island.model.movingCount;
    return gamma[rowStart[k] + row] + rows.multiply(k, acceleration, first, island.model.particleStart, row);
  }
}
