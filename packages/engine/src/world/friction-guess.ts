/**
 * What contacts did up to an event, by name: where modes are then looked for, most of them are the same as before. What slid
 * slowly and was not about to stop then, is not now.
 *
 * What stuck and has left its cone is guessed to slip, what has stopped to stick, and what is new to press and to stick. A
 * guess is never an answer: modes that break the law are found anew (linalg/friction-contact/cone-solver.ts).
 */
import type { ContactTable } from "../contact/index.js";
import { ConeMode } from "../linalg/index.js";
import { slidesOn } from "./friction-creep.js";
import type { FrictionFlow } from "./friction-flow.js";
import { type IslandRun, nameContact } from "./run.js";

/** Of a contact: whether it slipped or stuck, and its forces, along n and across it in world axes, N. */
interface Guess {
  readonly mode: number;
  readonly force: Float64Array;
}

const open: Guess = { mode: ConeMode.open, force: new Float64Array(4) };

export class FrictionGuess {
  private ownKnown: Map<string, Guess> | null = null;
  /** Whether what has left its cone is not to be told: as something was on the edge, or modes have been found since. */
  private hasEdges = false;
  /** Of those that went straight: where to. */
  private ownStraight: Map<string, Float64Array> | null = null;
  private ownGoing: Set<string> | null = null;
  private ownSliding: Set<string> | null = null;

  /** Lists are made when there is something to be known: most islands have nothing that rubs. */
  private get known(): Map<string, Guess> {
    this.ownKnown ??= new Map();
    return this.ownKnown;
  }

  private get straight(): Map<string, Float64Array> {
    this.ownStraight ??= new Map();
    return this.ownStraight;
  }

  /** Contacts that had just begun to slip, or in a crowd went on doing so: they are not about to stop. */
  get going(): Set<string> {
    this.ownGoing ??= new Set();
    return this.ownGoing;
  }

  /** Those of them that slide on, however slowly. */
  get sliding(): Set<string> {
    this.ownSliding ??= new Set();
    return this.ownSliding;
  }

  /** Takes what contacts do in a flow, where forces were computed last. */
  remember(flow: FrictionFlow): void {
    this.forget();
    this.add(flow);
  }

  /** The same beside what is known. */
  add(flow: FrictionFlow): void {
    const { run, cones, mode, straight, direction, tangential, solver, hasEdges } = flow;
    const { contacts } = run;
    if (hasEdges) this.hasEdges = true;
    for (let c = 0; c < contacts.count; c++) this.known.set(nameContact(contacts, c), open);
    for (let k = 0; k < cones.count; k++) {
      const force = new Float64Array(4);
      force[0] = solver.result.f[cones.row[k]];
      for (let x = 0; x < 3; x++) force[1 + x] = tangential[3 * k + x];
      const name = nameContact(contacts, cones.list[k]);
      this.known.set(name, { mode: mode[k], force });
      if (cones.cone[k] < 0 || mode[k] !== ConeMode.slip) continue;
      if (straight[k] > 0) this.straight.set(name, direction.slice(3 * k, 3 * k + 3));
      if (straight[k] !== 2 && flow.isCrowd && slidesOn(flow, k)) this.sliding.add(name);
      if (straight[k] === 2 || this.sliding.has(name)) this.going.add(name);
    }
  }

  /** Takes what another knows, in the place of what was known. */
  copy(other: FrictionGuess): void {
    this.forget();
    this.merge(other);
  }

  /** The same beside it. */
  merge(other: FrictionGuess): void {
    if (other.ownKnown === null && other.ownGoing === null && !other.hasEdges) return;
    const { known, straight, going, sliding, hasEdges } = other;
    if (hasEdges) this.hasEdges = true;
    for (const [name, guess] of known) this.known.set(name, guess);
    for (const [name, d] of straight) this.straight.set(name, d);
    for (const name of going) this.going.add(name);
    for (const name of sliding) this.sliding.add(name);
  }

  /** The direction in which a contact went straight up to now, if it did. */
  recall(name: string): Float64Array | undefined {
    return this.straight.size > 0 ? this.straight.get(name) : undefined;
  }

  /** Takes what was found last, at the same time. */
  learn({ cones, coneSolver }: IslandRun, contacts: ContactTable): void {
    const { pressed, mode, f } = coneSolver.result;
    const { row, cone, count } = cones;
    this.hasEdges = true;
    for (let k = 0; k < count; k++) {
      const force = new Float64Array(4);
      force[0] = f[row[k]];
      cones.writeTangential(force, 1, k, f);
      const isOpen = k < cones.contactCount && pressed[row[k]] === 0;
      const found = cone[k] < 0 ? ConeMode.stick : mode[cone[k]];
      this.known.set(nameContact(contacts, cones.list[k]), { mode: isOpen ? ConeMode.open : found, force });
    }
  }

  forget(): void {
    this.ownKnown?.clear();
    this.ownStraight?.clear();
    this.ownGoing?.clear();
    this.ownSliding?.clear();
    this.hasEdges = false;
  }

  /** Writes modes and forces of the cones at hand to the result of their solver; false if nothing is known. */
  write({ cones, coneSolver, leaving, rubs, friction: { stopped } }: IslandRun, contacts: ContactTable): boolean {
    const { known } = this;
    if (known.size === 0 || rubs.hasBalls) return false;
    const { problem, row, tangentRow, cone, count } = cones;
    const { result } = coneSolver;
    result.reserve(problem.rows.rowCount, problem.rows.dimension, problem.coneCount);
    result.f.fill(0);
    result.lambda.fill(0);
    for (let k = 0; k < count; k++) {
      const name = nameContact(contacts, cones.list[k]);
      const guess = known.get(name);
      if (k < cones.contactCount) {
        result.pressed[row[k]] = guess?.mode === ConeMode.open ? 0 : 1;
        result.f[row[k]] = guess?.force[0] ?? 0;
      }
      if (cone[k] < 0) continue;
      const isSlipping = (leaving.has(name) && !this.hasEdges) || (guess?.mode === ConeMode.slip && !stopped.has(name));
      result.mode[cone[k]] = isSlipping
        ? ConeMode.slip
        : guess?.mode === ConeMode.edge
          ? ConeMode.edge
          : ConeMode.stick;
      for (let t = 0; t < 2 && guess !== undefined; t++) {
        result.f[tangentRow[k] + t] = cones.project(guess.force, 1, k, t);
      }
    }
    return true;
  }
}
