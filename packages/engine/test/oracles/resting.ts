/**
 * Resting contact with known answers: closed forms, and tables of exact rational arithmetic rounded once. SI units, z up,
 * gravity (0, 0, −g); at rest unless said. Planar cases move in the plane y = 0: `alpha` is the angular acceleration about
 * +y, a contact stands for an edge along y, and its force for the sum on that edge. Accelerations are unique; forces are
 * where `unique` says so, as sums on edges.
 */
import type { Vector } from "./bounce.js";

// --- bricks and blocks in a plane -------------------------------------------------------------------------------------

interface PlanarBlock {
  readonly mass: number;
  /** Along x and z. */
  readonly size: readonly [number, number];
  readonly x: number;
  readonly z: number;
}

interface PlanarContact {
  /** Blocks from 0; −1 is what is fixed. The normal is +z, from b to a. */
  readonly a: number;
  readonly b: number;
  readonly x: number;
  readonly force: number;
  /** Of parting, m/s². */
  readonly parting: number;
}

export interface PlanarCase {
  readonly name: string;
  readonly gravity: number;
  readonly blocks: readonly PlanarBlock[];
  /** What is fixed below them: the half x ≤ 0 of the floor, or all of it. */
  readonly support: "ledge" | "floor";
  readonly contacts: readonly PlanarContact[];
  readonly unique: boolean;
  /** (ax, az, alpha) a block. */
  readonly accelerations: readonly Vector[];
}

/** Bricks of 2 m × 0.5 m and 1 kg on a ledge, g = 10, with their middles at these x. */
function bricks(xs: readonly number[]): PlanarBlock[] {
  return xs.map((x, k) => ({ mass: 1, size: [2, 0.5], x, z: 0.25 + 0.5 * k }));
}

/** Two contacts a brick: the ends of what it shares with the one below, or with the ledge. */
function brickContacts(xs: readonly number[], forces: readonly number[], parting: readonly number[]): PlanarContact[] {
  return xs.flatMap((x, k) => {
    const left = Math.max(x, k > 0 ? xs[k - 1] : x) - 1;
    const right = k > 0 ? Math.min(x, xs[k - 1]) + 1 : 0;
    return [left, right].map((at, side) => {
      return { a: k, b: k - 1, x: at, force: forces[2 * k + side], parting: parting[2 * k + side] };
    });
  });
}

/** Brick k from the top juts λ L/(2k) over what is below it. */
function overhang(count: number, lambda: number): number[] {
  const xs: number[] = [];
  let edge = 0;
  for (let k = count; k > 0; k--) {
    edge += lambda / k;
    xs.push(edge - 1);
  }
  return xs;
}

/** A stack in balance: each pair of contacts shares the weight above by the law of the lever. */
function balanced(name: string, xs: readonly number[]): PlanarCase {
  const contacts = brickContacts(xs, [], []);
  const forces = xs.flatMap((_, k) => {
    const above = xs.slice(k);
    const middle = above.reduce((sum, x) => sum + x, 0) / above.length;
    const [left, right] = [contacts[2 * k].x, contacts[2 * k + 1].x];
    const share = (middle - left) / (right - left);
    return [10 * above.length * (1 - share), 10 * above.length * share];
  });
  const still: Vector = [0, 0, 0];
  return {
    name,
    gravity: 10,
    blocks: bricks(xs),
    support: "ledge",
    contacts: brickContacts(xs, forces, Array(forces.length).fill(0)),
    unique: true,
    accelerations: xs.map(() => still),
  };
}

function unbalanced(
  name: string,
  xs: readonly number[],
  forces: readonly number[],
  parting: readonly number[],
  accelerations: readonly Vector[],
): PlanarCase {
  const contacts = brickContacts(xs, forces, parting);
  return { name, gravity: 10, blocks: bricks(xs), support: "ledge", contacts, unique: true, accelerations };
}

/** A box of 2 m × 1 m and 6 kg on the ledge, middle at x ≥ 0: it stands on the ledge's edge alone. */
function onEdge(x: number): PlanarCase {
  // f (1/m + x²/I) = g
  const force = 10 / (1 / 6 + (x * x) / 2.5);
  const alpha = (x * force) / 2.5;
  return {
    name: `a box on the edge, middle at ${x}`,
    gravity: 10,
    blocks: [{ mass: 6, size: [2, 1], x, z: 0.5 }],
    support: "ledge",
    contacts: [
      { a: 0, b: -1, x: x - 1, force: 0, parting: force / 6 - 10 + alpha },
      { a: 0, b: -1, x: 0, force, parting: 0 },
    ],
    unique: true,
    accelerations: [[0, force / 6 - 10, alpha]],
  };
}

/** A base, a plank of 6 m on it and two cubes on the plank, on the floor. */
function seesaw(
  name: string,
  [xl, ml]: readonly [number, number],
  [xr, mr]: readonly [number, number],
  forces: readonly number[],
  parting: readonly number[],
  accelerations: readonly Vector[],
): PlanarCase {
  const places = [
    [0, -1, -0.5],
    [0, -1, 0.5],
    [1, 0, -0.5],
    [1, 0, 0.5],
    [2, 1, xl - 0.5],
    [2, 1, xl + 0.5],
    [3, 1, xr - 0.5],
    [3, 1, xr + 0.5],
  ];
  return {
    name,
    gravity: 10,
    blocks: [
      { mass: 4, size: [1, 1], x: 0, z: 0.5 },
      { mass: 2, size: [6, 0.25], x: 0, z: 1.125 },
      { mass: ml, size: [1, 1], x: xl, z: 1.75 },
      { mass: mr, size: [1, 1], x: xr, z: 1.75 },
    ],
    support: "floor",
    contacts: places.map(([a, b, x], k) => ({ a, b, x, force: forces[k], parting: parting[k] })),
    unique: true,
    accelerations,
  };
}

/** Rows of bricks 1.99 m × 1 m and 1 kg, 0.01 m apart, at these (row, x); all stand still. */
function pyramid(name: string, places: readonly (readonly [number, number])[]): PlanarCase {
  return {
    name,
    gravity: 10,
    blocks: places.map(([row, x]) => ({ mass: 1, size: [1.99, 1], x, z: row + 0.5 })),
    support: "floor",
    contacts: [],
    unique: false,
    accelerations: places.map(() => [0, 0, 0]),
  };
}

const still: Vector = [0, 0, 0];

export const planarCases: readonly PlanarCase[] = [
  onEdge(0),
  onEdge(0.5),
  balanced("3 bricks, harmonic", overhang(3, 1)),
  unbalanced(
    "3 bricks, a tenth too far out",
    overhang(3, 1.1),
    [0, 29.566735556107126, 0, 19.027272567385452, 0, 8.904615920236159],
    [1.391246655124322, 0, 0.16650728594700726, 0, 1.3928653959524293, 0],
    [
      [0, 0.539462988721676, 0.8517836664026462],
      [0, 0.12265664714929174, 0.9666162774005823],
      [0, -1.095384079763841, 2.514244495125504],
    ],
  ),
  balanced("5 bricks, nine tenths out", overhang(5, 0.9)),
  unbalanced(
    "5 bricks, a tenth too far out",
    overhang(5, 1.1),
    [0, 49.42788182621346, 0, 38.82671398958313, 0, 28.427309932122366, 0, 18.294010625880947, 0, 8.561455021326438],
    [
      1.371895832310234, 0, 0.024236653631950107, 0, 0.055827160525235994, 0, 0.16009052519815312, 0,
      1.3391879610561015, 0,
    ],
    [
      [0, 0.6011678366303272, 0.7707279956799068],
      [0, 0.39940405746076674, 0.784778229669443],
      [0, 0.1332993062414162, 0.8189581238685671],
      [0, -0.2674443954454896, 0.9293653826259141],
      [0, -1.438544978673562, 2.4173520060215825],
    ],
  ),
  balanced("8 bricks, harmonic", overhang(8, 1)),
  unbalanced(
    "4 bricks, the third too far out",
    [-1, -0.5, 0.6, 0.5],
    [
      5, 33.12743823146944, 0, 28.12743823146944, 1.5532437509030488, 15.01372634012426, 5.023612346861953,
      3.415919512695914,
    ],
    [0, 0, 4.681404421326398, 0, 0, 0, 0, 0],
    [
      still,
      [0, 1.5604681404421326, 3.120936280884265],
      [0, -1.8725617685305591, 3.120936280884265],
      [0, -1.5604681404421326, 3.120936280884265],
    ],
  ),
  seesaw("a seesaw in balance", [-2, 1], [2, 1], [40, 40, 20, 20, 5, 5, 5, 5], Array(8).fill(0), Array(4).fill(still)),
  seesaw(
    "a seesaw, heavier on the left",
    [-2.5, 2],
    [1.5, 1],
    [
      69.47397260273972, 20, 49.47397260273973, 0, 8.772602739726027, 9.123287671232877, 5.438356164383562,
      5.6136986301369864,
    ],
    [0, 0, 0, 0.5260273972602739, 0, 0, 0, 0],
    [
      still,
      [0, 0.26301369863013696, -0.5260273972602739],
      [0, -1.0520547945205478, -0.5260273972602739],
      [0, 1.0520547945205478, -0.5260273972602739],
    ],
  ),
  pyramid("a pyramid of six", [
    [0, -2],
    [0, 0],
    [0, 2],
    [1, -1],
    [1, 1],
    [2, 0],
  ]),
  pyramid("a pyramid without its right foot", [
    [0, -2],
    [0, 0],
    [1, -1],
    [1, 1],
    [2, 0],
  ]),
];

// --- single bodies ------------------------------------------------------------------------------------------------------

/** A box flat on the floor: a quarter of the weight a corner, least norm. */
export const restingBox = { size: [2, 3, 1], mass: 6, gravity: 10, force: 15 } as const;

/** A table on three feet with a load on it: the weight of 13 kg acts at `centre`. */
export const threeFeet = {
  feet: [
    [1, 0],
    [-0.5, 0.8],
    [-0.5, -0.8],
  ],
  mass: 13,
  centre: [0.75 / 13, 0.9 / 13],
  gravity: 10,
  forces: [48.333333333333336, 46.458333333333336, 35.208333333333336],
} as const;

/** A sphere in a groove of two planes: n₁ f₁ + n₂ f₂ = m g. */
export const groove = {
  mass: 2,
  gravity: 10,
  normals: [
    [0.6, 0, 0.8],
    [-5 / 13, 0, 12 / 13],
  ],
  forces: [8.928571428571429, 13.928571428571429],
} as const;

/** A thin ladder on floor and wall, its top at x = 0: α = −3 g cos θ/(2 L) while both ends slide. */
export const ladder = { mass: 3, length: 4, cos: 0.8, sin: 0.6, gravity: 10 } as const;

export function ladderMotion({ mass: m, length: L, cos, sin, gravity: g }: typeof ladder) {
  const alpha = (-3 * g * cos) / (2 * L);
  const ax = (-L / 2) * sin * alpha;
  const az = (L / 2) * cos * alpha;
  return { ax, az, alpha: alpha, floor: m * (g + az), wall: m * ax };
}

/** A thin rod with its lower end on the floor, θ above the horizontal; its centre moves so that the end stays there. */
export interface SlidingRod {
  readonly mass: number;
  readonly length: number;
  readonly gravity: number;
  readonly cos: number;
  readonly sin: number;
  readonly rate: number;
}

export const slidingRods: readonly SlidingRod[] = [
  { mass: 1, length: 2, gravity: 10, cos: 0.6, sin: 0.8, rate: 0 },
  { mass: 1, length: 2, gravity: 10, cos: 5 / 13, sin: 12 / 13, rate: -2 },
  // so fast that the floor lets go: g < (L/2) θ̇² sin θ
  { mass: 1, length: 2, gravity: 10, cos: 0.6, sin: 0.8, rate: -4 },
];

/** N (1/m + (L/2)² cos²θ/I) = g − (L/2) θ̇² sin θ, if that is positive. */
export function slidingRodMotion({ mass: m, length, gravity: g, cos, sin, rate }: SlidingRod) {
  const half = length / 2;
  const I = (m * length * length) / 12;
  const free = g - half * rate * rate * sin;
  const force = Math.max(0, free / (1 / m + (half * half * cos * cos) / I));
  return { force, angular: (-force * half * cos) / I, az: force / m - g };
}

/** Rods let go with their lower end on the floor; they stay there until they lie. */
export const rodFalls = [
  { angle: Math.PI / 3, t: 0.5391376189190102, rate: 3.6042171212021312, first: 5.714285714285714, last: 2.5 },
  { angle: (4 * Math.PI) / 9, t: 0.7235692115029573, rate: 3.8434510918161977, first: 9.170432843430788, last: 2.5 },
] as const;

/** A small sphere on a large fixed one, let go at θ₀ off the top: it leaves where cos θ = ⅔ cos θ₀. */
export const ballOnBall = { radii: [0.25, 0.75], cos: 0.8, gravity: 10, mass: 1, t: 0.3365798187391791 } as const;

// --- several bodies -------------------------------------------------------------------------------------------------------

/** A block on a wedge on the floor, all smooth; the slope falls towards +x. */
export const slidingWedge = { block: 2, wedge: 5, sin: 0.6, cos: 0.8, gravity: 10 } as const;

export function wedgeMotion({ block: m, wedge: M, sin, cos, gravity: g }: typeof slidingWedge) {
  const wedge = (-m * g * sin * cos) / (M + m * sin * sin);
  const along = g * sin - wedge * cos;
  const normal = (-M * wedge) / sin;
  return { wedge, blockX: wedge + along * cos, blockZ: -along * sin, normal, floor: M * g + normal * cos };
}

/** Three spheres of 1 m and 2 kg on the floor, touching, and one on top, let go: those below part at once. */
export const spherePile = {
  radius: 1,
  mass: 2,
  gravity: 10,
  top: 6.998542122237652,
  floor: 180 / 7,
  topAcceleration: -10 / 7,
  outward: 2.0203050891044216,
  parting: 3.499271061118826,
} as const;

/**
 * Five contacts: spheres of 1 kg and radius ½; S₁ between wall and floor, S₂ on the floor, S₃ on both, its contacts φ from
 * the vertical. S₂ slides away:
 *
 *   s = g sin φ/(1 + 4cos²φ)   of S₃, along (cos φ, −sin φ)        2 s cos φ   of S₂
 */
export const fiveContacts = { gravity: 10, sin: 0.6, cos: 0.8 } as const;

export function fiveContactForces({ gravity: g, sin, cos }: typeof fiveContacts) {
  const s = (g * sin) / (1 + 4 * cos * cos);
  const right = (2 * s * cos) / sin;
  const left = g * cos - right * (cos * cos - sin * sin);
  return {
    accelerations: [
      [0, 0, 0],
      [2 * s * cos, 0, 0],
      [s * cos, 0, -s * sin],
    ],
    wall: left * sin,
    floor: [g + left * cos, g + right * cos],
    upper: [left, right],
  };
}

export interface MovingContact {
  readonly name: string;
  readonly sizeA: Vector;
  readonly sizeB: Vector;
  readonly massA: number;
  readonly massB: number;
  readonly rotationA: readonly number[];
  readonly rotationB: readonly number[];
  readonly xA: Vector;
  readonly xB: Vector;
  readonly vA: Vector;
  readonly vB: Vector;
  readonly omegaA: Vector;
  readonly omegaB: Vector;
  readonly point: Vector;
  readonly normal: Vector;
  readonly gravity: number;
  readonly force: number;
  /** d̈ of the gap, m/s². */
  readonly parting: number;
}

/** Free boxes that move, and spin, with a rate of exactly zero at their one contact. */
export const movingContacts: readonly MovingContact[] = [
  {
    name: "a corner on a face",
    sizeA: [1, 2, 3],
    sizeB: [4, 4, 2],
    massA: 6,
    massB: 8,
    rotationA: [2, -3, 1, 5],
    rotationB: [0, 0, 0, 1],
    xA: [-1.0205128205128204, -0.48205128205128206, 2.2948717948717947],
    xB: [0, 0, 0],
    vA: [1, 1, 1.2346153846153847],
    vB: [0, -1, 0],
    omegaA: [-2, 1, 1],
    omegaB: [1, 1.5, 2],
    point: [0.3, -0.2, 1],
    normal: [0, 0, 1],
    gravity: 10,
    force: 3.20254817849181,
    parting: 0,
  },
  {
    name: "crossed edges",
    sizeA: [1, 4, 2],
    sizeB: [6, 2, 2],
    massA: 4,
    massB: 12,
    rotationA: [-11, 15, 23, 15],
    rotationB: [2, 4, 3, 9],
    xA: [0.7836363636363637, 0.8909090909090909, 0.5763636363636364],
    xB: [-10 / 11, -1.2272727272727273, -0.6909090909090909],
    vA: [-0.08264462809917356, -0.24793388429752067, -0.371900826446281],
    vB: [1, 0, 0],
    omegaA: [2, 1, -1],
    omegaB: [-1, 0.5, 1],
    point: [0, 0, 0],
    normal: [2 / 11, 6 / 11, 9 / 11],
    gravity: 10,
    force: 0,
    parting: 7.201544320207422,
  },
];

/**
 * w = J Jᵀ f + b: 1 kg at rest, touched by five planes with the normals J_i/|J_i| that begin to move with −b_i/|J_i|.
 * The forces are f_i |J_i|, the planes part from it with w_i/|J_i|.
 */
export const drivenPlanes = {
  rows: [
    [-2, 1, 3],
    [3, 3, -3],
    [-1, -3, 0],
    [3, 0, 0],
    [2, 0, 3],
  ],
  b: [-27, -81, 82, -7, -13],
  w: [0, 0, 0, 5, 4],
  f: [8, 7, 1, 0, 0],
} as const;
