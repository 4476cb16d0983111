/** Constraints of a world as those of a file, with anchors and axes where they are now. */
import { Carrier, type Constraint, type End } from "../constrain/index.js";
import { fail } from "../math/index.js";
import type { World } from "../world/index.js";
import { read3 } from "./describe-body.js";
import type { Vector } from "./file.js";
import type { SceneConstraint, SceneCurve } from "./file-parts.js";

/** What the classes of constraints have beside the interface. */
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

/** The id of what carries an end, or undefined for the world. */
export type NameEnd = (end: End) => string | undefined;

export function describeConstraint(world: World, constraint: Constraint, path: string, name: NameEnd): SceneConstraint {
  const { ends } = constraint;
  const inner = constraint as unknown as Inner;
  for (const end of ends) {
    if (end.carrier === Carrier.coordinates) refuse(path, constraint, "must not hold a thing with coordinates");
    end.locate(world.mechanism);
  }
  const [first, second] = ends.map(name);
  // the world is never the first
  const isTurned = first === undefined;
  const a = (isTurned ? second : first) ?? refuse(path, constraint, "must hold a body or particle");
  const b = isTurned ? undefined : second;
  const sides = { a, ...(b === undefined ? {} : { b }) };
  const point = (e: number): Vector => read3(ends[isTurned ? 1 - e : e].at, 0);
  switch (constraint.name) {
    case "ball":
    case "nail":
      return { type: "ball", ...sides, anchor: point(0) };
    case "hinge":
      return { type: "hinge", ...sides, anchor: point(0), axis: readAxis(inner.sides?.a) };
    case "slider":
      return { type: "slider", ...sides, axis: readAxis(inner.sides?.b) };
    case "weld":
      return { type: "weld", ...sides };
    case "distance":
    case "sphere": {
      const anchors = { anchorA: point(0), anchorB: point(1) };
      return { type: "distance", ...sides, ...anchors, length: inner.length ?? 0 };
    }
    case "cylindrical":
      return { type: "cylindrical", ...sides, anchor: point(0), axis: readAxis(inner.sides?.a) };
    case "screw": {
      const axis = readAxis(inner.sleeve?.sides.a);
      return { type: "screw", ...sides, anchor: point(0), axis, pitch: inner.pitch ?? 0 };
    }
    case "universal":
      return {
        type: "universal",
        ...sides,
        anchor: point(0),
        axisA: readAxis(inner.sides?.a, 0),
        axisB: readAxis(inner.sides?.b),
      };
    case "rope": {
      const through = ends.map((end) => ({ ...nameOn(name(end)), anchor: read3(end.at, 0) }));
      return { type: "rope", through, length: inner.length ?? 0 };
    }
    case "pulley": {
      const [over, last] = [ends.slice(1, 3), ends[3]];
      const c = name(last) ?? refuse(path, constraint, "must hold two things");
      if (over.some((end) => name(end) !== undefined)) refuse(path, constraint, "must run over points of the world");
      return {
        type: "pulley",
        a,
        b: c,
        anchorA: read3(ends[0].at, 0),
        anchorB: read3(last.at, 0),
        overA: read3(over[0].at, 0),
        overB: read3(over[1].at, 0),
        ratio: inner.coordinate?.weights[1] ?? 1,
        length: inner.length ?? 0,
      };
    }
    case "plane":
      if (second !== undefined) refuse(path, constraint, "must be a plane of the world");
      return { type: "plane", a, anchor: point(0), normal: readNormal(inner) };
    case "line":
    case "circle":
    case "helix":
      if (second !== undefined) refuse(path, constraint, "must be a curve of the world");
      return {
        type: "curve",
        a,
        curve: describeCurve(constraint.name, inner, point(1)),
        ...nameAnchor(ends[0], point(0)),
      };
    default:
      return refuse(path, constraint, "must be a constraint that a file can say");
  }
}

function nameOn(on: string | undefined): { on?: string } {
  return on === undefined ? {} : { on };
}

/** A particle is its own anchor. */
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

/** Axis k of a side of a joint, world coordinates; by default the third. */
function readAxis(frame: Frame | undefined, k = 2): Vector {
  frame?.update();
  return read3(frame?.axes ?? [0, 0, 0, 0, 0, 0, 0, 0, 1], 3 * k);
}

/** The third column of the axes in which a point is seen. */
function readNormal({ point }: Inner): Vector {
  point?.observe();
  const E = point?.axes ?? [1, 0, 0, 0, 1, 0, 0, 0, 1];
  return [E[2], E[5], E[8]];
}

function refuse(path: string, { name }: Constraint, must: string): never {
  return fail("not-in-format", path, must, name, "leave it out of what is written, or say it otherwise");
}
