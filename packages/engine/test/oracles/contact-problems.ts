/**
 * Frictionless contact problems with known answers: cubes of 1 m and 1 kg, contacts with normals given, gravity 9.81 along
 * −z. All stand still. `forces` are those of least norm, by symmetry or, for the degenerate cube, by solving the normal
 * equations of its six floor contacts by hand; a second source, sequential quadratic programming, agrees to 1e-15.
 */
import { type BodyRow, type BoxBody, gravity } from "../support/row-problems.js";

export interface ContactReference {
  readonly name: string;
  readonly bodies: readonly BoxBody[];
  readonly rows: readonly BodyRow[];
  readonly forces: readonly number[];
  readonly rank: number;
  readonly holding: number;
}

function cube(z: number): BoxBody {
  return { x: [0, 0, z], mass: 1, inertia: [1 / 6, 1 / 6, 1 / 6] };
}

const corners = [
  [-0.5, -0.5],
  [0.5, -0.5],
  [0.5, 0.5],
  [-0.5, 0.5],
];

function floor(x: number, y: number, z = 0): BodyRow {
  return { a: 0, b: -1, p: [x, y, z], n: [0, 0, 1] };
}

/** n cubes on the floor; the contacts below cube k carry a quarter of what is from k upwards. */
function stack(n: number): ContactReference {
  const count = Array.from({ length: n }, (_, k) => k);
  return {
    name: `a stack of ${n}`,
    bodies: count.map((k) => cube(k + 0.5)),
    rows: count.flatMap((k) => corners.map(([x, y]) => ({ a: k, b: k - 1, p: [x, y, k], n: [0, 0, 1] }))),
    forces: count.flatMap((k) => corners.map(() => ((n - k) * gravity) / 4)),
    rank: 3 * n,
    holding: 4 * n,
  };
}

const grid = [-0.5, 0, 0.5].flatMap((x) => [-0.5, 0, 0.5].map((y) => floor(x, y, -0.5)));

export const contactReferences: readonly ContactReference[] = [
  { ...stack(1), name: "four legs" },
  {
    name: "nine coplanar contacts",
    bodies: [cube(0)],
    rows: grid,
    forces: grid.map(() => gravity / 9),
    rank: 3,
    holding: 9,
  },
  stack(10),
  stack(100),
  {
    // one corner twice, the middle of the floor, and a wall that is touched without being pressed
    name: "duplicates and a contact with neither force nor acceleration",
    bodies: [cube(0.5)],
    rows: [
      ...corners.map(([x, y]) => floor(x, y)),
      floor(-0.5, -0.5),
      floor(0, 0),
      { a: 0, b: -1, p: [0.5, 0, 0.5], n: [-1, 0, 0] },
    ],
    forces: [2, 3, 4, 3, 2, 3, 0].map((share) => (share * gravity) / 17),
    rank: 4,
    holding: 7,
  },
];
