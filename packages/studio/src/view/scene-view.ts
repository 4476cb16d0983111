/** A scene on the stage: everything that is drawn of it, at any instant of its recording. */
import { Group, Raycaster, Vector2, Vector3 } from "three";
import type { Drawing, End } from "../data/drawing.js";
import { ContactSlot, contactStride, type Frame, jointStride } from "../data/frame.js";
import { blendFrames, createSnapshot, type Recording } from "../data/recording.js";
import { Bodies } from "./bodies.js";
import { Follower } from "./follower.js";
import { type ForceLayers, Forces, type Mark } from "./forces.js";
import { Grounds } from "./ground.js";
import { Boxes, Leash, Links, Trails } from "./lines.js";
import type { Theme } from "./palette.js";
import type { Stage } from "./stage.js";

export interface Layers extends ForceLayers {
  readonly boxes: boolean;
  readonly trails: boolean;
  readonly shine: boolean;
}

/** Trails of all are drawn up to this many; of more, only that of the selected one. */
const manyTrails = 60;

/** By which factor what is in view may grow or shrink before sizes are chosen anew: while it plays, and where it stands at its end. */
export const [outgrown, outgrownAtEnd] = [2.2, 1.02];

export interface Hit {
  /** A body, or −1 − j for particle j. */
  readonly who: number;
  readonly point: Vector3;
  /** The point in the frame of the body. */
  readonly local: readonly number[];
}

export class SceneView {
  readonly drawing: Drawing;
  readonly snapshot = createSnapshot();
  readonly grounds: Grounds;
  private readonly stage: Stage;
  private readonly group = new Group();
  private readonly bodies: Bodies;
  readonly forces: Forces;
  private readonly links: Links;
  private readonly boxes = new Boxes();
  private readonly trails = new Trails();
  private readonly leash = new Leash();
  private pulled: End | null = null;
  private readonly target = new Vector3();
  private readonly moving: number[];
  private readonly follower: Follower;
  /** By which factor more or less is in view than what sizes and ground were chosen for. */
  growth = 1;
  /** Newtons that are drawn with the usual length. */
  private readonly usual = { contacts: 0, joints: 0 };
  private seenFrames = 0;

  /** `time` is the one to be seen first. `isLater`: in the place of a view that was outgrown, so the camera keeps its heading. */
  constructor(stage: Stage, drawing: Drawing, recording: Recording, time: number, isLater = false) {
    this.stage = stage;
    this.drawing = drawing;
    const first = recording.frames[0];
    blendFrames(this.snapshot, first, first, 0);
    if (!isLater) stage.setUp(drawing.gravity);
    this.follower = new Follower(stage, drawing);
    this.follower.takeIn(recording);
    if (!isLater) {
      stage.turnTo(this.follower.box);
      this.follower.takeIn(recording);
    }
    stage.fit(this.follower.measureSize(time));
    this.bodies = new Bodies(drawing, stage.size, stage.isSimple);
    this.forces = new Forces(drawing, stage.size);
    this.links = new Links(drawing, stage.size);
    const { box, lowest } = this.follower;
    this.grounds = new Grounds(drawing, box.getCenter(new Vector3()), stage.size, stage.up, lowest);
    this.moving = drawing.bodies.flatMap(({ fixed, reach }, i) => (fixed || reach === 0 ? [] : [i]));
    this.group.add(this.grounds.group, this.bodies.group, this.links.group, this.boxes.lines, this.trails.lines);
    this.group.add(this.forces.group, this.leash.lines);
    stage.scene.add(this.group);
  }

  /** Frames the scene, and lets the camera go along with it again. */
  frame(): void {
    this.stage.isFree = false;
    this.stage.turnTo(this.follower.box);
    this.follower.forget();
    this.stage.touch();
  }

  /** Whether points alone move. */
  get isPoints(): boolean {
    return this.follower.isPoints;
  }

  /** Whether the camera is on its way by itself. */
  get isMoving(): boolean {
    return !this.stage.isFree && this.follower.isMoving;
  }

  /** Lets the camera be where it is on its way to. */
  settle(): void {
    this.follower.settle();
  }

  setTheme(theme: Theme): void {
    for (const part of [this.grounds, this.bodies, this.forces, this.links, this.boxes, this.trails, this.leash])
      part.setTheme(theme);
    this.stage.setTheme(theme);
  }

  select(who: number | null): void {
    this.bodies.select(who);
    this.stage.touch();
  }

  /** Ties what is pulled to the pointer, until `release`. Returns the point of it, in the frame of its body. */
  pull({ who, point, local }: Hit): readonly number[] {
    const carrier =
      who >= 0 ? ({ kind: "body", index: who } as const) : ({ kind: "particle", index: -1 - who } as const);
    this.pulled = { ...carrier, point: local };
    this.stage.letGo();
    this.target.copy(point);
    return this.pulled.point;
  }

  pullTo(target: Vector3): void {
    this.target.copy(target);
  }

  release(): void {
    this.pulled = null;
  }

  /** Shows the recording between frame i and the next, at the fraction s. */
  show(recording: Recording, i: number, s: number, layers: Layers, selected: number | null, forceScale: number): void {
    const frame = recording.frames[i];
    const next = recording.frames[i + 1] ?? frame;
    blendFrames(this.snapshot, frame, next, s);
    this.bodies.place(this.snapshot);
    this.bodies.setTransparent(layers.shine);
    this.links.place(this.snapshot);
    this.learnForce(recording);
    const { contacts, joints } = this.usual;
    const scale = {
      contacts: contacts > 0 ? forceScale / contacts : 0,
      joints: joints > 0 ? forceScale / joints : 0,
    };
    this.forces.show(frame, this.snapshot, layers, scale, selected, recording.magnitudes);
    this.boxes.show(this.bodies, layers.boxes ? this.moving : selected !== null && selected >= 0 ? [selected] : []);
    this.trails.show(recording, i, layers.trails ? this.listTrails(selected) : []);
    this.leash.show(this.pulled, this.target, this.snapshot);
    this.follow(recording, frame.t + s * (next.t - frame.t));
    this.stage.touch();
  }

  private follow(recording: Recording, time: number): void {
    const { follower, stage } = this;
    follower.takeIn(recording);
    this.grounds.lower(follower.lowest);
    this.growth = 1;
    if (stage.isFree) return;
    const size = follower.measureSize(time);
    this.growth = Math.max(size / stage.size, stage.size / size);
    follower.look(time);
  }

  private listTrails(selected: number | null): number[] {
    const { particles, chains } = this.drawing;
    const masses = chains.reduce((sum, { count }) => sum + count, 0);
    const points = Array.from({ length: particles.length + masses }, (_, j) => -1 - j);
    const all = [...this.moving, ...points];
    if (all.length <= manyTrails) return all;
    return selected === null ? [] : [selected];
  }

  /** The usual force is a large one of those seen so far: the 80th of 100; of contacts and of joints by themselves. */
  private learnForce({ frames, magnitudes }: Recording): void {
    if (frames.length < 1.5 * this.seenFrames && this.seenFrames > 0) return;
    this.seenFrames = frames.length;
    const seen = { contacts: [] as number[], joints: [] as number[] };
    const every = Math.max(1, Math.floor(frames.length / 50));
    for (let f = 0; f < frames.length; f += every) collectForces(seen.contacts, seen.joints, frames[f]);
    for (const kind of ["contacts", "joints"] as const) {
      seen[kind] = seen[kind].filter((force) => magnitudes.showForce(force) > 0);
      this.usual[kind] = findQuantile(seen[kind], 0.8);
    }
    if (seen.contacts.length === 0 && seen.joints.length === 0) this.seenFrames = 0;
  }

  /** The body or particle at a point of the picture (−1 … 1). */
  hit(x: number, y: number): Hit | null {
    raycaster.setFromCamera(new Vector2(x, y), this.stage.camera);
    for (const { object, instanceId, point } of raycaster.intersectObject(this.bodies.group, true)) {
      const who = instanceId === undefined ? null : this.bodies.findOwner(object, instanceId);
      if (who === null) continue;
      const local = point.clone();
      if (who >= 0) local.applyMatrix4(this.bodies.matrices[who].clone().invert());
      return { who, point, local: local.toArray() };
    }
    return null;
  }

  findMark(x: number, y: number, width: number, height: number, reach: number): Mark | null {
    return this.forces.findNear(x, y, this.stage.camera, width, height, reach);
  }

  dispose(): void {
    this.stage.scene.remove(this.group);
    for (const part of [this.grounds, this.bodies, this.forces, this.links, this.boxes, this.trails, this.leash])
      part.dispose();
  }
}

function collectForces(pushes: number[], pulls: number[], { contacts, joints }: Frame): void {
  for (let o = 0; o < contacts.length; o += contactStride) {
    const force = contacts[o + ContactSlot.force];
    if (force > 0) pushes.push(force);
  }
  for (let o = 0; o < joints.length; o += jointStride) {
    const force = Math.hypot(joints[o], joints[o + 1], joints[o + 2]);
    if (force > 0) pulls.push(force);
  }
}

/** The value below which that part of a list is; 0 of an empty one. Sorts the list. */
function findQuantile(list: number[], part: number): number {
  list.sort((a, b) => a - b);
  return list[Math.min(list.length - 1, Math.floor(part * list.length))] ?? 0;
}

const raycaster = new Raycaster();
