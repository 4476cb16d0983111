/** Impacts against closed forms: the figures of the paper, the notes' formula, billiards, and large scenes by conservation. */
import { ImpactFallback, type ImpactLaw, ImpactSolver, ImpactStatus } from "@rigor/engine/contact";
import { RowKind, type UnilateralProblem } from "@rigor/engine/linalg";
import { createRng, nextInRange, type Rng } from "@rigor/engine/math";
import { describe, expect, test } from "vitest";
import { type Ball, ballProblem, holdJoints, readVelocities } from "../support/impact-problems.js";
import {
  type BoxBody,
  buildProblem,
  chainProblem,
  pileProblem,
  stackProblem,
  wallProblem,
} from "../support/row-problems.js";

const threshold = 1e-6;
const laws: readonly ImpactLaw[] = ["simultaneous", "propagation"];

function collide(law: ImpactLaw, balls: readonly Ball[], touches: readonly (readonly [number, number])[], e: number) {
  const solver = new ImpactSolver({ law });
  const status = solver.solve(ballProblem(balls, touches), new Float64Array(touches.length).fill(e), threshold);
  expect(status).toBe(ImpactStatus.ok);
  return { solver, v: readVelocities(balls, solver.y) };
}

/** Balls in a row, each touching the next. */
function lineUp(masses: readonly number[], velocities: readonly number[]): [Ball[], [number, number][]] {
  const balls = masses.map((mass, k) => ({ mass, velocity: velocities[k] }));
  return [balls, balls.slice(1).map((_, k): [number, number] => [k, k + 1])];
}

function expectNear(actual: readonly number[], expected: readonly number[], tolerance: number): void {
  expect(Math.max(...actual.map((x, k) => Math.abs(x - expected[k])))).toBeLessThan(tolerance);
}

describe("figure 11: three balls in a row, e = 1", () => {
  const [balls, touches] = lineUp([1, 1, 1], [1, 0, 0]);

  test("at once: −1/3, 2/3, 2/3", () => {
    const { v, solver } = collide("simultaneous", balls, touches, 1);
    // two ulp
    expectNear(v, [-1 / 3, 2 / 3, 2 / 3], 4e-16);
    expectNear(Array.from(solver.impulses.subarray(0, 2)), [4 / 3, 2 / 3], 4e-16);
    expect([solver.rounds, solver.blend, solver.fallback]).toEqual([1, 1, ImpactFallback.none]);
  });

  test("one after the other: 0, 0, 1, exactly", () => {
    const { v, solver } = collide("propagation", balls, touches, 1);
    expect(v).toEqual([0, 0, 1]);
    expect(solver.rounds).toBe(2);
  });
});

describe("Newton's cradle", () => {
  for (const [n, k] of [
    [5, 1],
    [5, 2],
    [5, 3],
    [12, 5],
  ]) {
    const masses = new Array<number>(n).fill(2);
    const [balls, touches] = lineUp(
      masses,
      masses.map((_, i) => (i < k ? 1 : 0)),
    );

    test(`${k} of ${n} balls, one after the other: as many leave`, () => {
      const { v, solver } = collide("propagation", balls, touches, 1);
      expectNear(
        v,
        masses.map((_, i) => (i < n - k ? 0 : 1)),
        1e-15,
      );
      // those that are struck at once count as one: n − 1 waves at the most
      expect(solver.rounds).toBe(n - 1);
    });

    test(`${k} of ${n} balls, at once: two groups, (2k − n)/n and 2k/n`, () => {
      const { v, solver } = collide("simultaneous", balls, touches, 1);
      expectNear(
        v,
        masses.map((_, i) => (i < k ? (2 * k - n) / n : (2 * k) / n)),
        2e-15,
      );
      expect(Math.abs(solver.energyAfter / solver.energyBefore - 1)).toBeLessThan(1e-15);
    });
  }

  test("falling masses: each ball strikes the next once", () => {
    const [balls, touches] = lineUp([8, 4, 2, 1], [1, 0, 0, 0]);
    const { v } = collide("propagation", balls, touches, 1);
    // 2M/(M + m) = 4/3 and (M − m)/(M + m) = 1/3 of the speed
    expectNear(v, [1 / 3, 4 / 9, 16 / 27, 64 / 27], 1e-15);
  });
});

describe("figure 12: a heavy ball on a light one on the floor, e = 0", () => {
  const touches: [number, number][] = [
    [-1, 0],
    [0, 1],
  ];

  test("at once: both rest after one round, whatever the masses", () => {
    for (const ratio of [1e-6, 1e-3, 1, 9, 1e3, 1e6]) {
      const balls = [
        { mass: 1, velocity: 0 },
        { mass: ratio, velocity: -1 },
      ];
      const { v, solver } = collide("simultaneous", balls, touches, 0);
      expect(solver.rounds).toBe(1);
      // an ulp of the heavy ball's momentum moves the light one by as much as the ratio times it
      expectNear(v, [0, 0], 4e-16 * Math.max(1, ratio));
      expect(Math.abs(solver.impulses[0] / ratio - 1)).toBeLessThan(1e-15);
      expect(Math.abs(solver.impulses[1] / ratio - 1)).toBeLessThan(1e-15);
    }
  });

  test("one after the other: 0.9ⁿ after n strokes", () => {
    const balls = [
      { mass: 1, velocity: 0 },
      { mass: 9, velocity: -1 },
    ];
    const { v, solver } = collide("propagation", balls, touches, 0);
    // until 0.9ⁿ ≤ 10⁻⁶: n = 132, with a stroke on the floor after each but where the light ball is slow enough
    const strokes = Math.ceil(Math.log(threshold) / Math.log(0.9));
    expect(solver.fallback).toBe(ImpactFallback.none);
    expect(solver.rounds).toBe(2 * strokes - 1);
    expect(Math.abs(v[1] / -(0.9 ** strokes) - 1)).toBeLessThan(1e-13);
  });

  test("the strokes of an elastic pair count digits of π; where they are too many, that is said", () => {
    for (const [ratio, count] of [
      [1, 3],
      [100, 31],
      [1e4, 314],
    ]) {
      const balls = [
        { mass: 1, velocity: 0 },
        { mass: ratio, velocity: -1 },
      ];
      const { solver } = collide("propagation", balls, touches, 1);
      expect([solver.rounds, solver.fallback]).toEqual([count, ImpactFallback.none]);
      // 1e-16 a stroke
      expect(Math.abs(solver.energyAfter / solver.energyBefore - 1)).toBeLessThan(1e-15 + 2e-16 * count);
    }
    const { solver } = collide(
      "propagation",
      [
        { mass: 1, velocity: 0 },
        { mass: 1e6, velocity: -1 },
      ],
      touches,
      1,
    );
    expect(solver.fallback).toBe(ImpactFallback.impulseLimit);
    expect(Math.max(...solver.after.subarray(0, 2).map((v) => -v))).toBeLessThan(threshold);
  });
});

describe("figure 13: A is struck from below by C, and parts from B without an impulse", () => {
  for (const law of laws) {
    for (const e of [0, 0.5, 1]) {
      test(`${law}, e = ${e}`, () => {
        // upwards: B and C below A
        const balls = [
          { mass: 2, velocity: 0 },
          { mass: 3, velocity: 0 },
          { mass: 1, velocity: 4 },
        ];
        const { v, solver } = collide(
          law,
          balls,
          [
            [0, 1],
            [2, 1],
          ],
          e,
        );
        const j = ((1 + e) * 4) / (1 / 3 + 1 / 1);
        expect(solver.impulses[0]).toBe(0);
        expectNear(v, [0, j / 3, 4 - j], 1e-15);
      });
    }
  }
});

describe("one contact", () => {
  test("has the impulse of (8–18), with the inertia of both bodies", () => {
    const rng = createRng(21);
    for (let trial = 0; trial < 200; trial++) {
      const bodies = [0, 1].map(() => randomBody(rng));
      const [p, n, v, w] = [0, 0, 0, 0].map(() => [0, 1, 2].map(() => nextInRange(rng, -1, 1)));
      const length = Math.sqrt(n[0] ** 2 + n[1] ** 2 + n[2] ** 2);
      const normal = n.map((x) => x / length);
      const problem = buildProblem(bodies, [{ a: 0, b: 1, p, n: normal }]);
      const spin = [0, 1].map(() => [0, 1, 2].map(() => nextInRange(rng, -1, 1)));
      [v, w].forEach((velocity, b) => {
        const { mass, inertia } = bodies[b];
        const o = 6 * b;
        for (let k = 0; k < 3; k++) {
          problem.y0[o + k] = Math.sqrt(mass) * velocity[k];
          problem.y0[o + 3 + k] = Math.sqrt(inertia[k]) * spin[b][k];
        }
      });
      const e = nextInRange(rng, 0, 1);
      const expected = pushOnce(bodies, p, normal, [v, w], spin, e);
      for (const law of laws) {
        const solver = new ImpactSolver({ law });
        expect(solver.solve(problem, Float64Array.of(e), threshold)).toBe(ImpactStatus.ok);
        expect(Math.abs(solver.impulses[0] - expected)).toBeLessThan(1e-14 * Math.max(1, expected));
        if (expected > 0) expect(Math.abs(solver.after[0] + e * solver.before[0])).toBeLessThan(1e-14);
      }
    }
  });
});

/** j of (8–18) with plain vectors; 0 if the points part. Axes of the bodies are those of the world. */
function pushOnce(
  bodies: readonly BoxBody[],
  p: readonly number[],
  n: readonly number[],
  v: readonly number[][],
  omega: readonly number[][],
  e: number,
): number {
  let rate = 0;
  let term = 0;
  bodies.forEach(({ x, mass, inertia }, b) => {
    const r = p.map((q, k) => q - x[k]);
    const pointVelocity = cross(omega[b], r).map((u, k) => u + v[b][k]);
    rate += (b === 0 ? 1 : -1) * dot(n, pointVelocity);
    const turn = cross(r, n).map((t, k) => t / inertia[k]);
    term += 1 / mass + dot(n, cross(turn, r));
  });
  return rate < 0 ? (-(1 + e) * rate) / term : 0;
}

function cross(a: readonly number[], b: readonly number[]): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function randomBody(rng: Rng): BoxBody {
  const numbers = (low: number, high: number) => [0, 1, 2].map(() => nextInRange(rng, low, high));
  return { x: numbers(-1, 1), mass: nextInRange(rng, 0.2, 5), inertia: numbers(0.1, 2) };
}

describe("a cube that lands flat", () => {
  for (const law of laws) {
    test(`${law}: the corners share alike, and it does not turn`, () => {
      const corners = [
        [-0.5, -0.5],
        [0.5, 0.5],
        [0.5, -0.5],
        [-0.5, 0.5],
      ];
      const problem = buildProblem(
        [{ x: [0, 0, 0.5], mass: 3, inertia: [0.5, 0.5, 0.5] }],
        corners.map(([x, y]) => ({ a: 0, b: -1, p: [x, y, 0], n: [0, 0, 1] })),
      );
      problem.y0.fill(0);
      problem.y0[2] = -2 * Math.sqrt(3);
      const solver = new ImpactSolver({ law });
      expect(solver.solve(problem, new Float64Array(4).fill(0.5), threshold)).toBe(ImpactStatus.ok);
      expectNear(Array.from(solver.impulses.subarray(0, 4)), new Array(4).fill((1.5 * 3 * 2) / 4), 1e-14);
      expectNear(Array.from(solver.y.subarray(0, 6)), [0, 0, Math.sqrt(3), 0, 0, 0], 1e-14);
    });
  }
});

describe("large scenes", () => {
  const scenes: readonly (readonly [string, UnilateralProblem])[] = [
    ["a stack of 25", stackProblem(25, 3, 0.1)],
    ["a wall", wallProblem(5, 5)],
    ["a pile", pileProblem(150, 5)],
    ["a pile of unlike masses", pileProblem(60, 6, 0, 4)],
    ["a chain of 20", chainProblem(20, 7)],
  ];
  for (const [name, problem] of scenes) {
    test(`${name}, thrown at random`, () => {
      const rng = createRng(31);
      const solver = new ImpactSolver();
      for (const mixed of [false, true]) {
        for (let k = 0; k < problem.dimension; k++) problem.y0[k] = nextInRange(rng, -1, 1);
        holdJoints(problem);
        const e = Float64Array.from({ length: problem.rowCount }, () => (mixed ? nextInRange(rng, 0, 1) : 1));
        expect(solver.solve(problem, e, threshold)).toBe(ImpactStatus.ok);
        const change = solver.energyAfter / solver.energyBefore - 1;
        // measured 6e-16
        expect(change).toBeLessThan(2e-15);
        if (!mixed && solver.fallback === ImpactFallback.none) expect(change).toBeGreaterThan(-2e-15);
        for (let i = 0; i < problem.rowCount; i++) {
          const v = problem.kind[i] === RowKind.equality ? -Math.abs(solver.after[i]) : solver.after[i];
          expect(v).toBeGreaterThanOrEqual(-threshold);
        }
      }
    });
  }
});
