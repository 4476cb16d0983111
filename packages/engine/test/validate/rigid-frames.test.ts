/**
 * One body, described in many ways, moves in one way: by mass and moments in its principal axes, by a tensor in axes that
 * lie askew, with the origin anywhere; by its shape; by the parts it is put together from; by its surface.
 */
import { createRng, nextInRange, nextRotation, quat, type Rng, vec3 } from "@rigor/engine/math";
import { integrate, rk4 } from "@rigor/engine/ode";
import {
  appliedForce,
  type BodyOptions,
  bodySize,
  boxMass,
  combineMass,
  computePointPosition,
  gravity,
  type MassProperties,
  meshMass,
  RigidSystem,
  Slot,
} from "@rigor/engine/rigid";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { maxDifference, type RandomBody, randomBody, randomVector } from "../support/rigid.js";

const seeds = fc.integer({ min: 1, max: 1e6 });

/** The user's frame seen from the principal one: p_user = axes p + center. */
interface Frame {
  readonly axes: Float64Array;
  readonly center: readonly number[];
}

function randomFrame(rng: Rng): Frame {
  const axes = new Float64Array(4);
  nextRotation(axes, 0, rng);
  return { axes, center: randomVector(rng, 1) };
}

/** A vector, or with its origin a point, in the user's frame. */
function toUser({ axes, center }: Frame, v: ArrayLike<number>, isPoint: boolean): Float64Array {
  const out = Float64Array.from(v);
  quat.rotateVector(out, 0, axes, 0, out, 0);
  return isPoint ? out.map((value, c) => value + center[c]) : out;
}

/** The pose of the user's frame, where the principal one has that of `body`: q axes⁻¹, p − R c. */
function toUserPose({ axes, center }: Frame, body: RandomBody): { position: Float64Array; rotation: Float64Array } {
  const rotation = Float64Array.from(body.rotation);
  const inverse = new Float64Array(4);
  quat.conjugate(inverse, 0, axes, 0);
  quat.multiply(rotation, 0, rotation, 0, inverse, 0);
  const position = Float64Array.from(center);
  quat.rotateVector(position, 0, rotation, 0, position, 0);
  vec3.subtract(position, 0, Float64Array.from(body.position), 0, position, 0);
  return { position, rotation };
}

/** R diag(moments) Rᵀ. */
function toUserInertia({ axes }: Frame, moments: ArrayLike<number>): Float64Array {
  const R = new Float64Array(9);
  quat.toMatrix(R, 0, axes, 0);
  const inertia = new Float64Array(9);
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) {
      for (let k = 0; k < 3; k++) inertia[3 * r + c] += moments[k] * R[3 * r + k] * R[3 * c + k];
    }
  }
  return inertia;
}

/** How far points of the body, and its momenta, are apart after a second under forces of every kind. */
function compareMotions(own: RandomBody, matter: BodyOptions, frame: Frame, rng: Rng): number {
  const [at, thrust, twist, spot] = [1, 2, 2, 1].map((size) => randomVector(rng, size));
  const { velocity, angularVelocity } = own;
  const systems = [own, { velocity, angularVelocity, ...matter, ...toUserPose(frame, own) }].map((options, k) => {
    const say = (v: number[], isPoint: boolean) => (k === 0 ? v : toUser(frame, v, isPoint));
    const system = new RigidSystem();
    system.addBody(options);
    const [force, torque] = [say(thrust, false), say(twist, false)];
    system.addForce(appliedForce({ body: 0, force, torque, at: say(at, true), frame: "body" }));
    system.addForce(appliedForce({ body: 0, force: [1, 2, 3], at: say(spot, true) }));
    system.addForce(gravity());
    integrate(rk4(system, { step: 0.02 }), 1);
    const points = new Float64Array(12);
    [0, 1, 2, 3].forEach((c) => {
      const p = [0, 1, 2].map((row) => (c === row ? 1 : 0));
      computePointPosition(points, 3 * c, system, 0, Float64Array.from(say(p, true)), 0);
    });
    return [...points, ...system.state.subarray(Slot.P, bodySize)];
  });
  return maxDifference(systems[0], systems[1]);
}

describe("the same motion", () => {
  test("from moments, and from a tensor whose axes lie askew", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const rng = createRng(seed);
        const body = randomBody(rng);
        const frame = randomFrame(rng);
        const { mass, inertia } = body;
        const matter = { mass, inertia: toUserInertia(frame, inertia), center: frame.center };
        // fifty steps, rounded (measured: 1.2e-14)
        expect(compareMotions(body, matter, frame, rng)).toBeLessThan(3e-14);
      }),
      { seed: 1, numRuns: 30 },
    );
  });

  /** A box by (5–3), and the ways to say it as a shape in a frame. */
  const shapes: Record<string, (sides: number[], mass: number, frame: Frame) => MassProperties> = {
    "a box, turned and shifted": (size, mass, { axes, center }) =>
      combineMass([{ of: boxMass({ size, mass }), position: center, rotation: axes }]),
    "two halves put together": ([x, y, z], mass, frame) =>
      combineMass(
        [-1, 1].map((side) => ({
          of: boxMass({ size: [x / 2, y, z], mass: mass / 2 }),
          position: toUser(frame, [(side * x) / 4, 0, 0], true),
          rotation: frame.axes,
        })),
      ),
    "a larger box, cut": ([x, y, z], mass, frame) =>
      combineMass([
        {
          of: boxMass({ size: [x, y, 2 * z], mass: 2 * mass }),
          position: toUser(frame, [0, 0, z / 2], true),
          rotation: frame.axes,
        },
        {
          of: boxMass({ size: [x, y, z], mass }),
          position: toUser(frame, [0, 0, z], true),
          rotation: frame.axes,
          subtract: true,
        },
      ]),
    "its surface, as a mesh": (sides, mass, frame) => meshMass({ ...createBoxMesh(sides, frame), mass }),
  };

  test.each(Object.keys(shapes))("of a box from (5–3), and from %s", (name) => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const rng = createRng(seed);
        const sides = [nextInRange(rng, 0.5, 1), nextInRange(rng, 1.2, 1.8), nextInRange(rng, 2, 3)];
        const mass = nextInRange(rng, 0.5, 2);
        const [x, y, z] = sides.map((side) => side * side);
        const inertia = [y + z, x + z, x + y].map((square) => (mass * square) / 12);
        const frame = randomFrame(rng);
        // the same, and some 1e-15 in the moments (measured: 1.8e-14)
        const matter = { mass: shapes[name](sides, mass, frame) };
        expect(compareMotions({ ...randomBody(rng), mass, inertia }, matter, frame, rng)).toBeLessThan(5e-14);
      }),
      { seed: 1, numRuns: 15 },
    );
  });
});

/** The six sides of a box in its principal axes, with the corners in the user's frame. */
function createBoxMesh(sides: readonly number[], frame: Frame) {
  const vertices = Array.from({ length: 8 }, (_, k) => {
    const corner = sides.map((side, c) => (((k >> c) & 1) - 0.5) * side);
    return [...toUser(frame, corner, true)];
  });
  const faces = [
    [0, 4, 6, 2],
    [1, 3, 7, 5],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 2, 3, 1],
    [4, 5, 7, 6],
  ];
  return { vertices, faces };
}

test("a pose and its velocities come back as they were given", () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const rng = createRng(seed);
      const body = randomBody(rng);
      const frame = randomFrame(rng);
      const given = toUserPose(frame, body);
      const system = new RigidSystem();
      system.addBody({ ...body, ...given, inertia: toUserInertia(frame, body.inertia), center: frame.center });
      const { position, rotation } = system.getPose(0);
      const sign = Math.sign(rotation[3] * given.rotation[3]);
      // rounding of rotations there and back (measured: 8.9e-16, 3.3e-16, 1.1e-16; and of a tensor's axes: 6.9e-15)
      expect(maxDifference(position, given.position)).toBeLessThan(2e-15);
      expect(
        maxDifference(
          given.rotation.map((value) => sign * value),
          rotation,
        ),
      ).toBeLessThan(1e-15);
      expect(maxDifference(body.velocity, system.velocity)).toBeLessThan(3e-16);
      expect(maxDifference(body.angularVelocity, system.angularVelocity)).toBeLessThan(2e-14);
    }),
    { seed: 1, numRuns: 100 },
  );
});
