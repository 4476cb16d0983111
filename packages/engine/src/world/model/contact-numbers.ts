/** Sets of contacts, by their numbers in a contact table. */
import { resize } from "../../math/index.js";
import { ContactList } from "./contact-list.js";
import { initialCapacity } from "./parameters.js";

/** Set of numbers of contacts in a table, in the order in which they were added, in memory that is kept when the set is cleared. */
export class ContactNumbers {
  private readonly list = new ContactList();
  /** 1 for each number in the set. */
  private flags: Uint8Array = new Uint8Array(0);

  /** Size of the set. */
  get count(): number {
    return this.list.count;
  }

  /** The numbers, in the order in which they were added. */
  get items(): Int32Array {
    return this.list.items;
  }

  /** Returns whether a contact is in the set. */
  has(c: number): boolean {
    return c < this.flags.length && this.flags[c] === 1;
  }

  /** Adds a contact, once. */
  add(c: number): void {
    if (c >= this.flags.length) this.flags = resize(this.flags, 2 * c + initialCapacity);
    if (this.flags[c] === 1) return;
    this.flags[c] = 1;
    this.list.add(c);
  }

  /** Empties the set. */
  clear(): void {
    for (let k = 0; k < this.list.count; k++) this.flags[this.list.items[k]] = 0;
    this.list.clear();
  }
}
