/** Joints beyond the contract in the world, and forces along joints. */
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
} from "../constrain/index.js";
import { fail, quat } from "../math/index.js";
import { nameThing, placeAt } from "./build-places.js";
import type { Things } from "./build-things.js";
import type { Vector } from "./file.js";
import type { JointForce, JointPart, PulleyConstraint, RollingConstraint, SceneJoint } from "./file-joints.js";
import { LeftOut } from "./problem.js";

export function makeJoint(things: Things, given: SceneJoint): ConstraintMaker<Constraint> {
  switch (given.type) {
    case "universal":
      return universal({ ...nameSides(things, given), at: given.anchor, axes: [given.axisA, given.axisB] });
    case "cylindrical":
      return cylindrical({ ...nameSides(things, given), at: given.anchor, axis: given.axis });
    case "screw":
      return screw({ ...nameSides(things, given), at: given.anchor, axis: given.axis, pitch: given.pitch });
    case "rope": {
      const through = given.through.map(({ on, anchor }) => findPlace(things, on, anchor));
      return rope({ through, ...(given.length === undefined ? {} : { length: given.length }) });
    }
    case "pulley":
      return makePulley(things, given);
    case "gear":
      return gear({
        a: findCoordinate(things, given.a, "angle", "a"),
        b: findCoordinate(things, given.b, "angle", "b"),
        ratio: given.ratio,
      });
    case "rack": {
      const pinion = findCoordinate(things, given.a, "angle", "a");
      return rack({ rack: findCoordinate(things, given.b, "travel", "b"), pinion, radius: given.radius });
    }
    case "motor": {
      const { joint, coordinate, speed, position } = given;
      const along = findCoordinate(things, joint, coordinate, "joint");
      return motor(along, speed === undefined ? { position: position ?? 0 } : { speed });
    }
    case "rolling":
      return makeRolling(things, given);
  }
}

function nameSides(things: Things, { a, b }: { readonly a: string; readonly b?: string }) {
  return { a: nameThing(things.find(a)), ...(b === undefined ? {} : { b: nameThing(things.find(b)) }) };
}

function findPlace(things: Things, on: string | undefined, anchor: Vector | undefined) {
  if (on === undefined) return anchor ?? [0, 0, 0];
  const thing = things.find(on);
  return placeAt(things, thing, anchor ?? things.locate(thing));
}

function makePulley(things: Things, given: PulleyConstraint) {
  const { a, b, anchorA, anchorB, overA, overB, ratio, length } = given;
  return pulley({
    a: findPlace(things, a, anchorA),
    b: findPlace(things, b, anchorB),
    overA,
    overB,
    ...(ratio === undefined ? {} : { ratio }),
    ...(length === undefined ? {} : { length }),
  });
}

function makeRolling(things: Things, { a, axis, radius, normal, point = [0, 0, 0] }: RollingConstraint) {
  const thing = things.find(a);
  const place = { body: thing.index };
  if (axis === undefined) return rollingBall({ a: place, b: point, normal, radius });
  const { rotation } = things.world.system.getPose(thing.index);
  const own = new Float64Array(3);
  quat.rotateVectorInverse(own, 0, Float64Array.from(rotation), 0, Float64Array.from(axis), 0);
  return rollingWheel({ a: place, b: point, normal, radius, axis: own });
}

/** What acts along joints, one force for a constant effort and one for spring and damper. */
export function addJointForce(things: Things, given: JointForce): void {
  const { joint, coordinate, effort = 0, stiffness = 0, rest = 0, damping = 0 } = given;
  const along = findCoordinate(things, joint, coordinate, "joint");
  const { mechanism } = things.world;
  if (effort !== 0) mechanism.addForce(along.kind === "angle" ? jointTorque(along, effort) : jointForce(along, effort));
  if (stiffness !== 0 || damping !== 0) mechanism.addForce(jointSpring(along, { stiffness, rest, damping }));
}

/** An angle or a travel of a joint; without a wish the angle, if there is one. */
function findCoordinate(things: Things, id: string, part: JointPart | undefined, key: string): JointCoordinate {
  const joint = things.joints.get(id) as
    | { readonly name: string; readonly angle?: JointCoordinate; readonly travel?: JointCoordinate }
    | undefined;
  if (joint === undefined) throw new LeftOut();
  const found = part === undefined ? (joint.angle ?? joint.travel) : joint[part];
  if (found !== undefined) return found;
  const what = part === undefined ? "an angle or a travel" : part === "angle" ? "an angle" : "a travel";
  return fail("no-coordinate", `joint.${key}`, `must be a joint that has ${what}`, joint.name);
}

/** Whether a constraint takes hold of joints, and must wait for them. */
export function namesJoints({ type }: { readonly type: string }): boolean {
  return type === "gear" || type === "rack" || type === "motor";
}
