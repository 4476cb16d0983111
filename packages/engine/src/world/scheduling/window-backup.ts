/** The state of a world at the beginning of a window: all islands go back to it where the window fails. */

import type { FrozenContact, WorldContext } from "../contact-state/index.js";
import type { IslandFlow } from "../integration/index.js";

/** Backup of the state of a world, its frozen interfaces, and the energy balances of islands that are woken in a window. */
export class WindowBackup {
  private readonly world: WorldContext;
  /** The state of all bodies and particles, and the clock. */
  private state = new Float64Array(0);
  /** The generalized coordinates and velocities. */
  private own = new Float64Array(0);
  private frozen: readonly FrozenContact[] = [];
  /** The energy balances that islands had before they were woken. */
  private readonly ledgers = new Map<IslandFlow, Float64Array>();

  constructor(world: WorldContext) {
    this.world = world;
  }

  /** Keeps the present state. */
  keep(): void {
    const { system, own } = this.world.mechanism;
    if (this.state.length !== system.state.length) this.state = new Float64Array(system.state.length);
    if (this.own.length !== own.length) this.own = new Float64Array(own.length);
    this.state.set(system.state);
    this.own.set(own);
    this.frozen = this.world.frozenInterface.list;
    this.ledgers.clear();
  }

  /** Keeps the energy balances of islands that sleep and are about to be woken; those that move have checkpoints of their own. */
  keepLedgers(flows: readonly IslandFlow[]): void {
    for (const flow of flows) {
      if (flow.isAsleep && !this.ledgers.has(flow)) this.ledgers.set(flow, flow.context.island.balance.ledger.slice());
    }
  }

  /** Puts the kept state back. */
  restore(): void {
    const { mechanism, frozenInterface: ties } = this.world;
    mechanism.system.state.set(this.state);
    mechanism.own.set(this.own);
    ties.list = this.frozen;
    mechanism.derive();
    for (const [flow, ledger] of this.ledgers) flow.context.island.balance.ledger.set(ledger);
  }
}
