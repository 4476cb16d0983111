/** Set of the contacts of a memory with a certain mark. */
import type { ContactKeys, ContactMemory } from "./contact-memory.js";

/** Set of the contacts with one mark in a contact memory. */
export class MarkedContacts {
  /** Memory that has the marks. */
  readonly memory: ContactMemory;
  /** Mark of the members: `ContactMark`. */
  readonly mark: number;

  constructor(memory: ContactMemory, mark: number) {
    this.memory = memory;
    this.mark = mark;
  }

  /** Whether the set is empty. */
  get isEmpty(): boolean {
    return !this.memory.hasAny(this.mark);
  }

  /** Whether contact c of a table is a member. */
  has(contacts: ContactKeys, c: number): boolean {
    return this.memory.findMarked(this.mark, contacts, c) >= 0;
  }

  /** Adds contact c of a table. */
  add(contacts: ContactKeys, c: number): void {
    this.memory.add(this.mark, contacts, c);
  }

  /** Removes contact c of a table. */
  delete(contacts: ContactKeys, c: number): void {
    this.memory.remove(this.mark, contacts, c);
  }

  /** Removes all members. */
  clear(): void {
    this.memory.clear(this.mark);
  }

  /** Replaces the members by those of another memory. */
  copy(other: ContactMemory): void {
    this.memory.copy(other, this.mark);
  }

  /** Adds the members of another memory. */
  merge(other: ContactMemory): void {
    this.memory.merge(other, this.mark);
  }

  /** Returns the texts that name the members in a snapshot. */
  listNames(): string[] {
    return this.memory.listNames(this.mark);
  }

  /** Adds the contacts that texts of a snapshot name. */
  addNames(names: readonly string[]): void {
    for (const name of names) this.memory.addName(this.mark, name);
  }
}
