import { Mechanism } from "@rigor/engine/constrain";
import {
  constantRotation,
  createGeneralizedBody,
  type GeneralizedBody,
  type GeneralizedBodyOptions,
  RotationExpression,
  setCoordinates,
  turnAbout,
} from "@rigor/engine/lagrange";
import { createRng, nextInRange, quat, type RigorError, vector } from "@rigor/engine/math";
import { boxMass, RigidSystem, translateMass } from "@rigor/engine/rigid";
import { describe, expect, test } from "vitest";

const gravity = [0.5, -9.81, 1];

/** A point and a link that swings and slides in space, neither simple; with a clock if asked for. */
function createArm(time?: number): GeneralizedBody {
  return createGeneralizedBody({
    coordinates: [0.3, -0.7, 0.4],
    rates: [0.5, 0.8, -0.6],
    parts: ([a, b, c], ...clock) => {
      const [t = vector(0, 0, 0).x] = time === undefined ? [] : clock;
      const shoulder = turnAbout([1, 2, 0.5], a).times(turnAbout([0, 1, -1], b.plus(t.sin())));
      const elbow = shoulder.times(turnAbout([0, 0, 1], b.times(a))).times(constantRotation([0.1, 0.2, 0.3, 0.9]));
      return [
        shoulder.rotate([1, t.times(0.3), 0]).plus([0, c, 0]),
        { position: shoulder.rotate([c.times(c), 1, a.sin()]), rotation: elbow },
      ];
    },
    masses: [1.5, translateMass(boxMass({ size: [0.4, 1, 0.7], mass: 2 }), [0.3, -0.2, 0.5])],
    gravity,
    ...(time === undefined ? {} : { time }),
  });
}

/** T − V of the body at u and u̇. */
function findLagrangian(body: GeneralizedBody, state: Float64Array): number {
  body.derive(state, 0);
  return body.kineticEnergy() - body.potentialEnergy();
}

function findKineticEnergy(body: GeneralizedBody, state: Float64Array): number {
  body.derive(state, 0);
  return body.kineticEnergy();
}

const weights = [1 / 280, -4 / 105, 1 / 5, -4 / 5, 0, 4 / 5, -1 / 5, 4 / 105, -1 / 280];

/** d/ds f(x + s e) at 0 by differences of order eight. */
function differentiate(
  f: (x: Float64Array) => number,
  x: Float64Array,
  direction: ArrayLike<number>,
  h = 0.02,
): number {
  let sum = 0;
  for (let m = -4; m <= 4; m++) {
    if (m !== 0) sum += weights[m + 4] * f(x.map((value, k) => value + m * h * direction[k]));
  }
  return sum / h;
}

describe.each([
  ["q(u)", undefined],
  ["q(u, t)", 0.4],
])("a body by %s", (_name, time) => {
  const body = createArm(time);
  const { width, free } = body;
  const n = 2 * width;
  const unit = (k: number) => Float64Array.from({ length: n }, (_, j) => (j === k ? 1 : 0));
  const rng = createRng(3);
  const states = Array.from({ length: 5 }, () => {
    const state = Float64Array.from({ length: n }, () => nextInRange(rng, -1, 1));
    if (time !== undefined) state[n - 1] = 1;
    return state;
  });

  test("obeys d/dt ∂L/∂u̇ = ∂L/∂u, the classical form of (13)", () => {
    for (const state of states) {
      body.derive(state, 0);
      body.computeForces();
      const uu = body.force.slice();
      body.multiplyInverse(uu, 0);
      // along (u̇, ü) momenta ∂L/∂u̇ change as ∂L/∂u
      const along = Float64Array.of(...state.subarray(width), ...uu);
      for (let k = 0; k < free; k++) {
        const momentum = (x: Float64Array) => differentiate((y) => findLagrangian(body, y), x, unit(width + k));
        const left = differentiate(momentum, state, along);
        const right = differentiate((x) => findLagrangian(body, x), state, unit(k));
        // differences of differences of numbers of order 30: 1.6e-10 at worst
        expect(Math.abs(left - right)).toBeLessThan(4e-10);
      }
    }
  });

  test("has the kinetic energy ½ u̇ᵀ JᵀMJ u̇, and JᵀMJ by second differences of it", () => {
    const M = new Float64Array(free * free);
    for (const state of states) {
      body.derive(state, 0);
      body.readMassMatrix(M, 0);
      for (let j = 0; j < free; j++) {
        for (let k = 0; k < free; k++) {
          const slope = (x: Float64Array) => differentiate((y) => findKineticEnergy(body, y), x, unit(width + k), 0.5);
          // quadratic in u̇: differences are exact but for rounding
          expect(Math.abs(differentiate(slope, state, unit(width + j), 0.5) - M[j * free + k])).toBeLessThan(5e-14);
        }
      }
    }
  });

  test("multiplies by the inverse of that matrix, at any offset", () => {
    const M = new Float64Array(free * free);
    const rounds = createRng(5);
    for (const state of states) {
      body.derive(state, 0);
      body.readMassMatrix(M, 0);
      const x = Float64Array.from({ length: width + 4 }, () => nextInRange(rounds, -1, 1));
      const y = x.slice();
      body.multiplyInverse(y, 2);
      for (let j = 0; j < free; j++) {
        let sum = 0;
        for (let k = 0; k < free; k++) sum += M[j * free + k] * y[2 + k];
        expect(Math.abs(sum - x[2 + j])).toBeLessThan(1e-15);
      }
      // the clock gives way to nothing, and what is beside is left alone
      for (let k = free; k < width; k++) expect(y[2 + k]).toBe(0);
      expect([y[0], y[1], y[width + 2], y[width + 3]]).toEqual([x[0], x[1], x[width + 2], x[width + 3]]);
    }
  });

  test("tells places and velocities that belong together", () => {
    const out = new Float64Array(6);
    const pose = new Float64Array(7);
    const point = Float64Array.of(0.3, -1, 2);
    const place = (state: Float64Array, part: number, k: number) => {
      body.derive(state, 0);
      body.readPoint(out, 0, part, part === 1 ? point : undefined);
      return out[k];
    };
    for (const state of states) {
      const along = Float64Array.of(...state.subarray(width), ...new Float64Array(width));
      for (const part of [0, 1]) {
        for (let k = 0; k < 3; k++) {
          const speed = place(state, part, 3 + k);
          // order eight at h = 0.02
          expect(Math.abs(differentiate((x) => place(x, part, k), state, along) - speed)).toBeLessThan(3e-12);
        }
      }
      body.derive(state, 0);
      body.readPose(pose, 0, 1);
      body.readPoint(out, 0, 1, point);
      quat.rotateVector(pose, 3, pose, 3, point, 0);
      for (let k = 0; k < 3; k++) expect(Math.abs(pose[k] + pose[3 + k] - out[k])).toBeLessThan(2e-15);
    }
  });
});

describe("a quaternion of any length", () => {
  test("turns the link as the unit one does", () => {
    const make = (stretch: boolean) =>
      createGeneralizedBody({
        coordinates: [0.4],
        rates: [1.3],
        parts: ([u]) => {
          const turn = turnAbout([1, 2, 3], u.squared());
          const scale = stretch ? u.exp().times(2) : 1;
          const rotation = new RotationExpression(turn.q.times(scale), turn.w.times(scale));
          return [{ position: [0, 0, 0], rotation }];
        },
        masses: [boxMass({ size: [1, 2, 3], mass: 1 })],
      });
    const [unit, long] = [make(false), make(true)];
    for (const body of [unit, long]) body.computeForces();
    for (let k = 0; k < 3; k++) {
      expect(Math.abs(unit.angularVelocity[k] - long.angularVelocity[k])).toBeLessThan(4e-16);
      expect(Math.abs(unit.angularAcceleration[k] - long.angularAcceleration[k])).toBeLessThan(2e-15);
    }
    expect(Math.abs(unit.force[0] - long.force[0])).toBeLessThan(2e-15);
  });
});

describe("coordinates of which M knows too little", () => {
  test("share what they do: the acceleration of least norm", () => {
    const body = createGeneralizedBody({
      coordinates: [0.2, 0.3],
      parts: ([a, b]) => [[a.plus(b), 0, 0]],
      masses: [2],
      gravity: [10, 0, 0],
    });
    body.computeForces();
    const uu = body.force.slice();
    body.multiplyInverse(uu, 0);
    // ẍ = ä + b̈ = 10, shared in halves
    expect(Math.abs(uu[0] - 5)).toBeLessThan(2e-15);
    expect(Math.abs(uu[1] - 5)).toBeLessThan(2e-15);
  });
});

describe("setCoordinates", () => {
  test("puts a body elsewhere, and leaves its clock alone", () => {
    const mechanism = new Mechanism(new RigidSystem());
    const body = mechanism.addCoordinates(createArm(0.4));
    const revision = mechanism.revision;
    setCoordinates(mechanism, body, [1, 2, 3], [4, 5, 6]);
    expect(Array.from(body.u)).toEqual([1, 2, 3, 0.4]);
    expect(Array.from(body.rate)).toEqual([4, 5, 6, 1]);
    setCoordinates(mechanism, body, [1, 2, 4]);
    expect(Array.from(body.rate)).toEqual([0, 0, 0, 1]);
    expect(mechanism.revision).toBeGreaterThan(revision);
    expect(() => setCoordinates(mechanism, body, [1, 2])).toThrow("u: must be 3 finite numbers");
    expect(() => setCoordinates(mechanism, createArm(), [1, 2, 3])).toThrow("addCoordinates first");
  });
});

describe("options", () => {
  const good: GeneralizedBodyOptions = { coordinates: [1], parts: ([u]) => [[u, 0, 0]], masses: [1] };

  test.each<[string, object, string, string]>([
    ["no coordinates", { coordinates: [] }, "no-coordinates", "body.coordinates"],
    ["a coordinate that is none", { coordinates: [Number.NaN] }, "wrong-numbers", "body.coordinates"],
    ["too many rates", { rates: [1, 2] }, "wrong-numbers", "body.rates"],
    ["no function", { parts: 3 }, "not-a-function", "body.parts"],
    ["no parts", { parts: () => [] }, "no-parts", "body.parts: result"],
    ["no part", { parts: () => [4] }, "not-a-part", "body.parts: [0]"],
    ["half a vector", { parts: () => [[1, 2]] }, "not-a-vector", "body.parts: [0]"],
    ["words for numbers", { parts: () => [[1, 2, "3"]] }, "not-a-vector", "body.parts: [0]"],
    ["too few masses", { masses: [] }, "wrong-length", "body.masses"],
    ["a negative mass", { masses: [-1] }, "negative", "body.masses[0]"],
    ["the mass of a link for a point", { masses: [boxMass({ size: [1, 1, 1] })] }, "no-axes", "body.masses[0]"],
    ["no mass", { masses: [null] }, "no-mass", "body.masses[0]"],
    ["nothing that moves a mass", { parts: () => [[1, 0, 0]] }, "no-mass", "body.masses"],
    ["nothing but markers", { masses: [0] }, "no-mass", "body.masses"],
    ["a time that is asked for but not given", { parts: (_u: never, _t: never) => [] }, "no-time", "body.time"],
    ["a time that is none", { time: Infinity }, "not-finite", "body.time"],
    ["gravity that is no vector", { gravity: [1] }, "not-a-vector", "body.gravity"],
    ["an unknown option", { mass: 1 }, "unknown-option", "body.mass"],
    [
      "a place that is nowhere",
      { parts: ([u]: never[]) => [[u, vector(u, 0, 0).x.minus(1).log(), 0]] },
      "not-finite",
      "body.parts",
    ],
  ])("%s is an error", (_name, change, code, path) => {
    try {
      createGeneralizedBody({ ...good, ...change });
    } catch (error) {
      expect((error as RigorError).faults[0]).toMatchObject({ code, path });
      return;
    }
    expect.unreachable();
  });
});
