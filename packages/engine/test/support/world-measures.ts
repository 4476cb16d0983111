/** What tests measure in a world, by means of their own: gaps, momenta, energies, sums over contacts and events. */
import { collideShapes, composeFrames, PairCache, PairResult, writeFrame } from "@rigor/engine/collide";
import { angularMomentum, kineticEnergy, linearMomentum } from "@rigor/engine/rigid";
import type { World } from "@rigor/engine/world";
import type { Stage } from "./worlds.js";

export type WorldEvent = World["events"][number];
export type WorldContact = ReturnType<World["getContacts"]>[number];

/** Position, of the user's frame. */
export function positionOf({ world }: Stage, body: number): readonly number[] {
  return world.system.getPose(body).position;
}

/** Of the centre of mass, m/s. */
export function velocityOf({ world }: Stage, body: number): number[] {
  return Array.from(world.system.velocity.subarray(3 * body, 3 * body + 3));
}

/** rad/s, world axes. */
export function spinOf({ world }: Stage, body: number): number[] {
  return Array.from(world.system.angularVelocity.subarray(3 * body, 3 * body + 3));
}

/** v̇ and ω̇ at the state to which the world has settled. */
export function accelerationOf({ world }: Stage, body: number): number[] {
  const out = new Float64Array(6);
  world.readAcceleration(out, 0, body);
  return Array.from(out);
}

/** The contacts of two bodies. */
export function contactsOf({ world }: Stage, a: number, b: number): WorldContact[] {
  return world.getContacts().filter((c) => (c.a === a && c.b === b) || (c.a === b && c.b === a));
}

/** The sum of the forces between two bodies, of contacts that pass a test. */
export function forceBetween(
  stage: Stage,
  a: number,
  b: number,
  test: (contact: WorldContact) => boolean = () => true,
): number {
  return contactsOf(stage, a, b).reduce((sum, contact) => sum + (test(contact) ? contact.force : 0), 0);
}

/** Collisions of two bodies, or of all, in the order in which they came. */
export function collisionsOf({ world }: Stage, a = -1, b = -1): WorldEvent[] {
  return world.events.filter(
    (event) =>
      event.type === "collision" && (a < 0 || (event.a === a && event.b === b) || (event.a === b && event.b === a)),
  );
}

export interface Impact {
  readonly t: number;
  /** The sum over its contacts, N·s. */
  readonly impulse: number;
}

/** Collisions of two bodies, those of one moment taken together. */
export function impactsOf(stage: Stage, a: number, b: number): Impact[] {
  const impacts: { t: number; impulse: number }[] = [];
  for (const { t, impulse } of collisionsOf(stage, a, b)) {
    const last = impacts.at(-1);
    if (last !== undefined && t - last.t < 1e-12) last.impulse += impulse;
    else impacts.push({ t, impulse });
  }
  return impacts;
}

/** How fast two bodies at rest part at a point, along a normal from b to a: n·(p̈A − p̈B), without the terms of motion. */
export function partingAt(
  stage: Stage,
  { a, b, point, normal }: Pick<WorldContact, "a" | "b" | "point" | "normal">,
): number {
  const { system } = stage.world;
  let sum = 0;
  for (const [body, sign] of [
    [a, 1],
    [b, -1],
  ]) {
    if (!stage.bodies.includes(body)) continue;
    const [ax, ay, az, x, y, z] = accelerationOf(stage, body);
    const r = [0, 1, 2].map((k) => point[k] - system.state[13 * body + k]);
    const turned = [y * r[2] - z * r[1], z * r[0] - x * r[2], x * r[1] - y * r[0]];
    sum += sign * [ax, ay, az].reduce((s, value, k) => s + normal[k] * (value + turned[k]), 0);
  }
  return sum;
}

/** Momentum and angular momentum about the origin of all that moves. */
export function momentaOf({ world }: Stage): { P: Float64Array; L: Float64Array } {
  const P = new Float64Array(3);
  const L = new Float64Array(3);
  linearMomentum(P, 0, world.system);
  angularMomentum(L, 0, world.system);
  return { P, L };
}

/** Kinetic energy and m g z of all bodies, J. */
export function mechanicalEnergy({ world, gravity, bodies }: Stage): number {
  const { system } = world;
  return bodies.reduce((sum, i) => sum + system.mass[i] * gravity * system.state[13 * i + 2], kineticEnergy(system));
}

/** The smallest gap of any two bodies of which one moves, m: negative where they overlap. */
export function findWorstGap(stage: Stage): number {
  const { parts, bodies, world, joined } = stage;
  const isJoined = (a: number, b: number) => joined.some(([p, q]) => (p === a && q === b) || (p === b && q === a));
  const frames = new Float64Array(12 * parts.length);
  const pose = new Float64Array(7);
  const body = new Float64Array(12);
  parts.forEach((part, k) => {
    world.system.readPose(pose, 0, part.body);
    writeFrame(body, 0, pose, 0, pose, 3);
    writeFrame(frames, 12 * k, Float64Array.from(part.position), 0, Float64Array.from(part.rotation), 0);
    composeFrames(frames, 12 * k, body, 0, frames, 12 * k);
  });
  const result = new PairResult();
  let worst = Infinity;
  for (let i = 0; i < parts.length; i++) {
    for (let j = i + 1; j < parts.length; j++) {
      const A = parts[i];
      const B = parts[j];
      if (A.body === B.body || isJoined(A.body, B.body) || !(bodies.includes(A.body) || bodies.includes(B.body)))
        continue;
      collideShapes(result, A.shape, frames, 12 * i, B.shape, frames, 12 * j, new PairCache(1), 0, 1e-9);
      worst = Math.min(worst, result.values[0]);
    }
  }
  return worst;
}

/** Poses of all bodies that move, seven numbers each. */
export function posesOf({ world, bodies }: Stage): Float64Array {
  const poses = new Float64Array(7 * bodies.length);
  bodies.forEach((body, k) => {
    world.system.readPose(poses, 7 * k, body);
  });
  return poses;
}

/** How far any body has moved, m, where a turn of 1 rad counts as the reach of the body from its frame. */
export function findCreep(stage: Stage, before: Float64Array): number {
  const after = posesOf(stage);
  let worst = 0;
  stage.bodies.forEach((body, k) => {
    const reach = Math.max(...stage.parts.filter((part) => part.body === body).map((part) => part.shape.reach));
    const moved = Math.hypot(...[0, 1, 2].map((c) => after[7 * k + c] - before[7 * k + c]));
    const q = [3, 4, 5, 6].map((c) => after[7 * k + c] - before[7 * k + c]);
    worst = Math.max(worst, moved + 2 * reach * Math.hypot(...q));
  });
  return worst;
}

/** Finds contacts, answers impacts and finds resting forces, without moving on. */
export function settle({ world }: Stage): void {
  requireDone(world.advanceTo(world.time));
}

/** Runs to t in so many parts, and calls back after each. */
export function runInParts(stage: Stage, end: number, parts: number, visit: (t: number) => void): { steps: number } {
  const { world } = stage;
  const start = world.time;
  let steps = 0;
  for (let k = 1; k <= parts; k++) {
    const t = k === parts ? end : start + ((end - start) * k) / parts;
    const report = world.advanceTo(t);
    requireDone(report);
    steps += report.steps;
    visit(t);
  }
  return { steps };
}

function requireDone({ status, t, message }: ReturnType<World["advanceTo"]>): void {
  if (status !== "done") throw new Error(`at t = ${t} the world ended with "${status}": ${message}`);
}
