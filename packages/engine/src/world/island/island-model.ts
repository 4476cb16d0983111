/**
 * Bodies, particles and generalized coordinates of an island, with their places in its state and in the columns of q̇: constant.
 *
 *   bodies    first those that respond to forces, then those that do not but are touched: these have columns in q̇ and no state
 *   columns   six of each body, three of each particle, then those of systems with generalized coordinates
 */
import {
  Carrier,
  type Columns,
  type Coordinates,
  type End,
  type Mechanism,
  type StateLayout,
} from "../../constrain/index.js";
import type { RigidSystem } from "../../rigid/index.js";
import { BodySlots, type IslandParts } from "../model/index.js";
import { maxNamedBodies } from "./parameters.js";

const noIndices = new Int32Array(0);

/** Constant structure of an island: its members, and their places in its state and in the columns of q̇. */
export class IslandModel implements StateLayout, Columns {
  /** Mechanism of the world. */
  readonly mechanism: Mechanism;
  /** Bodies and particles of the world. */
  readonly system: RigidSystem;
  /** Bodies, joints and forces of the island. */
  readonly parts: IslandParts;
  /** Rows of the bodies in the system: first those that respond to forces, then those that do not but are touched. */
  readonly bodies: Int32Array;
  /** Number of bodies that respond to forces. */
  readonly movingCount: number;
  /** Number of all bodies. */
  readonly bodyCount: number;
  /** Number of particles. */
  readonly particleCount: number;
  /** First column of the particles in q̇. */
  readonly particleStart: number;
  /** Systems with generalized coordinates. */
  readonly coordinates: readonly Coordinates[];
  /** First column in q̇ of each system with generalized coordinates; the number of columns at the end. */
  readonly coordinateStart: Int32Array;
  /** First entry in `own` of each system with generalized coordinates: u, then u̇. */
  readonly ownStart: Int32Array;
  private readonly slots: BodySlots;

  constructor(mechanism: Mechanism, parts: IslandParts) {
    const { system } = mechanism;
    this.mechanism = mechanism;
    this.system = system;
    this.parts = parts;
    this.bodies = Int32Array.from([...parts.moving, ...parts.still]);
    this.movingCount = parts.moving.length;
    this.bodyCount = this.bodies.length;
    this.particleCount = parts.withParticles ? system.particles.count : 0;
    this.coordinates = parts.coordinates.map((g) => mechanism.coordinates[g]);
    this.ownStart =
      parts.coordinates.length === 0 ? noIndices : Int32Array.from(parts.coordinates, (g) => mechanism.ownStart[g]);
    this.particleStart = 6 * this.bodyCount;
    this.coordinateStart = new Int32Array(this.coordinates.length + 1);
    this.coordinateStart[0] = this.particleStart + 3 * this.particleCount;
    this.coordinates.forEach(({ width }, g) => {
      this.coordinateStart[g + 1] = this.coordinateStart[g] + width;
    });
    this.slots = new BodySlots(this.bodies);
  }

  /** u and u̇ of all generalized coordinates of the mechanism. */
  get own(): Float64Array {
    return this.mechanism.own;
  }

  /** Number of columns of q̇. */
  get count(): number {
    return this.coordinateStart[this.coordinateStart.length - 1];
  }

  /** Number of entries of u and u̇ in the state of the island. */
  get ownCount(): number {
    return 2 * (this.count - this.coordinateStart[0]);
  }

  /** Returns the first column in q̇ of the carrier of an end; NaN if it is not of the island. */
  findColumn(end: End): number {
    if (end.carrier === Carrier.body) return this.findBody(end.index) < 0 ? Number.NaN : 6 * this.findBody(end.index);
    if (end.carrier === Carrier.particle) return this.particleStart + 3 * end.index;
    return this.coordinateStart[this.parts.coordinates.indexOf(end.index)];
  }

  /** Returns the number of a body in the island, or −1. */
  findBody(i: number): number {
    return this.slots.find(i);
  }

  /** Returns whether a body belongs to the island and responds to forces. */
  moves(i: number): boolean {
    const b = this.slots.find(i);
    return b >= 0 && b < this.movingCount;
  }

  /** Name of the island by its members: "bodies 0, 3, 4". */
  get name(): string {
    const { moving } = this.parts;
    const list = moving
      .slice(0, maxNamedBodies)
      .map((i) => this.system.names[i])
      .join(", ");
    const more = moving.length > maxNamedBodies ? ` and ${moving.length - maxNamedBodies} more` : "";
    const bodies = moving.length === 0 ? [] : [`${moving.length === 1 ? "body" : "bodies"} ${list}${more}`];
    const points = this.particleCount > 0 ? [`${this.particleCount} particles`] : [];
    const things = this.parts.coordinates.map((g) => `coordinates[${g}]`);
    return [...bodies, ...points, ...things].join(", ");
  }
}
