/**
 * The recording of a run so far: frames in order of time, and events. It grows while a file is read or a scene is
 * simulated, and the page reads it at any time.
 */
import { Magnitudes, type SceneEvent } from "@rigor/engine/scene";
import {
  bodyStride,
  ContactSlot,
  contactStride,
  energyNames,
  type Frame,
  jointStride,
  particleStride,
} from "./frame.js";
import type { Pull } from "./messages.js";

/** A line of events.ndjson. */
export type EventLine = SceneEvent;

export class Recording {
  readonly frames: Frame[] = [];
  readonly events: EventLine[] = [];
  /** Of a live scene: where things will go if nobody pulls at them, in order of time. */
  preview: readonly Frame[] = [];
  /** When somebody pulled, in order of time. */
  pulls: readonly Pull[] = [];
  /** The largest forces and energies so far, below a fraction of which a value is rounding. */
  readonly magnitudes = new Magnitudes();
  /** Counts what was added: whoever shows it compares. */
  revision = 0;
  /** The frame at which the last search ended, as successive times are near. */
  private last = 0;

  get count(): number {
    return this.frames.length;
  }

  /** The time of the last frame, s. */
  get end(): number {
    return this.frames.at(-1)?.t ?? 0;
  }

  addFrames(frames: readonly Frame[]): void {
    for (const frame of frames) {
      this.frames.push(frame);
      weighFrame(this.magnitudes, frame);
    }
    this.revision++;
  }

  addPreview(frames: readonly Frame[]): void {
    if (this.pulls.length > 0) return;
    this.preview = [...this.preview, ...frames];
    for (const frame of frames) weighFrame(this.magnitudes, frame);
  }

  /** Once somebody has pulled, things go elsewhere. */
  setPulls(pulls: readonly Pull[]): void {
    this.pulls = pulls;
    this.preview = [];
    this.revision++;
  }

  addEvents(events: readonly EventLine[]): void {
    for (const event of events) this.events.push(event);
    this.revision++;
  }

  /** The last frame at or before t. Frames are at hand: there is at least one. */
  find(t: number): number {
    const { frames } = this;
    const isHere = (i: number) => frames[i].t <= t && (i + 1 === frames.length || frames[i + 1].t > t);
    for (const i of [this.last, this.last + 1]) if (i < frames.length && isHere(i)) return this.keep(i);
    let low = 0;
    let high = frames.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (frames[middle].t <= t) low = middle;
      else high = middle - 1;
    }
    return this.keep(low);
  }

  private keep(i: number): number {
    this.last = i;
    return i;
  }
}

/** Takes in the forces, torques and energies of a frame. */
function weighFrame(magnitudes: Magnitudes, { contacts, joints, energy }: Frame): void {
  for (let o = 0; o < contacts.length; o += contactStride) {
    const t = o + ContactSlot.friction;
    magnitudes.addForce(contacts[o + ContactSlot.force]);
    magnitudes.addForce(contacts[t], contacts[t + 1], contacts[t + 2]);
  }
  for (let o = 0; o < joints.length; o += jointStride) {
    magnitudes.addForce(joints[o], joints[o + 1], joints[o + 2]);
    magnitudes.addTorque(joints[o + 3], joints[o + 4], joints[o + 5]);
  }
  energyNames.forEach((name, k) => {
    if (name !== "total") magnitudes.addEnergy(energy[k]);
  });
}

/** The state at an instant between two frames. */
export interface Snapshot {
  /** p, q of every body. */
  poses: Float64Array;
  particles: Float64Array;
  masses: Float64Array;
}

export const poseStride = 7;

export function createSnapshot(): Snapshot {
  return { poses: new Float64Array(0), particles: new Float64Array(0), masses: new Float64Array(0) };
}

/** Writes poses at the fraction `s` of the way from one frame to the next: places linearly, headings along the arc. */
export function blendFrames(out: Snapshot, from: Frame, to: Frame, s: number): void {
  const count = from.bodies.length / bodyStride;
  if (out.poses.length !== poseStride * count) out.poses = new Float64Array(poseStride * count);
  if (out.particles.length !== from.particles.length / 2) out.particles = new Float64Array(from.particles.length / 2);
  if (out.masses.length !== from.masses.length) out.masses = new Float64Array(from.masses.length);
  for (let i = 0; i < count; i++) {
    mix(out.poses, poseStride * i, from.bodies, to.bodies, bodyStride * i, s);
    turn(out.poses, poseStride * i + 3, from.bodies, to.bodies, bodyStride * i + 3, s);
  }
  const { length } = from.particles;
  for (let j = 0; particleStride * j < length; j++) {
    mix(out.particles, 3 * j, from.particles, to.particles, particleStride * j, s);
  }
  for (let k = 0; k < from.masses.length; k += 3) mix(out.masses, k, from.masses, to.masses, k, s);
}

function mix(out: Float64Array, o: number, a: Float64Array, b: Float64Array, i: number, s: number): void {
  for (let k = 0; k < 3; k++) out[o + k] = a[i + k] + s * (b[i + k] - a[i + k]);
}

/** Between headings that are near each other the chord, made a unit again, is the arc. */
function turn(out: Float64Array, o: number, a: Float64Array, b: Float64Array, i: number, s: number): void {
  let dot = 0;
  for (let k = 0; k < 4; k++) dot += a[i + k] * b[i + k];
  const sign = dot < 0 ? -1 : 1;
  let [wa, wb] = [1 - s, s * sign];
  if (Math.abs(dot) < 0.99) {
    const angle = Math.acos(Math.min(1, Math.abs(dot)));
    wa = Math.sin((1 - s) * angle) / Math.sin(angle);
    wb = (sign * Math.sin(s * angle)) / Math.sin(angle);
  }
  let square = 0;
  for (let k = 0; k < 4; k++) {
    out[o + k] = wa * a[i + k] + wb * b[i + k];
    square += out[o + k] ** 2;
  }
  const scale = 1 / Math.sqrt(square || 1);
  for (let k = 0; k < 4; k++) out[o + k] *= scale;
}
