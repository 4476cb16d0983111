/** Springs, rods, wires and pendulums; trails; boxes: everything made of lines. */
import { Box3, Color, Group, type InterleavedBufferAttribute, Vector3 } from "three";
import { LineMaterial } from "three/addons/lines/LineMaterial.js";
import { LineSegments2 } from "three/addons/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/addons/lines/LineSegmentsGeometry.js";
import type { Drawing, End } from "../data/drawing.js";
import { bodyStride, particleStride } from "../data/frame.js";
import type { Recording, Snapshot } from "../data/recording.js";
import type { Bodies } from "./bodies.js";
import { findEnd } from "./forces.js";
import type { Theme } from "./palette.js";

/** Points of a coil, and its turns. */
const [coilPoints, coilTurns] = [120, 10];
/** More springs than this are drawn as straight lines. */
const manySprings = 60;

/** Segments that are written anew for every picture, some pixels wide. */
class Segments {
  readonly material: LineMaterial;
  readonly lines: LineSegments2;
  private places: Float32Array = new Float32Array(0);
  private colors: Float32Array | null = null;
  private used = 0;

  constructor(linewidth: number, vertexColors = false) {
    this.material = new LineMaterial({ linewidth, vertexColors });
    this.lines = new LineSegments2(new LineSegmentsGeometry(), this.material);
    this.lines.frustumCulled = false;
    this.lines.raycast = () => {};
  }

  /** Makes room for `count` segments. */
  begin(count: number): void {
    this.used = 0;
    if (this.places.length >= 6 * count && count > 0) return;
    this.places = new Float32Array(12 * Math.max(4, count));
    this.lines.geometry.dispose();
    this.lines.geometry = new LineSegmentsGeometry().setPositions(this.places);
    if (!this.material.vertexColors) return;
    this.colors = new Float32Array(this.places.length);
    this.lines.geometry.setColors(this.colors);
  }

  add(a: Vector3, b: Vector3): void {
    a.toArray(this.places, this.used);
    b.toArray(this.places, this.used + 3);
    this.used += 6;
  }

  /** Colours the ends of the segment that was added last. */
  paint(a: Color, b: Color): void {
    a.toArray(this.colors!, this.used - 6);
    b.toArray(this.colors!, this.used - 3);
  }

  end(): void {
    const { geometry } = this.lines;
    for (const name of ["instanceStart", "instanceColorStart"]) {
      const attribute = geometry.getAttribute(name) as InterleavedBufferAttribute | undefined;
      if (attribute !== undefined) attribute.data.needsUpdate = true;
    }
    geometry.instanceCount = this.used / 6;
    this.lines.visible = this.used > 0;
  }

  dispose(): void {
    this.material.dispose();
    this.lines.geometry.dispose();
  }
}

export class Links {
  readonly group = new Group();
  private readonly segments = new Segments(2);
  private readonly wires = new Segments(1.5);
  private readonly drawing: Drawing;
  private readonly size: number;

  constructor(drawing: Drawing, size: number) {
    this.drawing = drawing;
    this.size = size;
    if (drawing.links.length > manySprings) this.segments.material.linewidth = 1;
    this.group.add(this.segments.lines, this.wires.lines);
    this.wires.begin(drawing.wires.reduce((sum, { points }) => sum + points.length / 3, 0));
    for (const { points } of drawing.wires) {
      for (let o = 3; o < points.length; o += 3) this.wires.add(from.fromArray(points, o - 3), to.fromArray(points, o));
    }
    this.wires.end();
  }

  setTheme(theme: Theme): void {
    this.segments.material.color.set(theme.line);
    this.wires.material.color.set(theme.line);
  }

  place(snapshot: Snapshot): void {
    const { links, chains } = this.drawing;
    const isCoiled = links.length <= manySprings;
    const { segments } = this;
    const masses = chains.reduce((sum, { count }) => sum + count, 0);
    segments.begin(links.reduce((sum, { style }) => sum + (style === "spring" && isCoiled ? coilPoints : 1), masses));
    for (const { style, ends } of links) {
      findEnd(from, ends[0], snapshot);
      findEnd(to, ends[1], snapshot);
      if (style === "rod" || !isCoiled) segments.add(from, to);
      else this.addCoil();
    }
    for (const { anchor, start, count } of chains) {
      if (anchor === null) continue;
      from.fromArray(anchor);
      for (let k = start; k < start + count; k++) {
        segments.add(from, to.fromArray(snapshot.masses, 3 * k));
        from.copy(to);
      }
    }
    segments.end();
  }

  /** A coil from `from` to `to`, with straight ends. */
  private addCoil(): void {
    axis.subVectors(to, from);
    const length = axis.length();
    const radius = Math.min(0.018 * this.size, 0.2 * length);
    axis.divideScalar(length || 1);
    side
      .set(Math.abs(axis.x) < 0.9 ? 1 : 0, Math.abs(axis.x) < 0.9 ? 0 : 1, 0)
      .cross(axis)
      .normalize();
    over.crossVectors(axis, side);
    last.copy(from);
    for (let i = 1; i <= coilPoints; i++) {
      const s = i / coilPoints;
      const inside = s > 0.1 && s < 0.9 ? radius : 0;
      const angle = 2 * Math.PI * coilTurns * (s - 0.1);
      point
        .copy(from)
        .addScaledVector(axis, length * s)
        .addScaledVector(side, inside * Math.cos(angle))
        .addScaledVector(over, inside * Math.sin(angle));
      this.segments.add(last, point);
      last.copy(point);
    }
  }

  dispose(): void {
    this.segments.dispose();
    this.wires.dispose();
  }
}

export class Boxes {
  private readonly segments = new Segments(1.5);
  readonly lines = this.segments.lines;

  setTheme(theme: Theme): void {
    this.segments.material.color.set(theme.accent);
  }

  /** Boxes along the axes about some bodies. */
  show(bodies: Bodies, list: readonly number[]): void {
    this.segments.begin(12 * list.length);
    for (const body of list) {
      box.makeEmpty();
      bodies.measure(box, body);
      if (!box.isEmpty()) this.addBox();
    }
    this.segments.end();
  }

  private addBox(): void {
    const corner = (out: Vector3, bits: number) =>
      out.set(bits & 1 ? box.max.x : box.min.x, bits & 2 ? box.max.y : box.min.y, bits & 4 ? box.max.z : box.min.z);
    for (let bits = 0; bits < 8; bits++) {
      for (const axisBit of [1, 2, 4]) {
        if ((bits & axisBit) === 0) this.segments.add(corner(from, bits), corner(to, bits | axisBit));
      }
    }
  }

  dispose(): void {
    this.segments.dispose();
  }
}

/** The spring between the pointer and what it pulls. */
export class Leash {
  private readonly segments = new Segments(2.5);
  readonly lines = this.segments.lines;

  setTheme(theme: Theme): void {
    this.segments.material.color.set(theme.accent);
  }

  /** From a point of a body to a place; nothing if it is null. */
  show(end: End | null, target: Vector3, snapshot: Snapshot): void {
    this.segments.begin(1);
    if (end !== null) {
      findEnd(from, end, snapshot);
      this.segments.add(from, target);
    }
    this.segments.end();
  }

  dispose(): void {
    this.segments.dispose();
  }
}

/** Samples that a trail goes back. */
const trailLength = 150;

export class Trails {
  private readonly segments = new Segments(2, true);
  readonly lines = this.segments.lines;
  private readonly ink = new Color();
  private readonly paper = new Color();

  setTheme(theme: Theme): void {
    this.ink.set(theme.accent);
    this.paper.set(theme.ground);
  }

  /** The ways of some bodies (or points, as −1 − j: particles first, then masses) up to a frame. */
  show(recording: Recording, upTo: number, list: readonly number[]): void {
    const first = Math.max(0, upTo - trailLength);
    const count = upTo - first;
    this.segments.begin(count * list.length);
    for (const who of list) {
      for (let f = first; f < upTo; f++) {
        readPlace(from, recording, f, who);
        readPlace(to, recording, f + 1, who);
        this.segments.add(from, to);
        fresh.lerpColors(this.paper, this.ink, (f + 1 - first) / count);
        this.segments.paint(stale.lerpColors(this.paper, this.ink, (f - first) / count), fresh);
      }
    }
    this.segments.end();
  }

  dispose(): void {
    this.segments.dispose();
  }
}

function readPlace(out: Vector3, { frames }: Recording, f: number, who: number): void {
  const { bodies, particles, masses } = frames[f];
  const j = -1 - who;
  const points = particles.length / particleStride;
  if (who >= 0) out.fromArray(bodies, bodyStride * who);
  else if (j < points) out.fromArray(particles, particleStride * j);
  else out.fromArray(masses, 3 * (j - points));
}

const stale = new Color();
const fresh = new Color();
const from = new Vector3();
const to = new Vector3();
const last = new Vector3();
const point = new Vector3();
const axis = new Vector3();
const side = new Vector3();
const over = new Vector3();
const box = new Box3();
