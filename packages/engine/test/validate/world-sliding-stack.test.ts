/**
 * Stacks that slide, each block over the one below: at ordinary friction no forces satisfy the law of a few of them (Painlevé). In
 * the plane that is proved by trying all sets of corners that press, and so are the impulses that resolve it.
 */
import { createBox, createPlane } from "@rigor/engine/collide";
import { World } from "@rigor/engine/world";
import { describe, expect, test } from "vitest";

const g = 9.81;
/** Of a cube of 1 kg and 1 m. */
const inertia = 1 / 6;

/** Cubes on one another, each faster than the one below it. */
function build(count: number, mu: number): World {
  const world = new World();
  world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true, friction: mu });
  for (let k = 0; k < count; k++) {
    const velocity = [0.3 + 0.05 * k, 0, 0];
    world.addBody({
      shape: createBox({ size: [1, 1, 1] }),
      mass: 1,
      position: [0, 0.5 + k, 0],
      velocity,
      friction: mu,
    });
  }
  return world;
}

/** Corners below block k, left and right, in the plane: what a force (x, y) there does to (vx, vy, ω) of all blocks. */
function listCorners(count: number) {
  return Array.from({ length: 2 * count }, (_, i) => {
    const k = Math.floor(i / 2);
    const x = i % 2 === 0 ? -0.5 : 0.5;
    const rows = [0, 1].map((axis) => {
      const row = new Array<number>(3 * count).fill(0);
      // r × e about the middle of the block above, and of the one below
      [[k, -0.5, 1] as const, [k - 1, 0.5, -1] as const].forEach(([block, y, sign]) => {
        if (block < 0) return;
        row[3 * block + axis] = sign;
        row[3 * block + 2] = sign * (axis === 0 ? -y : x);
      });
      return row;
    });
    return { across: rows[0], along: rows[1] };
  });
}

const weigh = (row: readonly number[]) => row.map((v, i) => (i % 3 === 2 ? v / inertia : v));
const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, v, i) => sum + v * b[i], 0);

/** M x = r, or null if M is singular. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] | null {
  const n = right.length;
  const M = matrix.map((row, i) => [...row, right[i]]);
  for (let c = 0; c < n; c++) {
    let p = c;
    for (let i = c; i < n; i++) if (Math.abs(M[i][c]) > Math.abs(M[p][c])) p = i;
    if (Math.abs(M[p][c]) < 1e-10) return null;
    [M[c], M[p]] = [M[p], M[c]];
    for (let i = 0; i < n; i++) {
      if (i === c) continue;
      const f = M[i][c] / M[c][c];
      for (let k = c; k <= n; k++) M[i][k] -= f * M[c][k];
    }
  }
  return M.map((row, i) => row[n] / row[i]);
}

/** All motions y = start + W Jᵀ f with f in the cones: of every corner open, sticking, or slipping to the left or right. */
function enumerate(count: number, mu: number, start: readonly number[], modes: readonly string[]): number[][] {
  const corners = listCorners(count);
  const found: number[][] = [];
  for (let code = 0; code < modes.length ** corners.length; code++) {
    const chosen = corners.map((corner, i) => {
      return { ...corner, mode: modes[Math.floor(code / modes.length ** i) % modes.length] };
    });
    // forces as columns, what they have to bring about as rows
    const parts = chosen.flatMap(({ across, along, mode }) => {
      if (mode === "open") return [];
      if (mode === "stick") return [along, across].map((row) => ({ row, push: row }));
      const side = mode === "right" ? -mu : mu;
      return [{ row: along, push: along.map((v, i) => v + side * across[i]) }];
    });
    const f = solve(
      parts.map(({ row }) => parts.map(({ push }) => dot(row, weigh(push)))),
      parts.map(({ row }) => -dot(row, start)),
    );
    if (f === null) continue;
    const y = start.map((v, i) => v + parts.reduce((sum, { push }, k) => sum + f[k] * weigh(push)[i], 0));
    let at = 0;
    const isLawful = chosen.every(({ across, along, mode }) => {
      if (mode === "open") return dot(along, y) > -1e-9;
      const press = f[at++];
      if (mode === "stick") return press >= -1e-9 && Math.abs(f[at++]) <= mu * press + 1e-9;
      return press >= -1e-9 && dot(across, y) * (mode === "right" ? 1 : -1) > -1e-9;
    });
    if (isLawful) found.push(y);
  }
  return found;
}

describe("three cubes with μ = 0.8, which slide to the right over each other", () => {
  const [count, mu] = [3, 0.8];

  test("no forces hold them", () => {
    const fall = Array.from({ length: 3 * count }, (_, i) => (i % 3 === 1 ? -g : 0));
    // they slide as they do, whatever their accelerations
    const corners = listCorners(count);
    let sets = 0;
    for (let set = 0; set < 1 << corners.length; set++) {
      const pressed = corners.filter((_, i) => set & (1 << i));
      const push = pressed.map(({ across, along }) => along.map((v, i) => v - mu * across[i]));
      const f = solve(
        pressed.map(({ along }) => push.map((p) => dot(along, weigh(p)))),
        pressed.map(({ along }) => -dot(along, fall)),
      );
      if (f?.every((v) => v >= -1e-9) !== true) continue;
      const a = fall.map((v, i) => v + push.reduce((sum, p, k) => sum + f[k] * weigh(p)[i], 0));
      if (corners.every(({ along }) => dot(along, a) >= -1e-9)) sets++;
    }
    expect(sets).toBe(0);
  });

  test("an impact without a collision does, at once", () => {
    const world = build(count, mu);
    const before = world.getEnergy().kinetic;
    expect(world.settle()).toBeNull();
    expect(world.worst.fallbacks).toEqual([
      "friction/jamming: no forces satisfy the Coulomb conditions; an impact without a collision (Painlevé) stops the sliding",
    ]);
    const { velocity, angularVelocity } = world.system;
    const got = Array.from({ length: count }, (_, k) => [
      velocity[3 * k + 3],
      velocity[3 * k + 4],
      angularVelocity[3 * k + 5],
    ]).flat();
    // one of those that satisfy the law of impacts, other than nothing at all
    const start = Array.from({ length: 3 * count }, (_, i) => (i % 3 === 0 ? 0.3 + (0.05 * i) / 3 : 0));
    const all = enumerate(count, mu, start, ["open", "stick", "right", "left"]);
    const far = (a: readonly number[], b: readonly number[]) => Math.max(...a.map((v, i) => Math.abs(v - b[i])));
    expect(far(got, start)).toBeGreaterThan(0.03);
    expect(Math.min(...all.map((y) => far(got, y)))).toBeLessThan(1e-12);
    const { kinetic, dissipated } = world.getEnergy();
    expect(kinetic).toBeLessThan(before);
    expect(Math.abs(kinetic + dissipated - before)).toBeLessThan(1e-14);
    for (const { type, t, law } of world.events) {
      if (type === "collision") expect([t, law]).toEqual([0, "jamming"]);
    }
  });
});

test.each([
  [4, 0.5],
  [8, 0.3],
])("%d cubes with μ = %d: the same however the run is cut, and by no leaps", (count, mu) => {
  const run = (ends: readonly number[]) => {
    const world = build(count, mu);
    for (const t of ends) {
      const { status, worst } = world.advanceTo(t);
      expect(status).toBe("done");
      expect(worst.fallbacks.filter((what) => !what.startsWith("friction/jamming"))).toEqual([]);
      expect(worst.residual).toBeLessThan(1e-12);
    }
    return Array.from(world.system.state);
  };
  const whole = run([0.01]);
  run([1e-9, 1e-5, 1e-3, 0.01]).forEach((v, k) => {
    expect(Math.abs(v - whole[k])).toBeLessThan(1e-9);
  });
});
