/** Contacts and the forces in them and in joints: dots, normals and arrows; and what there is to read at a place. */

import { Magnitudes } from "@rigor/engine/scene";
import {
  Group,
  InstancedMesh,
  Matrix4,
  MeshBasicMaterial,
  type PerspectiveCamera,
  SphereGeometry,
  Vector3,
} from "three";
import type { Drawing, End } from "../data/drawing.js";
import { ContactSlot, contactStride, type Frame, jointStride } from "../data/frame.js";
import { poseStride, type Snapshot } from "../data/recording.js";
import { Arrows } from "./arrows.js";
import type { Theme } from "./palette.js";

export interface ForceLayers {
  readonly contacts: boolean;
  readonly normals: boolean;
  readonly forces: boolean;
  readonly joints: boolean;
}

/** Something with numbers to be read when the mouse is near. */
export interface Mark {
  readonly from: Vector3;
  readonly to: Vector3;
  readonly kind: "contact" | "joint";
  readonly index: number;
  /** Whether the force on b is drawn, which is the opposite of that on a. */
  readonly isReversed: boolean;
}

/** Metres an arrow has for a newton, in sizes of the scene and usual lengths. */
export interface ForceScale {
  readonly contacts: number;
  readonly joints: number;
}

/** Lengths in sizes of the scene: of an arrow for the usual force, of the longest, of a normal; radii of shaft and dot. */
const [usual, longest, normalLength, shaftRadius, dotRadius] = [0.17, 0.5, 0.1, 0.0042, 0.0075];

export class Forces {
  readonly group = new Group();
  /** The arrows that were drawn last. */
  readonly marks: Mark[] = [];
  private readonly size: number;
  private readonly drawing: Drawing;
  /** The magnitudes below a fraction of which forces are rounding. */
  private magnitudes = new Magnitudes();
  private readonly push: Arrows;
  private readonly friction: Arrows;
  private readonly pull: Arrows;
  private readonly normals: Arrows;
  private dots: InstancedMesh;
  private readonly dotMaterial = new MeshBasicMaterial({ depthTest: false, transparent: true, toneMapped: false });

  constructor(drawing: Drawing, size: number) {
    this.drawing = drawing;
    this.size = size;
    this.normals = new Arrows(0.5 * shaftRadius * size, 11);
    this.push = new Arrows(shaftRadius * size, 12);
    this.friction = new Arrows(shaftRadius * size, 12);
    this.pull = new Arrows(shaftRadius * size, 12);
    this.dots = this.createDots(64);
    for (const arrows of [this.normals, this.push, this.friction, this.pull]) this.group.add(arrows.group);
  }

  setTheme(theme: Theme): void {
    this.push.setColor(theme.normalForce);
    this.friction.setColor(theme.friction);
    this.pull.setColor(theme.joint);
    this.normals.setColor(theme.line);
    this.dotMaterial.color.set(theme.point);
  }

  private createDots(capacity: number): InstancedMesh {
    const dots = new InstancedMesh(new SphereGeometry(dotRadius * this.size, 12, 8), this.dotMaterial, capacity);
    dots.frustumCulled = false;
    dots.renderOrder = 13;
    this.group.add(dots);
    return dots;
  }

  /** Draws what a frame has. */
  show(
    frame: Frame,
    snapshot: Snapshot,
    layers: ForceLayers,
    scale: ForceScale,
    selected: number | null,
    magnitudes: Magnitudes,
  ): void {
    this.magnitudes = magnitudes;
    const all = [this.normals, this.push, this.friction, this.pull];
    for (const arrows of all) arrows.begin();
    this.marks.length = 0;
    this.showContacts(frame, layers, scale.contacts, selected);
    if (layers.joints) this.showJoints(frame, snapshot, scale.joints);
    for (const arrows of all) arrows.end();
  }

  private showContacts(frame: Frame, layers: ForceLayers, scale: number, selected: number | null): void {
    const { contacts, pairs } = frame;
    const isShown = layers.contacts || layers.normals || layers.forces;
    const count = isShown ? contacts.length / contactStride : 0;
    if (count > this.dots.instanceMatrix.count) {
      this.group.remove(this.dots);
      this.dots.dispose();
      this.dots = this.createDots(2 * count);
    }
    for (let c = 0; c < count; c++) {
      const o = contactStride * c;
      const point = new Vector3().fromArray(contacts, o + ContactSlot.point);
      const normal = new Vector3().fromArray(contacts, o + ContactSlot.normal);
      const to = point.clone();
      const isReversed = this.isReversed(pairs[2 * c], pairs[2 * c + 1], normal, selected);
      if (isReversed) normal.negate();
      this.dots.setMatrixAt(c, matrix.makeTranslation(point.x, point.y, point.z));
      if (layers.normals) this.normals.add(point, normal, normalLength * this.size);
      if (layers.forces) {
        const length = this.measure(contacts[o + ContactSlot.force], scale);
        if (length > 0) this.push.add(point, normal, length);
        to.addScaledVector(normal, length);
        friction.fromArray(contacts, o + ContactSlot.friction);
        if (isReversed) friction.negate();
        const size = friction.length();
        const reach = this.measure(size, scale);
        if (reach > 0) this.friction.add(point, friction.divideScalar(size), reach);
      }
      this.marks.push({ from: point, to, kind: "contact", index: c, isReversed });
    }
    this.dots.count = layers.contacts ? count : 0;
    this.dots.instanceMatrix.needsUpdate = true;
  }

  /** Whether the force on b is drawn: the drawn force acts on the selected body, else on the one that can move, else on the supported one. */
  private isReversed(a: number, b: number, normal: Vector3, selected: number | null): boolean {
    if (selected !== null && (a === selected) !== (b === selected)) return b === selected;
    const isFixed = (who: number) => who >= 0 && this.drawing.bodies[who].fixed;
    if (isFixed(a) !== isFixed(b)) return isFixed(a);
    const [gx, gy, gz] = this.drawing.gravity;
    return normal.x * gx + normal.y * gy + normal.z * gz > 0;
  }

  private showJoints({ joints }: Frame, snapshot: Snapshot, scale: number): void {
    this.drawing.joints.forEach(({ at }, j) => {
      const from = new Vector3();
      findEnd(from, at, snapshot);
      friction.fromArray(joints, jointStride * j);
      const force = friction.length();
      const to = from.clone();
      const length = this.measure(force, scale);
      if (length > 0) {
        this.pull.add(from, friction.divideScalar(force), length);
        to.addScaledVector(friction, length);
      }
      this.marks.push({ from, to, kind: "joint", index: j, isReversed: false });
    });
  }

  /** The length of an arrow, m; 0 of what is rounding. */
  private measure(force: number, scale: number): number {
    return Math.min(this.magnitudes.showForce(force) * scale * usual, longest) * this.size;
  }

  /** The number of arrows of forces that are drawn. */
  get arrowCount(): number {
    return this.push.drawn + this.friction.drawn + this.pull.drawn;
  }

  /** The mark nearest to a place of the picture (−1 … 1), within `reach` pixels. */
  findNear(x: number, y: number, camera: PerspectiveCamera, width: number, height: number, reach: number): Mark | null {
    let best = reach;
    let found: Mark | null = null;
    for (const mark of this.marks) {
      a.copy(mark.from).project(camera);
      b.copy(mark.to).project(camera);
      if (a.z > 1 || b.z > 1) continue;
      const [ax, ay] = [((a.x - x) * width) / 2, ((a.y - y) * height) / 2];
      const [dx, dy] = [((b.x - a.x) * width) / 2, ((b.y - a.y) * height) / 2];
      const square = dx * dx + dy * dy;
      const s = square > 0 ? Math.min(1, Math.max(0, -(ax * dx + ay * dy) / square)) : 0;
      const distance = Math.hypot(ax + s * dx, ay + s * dy);
      if (distance >= best) continue;
      best = distance;
      found = mark;
    }
    return found;
  }

  dispose(): void {
    for (const arrows of [this.normals, this.push, this.friction, this.pull]) arrows.dispose();
    this.dots.dispose();
    this.dotMaterial.dispose();
  }
}

/** The position of a point that a body or particle carries. */
export function findEnd(out: Vector3, { kind, index, point }: End, { poses, particles }: Snapshot): void {
  if (kind === "particle") {
    out.fromArray(particles, 3 * index);
    return;
  }
  out.fromArray(point);
  if (kind === "world") return;
  const o = poseStride * index;
  const [x, y, z] = [out.x, out.y, out.z];
  const [i, j, k, w] = [poses[o + 3], poses[o + 4], poses[o + 5], poses[o + 6]];
  const [tx, ty, tz] = [2 * (j * z - k * y), 2 * (k * x - i * z), 2 * (i * y - j * x)];
  out.set(
    x + w * tx + j * tz - k * ty + poses[o],
    y + w * ty + k * tx - i * tz + poses[o + 1],
    z + w * tz + i * ty - j * tx + poses[o + 2],
  );
}

const matrix = new Matrix4();
const friction = new Vector3();
const a = new Vector3();
const b = new Vector3();
