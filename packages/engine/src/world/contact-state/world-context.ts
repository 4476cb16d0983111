/** Parts of a world that all of its islands share. */
import type { Bound, JointFriction, Mechanism } from "../../constrain/index.js";
import { Burst, type Detector, ImpactSolver, type PartTable, RestingSolver } from "../../contact/index.js";
import { Audit } from "../audit/index.js";
import type { WorldSettings } from "../model/index.js";
import type { EventLog, Worst } from "../record/index.js";
import { FrozenInterface } from "./frozen-interface.js";

/** Solvers of frictionless contact, one set for all islands of a world. */
export interface ContactSolvers {
  readonly impact: ImpactSolver;
  readonly resting: RestingSolver;
  readonly burst: Burst;
}

/** Tables, settings, solvers and records of a world, as its islands see them. */
export interface WorldContext {
  readonly mechanism: Mechanism;
  readonly parts: PartTable;
  readonly detector: Detector;
  readonly solvers: ContactSolvers;
  readonly settings: WorldSettings;
  readonly log: EventLog;
  /** Limits of joints; null where one has been removed. */
  readonly limits: readonly (Bound | null)[];
  /** Frictions of joints; null where one has been removed. */
  readonly frictions: readonly (JointFriction | null)[];
  readonly worst: Worst;
  /** The largest kinetic energy that an island had at the end of a step of the present call, J. */
  readonly swing: Float64Array;
  readonly ties: FrozenInterface;
  /** Momenta and places that follow from the reported forces and impulses. */
  readonly audit: Audit;
}

/** Solvers of impacts and of resting contact, and what is known of all islands together. */
export function createSolvers({ collisions, resting: method, linearProgram }: WorldSettings) {
  return {
    solvers: {
      impact: new ImpactSolver({ law: collisions }),
      burst: new Burst(collisions),
      resting: new RestingSolver({ method, ...(linearProgram === undefined ? {} : { linearProgram }) }),
    },
    ties: new FrozenInterface(),
    audit: new Audit(),
    swing: new Float64Array(1),
  };
}
