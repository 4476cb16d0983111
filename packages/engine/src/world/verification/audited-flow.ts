/** An island between two events, as those see it who compare reported forces with its motion. */
import type { Stepper } from "../../ode/index.js";
import type { AuditContext } from "./context.js";

/** What the audit has found of the forces shown of an island, and how far it has come. */
export class AuditTrace {
  /** The end of the step that has been audited last, s. */
  auditedEnd = Number.NaN;
  /** Of a sleeping island: how far the forces shown are from carrying it, as a part of the largest. */
  lackPart = 0;
  /** The node of it where that is so, or −1. */
  lackNode = -1;
}

/** An island whose reported forces are compared with its motion. */
export interface AuditedFlow {
  readonly context: AuditContext;
  readonly stepper: Stepper;
  readonly isAsleep: boolean;
  /** Whether the island is taken on by steps of fixed length. */
  readonly isTimeStepping: boolean;
  /** Why the island could not go on by events, or null. */
  readonly fault: string | null;
  readonly auditTrace: AuditTrace;
}
