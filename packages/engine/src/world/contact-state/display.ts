/** Contacts and reactions of an island as they are shown by the world; they do not influence the motion. */
import { ContactTable } from "../../contact/index.js";

/** Contacts and reactions of an island as they are shown. */
export class Display {
  private own: ContactTable | null = null;
  /** Whether `shown` has the contacts of the sleeping island. */
  isShown = false;
  /** Forces of the joints of a sleeping island, once they were computed; else null. */
  reactions: JointForces | null = null;
  /** Whether the forces shown are those of the friction solver. */
  isShownWithFriction = false;
  /** Whether the state is inside the last step: contacts that were active in that step then touch, see show-contacts.ts. */
  isWithin = false;

  /** The table of the contacts shown. */
  get shown(): ContactTable {
    this.own ??= new ContactTable();
    return this.own;
  }
}

/** Forces of the joints of an island, row by row, in its order. */
export interface JointForces {
  /** First row of each joint, and the number of rows. */
  readonly rowStart: Int32Array;
  /** Multiplier λ of each row. */
  readonly lambda: Float64Array;
  /** Force and torque on the first end for λ = 1. 6 a row. */
  readonly wrench: Float64Array;
}
