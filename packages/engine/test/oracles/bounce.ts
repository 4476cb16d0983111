/**
 * Collisions with known answers: closed forms, and tables of exact rational arithmetic rounded once. SI units, z up,
 * gravity (0, 0, −g) where there is a g, rotations [x, y, z, w] of any length. Rates are n·(vA − vB) at the contact, n
 * from B to A. Without friction, Newton's restitution.
 *
 * With one coefficient e for all contacts the simultaneous law scales: impulses (1 + e) j₀, velocities
 * v⁻ + (1 + e)(v₀ − v⁻), where j₀, v₀ belong to e = 0. Tables of several contacts give j₀ and v₀.
 */

export type Vector = readonly [number, number, number];

// --- a ball -------------------------------------------------------------------------------------------------------

export interface DroppedBall {
  /** From the floor to the lowest point, m. */
  readonly height: number;
  readonly gravity: number;
  readonly e: number;
  readonly radius: number;
}

export const droppedBalls: readonly DroppedBall[] = [
  { height: 1, gravity: 9.81, e: 0.5, radius: 0.5 },
  { height: 1, gravity: 9.8, e: 0.9, radius: 0.5 },
  { height: 1, gravity: 9.81, e: 0, radius: 0.5 },
  { height: 1.5, gravity: 9.81, e: 0.7, radius: 0.2 },
];

/** The time of bounce n = 1, 2, …: √(2h/g) (1 + 2(e + … + eⁿ⁻¹)). */
export function bounceTime({ height, gravity, e }: DroppedBall, n: number): number {
  let sum = 1;
  for (let k = 1; k < n; k++) sum += 2 * e ** k;
  return Math.sqrt((2 * height) / gravity) * sum;
}

/** The speed with which it comes down to bounce n. */
export function bounceSpeed({ height, gravity, e }: DroppedBall, n: number): number {
  return Math.sqrt(2 * gravity * height) * e ** (n - 1);
}

/** When infinitely many bounces are over. */
export function restTime({ height, gravity, e }: DroppedBall): number {
  return (Math.sqrt((2 * height) / gravity) * (1 + e)) / (1 - e);
}

/** The gap at time t. */
export function heightAt(ball: DroppedBall, t: number): number {
  const { height, gravity } = ball;
  if (t >= restTime(ball)) return 0;
  let n = 0;
  while (bounceTime(ball, n + 1) <= t) n++;
  if (n === 0) return height - (gravity * t * t) / 2;
  const s = t - bounceTime(ball, n);
  return bounceSpeed(ball, n + 1) * s - (gravity * s * s) / 2;
}

/** A ball between walls at x = ±2, from the middle at 3 m/s: impact n = 1, 2, … */
export const walledBall = { radius: 0.5, wall: 2, speed: 3, e: 0.9 } as const;

export function wallImpact(n: number): { readonly t: number; readonly x: number; readonly v: number } {
  const { radius, wall, speed, e } = walledBall;
  const reach = wall - radius;
  let t = reach / speed;
  for (let k = 1; k < n; k++) t += (2 * reach) / (speed * e ** k);
  const side = n % 2 === 1 ? 1 : -1;
  return { t, x: side * reach, v: -side * speed * e ** n };
}

/** 1 kg that meets two fixed planes at once; normals away from the solid. */
export const cornerImpact = {
  normals: [
    [0.6, 0, 0.8],
    [-5 / 13, 0, 12 / 13],
  ],
  before: [0.25, 1, -2],
  impulses: [0.625, 1.625],
  after: [0, 1, 0],
} as const;

// --- one contact --------------------------------------------------------------------------------------------------

/** A thin rod, in the plane y = 0, falls from rest and meets the floor with its lower, left end. */
export const fallingRod = { mass: 1, length: 2, angle: Math.PI / 6, height: 1, gravity: 9.81, e: 0.5 } as const;

/** ω about +y: the lower end is at −(L/2) cos θ. */
export function rodImpact({ mass: m, length, angle, height, gravity: g, e }: typeof fallingRod) {
  const x = (-length / 2) * Math.cos(angle);
  const I = (m * length * length) / 12;
  const before = -Math.sqrt(2 * g * height);
  const impulse = (-(1 + e) * before) / (1 / m + (x * x) / I);
  const vz = before + impulse / m;
  const omega = (-x * impulse) / I;
  const energy = (m * vz * vz + I * omega * omega) / 2;
  return { t: Math.sqrt((2 * height) / g), before, impulse, vz, omega, energy };
}

/** A box turned by 30° about y falls onto its lowest edge, two corners at once. */
export const fallingBox = { size: [1, 2, 3], mass: 6, angle: Math.PI / 6, height: 0.75, gravity: 10 } as const;

export function boxEdgeImpact({ size, mass: m, angle, height, gravity: g }: typeof fallingBox, e: number) {
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  // the corner (−x, −z) of the box, turned: x' = c x + s z, z' = −s x + c z; the lowest is (+, −)
  const x = (c * size[0] - s * size[2]) / 2;
  const z = -(s * size[0] + c * size[2]) / 2;
  const I = (m * (size[0] * size[0] + size[2] * size[2])) / 12;
  const before = -Math.sqrt(2 * g * height);
  const impulse = (-(1 + e) * before) / (1 / m + (x * x) / I);
  return { t: -before / g, centre: height - z, impulse, vz: before + impulse / m, omega: (-x * impulse) / I };
}

/** A box that stands on one corner, in flight until now; the floor is z = 0. */
export const cornerOnFloor = {
  size: [1, 2, 3],
  mass: 6,
  rotation: [2, -1, 3, 7],
  position: [0, 0, 1.8174603174603174],
  velocity: [0.5, -1, -4],
  angularVelocity: [1, -2, 0.5],
  point: [0.4365079365079365, -0.07936507936507936, 0],
  e: 0.5,
  rate: -3.2063492063492065,
  impulse: 22.609571099924835,
  after: {
    v: [0.5, -1, -0.23173815001252762],
    omega: [0.8330475301069565, -4.355081494593601, 1.5424669970486886],
    L: [2.9970987915151617, -18.17550565145371, -0.7845175107079869],
  },
} as const;

export interface BoxPair {
  readonly name: string;
  readonly e: number;
  readonly sizeA: Vector;
  readonly sizeB: Vector;
  readonly massA: number;
  readonly massB: number;
  readonly rotationA: readonly number[];
  readonly rotationB: readonly number[];
  /** At the time of contact. */
  readonly xA: Vector;
  readonly xB: Vector;
  readonly vA: Vector;
  readonly vB: Vector;
  readonly omegaA: Vector;
  readonly omegaB: Vector;
  readonly point: Vector;
  /** From B to A. */
  readonly normal: Vector;
  readonly rate: number;
  readonly impulse: number;
  readonly after: { readonly vA: Vector; readonly omegaA: Vector; readonly vB: Vector; readonly omegaB: Vector };
  /** When they meet again if they met first at 0.5 s, ±2e-4; null if not before 1 s, or not known. */
  readonly second: number | null;
}

const cornerOnFace = {
  sizeA: [1, 2, 3],
  sizeB: [4, 4, 2],
  massA: 6,
  massB: 8,
  rotationA: [4, -6, 3, 2],
  rotationB: [1, -2, 1, 3],
  xA: [-0.5487179487179488, -0.019487179487179488, 2.7482051282051283],
  xB: [1, 2, 3],
  vA: [2.1666666666666665, 2.066666666666667, -0.5333333333333333],
  vB: [-1, -0.3, 0.4],
  point: [0.5666666666666667, 1.2266666666666666, 3.5866666666666664],
  normal: [-2 / 3, -2 / 3, 1 / 3],
} as const;

const crossedEdges = {
  sizeA: [1, 4, 2],
  sizeB: [6, 2, 2],
  massA: 4,
  massB: 12,
  rotationA: [-11, 15, 23, 15],
  rotationB: [2, 4, 3, 9],
  xA: [-0.21636363636363637, 1.3909090909090909, 2.576363636363636],
  xB: [-21 / 11, -8 / 11, 1.309090909090909],
  vA: [2 / 11, -1.2045454545454546, -1.6818181818181819],
  vB: [-0.022727272727272728, 0.6818181818181818, 0.7727272727272727],
  point: [-1, 0.5, 2],
  normal: [2 / 11, 6 / 11, 9 / 11],
} as const;

/** Two free boxes, no gravity. Those without spin can be launched earlier: they move along straight lines. */
export const boxPairs: readonly BoxPair[] = [
  {
    ...cornerOnFace,
    name: "a corner on a face, without spin, e = 0",
    e: 0,
    omegaA: [0, 0, 0],
    omegaB: [0, 0, 0],
    rate: -4,
    impulse: 5.263199310417878,
    after: {
      vA: [1.5818667432869025, 1.4818667432869024, -0.24093337164345122],
      omegaA: [1.0448141371189124, -1.5351676750577992, -0.38227867909016033],
      vB: [-0.5614000574651768, 0.1385999425348232, 0.18070002873258842],
      omegaB: [-0.052631993104178786, 0.09736918724273075, 0.08947438827710393],
    },
    second: 0.7846,
  },
  {
    ...cornerOnFace,
    name: "a corner on a face, without spin, e = 1",
    e: 1,
    omegaA: [0, 0, 0],
    omegaB: [0, 0, 0],
    rate: -4,
    impulse: 10.526398620835757,
    after: {
      vA: [0.9970668199071382, 0.8970668199071382, 0.051466590046430914],
      omegaA: [2.0896282742378247, -3.0703353501155983, -0.7645573581803207],
      vB: [-0.12280011493035363, 0.5771998850696464, -0.038599942534823184],
      omegaB: [-0.10526398620835757, 0.1947383744854615, 0.17894877655420785],
    },
    second: 0.74,
  },
  {
    ...cornerOnFace,
    name: "a corner on a face, spinning, e = 0.5",
    e: 0.5,
    omegaA: [-0.3333333333333333, -1.9333333333333333, 1.4666666666666666],
    omegaB: [0.16666666666666666, 1.4666666666666666, 0.26666666666666666],
    rate: -1.9974358974358974,
    impulse: 3.9423387142456994,
    after: {
      vA: [1.7286290317504778, 1.628629031750478, -0.31431451587523895],
      omegaA: [0.44927264052785204, -3.083232966862204, 1.1803252330020177],
      vB: [-0.6714717738128584, 0.028528226187141598, 0.2357358869064292],
      omegaB: [0.12724327952420966, 1.5395999328802121, 0.33368642480884353],
    },
    second: null,
  },
  {
    ...crossedEdges,
    name: "crossed edges, without spin, e = 0",
    e: 0,
    omegaA: [0, 0, 0],
    omegaB: [0, 0, 0],
    rate: -3,
    impulse: 6.51108437641898,
    after: {
      vA: [0.4777765625644991, -0.3166703123065027, -0.35000546845975405],
      omegaA: [-0.9519358560309876, 0.4844246776055721, -0.04062916650885444],
      vB: [-0.12138006630937849, 0.3858598010718645, 0.3287897016077968],
      omegaB: [-0.031075629978363314, 0.18349419606271672, -0.11542376849106374],
    },
    second: null,
  },
  {
    ...crossedEdges,
    name: "crossed edges, without spin, e = 1",
    e: 1,
    omegaA: [0, 0, 0],
    omegaB: [0, 0, 0],
    rate: -3,
    impulse: 13.02216875283796,
    after: {
      vA: [0.7737349433108164, 0.5712048299324491, 0.9818072448986738],
      omegaA: [-1.9038717120619753, 0.9688493552111442, -0.08125833301770888],
      vB: [-0.22003285989148424, 0.08990142032554725, -0.11514786951167912],
      omegaB: [-0.06215125995672663, 0.36698839212543344, -0.23084753698212748],
    },
    second: null,
  },
  {
    ...crossedEdges,
    name: "crossed edges, spinning, e = 0.5",
    e: 0.5,
    omegaA: [0.09090909090909091, 1.2727272727272727, -2.090909090909091],
    omegaB: [-0.7727272727272727, 0.18181818181818182, 1.2727272727272727],
    rate: -1.55,
    impulse: 5.04609039172471,
    after: {
      vA: [0.41118592689657774, -0.5164422193102669, -0.6496633289654002],
      omegaA: [-0.6468411975149245, 1.6481563978715912, -2.122396694953453],
      vB: [-0.09918318775340469, 0.4524504367397859, 0.42867565510967887],
      omegaB: [-0.7968108859605043, 0.32402618376678727, 1.1832738521466983],
    },
    second: null,
  },
];

/** A sphere of mass 3 at the origin, and one of mass 2 that touches it from the direction n. */
export const obliqueSpheres = {
  masses: [2, 3],
  radii: [1, 0.75],
  normal: [2 / 7, 3 / 7, 6 / 7],
  before: [
    [-1, 0, -2],
    [0.5, 1, 1],
  ],
} as const;

/** j = −(1 + e) v⁻/(1/m₁ + 1/m₂). */
export function obliqueImpact(e: number) {
  const { masses, normal, before } = obliqueSpheres;
  const rate = normal.reduce((sum, n, k) => sum + n * (before[0][k] - before[1][k]), 0);
  const impulse = (-(1 + e) * rate) / (1 / masses[0] + 1 / masses[1]);
  const after = [1, -1].map((side, i) => before[i].map((v, k) => v + (side * impulse * normal[k]) / masses[i]));
  return { rate, impulse, after };
}

// --- several contacts at once ---------------------------------------------------------------------------------------

export interface BallLine {
  readonly name: string;
  readonly masses: readonly number[];
  readonly before: readonly number[];
  /** Whether the first one lies on the floor, the line upright. */
  readonly floor: boolean;
  /** With e = 0. Contacts from below: floor and first if there is one, first and second, … */
  readonly plastic: readonly number[];
  readonly impulses: readonly number[];
}

/** Balls on a line that all touch their neighbours; velocities along the line. */
export const ballLines: readonly BallLine[] = [
  {
    name: "one ball into two",
    masses: [1, 1, 1],
    before: [1, 0, 0],
    floor: false,
    plastic: [1 / 3, 1 / 3, 1 / 3],
    impulses: [2 / 3, 1 / 3],
  },
  {
    name: "one ball into four",
    masses: [1, 1, 1, 1, 1],
    before: [1, 0, 0, 0, 0],
    floor: false,
    plastic: [0.2, 0.2, 0.2, 0.2, 0.2],
    impulses: [0.8, 0.6, 0.4, 0.2],
  },
  {
    name: "nine kilograms onto one on the floor",
    masses: [1, 9],
    before: [0, -1],
    floor: true,
    plastic: [0, 0],
    impulses: [9, 9],
  },
  {
    name: "two that fall together",
    masses: [9, 1],
    before: [-1, -1],
    floor: true,
    plastic: [0, 0],
    impulses: [10, 1],
  },
  {
    name: "one hit from both sides",
    masses: [1, 2, 3],
    before: [2, 0, -1],
    floor: false,
    plastic: [-1 / 6, -1 / 6, -1 / 6],
    impulses: [13 / 6, 2.5],
  },
];

/** What the law of propagation gives for the first line with e = 1: one contact after another. */
export const propagated = [0, 0, 1];

export interface Plank {
  /** Where ball A lies on it and where ball C meets it from below, from its middle. */
  readonly a: number;
  readonly c: number;
  /** With e = 0: A and plank, plank and C. */
  readonly impulses: readonly number[];
  readonly vA: number;
  readonly vB: number;
  readonly vC: number;
  /** Of B: its point x rises with vB + x slope. */
  readonly slope: number;
}

/** A thin rod of 4 m and 2 kg along x, at rest; 1 kg at rest on it; 3 kg that come from below at 1 m/s. */
export const plankBodies = { length: 4, masses: [1, 2, 3] } as const;

export const planks: readonly Plank[] = [
  { a: 1, c: -0.5, impulses: [4 / 21, 8 / 7], vA: 4 / 21, vB: 10 / 21, slope: -2 / 7, vC: 13 / 21 },
  { a: 0, c: 1, impulses: [0.32, 0.96], vA: 0.32, vB: 0.32, slope: 0.36, vC: 0.68 },
  { a: 1, c: 1, impulses: [7 / 12, 5 / 4], vA: 7 / 12, vB: 1 / 3, slope: 1 / 4, vC: 7 / 12 },
  // A is left behind without an impulse, …
  { a: 1.5, c: -1.5, impulses: [0, 96 / 161], vA: 0, vB: 48 / 161, slope: -54 / 161, vC: 129 / 161 },
  // … and here it is just not moved
  { a: 4 / 3, c: -1, impulses: [0, 24 / 29], vA: 0, vB: 12 / 29, slope: -9 / 29, vC: 21 / 29 },
];

/** A box that comes down flat: the sum of its impulses is (1 + e) m v, and it leaves with e v. */
export const flatBox = { size: [2, 3, 1], mass: 6, speed: 2 } as const;

/** v⁻ + (1 + e)(v₀ − v⁻). */
export function restitute(before: ArrayLike<number>, plastic: ArrayLike<number>, e: number): number[] {
  return Array.from(before, (v, k) => v + (1 + e) * (plastic[k] - v));
}
