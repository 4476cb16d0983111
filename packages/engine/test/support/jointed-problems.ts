/** Row problems at random with many equalities: a tree of bodies held together by ball joints, with contacts between some. */
import { RowKind, UnilateralProblem } from "@rigor/engine/linalg";
import { createRng, nextInRange, nextInteger } from "@rigor/engine/math";

type Vector = readonly number[];

export interface JointedOptions {
  /** Bodies, at most. Default 15. */
  readonly most?: number;
  /** Joints said twice: rows that depend on others. */
  readonly twice?: number;
  /** Bodies that hang together, at most. Default all. */
  readonly together?: number;
  /** Contacts, in groups of one to four, at most. Default 5. */
  readonly contacts?: number;
}

export function jointedProblem(seed: number, options: JointedOptions = {}): UnilateralProblem {
  const { most = 15, twice = 0, together = Infinity, contacts = 5 } = options;
  const rng = createRng(seed);
  const draw = (size: number) => nextInRange(rng, -size, size);
  const drawVector = (): Vector => [draw(1), draw(1), draw(1)];
  const problem = new UnilateralProblem();
  const masses = Array.from({ length: nextInteger(rng, 5, most) }, () => 10 ** draw(1));
  for (const mass of masses) {
    const o = problem.nodeStart[problem.addNode(6)];
    for (let k = 0; k < 6; k++) problem.y0[o + k] = draw(3) - (k === 2 ? 9.81 * Math.sqrt(mass) : 0);
  }
  const addRow = (kind: RowKind, a: number, b: number, n: Vector, armA: Vector, armB: Vector, c: number) => {
    const row = problem.addRow(kind, a, b);
    problem.c[row] = c;
    [
      { body: a, arm: armA, sign: 1 },
      { body: b, arm: armB, sign: -1 },
    ].forEach(({ body, arm, sign }, end) => {
      if (body < 0) return;
      const turn = cross(arm, n).map((x) => Math.sqrt(6) * x);
      const scaled = [...n, ...turn].map((x) => (sign * x) / Math.sqrt(masses[body]));
      problem.values.set(scaled, problem.rowStart[row] + (end === 0 ? 0 : 6));
    });
  };
  const joints = masses.map((_, a) => ({
    a,
    b: a % together === 0 ? -1 : nextInteger(rng, Math.max(-1, a - 3, a - (a % together)), a - 1),
    armA: drawVector(),
    armB: drawVector(),
    c: drawVector(),
  }));
  const again = Array.from({ length: twice }, () => joints[nextInteger(rng, 0, joints.length - 1)]);
  for (const { a, b, armA, armB, c } of [...joints, ...again]) {
    units.forEach((n, k) => {
      addRow(RowKind.equality, a, b, n, armA, armB, c[k]);
    });
  }
  for (let group = nextInteger(rng, 0, contacts); group > 0; group--) {
    const a = nextInteger(rng, 0, masses.length - 1);
    const other = nextInteger(rng, -1, masses.length - 1);
    const b = other === a ? -1 : other;
    const way = drawVector();
    const n = way.map((x) => x / Math.hypot(...way));
    const t = cross(n, Math.abs(n[0]) < 0.8 ? units[0] : units[1]);
    const u = cross(n, t);
    const [armA, armB, c] = [drawVector(), drawVector(), nextInteger(rng, 0, 1) * draw(1)];
    // one point, two, or the corners of a face: one of those depends on the others
    const points = [1, 2, 4][nextInteger(rng, 0, 2)];
    for (let q = 0; q < points; q++) {
      const shift = t.map((x, k) => (q % 2 === 0 ? -0.3 : 0.3) * x + (q < 2 ? 0.3 : -0.3) * u[k]);
      const move = (arm: Vector) => arm.map((x, k) => x + shift[k]);
      addRow(RowKind.inequality, a, b, n, move(armA), move(armB), c);
    }
  }
  return problem;
}

const units: readonly Vector[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

function cross(a: Vector, b: Vector): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
