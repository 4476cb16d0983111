/**
 * The points of a scene by which it is framed: of each body its outermost vertices in 26 directions, particles and masses,
 * and the ends of rods and springs that hang on something that moves.
 */
import { Matrix4, Quaternion, Vector3 } from "three";
import type { Drawing, DrawnSolid, End } from "../data/drawing.js";
import { poseStride, type Snapshot } from "../data/recording.js";
import { findEnd } from "./forces.js";

type Visit = (x: number, y: number, z: number) => void;

export class MovingPoints {
  /** Whether there is more than points that move freely. */
  readonly hasSize: boolean;
  private readonly drawing: Drawing;
  private readonly outlines: readonly Float64Array[];
  private readonly ends: readonly End[];

  constructor(drawing: Drawing) {
    this.drawing = drawing;
    this.outlines = outlineBodies(drawing);
    this.ends = drawing.links.filter(({ ends }) => ends.some((end) => this.isMoving(end))).flatMap(({ ends }) => ends);
    const hasBodies = drawing.bodies.some(({ fixed, reach }) => !fixed && reach > 0);
    this.hasSize = hasBodies || this.ends.length > 0 || drawing.chains.some(({ anchor }) => anchor !== null);
  }

  private isMoving({ kind, index }: End): boolean {
    if (kind === "world") return false;
    return !(kind === "body" ? this.drawing.bodies[index] : this.drawing.particles[index]).fixed;
  }

  /** Everything that moves, where it is now. */
  visitMoving(snapshot: Snapshot, visit: Visit): void {
    const { bodies, particles, chains } = this.drawing;
    bodies.forEach(({ fixed }, i) => {
      if (!fixed) this.visitBody(i, snapshot, visit);
    });
    particles.forEach(({ fixed }, j) => {
      if (!fixed) visitPoint(snapshot.particles, 3 * j, visit);
    });
    for (let o = 0; o < snapshot.masses.length; o += 3) visitPoint(snapshot.masses, o, visit);
    for (const { anchor } of chains) if (anchor !== null) visitPoint(anchor, 0, visit);
    for (const end of this.ends) {
      findEnd(place, end, snapshot);
      visit(place.x, place.y, place.z);
    }
  }

  /** The things at rest: bodies without planes, and wires. */
  visitFixed(snapshot: Snapshot, visit: Visit): void {
    const { bodies, particles, wires } = this.drawing;
    bodies.forEach(({ fixed }, i) => {
      if (fixed) this.visitBody(i, snapshot, visit);
    });
    particles.forEach(({ fixed }, j) => {
      if (fixed) visitPoint(snapshot.particles, 3 * j, visit);
    });
    for (const { points } of wires) for (let o = 0; o < points.length; o += 3) visitPoint(points, o, visit);
  }

  private visitBody(i: number, { poses }: Snapshot, visit: Visit): void {
    const outline = this.outlines[i];
    const o = poseStride * i;
    const [px, py, pz, a, b, c, w] = poses.subarray(o, o + 7);
    for (let k = 0; k < outline.length; k += 3) {
      const [x, y, z] = [outline[k], outline[k + 1], outline[k + 2]];
      const [tx, ty, tz] = [2 * (b * z - c * y), 2 * (c * x - a * z), 2 * (a * y - b * x)];
      visit(x + w * tx + b * tz - c * ty + px, y + w * ty + c * tx - a * tz + py, z + w * tz + a * ty - b * tx + pz);
    }
  }
}

function visitPoint(from: ArrayLike<number>, o: number, visit: Visit): void {
  if (o + 2 < from.length) visit(from[o], from[o + 1], from[o + 2]);
}

/** Faces, edges and corners of a cube. */
const directions = [-1, 0, 1]
  .flatMap((x) => [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((z) => [x, y, z] as const)))
  .filter((n) => n.some((x) => x !== 0));

/** The outermost vertices of every body, in its frame. */
function outlineBodies({ bodies, solids }: Drawing): Float64Array[] {
  const outlines = bodies.map((): Float64Array => new Float64Array(0));
  for (const solid of solids) {
    const plain = outlineSolid(solid);
    solid.owners.forEach((body, k) => {
      const own = movePoints(plain, solid.places, poseStride * k);
      outlines[body] = outlines[body].length === 0 ? own : Float64Array.from([...outlines[body], ...own]);
    });
  }
  return outlines;
}

function outlineSolid({ positions }: DrawnSolid): Float64Array {
  const found = new Set<number>();
  for (const [x, y, z] of directions) {
    let [best, most] = [0, -Infinity];
    for (let o = 0; o < positions.length; o += 3) {
      const reach = x * positions[o] + y * positions[o + 1] + z * positions[o + 2];
      if (reach > most) [best, most] = [o, reach];
    }
    found.add(best);
  }
  return Float64Array.from([...found].flatMap((o) => [...positions.subarray(o, o + 3)]));
}

function movePoints(points: Float64Array, places: Float32Array, o: number): Float64Array {
  if (places.subarray(o, o + 6).every((x) => x === 0)) return points;
  const move = new Matrix4().compose(
    new Vector3().fromArray(places, o),
    new Quaternion().fromArray(places, o + 3).normalize(),
    new Vector3(1, 1, 1),
  );
  const moved = new Float64Array(points.length);
  for (let k = 0; k < points.length; k += 3) new Vector3().fromArray(points, k).applyMatrix4(move).toArray(moved, k);
  return moved;
}

const place = new Vector3();
