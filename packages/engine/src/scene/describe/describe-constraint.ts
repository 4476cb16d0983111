/** Constraints of a world as constraints of a file, with anchors and axes at their present places. */
import { Carrier, type Constraint, type End } from "../../constrain/index.js";
import { fail } from "../../math/index.js";
import type { World } from "../../world/index.js";
import type { SceneConstraint, SceneCurve, Vector } from "../format/index.js";
import { read3 } from "./describe-body.js";

/** The fields that classes of constraints have beside their interface. */
interface Inner {
  readonly sides?: { readonly a: Frame; readonly b: Frame };
  readonly sleeve?: { readonly sides: { readonly a: Frame } };
  readonly point?: { readonly axes: Float64Array; observe(): void };
  readonly radius?: number;
  readonly form?: Float64Array;
  readonly length?: number;
  readonly coordinate?: { readonly weights: Float64Array };
  readonly pitch?: number;
}

interface Frame {
  readonly axes: Float64Array;
  update(): void;
}

/** The naming of ends: the id of the body or particle that carries an end, or undefined for the world. */
export type NameEnd = (end: End) => string | undefined;

/** A constraint of a world that is described, with the ids and places of its ends. */
interface Described {
  readonly constraint: Constraint;
  readonly inner: Inner;
  readonly path: string;
  readonly name: NameEnd;
  /** The id of the first thing. */
  readonly a: string;
  /** The ids of both things, as keys of the file; without b for the world. */
  readonly sides: { readonly a: string; readonly b?: string };
  /** The id of the second end, or undefined for the world. */
  readonly second: string | undefined;
  /** The present place of an end, m. */
  readonly point: (e: number) => Vector;
}

/** The descriptions of constraints, by the name of their class. */
const describers: Readonly<Record<string, (described: Described) => SceneConstraint>> = {
  ball: describeBall,
  nail: describeBall,
  hinge: ({ inner, sides, point }) => ({ type: "hinge", ...sides, anchor: point(0), axis: readAxis(inner.sides?.a) }),
  slider: ({ inner, sides }) => ({ type: "slider", ...sides, axis: readAxis(inner.sides?.b) }),
  weld: ({ sides }) => ({ type: "weld", ...sides }),
  distance: describeDistance,
  sphere: describeDistance,
  cylindrical: ({ inner, sides, point }) => {
    return { type: "cylindrical", ...sides, anchor: point(0), axis: readAxis(inner.sides?.a) };
  },
  screw: ({ inner, sides, point }) => {
    const axis = readAxis(inner.sleeve?.sides.a);
    return { type: "screw", ...sides, anchor: point(0), axis, pitch: inner.pitch ?? 0 };
  },
  universal: ({ inner, sides, point }) => {
    const axes = { axisA: readAxis(inner.sides?.a, 0), axisB: readAxis(inner.sides?.b) };
    return { type: "universal", ...sides, anchor: point(0), ...axes };
  },
  rope: ({ constraint, inner, name }) => {
    const through = constraint.ends.map((end) => ({ ...nameOn(name(end)), anchor: read3(end.at, 0) }));
    return { type: "rope", through, length: inner.length ?? 0 };
  },
  pulley: describePulley,
  plane: ({ constraint, inner, path, a, second, point }) => {
    if (second !== undefined) refuse(path, constraint, "must be a plane of the world");
    return { type: "plane", a, anchor: point(0), normal: readNormal(inner) };
  },
  line: describeTrack,
  circle: describeTrack,
  helix: describeTrack,
};

/** A constraint of a world as a constraint of a file, with anchors and axes at their present places. */
export function describeConstraint(world: World, constraint: Constraint, path: string, name: NameEnd): SceneConstraint {
  const { ends } = constraint;
  for (const end of ends) {
    if (end.carrier === Carrier.coordinates)
      refuse(path, constraint, "must not join a body in generalized coordinates");
    end.locate(world.mechanism);
  }
  const [first, second] = ends.map(name);
  // the world is never the first end of a file
  const isFlipped = first === undefined;
  const a = (isFlipped ? second : first) ?? refuse(path, constraint, "must join a body or particle");
  const b = isFlipped ? undefined : second;
  const describe = Object.hasOwn(describers, constraint.name)
    ? describers[constraint.name]
    : refuse(path, constraint, "must be a constraint of the format");
  return describe({
    constraint,
    inner: constraint as unknown as Inner,
    path,
    name,
    a,
    sides: { a, ...(b === undefined ? {} : { b }) },
    second,
    point: (e) => read3(ends[isFlipped ? 1 - e : e].at, 0),
  });
}

function describeBall({ sides, point }: Described): SceneConstraint {
  return { type: "ball", ...sides, anchor: point(0) };
}

function describeDistance({ inner, sides, point }: Described): SceneConstraint {
  return { type: "distance", ...sides, anchorA: point(0), anchorB: point(1), length: inner.length ?? 0 };
}

function describePulley({ constraint, inner, path, name, a }: Described): SceneConstraint {
  const { ends } = constraint;
  const [over, last] = [ends.slice(1, 3), ends[3]];
  const b = name(last) ?? refuse(path, constraint, "must join two bodies or particles");
  if (over.some((end) => name(end) !== undefined)) refuse(path, constraint, "must run over points of the world");
  return {
    type: "pulley",
    a,
    b,
    anchorA: read3(ends[0].at, 0),
    anchorB: read3(last.at, 0),
    overA: read3(over[0].at, 0),
    overB: read3(over[1].at, 0),
    ratio: inner.coordinate?.weights[1] ?? 1,
    length: inner.length ?? 0,
  };
}

/** A point on a curve of the world. */
function describeTrack({ constraint, inner, path, a, second, point }: Described): SceneConstraint {
  if (second !== undefined) refuse(path, constraint, "must be a curve of the world");
  const curve = describeCurve(constraint.name, inner, point(1));
  return { type: "curve", a, curve, ...nameAnchor(constraint.ends[0], point(0)) };
}

function nameOn(on: string | undefined): { on?: string } {
  return on === undefined ? {} : { on };
}

/** The anchor of a body; a particle needs none. */
function nameAnchor({ carrier }: End, anchor: Vector): { anchor?: Vector } {
  return carrier === Carrier.body ? { anchor } : {};
}

function describeCurve(type: string, inner: Inner, center: Vector): SceneCurve {
  const axis = readNormal(inner);
  if (type === "line") return { type: "line", point: center, direction: axis };
  if (type === "circle") return { type: "circle", center, normal: axis, radius: inner.radius ?? 0 };
  const [radius, slope] = inner.form ?? [0, 0];
  return { type: "helix", center, axis, radius, pitch: slope * 2 * Math.PI };
}

/** Axis k of the frame of a side of a joint, world coordinates; by default the third. */
function readAxis(frame: Frame | undefined, k = 2): Vector {
  frame?.update();
  return read3(frame?.axes ?? [0, 0, 0, 0, 0, 0, 0, 0, 1], 3 * k);
}

/** The third axis of the frame in which a point is constrained. */
function readNormal({ point }: Inner): Vector {
  point?.observe();
  const E = point?.axes ?? [1, 0, 0, 0, 1, 0, 0, 0, 1];
  return [E[2], E[5], E[8]];
}

function refuse(path: string, { name }: Constraint, must: string): never {
  return fail("not-in-format", path, must, name, "leave it out, or replace it by a constraint of the format");
}
