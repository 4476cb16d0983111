/**
 * An island on its way: its rows, its contacts, the pairs of parts that may meet in it, and what is known at its time.
 */
import type { PairCache } from "../collide/index.js";
import type { Bound, JointFriction, Mechanism } from "../constrain/index.js";
import { Burst, ContactTable, type Detector, ImpactSolver, type PartTable, RestingSolver } from "../contact/index.js";
import { ConeSolver } from "../linalg/index.js";
import { resize } from "../math/index.js";
import { bodySize } from "../rigid/index.js";
import { Audit } from "./audit.js";
import { IslandBounds } from "./bounds.js";
import { Clock } from "./by-clock.js";
import { ContactList } from "./contact-list.js";
import { Effort } from "./effort.js";
import type { EventLog, WorldEvent } from "./events.js";
import { FrictionFlow } from "./friction-flow.js";
import { FrictionMemory } from "./friction-memory.js";
import type { HeldRows } from "./held-contacts.js";
import type { Island } from "./island.js";
import { IslandCones } from "./island-cones.js";
import { IslandRows } from "./island-rows.js";
import { JointRubs } from "./joint-rubs.js";
import { Parted } from "./parted.js";
import type { PathLayout } from "./path.js";
import type { Standing, Worst } from "./report.js";
import { BallSearch } from "./rub-balls.js";
import type { WorldSettings } from "./settings.js";
import type { JointForces } from "./show-reactions.js";
import type { IslandSnapshot } from "./snapshot.js";
import { type Tie, Ties } from "./ties.js";
import { Ahead } from "./touch-ahead.js";
import { findSlide } from "./turning-events.js";

/** What all islands share. */
export interface Kit {
  readonly mechanism: Mechanism;
  readonly parts: PartTable;
  readonly detector: Detector;
  readonly impact: ImpactSolver;
  readonly resting: RestingSolver;
  readonly burst: Burst;
  readonly settings: WorldSettings;
  readonly log: EventLog;
  /** Limits of joints; null where one was taken away. */
  readonly limits: readonly (Bound | null)[];
  /** The same of the friction of joints. */
  readonly frictions: readonly (JointFriction | null)[];
  readonly worst: Worst;
  /** The largest kinetic energy that an island had at the end of a step of the present call, J. */
  readonly swing: Float64Array;
  readonly ties: Ties;
  /** What momenta and places should be by what is told. */
  readonly audit: Audit;
}

/** What solves impacts and resting contact, and what is known of all islands. */
export function createSolvers({ collisions, resting: method, linearProgram }: WorldSettings) {
  return {
    impact: new ImpactSolver({ law: collisions }),
    burst: new Burst(collisions),
    ties: new Ties(),
    audit: new Audit(),
    swing: new Float64Array(1),
    resting: new RestingSolver({ method, ...(linearProgram === undefined ? {} : { linearProgram }) }),
  };
}

/** Fractions of the tolerance below which it does not matter, for a slope, that positions and velocities are off their rows. */
const nearPosition = 1e-4;
const nearVelocity = 1e-2;

const noPairs = new Int32Array(0);
/** Entries that there is room for with the first pair. */
const fewPairs = 24;

export class IslandRun {
  readonly kit: Kit;
  readonly island: Island;
  readonly bounds: IslandBounds;
  readonly rubs: JointRubs;
  /** What only contacts and joints need is made when it is asked for: most of many islands have neither. */
  private ownRows: IslandRows | null = null;
  private ownBalls: BallSearch | null = null;
  private ownCones: IslandCones | null = null;
  private ownConeSolver: ConeSolver | null = null;
  private ownFriction: FrictionFlow | null = null;
  /** What contacts did up to the event at hand, and before. */
  readonly frictionMemory = new FrictionMemory();
  readonly contacts = new ContactTable();
  /** Features of pairs that are within the contact tolerance of each other and do not touch yet. */
  readonly nearby = new ContactTable();
  /** Part of the contact tolerance up to which what is near is a contact, if that is more than usual. */
  reach = 0;
  /** Whether events come without time between them. */
  isIdle = false;
  /** How often bounces are not looked at from now on, as they could not be followed, and how often that was last. */
  pause = 0;
  pauses = 0;
  /** How far its points may have been moved beside their paths since the last step, m: see push-out.ts. */
  readonly jump = new Float64Array(1);
  private ownShown: ContactTable | null = null;
  /** Whether they are those of the island as it sleeps; and the forces of its joints then, once they were asked for. */
  isShown = false;
  reactions: JointForces | null = null;
  /** Whether their forces are those of `coneSolver`. */
  isShownRubbing = false;
  /** The parts of its bodies and particles, moving and still. */
  readonly parts: Int32Array;
  /** Pairs of parts that may meet: A, B and the slot of each. */
  pairs: Int32Array = noPairs;
  pairCount = 0;
  /** The same of pairs with a part of another island. */
  strangers: Int32Array = noPairs;
  strangerCount = 0;
  /** Contacts that do not part, those that do, and those of them that do not count: see settle-rest.ts. */
  readonly still = new ContactList();
  readonly rising = new ContactList();
  readonly low = new ContactList();
  /** Contacts that press, by what they are between. */
  held: readonly HeldRows[] = [];
  /** Contacts whose force has fallen to zero at this time, or whose features have parted: see `nameContact`. */
  readonly spent = new Set<string>();
  /** The largest of their forces at the beginning of the step in which they fell, N. */
  readonly spentForce = new Float64Array(1);
  /** Contacts that stuck up to now and whose force has come to the edge of its cone: see `nameContact`. */
  readonly leaving = new Set<string>();
  /** Whether forces grow beyond all bounds from here on, as what slides jams: see friction-impact.ts. */
  isJammed = false;
  /** Its contacts as it settled last. */
  readonly standing: Standing = { contacts: 0, holding: 0, rank: 0, isUnique: true };
  /** Contacts that were held up to now: see `nameContact`. */
  readonly wasHeld = new Set<string>();
  /** Of contacts that bounce on and on below what counts: when they come to rest. */
  readonly restTime = new Map<number, number>();
  /** Pairs whose contacts have bounced in turn until now: see settle-burst.ts. */
  readonly ended = new Set<number>();
  /** Pairs of parts that hold on to each other. */
  touching = new Set<number>();
  /** Whether it is looked at within the step that it has taken last: what was held in it touches there, see show-contacts.ts. */
  isWithin = false;
  /** What it touches that sleeps or moves by itself. */
  ties: readonly Tie[] = [];
  /** Contacts of what was tied and is one now, by name: they touch, be they as far apart as they may have come. */
  readonly rejoined = new Set<string>();
  /** What is looked at a moment later, as its features part now. */
  readonly ahead = new Ahead();
  readonly parted = new Parted();
  /** Those of them that slide, roll or spin: see turning-events.ts; and −1 − the number of each friction of a joint that slips. */
  sliding = new Set<number>();
  /** What it takes of late. */
  readonly effort = new Effort(this);
  /** What may change by itself. */
  readonly clock: Clock;
  /** Whether it has settled before. */
  isSettled = false;
  /** Which entries of the state are whose. */
  readonly layout: PathLayout;

  constructor(kit: Kit, island: Island) {
    this.kit = kit;
    this.island = island;
    island.slack[0] = nearPosition * kit.settings.tolerance;
    island.slack[1] = nearVelocity * kit.settings.tolerance;
    this.clock = new Clock(this);
    this.bounds = new IslandBounds(island);
    this.rubs = new JointRubs(island);
    this.layout = {
      count: island.movingCount,
      bodies: island.bodies,
      particleCount: island.particleCount,
      particles: island.particleCount === 0 ? noPairs : Int32Array.from({ length: island.particleCount }, (_, j) => j),
      particleStart: bodySize * island.movingCount,
    };
    this.parts = kit.parts.listParts(island.bodies, island.particleCount > 0);
  }

  /** Joints and contacts as rows. */
  get rows(): IslandRows {
    this.ownRows ??= new IslandRows(this.island, this.bounds);
    return this.ownRows;
  }

  /** The same with friction. */
  get cones(): IslandCones {
    this.ownCones ??= new IslandCones(this.rows, this.island, this.rubs);
    return this.ownCones;
  }

  get coneSolver(): ConeSolver {
    this.ownConeSolver ??= new ConeSolver();
    return this.ownConeSolver;
  }

  get balls(): BallSearch {
    this.ownBalls ??= new BallSearch();
    return this.ownBalls;
  }

  /** Forces between events, where something rubs. */
  get friction(): FrictionFlow {
    if (this.ownFriction === null) {
      const own = new IslandRows(this.island, this.bounds);
      this.ownFriction = new FrictionFlow(this, new IslandCones(own, this.island, this.rubs), own);
    }
    return this.ownFriction;
  }

  /** Scratch, for those who look. */
  get shown(): ContactTable {
    this.ownShown ??= new ContactTable();
    return this.ownShown;
  }

  /** Whether something has rubbed so far: else nothing is known of it. */
  get hasRubbed(): boolean {
    return this.ownFriction !== null;
  }

  /** Matrices that were factored for what rubs. */
  get factorizations(): number {
    return (this.ownConeSolver?.factorizations ?? 0) + (this.ownFriction?.factorizations ?? 0);
  }

  addPair(a: number, b: number, slot: number): void {
    const o = 3 * this.pairCount++;
    if (o === this.pairs.length) this.pairs = resize(this.pairs, Math.max(fewPairs, 2 * o));
    this.pairs[o] = a;
    this.pairs[o + 1] = b;
    this.pairs[o + 2] = slot;
  }

  addStranger(a: number, b: number, slot: number): void {
    const o = 3 * this.strangerCount++;
    if (o === this.strangers.length) this.strangers = resize(this.strangers, Math.max(fewPairs, 2 * o));
    this.strangers[o] = a;
    this.strangers[o + 1] = b;
    this.strangers[o + 2] = slot;
  }

  /** Whether an event is of this island. */
  isOwn({ a, b, particle, limit, friction }: WorldEvent): boolean {
    const { island } = this;
    if (limit >= 0) return this.bounds.list.some(({ number }) => number === limit);
    if (friction >= 0) return this.rubs.list.some(({ number }) => number === friction);
    return particle >= 0 ? island.particleCount > 0 : island.moves(a) || island.moves(b);
  }

  /** Takes pairs with a part that `isGone` tells from the lists, before another is given its row. */
  dropPairs(isGone: (part: number) => boolean): void {
    const { pairs } = this;
    let count = 0;
    for (let k = 0; k < 3 * this.pairCount; k += 3) {
      if (isGone(pairs[k]) || isGone(pairs[k + 1])) continue;
      pairs.copyWithin(3 * count++, k, k + 3);
    }
    this.pairCount = count;
  }

  /** A and B of the pairs whose slots are wanted. */
  listPairs(isWanted: (slot: number) => boolean): [number, number][] {
    const list: [number, number][] = [];
    for (let k = 0; k < 3 * this.pairCount; k += 3) {
      if (isWanted(this.pairs[k + 2])) list.push([this.pairs[k], this.pairs[k + 1]]);
    }
    return list;
  }

  /** Numbers of the limits that something rests on. */
  listLimits(): number[] {
    return [...this.touching].flatMap((slot) => (slot < 0 ? [-1 - slot] : [])).sort((a, b) => a - b);
  }

  /** Pairs of parts that hold on to each other. */
  listTouching(): [number, number][] {
    return this.listPairs((slot) => this.touching.has(slot));
  }

  /** Pairs that slide; with a third number, those that roll, 1, or spin, 2, against a resistance. */
  listSliding(): [number, number, number?][] {
    const of = (kind: number) => this.listPairs((slot) => this.sliding.has(findSlide(slot, kind)));
    const turning = [1, 2].flatMap((kind) => of(kind).map(([a, b]): [number, number, number] => [a, b, kind]));
    return [...of(0), ...turning];
  }

  /** A, B and since when of pairs that have just parted; A, B and how much later they are to be looked at, of those that part now. */
  listParted(): { parted: [number, number, number][]; ahead: [number, number, number][] } {
    const { ahead, time } = this;
    const parted = this.parted.list(time).flatMap(([slot, t]) => {
      return this.listPairs((s) => s === slot).map(([a, b]): [number, number, number] => [a, b, t]);
    });
    const pairs = this.listPairs((slot) => ahead.isOf(slot, time));
    return { parted, ahead: pairs.map(([a, b]) => [a, b, ahead.time[0]]) };
  }

  /** Takes that over from another. */
  resumeParted({ parted = [], ahead = [] }: Pick<IslandSnapshot, "parted" | "ahead">): void {
    const { detector } = this.kit;
    for (const [a, b, t] of parted) if (detector.slotOf(a, b) >= 0) this.parted.add(detector.slotOf(a, b), t);
    for (const [a, b, later] of ahead) this.ahead.set(detector.slotOf(a, b), later, this.time);
  }

  /** Takes over what a snapshot has of its pairs. */
  resume(snapshot: IslandSnapshot): void {
    const { touching, sliding, limits, slipping, held, standing = [0, 0, 0, 1] } = snapshot;
    const { detector } = this.kit;
    this.resumeParted(snapshot);
    // what a storm has taken apart is no pair any more
    const slots = touching.map(([a, b]) => detector.slotOf(a, b)).filter((slot) => slot >= 0);
    this.touching = new Set([...slots, ...limits.map((number) => -1 - number)]);
    this.sliding = new Set(slipping.map((number) => -1 - number));
    for (const [a, b, kind = 0] of sliding) {
      const slot = detector.slotOf(a, b);
      if (slot >= 0) this.sliding.add(findSlide(slot, kind));
    }
    for (const name of held) this.wasHeld.add(name);
    const [contacts, holding, rank, unique] = standing;
    Object.assign(this.standing, { contacts, holding, rank, isUnique: unique === 1 });
  }

  /** Numbers of the frictions of joints that slip. */
  listSlipping(): number[] {
    return [...this.sliding].flatMap((slot) => (slot < 0 ? [-1 - slot] : [])).sort((a, b) => a - b);
  }

  /** The first contact of the pair with this slot, or −1. */
  findContacts(slot: number): number {
    const { contacts } = this;
    for (let c = 0; c < contacts.count; c++) if (contacts.pair[c] === slot) return c;
    return -1;
  }

  /** Whether a contact of the pair whose first contact is c is held. */
  isHeld(c: number): boolean {
    const { contacts } = this;
    const slot = contacts.pair[c];
    for (let k = c; k < contacts.count && contacts.pair[k] === slot; k++) {
      if (contacts.active[k] === 1 || contacts.active[k] === 3) return true;
    }
    return false;
  }

  /** The contact of row r among those held. */
  contactOfRow(r: number): number {
    let row = r;
    for (const { list } of this.held) {
      if (row < list.length) return list[row];
      row -= list.length;
    }
    return -1;
  }

  get cache(): PairCache {
    return this.kit.detector.cache;
  }

  get time(): number {
    return this.island.system.time;
  }
}

/** A contact is the same from settling to settling if the same features of the same parts meet. */
export function nameContact({ partA, partB, keyA, keyB }: ContactTable, c: number): string {
  return `${partA[c]} ${keyA[c]} ${partB[c]} ${keyB[c]}`;
}
