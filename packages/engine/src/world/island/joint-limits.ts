/**
 * Limits of joints in an island: unilateral rows as those of contacts, g ≥ 0 and λ ≥ 0, solved together with them. Limits that
 * are reached are entries of the contact table behind the contacts, without parts:
 *
 *   pair    −1 − the number of the limit in the world        gap, rate, γ   of the bound
 *   parts, bodies   −1                                       rows           in the table here
 *
 * Follows: Baraff 1989, sections 5 and 8.
 */

import { Carrier, type RowTable } from "../../constrain/index.js";
import { ContactForm, type ContactTable } from "../../contact/index.js";
import type { NumberedLimit } from "../model/index.js";
import { CoordinateRows } from "./coordinate-rows.js";
import type { Island } from "./island.js";

/** Returns whether entry c of a table is a limit. */
export function isLimit({ pair }: ContactTable, c: number): boolean {
  return pair[c] < 0;
}

/** Limits of the joints of an island, as rows and as entries of the contact table. */
export class JointLimitRows {
  /** The limits, with their numbers in the world. */
  readonly list: readonly NumberedLimit[];
  /** Gaps, rates, γ and J of all limits: row k is that of list[k]. */
  readonly table: RowTable;
  private readonly rows: CoordinateRows;
  private readonly island: Island;

  constructor(island: Island) {
    this.island = island;
    this.list = island.model.parts.bounds;
    this.rows = new CoordinateRows(
      island,
      this.list.map(({ bound }) => bound),
    );
    this.table = this.rows.table;
  }

  /** Number of limits. */
  get count(): number {
    return this.list.length;
  }

  /** Evaluates gaps, rates, γ and J at the state. */
  evaluate(): void {
    this.rows.evaluate();
  }

  /** Returns the row of the limit that is entry c. */
  findRow({ pair }: ContactTable, c: number): number {
    const { list } = this;
    for (let k = 0; k < list.length; k++) if (list[k].number === -1 - pair[c]) return k;
    return -1;
  }

  /** Adds the limits with a gap of at most `reach` to a contact table, behind all contacts. */
  addReached(contacts: ContactTable, reach: number): void {
    this.evaluate();
    for (let k = 0; k < this.list.length; k++) {
      if (!(this.table.value[k] <= reach)) continue;
      const { bound, number } = this.list[k];
      const c = contacts.add();
      for (const column of [contacts.bodyA, contacts.bodyB, contacts.particleA, contacts.partA, contacts.partB]) {
        column[c] = -1;
      }
      contacts.pair[c] = -1 - number;
      contacts.form[c] = ContactForm.curved;
      contacts.keyA[c] = number;
      contacts.keyB[c] = 0;
      contacts.restitution[c] = bound.restitution;
      contacts.friction[c] = 0;
      contacts.staticFriction[c] = 0;
      contacts.rolling[c] = 0;
      contacts.spinning[c] = 0;
      contacts.belt.fill(0, 3 * c, 3 * c + 3);
      contacts.normal.fill(0, 3 * c, 3 * c + 3);
      contacts.point.fill(0, 3 * c, 3 * c + 3);
      this.write(contacts, c, k);
    }
  }

  /** Writes gap, rate and γ of all limits in the contact table, after `evaluate`. */
  writeAll(contacts: ContactTable): void {
    for (let c = contacts.count - 1; c >= 0 && isLimit(contacts, c); c--) {
      this.write(contacts, c, this.findRow(contacts, c));
    }
  }

  /** Returns whether the limit that is entry c has an end on the world, or on a body that does not move with the island. */
  isOutside(contacts: ContactTable, c: number): boolean {
    const { island, list } = this;
    const { ends } = list[this.findRow(contacts, c)].bound;
    return ends.some(({ carrier, index }) => {
      return carrier === Carrier.world || (carrier === Carrier.body && !island.model.moves(index));
    });
  }

  /** Adds Jᵀ j of row k to out, in the columns of q̇. */
  addImpulse(out: Float64Array, k: number, j: number): void {
    this.rows.addForce(out, k, j);
  }

  /** Returns g̈ of the limit that is entry c, for accelerations in the columns of q̇. */
  measureAcceleration(contacts: ContactTable, c: number, acceleration: Float64Array): number {
    const k = this.findRow(contacts, c);
    return this.table.gamma[k] + this.rows.multiply(k, acceleration, 0, this.island.model.count);
  }

  /** Writes gap, rate and γ of row k to entry c. */
  private write(contacts: ContactTable, c: number, k: number): void {
    const { value, rate, gamma } = this.table;
    contacts.gap[c] = value[k];
    contacts.rate[c] = rate[k];
    contacts.gamma[c] = gamma[k];
  }
}
