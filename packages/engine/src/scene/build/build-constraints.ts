/** The constraints of the file, added to the world. Anchors and axes are in world coordinates, at the poses of t = 0. */
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
} from "../../constrain/index.js";
import type { FaultList } from "../check/index.js";
import type {
  BallConstraint,
  CurveConstraint,
  DistanceConstraint,
  PlaneConstraint,
  SceneConstraint,
  SceneFile,
  SceneJoint,
  SliderConstraint,
  Vector,
} from "../format/index.js";
import { makeJoint, namesJoints } from "./build-joints.js";
import type { ModelConstraint } from "./model.js";
import { type Entity, nameEntity, placeAt, type Registry } from "./registry.js";

/** Adds the constraints of the file to the world; the entry of a constraint that cannot be built is null. */
export function buildConstraints(
  faults: FaultList,
  registry: Registry,
  { constraints = [] }: SceneFile,
): (ModelConstraint | null)[] {
  const build = (given: SceneConstraint, path: string, k: number): ModelConstraint | null => {
    const constraint = faults.attempt(path, () => registry.world.add(makeConstraint(registry, given)));
    if (constraint === null) return null;
    if (given.id !== undefined) registry.joints.set(given.id, constraint);
    const { id = `constraint ${k}`, type } = given;
    return { id, type, constraint, ...(isFlipped(registry, given) ? { flipped: true } : {}) };
  };
  // motors, gears and racks refer to joints, which are built first
  const isWaiting = faults.map("constraints", constraints, namesJoints);
  const joints = faults.map("constraints", constraints, (given, path, k) =>
    isWaiting[k] ? waiting : build(given, path, k),
  );
  return faults.map("constraints", joints, (joint, path, k) =>
    joint === waiting ? build(constraints[k], path, k) : (joint as ModelConstraint),
  );
}

/** The place of a constraint that refers to joints, until these are built. */
const waiting = Symbol("waiting");

/** The ends of a constraint: entities, and their names for makers of constraints. */
interface Ends {
  readonly a: Entity;
  readonly b: Entity | null;
  readonly sides: { readonly a: Side; readonly b?: Side };
}

type Side = ReturnType<typeof nameEntity>;
type BasicConstraint = Exclude<SceneConstraint, SceneJoint>;

/** The makers of the constraints of the contract, by type. */
const makers: {
  readonly [K in BasicConstraint["type"]]: (
    registry: Registry,
    ends: Ends,
    given: Extract<BasicConstraint, { type: K }>,
  ) => ConstraintMaker<Constraint>;
} = {
  ball: (registry, { a, b }, given) => makeBall(registry, a, b, given),
  hinge: (_, { sides }, { anchor, axis }) => hinge({ ...sides, at: anchor, axis }),
  slider: makeSlider,
  weld: (registry, { a, b, sides }) =>
    // a particle welded to a body stays at a point of it
    a.kind === "particle" || b?.kind === "particle" ? makeBall(registry, a, b, {}) : weld(sides),
  distance: makeDistance,
  curve: makeCurve,
  plane: makePlane,
};

function makeConstraint(registry: Registry, given: SceneConstraint): ConstraintMaker<Constraint> {
  if (isJoint(given)) return makeJoint(registry, given);
  const a = registry.find(given.a);
  const b = "b" in given && given.b !== undefined ? registry.find(given.b) : null;
  const sides = { a: nameEntity(a), ...(b === null ? {} : { b: nameEntity(b) }) };
  const make = makers[given.type] as (
    registry: Registry,
    ends: Ends,
    given: BasicConstraint,
  ) => ConstraintMaker<Constraint>;
  return make(registry, { a, b, sides }, given);
}

function isJoint(given: SceneConstraint): given is SceneJoint {
  return !Object.hasOwn(makers, given.type);
}

function makeSlider(registry: Registry, { a, b, sides }: Ends, { axis }: SliderConstraint) {
  // the axis is fixed in a body, so a particle is the second side
  const isFlipped = b?.kind === "particle";
  const pair = isFlipped ? { a: nameEntity(b), b: nameEntity(a) } : sides;
  const point = isFlipped || a.kind === "particle" ? {} : { at: registry.locate(a) };
  return slider({ ...pair, ...point, axis });
}

function makePlane(registry: Registry, { a }: Ends, { anchor, normal }: PlaneConstraint) {
  const point = a.kind === "particle" ? nameEntity(a) : placeAt(registry, a, anchor);
  return pointOnPlane({ a: point, b: anchor, normal });
}

function makeBall(registry: Registry, a: Entity, b: Entity | null, { anchor }: Pick<BallConstraint, "anchor">) {
  const particle = [a, b].find((entity) => entity?.kind === "particle");
  const at = anchor ?? registry.locate(particle ?? a);
  if (b === null) return nail({ a: placeAt(registry, a, at), at });
  return ball({ a: placeAt(registry, a, at), b: placeAt(registry, b, at) });
}

function makeDistance(registry: Registry, { a, b }: Ends, given: DistanceConstraint) {
  const { anchorA = registry.locate(a), length } = given;
  const second = b === null ? (given.anchorB as Vector) : placeAt(registry, b, given.anchorB ?? registry.locate(b));
  return distance({ a: placeAt(registry, a, anchorA), b: second, ...(length === undefined ? {} : { length }) });
}

function makeCurve(registry: Registry, { a: entity }: Ends, { curve, anchor = undefined }: CurveConstraint) {
  const a = placeAt(registry, entity, anchor ?? registry.locate(entity));
  if (curve.type === "line") return pointOnLine({ a, b: curve.point, direction: curve.direction });
  const { center: b, radius } = curve;
  if (curve.type === "circle") return pointOnCircle({ a, b, axis: curve.normal, radius });
  return pointOnHelix({ a, b, axis: curve.axis, radius, pitch: curve.pitch });
}

/** Whether the first end of the constraint in the world is the `b` of the file. */
function isFlipped(registry: Registry, given: SceneConstraint): boolean {
  return given.type === "slider" && given.b !== undefined && registry.find(given.b).kind === "particle";
}
