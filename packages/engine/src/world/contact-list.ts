import { resize } from "../math/index.js";

/** Numbers of contacts, in room that stays. */
export class ContactList {
  items = new Int32Array(16);
  count = 0;

  clear(): void {
    this.count = 0;
  }

  add(c: number): void {
    if (this.count === this.items.length) this.items = resize(this.items, 2 * this.count);
    this.items[this.count++] = c;
  }

  /** Those of another list, or of an array, instead of its own. */
  set(list: ContactList | readonly number[]): void {
    this.clear();
    if (list instanceof ContactList) for (let k = 0; k < list.count; k++) this.add(list.items[k]);
    else for (const c of list) this.add(c);
  }

  toArray(): number[] {
    return Array.from(this.items.subarray(0, this.count));
  }
}
