/** Bodies, particles and generalized coordinates of an island, with their places in its state and in the columns of q̇: constant. */
import type { ConstraintSolver, Coordinates, Mechanism, RowTable } from "../../constrain/index.js";
import type { RigidSystem } from "../../rigid/index.js";
import type { IslandParts } from "../model/index.js";
import type { Load } from "./loads.js";

/** Constant structure of an island. */
export interface IslandModel {
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
  /** u and u̇ of all generalized coordinates of the mechanism. */
  readonly own: Float64Array;
  /** Number of columns of q̇. */
  readonly count: number;
  /** Returns the number of a body in the island, or −1. */
  findBody(i: number): number;
  /** Returns whether a body belongs to the island and responds to forces. */
  moves(i: number): boolean;
}

/** Joints and active contacts of an island as rows, with the factored matrix of their forces. */
export interface IslandSystem extends IslandModel {
  /** Rows of joints and active contacts. */
  readonly table: RowTable;
  /** Factored matrix of the rows. */
  readonly solver: ConstraintSolver;
  /** Work array in the columns of q̇: velocities, or forces. */
  readonly velocity: Float64Array;
  /** Accelerations in the columns of q̇. */
  readonly acceleration: Float64Array;
  /** Right sides of the rows: J W Q. */
  readonly rightSide: Float64Array;
  /** Angle by which rounding may rotate the normals of active contacts, rad: activate.ts. */
  readonly tilt: Float64Array;
  /** Power of work and of dissipation, W; then two work entries. */
  readonly power: Float64Array;
  /** Forces of contacts with sleeping bodies. */
  readonly loads: readonly Load[];
  /** Whether Ċ is evaluated. */
  hasRates: boolean;
}
