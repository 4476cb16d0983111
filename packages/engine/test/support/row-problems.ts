/**
 * Row problems of all sorts for the solvers of frictionless contact: boxes stacked, laid as a brick wall, piled at random,
 * chained by ball joints. Gravity is −9.81 along z; y = M^(1/2) a, bodies of 6 coordinates.
 */
import { RowKind, UnilateralProblem } from "@rigor/engine/linalg";
import { createRng, nextInRange, nextInteger, type Rng } from "@rigor/engine/math";

export const gravity = 9.81;

export interface BoxBody {
  readonly x: readonly number[];
  readonly mass: number;
  /** Principal moments; the axes of the body are those of the world unless R is given, row by row. */
  readonly inertia: readonly number[];
  readonly R?: readonly number[];
  readonly force?: readonly number[];
  readonly torque?: readonly number[];
}

/** A contact (kind inequality) or one row of a joint: the normal points from b to a; −1 is the world. */
export interface BodyRow {
  readonly a: number;
  readonly b: number;
  readonly p: readonly number[];
  readonly n: readonly number[];
  readonly kind?: RowKind;
  readonly c?: number;
}

/** The problem of bodies and rows, in the order given. */
export function buildProblem(bodies: readonly BoxBody[], rows: readonly BodyRow[]): UnilateralProblem {
  const problem = new UnilateralProblem();
  for (const body of bodies) {
    const o = problem.nodeStart[problem.addNode(6)];
    const lift = [0, 0, -gravity * body.mass].map((g, k) => (g + (body.force?.[k] ?? 0)) / Math.sqrt(body.mass));
    const turn = toBody(body, body.torque ?? [0, 0, 0]).map((t, k) => t / Math.sqrt(body.inertia[k]));
    problem.y0.set([...lift, ...turn], o);
  }
  for (const row of rows) {
    const i = problem.addRow(row.kind ?? RowKind.inequality, row.a, row.b);
    problem.c[i] = row.c ?? 0;
    let at = problem.rowStart[i];
    for (const [end, sign] of [
      [row.a, 1],
      [row.b, -1],
    ]) {
      if (end < 0) continue;
      const body = bodies[end];
      const arm = row.p.map((x, k) => x - body.x[k]);
      const n = row.n.map((x) => sign * x);
      const turn = toBody(body, cross(arm, n));
      for (let k = 0; k < 3; k++) problem.values[at++] = n[k] / Math.sqrt(body.mass);
      for (let k = 0; k < 3; k++) problem.values[at++] = turn[k] / Math.sqrt(body.inertia[k]);
    }
  }
  return problem;
}

/** A vector of the world in the axes of the body. */
function toBody(body: BoxBody, v: readonly number[]): number[] {
  const R = body.R;
  if (R === undefined) return [...v];
  // columns of R are the axes of the body
  return [0, 1, 2].map((k) => R[k] * v[0] + R[3 + k] * v[1] + R[6 + k] * v[2]);
}

function cross(a: readonly number[], b: readonly number[]): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function box(x: readonly number[], size: readonly number[], mass: number): BoxBody {
  const [u, v, w] = size.map((s) => s * s);
  return { x, mass, inertia: [(mass * (v + w)) / 12, (mass * (u + w)) / 12, (mass * (u + v)) / 12] };
}

function random(rng: Rng, low: number, high: number): number {
  return nextInRange(rng, low, high);
}

/** Cubes one upon the other, four contacts each; `jitter` shifts them, `spread` is the decades that masses range over. */
export function stackProblem(count: number, seed = 0, jitter = 0, spread = 0): UnilateralProblem {
  const rng = createRng(seed);
  const bodies: BoxBody[] = [];
  const rows: BodyRow[] = [];
  for (let k = 0; k < count; k++) {
    const x = [jitter * random(rng, -1, 1), jitter * random(rng, -1, 1), k + 0.5];
    bodies.push(box(x, [1, 1, 1], 10 ** (spread * random(rng, -0.5, 0.5))));
    const below = k === 0 ? x : bodies[k - 1].x;
    for (const [i, j] of [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ]) {
      // the corners of the common face
      const p = [0, 1].map((e) => {
        const s = e === 0 ? i : j;
        return s > 0 ? Math.min(x[e], below[e]) + 0.5 : Math.max(x[e], below[e]) - 0.5;
      });
      rows.push({ a: k, b: k - 1, p: [...p, k], n: [0, 0, 1] });
    }
  }
  return buildProblem(bodies, rows);
}

/** A wall of bricks in running bond, each upon two; side joints touch as well. */
export function wallProblem(columns: number, layers: number): UnilateralProblem {
  const bodies: BoxBody[] = [];
  const rows: BodyRow[] = [];
  const index = (layer: number, k: number) => layer * columns + k;
  const left = (layer: number, k: number) => 2 * k + (layer % 2);
  for (let layer = 0; layer < layers; layer++) {
    for (let k = 0; k < columns; k++) {
      const l = left(layer, k);
      bodies.push(box([l + 1, 0, layer + 0.5], [2, 1, 1], 1));
      for (let q = 0; q < columns; q++) {
        const from = layer === 0 ? l : Math.max(l, left(layer - 1, q));
        const to = layer === 0 ? l + 2 : Math.min(l + 2, left(layer - 1, q) + 2);
        if (to <= from || (layer === 0 && q > 0)) continue;
        for (const x of [from, to]) {
          for (const y of [-0.5, 0.5]) {
            const b = layer === 0 ? -1 : index(layer - 1, q);
            rows.push({ a: index(layer, k), b, p: [x, y, layer], n: [0, 0, 1] });
          }
        }
      }
      if (k === 0) continue;
      for (const y of [-0.5, 0.5]) {
        rows.push({ a: index(layer, k), b: index(layer, k - 1), p: [l, y, layer + 0.5], n: [1, 0, 0] });
      }
    }
  }
  return buildProblem(bodies, rows);
}

/**
 * Bodies thrown together: contacts between near centres, of 1, 2 or 4 points each, and with the floor; `push` is the size
 * of random forces beside gravity, `spread` the decades of the masses.
 */
export function pileProblem(contacts: number, seed: number, push = 0, spread = 0): UnilateralProblem {
  const rng = createRng(seed);
  const count = Math.max(1, Math.round(contacts / 5.5));
  const side = Math.max(1, Math.ceil(Math.cbrt(count)));
  const bodies: BoxBody[] = [];
  for (let k = 0; k < count; k++) {
    const cell = [k % side, Math.floor(k / side) % side, Math.floor(k / side / side)];
    const x = cell.map((s, e) => 0.9 * s + (e === 2 ? 0.5 : 0) + random(rng, -0.2, 0.2));
    const mass = 10 ** (spread * random(rng, -0.5, 0.5));
    const force = [0, 0, 0].map(() => push * mass * random(rng, -1, 1));
    const torque = [0, 0, 0].map(() => 0.3 * push * mass * random(rng, -1, 1));
    bodies.push({
      ...box(
        x,
        [1, 1, 1].map(() => random(rng, 0.7, 1.3)),
        mass,
      ),
      R: randomRotation(rng),
      force,
      torque,
    });
  }
  const rows: BodyRow[] = [];
  const touch = (a: number, b: number, p: number[], n: number[]) => {
    const points = [1, 2, 4][nextInteger(rng, 0, 2)];
    const [t1, t2] = frame(n);
    for (let q = 0; q < points; q++) {
      const s = points === 1 ? 0 : 0.3 * [1, -1, 1, -1][q];
      const u = points === 4 ? 0.3 * [1, 1, -1, -1][q] : 0;
      rows.push({ a, b, p: p.map((x, e) => x + s * t1[e] + u * t2[e]), n });
    }
  };
  for (let a = 0; a < count; a++) {
    if (a < side * side) touch(a, -1, [bodies[a].x[0], bodies[a].x[1], 0], [0, 0, 1]);
    for (let b = 0; b < a; b++) {
      const gap = bodies[a].x.map((x, e) => x - bodies[b].x[e]);
      const far = Math.sqrt(gap.reduce((sum, x) => sum + x * x, 0));
      if (far > 0.95) continue;
      const middle = bodies[b].x.map((x, e) => x + 0.5 * gap[e]);
      touch(
        a,
        b,
        middle,
        gap.map((x) => x / far),
      );
    }
  }
  return buildProblem(bodies, rows.length > 0 ? rows : [{ a: 0, b: -1, p: [0, 0, 0], n: [0, 0, 1] }]);
}

/** Links joined by ball joints (three equalities each), lying on bumps, pulled at the end. */
export function chainProblem(count: number, seed: number): UnilateralProblem {
  const rng = createRng(seed);
  const bodies: BoxBody[] = [];
  const rows: BodyRow[] = [];
  for (let k = 0; k < count; k++) {
    bodies.push({
      ...box([k, 0, random(rng, 0.4, 0.6)], [1, 0.2, 0.2], 1),
      force: k === count - 1 ? [5, 1, 0] : [0, 0, 0],
    });
    if (k > 0) {
      const p = [k - 0.5, 0, 0.5];
      for (const n of [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ]) {
        rows.push({ a: k, b: k - 1, p, n, kind: RowKind.equality });
      }
    }
    if (nextInteger(rng, 0, 2) > 0) {
      const tilt = random(rng, -0.3, 0.3);
      const n = [Math.sin(tilt), 0, Math.cos(tilt)];
      for (const y of [-0.1, 0.1]) rows.push({ a: k, b: -1, p: [k + random(rng, -0.4, 0.4), y, 0.4], n });
    }
  }
  return buildProblem(bodies, rows);
}

function frame(n: readonly number[]): number[][] {
  const e = Math.abs(n[0]) < 0.6 ? [1, 0, 0] : [0, 1, 0];
  const t = cross(n, e);
  const length = Math.sqrt(t[0] ** 2 + t[1] ** 2 + t[2] ** 2);
  const t1 = t.map((x) => x / length);
  return [t1, cross(n, t1)];
}

function randomRotation(rng: Rng): number[] {
  const q = [0, 0, 0, 0].map(() => random(rng, -1, 1));
  const s = 2 / q.reduce((sum, x) => sum + x * x, 0);
  const [w, x, y, z] = q;
  return [
    1 - s * (y * y + z * z),
    s * (x * y - w * z),
    s * (x * z + w * y),
    s * (x * y + w * z),
    1 - s * (x * x + z * z),
    s * (y * z - w * x),
    s * (x * z - w * y),
    s * (y * z + w * x),
    1 - s * (x * x + y * y),
  ];
}
