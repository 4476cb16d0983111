/** One run or scene that is open: its worker, its recording, and what is known of it. */
import type { Drawing } from "./data/drawing.js";
import type { Ending, Reply, Request } from "./data/messages.js";
import type { Opening } from "./data/opening.js";
import { Recording } from "./data/recording.js";
import { Player } from "./player.js";

/** The lead of the simulation over the picture, s of wall time; less while something is pulled. */
const [usualLead, shortLead] = [0.25, 0.05];

export class Session {
  readonly opening: Opening;
  readonly recording = new Recording();
  readonly player = new Player(this.recording);
  readonly isLive: boolean;
  drawing: Drawing | null = null;
  /** The warnings and the notes so far. */
  warnings: readonly string[] = [];
  notes: readonly string[] = [];
  ending: Ending | null = null;
  problem: string | null = null;
  /** Simulated seconds a second of work. */
  pace = 0;
  isPulling = false;
  readonly startedAt = performance.now();
  /** The number of messages from the worker so far. */
  revision = 0;
  private readonly worker: Worker;
  /** The time at which a live scene stops by itself, s. */
  private limit = 0;
  private asked = -1;

  constructor(opening: Opening) {
    this.opening = opening;
    this.isLive = opening.kind === "scene";
    this.player.follow(this.isLive);
    this.worker = new Worker(new URL("./worker/worker.ts", import.meta.url), { type: "module" });
    this.worker.onmessage = ({ data }: MessageEvent<Reply>) => this.take(data);
    this.worker.onerror = ({ message }) => this.take({ type: "problem", message: `The worker failed: ${message}` });
    if (opening.kind === "scene") this.send({ type: "simulate", scene: opening.scene });
    else this.send({ type: "play", ...opening });
  }

  private send(request: Request): void {
    this.worker.postMessage(request);
  }

  private take(reply: Reply): void {
    this.revision++;
    switch (reply.type) {
      case "drawing":
        this.drawing = reply.drawing;
        this.limit = reply.drawing.duration;
        break;
      case "remarks":
        this.warnings = reply.warnings;
        this.notes = reply.notes;
        break;
      case "preview":
        this.recording.addPreview(reply.frames);
        break;
      case "pulls":
        this.recording.setPulls(reply.pulls);
        break;
      case "frames":
        this.recording.addFrames(reply.frames);
        break;
      case "events":
        this.recording.addEvents(reply.events);
        break;
      case "masses":
        this.drawing?.bodies.forEach((body, i) => {
          body.mass = reply.masses[i];
        });
        this.recording.magnitudes.addForce(reply.weight);
        break;
      case "pace":
        this.pace = reply.ratio;
        break;
      case "end":
        this.ending = reply.ending;
        this.warnings = reply.ending.warnings ?? this.warnings;
        this.notes = reply.ending.notes ?? this.notes;
        this.player.follow(this.isLive || reply.ending.status === "growing");
        break;
      case "problem":
        this.problem = reply.message;
        break;
    }
  }

  /** The time at the end of the timeline, s. */
  get end(): number {
    return Math.max(this.recording.end, this.drawing?.duration ?? 0);
  }

  /** Asks a live scene to be simulated as far as it will be needed soon. */
  lead(): void {
    const { player, recording } = this;
    if (!this.isLive || this.drawing === null) return;
    const ahead = (this.isPulling ? shortLead : usualLead) * Math.max(player.speed, 0.25);
    const until = player.isPlaying ? Math.min(player.time + ahead, this.limit) : Math.min(player.time, this.limit);
    if (until > this.asked) {
      this.asked = until;
      this.send({ type: "advance", until });
    }
    const isOver = this.limit < Infinity && recording.end >= this.limit && player.time >= this.limit;
    if (isOver || this.ending?.status === "failed") player.isPlaying = player.isPlaying && player.time < recording.end;
  }

  /** Asks a live scene to be simulated as far as a time, at least. */
  reach(time: number): void {
    if (!this.isLive || time <= this.asked) return;
    this.asked = time;
    this.send({ type: "advance", until: time });
  }

  /** Lets a live scene go on beyond its end. */
  extend(): void {
    this.limit = Infinity;
  }

  /** Whether a live scene has come to the end that its file gives. */
  get isAtLimit(): boolean {
    return this.isLive && this.limit < Infinity && this.player.time >= this.limit;
  }

  /** Takes hold of a body, at the present of the simulation. */
  grab(body: number, point: readonly number[]): void {
    this.isPulling = true;
    this.extend();
    this.player.seek(this.recording.end);
    this.player.isPlaying = true;
    this.send({ type: "grab", body, point });
  }

  drag(target: readonly number[]): void {
    this.send({ type: "drag", target });
  }

  release(): void {
    this.isPulling = false;
    this.send({ type: "release" });
  }

  close(): void {
    this.worker.terminate();
  }
}
