/**
 * What leaps tell (leap.ts), at the end of each. What happens within one has no order, and so its events are all of one time:
 *
 *   collision    of a contact that did not press before and approached: its impulse over all of the leaps that it took until
 *                it approached no more; the law is `leap, friction`, or `leap` where nothing rubs
 *   touch, separate, slip, stick      of pairs, and of the friction of joints: as they are at the end, against the leap before
 *
 * A leap that is cut passes a part of its impulses. A collision of it is told in two.
 */
import { ConeMode } from "../linalg/index.js";
import { createContactEvent, createPartedEvent, nameEventPair } from "./contact-events.js";
import type { WorldEvent } from "./events.js";
import { createRubEvent } from "./rub-events.js";
import { type IslandRun, nameContact } from "./run.js";
import { createTurningEvents, listTurning } from "./turning-events.js";

const rubbing = "leap, friction";
const smooth = "leap";

/** An event whose time is still to be told, and what it is of. */
interface Draft {
  readonly event: WorldEvent;
  readonly pair: string;
}

/** A collision on its way. */
export interface Strike extends Draft {
  readonly isOver: boolean;
}

const noNumbers = new Float64Array(0);

export class LeapEvents {
  /** Rates of gaps before the leap and after it, m/s. */
  private before: Float64Array = noNumbers;
  private after: Float64Array = noNumbers;
  /** Collisions, by the names of their contacts, and other events of the leap that was looked at last. */
  private strikes: Map<string, Strike> = new Map();
  pending: ReadonlyMap<string, Strike> = new Map();
  private readonly drafts: Draft[] = [];
  private readonly pressing = new Set<string>();
  private touching = new Set<number>();
  private sliding = new Set<number>();

  /** A leap begins: contacts have been evaluated where it does. */
  begin({ contacts }: IslandRun): void {
    this.before = contacts.rate.slice(0, contacts.count);
    // what is out of reach goes on as it does
    this.after = contacts.rate.slice(0, contacts.count);
  }

  /** Impulses have been found; `driven` is c of the rows without what gaps and restitution have added to it. */
  record(run: IslandRun, driven: Float64Array): void {
    const { contacts, cones, coneSolver } = run;
    const { f, a, mode } = coneSolver.result;
    const { c: offset } = cones.problem.rows;
    const pressed = new Set<number>();
    this.drafts.length = 0;
    this.pressing.clear();
    this.strikes = new Map(this.pending);
    this.touching = new Set();
    this.sliding = new Set();
    for (let k = 0; k < cones.contactCount; k++) {
      const r = cones.row[k];
      const c = cones.list[k];
      const name = nameContact(contacts, c);
      this.after[c] = a[r] - (offset[r] - driven[r]);
      const pair = contacts.pair[c];
      const strike = this.strike(run, c, name, f[r]);
      if (f[r] > 0) pressed.add(pair);
      if (f[r] > 0) this.pressing.add(name);
      if (f[r] > 0 && cones.cone[k] >= 0 && mode[cones.cone[k]] === ConeMode.slip) this.sliding.add(pair);
      const begins = strike === null ? f[r] > 0 : strike.isOver;
      if (this.isNear(run, c, f[r]) && (begins || run.touching.has(pair))) this.touching.add(pair);
    }
    // what nothing presses slides as it did
    for (const pair of this.touching) if (!pressed.has(pair) && run.sliding.has(pair)) this.sliding.add(pair);
    listTurning(this.sliding, cones, contacts, mode);
    for (let k = cones.rubStart; k < cones.count; k++) {
      if (mode[cones.cone[k]] === ConeMode.slip) this.sliding.add(-1 - contacts.keyA[cones.list[k]]);
    }
    this.compare(run);
  }

  /** Whether contact c, with the impulse p, touches at the end and does not part. */
  private isNear({ contacts, kit }: IslandRun, c: number, p: number): boolean {
    const { contactTolerance, restitutionThreshold } = kit.settings;
    return (p > 0 || contacts.gap[c] < contactTolerance) && this.after[c] <= restitutionThreshold;
  }

  /** The collision that begins at contact c, or goes on; null if there is none. */
  private strike(run: IslandRun, c: number, name: string, p: number): Strike | null {
    const { contacts, kit, wasHeld } = run;
    const { restitutionThreshold } = kit.settings;
    const old = this.strikes.get(name);
    const begins = p > 0 && this.before[c] < -restitutionThreshold && !wasHeld.has(name);
    if (old === undefined && !begins) return null;
    const vBefore = old?.event.vBefore ?? this.before[c];
    const vAfter = this.after[c];
    const law = contacts.friction[c] > 0 || contacts.staticFriction[c] > 0 ? rubbing : smooth;
    const event = createContactEvent(
      run,
      c,
      "collision",
      (old?.event.impulse ?? 0) + p,
      vBefore,
      vAfter,
      law,
      run.time,
    );
    const strike = {
      event,
      pair: nameEventPair(contacts, c),
      isOver: !(p > 0) || vAfter >= -restitutionThreshold,
    };
    this.strikes.set(name, strike);
    return strike;
  }

  /** What pairs and joints do that they did not, at the end of the leap. */
  private compare(run: IslandRun): void {
    const { contacts, rubs } = run;
    const seen = new Set<number>();
    for (let c = 0; c < contacts.count; c++) {
      const pair = contacts.pair[c];
      if (seen.has(pair)) continue;
      seen.add(pair);
      const [was, is] = [run.touching.has(pair), this.touching.has(pair)];
      if (is !== was) this.draft(run, c, is ? "touch" : "separate");
      else if (is && contacts.staticFriction[c] > 0 && this.sliding.has(pair) !== run.sliding.has(pair)) {
        this.draft(run, c, this.sliding.has(pair) ? "slip" : "stick");
      }
    }
    for (const pair of run.touching) if (!seen.has(pair)) this.drafts.push(...createPartedEvent(run, pair));
    this.drafts.push(...createTurningEvents(run, this.touching, run.touching, this.sliding));
    for (const friction of rubs.list) {
      const slot = -1 - friction.number;
      if (this.sliding.has(slot) === run.sliding.has(slot)) continue;
      const event = createRubEvent(run, friction, this.sliding.has(slot));
      this.drafts.push({ event, pair: `friction ${friction.number}` });
    }
  }

  private draft(run: IslandRun, c: number, type: WorldEvent["type"]): void {
    const vBefore = type === "touch" ? this.before[c] : 0;
    const vAfter = type === "separate" ? this.after[c] : 0;
    const event = createContactEvent(run, c, type, 0, vBefore, vAfter, "", run.time);
    this.drafts.push({ event, pair: nameEventPair(run.contacts, c) });
  }

  /** The leap that was looked at last is taken, or a part of it: tells of it, at the time of the island. */
  tell(run: IslandRun, part: number): void {
    const { time: t, kit } = run;
    const isWhole = part === 1;
    for (const { event, pair } of this.drafts) kit.log.add({ ...event, t }, t, pair);
    run.touching = this.touching;
    run.sliding = this.sliding;
    run.wasHeld.clear();
    for (const name of this.pressing) run.wasHeld.add(name);
    for (const [name, { event, pair, isOver }] of this.strikes) {
      if (isWhole && isOver) {
        kit.log.add({ ...event, t }, t, pair);
        this.strikes.delete(name);
      } else if (!isWhole) this.strikes.set(name, { event: this.cut(name, event, part), pair, isOver: false });
    }
    this.pending = this.strikes;
  }

  /** A collision of which only a part of the last leap has come about. */
  private cut(name: string, event: WorldEvent, part: number): WorldEvent {
    const old = this.pending.get(name)?.event;
    const impulse = old?.impulse ?? 0;
    const vAfter = old?.vAfter ?? event.vBefore;
    return {
      ...event,
      impulse: impulse + part * (event.impulse - impulse),
      vAfter: vAfter + part * (event.vAfter - vAfter),
    };
  }

  /** There are no more leaps for now: tells of collisions as far as they have come. What is left of them is another. */
  end(run: IslandRun): void {
    const { time: t, kit } = run;
    for (const [name, { event, pair }] of this.pending) {
      kit.log.add({ ...event, t }, t, pair);
      run.wasHeld.delete(name);
    }
    this.pending = new Map();
  }
}
