/** Random scenes of joints: chains that swing and strike, joints of every kind with limits and motors, cranks, gears, pulleys. */
import { atan2, cos, sin } from "@rigor/engine/math";
import type { SceneBody, SceneConstraint, SceneShape, Vector } from "@rigor/engine/scene";
import type { Yard } from "./yard.js";

type WithoutId<T> = T extends unknown ? Omit<T, "id"> : never;

/** Adds a joint and returns its id. */
function join(yard: Yard, joint: WithoutId<SceneConstraint>): string {
  const id = yard.nameJoint();
  yard.constraints.push({ id, ...joint } as SceneConstraint);
  return id;
}

/** A chain of links with joints of one kind or of many, tied to the world or thrown; something to strike; no floor, or one. */
export function swingChain(yard: Yard): void {
  const { draw, scale } = yard;
  const count = draw.integer(2, 6);
  const length = 0.8 * scale;
  const angle = draw.between(-1.5, 1.5);
  const [ux, uy] = [sin(angle), -cos(angle)];
  const height = (count + 1) * length;
  const kinds = draw.pick<readonly string[]>([["ball"], ["hinge"], ["ball", "hinge", "universal", "weld"]]);
  const shape: SceneShape = draw.chance(0.5)
    ? { type: "capsule", radius: 0.12 * scale, height: 0.5 * length }
    : { type: "box", size: [0.2 * scale, 0.8 * length, 0.2 * scale] };
  // y of a link along the chain
  const turn = angle / 2;
  const isTied = draw.chance(0.8);
  for (let k = 0; k < count; k++) {
    const at = (s: number): Vector => [s * length * ux, height + s * length * uy, 0];
    const id = yard.add({
      shape,
      density: yard.density(),
      position: at(k + 0.5),
      rotation: [0, 0, sin(turn), cos(turn)],
    });
    yard.take(at(k + 0.5), 0.6 * length);
    if (k > 0 || isTied) link(yard, draw.pick(kinds), id, k === 0 ? undefined : `b${yard.bodies.length - 2}`, at(k));
  }
  if (!isTied || draw.chance(0.5)) yard.addPlane([0, 1, 0]);
  const more = draw.integer(0, 2);
  for (let k = 0; k < more; k++) yard.drop(scale, 0, 0.3);
}

function link(yard: Yard, kind: string, a: string, b: string | undefined, anchor: Vector): void {
  const { draw, scale } = yard;
  const ends = b === undefined ? { a } : { a, b };
  const isFirst = b === undefined;
  // of a link of usual weight
  const torque = 1000 * scale * scale * scale * 9.81 * scale;
  if (kind === "hinge") {
    const id = join(yard, { type: "hinge", ...ends, anchor, axis: [0, 0, 1] });
    if (draw.chance(0.4)) addLimit(yard, id, "angle", draw.between(0.05, 0.8));
    if (yard.hasFriction && draw.chance(0.4)) {
      yard.jointFrictions.push({ joint: id, coordinate: "angle", friction: torque * draw.decades(1e-4, 1e-2) });
    }
  } else if (kind === "universal" && !isFirst) {
    join(yard, { type: "universal", ...ends, anchor, axisA: [1, 0, 0], axisB: [0, 0, 1] });
  } else if (kind === "weld" && !isFirst) {
    join(yard, { type: "weld", ...ends });
  } else {
    const id = join(yard, { type: "ball", ...ends, anchor });
    if (yard.hasFriction && draw.chance(0.2)) {
      yard.jointFrictions.push({ joint: id, coordinate: "turning", friction: torque * draw.decades(1e-4, 1e-2) });
    }
  }
}

function addLimit(yard: Yard, joint: string, coordinate: "angle" | "travel", reach: number): void {
  const { draw } = yard;
  const restitution = draw.pick([0, 0.3, 0.7, 1]);
  yard.limits.push({ joint, coordinate, lower: -reach * draw.between(0.2, 1), upper: reach, restitution });
}

/** A body beside those there are; in a row along x. */
function place(yard: Yard, shape: SceneShape, more: Partial<SceneBody> = {}): { id: string; at: Vector } {
  const at: Vector = [4 * yard.scale * yard.bodies.length, 3 * yard.scale, 0];
  const id = yard.add({ shape, density: yard.density(), position: at, ...more });
  return { id, at };
}

const plank = (yard: Yard): SceneShape => ({ type: "box", size: [yard.scale, 0.2 * yard.scale, 0.3 * yard.scale] });
const wheel = (yard: Yard): SceneShape => ({ type: "cylinder", radius: 0.5 * yard.scale, height: 0.2 * yard.scale });
const moved = ([x, y, z]: Vector, dx: number, dy: number, dz = 0): Vector => [x + dx, y + dy, z + dz];

/** One of many small machines each. */
const machines: readonly ((yard: Yard) => void)[] = [
  // a door on a hinge, with stops, a spring or a motor; something falls on it
  (yard) => {
    const { draw, scale } = yard;
    const { id, at } = place(yard, plank(yard), { angularVelocity: [0, 0, 0] });
    const axis: Vector = draw.chance(0.5) ? [0, 0, 1] : [0, 1, 0];
    const joint = join(yard, { type: "hinge", a: id, anchor: moved(at, -0.5 * scale, 0), axis });
    if (draw.chance(0.3)) join(yard, { type: "motor", joint, speed: draw.between(-3, 3) });
    else addLimit(yard, joint, "angle", draw.between(0.1, 1));
    dropOnto(yard, at);
  },
  // a slide with stops and a spring
  (yard) => {
    const { draw, scale } = yard;
    const { id, at } = place(yard, plank(yard));
    const joint = join(yard, { type: "slider", a: id, axis: draw.direction() });
    addLimit(yard, joint, "travel", draw.between(0.05, 0.5) * scale);
    const weight = 60 * scale * scale * scale * 9.81;
    if (draw.chance(0.5))
      yard.forces.push({ type: "joint", joint, stiffness: (weight * draw.decades(1, 100)) / scale });
    if (yard.hasFriction && draw.chance(0.5)) {
      yard.jointFrictions.push({ joint, coordinate: "travel", friction: weight * draw.decades(0.01, 1) });
    }
    dropOnto(yard, at);
  },
  // a cylindrical joint, and a screw
  (yard) => {
    const { draw, scale } = yard;
    const first = place(yard, wheel(yard));
    const spin: Vector = [0, draw.between(-3, 3), 0];
    const turning = join(yard, { type: "cylindrical", a: first.id, anchor: first.at, axis: [0, 1, 0] });
    addLimit(yard, turning, "travel", draw.between(0.1, 1) * scale);
    const second = place(yard, wheel(yard), { angularVelocity: spin });
    join(yard, {
      type: "screw",
      a: second.id,
      anchor: second.at,
      axis: [0, 1, 0],
      pitch: draw.between(0.05, 0.5) * scale,
    });
  },
  // two wheels geared, one with a motor or an effort
  (yard) => {
    const { draw, scale } = yard;
    const flat: Partial<SceneBody> = { rotation: [Math.sqrt(0.5), 0, 0, Math.sqrt(0.5)] };
    const wheels = [0, 1].map(() => place(yard, wheel(yard), flat));
    const [a, b] = wheels.map((each) => join(yard, { type: "hinge", a: each.id, anchor: each.at, axis: [0, 0, 1] }));
    join(yard, { type: "gear", a, b, ratio: draw.between(-3, 3) });
    const effort = 1000 * scale * scale * scale * scale * draw.between(-1, 1);
    if (draw.chance(0.5)) join(yard, { type: "motor", joint: a, speed: draw.between(-5, 5) });
    else yard.forces.push({ type: "joint", joint: a, effort, damping: 0.01 * Math.abs(effort) });
    for (const each of wheels) dropOnto(yard, each.at);
  },
  // a rack and its pinion
  (yard) => {
    const { draw, scale } = yard;
    const pinion = place(yard, wheel(yard));
    const bar = place(yard, plank(yard));
    const a = join(yard, { type: "hinge", a: pinion.id, anchor: pinion.at, axis: [0, 1, 0] });
    const b = join(yard, { type: "slider", a: bar.id, axis: [0, 1, 0] });
    join(yard, { type: "rack", a, b, radius: draw.between(0.1, 1) * scale });
    addLimit(yard, b, "travel", draw.between(0.2, 1) * scale);
  },
  // two weights over a pulley, one of which may come down on the floor; or a taut rope
  (yard) => {
    const { draw, scale } = yard;
    const box: SceneShape = { type: "box", size: [0.4 * scale, 0.4 * scale, 0.4 * scale] };
    const [p, q] = [place(yard, box), place(yard, box)];
    const up = (at: Vector) => moved(at, 0, 3 * scale);
    const ratio = draw.between(0.5, 2);
    if (draw.chance(0.7)) join(yard, { type: "pulley", a: p.id, b: q.id, overA: up(p.at), overB: up(q.at), ratio });
    else
      join(yard, { type: "rope", through: [{ on: p.id }, { anchor: up(p.at) }, { anchor: up(q.at) }, { on: q.id }] });
    yard.addPlane([0, 1, 0]);
  },
  // a crank that drives a slider by a rod
  (yard) => {
    const { draw, scale } = yard;
    const [r, l] = [draw.between(0.2, 0.4) * scale, draw.between(0.8, 1.5) * scale];
    const o: Vector = [4 * scale * yard.bodies.length, 4 * scale, 0];
    const angle = draw.between(-3, 3);
    const pin: Vector = moved(o, r * cos(angle), r * sin(angle));
    const end: Vector = moved(o, r * cos(angle) + Math.sqrt(l * l - r * r * sin(angle) * sin(angle)), 0);
    const bar = (p: Vector, q: Vector, z: number): string => {
      const [dx, dy] = [q[0] - p[0], q[1] - p[1]];
      const half = atan2(dy, dx) / 2;
      const size: Vector = [Math.sqrt(dx * dx + dy * dy), 0.1 * scale, 0.1 * scale];
      const position: Vector = [0.5 * (p[0] + q[0]), 0.5 * (p[1] + q[1]), z];
      return yard.add({
        shape: { type: "box", size },
        density: yard.density(),
        position,
        rotation: [0, 0, sin(half), cos(half)],
      });
    };
    const crank = bar(o, pin, 0.2 * scale);
    const rod = bar(pin, end, 0);
    const size: Vector = [0.3 * scale, 0.3 * scale, 0.1 * scale];
    const piston = yard.add({
      shape: { type: "box", size },
      density: yard.density(),
      position: moved(end, 0, 0, 0.2 * scale),
    });
    const axis: Vector = [0, 0, 1];
    const joint = join(yard, { type: "hinge", a: crank, anchor: o, axis });
    join(yard, { type: "hinge", a: rod, b: crank, anchor: pin, axis });
    // a ball, and not a hinge: else they would depend on one another
    join(yard, { type: "ball", a: piston, b: rod, anchor: end });
    join(yard, { type: "slider", a: piston, axis: [1, 0, 0] });
    if (draw.chance(0.7)) join(yard, { type: "motor", joint, speed: draw.between(-8, 8) });
  },
  // what rolls without slipping, on a curve, in a plane
  (yard) => {
    const { draw, scale } = yard;
    const radius = 0.4 * scale;
    const ball = place(yard, { type: "sphere", radius });
    const ground: Vector = moved(ball.at, 0, -radius);
    join(yard, { type: "rolling", a: ball.id, radius, normal: [0, 1, 0], point: ground });
    const onLine = place(yard, { type: "sphere", radius: 0.2 * scale });
    join(yard, { type: "curve", a: onLine.id, curve: { type: "line", point: onLine.at, direction: draw.direction() } });
    const onCircle = place(yard, { type: "box", size: [radius, radius, radius] });
    const center = moved(onCircle.at, -radius, 0);
    join(yard, { type: "curve", a: onCircle.id, curve: { type: "circle", center, normal: [0, 0, 1], radius } });
    const inPlane = place(yard, plank(yard), { angularVelocity: draw.vector(3) });
    join(yard, { type: "plane", a: inPlane.id, anchor: inPlane.at, normal: draw.direction() });
    dropOnto(yard, ball.at);
  },
];

function dropOnto(yard: Yard, [x, y, z]: Vector): void {
  const { draw, scale } = yard;
  if (draw.chance(0.4)) return;
  const shape = yard.shape(["box", "sphere", "capsule", "convex"]);
  const aside = () => draw.between(-0.3, 0.3) * scale;
  const position: Vector = [x + aside(), y + 1.6 * scale, z + aside()];
  yard.add({ shape, density: yard.density(), position, rotation: draw.rotation() });
}

/** One or two machines. */
export function buildMachine(yard: Yard): void {
  const count = yard.draw.integer(1, 2);
  for (let k = 0; k < count; k++) yard.draw.pick(machines)(yard);
}

/** A pusher on key frames, a turntable, or a belt; with things on it. */
export function driveThings(yard: Yard): void {
  const { draw, scale, speed } = yard;
  const isOnFloor = draw.chance(0.4);
  if (isOnFloor) {
    yard.addPlane([0, 1, 0]);
    const size: Vector = [0.4 * scale, scale, 2 * scale];
    const from: Vector = [-2 * scale, 0.55 * scale, 0];
    const to: Vector = [-2 * scale + draw.between(0.5, 1.5) * scale, 0.55 * scale, 0];
    const times = [0, draw.between(0.3, 1), 1.5];
    const interpolation = draw.pick(["linear", "smooth"] as const);
    yard.add({
      shape: { type: "box", size },
      position: from,
      motion: { type: "keyframes", times, positions: [from, to, from], interpolation },
    });
    yard.take(from, 1.2 * scale);
  } else if (draw.chance(0.5)) {
    const rate = draw.between(-4, 4);
    const shape: SceneShape = { type: "cylinder", radius: 2 * scale, height: 0.4 * scale };
    yard.add({ shape, position: [0, -0.2 * scale, 0], motion: { type: "rotate", axis: [0, 1, 0], rate } });
  } else {
    const size: Vector = [6 * scale, 0.4 * scale, 3 * scale];
    const surfaceVelocity: Vector = [draw.between(-1, 1) * speed, 0, draw.between(-0.2, 0.2) * speed];
    yard.add({ shape: { type: "box", size }, position: [0, -0.2 * scale, 0], fixed: true, surfaceVelocity });
  }
  const count = draw.integer(1, 3);
  for (let k = 0; k < count; k++) yard.drop(0.9 * scale, 0, 0.2);
}
