/**
 * Solids of revolution as triangles: a profile of points (r, y), from the bottom up, is revolved about the y axis.
 *
 *   corner j of ring i:   (rᵢ cos φⱼ, yᵢ, rᵢ sin φⱼ),   φⱼ = 2π j/n
 *
 * A point on the axis is one corner, or n corners where the surface has a tip. Two rings at the same place with different
 * normals make a sharp edge; no triangles lie between them.
 */
import { sinCos } from "../../math/index.js";
import type { ShapeMesh } from "./triangle-mesh.js";

/** A point of a profile and the normal of the surface there, both as (radial, axial). */
interface ProfilePoint {
  readonly r: number;
  readonly y: number;
  readonly nr: number;
  readonly ny: number;
  /** Whether no triangles lie between this point and the next. */
  readonly end?: boolean;
}

/** The triangles of a sphere. */
export function revolveSphere(radius: number, segments: number): ShapeMesh {
  return revolve(roundProfile(radius, 0, -1, 1, segments), segments);
}

/** The triangles of a capsule. */
export function revolveCapsule(radius: number, height: number, segments: number): ShapeMesh {
  const low = roundProfile(radius, -height / 2, -1, 0, segments);
  return revolve([...low, ...roundProfile(radius, height / 2, 0, 1, segments)], segments);
}

/** The triangles of a cylinder. */
export function revolveCylinder(radius: number, height: number, segments: number): ShapeMesh {
  const y = height / 2;
  const side = [
    { r: radius, y: -y, nr: 1, ny: 0 },
    { r: radius, y, nr: 1, ny: 0, end: true },
  ];
  return revolve([...capProfile(radius, -y, -1), ...side, ...capProfile(radius, y, 1)], segments);
}

/** The triangles of a cone. */
export function revolveCone(radius: number, height: number, segments: number): ShapeMesh {
  const y = height / 2;
  const slant = Math.sqrt(radius * radius + height * height);
  const n = { nr: height / slant, ny: radius / slant };
  return revolve([...capProfile(radius, -y, -1), { r: radius, y: -y, ...n }, { r: 0, y, ...n }], segments);
}

/** An arc about (0, y) from `low` to `high` quarter turns above the equator, with as many sides a turn as the circles. */
function roundProfile(radius: number, y: number, low: -1 | 0, high: 0 | 1, segments: number): ProfilePoint[] {
  const quarter = Math.max(1, Math.ceil(segments / 4));
  const turn = new Float64Array(3);
  const points: ProfilePoint[] = [];
  for (let k = low * quarter; k <= high * quarter; k++) {
    turn[0] = ((k / quarter) * Math.PI) / 2;
    sinCos(turn, 1, turn, 0);
    const pole = k === quarter || k === -quarter;
    const nr = pole ? 0 : turn[2];
    points.push({ r: radius * nr, y: y + radius * turn[1], nr, ny: turn[1] });
  }
  return points;
}

/** A flat end of a cylinder or cone, facing up (1) or down (−1). */
function capProfile(radius: number, y: number, ny: 1 | -1): ProfilePoint[] {
  const middle = { r: 0, y, nr: 0, ny };
  const rim = { r: radius, y, nr: 0, ny };
  return ny < 0 ? [middle, { ...rim, end: true }] : [rim, middle];
}

function revolve(profile: readonly ProfilePoint[], n: number): ShapeMesh {
  const circle = measureCircle(n);
  // the first corner of each ring, which has one or n of them
  const first = new Int32Array(profile.length + 1);
  profile.forEach((point, i) => {
    first[i + 1] = first[i] + (point.r === 0 && point.nr === 0 ? 1 : n);
  });
  const positions = new Float64Array(3 * first[profile.length]);
  const normals = new Float64Array(positions.length);
  profile.forEach(({ r, y, nr, ny }, i) => {
    // the normals of a tip are those of the middles of its triangles
    const tip = r === 0 ? 2 * n : 0;
    for (let k = first[i], j = 0; k < first[i + 1]; k++, j++) {
      positions[3 * k] = r * circle[2 * j];
      positions[3 * k + 1] = y;
      positions[3 * k + 2] = r * circle[2 * j + 1];
      normals[3 * k] = nr * circle[tip + 2 * j];
      normals[3 * k + 1] = ny;
      normals[3 * k + 2] = nr * circle[tip + 2 * j + 1];
    }
  });
  return { positions, normals, indices: joinRings(profile, first, n) };
}

/** The triangles between each ring and the next. */
function joinRings(profile: readonly ProfilePoint[], first: Int32Array, n: number): Uint32Array {
  const indices = new Uint32Array(6 * n * profile.length);
  let o = 0;
  for (let i = 0; i + 1 < profile.length; i++) {
    if (profile[i].end) continue;
    // from one corner of a ring to the next, none where there is one only
    const low = first[i + 1] - first[i] === 1 ? 0 : 1;
    const high = first[i + 2] - first[i + 1] === 1 ? 0 : 1;
    for (let j = 0; j < n; j++) {
      const next = (j + 1) % n;
      const [a, b] = [first[i] + low * j, first[i + 1] + high * j];
      if (profile[i + 1].r !== 0) {
        indices[o++] = a;
        indices[o++] = b;
        indices[o++] = first[i + 1] + high * next;
      }
      if (profile[i].r !== 0) {
        indices[o++] = a;
        indices[o++] = profile[i + 1].r === 0 ? b : first[i + 1] + high * next;
        indices[o++] = first[i] + low * next;
      }
    }
  }
  return indices.slice(0, o);
}

/** The cosine and sine of n angles round the circle, then of the angles half way between them. */
function measureCircle(n: number): Float64Array {
  const circle = new Float64Array(4 * n);
  const turn = new Float64Array(3);
  for (let j = 0; j < 2 * n; j++) {
    turn[0] = (2 * Math.PI * (j < n ? j : j - n + 0.5)) / n;
    sinCos(turn, 1, turn, 0);
    circle[2 * j] = turn[2];
    circle[2 * j + 1] = turn[1];
  }
  return circle;
}
