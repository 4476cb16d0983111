/**
 * Candidates for the separating plane of two parts with active contacts, one after the other, the most promising first:
 *
 *   the planes of the active contacts themselves
 *   faces of B, and then of A, with normals along that of the contacts: where two faces lie on one another
 *   the planes of pairs of edges in contact
 *
 * No plane is proposed twice.
 *
 * Follows: Rigid Body Simulation, section 7.1.
 */
import { frameSize, type Shape } from "../../collide/index.js";
import { ContactActivity, ContactForm, type ContactTable, Curve, type PartTable } from "../../contact/index.js";
import { quat, vec3 } from "../../math/index.js";
import type { PoseSource } from "../trajectory/index.js";
import { facingCosine, maxPlanes, sameNormalCosine, sameOffset } from "./parameters.js";
import { countPoints, PlaneSlot, type TouchPlane } from "./touch-plane.js";

const poses = new Float64Array(14);
const n = new Float64Array(9);
const face = new Float64Array(6);

/** The kinds of candidates, in their order. */
const Phase = { contacts: 0, facesOfB: 1, facesOfA: 2, edges: 3, end: 4 } as const;

/** Candidates for the separating plane of a pair of parts. */
export class TouchCandidates {
  private phase: number = Phase.contacts;
  private index = 0;
  private first = 0;
  private end = 0;
  private pA = 0;
  private pB = 0;
  /** Planes proposed so far: carrier, normal and offset of each. */
  private readonly given = new Float64Array(5 * maxPlanes);
  private count = 0;

  /** Begins with the active contacts of parts pA and pB among rows first … end − 1 of the table. */
  begin(pA: number, pB: number, first: number, end: number): void {
    this.pA = pA;
    this.pB = pB;
    this.first = first;
    this.end = end;
    this.phase = Phase.contacts;
    this.index = first;
    this.count = 0;
  }

  /** Sets the plane to the next candidate, at the time at[0]. Returns false if there is none. */
  next(plane: TouchPlane, path: PoseSource, parts: PartTable, table: ContactTable, at: Float64Array): boolean {
    while (this.phase < Phase.end) {
      const isEnd = this.phase === Phase.contacts || this.phase === Phase.edges ? this.index >= this.end : false;
      if (isEnd) this.turn(path, parts, table, at);
      else if (this.phase === Phase.contacts) {
        if (this.takeContact(plane, parts, table, this.index++) && this.isNew(plane)) return true;
      } else if (this.phase === Phase.edges) {
        const c = this.index++;
        if (!this.isActive(table, c) || table.form[c] !== ContactForm.edgeEdge) continue;
        plane.setEdges(parts, table, c);
        return true;
      } else if (this.takeFace(plane, parts)) {
        if (this.isNew(plane)) return true;
      } else this.turn(path, parts, table, at);
    }
    return false;
  }

  /** Goes on to the next kind of candidates. */
  private turn(path: PoseSource, parts: PartTable, table: ContactTable, at: Float64Array): void {
    this.phase++;
    this.index = this.phase === Phase.edges ? this.first : 0;
    if (this.phase !== Phase.facesOfB) return;
    for (let c = this.first; c < this.end; c++) {
      if (!this.isActive(table, c)) continue;
      this.writeNormal(path, parts, table, c, at);
      return;
    }
    this.phase = Phase.end;
  }

  /** Whether contact c of the pair stays closed, by its own row or implied by others. */
  private isActive(table: ContactTable, c: number): boolean {
    const isClosed = table.active[c] === ContactActivity.active || table.active[c] === ContactActivity.implied;
    return isClosed && table.partA[c] === this.pA && table.partB[c] === this.pB;
  }

  /** Sets the plane to that of contact c. Returns false if the contact has none, or is not active. */
  private takeContact(plane: TouchPlane, parts: PartTable, table: ContactTable, c: number): boolean {
    if (!this.isActive(table, c)) return false;
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

  /** Sets the plane to the next face along the normal. Returns false if there is none. */
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
      if (vec3.dot(face, 0, n, isOfB ? 3 : 0) < 1 - facingCosine) continue;
      vec3.addScaled(face, 3, parts.local, o, facePlanes[f + 3], face, 0);
      plane.setFace(parts, carrier, other, face, 0, face, 3);
      return true;
    }
    return false;
  }

  /** Writes the outward normals of faces along contact c, of A to n[0 …] and of B to n[3 …], in their body frames. */
  private writeNormal(path: PoseSource, parts: PartTable, table: ContactTable, c: number, at: Float64Array): void {
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

  /** Whether the plane has not been proposed yet. Remembers it. */
  private isNew(plane: TouchPlane): boolean {
    const { given, count } = this;
    for (let o = 0; o < 5 * count; o += 5) {
      if (given[o] !== plane.carrier || Math.abs(given[o + 4] - plane.numbers[PlaneSlot.offset]) > sameOffset) continue;
      if (vec3.dot(given, o + 1, plane.normal, 0) > 1 - sameNormalCosine) return false;
    }
    if (count === maxPlanes) return true;
    given[5 * count] = plane.carrier;
    vec3.copy(given, 5 * count + 1, plane.normal, 0);
    given[5 * count + 4] = plane.numbers[PlaneSlot.offset];
    this.count++;
    return true;
  }
}
