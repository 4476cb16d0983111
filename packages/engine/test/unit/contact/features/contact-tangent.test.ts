/** How fast surfaces move across each other, and the rate of that, against differences along the motion. */
import { describe, expect, test } from "vitest";
import {
  createBox,
  createCapsule,
  createCone,
  createCylinder,
  createPlane,
  createSphere,
  type Shape,
} from "../../../../src/collide/index.js";
import { Curve, evaluateContact, evaluateTangent } from "../../../../src/contact/index.js";
import { createRng, nextOnSphere, type Rng } from "../../../../src/math/index.js";
import { bodySize, computeAngularAcceleration, computePointAcceleration, Slot } from "../../../../src/rigid/index.js";
import {
  drawRotation,
  drawVector,
  followPair,
  makeTouching,
  readMargin,
  sample,
  type Touching,
} from "../../../support/contacts.js";

const h = 1e-3;
const solids: Record<string, Shape> = {
  box: createBox({ size: [1, 0.7, 1.3] }),
  sphere: createSphere({ radius: 0.4 }),
  capsule: createCapsule({ radius: 0.3, height: 0.9 }),
  cylinder: createCylinder({ radius: 0.4, height: 0.9 }),
  cone: createCone({ radius: 0.5, height: 0.8 }),
};
const plane = createPlane({ normal: [0.3, 1, -0.2], offset: 0.1 });

function drawPair(rng: Rng, a: Shape | null, b: Shape): Touching {
  for (;;) {
    const away = new Float64Array(3);
    nextOnSphere(away, 0, rng);
    if (b === plane) away.set([0.3, 1, -0.2].map((x) => x / Math.sqrt(1.13)));
    const aside = drawVector(rng, 0.4);
    const position = away.map((x, k) => 3 * x + aside[k]);
    const places = [
      { position, rotation: drawRotation(rng) },
      { position: [0, 0, 0], rotation: b === plane ? [0, 0, 0, 1] : drawRotation(rng) },
    ];
    const touching = makeTouching(
      rng,
      a,
      places[0],
      b,
      places[1],
      away.map((x) => -x),
    );
    if (touching !== null && touching.table.count > 0) return touching;
  }
}

/** v of the point p of body i (−1: the particle), and its acceleration without what the run of p adds. */
function readPoint({ system }: Touching, i: number, p: ArrayLike<number>): { v: number[]; a: number[] } {
  if (i < 0) {
    const { state, force, inverseMass } = system.particles;
    return { v: [3, 4, 5].map((k) => state[k]), a: [0, 1, 2].map((k) => force[k] * inverseMass[0]) };
  }
  const out = new Float64Array(6);
  const x = system.state.subarray(bodySize * i, bodySize * i + 3);
  const r = [0, 1, 2].map((k) => p[k] - x[k]);
  const omega = system.angularVelocity.subarray(3 * i, 3 * i + 3);
  computePointAcceleration(out, 0, system, i, system.state, bodySize * i);
  computeAngularAcceleration(out, 3, system, i);
  const turn = cross(omega, r);
  const swing = cross(out.subarray(3), r);
  return {
    v: turn.map((w, k) => w + system.velocity[3 * i + k]),
    a: swing.map((w, k) => w + out[k]),
  };
}

function cross(a: ArrayLike<number>, b: ArrayLike<number>): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** vA(p) − vB(p) at the state. */
function readVelocity(touching: Touching): number[] {
  const { table, system, parts, cache } = touching;
  evaluateContact(table, 0, system, parts, cache);
  const p = table.point.slice(0, 3);
  const [a, b] = [table.bodyA[0], table.bodyB[0]].map((i) => readPoint(touching, i, p).v);
  return a.map((v, k) => v - b[k]);
}

/** Takes from A what changes the gap. */
function stopGap({ table, system, parts, cache }: Touching): void {
  evaluateContact(table, 0, system, parts, cache);
  const i = table.bodyA[0];
  for (let k = 0; k < 3; k++) {
    const change = table.rate[0] * table.normal[k];
    if (i < 0) system.particles.state[3 + k] -= change;
    else system.state[bodySize * i + Slot.P + k] -= change / system.inverseMass[i];
  }
  const state = new Float64Array(system.dimension + 1);
  system.getState(state);
  system.setState(state);
}

const pairs: [string, Shape | null, Shape][] = [];
for (const [nameA, a] of Object.entries(solids)) {
  for (const [nameB, b] of Object.entries(solids)) pairs.push([`${nameA} and ${nameB}`, a, b]);
  pairs.push([`${nameA} and plane`, a, plane], [`particle and ${nameA}`, null, a]);
}

const seen = new Set<number>();

describe("slip and its rate", () => {
  test.each(pairs)("%s", (_name, a, b) => {
    const rng = createRng(5);
    for (let round = 0; round < 8; round++) {
      const touching = drawPair(rng, a, b);
      const { table, system, parts, cache } = touching;
      stopGap(touching);
      evaluateContact(table, 0, system, parts, cache);
      table.belt.fill(0);
      evaluateTangent(table, 0, parts, cache);
      const bias = table.bias.slice(0, 3);
      // −(belt·n) ṅ with a belt along n tells ṅ
      table.belt.set(table.normal.subarray(0, 3));
      evaluateTangent(table, 0, parts, cache);
      const turn = bias.map((b, k) => b - table.bias[k]);
      const slip = table.slip.slice(0, 3);
      const n = table.normal.slice(0, 3);
      const p = table.point.slice(0, 3);
      system.computeForces();
      const [A, B] = [table.bodyA[0], table.bodyB[0]].map((i) => readPoint(touching, i, p));
      const sampled = sample(system, h, () => [
        ...readVelocity(touching),
        readMargin(touching, 0),
        followPair(touching),
        ...table.normal.subarray(0, 3),
      ]);
      const follows = Math.min(...sampled[4]) > -Infinity && Math.min(...sampled[3]) > 0;
      // what is found by search bends as it likes beyond where its features end
      if (table.curve[0] >= Curve.general && !follows) continue;
      seen.add(16 * table.form[0] + table.curve[0]);
      for (let k = 0; k < 3; k++) {
        const d = sampled[k];
        const rate = (d[6] - 9 * d[5] + 45 * d[4] - 45 * d[2] + 9 * d[1] - d[0]) / (60 * h);
        const coarse = (8 * (d[4] - d[2]) - (d[5] - d[1])) / (12 * h);
        // rounding of points 1e-15/h times ω; what differences of order 4 lack; of general ones their own differences
        expect(Math.abs(A.a[k] - B.a[k] + bias[k] - rate)).toBeLessThan(2e-11 + Math.abs(rate - coarse));
        const bend = sampled[5 + k];
        const turned = (bend[6] - 9 * bend[5] + 45 * bend[4] - 45 * bend[2] + 9 * bend[1] - bend[0]) / (60 * h);
        const roughly = (8 * (bend[4] - bend[2]) - (bend[5] - bend[1])) / (12 * h);
        // near tips normals turn fast: 3e-10 there
        expect(Math.abs(turn[k] - turned)).toBeLessThan(5e-10 + Math.abs(turned - roughly));
        const along = (A.v[0] - B.v[0]) * n[0] + (A.v[1] - B.v[1]) * n[1] + (A.v[2] - B.v[2]) * n[2];
        expect(Math.abs(A.v[k] - B.v[k] - along * n[k] - slip[k])).toBeLessThan(4e-15);
      }
    }
  });

  test("most forms are met", () => {
    expect(seen.size).toBeGreaterThan(12);
  });
});
