/** Pieces of scene files that several scenes are made of. */
import { atan2, cos, sin } from "@rigor/engine/math";
import type { Quaternion, Sample, SceneBody, SceneConstraint, Vector } from "@rigor/engine/scene";
import type { Check } from "../particles/particle-scene.js";
import { checkVector } from "../rigid/rigid-scene.js";

export const floor: SceneBody = { id: "floor", shape: { type: "plane", normal: [0, 1, 0] }, fixed: true };

/** The rotation about an axis of length 1. */
export function turnBy([x, y, z]: Vector, angle: number): Quaternion {
  const s = sin(0.5 * angle);
  return [x * s, y * s, z * s, cos(0.5 * angle)];
}

export function crossVectors([a, b, c]: Vector, [x, y, z]: Vector): Vector {
  return [b * z - c * y, c * x - a * z, a * y - b * x];
}

/** Turns a vector by a unit quaternion. */
export function rotate([x, y, z, w]: Quaternion, v: Vector): Vector {
  const t = crossVectors([x, y, z], v);
  const u = crossVectors([x, y, z], t);
  return [v[0] + 2 * (w * t[0] + u[0]), v[1] + 2 * (w * t[1] + u[1]), v[2] + 2 * (w * t[2] + u[2])];
}

export interface ChainOptions {
  /** The places of the joints in the x–y plane, m: one more than there are links. */
  readonly points: readonly (readonly [number, number])[];
  /** Across y and z, m. */
  readonly thickness: number;
  readonly width: number;
  /** Of a link, kg. */
  readonly mass: number;
  /** Whether the last end hangs on the world as the first does. */
  readonly isTied?: boolean;
}

/** A chain of boxes, link-0 and on, with a ball joint each. */
export function makeChain(options: ChainOptions): { bodies: SceneBody[]; constraints: SceneConstraint[] } {
  const { points, thickness, width, mass, isTied = false } = options;
  const bodies = points.slice(1).map(([X, Y], k): SceneBody => {
    const [x, y] = points[k];
    const length = Math.sqrt((X - x) * (X - x) + (Y - y) * (Y - y));
    return {
      id: `link-${k}`,
      // a little shorter, so that links twice removed do not touch
      shape: { type: "box", size: [0.9 * length, thickness, width] },
      mass,
      position: [0.5 * (x + X), 0.5 * (y + Y), 0],
      rotation: turnBy([0, 0, 1], atan2(Y - y, X - x)),
    };
  });
  const joints = isTied ? points : points.slice(0, -1);
  const constraints = joints.map(([x, y], k): SceneConstraint => {
    const a = `link-${Math.min(k, bodies.length - 1)}`;
    const isEnd = k === 0 || k === bodies.length;
    return { id: `joint-${k}`, type: "ball", a, ...(isEnd ? {} : { b: `link-${k - 1}` }), anchor: [x, y, 0] };
  });
  return { bodies, constraints };
}

/** A thin bar from a point, at an angle from +x, whose moments are all mℓ²/12. It meets nothing. */
export function makeBar(id: string, mass: number, length: number, [x, y]: readonly number[], angle: number): SceneBody {
  const I = (mass * length * length) / 12;
  return {
    id,
    shape: { type: "box", size: [length, 0.02 * length, 0.02 * length] },
    mass,
    inertia: [
      [I, 0, 0],
      [0, I, 0],
      [0, 0, I],
    ],
    position: [x + 0.5 * length * cos(angle), y + 0.5 * length * sin(angle), 0],
    rotation: turnBy([0, 0, 1], angle),
    collidesWith: [],
  };
}

/** The checks of the place and the velocity of a body. */
export function checkBody(sample: Sample, id: string, x: ArrayLike<number>, v: ArrayLike<number>): Check[] {
  const { p, v: got } = sample.bodies[id];
  return [...checkVector(`x of ${id}`, x, p), ...checkVector(`v of ${id}`, v, got)];
}

/** The checks of the place and the velocity of a particle. */
export function checkParticle(sample: Sample, id: string, x: ArrayLike<number>, v: ArrayLike<number>): Check[] {
  const { p, v: got } = sample.particles[id];
  return [...checkVector(`x of ${id}`, x, p), ...checkVector(`v of ${id}`, v, got)];
}

/** That a rotation is what it must be; its negative is the same. */
export function checkTurn(what: string, exact: ArrayLike<number>, got: ArrayLike<number>): Check[] {
  const dot = [0, 1, 2, 3].reduce((sum, k) => sum + exact[k] * got[k], 0);
  return [0, 1, 2, 3].map((k) => ({ what: `${what} ${"xyzw"[k]}`, exact: exact[k], got: (dot < 0 ? -1 : 1) * got[k] }));
}

/** The sum of the contact forces between two, N. */
export function sumContact({ contacts }: Sample, a: string, b: string, test = (_: Vector) => true): number {
  return contacts
    .filter((contact) => (contact.a === a && contact.b === b) || (contact.a === b && contact.b === a))
    .reduce((sum, { p, f }) => sum + (test(p) ? f : 0), 0);
}

/** The check of Coulomb's law: the friction force of no contact exceeds μ times the normal force, N; μ of all pairs, or by their names. */
export function checkCones({ contacts }: Sample, mu: number | ((a: string, b: string) => number)): Check[] {
  const beyond = contacts.map(({ a, b, f, t: [x, y, z] }) => {
    return Math.sqrt(x * x + y * y + z * z) - (typeof mu === "number" ? mu : mu(a, b)) * f;
  });
  return [{ what: "friction beyond its cone", exact: 0, got: Math.max(0, ...beyond) }];
}

/** That there is never more motion than height that was lost. */
export function checkLoss({ energy }: Sample, start: Sample): Check[] {
  const gained = energy.kinetic + energy.potential - start.energy.kinetic - start.energy.potential;
  return [{ what: "energy that came from nowhere", exact: 0, got: Math.max(0, gained) }];
}

/** The vertical component of a body's y axis: 1 upright, −1 upside down. */
export function findUpright([x, , z]: Quaternion): number {
  return 1 - 2 * (x * x + z * z);
}

/** That bodies stay in the x–y plane. */
export function checkPlanar(sample: Sample): Check[] {
  return Object.entries(sample.bodies).map(([id, { p }]) => ({ what: `z of ${id}`, exact: 0, got: p[2] }));
}

export function range(count: number): number[] {
  return Array.from({ length: count }, (_, k) => k);
}
