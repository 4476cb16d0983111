/**
 * The requirements of a scene of `npm run bench accuracy` on an engine: bodies, ball joints and a clock that ticks. Every engine has
 * one file beside this one, which builds the same scene with that engine's own calls.
 *
 *   floor      all of y ≤ 0; its plane where an engine has one and means it for this, else a box of 60 × 2 × 60 m
 *   fast       asks for continuous collision detection, where an engine has it as an option
 *   alike      friction and restitution are the same for all bodies, so that how an engine mixes them does not matter
 */
import { quat } from "@rigor/engine/math";

export type Vector = readonly [number, number, number];
export type Rotation = readonly [number, number, number, number];

export type Form =
  | { readonly kind: "box"; readonly size: Vector }
  | { readonly kind: "sphere"; readonly radius: number }
  | { readonly kind: "floor" };

export interface Item {
  readonly form: Form;
  /** kg; 0 is fixed. */
  readonly mass: number;
  readonly position: Vector;
  /** [x, y, z, w]. */
  readonly rotation?: Rotation;
  readonly velocity?: Vector;
  readonly angularVelocity?: Vector;
  readonly fast?: boolean;
}

/** A ball joint: a point of b stays at a point of a. */
export interface Joint {
  /** A body before b, or −1: the world. */
  readonly a: number;
  readonly b: number;
  /** The place of the point at the start, in world axes. */
  readonly at: Vector;
}

export interface Setting {
  readonly gravity: Vector;
  readonly friction: number;
  readonly restitution: number;
  readonly items: readonly Item[];
  readonly joints?: readonly Joint[];
  /** Default true. */
  readonly collides?: boolean;
  /** Balls that strike a row of others: one after the other, where an engine has more than one impact law. */
  readonly inTurn?: boolean;
}

/** Numbers of a body as it is read: x, q, v, ω, of its centre and in world axes. */
export const stateSize = 13;

export interface Running {
  /** Moves on by one step. */
  step(): void;
  /** Writes `stateSize` numbers. */
  read(item: number, out: Float64Array): void;
  /** Gives its memory back. */
  stop(): void;
}

/** Whether an engine finds what fast bodies strike between two steps: never, if asked, or always. */
type Continuous = "none" | "option" | "always";

export interface Engine {
  readonly name: string;
  /** Package of which `bench/package.json` has the version; null for ours. */
  readonly package: string | null;
  /** The settings that differ from the defaults, and remarks. */
  readonly settings: string;
  readonly continuous: Continuous;
  /** Starts a setting. `isOut` says that the time is over, for engines whose steps may take long. */
  start(setting: Setting, rate: number, isOut: () => boolean): Running;
}

/** Size of the box that stands for a floor; its upper face is at y = 0. */
const floorSize: Vector = [60, 2, 60];

export const upright: Rotation = [0, 0, 0, 1];
export const zero: Vector = [0, 0, 0];

/** Moments of a body about its axes, kg·m². */
export function findMoments({ form, mass }: Item): Vector {
  if (form.kind === "sphere") {
    const moment = 0.4 * mass * form.radius * form.radius;
    return [moment, moment, moment];
  }
  const [x, y, z] = form.kind === "box" ? form.size : floorSize;
  const twelfth = mass / 12;
  return [twelfth * (y * y + z * z), twelfth * (x * x + z * z), twelfth * (x * x + y * y)];
}

/** The box that an item is, or that stands for a floor: its size and where its middle is. */
export function toBox({ form, position: [x, y, z] }: Item): { size: Vector; position: Vector } {
  if (form.kind === "sphere") throw new Error("a sphere is not a box");
  if (form.kind === "box") return { size: form.size, position: [x, y, z] };
  return { size: floorSize, position: [x, y - 0.5 * floorSize[1], z] };
}

/** Half of a size. */
export function halve([x, y, z]: Vector): [number, number, number] {
  return [0.5 * x, 0.5 * y, 0.5 * z];
}

/** A point of the world, at the start, from the centre of a body and along its axes. */
export function toLocal({ position: [x, y, z], rotation = upright }: Item, at: Vector): [number, number, number] {
  const arm = Float64Array.of(at[0] - x, at[1] - y, at[2] - z);
  quat.rotateVectorInverse(arm, 0, Float64Array.from(rotation), 0, arm, 0);
  return [arm[0], arm[1], arm[2]];
}
