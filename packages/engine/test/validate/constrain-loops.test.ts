/** Closed loops: rows that depend on one another, and positions in which more of them do. */
import { checkConstraints, hinge, kineticEnergy, Mechanism, totalEnergy } from "@rigor/engine/constrain";
import { dopri5, integrate } from "@rigor/engine/ode";
import { boxMass, gravity, RigidSystem } from "@rigor/engine/rigid";
import { describe, expect, test } from "vitest";

/** A rod from p to q along x of its frame, of mass 1 a metre, turning about z. */
function addRod(
  system: RigidSystem,
  p: readonly number[],
  q: readonly number[],
  spin = 0,
  velocity = [0, 0, 0],
): number {
  const d = q.map((x, k) => x - p[k]);
  const length = Math.hypot(...d);
  // the half-way turn from x to d: unique but for d = −x, where any axis across will do
  const u = d.map((x) => x / length);
  const w = 1 + u[0];
  const rotation = w > 1e-12 ? [0, -u[2], u[1], w] : [0, 0, 1, 0];
  const norm = Math.hypot(...rotation);
  return system.addBody({
    mass: boxMass({ size: [length, 0.05, 0.05], mass: length }),
    position: p.map((x, k) => (x + q[k]) / 2),
    rotation: rotation.map((x) => x / norm),
    velocity,
    angularVelocity: [0, 0, spin],
  });
}

describe("Bricard's mechanism", () => {
  // along six edges of a cube, each joint across its two edges; the sixth edge is the ground
  const corners = [
    [0, 0, 0],
    [1, 0, 0],
    [1, -1, 0],
    [1, -1, 1],
    [0, -1, 1],
    [0, 0, 1],
  ];
  const edge = (k: number) => corners[(k + 1) % 6].map((x, i) => x - corners[k % 6][i]);
  const across = (k: number) => {
    const [a, b] = [edge(k + 5), edge(k)];
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  };

  test("moves, with rank 29 of 30, and keeps its energy", () => {
    const system = new RigidSystem();
    system.addForce(gravity([0, -9.81, 0]));
    const mechanism = new Mechanism(system);
    const rods = [0, 1, 2, 3, 4].map((k) => addRod(system, corners[k], corners[k + 1]));
    for (let k = 0; k < 6; k++) {
      const sides = [rods[k - 1], rods[k]].filter((body) => body !== undefined).map((body) => ({ body }));
      mechanism.add(
        hinge({ a: sides[0], ...(sides.length === 2 ? { b: sides[1] } : {}), at: corners[k], axis: across(k) }),
      );
    }
    const report = checkConstraints(mechanism);
    expect(report).toMatchObject({ rows: 30, rank: 29, unique: false, conflicts: [] });
    const start = totalEnergy(mechanism);
    const stepper = dopri5(mechanism, { tolerance: 1e-10 });
    let liveliest = 0;
    for (let t = 0.5; t <= 10; t += 0.5) {
      expect(integrate(stepper, t).status).toBe("done");
      const { position, velocity } = mechanism.measureError();
      // projections end below 1e-13; velocities are met to rounding, energy to the error of the method, 1.3e-9 J
      expect(position).toBeLessThan(1e-13);
      expect(velocity).toBeLessThan(1e-13);
      expect(Math.abs(totalEnergy(mechanism) - start)).toBeLessThan(3e-9);
      expect(checkConstraints(mechanism).rank).toBe(29);
      liveliest = Math.max(liveliest, kineticEnergy(mechanism));
    }
    // it swings over and back in 5 s, and has 4.2 J on the way
    expect(liveliest).toBeGreaterThan(4);
  });
});

describe("a parallelogram of bars, from hinges in space", () => {
  /** Cranks of 1 m, two metres apart, turning at 1 rad/s from the angle given. */
  function createParallelogram(angle: number): { mechanism: Mechanism; crank: ReturnType<typeof addHinge> } {
    const system = new RigidSystem();
    const mechanism = new Mechanism(system);
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const left = addRod(system, [0, 0, 0], [c, s, 0], 1, [-s / 2, c / 2, 0]);
    const coupler = addRod(system, [c, s, 0], [2 + c, s, 0], 0, [-s, c, 0]);
    const right = addRod(system, [2, 0, 0], [2 + c, s, 0], 1, [-s / 2, c / 2, 0]);
    const crank = addHinge(mechanism, left, null, [0, 0, 0]);
    addHinge(mechanism, left, coupler, [c, s, 0]);
    addHinge(mechanism, right, coupler, [2 + c, s, 0]);
    addHinge(mechanism, right, null, [2, 0, 0]);
    return { mechanism, crank };
  }

  function addHinge(mechanism: Mechanism, a: number, b: number | null, at: readonly number[]) {
    return mechanism.add(hinge({ a: { body: a }, ...(b === null ? {} : { b: { body: b } }), at, axis: [0, 0, 1] }));
  }

  test("turns at constant speed, through the flat positions where it could fold over", () => {
    const { mechanism, crank } = createParallelogram(1);
    // three bars with one degree of freedom: 17 of 20 rows
    expect(checkConstraints(mechanism).rank).toBe(17);
    const stepper = dopri5(mechanism, { tolerance: 1e-10 });
    for (let t = 1; t <= 20; t++) {
      expect(integrate(stepper, t).status).toBe("done");
      // errors of the method, growing with time: 7.0e-10 and 7.1e-11 at the end
      expect(Math.abs(crank.angle.value - t)).toBeLessThan(1.5e-9);
      expect(Math.abs(crank.angle.rate - 1)).toBeLessThan(1.5e-10);
      expect(mechanism.measureError().position).toBeLessThan(1e-13);
    }
  });

  test("knows that flat it has one more freedom", () => {
    expect(checkConstraints(createParallelogram(0).mechanism).rank).toBe(16);
  });
});
