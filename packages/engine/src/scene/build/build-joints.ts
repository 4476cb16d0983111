/** Joints beyond the contract, and forces along joints. */
import {
  type Constraint,
  type ConstraintMaker,
  cylindrical,
  gear,
  type JointCoordinate,
  jointForce,
  jointSpring,
  jointTorque,
  motor,
  pulley,
  rack,
  rollingBall,
  rollingWheel,
  rope,
  screw,
  universal,
} from "../../constrain/index.js";
import { fail, quat } from "../../math/index.js";
import { OmittedEntry } from "../check/index.js";
import type {
  JointForce,
  JointPart,
  PulleyConstraint,
  RollingConstraint,
  SceneJoint,
  Vector,
} from "../format/index.js";
import { nameEntity, placeAt, type Registry } from "./registry.js";

/** The maker of a joint, a transmission, a motor or rolling contact. */
export function makeJoint(registry: Registry, given: SceneJoint): ConstraintMaker<Constraint> {
  switch (given.type) {
    case "universal":
      return universal({ ...nameSides(registry, given), at: given.anchor, axes: [given.axisA, given.axisB] });
    case "cylindrical":
      return cylindrical({ ...nameSides(registry, given), at: given.anchor, axis: given.axis });
    case "screw":
      return screw({ ...nameSides(registry, given), at: given.anchor, axis: given.axis, pitch: given.pitch });
    case "rope": {
      const through = given.through.map(({ on, anchor }) => findPlace(registry, on, anchor));
      return rope({ through, ...(given.length === undefined ? {} : { length: given.length }) });
    }
    case "pulley":
      return makePulley(registry, given);
    case "gear":
      return gear({
        a: findCoordinate(registry, given.a, "angle", "a"),
        b: findCoordinate(registry, given.b, "angle", "b"),
        ratio: given.ratio,
      });
    case "rack": {
      const pinion = findCoordinate(registry, given.a, "angle", "a");
      return rack({ rack: findCoordinate(registry, given.b, "travel", "b"), pinion, radius: given.radius });
    }
    case "motor": {
      const { joint, coordinate, speed, position } = given;
      const along = findCoordinate(registry, joint, coordinate, "joint");
      return motor(along, speed === undefined ? { position: position ?? 0 } : { speed });
    }
    case "rolling":
      return makeRolling(registry, given);
  }
}

function nameSides(registry: Registry, { a, b }: { readonly a: string; readonly b?: string }) {
  return { a: nameEntity(registry.find(a)), ...(b === undefined ? {} : { b: nameEntity(registry.find(b)) }) };
}

function findPlace(registry: Registry, on: string | undefined, anchor: Vector | undefined) {
  if (on === undefined) return anchor ?? [0, 0, 0];
  const entity = registry.find(on);
  return placeAt(registry, entity, anchor ?? registry.locate(entity));
}

function makePulley(registry: Registry, given: PulleyConstraint) {
  const { a, b, anchorA, anchorB, overA, overB, ratio, length } = given;
  return pulley({
    a: findPlace(registry, a, anchorA),
    b: findPlace(registry, b, anchorB),
    overA,
    overB,
    ...(ratio === undefined ? {} : { ratio }),
    ...(length === undefined ? {} : { length }),
  });
}

function makeRolling(registry: Registry, { a, axis, radius, normal, point = [0, 0, 0] }: RollingConstraint) {
  const entity = registry.find(a);
  const place = { body: entity.index };
  if (axis === undefined) return rollingBall({ a: place, b: point, normal, radius });
  const { rotation } = registry.world.system.getPose(entity.index);
  const own = new Float64Array(3);
  quat.rotateVectorInverse(own, 0, Float64Array.from(rotation), 0, Float64Array.from(axis), 0);
  return rollingWheel({ a: place, b: point, normal, radius, axis: own });
}

/** Adds a force along a joint: one for the constant effort, and one for spring and damper. */
export function addJointForce(registry: Registry, given: JointForce): void {
  const { joint, coordinate, effort = 0, stiffness = 0, rest = 0, damping = 0 } = given;
  const along = findCoordinate(registry, joint, coordinate, "joint");
  const { mechanism } = registry.world;
  if (effort !== 0) mechanism.addForce(along.kind === "angle" ? jointTorque(along, effort) : jointForce(along, effort));
  if (stiffness !== 0 || damping !== 0) mechanism.addForce(jointSpring(along, { stiffness, rest, damping }));
}

/** A coordinate of a joint: the angle or the travel, and by default the angle if there is one. */
function findCoordinate(registry: Registry, id: string, part: JointPart | undefined, key: string): JointCoordinate {
  const joint = registry.joints.get(id) as
    | { readonly name: string; readonly angle?: JointCoordinate; readonly travel?: JointCoordinate }
    | undefined;
  if (joint === undefined) throw new OmittedEntry();
  const found = part === undefined ? (joint.angle ?? joint.travel) : joint[part];
  if (found !== undefined) return found;
  const what = part === undefined ? "an angle or a travel" : part === "angle" ? "an angle" : "a travel";
  return fail("no-coordinate", `joint.${key}`, `must be a joint that has ${what}`, joint.name);
}

/** Whether a constraint refers to joints, which must be built first. */
export function namesJoints({ type }: { readonly type: string }): boolean {
  return type === "gear" || type === "rack" || type === "motor";
}
