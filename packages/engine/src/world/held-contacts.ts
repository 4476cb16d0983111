/**
 * Contacts that press, as a constraint: one row each, gap = 0, all between the same two.
 *
 * Follows: Rigid Body Simulation, section 9.
 */
import type { PairCache } from "../collide/index.js";
import { Carrier, type Constraint, type End, endSize, type Mechanism, type RowTable } from "../constrain/index.js";
import { type ContactTable, evaluateContact, type PartTable } from "../contact/index.js";
import { isBound } from "./bounds.js";
import type { IslandRun } from "./run.js";

/** Rows that are held, and the contacts that they are of. */
export interface HeldRows extends Constraint {
  /** Their numbers in the table of contacts. */
  readonly list: Int32Array;
}

class HeldContacts implements HeldRows {
  readonly name = "contact";
  readonly rows: number;
  readonly ends: readonly End[];
  readonly list: Int32Array;
  private readonly contacts: ContactTable;
  private readonly parts: PartTable;
  private readonly cache: PairCache;

  /** `has` tells of a body whether it has columns in q̇: what is fixed needs none. */
  constructor(
    contacts: ContactTable,
    list: readonly number[],
    parts: PartTable,
    cache: PairCache,
    has: (body: number) => boolean,
  ) {
    const first = list[0];
    const particle = contacts.particleA[first];
    const ofBody = (i: number) => (has(i) ? createEnd(Carrier.body, i, 6) : createEnd(Carrier.world, -1, 0));
    this.contacts = contacts;
    this.parts = parts;
    this.cache = cache;
    this.list = Int32Array.from(list);
    this.rows = list.length;
    this.ends = [
      particle >= 0 ? createEnd(Carrier.particle, particle, 3) : ofBody(contacts.bodyA[first]),
      ofBody(contacts.bodyB[first]),
    ];
  }

  evaluate(table: RowTable, c: number, { system }: Mechanism): void {
    const { contacts, list, parts, cache, ends } = this;
    const { jacobian, valueStart, blockStart, rowStart, value, gamma } = table;
    const a = valueStart[blockStart[c]];
    const b = valueStart[blockStart[c] + 1];
    const widthA = ends[0].width;
    const widthB = ends[1].width;
    for (let k = 0; k < list.length; k++) {
      const contact = list[k];
      evaluateContact(contacts, contact, system, parts, cache);
      value[rowStart[c] + k] = contacts.gap[contact];
      gamma[rowStart[c] + k] = contacts.gamma[contact];
      for (let x = 0; x < widthA; x++) jacobian[a + widthA * k + x] = contacts.rowA[6 * contact + x];
      for (let x = 0; x < widthB; x++) jacobian[b + widthB * k + x] = contacts.rowB[6 * contact + x];
    }
  }
}

/** Something to have a block of J; where it is, the contacts know themselves. */
function createEnd(carrier: Carrier, index: number, width: number): End {
  const name = carrier === Carrier.world ? "world" : `${carrier === Carrier.body ? "body" : "particle"} ${index}`;
  return { carrier, index, width, turns: width === 6, name, at, locate() {}, writeRow() {} };
}

const at = new Float64Array(endSize);

/** Contacts and limits of a list as constraints: contacts grouped by what they are between. */
export function holdContacts(run: IslandRun, list: readonly number[]): HeldRows[] {
  const { contacts, kit, island, bounds } = run;
  const limits = list.filter((c) => isBound(contacts, c));
  const others = limits.length === 0 ? list : list.filter((c) => !isBound(contacts, c));
  const held: HeldRows[] = groupContacts(contacts, others, kit.parts, run.cache, (i) => island.findBody(i) >= 0);
  for (const c of limits) {
    const { bound } = bounds.list[bounds.findRow(contacts, c)];
    const { name, ends } = bound;
    const evaluate = (table: RowTable, k: number) => bound.evaluate(table, k);
    held.push({ name, rows: 1, ends, list: Int32Array.of(c), evaluate });
  }
  return held;
}

function groupContacts(
  contacts: ContactTable,
  list: readonly number[],
  parts: PartTable,
  cache: PairCache,
  has: (body: number) => boolean,
): HeldContacts[] {
  const groups = new Map<string, number[]>();
  for (const c of list) {
    const key = `${contacts.bodyA[c]} ${contacts.particleA[c]} ${contacts.bodyB[c]}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [c]);
    else group.push(c);
  }
  return [...groups.values()].map((group) => new HeldContacts(contacts, group, parts, cache, has));
}
