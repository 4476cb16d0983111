/**
 * A model as a file again, at its present time, which is t = 0 of the file: places and velocities as they are, anchors and
 * axes where they are now, lengths that went by what they were at first as numbers, and the keys of motions shifted.
 *
 * At t = 0 the file is the one that the model was built from, with the meshes of files in it.
 */
import type { FixedLength, JointCoordinate } from "../constrain/index.js";
import { quat } from "../math/index.js";
import type { Quaternion, SceneBody, SceneFile, SceneMotion, SceneParticle, Vector } from "./file.js";
import type { SceneConstraint, SceneForce, SceneGeneralized } from "./file-parts.js";
import type { Model } from "./model.js";

export function saveScene(model: Model): SceneFile {
  const { scene, world } = model;
  if (world.time === 0) return scene;
  const { bodies, particles, forces, constraints, generalized } = scene;
  return {
    ...scene,
    ...(bodies === undefined ? {} : { bodies: bodies.map((body, k) => saveBody(model, body, k)) }),
    ...(particles === undefined ? {} : { particles: particles.map((particle, k) => saveParticle(model, particle, k)) }),
    ...(forces === undefined ? {} : { forces: forces.map((force, k) => saveForce(model, force, k)) }),
    ...(constraints === undefined ? {} : { constraints: constraints.map((each, k) => saveConstraint(model, each, k)) }),
    ...(generalized === undefined
      ? {}
      : { generalized: generalized.map((thing, k) => saveGeneralized(model, thing, k)) }),
  };
}

/** Models have what their files have, in the same order. */
function saveBody({ world, bodies }: Model, body: SceneBody, k: number): SceneBody {
  const { index } = bodies[k];
  const { system } = world;
  if (body.fixed === true) return body;
  const { position, rotation } = system.getPose(index);
  if (body.motion !== undefined) return { ...body, position, rotation, motion: shiftMotion(body.motion, world.time) };
  const velocity = read3(system.velocity, 3 * index);
  return { ...body, position, rotation, velocity, angularVelocity: read3(system.angularVelocity, 3 * index) };
}

function saveParticle({ world, particles }: Model, particle: SceneParticle, k: number): SceneParticle {
  const { index } = particles[k];
  const { state } = world.system.particles;
  if (particle.fixed === true) return particle;
  const position = read3(state, 6 * index);
  if (particle.motion !== undefined) return { ...particle, position, motion: shiftMotion(particle.motion, world.time) };
  return { ...particle, position, velocity: read3(state, 6 * index + 3) };
}

/** A rotation goes on from where the body is; keys come sooner. */
function shiftMotion(motion: SceneMotion, t: number): SceneMotion {
  return motion.type === "rotate" ? motion : { ...motion, times: motion.times.map((time) => time - t) };
}

function saveForce(model: Model, force: SceneForce, k: number): SceneForce {
  if (force.type === "spring") {
    const { length } = model.forces[k];
    return length === undefined ? force : { ...force, length };
  }
  if (force.type !== "joint" || force.stiffness === undefined) return force;
  return { ...force, rest: (force.rest ?? 0) - readJoint(model, force.joint, force.coordinate) };
}

function saveConstraint(model: Model, given: SceneConstraint, k: number): SceneConstraint {
  const { constraint, flipped } = model.constraints[k];
  const { mechanism } = model.world;
  for (const end of constraint.ends) end.locate(mechanism);
  const point = (e: number) => read3(constraint.ends[e].at, 0);
  const turn = (axis: Vector, id: string | undefined) => turnAlong(model, axis, id);
  switch (given.type) {
    case "ball":
      return given.anchor === undefined ? given : { ...given, anchor: point(0) };
    case "hinge":
    case "cylindrical":
    case "screw":
      return { ...given, anchor: point(0), axis: turn(given.axis, given.a) };
    case "slider":
      return { ...given, axis: turn(given.axis, flipped === true || isBody(model, given.a) ? given.a : given.b) };
    case "universal":
      return { ...given, anchor: point(0), axisA: turn(given.axisA, given.a), axisB: turn(given.axisB, given.b) };
    case "distance":
      return { ...given, anchorA: point(0), anchorB: point(1), length: (constraint as FixedLength).length };
    case "plane":
      return isBody(model, given.a) ? { ...given, anchor: point(0) } : given;
    case "curve":
      return given.anchor === undefined ? given : { ...given, anchor: point(0) };
    case "rope": {
      const through = given.through.map((each, e) => ({ ...each, anchor: point(e) }));
      return { ...given, through, length: (constraint as FixedLength).length };
    }
    case "pulley":
      return { ...given, anchorA: point(0), anchorB: point(3), length: (constraint as FixedLength).length };
    case "rolling":
      return given.axis === undefined ? given : { ...given, axis: turn(given.axis, given.a) };
    case "motor": {
      if (given.position === undefined) return given;
      return { ...given, position: given.position - readJoint(model, given.joint, given.coordinate) };
    }
    default:
      return given;
  }
}

function saveGeneralized({ generalized }: Model, given: SceneGeneralized, k: number): SceneGeneralized {
  const { u, rate } = generalized[k].body;
  if (given.type === "bead") return { ...given, u: u[0], rate: rate[0] };
  return { ...given, angles: Array.from(u), rates: Array.from(rate) };
}

function isBody({ bodies }: Model, id: string): boolean {
  return bodies.some((body) => body.id === id);
}

/** A direction that went along with a body since t = 0. */
function turnAlong({ world, bodies }: Model, axis: Vector, id: string | undefined): Vector {
  const body = bodies.find((each) => each.id === id);
  if (body?.startRotation === undefined) return axis;
  const q = Float64Array.from([
    ...body.startRotation,
    ...(world.system.getPose(body.index).rotation as Quaternion),
    ...axis,
  ]);
  quat.rotateVectorInverse(q, 8, q, 0, q, 8);
  quat.rotateVector(q, 8, q, 4, q, 8);
  return read3(q, 8);
}

/** What an angle or a travel has come to. */
function readJoint({ constraints }: Model, id: string, part: "angle" | "travel" | undefined): number {
  const joint = constraints.find((each) => each.id === id)?.constraint as {
    readonly angle?: JointCoordinate & { readonly value: number };
    readonly travel?: JointCoordinate & { readonly value: number };
  };
  const coordinate = part === undefined ? (joint.angle ?? joint.travel) : joint[part];
  return coordinate?.value ?? 0;
}

function read3(from: Float64Array, o: number): [number, number, number] {
  return [from[o], from[o + 1], from[o + 2]];
}
