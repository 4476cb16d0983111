/** An island between two events, as the verification of its reported forces sees it. */
import type { Stepper } from "../../ode/index.js";
import type { AuditContext } from "./context.js";

/** State of the verification of an island: the step that has been audited last, and the force balance of a sleeping island. */
export class AuditTrace {
  /** The end of the step that has been audited last, s. */
  auditedEnd = Number.NaN;
  /** The largest part of the forces on a node of a sleeping island that the reported forces do not balance. */
  lackPart = 0;
  /** The node with this part, or −1. */
  lackNode = -1;
}

/** An island whose reported forces are compared with its motion. */
export interface AuditedFlow {
  /** The parts of the island that the audit reads. */
  readonly context: AuditContext;
  /** The integrator of the island, with its last step and dense output. */
  readonly stepper: Stepper;
  /** Whether the island sleeps. */
  readonly isAsleep: boolean;
  /** Whether the island advances by Moreau–Jean time steps. */
  readonly isTimeStepping: boolean;
  /** The reason why event-driven integration of the island ended, or null. */
  readonly fault: string | null;
  /** State of the verification of the island. */
  readonly auditTrace: AuditTrace;
}
