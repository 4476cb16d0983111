/**
 * Cone problems of all sorts for the solver of contact with friction: the known ones, and families drawn at random.
 * y = M^(1/2) a, bodies of 6 coordinates; gravity is −9.81 along z.
 */
import { FrictionContactProblem, RowKind, TangentialState } from "@rigor/engine/linalg";
import { createRng, nextInRange, nextInteger, nextNormalPair, type Rng } from "@rigor/engine/math";
import { knownConeProblems } from "./known-cone-problems.js";

const gravity = 9.81;

interface ConeBody {
  x: number[];
  mass: number;
  inertia: number[];
  force: number[];
  torque: number[];
  /** Row by row; its columns are the axes of the body. */
  R: number[];
}

interface ConeContact {
  a: number;
  b: number;
  p: number[];
  /** n towards a, t₁, t₂. */
  frame: number[][];
  mu: number;
  kind: "resting" | "slipping" | "joint";
  slide: number[];
  c: number[];
}

export interface ConeScene {
  bodies: ConeBody[];
  contacts: ConeContact[];
}

export interface KnownConeProblem extends ConeScene {
  name: string;
  /** Linear and angular accelerations of the bodies; none where there is no solution. */
  accelerations: number[][];
}

const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1];

export function readKnownProblems(): KnownConeProblem[] {
  return knownConeProblems.map((text) => {
    const { name, bodies, frames, contacts, accelerations } = JSON.parse(text);
    return {
      name,
      accelerations,
      bodies: bodies.map(([x, mass, inertia, force, torque, R = identity]: [number[], number, ...number[][]]) => ({
        x,
        mass,
        inertia,
        force,
        torque,
        R,
      })),
      contacts: contacts.map((entry: [number, number, number[], number, number, number, number[]?, number[]?]) => {
        const [a, b, p, frame, mu, type, slide = [1, 0], c = [0, 0, 0]] = entry;
        const kind = type === 0 ? "resting" : type === 1 ? "slipping" : "joint";
        return { a, b, p, frame: frames[frame], mu, kind, slide, c };
      }),
    };
  });
}

/** The problem of a scene; rows in the order of its contacts. With velocities, of an impact: y⁰ is what they are. */
export function buildConeProblem(scene: ConeScene, velocities?: readonly number[][]): FrictionContactProblem {
  const problem = new FrictionContactProblem();
  const { rows } = problem;
  scene.bodies.forEach((body, k) => {
    const o = rows.nodeStart[problem.addNode(6)];
    const given = velocities?.[k];
    const linear = given?.slice(0, 3) ?? [0, 0, -gravity].map((g, e) => g + body.force[e] / body.mass);
    const angular = given === undefined ? toBody(body, body.torque) : toBody(body, given.slice(3));
    for (let e = 0; e < 3; e++) {
      rows.y0[o + e] = Math.sqrt(body.mass) * linear[e];
      const root = Math.sqrt(body.inertia[e]);
      rows.y0[o + 3 + e] = given === undefined ? angular[e] / root : angular[e] * root;
    }
  });
  for (const contact of scene.contacts) {
    const { a, b, kind } = contact;
    let row = rows.rowCount;
    if (kind === "joint") for (let k = 0; k < 3; k++) problem.addRow(RowKind.equality, a, b);
    else {
      const cone = problem.addCone(a, b);
      row = problem.coneRow[cone];
      problem.mu[cone] = contact.mu;
      if (kind === "slipping") problem.motion[cone] = TangentialState.slipping;
      problem.direction.set(contact.slide, 2 * cone);
    }
    for (let k = 0; k < 3; k++) writeRow(problem, scene, contact, row + k, contact.frame[k], contact.c[k]);
  }
  return problem;
}

function writeRow(
  problem: FrictionContactProblem,
  scene: ConeScene,
  contact: ConeContact,
  row: number,
  n: number[],
  c: number,
): void {
  const { rows } = problem;
  rows.c[row] = c;
  let at = rows.rowStart[row];
  for (const [end, sign] of [
    [contact.a, 1],
    [contact.b, -1],
  ]) {
    if (end < 0) continue;
    const body = scene.bodies[end];
    const arm = contact.p.map((x, k) => x - body.x[k]);
    const turn = toBody(body, cross(arm, n));
    for (let k = 0; k < 3; k++) rows.values[at++] = (sign * n[k]) / Math.sqrt(body.mass);
    for (let k = 0; k < 3; k++) rows.values[at++] = (sign * turn[k]) / Math.sqrt(body.inertia[k]);
  }
}

/** Linear and angular accelerations of the bodies from y. */
export function readAccelerations(scene: ConeScene, y: Float64Array): number[][] {
  return scene.bodies.map((body, i) => {
    const { R, inertia } = body;
    const linear = [0, 1, 2].map((k) => y[6 * i + k] / Math.sqrt(body.mass));
    const w = [0, 1, 2].map((k) => y[6 * i + 3 + k] / Math.sqrt(inertia[k]));
    return [...linear, ...[0, 3, 6].map((r) => R[r] * w[0] + R[r + 1] * w[1] + R[r + 2] * w[2])];
  });
}

/** A vector of the world in the axes of the body. */
function toBody({ R }: ConeBody, v: readonly number[]): number[] {
  return [0, 1, 2].map((k) => R[k] * v[0] + R[3 + k] * v[1] + R[6 + k] * v[2]);
}

function cross(a: readonly number[], b: readonly number[]): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function scaleToUnit(v: readonly number[]): number[] {
  const length = Math.hypot(...v);
  return v.map((x) => x / length);
}

/** n and two tangents. */
function makeFrame(n: number[]): number[][] {
  const t = scaleToUnit(cross(Math.abs(n[0]) < Math.abs(n[1]) ? [1, 0, 0] : [0, 1, 0], n));
  return [n, t, cross(n, t)];
}

function touch(a: number, b: number, p: number[], n: number[], mu: number): ConeContact {
  return { a, b, p, frame: makeFrame(n), mu, kind: "resting", slide: [1, 0], c: [0, 0, 0] };
}

function makeBox(x: number[], size: readonly number[], mass: number): ConeBody {
  const [u, v, w] = size.map((s) => s * s);
  const inertia = [v + w, u + w, u + v].map((s) => (mass * s) / 12);
  return { x, mass, inertia, force: [0, 0, 0], torque: [0, 0, 0], R: identity };
}

function drawNormal(rng: Rng): number {
  const pair = new Float64Array(2);
  nextNormalPair(pair, 0, rng);
  return pair[0];
}

function push(body: ConeBody, rng: Rng, strength: number): void {
  for (let k = 0; k < 3; k++) {
    body.force[k] = strength * body.mass * drawNormal(rng);
    body.torque[k] = 0.2 * strength * body.mass * drawNormal(rng);
  }
}

const corners = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1],
];

/** Cubes one upon the other, shifted by `jitter` and pushed by `strength` N/kg. */
export function makeStack(count: number, seed: number, jitter = 0.2, mu = 0.5, strength = 0, spread = 0): ConeScene {
  const rng = createRng(seed);
  const bodies: ConeBody[] = [];
  const contacts: ConeContact[] = [];
  for (let k = 0; k < count; k++) {
    const x = [jitter * nextInRange(rng, -1, 1), jitter * nextInRange(rng, -1, 1), k + 0.5];
    bodies.push(makeBox(x, [1, 1, 1], 10 ** (spread * nextInRange(rng, -0.5, 0.5))));
    if (strength > 0) push(bodies[k], rng, strength);
    const below = k === 0 ? x : bodies[k - 1].x;
    for (const corner of corners) {
      const p = corner.map((s, e) => (s > 0 ? Math.min(x[e], below[e]) + 0.5 : Math.max(x[e], below[e]) - 0.5));
      contacts.push(touch(k, k - 1, [...p, k], [0, 0, 1], mu));
    }
  }
  return { bodies, contacts };
}

/** Each contact of a scene turned by some `angle`, and its point moved by as much: faces that are flush but for that. */
export function makeNearlyFlush(scene: ConeScene, seed: number, angle: number): ConeScene {
  const rng = createRng(seed);
  const off = (v: readonly number[]) => v.map((x) => x + angle * drawNormal(rng));
  const contacts = scene.contacts.map((contact) => ({
    ...contact,
    p: off(contact.p),
    frame: makeFrame(scaleToUnit(off(contact.frame[0]))),
  }));
  return { ...scene, contacts };
}

/** Velocities at random, linear and angular, of all bodies of a scene: m/s and rad/s of that size. */
export function drawVelocities({ bodies }: ConeScene, seed: number, size: number): number[][] {
  const rng = createRng(seed);
  return bodies.map(() => [0, 1, 2, 3, 4, 5].map(() => size * drawNormal(rng)));
}

/** Bodies at random places with contacts between them in random directions that mostly bear: not a real pile, but hard. */
export function makePile(count: number, seed: number, mu = 0.5, strength = 0): ConeScene {
  const rng = createRng(seed);
  const bodies: ConeBody[] = [];
  const contacts: ConeContact[] = [];
  const lean = (n: number[]) => scaleToUnit(n.map((x) => x + 0.15 * drawNormal(rng)));
  for (let k = 0; k < count; k++) {
    const size = [0, 1, 2].map(() => nextInRange(rng, 0.6, 1.2));
    const x = [nextInRange(rng, -1, 1), nextInRange(rng, -1, 1), 0.6 * k + 0.5];
    const body = makeBox(x, size, nextInRange(rng, 0.5, 2));
    if (strength > 0) push(body, rng, strength);
    bodies.push(body);
    const below = k === 0 || nextInteger(rng, 0, 2) === 0 ? -1 : nextInteger(rng, 0, k - 1);
    const n = lean([0, 0, 1]);
    const points = nextInteger(rng, 1, 4);
    for (const [i, j] of corners.slice(0, points)) {
      contacts.push(touch(k, below, [x[0] + 0.3 * i, x[1] + 0.3 * j, x[2] - 0.4], n, mu));
    }
    if (k === 0) continue;
    const side = nextInteger(rng, 0, k - 1);
    const y = bodies[side].x;
    const middle = x.map((v, e) => (v + y[e]) / 2);
    contacts.push(touch(k, side, middle, lean(scaleToUnit(x.map((v, e) => v - y[e]))), mu));
  }
  return { bodies, contacts };
}

/** Links on bumps, joined by ball joints and pulled about. */
export function makeChain(count: number, seed: number, mu = 0.5, strength = 5): ConeScene {
  const rng = createRng(seed);
  const bodies: ConeBody[] = [];
  const contacts: ConeContact[] = [];
  for (let k = 0; k < count; k++) {
    bodies.push(makeBox([k, 0, 0.2], [1, 0.4, 0.4], 1));
    push(bodies[k], rng, strength);
    for (const [i, j] of corners) {
      if (nextInteger(rng, 0, 2) === 0) continue;
      const n = scaleToUnit([0.05 * drawNormal(rng), 0.05 * drawNormal(rng), 1]);
      contacts.push(touch(k, -1, [k + 0.4 * i, 0.2 * j, 0], n, mu));
    }
  }
  for (let k = 1; k < count; k++) {
    const joint = touch(k, k - 1, [k - 0.5, 0, 0.2], [1, 0, 0], 0);
    contacts.push({ ...joint, kind: "joint" });
  }
  return { bodies, contacts };
}

/** Lets some of the bodies slide and spin on level ground: contacts between what moves differently slip. */
export function setSliding(scene: ConeScene, seed: number): ConeScene {
  const rng = createRng(seed);
  const twist = scene.bodies.map(() => (nextInteger(rng, 0, 4) < 2 ? [0, 1, 2].map(() => drawNormal(rng)) : [0, 0, 0]));
  const velocityAt = (k: number, p: number[]) => {
    if (k < 0) return [0, 0, 0];
    const { x } = scene.bodies[k];
    return [twist[k][0] - twist[k][2] * (p[1] - x[1]), twist[k][1] + twist[k][2] * (p[0] - x[0]), 0];
  };
  for (const contact of scene.contacts) {
    if (contact.kind === "joint") continue;
    const other = velocityAt(contact.b, contact.p);
    const v = velocityAt(contact.a, contact.p).map((x, k) => x - other[k]);
    const slide = [1, 2].map((t) => contact.frame[t].reduce((sum, x, k) => sum + x * v[k], 0));
    const speed = Math.hypot(...slide);
    if (speed < 1e-9) continue;
    contact.kind = "slipping";
    contact.slide = slide.map((x) => x / speed);
  }
  return scene;
}

/** A body with a few points on the ground, all slipping in directions of their own with much friction: hard to satisfy. */
export function makeSlipping(seed: number): ConeScene {
  const rng = createRng(seed);
  const body = makeBox([0, 0, 1], [0.3, 0.3, 2], 1);
  push(body, rng, 3);
  const mu = nextInRange(rng, 0.8, 3);
  const contacts = Array.from({ length: nextInteger(rng, 1, 4) }, () => {
    const p = [drawNormal(rng), drawNormal(rng), 0.2 * drawNormal(rng)];
    const angle = nextInRange(rng, 0, 2 * Math.PI);
    const contact = touch(0, -1, p, scaleToUnit([0.2 * drawNormal(rng), 0.2 * drawNormal(rng), 1]), mu);
    return { ...contact, kind: "slipping" as const, slide: [Math.cos(angle), Math.sin(angle)] };
  });
  return { bodies: [body], contacts };
}

/** The same scene with bodies and contacts in another order. */
export function shuffleScene(scene: ConeScene, seed: number): { scene: ConeScene; place: number[] } {
  const rng = createRng(seed);
  const shuffle = (n: number) => {
    const order = Array.from({ length: n }, (_, k) => k);
    for (let k = n - 1; k > 0; k--) {
      const j = nextInteger(rng, 0, k);
      [order[k], order[j]] = [order[j], order[k]];
    }
    return order;
  };
  const order = shuffle(scene.bodies.length);
  const place = order.map((_, k) => order.indexOf(k));
  const find = (k: number) => (k < 0 ? -1 : place[k]);
  const bodies = order.map((k) => scene.bodies[k]);
  const contacts = shuffle(scene.contacts.length).map((k) => {
    const contact = scene.contacts[k];
    return { ...contact, a: find(contact.a), b: find(contact.b) };
  });
  return { scene: { bodies, contacts }, place };
}
