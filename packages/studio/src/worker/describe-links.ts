/** The links between bodies as they are drawn: springs and rods, wires, and the points of application of joint forces. */
import type { SceneConstraint, SceneCurve, SceneFile } from "@rigor/engine/scene";
import type { DrawnJoint, DrawnLink, DrawnWire, End } from "../data/drawing.js";
import { bodyStride } from "../data/frame.js";

/** Points on a drawn circle, and on a turn of a helix. */
const turnPoints = 96;
/** Half a line, m, and turns of a helix to either side. */
const [lineReach, helixTurns] = [20, 4];

type Find = (id: string | undefined, world: readonly number[] | undefined) => End;

/** A point of the world at first, as a point of whoever carries it. */
function createFind({ bodies = [], particles = [] }: SceneFile, rest: Float64Array): Find {
  const bodyIndex = new Map(bodies.map(({ id }, i) => [id, i]));
  const particleIndex = new Map(particles.map(({ id }, i) => [id, i]));
  return (id, world) => {
    const body = id === undefined ? undefined : bodyIndex.get(id);
    const particle = id === undefined ? undefined : particleIndex.get(id);
    if (particle !== undefined) return { kind: "particle", index: particle, point: [0, 0, 0] };
    if (body === undefined) return { kind: "world", index: 0, point: world ?? [0, 0, 0] };
    return { kind: "body", index: body, point: world === undefined ? [0, 0, 0] : toLocal(world, rest, body) };
  };
}

/** q⁻¹ (x − p). */
function toLocal(world: readonly number[], rest: Float64Array, body: number): number[] {
  const o = bodyStride * body;
  const [x, y, z] = [0, 1, 2].map((k) => world[k] - rest[o + k]) as [number, number, number];
  const [a, b, c, w] = [-rest[o + 3], -rest[o + 4], -rest[o + 5], rest[o + 6]];
  const [tx, ty, tz] = [2 * (b * z - c * y), 2 * (c * x - a * z), 2 * (a * y - b * x)];
  return [x + w * tx + (b * tz - c * ty), y + w * ty + (c * tx - a * tz), z + w * tz + (a * ty - b * tx)];
}

export function describeJoints(scene: SceneFile, rest: Float64Array): DrawnJoint[] {
  const find = createFind(scene, rest);
  const constraints = scene.constraints ?? [];
  return constraints.map((constraint, k) => {
    const [a, b] = nameEnds(findHolder(constraint, constraints));
    const at = find(a, findAnchor(findHolder(constraint, constraints)));
    return { id: constraint.id ?? `constraint ${k}`, type: constraint.type, at, a: a ?? "world", b: b ?? "world" };
  });
}

/** The constraint that joins the bodies: for a gear, a rack or a motor the joint on which it acts. */
function findHolder(constraint: SceneConstraint, constraints: readonly SceneConstraint[]): SceneConstraint {
  const { type } = constraint;
  const joint = type === "gear" || type === "rack" ? constraint.a : type === "motor" ? constraint.joint : null;
  return (joint === null ? undefined : constraints.find(({ id }) => id === joint)) ?? constraint;
}

/** The ids of the first and the last that it holds. */
function nameEnds(constraint: SceneConstraint): [a: string | undefined, b: string | undefined] {
  if (constraint.type === "rope") return [constraint.through[0]?.on, constraint.through.at(-1)?.on];
  return ["a" in constraint ? constraint.a : undefined, "b" in constraint ? constraint.b : undefined];
}

function findAnchor(constraint: SceneConstraint): readonly number[] | undefined {
  if (constraint.type === "rope") return constraint.through[0]?.anchor;
  if ("anchorA" in constraint) return constraint.anchorA;
  return "anchor" in constraint ? constraint.anchor : undefined;
}

export function describeLinks(scene: SceneFile, rest: Float64Array): DrawnLink[] {
  const find = createFind(scene, rest);
  const links: DrawnLink[] = [];
  for (const force of scene.forces ?? []) {
    if (force.type !== "spring") continue;
    // anchors of springs are given in the frames of their bodies
    const [a, b] = [find(force.a, undefined), find(force.b, undefined)];
    links.push({
      style: "spring",
      ends: [
        { ...a, point: force.anchorA ?? [0, 0, 0] },
        { ...b, point: force.anchorB ?? [0, 0, 0] },
      ],
    });
  }
  const world = (point: readonly number[]): End => ({ kind: "world", index: 0, point });
  for (const constraint of scene.constraints ?? []) {
    if (constraint.type === "distance") {
      addRods(links, [find(constraint.a, constraint.anchorA), find(constraint.b, constraint.anchorB)]);
    } else if (constraint.type === "pulley") {
      addRods(links, [
        find(constraint.a, constraint.anchorA),
        world(constraint.overA),
        world(constraint.overB),
        find(constraint.b, constraint.anchorB),
      ]);
    } else if (constraint.type === "rope") {
      addRods(
        links,
        constraint.through.map(({ on, anchor }) => find(on, anchor)),
      );
    }
  }
  return links;
}

function addRods(links: DrawnLink[], ends: readonly End[]): void {
  for (let k = 1; k < ends.length; k++) links.push({ style: "rod", ends: [ends[k - 1], ends[k]] });
}

export function describeWires({ constraints = [], generalized = [] }: SceneFile): DrawnWire[] {
  const curves = [
    ...constraints.flatMap((constraint) => (constraint.type === "curve" ? [constraint.curve] : [])),
    ...generalized.flatMap((thing) => (thing.type === "bead" ? [thing.curve] : [])),
  ];
  const seen = new Map(curves.map((curve) => [JSON.stringify(curve), curve]));
  return [...seen.values()].map((curve) => ({ points: traceCurve(curve) }));
}

function traceCurve(curve: SceneCurve): Float32Array {
  if (curve.type === "line") {
    const scale = lineReach / (Math.hypot(...curve.direction) || 1);
    return Float32Array.from([-scale, scale].flatMap((s) => curve.point.map((p, k) => p + s * curve.direction[k])));
  }
  const isHelix = curve.type === "helix";
  const axis = isHelix ? curve.axis : curve.normal;
  const length = Math.hypot(...axis) || 1;
  const n = axis.map((value) => value / length);
  const [u, v] = spanPlane(n);
  const turns = isHelix ? helixTurns : 0.5;
  const count = Math.round(2 * turns * turnPoints);
  const points = new Float32Array(3 * (count + 1));
  for (let i = 0; i <= count; i++) {
    const angle = 2 * Math.PI * turns * ((2 * i) / count - 1);
    const rise = isHelix ? (curve.pitch * angle) / (2 * Math.PI) : 0;
    for (let k = 0; k < 3; k++) {
      const round = Math.cos(angle) * u[k] + Math.sin(angle) * v[k];
      points[3 * i + k] = curve.center[k] + curve.radius * round + rise * n[k];
    }
  }
  return points;
}

/** Two unit vectors that make a right-handed frame with n. */
function spanPlane(n: readonly number[]): [number[], number[]] {
  const least = [0, 1, 2].reduce((best, k) => (Math.abs(n[k]) < Math.abs(n[best]) ? k : best));
  const e = [0, 1, 2].map((k) => (k === least ? 1 : 0));
  const u = cross(n, e);
  const length = Math.hypot(...u);
  const unit = u.map((value) => value / length);
  return [unit, cross(n, unit)];
}

function cross(a: readonly number[], b: readonly number[]): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
