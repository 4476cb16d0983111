/** Constraints of the file in the world. Anchors and axes are in world coordinates, at the poses of t = 0. */
import {
  ball,
  type Constraint,
  type ConstraintMaker,
  distance,
  hinge,
  nail,
  pointOnCircle,
  pointOnHelix,
  pointOnLine,
  pointOnPlane,
  slider,
  weld,
} from "../constrain/index.js";
import { makeJoint, namesJoints } from "./build-joints.js";
import { nameThing, placeAt } from "./build-places.js";
import type { Thing, Things } from "./build-things.js";
import type { SceneFile, Vector } from "./file.js";
import type { SceneJoint } from "./file-joints.js";
import type { BallConstraint, CurveConstraint, DistanceConstraint, SceneConstraint } from "./file-parts.js";
import type { ModelConstraint } from "./model.js";
import type { FaultList } from "./problem.js";

/** One for each of the file; null for those that cannot be. */
export function buildConstraints(
  faults: FaultList,
  things: Things,
  { constraints = [] }: SceneFile,
): (ModelConstraint | null)[] {
  const build = (given: SceneConstraint, path: string, k: number): ModelConstraint | null => {
    const constraint = faults.attempt(path, () => things.world.add(makeConstraint(things, given)));
    if (constraint === null) return null;
    if (given.id !== undefined) things.joints.set(given.id, constraint);
    const { id = `constraint ${k}`, type } = given;
    return { id, type, constraint, ...(isFlipped(things, given) ? { flipped: true } : {}) };
  };
  // what drives joints after the joints
  const isDriver = faults.map("constraints", constraints, namesJoints);
  const joints = faults.map("constraints", constraints, (given, path, k) =>
    isDriver[k] ? waiting : build(given, path, k),
  );
  return faults.map("constraints", joints, (joint, path, k) =>
    joint === waiting ? build(constraints[k], path, k) : (joint as ModelConstraint),
  );
}

/** In the place of a constraint that takes hold of joints, until they are there. */
const waiting = Symbol("waiting");

function makeConstraint(things: Things, given: SceneConstraint): ConstraintMaker<Constraint> {
  if (isJoint(given)) return makeJoint(things, given);
  const a = things.find(given.a);
  const b = "b" in given && given.b !== undefined ? things.find(given.b) : null;
  const sides = { a: nameThing(a), ...(b === null ? {} : { b: nameThing(b) }) };
  switch (given.type) {
    case "ball":
      return makeBall(things, a, b, given);
    case "hinge":
      return hinge({ ...sides, at: given.anchor, axis: given.axis });
    case "slider": {
      // a particle slides along an axis of a body, not the other way round
      const isTurned = b?.kind === "particle";
      const pair = isTurned ? { a: nameThing(b), b: nameThing(a) } : sides;
      const point = isTurned || a.kind === "particle" ? {} : { at: things.locate(a) };
      return slider({ ...pair, ...point, axis: given.axis });
    }
    case "weld":
      // a particle that is part of something is at a point of it
      if (a.kind === "particle" || b?.kind === "particle") return makeBall(things, a, b, {});
      return weld(sides);
    case "distance":
      return makeDistance(things, a, b, given);
    case "curve":
      return makeCurve(things, a, given);
    case "plane": {
      const point = a.kind === "particle" ? nameThing(a) : placeAt(things, a, given.anchor);
      return pointOnPlane({ a: point, b: given.anchor, normal: given.normal });
    }
  }
}

const own = new Set(["ball", "hinge", "slider", "weld", "distance", "curve", "plane"]);

function isJoint(given: SceneConstraint): given is SceneJoint {
  return !own.has(given.type);
}

function makeBall(things: Things, a: Thing, b: Thing | null, { anchor }: Pick<BallConstraint, "anchor">) {
  const particle = [a, b].find((thing) => thing?.kind === "particle");
  const at = anchor ?? things.locate(particle ?? a);
  if (b === null) return nail({ a: placeAt(things, a, at), at });
  return ball({ a: placeAt(things, a, at), b: placeAt(things, b, at) });
}

function makeDistance(things: Things, a: Thing, b: Thing | null, given: DistanceConstraint) {
  const { anchorA = things.locate(a), length } = given;
  const second = b === null ? (given.anchorB as Vector) : placeAt(things, b, given.anchorB ?? things.locate(b));
  return distance({ a: placeAt(things, a, anchorA), b: second, ...(length === undefined ? {} : { length }) });
}

function makeCurve(things: Things, thing: Thing, { curve, anchor = undefined }: CurveConstraint) {
  const a = placeAt(things, thing, anchor ?? things.locate(thing));
  if (curve.type === "line") return pointOnLine({ a, b: curve.point, direction: curve.direction });
  const { center: b, radius } = curve;
  if (curve.type === "circle") return pointOnCircle({ a, b, axis: curve.normal, radius });
  return pointOnHelix({ a, b, axis: curve.axis, radius, pitch: curve.pitch });
}

/** Whether the first end in the world is the file's b. */
function isFlipped(things: Things, given: SceneConstraint): boolean {
  return given.type === "slider" && given.b !== undefined && things.find(given.b).kind === "particle";
}
