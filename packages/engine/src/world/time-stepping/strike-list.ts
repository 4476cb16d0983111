/** Collisions that go on over several time steps, by contact. */
import { type ContactKeys, ContactMark, ContactMemory } from "../contact-state/index.js";
import type { WorldEvent } from "../record/index.js";

/** An event whose time is still to be told, and what it is of. */
export interface Draft {
  readonly event: WorldEvent;
  readonly pair: string;
}

/** A collision on its way. */
export interface Strike extends Draft {
  readonly isOver: boolean;
}

/** Collisions in the order in which they began. */
export class StrikeList {
  /** The contact of each. */
  readonly contacts = new ContactMemory();
  /** The collisions, by the entries of their contacts. */
  readonly items: Strike[] = [];

  /** The collision of contact c, or null. */
  get(contacts: ContactKeys, c: number): Strike | null {
    const k = this.contacts.find(contacts, c);
    return k < 0 ? null : this.items[k];
  }

  /** Puts a collision in the place of that which contact c had, or behind all others. */
  set(contacts: ContactKeys, c: number, strike: Strike): void {
    this.items[this.contacts.add(ContactMark.collides, contacts, c)] = strike;
  }

  clear(): void {
    this.contacts.clear(ContactMark.collides);
    this.items.length = 0;
  }

  /** Takes over the collisions of another list in the place of its own. */
  copy({ contacts, items }: StrikeList): void {
    this.clear();
    for (let k = 0; k < items.length; k++) this.set(contacts, k, items[k]);
  }
}
