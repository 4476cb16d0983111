/** Paths of bodies over one step, made from closed forms or from a solver. */
import { collideShapes, createPlane, PairCache, PairResult, PairSlot, type Shape } from "@rigor/engine/collide";
import { PartTable } from "@rigor/engine/contact";
import type { Stepper } from "@rigor/engine/ode";
import { boxMass, gravity, RigidSystem } from "@rigor/engine/rigid";
import { StepPath } from "../../src/world/trajectory/path.js";
import type { PathLayout } from "../../src/world/trajectory/path-members.js";

/** The layout of the whole state of a system, of which only some bodies and particles are recorded. */
export function layoutOf(system: RigidSystem, bodies: number[], particles: number[] = []): PathLayout {
  // bodies must be the first of the system, in order: the state has 13 numbers a body from the start on
  return {
    count: bodies.length,
    bodies: Int32Array.from(bodies),
    particleCount: particles.length,
    particles: Int32Array.from(particles),
    particleStart: 13 * system.count,
  };
}

/** x and q of a body at the time t: seven numbers, q of any length. */
export type Motion = (t: number) => ArrayLike<number>;

/** A path on which bodies 0, 1 … follow motions, each the quartic through five of its places, from `from` to `to`. */
export function pathOf(system: RigidSystem, motions: Motion[], from: number, to: number): StepPath {
  const n = 13 * motions.length;
  const state = new Float64Array(n + 1);
  const previous = new Float64Array(n + 1);
  state[n] = to;
  previous[n] = from;
  const interpolate = (out: Float64Array): void => {
    motions.forEach((motion, body) => {
      out.set(Array.from(motion(out[n])), 13 * body);
    });
  };
  const path = new StepPath(system);
  const stepper = { state, previous, interpolate } as unknown as Stepper;
  path.record(
    stepper,
    layoutOf(
      system,
      motions.map((_, body) => body),
    ),
  );
  return path;
}

/** Bodies with one shape each, then the floor y ≤ 0: part i is of body i. */
export function createFloorWorld(
  shapes: Shape[],
  options: { readonly gravity?: boolean } = {},
): { system: RigidSystem; parts: PartTable; floor: number } {
  const system = new RigidSystem();
  if (options.gravity) system.addForce(gravity([0, -9.81, 0]));
  const mass = boxMass({ size: [1, 1, 1], mass: 1 });
  const parts = new PartTable();
  for (const _ of shapes) system.addBody({ mass });
  system.addBody({ fixed: true });
  shapes.forEach((shape, body) => {
    parts.addPart(system, body, { shape });
  });
  const floor = parts.addPart(system, shapes.length, { shape: createPlane({ normal: [0, 1, 0] }) });
  return { system, parts, floor };
}

const result = new PairResult();
const frames = new Float64Array(24);
const at = new Float64Array(1);
const cache = new PairCache(1);
let pairAt: PartTable | null = null;
let slotAt = -1;

/** The gap of two parts at the time t. */
export function gapAt(path: StepPath, parts: PartTable, pA: number, pB: number, t: number): number {
  at[0] = t;
  path.writeFrame(frames, 0, parts, pA, at);
  path.writeFrame(frames, 12, parts, pB, at);
  if (pairAt !== parts || slotAt !== pA + 100 * pB) cache.reset(0);
  pairAt = parts;
  slotAt = pA + 100 * pB;
  collideShapes(result, parts.shapes[pA] as Shape, frames, 0, parts.shapes[pB] as Shape, frames, 12, cache, 0, 0);
  return result.values[PairSlot.gap];
}
