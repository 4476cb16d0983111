/** The contacts of a memory that have a certain mark, as a set. */
import type { ContactKeys, ContactMemory } from "./contact-memory.js";

/** Set of the contacts with one mark in a contact memory. */
export class MarkedContacts {
  readonly memory: ContactMemory;
  /** The mark: `ContactMark`. */
  readonly mark: number;

  constructor(memory: ContactMemory, mark: number) {
    this.memory = memory;
    this.mark = mark;
  }

  /** Whether there is none. */
  get isEmpty(): boolean {
    return !this.memory.hasAny(this.mark);
  }

  /** Whether contact c of a table is one of them. */
  has(contacts: ContactKeys, c: number): boolean {
    return this.memory.findMarked(this.mark, contacts, c) >= 0;
  }

  /** Adds contact c of a table. */
  add(contacts: ContactKeys, c: number): void {
    this.memory.add(this.mark, contacts, c);
  }

  /** Takes contact c of a table out. */
  delete(contacts: ContactKeys, c: number): void {
    this.memory.remove(this.mark, contacts, c);
  }

  clear(): void {
    this.memory.clear(this.mark);
  }

  /** Takes over those of another memory in the place of its own. */
  copy(other: ContactMemory): void {
    this.memory.copy(other, this.mark);
  }

  /** Takes over those of another memory beside its own. */
  merge(other: ContactMemory): void {
    this.memory.merge(other, this.mark);
  }

  /** Texts that name the contacts in a snapshot. */
  listNames(): string[] {
    return this.memory.listNames(this.mark);
  }

  /** Adds the contacts that texts of a snapshot name. */
  addNames(names: readonly string[]): void {
    for (const name of names) this.memory.addName(this.mark, name);
  }
}
