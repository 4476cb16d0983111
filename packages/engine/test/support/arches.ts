/** Arches of wedges between fixed blocks, without friction: they stand as on a tip, or fall. */
import { createConvex } from "@rigor/engine/collide";
import { createRng, nextInRange, nextInteger, nextRotation, nextUniform, quat } from "@rigor/engine/math";
import { Stage, type WorldOptions } from "./worlds.js";

export interface ArchOptions {
  /** How many wedges there are between the blocks. */
  readonly count: number;
  /** The angle that they take together, rad. */
  readonly span: number;
  /** Of the inside, m: outside it is 1.4 times as much. Default 1. */
  readonly radius?: number;
  /** The middle of the circle. Default the origin. */
  readonly position?: readonly number[];
  /** How it is turned, with gravity: else z is up, and the arch goes along x. */
  readonly rotation?: readonly number[];
  /** Whether wedges have frames of their own, along their own radius. Default all have that of the arch. */
  readonly hasFrames?: boolean;
  /** What the weight of wedge k is multiplied by. Default 1. */
  readonly factor?: (k: number) => number;
  readonly world?: Omit<WorldOptions, "gravity">;
}

export interface Arch {
  /** Its bodies are the wedges; the blocks at both ends are fixed, 0 and 1. */
  readonly stage: Stage;
  /** What a joint is pressed with, from the first on, N. */
  thrust(joint: number): number;
}

/**
 * Radial joints at angles φ₀ … φₙ from the vertical. Without friction each joint presses along its normal, H/cos φ, so that the
 * arch stands if the wedges weigh H (tan φᵢ₊₁ − tan φᵢ): then the thrust crosses all joints at one radius, that of the wedges'
 * centres times cos((φᵢ₊₁ − φᵢ)/2).
 */
export function buildArch(options: ArchOptions): Arch {
  const { count, span, radius = 1, position = [0, 0, 0], rotation = [0, 0, 0, 1], hasFrames = false } = options;
  const { factor = () => 1, world: settings = {} } = options;
  const [g, H] = [9.81, 1];
  const turned = { ...settings, gravity: turn(rotation, [0, 0, -g]) };
  const stage = new Stage(g, turned);
  const angle = (k: number) => (span * (2 * k - count)) / (2 * count);
  const add = (k: number, mass: number): void => {
    const middle = (angle(k) + angle(k + 1)) / 2;
    // in its own frame: about the middle of the wedge, which is upright
    const tilt = hasFrames ? middle : 0;
    const rise = hasFrames ? 1.2 * radius : 0;
    const corners = [1, 1.4].flatMap((r) =>
      [angle(k) - tilt, angle(k + 1) - tilt].map((phi) => [
        radius * r * Math.sin(phi),
        radius * r * Math.cos(phi) - rise,
      ]),
    );
    const vertices = corners.flatMap(([x, z]) => [-0.2, 0.2].map((y) => [x, y * radius, z]));
    const shape = createConvex({ vertices });
    const own = turn(rotation, [rise * Math.sin(middle), 0, rise * Math.cos(middle)]);
    stage.add({
      shape,
      position: position.map((x, i) => x + own[i]),
      rotation: multiply(rotation, [0, Math.sin(tilt / 2), 0, Math.cos(tilt / 2)]),
      ...(k === -1 || k === count ? { fixed: true } : { mass }),
    });
  };
  add(-1, 0);
  add(count, 0);
  for (let k = 0; k < count; k++) add(k, H * (Math.tan(angle(k + 1)) - Math.tan(angle(k))) * factor(k));
  return { stage, thrust: (joint) => (g * H) / Math.cos(angle(joint)) };
}

/** A force that might change at any time, and does not: what it is on does not sleep. */
export function keepAwake({ world, bodies }: Stage): void {
  world.addForce({ name: "idle", on: bodies.slice(-1), apply() {} });
}

/** An arch by number, which falls: its wedges weigh up to 1e-9 more than they should. */
export function drawFallingArch(seed: number): Stage {
  const rng = createRng(seed);
  const rotation = new Float64Array(4);
  nextRotation(rotation, 0, rng);
  const factors = Array.from({ length: 12 }, () => 1 + 1e-9 * nextUniform(rng));
  const { stage } = buildArch({
    count: nextInteger(rng, 3, 12),
    span: nextInRange(rng, 1, 2.5),
    radius: 0.05 * 40 ** nextUniform(rng),
    ...(nextUniform(rng) < 0.7 ? { rotation: Array.from(rotation) } : {}),
    hasFrames: nextUniform(rng) < 0.5,
    factor: (k) => factors[k],
  });
  if (nextUniform(rng) < 0.5) keepAwake(stage);
  return stage;
}

function turn(q: readonly number[], v: readonly number[]): number[] {
  const out = new Float64Array(3);
  quat.rotateVector(out, 0, Float64Array.from(q), 0, Float64Array.from(v), 0);
  return Array.from(out);
}

function multiply(p: readonly number[], q: readonly number[]): number[] {
  const out = new Float64Array(4);
  quat.multiply(out, 0, Float64Array.from(p), 0, Float64Array.from(q), 0);
  return Array.from(out);
}
