/** Parts of a world that all of its islands share. */
import type { Bound, JointFriction, Mechanism } from "../../constrain/index.js";
import { type Detector, ImpactSolver, type PartTable, RestingSolver, ZenoModel } from "../../contact/index.js";
import { Audit } from "../audit/index.js";
import type { WorldSettings } from "../model/index.js";
import type { EventLog, Worst } from "../record/index.js";
import { FrozenInterface } from "./frozen-interface.js";

/** Solvers of frictionless contact, one set for all islands of a world. */
interface ContactSolvers {
  /** Solver of impacts. */
  readonly impact: ImpactSolver;
  /** Solver of resting contact. */
  readonly resting: RestingSolver;
  /** Model of Zeno sequences of bounces. */
  readonly zeno: ZenoModel;
  /** Largest approach that rows of the last problem were left, as a part of their terms, as they contradict each other. */
  readonly contradiction: Float64Array;
}

/** Tables, settings, solvers and records of a world, as its islands see them. */
export interface WorldContext {
  /** All bodies, particles and coordinates. */
  readonly mechanism: Mechanism;
  /** Parts of bodies and particles that have a shape. */
  readonly parts: PartTable;
  /** Detector of contacts. */
  readonly detector: Detector;
  /** Solvers of frictionless contact. */
  readonly solvers: ContactSolvers;
  /** Settings of the world. */
  readonly settings: WorldSettings;
  /** Log of events. */
  readonly log: EventLog;
  /** Limits of joints; null where one has been removed. */
  readonly limits: readonly (Bound | null)[];
  /** Frictions of joints; null where one has been removed. */
  readonly frictions: readonly (JointFriction | null)[];
  /** Largest errors, and fallbacks, of the present call. */
  readonly worst: Worst;
  /** Largest kinetic energy of an island at the end of a step of the present call, J. */
  readonly swing: Float64Array;
  /** Contacts between sleeping and moving islands. */
  readonly frozenInterface: FrozenInterface;
  /** Momenta and positions that follow from the reported forces and impulses. */
  readonly audit: Audit;
}

/** Returns the solvers of frictionless contact, and the data that all islands of a world share. */
export function createSolvers({ collisions, resting: method, linearProgram }: WorldSettings) {
  return {
    solvers: {
      impact: new ImpactSolver({ law: collisions }),
      zeno: new ZenoModel(collisions),
      contradiction: new Float64Array(1),
      resting: new RestingSolver({ method, ...(linearProgram === undefined ? {} : { linearProgram }) }),
    },
    frozenInterface: new FrozenInterface(),
    audit: new Audit(),
    swing: new Float64Array(1),
  };
}
