/**
 * Active contacts between two bodies or particles as a constraint: one row each, gap = 0, or gap = the part of it that could not be
 * closed: see activate.ts.
 *
 * Follows: Rigid Body Simulation, section 9.
 */

import type { PairCache } from "../../collide/index.js";
import { Carrier, type End, endSize, type Mechanism, type RowTable } from "../../constrain/index.js";
import { type ContactTable, evaluateContact, type PartTable } from "../../contact/index.js";
import type { ActiveRows } from "../contact-state/index.js";
import type { IslandModel } from "../island/index.js";
import { isLimit } from "../island/index.js";
import { ContactList } from "../model/index.js";
import type { ActiveSetContext } from "./context.js";

/** Active contacts between two bodies, or a particle and a body. */
class ActiveContacts implements ActiveRows {
  readonly name = "contact";
  readonly rows: number;
  readonly ends: readonly End[];
  readonly list: Int32Array;
  readonly gaps: Float64Array;
  private readonly contacts: ContactTable;
  private readonly parts: PartTable;
  private readonly cache: PairCache;

  /** `has` returns whether a body has columns in q̇, which fixed bodies have not. */
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
    this.gaps = new Float64Array(list.length);
    this.ends = [
      particle >= 0 ? createEnd(Carrier.particle, particle, 3) : ofBody(contacts.bodyA[first]),
      ofBody(contacts.bodyB[first]),
    ];
  }

  evaluate(table: RowTable, c: number, { system }: Mechanism): void {
    const { contacts, list, gaps, parts, cache, ends } = this;
    const { jacobian, valueStart, blockStart, rowStart, value, gamma } = table;
    const a = valueStart[blockStart[c]];
    const b = valueStart[blockStart[c] + 1];
    const widthA = ends[0].width;
    const widthB = ends[1].width;
    for (let k = 0; k < list.length; k++) {
      const contact = list[k];
      evaluateContact(contacts, contact, system, parts, cache);
      value[rowStart[c] + k] = contacts.gap[contact] - gaps[k];
      gamma[rowStart[c] + k] = contacts.gamma[contact];
      for (let x = 0; x < widthA; x++) jacobian[a + widthA * k + x] = contacts.rowA[6 * contact + x];
      for (let x = 0; x < widthB; x++) jacobian[b + widthB * k + x] = contacts.rowB[6 * contact + x];
    }
  }
}

/** Returns an end for a block of J. The position of the end is not used, as contacts have their own points. */
function createEnd(carrier: Carrier, index: number, width: number): End {
  const name = carrier === Carrier.world ? "world" : `${carrier === Carrier.body ? "body" : "particle"} ${index}`;
  return { carrier, index, width, turns: width === 6, name, at, locate() {}, writeRow() {} };
}

const at = new Float64Array(endSize);

/** Returns contacts and limits of a list as constraints, contacts grouped by their two bodies. */
export function createActiveRows(
  context: ActiveSetContext,
  all: ContactList | readonly number[],
): readonly ActiveRows[] {
  const { world, island, limits } = context;
  const { contacts } = context.contactSet;
  if ((all instanceof ContactList ? all.count : all.length) === 0) return none;
  if (all instanceof ContactList && areActiveRows(context, all)) return context.contactSet.activeRows;
  const list = all instanceof ContactList ? all.toArray() : all;
  const reached = list.filter((c) => isLimit(contacts, c));
  const others = reached.length === 0 ? list : list.filter((c) => !isLimit(contacts, c));
  const active: ActiveRows[] = groupContacts(
    contacts,
    others,
    world.parts,
    context.world.detector.cache,
    (i) => island.model.findBody(i) >= 0,
  );
  for (const c of reached) {
    const { bound } = limits.list[limits.findRow(contacts, c)];
    const { name, ends } = bound;
    const evaluate = (table: RowTable, k: number) => bound.evaluate(table, k);
    active.push({ name, rows: 1, ends, list: Int32Array.of(c), gaps: new Float64Array(1), evaluate });
  }
  return active;
}

const none: readonly ActiveRows[] = [];

/** Whether the present active rows are those of the listed contacts between the same bodies, so that they can be used again. */
function areActiveRows(
  { contactSet: { activeRows: active, contacts }, island }: ActiveSetContext,
  list: ContactList,
): boolean {
  let k = 0;
  for (let h = 0; h < active.length; h++) {
    const { list: own, ends } = active[h];
    for (let i = 0; i < own.length; i++, k++) {
      if (k === list.count || own[i] !== list.items[k] || isLimit(contacts, own[i])) return false;
      if (ends[0].index !== endOf(island.model, contacts.bodyA[own[i]], contacts.particleA[own[i]])) return false;
      if (ends[1].index !== endOf(island.model, contacts.bodyB[own[i]], -1)) return false;
    }
  }
  return k === list.count;
}

/** Returns the index of an end of a contact: that of the particle, of a body with columns in q̇, or −1. */
function endOf(island: IslandModel, body: number, particle: number): number {
  return particle >= 0 ? particle : island.findBody(body) >= 0 ? body : -1;
}

/** Returns the contacts of a list as constraints, grouped by their two bodies. */
function groupContacts(
  contacts: ContactTable,
  list: readonly number[],
  parts: PartTable,
  cache: PairCache,
  has: (body: number) => boolean,
): ActiveContacts[] {
  const groups: number[][] = [];
  for (const c of list) {
    const group = groups.find(([first]) => isSame(contacts, first, c));
    if (group === undefined) groups.push([c]);
    else group.push(c);
  }
  return groups.map((group) => new ActiveContacts(contacts, group, parts, cache, has));
}

/** Whether two contacts are between the same bodies. */
function isSame({ bodyA, particleA, bodyB }: ContactTable, c: number, d: number): boolean {
  return bodyA[c] === bodyA[d] && particleA[c] === particleA[d] && bodyB[c] === bodyB[d];
}
