/** Contacts of an island at its present state, sorted by what they do. */
import type { Constraint } from "../../constrain/index.js";
import { ContactTable } from "../../contact/index.js";
import { ContactList } from "../model/index.js";
import { FeatureTransition } from "./feature-transition.js";

export class ContactSet {
  readonly contacts = new ContactTable();
  /** Features of pairs that are within the contact tolerance of each other and do not touch yet. */
  readonly nearby = new ContactTable();
  /** Gap up to which a pair touches, as a part of the contact tolerance, where that is more than usual; else 0. */
  reach = 0;
  /** Whether events follow one another without time between them. */
  isIdle = false;
  /** How far points of the island may have been moved beside their paths since the last step, m: see depenetration.ts. */
  readonly jump = new Float64Array(1);
  /** Contacts that do not separate, those that do, and those among the latter whose rise does not count: see resting-contacts.ts. */
  readonly still = new ContactList();
  readonly rising = new ContactList();
  readonly low = new ContactList();
  /** Active contacts, grouped by the two things that they are between. */
  held: readonly ActiveRows[] = [];
  /** The pair whose features are to be found a moment later, as they change at the present instant. */
  readonly ahead = new FeatureTransition();

  /** The first contact of the pair with this slot, or −1. */
  findContacts(slot: number): number {
    const { contacts } = this;
    for (let c = 0; c < contacts.count; c++) if (contacts.pair[c] === slot) return c;
    return -1;
  }

  /** Whether a contact of the pair whose first contact is c is active. */
  isHeld(c: number): boolean {
    const { contacts } = this;
    const slot = contacts.pair[c];
    for (let k = c; k < contacts.count && contacts.pair[k] === slot; k++) {
      if (contacts.active[k] === 1 || contacts.active[k] === 3) return true;
    }
    return false;
  }

  /** The contact of row r among the active ones. */
  contactOfRow(r: number): number {
    let row = r;
    for (const { list } of this.held) {
      if (row < list.length) return list[row];
      row -= list.length;
    }
    return -1;
  }
}

/** Rows that are held, and the contacts that they are of. */
export interface ActiveRows extends Constraint {
  /** Their numbers in the table of contacts. */
  readonly list: Int32Array;
  /** The gaps that they are held at, m: 0, or what could not be closed. */
  readonly gaps: Float64Array;
}
