import { resize } from "../../math/index.js";
import { ContactList } from "./contact-list.js";

/** Set of numbers of contacts in a table, in the order in which they were added, in room that stays. */
export class ContactNumbers {
  private readonly list = new ContactList();
  /** 1 for each number in the set. */
  private flags: Uint8Array = new Uint8Array(0);

  get count(): number {
    return this.list.count;
  }

  /** The numbers, in the order in which they were added. */
  get items(): Int32Array {
    return this.list.items;
  }

  has(c: number): boolean {
    return c < this.flags.length && this.flags[c] === 1;
  }

  add(c: number): void {
    if (c >= this.flags.length) this.flags = resize(this.flags, 2 * c + 16);
    if (this.flags[c] === 1) return;
    this.flags[c] = 1;
    this.list.add(c);
  }

  clear(): void {
    for (let k = 0; k < this.list.count; k++) this.flags[this.list.items[k]] = 0;
    this.list.clear();
  }
}
