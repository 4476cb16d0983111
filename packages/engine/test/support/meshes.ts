/** Meshes for the tests of mass properties, and how far two results are apart. */
import { cos, quat, sin } from "@rigor/engine/math";
import fc from "fast-check";
import type { MassProperties } from "../../src/rigid/mass/mass-properties.js";

/** Up to 5 m, in 64ths: chance would otherwise choose mostly numbers near zero. */
const coordinate = fc.integer({ min: -320, max: 320 }).map((x) => x / 64);
export const vector = fc.tuple(coordinate, coordinate, coordinate);
/** Unit quaternions. */
export const quaternion = fc
  .tuple(coordinate, coordinate, coordinate, coordinate)
  .filter((q) => q.some((x) => x !== 0))
  .map(unit);

export interface TestMesh {
  readonly vertices: number[][];
  readonly faces: number[][];
}

/** A box from corner to corner, of six quadrilaterals. */
export function createBox(low: readonly number[], high: readonly number[]): TestMesh {
  const vertices = Array.from({ length: 8 }, (_, v) => [v & 4, v & 2, v & 1].map((bit, k) => (bit ? high : low)[k]));
  const faces = [
    [0, 1, 3, 2],
    [4, 6, 7, 5],
    [0, 4, 5, 1],
    [2, 3, 7, 6],
    [0, 2, 6, 4],
    [1, 5, 7, 3],
  ];
  return { vertices, faces };
}

/** A torus about z of rings × sides quadrilaterals, with its vertices on the true surface. */
export function createTorus(R: number, a: number, rings: number, sides: number): TestMesh {
  const vertices: number[][] = [];
  const faces: number[][] = [];
  for (let i = 0; i < rings; i++) {
    for (let j = 0; j < sides; j++) {
      const [s, c] = turn(i / rings);
      const [st, ct] = turn(j / sides);
      const r = R + a * ct;
      vertices.push([r * c, r * s, a * st]);
      const [p, q] = [(i + 1) % rings, (j + 1) % sides];
      faces.push([i * sides + j, p * sides + j, p * sides + q, i * sides + q]);
    }
  }
  return { vertices, faces };
}

/** A profile [r, z] from bottom to top, turned about z; ends at r = 0 are one vertex, others are closed by a polygon. */
export function createRevolved(profile: readonly (readonly number[])[], sides: number): TestMesh {
  const vertices: number[][] = [];
  const rings = profile.map(([r, z]) => {
    const first = vertices.length;
    if (r === 0) {
      vertices.push([0, 0, z]);
      return Array.from({ length: sides }, () => first);
    }
    for (let j = 0; j < sides; j++) {
      const [s, c] = turn(j / sides);
      vertices.push([r * c, r * s, z]);
    }
    return Array.from({ length: sides }, (_, j) => first + j);
  });
  const faces: number[][] = [];
  rings.slice(1).forEach((upper, i) => {
    const lower = rings[i];
    for (let j = 0; j < sides; j++) {
      const k = (j + 1) % sides;
      faces.push([lower[j], lower[k], upper[k], upper[j]]);
    }
  });
  if (profile[0][0] > 0) faces.push(rings[0].slice().reverse());
  if (profile[profile.length - 1][0] > 0) faces.push(rings[rings.length - 1].slice());
  return { vertices, faces };
}

function turn(fraction: number): [number, number] {
  return [sin(2 * Math.PI * fraction), cos(2 * Math.PI * fraction)];
}

/** Both meshes in one, the second with its own vertices. */
export function joinMeshes(a: TestMesh, b: TestMesh): TestMesh {
  const shift = a.vertices.length;
  return {
    vertices: [...a.vertices, ...b.vertices],
    faces: [...a.faces, ...b.faces.map((face) => face.map((v) => v + shift))],
  };
}

/** The same surface with its faces running the other way. */
export function reverseMesh({ vertices, faces }: TestMesh): TestMesh {
  return { vertices, faces: faces.map((face) => face.slice().reverse()) };
}

/** Every vertex turned by q and moved by p. */
export function moveMesh({ vertices, faces }: TestMesh, q: readonly number[], p: readonly number[]): TestMesh {
  const out = new Float64Array(3);
  const moved = vertices.map((vertex) => {
    quat.rotateVector(out, 0, Float64Array.from(q), 0, Float64Array.from(vertex), 0);
    return Array.from(out, (x, k) => x + p[k]);
  });
  return { vertices: moved, faces };
}

/** A unit quaternion of four numbers that are not all zero. */
export function unit(q: readonly number[]): number[] {
  const out = Float64Array.from(q);
  quat.normalize(out, 0, out, 0);
  return [...out];
}

/**
 * How far `a` is from `b`: the largest of the relative error of the mass, the error of the centre beside the radius of
 * gyration of b, and that of the inertia beside its largest entry.
 */
export function differ(a: MassProperties, b: MassProperties): number {
  const size = Math.max(...b.inertia.map(Math.abs));
  const gyration = Math.sqrt(size / b.mass);
  const center = Math.max(...a.center.map((x, k) => Math.abs(x - b.center[k])));
  const inertia = Math.max(...a.inertia.map((x, k) => Math.abs(x - b.inertia[k])));
  return Math.max(Math.abs(a.mass / b.mass - 1), center / gyration, inertia / size);
}

/** The properties with given numbers, for expectations. */
export function properties(mass: number, center: readonly number[], inertia: readonly number[]): MassProperties {
  return { mass, center: Float64Array.from(center), inertia: Float64Array.from(inertia) };
}
