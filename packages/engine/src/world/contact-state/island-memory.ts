/** States of contacts and pairs of one island that outlast an event. */
import { ContactMark, ContactMemory } from "./contact-memory.js";
import { MarkedContacts } from "./marked-contacts.js";
import { Separations } from "./separations.js";
import { SlotSet } from "./slot-set.js";
import { ZenoMemory } from "./zeno-memory.js";

/** Memory of an island of its contacts and pairs, from one event to the next. */
export class IslandMemory {
  /** States of contacts, by the features that meet. */
  readonly contacts = new ContactMemory();
  /** Contacts whose force has fallen to zero at this time, or whose features have separated. */
  readonly releasing = new MarkedContacts(this.contacts, ContactMark.releasing);
  /** Largest force of the releasing contacts at the beginning of the step in which the forces fell to zero, N. */
  readonly releasingForce = new Float64Array(1);
  /** Contacts that have stuck up to now and whose force has reached the edge of its cone. */
  readonly breakingStick = new MarkedContacts(this.contacts, ContactMark.breakingStick);
  /** Contacts that were active up to now. */
  readonly wasActive = new MarkedContacts(this.contacts, ContactMark.wasActive);
  /** Contacts across a former interface between islands: they touch, even if rounding has parted them. */
  readonly rejoined = new MarkedContacts(this.contacts, ContactMark.rejoined);
  /** Contacts that have stopped sliding where the last step was cut. */
  readonly stopped = new MarkedContacts(this.contacts, ContactMark.stopped);
  /** Bounces that accumulate. */
  readonly zeno = new ZenoMemory();
  /** Pairs of parts in contact, by slot; of a joint limit in contact, −1 − its number. */
  touching = new SlotSet();
  /** Pairs that slide, roll or spin: see turning-events.ts; of a joint friction that slips, −1 − its number. */
  sliding = new SlotSet();
  /** Sets that an event fills before they replace `touching` and `sliding`. */
  readonly next = { touching: new SlotSet(), sliding: new SlotSet() };
  /** Pairs that have separated a moment ago. */
  readonly parted = new Separations();

  /** Replaces the set of touching pairs. Returns the former set, to be filled again. */
  replaceTouching(found: SlotSet): SlotSet {
    const former = this.touching;
    this.touching = found;
    return former;
  }

  /** Replaces the set of sliding pairs. Returns the former set, to be filled again. */
  replaceSliding(found: SlotSet): SlotSet {
    const former = this.sliding;
    this.sliding = found;
    return former;
  }
}
