/** Contacts of an island at its present state, sorted by their role: resting, separating, nearby, active. */
import type { Constraint } from "../../constrain/index.js";
import { ContactActivity, ContactTable } from "../../contact/index.js";
import { ContactList } from "../model/index.js";
import { FeatureTransition } from "./feature-transition.js";

/** Contacts of an island at its present state. */
export class ContactSet {
  /** Contacts that touch, and joint limits that are reached. */
  readonly contacts = new ContactTable();
  /** Features of pairs that are within the contact tolerance of each other and do not touch yet. */
  readonly nearby = new ContactTable();
  /** Gap up to which a pair touches, as a part of the contact tolerance, where it is larger than the default; else 0. */
  reach = 0;
  /** Whether events follow one another without time between them. */
  isIdle = false;
  /** Largest displacement of a point of the island off its path since the last step, m: see depenetration.ts. */
  readonly jump = new Float64Array(1);
  /** Contacts that do not separate: see low-bounces.ts. */
  readonly still = new ContactList();
  /** Contacts that separate. */
  readonly rising = new ContactList();
  /** Separating contacts whose bounce is too low to be resolved. */
  readonly low = new ContactList();
  /** Rows of the active contacts, grouped by the pair of bodies or particles. */
  activeRows: readonly ActiveRows[] = [];
  /** Pair whose features change at the present instant, so that they are looked up a moment later. */
  readonly ahead = new FeatureTransition();

  /** The first contact of the pair with this slot, or −1. */
  findContacts(slot: number): number {
    const { contacts } = this;
    for (let c = 0; c < contacts.count; c++) if (contacts.pair[c] === slot) return c;
    return -1;
  }

  /** Whether a contact of the pair whose first contact is c is active. */
  isActive(c: number): boolean {
    const { contacts } = this;
    const slot = contacts.pair[c];
    for (let k = c; k < contacts.count && contacts.pair[k] === slot; k++) {
      if (contacts.active[k] === ContactActivity.active || contacts.active[k] === ContactActivity.implied) return true;
    }
    return false;
  }

  /** The contact of row r among the active ones. */
  contactOfRow(r: number): number {
    let row = r;
    for (const { list } of this.activeRows) {
      if (row < list.length) return list[row];
      row -= list.length;
    }
    return -1;
  }
}

/** Rows of active contacts between two bodies or particles, as a constraint. */
export interface ActiveRows extends Constraint {
  /** Number of each contact in its table. */
  readonly list: Int32Array;
  /** Gaps that the rows keep, m: 0, or the part of a gap that could not be closed. */
  readonly gaps: Float64Array;
}
