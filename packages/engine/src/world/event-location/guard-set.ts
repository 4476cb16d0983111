/** The guards of an island. Those that only pairs, contacts or limits need are created at their first use. */
import type { GuardContext } from "./context.js";
import { ForceGuard } from "./force-guard.js";
import { LimitGuard } from "./limit-guard.js";
import { MarginGuard } from "./margin-guard.js";
import { MicroBounceGuard } from "./micro-bounce-guard.js";
import { ModeGuard } from "./mode-guard.js";
import { PairGuard } from "./pair-guard.js";
import { impactDistancePart } from "./parameters.js";
import { TouchGuard } from "./touch-guard.js";

/** The guards of an island. */
export class GuardSet {
  /** Guards of the contact forces; null as long as there are none. */
  force: ForceGuard | null = null;
  /** Guards of the friction modes; null as long as there is no friction. */
  friction: ModeGuard | null = null;
  private readonly context: GuardContext;
  private ownPair: PairGuard | null = null;
  private ownTouch: TouchGuard | null = null;
  private ownMargin: MarginGuard | null = null;
  private ownMicroBounce: MicroBounceGuard | null = null;
  private ownLimit: LimitGuard | null = null;

  /** Creates the set of guards of the island, without any guard. */
  constructor(context: GuardContext) {
    this.context = context;
  }

  /** Guards of pairs without active contacts. */
  get pair(): PairGuard {
    const { contactTolerance, impactTime } = this.context.world.settings;
    this.ownPair ??= new PairGuard(impactDistancePart * contactTolerance, impactTime);
    return this.ownPair;
  }

  /** Guards of pairs with active contacts. */
  get touch(): TouchGuard {
    if (this.ownTouch === null) {
      this.ownTouch = new TouchGuard(this.context.world.settings.contactTolerance);
      this.ownTouch.nearby = this.context.contactSet.nearby;
    }
    return this.ownTouch;
  }

  /** Guards of the margins of active contacts. */
  get margin(): MarginGuard {
    this.ownMargin ??= new MarginGuard(this.context.world.settings.contactTolerance);
    return this.ownMargin;
  }

  /** Guards of contacts that separate or approach. */
  get microBounce(): MicroBounceGuard {
    this.ownMicroBounce ??= new MicroBounceGuard(this.context.world.settings.contactTolerance);
    return this.ownMicroBounce;
  }

  /** Guards of the limits of joints. */
  get limit(): LimitGuard {
    this.ownLimit ??= new LimitGuard(this.context);
    return this.ownLimit;
  }

  /** Begins the steps after an event with the contacts, forces and modes at the present state. */
  begin(): void {
    const { context } = this;
    this.ownTouch?.restart();
    this.ownMargin?.restart();
    const hasFriction = context.island.friction !== null;
    if (hasFriction || context.contactSet.contacts.count > 0 || context.contactSet.activeRows.length > 0)
      this.force ??= new ForceGuard();
    if (hasFriction) this.friction ??= new ModeGuard();
    this.force?.begin(context);
    this.friction?.begin(context);
  }
}
