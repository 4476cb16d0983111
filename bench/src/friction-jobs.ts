/** The scenes with friction that are timed: dominoes, towers and a pit; by name and size, so that a thread can make its own. */
import type { Item, Setting } from "./accuracy/engine.js";
import { fillPit } from "./accuracy/scenes/pile.js";

export type JobKind = "dominoes" | "standing" | "struck" | "pit";

export interface Job {
  readonly kind: JobKind;
  readonly name: string;
  readonly size: number;
  /** Which of several starts that differ by next to nothing it has, from 0 on. */
  readonly start: number;
  readonly setting: Setting;
  /** Simulated at most, s. */
  readonly duration: number;
  /** Whether the run is over early, by the states x, q, v, ω of its bodies. Bodies slower than `rest`, m/s and rad/s, are at rest. */
  isOver?(read: (item: number) => Float64Array, rest: number): boolean;
}

export function createJob(kind: JobKind, size: number, start = 0): Job {
  const job = kind === "dominoes" ? createDominoes(size) : kind === "pit" ? createPit(size) : createTower(size, kind);
  if (start === 0) return { ...job, start };
  const items = job.setting.items.map((item, k) => shift(item, start * nothing * (1 + (k % 3))));
  return { ...job, start, name: `${job.name}, start ${start}`, setting: { ...job.setting, items } };
}

/** Less than any of these scenes is known by, m: where it changes what comes of them, rounding does too. */
const nothing = 1e-12;

function shift(item: Item, by: number): Item {
  const [x, y, z] = item.position;
  return item.mass > 0 ? { ...item, position: [x + by, y, z - by] } : item;
}

const gravity = [0, -9.81, 0] as const;
const floor: Item = { form: { kind: "floor" }, mass: 0, position: [0, 0, 0] };

/** Thickness, height, width, m; from one to the next as a part of the height; rad/s. */
const [w, h, d] = [0.02, 0.1, 0.05];
const [spacing, push] = [0.5, 4];
/** Tilt of one that is down, rad: 80°. */
const down = 1.4;

/** Free-standing, the first pushed over, until the last one is down. */
function createDominoes(size: number): Omit<Job, "start"> {
  const dominoes = Array.from({ length: size }, (_, k): Item => {
    const rate = k === 0 ? push : 0;
    return {
      form: { kind: "box", size: [w, h, d] },
      mass: 0.1,
      position: [spacing * h * k, h / 2, 0],
      // about its lower edge ahead
      velocity: [(rate * h) / 2, (rate * w) / 2, 0],
      angularVelocity: [0, 0, -rate],
    };
  });
  return {
    kind: "dominoes",
    name: `${size} dominoes`,
    size,
    setting: { gravity, friction: 0.5, restitution: 0, items: [floor, ...dominoes] },
    duration: 1 + 0.1 * size,
    isOver(read) {
      const [x, y, z, u] = read(size).subarray(3, 7);
      return 2 * Math.atan2(Math.hypot(x, y, z), Math.abs(u)) > down;
    },
  };
}

/** Of a block, m; three make a layer, each across those below. */
const [length, height, width] = [0.75, 0.15, 0.25];

/** 60 s at rest, or 1 s in which a ball strikes the middle. */
function createTower(size: number, kind: "standing" | "struck"): Omit<Job, "start"> {
  const blocks = Array.from({ length: size }, (_, k): Item => {
    const layer = Math.floor(k / 3);
    const [aside, y] = [((k % 3) - 1) * width, (layer + 0.5) * height];
    const isAcross = layer % 2 === 1;
    return {
      form: { kind: "box", size: isAcross ? [width, height, length] : [length, height, width] },
      mass: 1,
      position: isAcross ? [aside, y, 0] : [0, y, aside],
    };
  });
  const ball: Item = {
    form: { kind: "sphere", radius: 0.05 },
    mass: 0.2,
    position: [-0.6, (Math.floor(size / 6) + 0.5) * height, 0.02],
    velocity: [2, 0.5, 0],
  };
  const items = [floor, ...blocks, ...(kind === "struck" ? [ball] : [])];
  return {
    kind,
    name: `tower of ${size}, ${kind === "struck" ? "struck" : "at rest"}`,
    size,
    setting: { gravity, friction: 0.5, restitution: 0, items },
    duration: kind === "struck" ? 1 : 60,
  };
}

/** Until all rest. */
function createPit(size: number): Omit<Job, "start"> {
  const setting = fillPit(size);
  const moving = setting.items.flatMap(({ mass }, k) => (mass > 0 ? [k] : []));
  return {
    kind: "pit",
    name: `${size} boxes into a pit`,
    size,
    setting,
    duration: 10 + 0.1 * size,
    isOver: (read, rest) => moving.every((k) => Math.hypot(...read(k).subarray(7, 13)) < rest),
  };
}
