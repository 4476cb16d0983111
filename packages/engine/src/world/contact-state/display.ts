/** Contacts and reactions of an island as they are shown to those who ask for them; nothing of them enters the motion. */
import { ContactTable } from "../../contact/index.js";

export class Display {
  private own: ContactTable | null = null;
  /** Whether `shown` has the contacts of the island as it sleeps. */
  isShown = false;
  /** Forces of the joints of a sleeping island, once they were asked for. */
  reactions: JointForces | null = null;
  /** Whether the forces shown are those of the solver of friction. */
  isShownWithFriction = false;
  /** Whether the island stands within its last step: contacts that were active in that step then touch, see show-contacts.ts. */
  isWithin = false;

  /** The table of the contacts shown. */
  get shown(): ContactTable {
    this.own ??= new ContactTable();
    return this.own;
  }
}

/** Rows of the joints of an island, in its order: λ, and what one unit of it does to the first end, six numbers a row. */
export interface JointForces {
  readonly rowStart: Int32Array;
  readonly lambda: Float64Array;
  readonly wrench: Float64Array;
}
