/** Modes of the contacts of a flow, which stay as they are between events, and what decides about them. */
import { resize } from "../../math/index.js";
import { ContactNumbers } from "../model/index.js";

/** Courses of a contact that slips: what its friction is directed against. */
export const Course = {
  /** Its slip velocity as that turns. */
  free: 0,
  /** The direction in `direction`, as long as the contact moves straight. */
  course: 1,
  /** The direction in `direction`: it has just begun to slip. */
  begun: 2,
  /** The direction in `direction`, until it stops. */
  stopping: 3,
  /** The direction in `direction`: it slides on, slower than what is resolved. */
  slidingOn: 4,
} as const;

/** Indices of `SlipThresholds.slowest`. */
export const SlipSpeed = {
  /** A slower contact rests. */
  rest: 0,
  /** A contact with less slip across its direction moves straight. */
  aside: 1,
  /** A slower contact that is stopping moves straight, and rests at once where something else happens. */
  stopping: 2,
  /** A slower contact that has stopped rests. */
  stopped: 3,
} as const;

/** Modes, directions and forces of the contacts of a flow, by number in its cones. */
export class ContactModes {
  /** Mode of the friction cone of each: `ConeMode`. */
  mode: Uint8Array = new Uint8Array(8);
  /** Course of each that slips: `Course`. */
  course: Uint8Array = new Uint8Array(8);
  /** Unit vector against which friction acts where a contact does not follow its slip, world axes. 3 a contact. */
  direction: Float64Array = new Float64Array(24);
  /** τ of the slip law with a lag, s; else 0: slow-slip.ts. */
  lag: Float64Array = new Float64Array(8);
  /** ā of the slip law with a lag, world axes, m/s². 3 a contact. */
  trend: Float64Array = new Float64Array(24);
  /** Slip speed at which the slip law with a lag was left, m/s. */
  refused: Float64Array = new Float64Array(8);
  /** The force on A across n, world axes, N. 3 a contact. */
  tangential: Float64Array = new Float64Array(24);
  /** Row of `island.table` of the normal of each contact. */
  tableRow: Int32Array = new Int32Array(8);

  /** Makes room for n contacts. */
  reserve(n: number): void {
    if (n <= this.mode.length) return;
    this.mode = resize(this.mode, 2 * n);
    this.course = resize(this.course, 2 * n);
    this.direction = resize(this.direction, 6 * n);
    this.lag = resize(this.lag, 2 * n);
    this.trend = resize(this.trend, 6 * n);
    this.refused = resize(this.refused, 2 * n);
    this.tangential = resize(this.tangential, 6 * n);
    this.tableRow = resize(this.tableRow, 2 * n);
  }
}

/** Slip speeds and times at which contacts are taken to change their modes. */
export class SlipThresholds {
  /** Speeds, m/s, by `SlipSpeed`. */
  readonly slowest = new Float64Array(4);
  /** Time within which a contact is about to stop, s: with a third of the weight for friction. */
  readonly briefTime = new Float64Array(1);
}

/** Contacts whose modes change at the event at hand. */
export class SlipTransitions {
  /** Contacts that have stopped where a step is cut, by number in their table before contacts are detected anew. */
  readonly stopping = new ContactNumbers();
  /** Contacts that moved when modes were found, by number in their table. */
  readonly moving = new ContactNumbers();
  /** Contacts slower than what is resolved that were taken to slide on, by number in their table. */
  readonly slidingOn = new ContactNumbers();
}
