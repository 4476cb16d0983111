/** States of contacts and pairs of one island that outlast an event. */
import { ContactMark, ContactMemory } from "./contact-memory.js";
import { MarkedContacts } from "./marked-contacts.js";
import { RestTimes } from "./rest-times.js";
import { Parted } from "./separations.js";
import { SlotSet } from "./slot-set.js";

/** What an island remembers of its contacts and pairs from one event to the next. */
export class IslandMemory {
  /** States of contacts, by the features that meet. */
  readonly contacts = new ContactMemory();
  /** Contacts whose force has fallen to zero at this time, or whose features have separated. */
  readonly releasing = new MarkedContacts(this.contacts, ContactMark.releasing);
  /** The largest of their forces at the beginning of the step in which they fell, N. */
  readonly releasingForce = new Float64Array(1);
  /** Contacts that have stuck up to now and whose force has reached the edge of its cone. */
  readonly breakingStick = new MarkedContacts(this.contacts, ContactMark.breakingStick);
  /** Contacts that were active up to now. */
  readonly wasActive = new MarkedContacts(this.contacts, ContactMark.wasActive);
  /** Contacts across a former border between islands: they touch, however far apart rounding has led them. */
  readonly rejoined = new MarkedContacts(this.contacts, ContactMark.rejoined);
  /** Contacts that have stopped sliding where the last step was cut. */
  readonly stopped = new MarkedContacts(this.contacts, ContactMark.stopped);
  /** Rest times of contacts whose bounces below the threshold accumulate. */
  readonly restTime = new RestTimes();
  /** Pairs whose contacts have bounced in turn until now: see zeno-completion.ts. */
  readonly ended = new SlotSet();
  /** Pairs of parts in contact, by slot; of a joint limit in contact, −1 − its number. */
  touching = new SlotSet();
  /** Pairs that slide, roll or spin: see turning-events.ts; of a joint friction that slips, −1 − its number. */
  sliding = new SlotSet();
  /** Sets that an event fills before they take the places of `touching` and `sliding`. */
  nextTouching = new SlotSet();
  nextSliding = new SlotSet();
  readonly parted = new Parted();
  /** How many searches for accumulating bounces are to be left out, as they failed, and how many were last time. */
  pause = 0;
  pauses = 0;

  /** Puts a set of pairs in contact in the place of the former one, which it returns, to be filled again. */
  replaceTouching(found: SlotSet): SlotSet {
    const former = this.touching;
    this.touching = found;
    return former;
  }

  /** Puts a set of pairs that slide in the place of the former one, which it returns, to be filled again. */
  replaceSliding(found: SlotSet): SlotSet {
    const former = this.sliding;
    this.sliding = found;
    return former;
  }
}
