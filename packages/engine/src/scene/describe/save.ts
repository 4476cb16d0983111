/**
 * A model written back as a file. Its present time is t = 0 of the file: positions and velocities are the present ones, anchors
 * and axes have their present places, default lengths are written as numbers, and the keys of motions are shifted.
 *
 * At t = 0 the file is the one from which the model was built, with the meshes of mesh files in it.
 */
import type { Constraint, FixedLength, JointCoordinate } from "../../constrain/index.js";
import { quat } from "../../math/index.js";
import type { Model } from "../build/index.js";
import type {
  CylindricalConstraint,
  HingeConstraint,
  Quaternion,
  SceneBody,
  SceneConstraint,
  SceneFile,
  SceneForce,
  SceneGeneralized,
  SceneMotion,
  SceneParticle,
  ScrewConstraint,
  Vector,
} from "../format/index.js";

/** The scene file of a model at its present time. */
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

/** A motion seen from time t, s: the times of keys are shifted, and a rotation continues from the present pose. */
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

/** A constraint of a model that is written back, with access to its present points and axes. */
interface Saved {
  readonly model: Model;
  readonly constraint: Constraint;
  readonly flipped: boolean;
  /** The present place of an end, m. */
  readonly point: (e: number) => Vector;
  /** The present direction of an axis that moves with a body. */
  readonly turn: (axis: Vector, id: string | undefined) => Vector;
}

/** The writers of constraints, by type; those without writer do not change with time. */
const savers: {
  readonly [K in SceneConstraint["type"]]?: (
    given: Extract<SceneConstraint, { type: K }>,
    saved: Saved,
  ) => SceneConstraint;
} = {
  ball: (given, { point }) => (given.anchor === undefined ? given : { ...given, anchor: point(0) }),
  hinge: saveAxial,
  cylindrical: saveAxial,
  screw: saveAxial,
  slider: (given, { model, flipped, turn }) => {
    const carrier = flipped || isBody(model, given.a) ? given.a : given.b;
    return { ...given, axis: turn(given.axis, carrier) };
  },
  universal: (given, { point, turn }) => {
    return { ...given, anchor: point(0), axisA: turn(given.axisA, given.a), axisB: turn(given.axisB, given.b) };
  },
  distance: (given, { constraint, point }) => {
    return { ...given, anchorA: point(0), anchorB: point(1), length: (constraint as FixedLength).length };
  },
  plane: (given, { model, point }) => (isBody(model, given.a) ? { ...given, anchor: point(0) } : given),
  curve: (given, { point }) => (given.anchor === undefined ? given : { ...given, anchor: point(0) }),
  rope: (given, { constraint, point }) => {
    const through = given.through.map((each, e) => ({ ...each, anchor: point(e) }));
    return { ...given, through, length: (constraint as FixedLength).length };
  },
  pulley: (given, { constraint, point }) => {
    return { ...given, anchorA: point(0), anchorB: point(3), length: (constraint as FixedLength).length };
  },
  rolling: (given, { turn }) => {
    return given.axis === undefined ? given : { ...given, axis: turn(given.axis, given.a) };
  },
  motor: (given, { model }) => {
    if (given.position === undefined) return given;
    return { ...given, position: given.position - readJoint(model, given.joint, given.coordinate) };
  },
};

function saveAxial<T extends HingeConstraint | CylindricalConstraint | ScrewConstraint>(
  given: T,
  { point, turn }: Saved,
): T {
  return { ...given, anchor: point(0), axis: turn(given.axis, given.a) };
}

function saveConstraint(model: Model, given: SceneConstraint, k: number): SceneConstraint {
  const { constraint, flipped = false } = model.constraints[k];
  const { mechanism } = model.world;
  for (const end of constraint.ends) end.locate(mechanism);
  const save = savers[given.type] as ((given: SceneConstraint, saved: Saved) => SceneConstraint) | undefined;
  if (save === undefined) return given;
  const point = (e: number) => read3(constraint.ends[e].at, 0);
  const turn = (axis: Vector, id: string | undefined) => turnAlong(model, axis, id);
  return save(given, { model, constraint, flipped, point, turn });
}

function saveGeneralized({ generalized }: Model, given: SceneGeneralized, k: number): SceneGeneralized {
  const { u, rate } = generalized[k].body;
  if (given.type === "bead") return { ...given, u: u[0], rate: rate[0] };
  return { ...given, angles: Array.from(u), rates: Array.from(rate) };
}

function isBody({ bodies }: Model, id: string): boolean {
  return bodies.some((body) => body.id === id);
}

/** The present direction of an axis that a body has carried since t = 0. */
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

/** The present value of a joint coordinate, rad or m. */
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
