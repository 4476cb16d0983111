/** Collisions that last over several time steps, by contact. */
import { type ContactKeys, ContactMark, ContactMemory } from "../contact-state/index.js";
import type { WorldEvent } from "../record/index.js";

/** An event whose time is not yet known, with the name of its pair. */
export interface Draft {
  readonly event: WorldEvent;
  readonly pair: string;
}

/** A collision that has begun. */
export interface Strike extends Draft {
  /** Whether the contact has stopped approaching. */
  readonly isOver: boolean;
}

/** Collisions in the order in which they began. */
export class StrikeList {
  /** The contact of each collision. */
  readonly contacts = new ContactMemory();
  /** The collisions, by the entries of their contacts. */
  readonly items: Strike[] = [];

  /** Returns the collision of contact c, or null. */
  get(contacts: ContactKeys, c: number): Strike | null {
    const k = this.contacts.find(contacts, c);
    return k < 0 ? null : this.items[k];
  }

  /** Puts a collision in the place of the former one of contact c, or behind all others. */
  set(contacts: ContactKeys, c: number, strike: Strike): void {
    this.items[this.contacts.add(ContactMark.collides, contacts, c)] = strike;
  }

  /** Removes all collisions. */
  clear(): void {
    this.contacts.clear(ContactMark.collides);
    this.items.length = 0;
  }

  /** Replaces the collisions by those of another list. */
  copy({ contacts, items }: StrikeList): void {
    this.clear();
    for (let k = 0; k < items.length; k++) this.set(contacts, k, items[k]);
  }
}
