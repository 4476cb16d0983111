/**
 * The transfer from the thread of a run to the one that writes: samples in batches, and now and then the state from which the
 * run can be resumed. Where too many batches are pending, the run waits, so that memory does not grow.
 */
import type { Model, RunState, SceneFrame } from "@rigor/engine/scene";
import { measureSample, nameParts, SamplePacker } from "./packed-samples.js";
import { dealtWith, hasFailed, readClock, type WriteMessage, type WriterLink } from "./write-messages.js";

/** Milliseconds after which what was gathered is handed over. */
const handInterval = 100;
/** Numbers in a message after which it is handed over, about; messages, or numbers, that may be under way; samples in one. */
const messageSize = 1e5;
const mostMessages = 32;
const mostSamples = 32;
const mostNumbers = 3e6;

export interface HandoverOptions {
  /** When the run began, ms on the clock of all threads. */
  readonly began: number;
  /** The wall clock between two checkpoints, at least, s. */
  readonly checkpointInterval: number;
  /** The state that the run goes on from, which is written. */
  readonly kept: RunState | null;
  readonly model: Model;
}

export class Handover {
  /** The time that the run waited, ms. */
  held = 0;
  private readonly link: WriterLink;
  private readonly options: HandoverOptions;
  /** Messages that may be under way before the run waits for the other thread. */
  private readonly most: number;
  private given = 0;
  private readonly packer: SamplePacker;
  /** Samples that are handed over at once, at most. */
  private readonly batch: number;
  private givenAt = performance.now();
  private keptAt = performance.now();
  /** The last state that was seen, and the last that was kept. */
  private marked: RunState | null;
  private kept: RunState | null;

  constructor(link: WriterLink, options: HandoverOptions) {
    this.link = link;
    this.options = options;
    const size = measureSample(nameParts(options.model));
    this.most = Math.max(2, Math.min(mostMessages, Math.floor(mostNumbers / Math.max(size, messageSize))));
    this.batch = Math.max(1, Math.min(mostSamples, Math.floor(messageSize / size)));
    this.packer = new SamplePacker(options.model, this.batch);
    this.marked = options.kept;
    this.kept = options.kept;
  }

  /** Whether the other thread takes no more. */
  get isCutOff(): boolean {
    return Atomics.load(this.link.shared, hasFailed) !== 0;
  }

  /** Hands a message over; waits where too many are under way. */
  give(message: WriteMessage): void {
    this.link.port.postMessage(message, message.type === "samples" ? [message.packed.numbers.buffer] : []);
    this.given++;
    this.givenAt = performance.now();
    for (;;) {
      const done = Atomics.load(this.link.shared, dealtWith);
      if (this.given - done < this.most || this.isCutOff) return;
      Atomics.wait(this.link.shared, dealtWith, done);
    }
  }

  /** Notes a sample; after which `state` can be resumed, when it is another one. Hands over what is due. */
  add(frame: SceneFrame, state: RunState | null): void {
    const start = performance.now();
    this.packer.add(frame);
    const isMark = state !== null && state !== this.marked;
    this.marked = state;
    if (isMark || this.packer.count === this.batch) this.giveSamples(isMark);
    else this.giveDue();
    if (start - this.keptAt >= 1000 * this.options.checkpointInterval) this.keep(state);
    this.held += performance.now() - start;
  }

  /** Hands over what has waited long enough. */
  giveDue(): void {
    if (performance.now() - this.givenAt >= handInterval) this.giveSamples();
  }

  giveSamples(isMark = false): void {
    if (this.packer.count > 0) this.give({ type: "samples", packed: this.packer.take(), isMark });
  }

  /** Has a state written unless it is. */
  keep(state: RunState | null): void {
    if (state === null || state === this.kept) return;
    this.kept = state;
    this.keptAt = performance.now();
    this.give({ type: "keep", state, wallSeconds: (readClock() - this.options.began) / 1000 });
  }
}
