/** A scene on the stage: everything that is drawn of it, at any instant of its recording. */
import { Box3, Group, Raycaster, Vector2, Vector3 } from "three";
import type { Drawing, End } from "../data/drawing.js";
import { bodyStride, ContactSlot, contactStride, type Frame, jointStride, particleStride } from "../data/frame.js";
import { blendFrames, createSnapshot, poseStride, type Recording } from "../data/recording.js";
import { Bodies } from "./bodies.js";
import { type Bounds, type Followed, limitReach, measureMoving, widenFrame } from "./follow.js";
import { type ForceLayers, Forces, findEnd, type Mark } from "./forces.js";
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

/** The part of all places, at either end, that is not framed. */
const strays = 0.04;

/** Sizes of the scene that it may grow to before its view is built anew. */
const outgrown = 2.5;

export interface Hit {
  /** A body, or −1 − j for particle j. */
  readonly who: number;
  readonly point: Vector3;
}

export class SceneView {
  readonly drawing: Drawing;
  readonly snapshot = createSnapshot();
  readonly grounds: Grounds;
  private readonly stage: Stage;
  private readonly group = new Group();
  private readonly bodies: Bodies;
  private readonly forces: Forces;
  private readonly links: Links;
  private readonly boxes = new Boxes();
  private readonly trails = new Trails();
  private readonly leash = new Leash();
  private pulled: End | null = null;
  private readonly target = new Vector3();
  private readonly moving: number[];
  /** What was framed at first, and what moves with the room round it that is kept in view. */
  private readonly first: Bounds;
  private readonly followed: readonly Followed[];
  /** Whether the scene has become so much larger than it was that sizes and ground should be chosen anew. */
  isOutgrown = false;
  private readonly knownFrames: number;
  /** Newtons that are drawn with the usual length. */
  private readonly usual = { contacts: 0, joints: 0 };
  private seenFrames = 0;

  /** `isLater`: in the place of a view that was outgrown, so the camera keeps its heading. */
  constructor(stage: Stage, drawing: Drawing, recording: Recording, isLater = false) {
    this.knownFrames = recording.count;
    this.stage = stage;
    this.drawing = drawing;
    const first = recording.frames[0];
    blendFrames(this.snapshot, first, first, 0);
    if (!isLater) stage.setUp(drawing.gravity);
    const probe = new Bodies(drawing, 1, true);
    probe.place(this.snapshot);
    const box = this.measureScene(probe, recording);
    probe.dispose();
    stage.fit(box);
    this.bodies = new Bodies(drawing, stage.size, stage.isSimple);
    this.forces = new Forces(drawing, stage.size);
    this.links = new Links(drawing, stage.size);
    const lowest = findLowest(box, stage.up);
    this.grounds = new Grounds(drawing, box.getCenter(new Vector3()), stage.size, stage.up, lowest);
    this.moving = drawing.bodies.flatMap(({ fixed, reach }, i) => (fixed || reach === 0 ? [] : [i]));
    this.group.add(this.grounds.group, this.bodies.group, this.links.group, this.boxes.lines, this.trails.lines);
    this.group.add(this.forces.group, this.leash.lines);
    stage.scene.add(this.group);
    if (isLater) stage.follow(box);
    else stage.frame(box);
    this.first = listCorners(box);
    this.followed = this.moving.map((index) => {
      const place = this.snapshot.poses.subarray(poseStride * index, poseStride * index + 3);
      return { index, reach: limitReach(drawing.bodies[index].reach, place, this.first) };
    });
  }

  /** What is there at first, and where most of it is most of the time: what flies away is not followed. */
  private measureScene(bodies: Bodies, { frames }: Recording): Box3 {
    const box = this.measureNow(bodies);
    if (box.isEmpty()) box.set(new Vector3(-1, -1, -1), new Vector3(1, 1, 1));
    const places: [number[], number[], number[]] = [[], [], []];
    const collect = (columns: Float64Array, o: number) => {
      for (let k = 0; k < 3; k++) places[k].push(columns[o + k]);
    };
    const every = Math.max(1, Math.floor(frames.length / 60));
    for (let f = 0; f < frames.length; f += every) {
      const { bodies: columns, masses, particles } = frames[f];
      this.drawing.bodies.forEach(({ reach, fixed }, i) => {
        if (!fixed && reach > 0) collect(columns, bodyStride * i);
      });
      for (let o = 0; o < masses.length; o += 3) collect(masses, o);
      for (let o = 0; o < particles.length; o += particleStride) collect(particles, o);
    }
    if (places[0].length === 0) return box;
    for (const part of [strays, 1 - strays]) {
      box.expandByPoint(place.fromArray(places.map((list) => findQuantile(list, part))));
    }
    // of a point alone, where it may be in a while
    if (box.getSize(place).length() === 0) box.expandByScalar(Math.max(0.5, 0.5 * measureSpeed(frames[0])));
    return box;
  }

  /** What is there now, with what holds it. */
  private measureNow(bodies: Bodies): Box3 {
    const { drawing, snapshot } = this;
    const box = new Box3();
    for (let i = 0; i < drawing.bodies.length; i++) bodies.measure(box, i);
    for (const points of [snapshot.particles, snapshot.masses]) {
      for (let o = 0; o < points.length; o += 3) box.expandByPoint(place.fromArray(points, o));
    }
    for (const { anchor } of drawing.chains) if (anchor !== null) box.expandByPoint(place.fromArray(anchor));
    for (const end of drawing.links.flatMap(({ ends }) => ends)) {
      findEnd(place, end, snapshot);
      box.expandByPoint(place);
    }
    return box;
  }

  /** Frames what is there now. */
  frame(): void {
    const box = this.measureNow(this.bodies);
    if (!box.isEmpty()) this.stage.frame(box);
  }

  /** Keeps what moves in view, as long as the camera is not the user's. */
  private follow(recording: Recording): void {
    const { stage } = this;
    if (stage.frameNow === null) return;
    const now = measureMoving(this.snapshot, this.followed, this.first);
    const wider = now === null ? null : widenFrame(listCorners(stage.frameNow), now, this.first);
    if (wider === null) return;
    const box = new Box3().setFromArray([...wider]);
    stage.follow(box);
    const isLarge = box.getSize(place).length() > 2 * outgrown * stage.size;
    this.isOutgrown = isLarge && recording.count > 1.3 * this.knownFrames + 5;
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
  pull({ who, point }: Hit): readonly number[] {
    const local = point.clone();
    if (who >= 0) local.applyMatrix4(this.bodies.matrices[who].clone().invert());
    const carrier =
      who >= 0 ? ({ kind: "body", index: who } as const) : ({ kind: "particle", index: -1 - who } as const);
    this.pulled = { ...carrier, point: local.toArray() };
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
    blendFrames(this.snapshot, frame, recording.frames[i + 1] ?? frame, s);
    this.bodies.place(this.snapshot);
    this.bodies.setTransparent(layers.shine);
    this.links.place(this.snapshot);
    this.learnForce(recording);
    const { contacts, joints } = this.usual;
    const scale = {
      contacts: contacts > 0 ? forceScale / contacts : 0,
      joints: joints > 0 ? forceScale / joints : 0,
    };
    this.forces.show(frame, this.snapshot, layers, scale, selected);
    this.boxes.show(this.bodies, layers.boxes ? this.moving : selected !== null && selected >= 0 ? [selected] : []);
    this.trails.show(recording, i, layers.trails ? this.listTrails(selected) : []);
    this.leash.show(this.pulled, this.target, this.snapshot);
    this.follow(recording);
    this.stage.touch();
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
  private learnForce({ frames }: Recording): void {
    if (frames.length < 1.5 * this.seenFrames && this.seenFrames > 0) return;
    this.seenFrames = frames.length;
    const seen = { contacts: [] as number[], joints: [] as number[] };
    const every = Math.max(1, Math.floor(frames.length / 50));
    for (let f = 0; f < frames.length; f += every) collectForces(seen.contacts, seen.joints, frames[f]);
    for (const kind of ["contacts", "joints"] as const) this.usual[kind] = findQuantile(seen[kind], 0.8);
    if (seen.contacts.length === 0 && seen.joints.length === 0) this.seenFrames = 0;
  }

  /** Who is at a place of the picture (−1 … 1). */
  hit(x: number, y: number): Hit | null {
    raycaster.setFromCamera(new Vector2(x, y), this.stage.camera);
    for (const { object, instanceId, point } of raycaster.intersectObject(this.bodies.group, true)) {
      const who = instanceId === undefined ? null : this.bodies.findOwner(object, instanceId);
      if (who !== null) return { who, point };
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

/** The lowest height of a box along a direction. */
/** The largest speed of a particle, m/s. */
function measureSpeed({ particles }: Frame): number {
  let most = 0;
  for (let o = 3; o < particles.length; o += particleStride) {
    most = Math.max(most, Math.hypot(particles[o], particles[o + 1], particles[o + 2]));
  }
  return most;
}

function listCorners({ min, max }: Box3): Bounds {
  return [...min.toArray(), ...max.toArray()];
}

function findLowest({ min, max }: Box3, up: Vector3): number {
  const low = (k: "x" | "y" | "z") => Math.min(up[k] * min[k], up[k] * max[k]);
  return low("x") + low("y") + low("z");
}

const place = new Vector3();
const raycaster = new Raycaster();
