/** The state of an island before an event, and the number of reports by then: an event that cannot be handled is undone. */
import { createArrays } from "../../math/index.js";
import type { Stepper } from "../../ode/index.js";
import { loadAudit, measureAuditMemory, saveAudit } from "../audit/index.js";
import type { FlowContext } from "./context.js";

/** The parts of an island that an event is undone in. */
type BackupContext = Pick<FlowContext, "world" | "island">;

/** A copy of the state of an island, and of the lengths of the lists of reports. */
export class EventBackup {
  private readonly context: BackupContext;
  private readonly state: Float64Array;
  /** Momenta and places that the audit expects. */
  private readonly expected: Float64Array;
  /** The worst penetration, m: a number that changes is kept in an array, where it is not boxed. */
  private readonly penetration: Float64Array;
  private reported = 0;
  private fallbacks = 0;

  constructor(context: BackupContext) {
    this.context = context;
    const arrays = createArrays([context.island.dimension + 1, measureAuditMemory(context), 1]);
    [this.state, this.expected, this.penetration] = arrays;
  }

  /** Copies the present state. */
  keep(): void {
    const { context } = this;
    const { log, worst } = context.world;
    this.reported = log.entries.length;
    this.fallbacks = worst.fallbacks.length;
    this.penetration[0] = worst.penetration;
    saveAudit(this.expected, context);
    context.island.getState(this.state);
  }

  /** Restores the state, and removes later reports; the worst penetration stays. */
  restore(stepper: Stepper): void {
    const { context } = this;
    const { log, worst } = context.world;
    log.entries.length = this.reported;
    worst.fallbacks.length = this.fallbacks;
    loadAudit(this.expected, context);
    context.island.setState(this.state);
    stepper.restart();
  }

  /** Restores the worst penetration. */
  restorePenetration(): void {
    this.context.world.worst.penetration = this.penetration[0];
  }
}
