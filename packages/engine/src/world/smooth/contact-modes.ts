/** Modes of the contacts of a flow, which are frozen between events, and the thresholds of their changes. */
import { resize } from "../../math/index.js";
import { ContactNumbers } from "../model/index.js";
import { initialContacts } from "./parameters.js";

/** Courses of a contact that slips: the velocity or direction that its friction opposes. */
export const Course = {
  /** The slip velocity u as it turns. */
  free: 0,
  /** The fixed direction in `direction`, as long as the contact moves straight. */
  straight: 1,
  /** The fixed direction in `direction` of a contact that has just begun to slip. */
  begun: 2,
  /** The fixed direction in `direction` of a contact that is about to stop. */
  stopping: 3,
  /** The fixed direction in `direction` of a contact that slides on below the resolved speed. */
  slidingOn: 4,
} as const;

/** Indices of `SlipThresholds.slowest`. */
export const SlipSpeed = {
  /** Speed below which a contact rests. */
  rest: 0,
  /** Speed ⟂ the direction below which a contact moves straight. */
  aside: 1,
  /** Speed below which a contact that is stopping moves straight, and rests at once if another event occurs. */
  stopping: 2,
  /** Speed below which a contact that has stopped rests. */
  stopped: 3,
} as const;

/** Modes, directions and forces of the contacts of a flow, by number in its cones. */
export class ContactModes {
  /** Mode of the friction cone of each: `ContactMode`. */
  mode: Uint8Array = new Uint8Array(initialContacts);
  /** Course of each that slips: `Course`. */
  course: Uint8Array = new Uint8Array(initialContacts);
  /** Unit vector against which friction acts where a contact does not follow its slip, world axes. 3 a contact. */
  direction: Float64Array = new Float64Array(3 * initialContacts);
  /** τ of the slip law with a lag, s; else 0: slow-slip.ts. */
  lag: Float64Array = new Float64Array(initialContacts);
  /** ā of the slip law with a lag, world axes, m/s². 3 a contact. */
  trend: Float64Array = new Float64Array(3 * initialContacts);
  /** Slip speed at which the slip law with a lag was left, m/s. */
  refused: Float64Array = new Float64Array(initialContacts);
  /** Friction force on A, world axes, N. 3 a contact. */
  tangential: Float64Array = new Float64Array(3 * initialContacts);
  /** Row of `island.table` of the normal of each contact. */
  tableRow: Int32Array = new Int32Array(initialContacts);

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

/** Slip speeds and times at which contacts change their modes. */
export class SlipThresholds {
  /** Speeds, m/s, by `SlipSpeed`. */
  readonly slowest = new Float64Array(4);
  /** Time within which a contact among many is about to stop, s, with friction of a third of the weight. */
  readonly briefTime = new Float64Array(1);
}

/** Contacts whose modes change at the event at hand. */
export class SlipTransitions {
  /** Contacts that have stopped where a step is cut, by number in their table before contacts are detected anew. */
  readonly stopping = new ContactNumbers();
  /** Contacts that moved when modes were found, by number in their table. */
  readonly moving = new ContactNumbers();
  /** Contacts below the resolved speed that slide on, by number in their table. */
  readonly slidingOn = new ContactNumbers();
}
