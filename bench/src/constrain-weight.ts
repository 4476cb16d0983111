/**
 * A chain of 100 links of 1 kg with a heavy ball at its end, released from the horizontal: the scene, for every engine
 * alike, and what can be said of a run.
 *
 *   joint k     between the front of part k − 1 (the origin for k = 0) and the back of part k; all parts lie along x
 *   gap         the largest distance of the two points of a joint, on the way, m
 *   energy      the largest |E − E₀|, on the way, by the energy that falls free if everything falls by the chain's length
 *   position    how far the ball is, at the end, from where it should be, m
 */
import { quat, vec3 } from "@rigor/engine/math";

export type Vector = [number, number, number];

export interface Part {
  readonly mass: number;
  /** Along x, y and z through the centre, kg·m². */
  readonly inertia: Vector;
  /** Of the centre, along x, m. */
  readonly x: number;
  /** Distances of the two joints from the centre, m. */
  readonly back: number;
  readonly front: number;
}

export const links = 100;
/** m/s², along −y. */
export const gravity = 9.81;
/**
 * Seconds that a run lasts: the ball swings through 69° (100 kg) or 60° (1000 kg). The motion is not chaotic that early:
 * links that start 1 µm/s faster leave the ball less than 1 µm off, so an error of the ball is one of the engine.
 */
export const end = 1.5;

const length = 0.1;
const radius = 0.02;
const ballRadius = 0.3;

/** Rods of 10 cm, then a ball that hangs by a point of its surface. */
export function listParts(weight: number): Part[] {
  const across = length ** 2 / 12 + radius ** 2 / 4;
  const parts: Part[] = Array.from({ length: links }, (_, k) => {
    const inertia: Vector = [radius ** 2 / 2, across, across];
    return { mass: 1, inertia, x: (k + 0.5) * length, back: length / 2, front: length / 2 };
  });
  const moment = 0.4 * weight * ballRadius ** 2;
  const inertia: Vector = [moment, moment, moment];
  return [...parts, { mass: weight, inertia, x: links * length + ballRadius, back: ballRadius, front: ballRadius }];
}

/** Numbers a part in a picture: x, q, v, ω, all of the centre and in world axes. */
export const partSize = 13;

/** One engine at one setting. */
export interface Swinger {
  readonly name: string;
  readonly setting: string;
  /** Builds the chain anew. */
  start(): void;
  /** Runs to the end; `watch` is called after every step. Returns the number of steps. */
  run(watch?: () => void): number;
  /** Writes `partSize` numbers for every part. */
  read(picture: Float64Array): void;
}

export interface Errors {
  readonly steps: number;
  readonly gap: number;
  readonly energy: number;
  /** The ball's centre at the end. */
  readonly place: Vector;
}

/** One run under observation. */
export function observe(swinger: Swinger, parts: readonly Part[]): Errors {
  const picture = new Float64Array(partSize * parts.length);
  const drop = gravity * links * length * parts.reduce((sum, part) => sum + part.mass, 0);
  let gap = 0;
  let energy = 0;
  swinger.start();
  swinger.read(picture);
  const before = measureEnergy(picture, parts);
  const steps = swinger.run(() => {
    swinger.read(picture);
    gap = worse(gap, measureGap(picture, parts));
    energy = worse(energy, Math.abs(measureEnergy(picture, parts) - before) / drop);
  });
  swinger.read(picture);
  const o = partSize * links;
  return { steps, gap, energy, place: [picture[o], picture[o + 1], picture[o + 2]] };
}

/** The larger, or what is not a number. */
function worse(a: number, b: number): number {
  return Number.isNaN(b) || b > a ? b : a;
}

function measureGap(picture: Float64Array, parts: readonly Part[]): number {
  const front = new Float64Array(3);
  const back = new Float64Array(3);
  let gap = 0;
  parts.forEach((part, k) => {
    const o = partSize * k;
    back.set([-part.back, 0, 0]);
    quat.rotateVector(back, 0, picture, o + 3, back, 0);
    vec3.add(back, 0, back, 0, picture, o);
    gap = worse(gap, vec3.distance(front, 0, back, 0));
    front.set([part.front, 0, 0]);
    quat.rotateVector(front, 0, picture, o + 3, front, 0);
    vec3.add(front, 0, front, 0, picture, o);
  });
  return gap;
}

function measureEnergy(picture: Float64Array, parts: readonly Part[]): number {
  const omega = new Float64Array(3);
  return parts.reduce((sum, { mass, inertia }, k) => {
    const o = partSize * k;
    quat.rotateVectorInverse(omega, 0, picture, o + 3, picture, o + 10);
    const spin = inertia.reduce((twice, moment, x) => twice + moment * omega[x] ** 2, 0);
    return sum + 0.5 * mass * vec3.dot(picture, o + 7, picture, o + 7) + 0.5 * spin + mass * gravity * picture[o + 1];
  }, 0);
}
