import { resize } from "../../math/index.js";

const none = new Int32Array(0);

/** Numbers of contacts, in room that stays. */
export class ContactList {
  items = none;
  count = 0;

  clear(): void {
    this.count = 0;
  }

  add(c: number): void {
    if (this.count === this.items.length) this.items = resize(this.items, Math.max(16, 2 * this.count));
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
