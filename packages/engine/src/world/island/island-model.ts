/** Things that move together, and where they stand in the state and in the columns of q̇ of their island: constant. */
import type { ConstraintSolver, Coordinates, Mechanism, RowTable } from "../../constrain/index.js";
import type { RigidSystem } from "../../rigid/index.js";
import type { IslandParts } from "../model/index.js";
import type { Load } from "./loads.js";

export interface IslandModel {
  readonly mechanism: Mechanism;
  readonly system: RigidSystem;
  readonly parts: IslandParts;
  /** Rows of its bodies in the system: first those that move, then those that do not but are touched. */
  readonly bodies: Int32Array;
  readonly movingCount: number;
  readonly bodyCount: number;
  readonly particleCount: number;
  /** The first column of the particles in q̇. */
  readonly particleStart: number;
  /** Things with coordinates of their own. */
  readonly coordinates: readonly Coordinates[];
  /** The first column in q̇ of each of these; the number of columns at the end. */
  readonly coordinateStart: Int32Array;
  /** Where the state of each of these begins in `own`, u then u̇. */
  readonly ownStart: Int32Array;
  readonly own: Float64Array;
  /** How many columns q̇ has. */
  readonly count: number;
  /** The number of a body in the island, or −1. */
  findBody(i: number): number;
  /** Whether a body is one of the island that forces move. */
  moves(i: number): boolean;
}

/** Joints and active contacts of an island as rows, with the factored matrix of their forces. */
export interface IslandSystem extends IslandModel {
  readonly table: RowTable;
  readonly solver: ConstraintSolver;
  /** Scratch in the columns of q̇: velocities, or forces. */
  readonly velocity: Float64Array;
  /** Accelerations in the columns of q̇. */
  readonly acceleration: Float64Array;
  /** Right sides of the rows: J W Q. */
  readonly rightSide: Float64Array;
  /** How far the normals of active contacts may be turned by rounding, rad: activate.ts. */
  readonly tilt: Float64Array;
  /** Power of work and of dissipation, W; then scratch. */
  readonly power: Float64Array;
  readonly loads: readonly Load[];
  /** Whether Ċ is that of the rows. */
  hasRates: boolean;
}
