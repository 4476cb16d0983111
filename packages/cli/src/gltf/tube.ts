/** Thin things to draw: wires along curves, coils, rods. */
import { atan2, cos, sin } from "@rigor/engine/math";
import type { SceneCurve, ShapeMesh } from "@rigor/engine/scene";

type Vector = readonly number[];

/** A wire of round section along a list of points, its ends closed by caps, or bent round into a ring. */
export function buildTube(points: readonly Vector[], radius: number, sides: number, ring = false): ShapeMesh {
  const n = points.length;
  const circle = Array.from({ length: sides }, (_, j) => (2 * Math.PI * j) / sides).map((a) => [cos(a), sin(a)]);
  const positions = new Float64Array(3 * sides * n);
  const normals = new Float64Array(positions.length);
  let across: Vector = [0, 0, 0];
  let o = 0;
  for (let k = 0; k < n; k++) {
    const before = points[ring ? (k + n - 1) % n : Math.max(0, k - 1)];
    const after = points[ring ? (k + 1) % n : Math.min(n - 1, k + 1)];
    const along = unit(minus(after, before));
    // the direction across is carried along, so that the wire does not twist
    across = k === 0 ? perpendicular(along) : unit(minus(across, scale(along, dot(across, along))));
    const third = cross(along, across);
    for (let j = 0; j < sides; j++) {
      for (let m = 0; m < 3; m++) {
        normals[o] = circle[j][0] * across[m] + circle[j][1] * third[m];
        positions[o] = points[k][m] + radius * normals[o];
        o++;
      }
    }
  }
  return { positions, normals, indices: joinSections(n, sides, ring) };
}

/** Triangles between each section and the next, and over both ends unless it is a ring. */
function joinSections(n: number, sides: number, ring: boolean): Uint32Array {
  const indices: number[] = [];
  for (let k = 0; k < (ring ? n : n - 1); k++) {
    const a = k * sides;
    const b = ((k + 1) % n) * sides;
    for (let j = 0; j < sides; j++) {
      const next = (j + 1) % sides;
      indices.push(a + j, a + next, b + next, a + j, b + next, b + j);
    }
  }
  const last = (n - 1) * sides;
  for (let j = 1; j + 1 < sides && !ring; j++) indices.push(0, j + 1, j, last, last + j, last + j + 1);
  return Uint32Array.from(indices);
}

/** A rod from the origin to (0, 1, 0). */
export function buildRod(radius: number): ShapeMesh {
  const ends = [
    [0, 0, 0],
    [0, 1, 0],
  ];
  return buildTube(ends, radius, 12);
}

const turns = 9;
const stepsPerTurn = 16;

/** A coil spring from the origin to (0, 1, 0), with a straight piece at either end. */
export function buildCoil(radius: number, wire: number): ShapeMesh {
  const points: number[][] = [[0, 0, 0]];
  const steps = turns * stepsPerTurn;
  for (let k = 0; k <= steps; k++) {
    // widens and narrows within half a turn
    const r = radius * Math.min(1, (2 * k) / stepsPerTurn, (2 * (steps - k)) / stepsPerTurn);
    const angle = (2 * Math.PI * k) / stepsPerTurn;
    points.push([r * cos(angle), 0.1 + (0.8 * k) / steps, r * sin(angle)]);
  }
  points.push([0, 1, 0]);
  return buildTube(points, wire, 8);
}

/** From where, and in which direction, it is measured how far a point goes along a curve. */
export function findCurveAxis(curve: SceneCurve, first: Vector): { origin: Vector; direction: Vector } {
  if (curve.type === "line") return { origin: curve.point, direction: unit(curve.direction) };
  return { origin: first, direction: unit(curve.type === "circle" ? curve.normal : curve.axis) };
}

/** The part of a curve on which a point was, from `first` on, and as much beyond as `more`, m; of a circle all. */
export function buildCurve(curve: SceneCurve, wire: number, first: Vector, went: Way, more: number): ShapeMesh {
  if (curve.type === "line") {
    const d = unit(curve.direction);
    const ends = widen(went, more).map((way) => curve.point.map((x, m) => x + way * d[m]));
    return buildTube(ends, wire, 12);
  }
  const axis = unit(curve.type === "circle" ? curve.normal : curve.axis);
  const u = perpendicular(axis);
  const v = cross(axis, u);
  const place = (angle: number, rise: number) =>
    curve.center.map((x, m) => x + curve.radius * (cos(angle) * u[m] + sin(angle) * v[m]) + rise * axis[m]);
  if (curve.type === "circle") {
    const ring = Array.from({ length: 96 }, (_, k) => place((2 * Math.PI * k) / 96, 0));
    return buildTube(ring, wire, 8, true);
  }
  const r = minus(first, curve.center);
  const [phase, height] = [atan2(dot(r, v), dot(r, u)), dot(r, axis)];
  const [low, high] = widen(went, Math.abs(curve.pitch)).map((way) => way / curve.pitch);
  const steps = Math.min(2000, Math.ceil(Math.abs(high - low) * 48));
  const points = Array.from({ length: steps + 1 }, (_, k) => {
    const turns = low + ((high - low) * k) / steps;
    return place(phase + 2 * Math.PI * turns, height + curve.pitch * turns);
  });
  return buildTube(points, wire, 8);
}

/** From where to where along a direction a point went, seen from an origin. */
export interface Way {
  low: number;
  high: number;
}

/** Takes some places more. */
export function extendWay(way: Way, p: Float64Array, origin: Vector, direction: Vector): void {
  for (let k = 0; k < p.length; k += 3) {
    const place = dot([p[k] - origin[0], p[k + 1] - origin[1], p[k + 2] - origin[2]], direction);
    way.low = Math.min(way.low, place);
    way.high = Math.max(way.high, place);
  }
}

export function widen({ low, high }: Way, more: number): [number, number] {
  return [low - more, high + more];
}

function minus(a: Vector, b: Vector): number[] {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

export function scale(a: Vector, s: number): number[] {
  return [a[0] * s, a[1] * s, a[2] * s];
}

export function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function cross(a: Vector, b: Vector): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** Of length one; the zero vector becomes (0, 1, 0). */
export function unit(a: Vector): number[] {
  const length = Math.sqrt(dot(a, a));
  return length > 0 ? scale(a, 1 / length) : [0, 1, 0];
}

function perpendicular(a: Vector): number[] {
  const least = [0, 1, 2].reduce((best, k) => (Math.abs(a[k]) < Math.abs(a[best]) ? k : best), 0);
  const axis = [0, 0, 0];
  axis[least] = 1;
  return unit(cross(a, axis));
}

/** The turn that takes unit vector a to unit vector b the short way. */
export function turnBetween(a: Vector, b: Vector): number[] {
  const w = 1 + dot(a, b);
  const v = w > 1e-9 ? cross(a, b) : perpendicular(a);
  const length = Math.sqrt(dot(v, v) + (w > 1e-9 ? w * w : 0));
  return [v[0] / length, v[1] / length, v[2] / length, w > 1e-9 ? w / length : 0];
}
