/** The table of states of contacts: exactly what a map by the names of the contacts would have, in room that does not grow. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ContactMark, ContactMemory } from "../../../src/world/contact-state/contact-memory.js";
import { MarkedContacts } from "../../../src/world/contact-state/marked-contacts.js";

type Keys = readonly [number, number, number, number];
interface Known {
  readonly keys: Keys;
  marks: number;
  force: number;
}

const few = fc.constantFrom(0, 1, 2, 3);
const any = fc.constantFrom(-(2 ** 31), -2, -1, 0, 1, 0x800000, 0x6000040, 0x8000000, 2 ** 31 - 1);
const keys = fc.oneof(fc.tuple(few, few, few, few), fc.tuple(any, any, any, any));
const marks = fc.constantFrom(
  ContactMark.releasing,
  ContactMark.wasActive,
  ContactMark.known,
  ContactMark.known | ContactMark.hadImpulse,
  ContactMark.straight | ContactMark.stopped,
);
const action = fc.oneof(
  { weight: 12, arbitrary: fc.record({ type: fc.constant("add" as const), keys, marks, force: fc.double() }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant("remove" as const), keys, marks }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("clear" as const), marks }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("copy" as const), marks }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("merge" as const), marks }) },
);

/** Columns with one contact. */
function columns([partA, keyA, partB, keyB]: Keys) {
  return {
    partA: Int32Array.of(partA),
    keyA: Int32Array.of(keyA),
    partB: Int32Array.of(partB),
    keyB: Int32Array.of(keyB),
  };
}

/** A memory and a map by names to which the same is done. */
class Both {
  readonly memory = new ContactMemory();
  readonly map = new Map<string, Known>();

  add(of: Keys, what: number, force: number): void {
    const id = this.memory.add(what, columns(of), 0);
    const known = this.map.get(of.join(" ")) ?? { keys: of, marks: 0, force: 0 };
    known.marks |= what;
    if ((what & ContactMark.known) !== 0) {
      known.force = force;
      for (let x = 0; x < 4; x++) this.memory.force[4 * id + x] = force;
      this.memory.mode[id] = 1;
    }
    this.map.set(of.join(" "), known);
  }

  remove(of: Keys, what: number): void {
    const known = this.map.get(of.join(" "));
    // marks are taken from what has one of them
    this.memory.remove(what, columns(of), 0);
    if (known !== undefined) known.marks &= ~what;
  }

  clear(what: number): void {
    this.memory.clear(what);
    for (const known of this.map.values()) known.marks &= ~what;
  }

  copy(other: Both, what: number): void {
    this.memory.copy(other.memory, what);
    for (const known of this.map.values()) known.marks &= ~what;
    this.mergeMap(other, what);
  }

  merge(other: Both, what: number): void {
    this.memory.merge(other.memory, what);
    this.mergeMap(other, what);
  }

  private mergeMap(other: Both, what: number): void {
    for (const [name, from] of other.map) {
      if ((from.marks & what) === 0) continue;
      const known = this.map.get(name) ?? { keys: from.keys, marks: 0, force: 0 };
      known.marks |= from.marks & what;
      if ((from.marks & what & ContactMark.known) !== 0) known.force = from.force;
      this.map.set(name, known);
    }
  }

  check(): void {
    const { memory, map } = this;
    let union = 0;
    for (const { keys: of, marks: expected, force } of map.values()) {
      union |= expected;
      const id = memory.find(columns(of), 0);
      expect(id < 0 ? 0 : memory.marks[id]).toBe(expected);
      if ((expected & ContactMark.known) !== 0) expect(Object.is(memory.force[4 * id + 3], force)).toBe(true);
      for (const mark of Object.values(ContactMark)) {
        expect(memory.findMarked(mark, columns(of), 0) >= 0).toBe((expected & mark) !== 0);
      }
    }
    for (const mark of Object.values(ContactMark)) {
      expect(memory.hasAny(mark)).toBe((union & mark) !== 0);
      const names = [...map].filter(([, known]) => (known.marks & mark) !== 0).map(([name]) => name);
      expect(memory.listNames(mark).sort()).toEqual(names.sort());
    }
  }
}

describe("ContactMemory", () => {
  test("does what a map by names does", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), action), { maxLength: 120 }), (actions) => {
        const [p, q] = [new Both(), new Both()];
        for (const [isFirst, each] of actions) {
          const [one, other] = isFirst ? [p, q] : [q, p];
          if (each.type === "add") one.add(each.keys, each.marks, each.force);
          else if (each.type === "remove") one.remove(each.keys, each.marks);
          else if (each.type === "clear") one.clear(each.marks);
          else if (each.type === "copy") one.copy(other, each.marks);
          else one.merge(other, each.marks);
        }
        p.check();
        q.check();
      }),
      { seed: 1, numRuns: 1000 },
    );
  });

  test("contacts that are no longer known leave their room to others", () => {
    const memory = new ContactMemory();
    const lasting: Keys = [7, 7, 7, 7];
    memory.add(ContactMark.rejoined, columns(lasting), 0);
    for (let round = 0; round < 10000; round++) {
      memory.clear(ContactMark.wasActive);
      for (let k = 0; k < 20; k++) memory.add(ContactMark.wasActive, columns([round, k, 1, 2]), 0);
    }
    expect(memory.partA.length).toBeLessThanOrEqual(64);
    expect(memory.listNames(ContactMark.rejoined)).toEqual(["7 7 7 7"]);
    expect(memory.listNames(ContactMark.wasActive)).toEqual(Array.from({ length: 20 }, (_, k) => `9999 ${k} 1 2`));
  });

  test("texts of a snapshot name contacts; others name none", () => {
    const set = new MarkedContacts(new ContactMemory(), ContactMark.wasActive);
    set.addNames(["3 -1 4 83886080", "", "a b c d", "1 2 3", "1 2 3 4.5", "1 2 3 4e20"]);
    expect(set.listNames()).toEqual(["3 -1 4 83886080"]);
    expect(set.has(columns([3, -1, 4, 83886080]), 0)).toBe(true);
    set.delete(columns([3, -1, 4, 83886080]), 0);
    expect(set.isEmpty).toBe(true);
  });
});
