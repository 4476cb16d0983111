/** The camera while nobody turns it: it looks at what moves, by all that is known of where that goes. See framing.ts. */
import { Box3, Vector3 } from "three";
import type { Drawing } from "../data/drawing.js";
import type { Frame } from "../data/frame.js";
import { blendFrames, createSnapshot, type Recording } from "../data/recording.js";
import { createSupport, Framing, filled, measureExcess, type Place, widenSupport } from "./framing.js";
import { MovingPoints } from "./moving-points.js";
import type { Stage } from "./stage.js";

/** In which time the camera goes most of its way to where something newly known wants it, ms. */
const easing = 250;
/** Of its distance: how far what moves may be out of the part to be filled while the camera is on its way. */
const slack = 0.12;
/** The distance from a single point that does not move, m. */
const lonely = 3;
/** Frames in one go of those that are known, for the box. */
const boxedFrames = 80;

export class Follower {
  /** Round all that moves and is known to come, and what stands still near it, m. */
  readonly box = new Box3();
  /** The least height of it along the stage's up, m. */
  lowest = Infinity;
  private readonly stage: Stage;
  private readonly points: MovingPoints;
  private readonly snapshot = createSnapshot();
  private framing: Framing | null = null;
  private spread: readonly [number, number] = [1, 1];
  private heading = new Vector3();
  /** The numbers of frames of the preview and of the recording that the framing has taken in. */
  private taken = { preview: 0, frames: 0 };
  private boxed = { preview: 0, frames: 0 };
  /** The offset of the present camera place from that of the framing. */
  private off: Place = nowhere;
  private last: { place: Place; time: number; count: number; at: number } | null = null;

  constructor(stage: Stage, drawing: Drawing) {
    this.stage = stage;
    this.points = new MovingPoints(drawing);
  }

  /** Whether points alone move, freely. */
  get isPoints(): boolean {
    return !this.points.hasSize;
  }

  /** Begins anew with what is known. */
  forget(): void {
    this.framing = null;
    this.last = null;
    this.off = nowhere;
  }

  settle(): void {
    this.off = nowhere;
    this.last = null;
  }

  /** Takes in the frames that are new. */
  takeIn(recording: Recording): void {
    this.growBox(recording);
    const { stage } = this;
    const spread = stage.spread;
    const { direction } = stage.heading;
    const isOther = spread.some((x, k) => x !== this.spread[k]) || !direction.equals(this.heading);
    if (this.framing === null || isOther) this.begin(recording, spread);
    if (this.framing === null) return;
    for (const kind of ["preview", "frames"] as const) {
      const list = recording[kind];
      for (let k = this.taken[kind]; k < list.length; k++) {
        if (list[k].t > this.framing.end) this.framing.add(list[k].t, this.measure(list[k], "visitMoving"));
      }
      this.taken[kind] = list.length;
    }
  }

  private begin({ frames }: Recording, spread: readonly [number, number]): void {
    const { points, stage } = this;
    this.spread = spread;
    this.heading.copy(stage.heading.direction);
    this.taken = { preview: 0, frames: 0 };
    this.framing = null;
    if (frames.length === 0) return;
    this.framing = new Framing(
      filled * spread[0],
      filled * spread[1],
      points.hasSize,
      this.measure(frames[0], "visitFixed"),
    );
  }

  /** The numbers of a frame for the framing. */
  private measure(frame: Frame, visit: "visitMoving" | "visitFixed") {
    const support = createSupport();
    const { right, over, direction } = this.stage.heading;
    const [h, v] = [filled * this.spread[0], filled * this.spread[1]];
    blendFrames(this.snapshot, frame, frame, 0);
    this.points[visit](this.snapshot, (x, y, z) =>
      widenSupport(
        support,
        right.x * x + right.y * y + right.z * z,
        over.x * x + over.y * y + over.z * z,
        direction.x * x + direction.y * y + direction.z * z,
        h,
        v,
      ),
    );
    return support;
  }

  private growBox(recording: Recording): void {
    const { up } = this.stage;
    const grow = (x: number, y: number, z: number) => {
      this.box.expandByPoint(point.set(x, y, z));
      this.lowest = Math.min(this.lowest, up.x * x + up.y * y + up.z * z);
    };
    for (const kind of ["preview", "frames"] as const) {
      const list = recording[kind];
      const fresh = list.length - this.boxed[kind];
      if (fresh <= 0) continue;
      const every = Math.max(1, Math.floor(fresh / boxedFrames));
      for (let k = this.boxed[kind]; k < list.length; k += every) {
        blendFrames(this.snapshot, list[k], list[k], 0);
        this.points.visitMoving(this.snapshot, grow);
      }
      this.boxed[kind] = list.length;
    }
    if (this.box.isEmpty()) {
      // nothing moves: what stands still
      if (recording.count > 0) this.points.visitFixed(this.snapshot, grow);
      if (this.box.isEmpty()) for (const x of [-1, 1]) grow(x, x, x);
    }
  }

  /** Half of what is in view at a time, m. */
  measureSize(time: number): number {
    const place = this.placeAt(time).place;
    const size = 0.85 * Math.min(...this.spread) * (place.distance - place.depth);
    return size > 1e-3 && size < Infinity ? size : 1;
  }

  private placeAt(time: number) {
    const { framing } = this;
    if (framing !== null && framing.count > 0) {
      const { place, now } = framing.place(time);
      // a point that stays where it is has no size to go by
      const isPoint = !(place.distance - place.depth > 1e-9 * (1 + Math.abs(place.depth)));
      return { place: isPoint ? { ...place, distance: place.depth + lonely } : place, now };
    }
    return { place: this.placeBox(), now: null };
  }

  /** The camera place for the bounding box, where nothing moves. */
  private placeBox(): Place {
    const { right, over, direction } = this.stage.heading;
    const center = this.box.getCenter(new Vector3());
    const size = Math.max(0.5 * this.box.getSize(point).length(), 0.5);
    const depth = center.dot(direction);
    return {
      a: center.dot(right),
      b: center.dot(over),
      depth,
      distance: depth + size / (filled * Math.min(...this.spread)),
    };
  }

  /** Looks at what moves at a time. What newly became known is gone to by and by, unless something would be out of view. */
  look(time: number): void {
    const { stage, framing, spread } = this;
    const { place, now } = this.placeAt(time);
    const at = performance.now();
    const count = framing?.count ?? 0;
    const { last } = this;
    if (last !== null && last.count !== count) this.off = subtract(last.place, this.placeAt(last.time).place);
    else if (last !== null) this.off = scale(this.off, Math.exp((last.at - at) / easing));
    let shown = add(place, this.off);
    const isOut = now !== null && measureExcess(now, shown, filled * spread[0], filled * spread[1]) > slack;
    if (isOut || measureLength(this.off) < 1e-3 * (place.distance - place.depth)) {
      this.off = nowhere;
      shown = place;
    }
    this.last = { place: shown, time, count, at };
    const { right, over, direction } = stage.heading;
    const target = new Vector3()
      .addScaledVector(right, shown.a)
      .addScaledVector(over, shown.b)
      .addScaledVector(direction, shown.depth);
    stage.look(target, Math.max(shown.distance - shown.depth, 1e-3 * stage.size));
  }

  /** Whether the camera is still on its way. */
  get isMoving(): boolean {
    return this.off !== nowhere;
  }
}

const nowhere: Place = { a: 0, b: 0, distance: 0, depth: 0 };

function add(p: Place, q: Place): Place {
  return { a: p.a + q.a, b: p.b + q.b, distance: p.distance + q.distance, depth: p.depth + q.depth };
}

function scale({ a, b, distance, depth }: Place, by: number): Place {
  return { a: by * a, b: by * b, distance: by * distance, depth: by * depth };
}

function subtract(p: Place, q: Place): Place {
  return add(p, scale(q, -1));
}

function measureLength({ a, b, distance, depth }: Place): number {
  return Math.hypot(a, b, distance, depth);
}

const point = new Vector3();
