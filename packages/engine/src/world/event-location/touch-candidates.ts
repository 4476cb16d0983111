/**
 * Planes that may separate two parts which hold contacts, one after the other, the likeliest first:
 *
 *   planes of the contacts that are held, as they are
 *   faces of B, and then of A, whose normals are along that of the contacts: where two faces lie on one another
 *   the planes of pairs of edges in contact
 *
 * None is given twice.
 *
 * Follows: Rigid Body Simulation, section 7.1.
 */
import { frameSize, type Shape } from "../../collide/index.js";
import { ContactForm, type ContactTable, Curve, type PartTable } from "../../contact/index.js";
import { quat, vec3 } from "../../math/index.js";
import type { StepPath } from "../trajectory/index.js";
import { countPoints, type TouchPlane } from "./touch-plane.js";

/** 1 − cosine between a face and the normal of the contacts, for the face to be tried. */
const facing = 1e-3;
/** Planes of one carrier are the same if their normals, 1 − cosine, and their offsets, m, are as near as this. */
const sameNormal = 1e-12;
const sameOffset = 1e-9;
/** As many are remembered. */
const capacity = 16;

const poses = new Float64Array(14);
const n = new Float64Array(9);
const face = new Float64Array(6);

const Phase = { contacts: 0, facesOfB: 1, facesOfA: 2, edges: 3, end: 4 } as const;

export class TouchCandidates {
  private phase: number = Phase.contacts;
  private index = 0;
  private first = 0;
  private end = 0;
  private pA = 0;
  private pB = 0;
  /** Planes given: carrier, normal and offset of each. */
  private readonly given = new Float64Array(5 * capacity);
  private count = 0;

  /** Begins with rows first … end − 1 of the table, as far as they are of parts pA and pB and held. */
  begin(pA: number, pB: number, first: number, end: number): void {
    this.pA = pA;
    this.pB = pB;
    this.first = first;
    this.end = end;
    this.phase = Phase.contacts;
    this.index = first;
    this.count = 0;
  }

  /** Sets the next plane, at the time at[0]. False if there is none. */
  next(plane: TouchPlane, path: StepPath, parts: PartTable, table: ContactTable, at: Float64Array): boolean {
    while (this.phase < Phase.end) {
      const isEnd = this.phase === Phase.contacts || this.phase === Phase.edges ? this.index >= this.end : false;
      if (isEnd) this.turn(path, parts, table, at);
      else if (this.phase === Phase.contacts) {
        if (this.takeContact(plane, parts, table, this.index++) && this.isNew(plane)) return true;
      } else if (this.phase === Phase.edges) {
        const c = this.index++;
        if (!this.isHeld(table, c) || table.form[c] !== ContactForm.edgeEdge) continue;
        plane.setEdges(parts, table, c);
        return true;
      } else if (this.takeFace(plane, parts)) {
        if (this.isNew(plane)) return true;
      } else this.turn(path, parts, table, at);
    }
    return false;
  }

  /** To the next phase. */
  private turn(path: StepPath, parts: PartTable, table: ContactTable, at: Float64Array): void {
    this.phase++;
    this.index = this.phase === Phase.edges ? this.first : 0;
    if (this.phase !== Phase.facesOfB) return;
    for (let c = this.first; c < this.end; c++) {
      if (!this.isHeld(table, c)) continue;
      this.writeNormal(path, parts, table, c, at);
      return;
    }
    this.phase = Phase.end;
  }

  private isHeld(table: ContactTable, c: number): boolean {
    const isHeld = table.active[c] === 1 || table.active[c] === 3;
    return isHeld && table.partA[c] === this.pA && table.partB[c] === this.pB;
  }

  private takeContact(plane: TouchPlane, parts: PartTable, table: ContactTable, c: number): boolean {
    if (!this.isHeld(table, c)) return false;
    const isCurved = table.form[c] === ContactForm.curved;
    if (table.form[c] === ContactForm.pointPlane || (isCurved && table.curve[c] === Curve.rimPlane)) {
      plane.setFace(parts, this.pB, this.pA, table.axisB, 3 * c, table.localB, 3 * c);
      return true;
    }
    const isOfA = table.form[c] === ContactForm.planePoint || (isCurved && table.curve[c] === Curve.planeRim);
    if (!isOfA || countPoints(parts.shapes[this.pB] as Shape) === 0) return false;
    vec3.negate(face, 0, table.axisA, 3 * c);
    plane.setFace(parts, this.pA, this.pB, face, 0, table.localA, 3 * c);
    return true;
  }

  /** The next face along the normal. */
  private takeFace(plane: TouchPlane, parts: PartTable): boolean {
    const isOfB = this.phase === Phase.facesOfB;
    const carrier = isOfB ? this.pB : this.pA;
    const other = isOfB ? this.pA : this.pB;
    const { polyhedron } = parts.shapes[carrier] as Shape;
    if (polyhedron === null || countPoints(parts.shapes[other] as Shape) === 0) return false;
    const { facePlanes, faceCount } = polyhedron;
    const o = frameSize * carrier;
    while (this.index < faceCount) {
      const f = 4 * this.index++;
      for (let r = 0; r < 3; r++) face[r] = vec3.dot(parts.local, o + 3 + 3 * r, facePlanes, f);
      if (vec3.dot(face, 0, n, isOfB ? 3 : 0) < 1 - facing) continue;
      vec3.addScaled(face, 3, parts.local, o, facePlanes[f + 3], face, 0);
      plane.setFace(parts, carrier, other, face, 0, face, 3);
      return true;
    }
    return false;
  }

  /** The outward normal of a face along contact c: of A at n[0 …] and of B at n[3 …], in their body frames. */
  private writeNormal(path: StepPath, parts: PartTable, table: ContactTable, c: number, at: Float64Array): void {
    path.writePartPose(poses, 0, parts, this.pA, at);
    path.writePartPose(poses, 7, parts, this.pB, at);
    if (table.form[c] === ContactForm.pointPlane) quat.rotateVector(n, 6, poses, 10, table.axisB, 3 * c);
    else if (table.form[c] === ContactForm.planePoint) quat.rotateVector(n, 6, poses, 3, table.axisA, 3 * c);
    else if (table.form[c] === ContactForm.edgeEdge) {
      quat.rotateVector(n, 0, poses, 3, table.axisA, 3 * c);
      quat.rotateVector(n, 3, poses, 10, table.axisB, 3 * c);
      vec3.cross(n, 6, n, 0, n, 3);
      vec3.normalize(n, 6, n, 6);
      vec3.scale(n, 6, n, 6, table.side[c]);
    } else vec3.copy(n, 6, table.normal, 3 * c);
    quat.rotateVectorInverse(n, 0, poses, 3, n, 6);
    vec3.negate(n, 0, n, 0);
    quat.rotateVectorInverse(n, 3, poses, 10, n, 6);
  }

  /** Whether the plane has not been given yet; it is now. */
  private isNew(plane: TouchPlane): boolean {
    const { given, count } = this;
    for (let o = 0; o < 5 * count; o += 5) {
      if (given[o] !== plane.carrier || Math.abs(given[o + 4] - plane.numbers[0]) > sameOffset) continue;
      if (vec3.dot(given, o + 1, plane.normal, 0) > 1 - sameNormal) return false;
    }
    if (count === capacity) return true;
    given[5 * count] = plane.carrier;
    vec3.copy(given, 5 * count + 1, plane.normal, 0);
    given[5 * count + 4] = plane.numbers[0];
    this.count++;
    return true;
  }
}
