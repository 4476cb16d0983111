/** Lists of contacts, by their numbers in a contact table. */
import { resize } from "../../math/index.js";
import { initialCapacity } from "./parameters.js";

const none = new Int32Array(0);

/** List of numbers of contacts, in memory that is kept when the list is cleared. */
export class ContactList {
  /** The numbers, of which the first `count` are valid. */
  items = none;
  /** Length of the list. */
  count = 0;

  /** Empties the list. */
  clear(): void {
    this.count = 0;
  }

  /** Appends a contact. */
  add(c: number): void {
    if (this.count === this.items.length) this.items = resize(this.items, Math.max(initialCapacity, 2 * this.count));
    this.items[this.count++] = c;
  }

  /** Replaces the list by another list or array. */
  set(list: ContactList | readonly number[]): void {
    this.clear();
    if (list instanceof ContactList) for (let k = 0; k < list.count; k++) this.add(list.items[k]);
    else for (const c of list) this.add(c);
  }

  /** Returns a copy of the list as an array. */
  toArray(): number[] {
    return Array.from(this.items.subarray(0, this.count));
  }
}
