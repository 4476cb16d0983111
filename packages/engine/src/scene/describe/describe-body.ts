/** Bodies of a world as bodies of a file: shapes, poses and mass as they were given, as far as the world knows them. */
import { Kind, type Shape } from "../../collide/index.js";
import { fail, mat3, quat, vec3 } from "../../math/index.js";
import { Answer, findPathRecord } from "../../rigid/index.js";
import type { World } from "../../world/index.js";
import { omitUndefined, weighBody } from "../build/index.js";
import type { PlacedShape, Quaternion, SceneBody, SceneMotion, SceneShape, Vector } from "../format/index.js";
import { roundingSlack, sameSlack } from "./parameters.js";

/** The centre of mass of a body that no force moves, and its mass. */
export interface BodyCenter {
  /** The centre in the frame of the body, m. */
  readonly point: Vector;
  /** The mass, kg, if it is known. */
  readonly mass: number | undefined;
}

/** A body of a world as a body of a file. */
export function describeBody(
  world: World,
  i: number,
  id: string,
  surface: Partial<SceneBody>,
  center?: BodyCenter,
): SceneBody {
  const { system } = world;
  const path = `bodies[${i}]`;
  if (system.answers[i] === Answer.torque) {
    fail("not-in-format", path, "must not be on a pivot", id, "give it a ball joint, which the format has");
  }
  const isFree = system.answers[i] !== Answer.none;
  const follow = system.kinematics.findPath(i);
  const shapes = describeShapes(world, i);
  const given = shapes.length === 1 && isPlain(shapes[0]) ? { shape: shapes[0] } : shapes.length > 0 ? { shapes } : {};
  const { position, rotation } = system.getPose(system.names[i]);
  const body: SceneBody = omitUndefined({
    id,
    ...given,
    // the pose completes paths without positions or rotations
    ...describePlace(position, rotation),
    ...(follow === undefined ? {} : { motion: describeMotion(`${path}.path`, follow, world.time) }),
    ...(isFree || follow !== undefined ? {} : { fixed: true }),
    ...(isFree ? describeVelocity(world, i) : {}),
    ...surface,
  });
  if (isFree) return describeMass(world, i, body);
  return center === undefined || shapes.length === 0 ? body : addCenter(body, center);
}

function addCenter(body: SceneBody, { point, mass }: BodyCenter): SceneBody {
  const weighed = mass === undefined ? body : { ...body, mass };
  const usual = weighBody(weighed, {} as never).center;
  return usual.every((x, k) => Math.abs(x - point[k]) <= sameSlack) ? weighed : { ...weighed, centerOfMass: point };
}

function isPlain({ position, rotation }: PlacedShape): boolean {
  return position === undefined && rotation === undefined;
}

function describePlace(position: Vector, rotation: Quaternion): { position?: Vector; rotation?: Quaternion } {
  const isThere = position.every((x) => x === 0);
  const isTurned = !(
    Math.abs(rotation[3]) >= 1 - roundingSlack && rotation.slice(0, 3).every((x) => Math.abs(x) < roundingSlack)
  );
  return { ...(isThere ? {} : { position }), ...(isTurned ? { rotation } : {}) };
}

function describeVelocity({ system }: World, i: number): { velocity?: Vector; angularVelocity?: Vector } {
  const v = read3(system.velocity, 3 * i);
  const w = read3(system.angularVelocity, 3 * i);
  const isNone = (rates: Vector) => rates.every((x) => Math.abs(x) < roundingSlack);
  return { ...(isNone(v) ? {} : { velocity: v }), ...(isNone(w) ? {} : { angularVelocity: w }) };
}

/** A prescribed motion as a motion of the format, with the present time as t = 0. */
export function describeMotion(path: string, follow: object, time: number): SceneMotion {
  const record = findPathRecord(follow);
  if (record === undefined) {
    const cure = "paths of createKeyFramePath and createRotatePath can be written";
    fail("not-in-format", path, "must be a motion of the format", "a function", cure);
  }
  const { type, options } = record;
  const plain = JSON.parse(
    JSON.stringify(options, (_, value) =>
      ArrayBuffer.isView(value) ? Array.from(value as unknown as number[]) : value,
    ),
  );
  if (type === "rotate") {
    const { axis, rate, center } = plain;
    return omitUndefined({ type, axis, rate, center });
  }
  const { position: _, rotation: __, times, ...keys } = plain;
  return { type, times: times.map((t: number) => t - time), ...keys };
}

function describeShapes({ parts, system }: World, i: number): PlacedShape[] {
  const list: PlacedShape[] = [];
  for (let p = 0; p < parts.count; p++) {
    const shape = parts.shapes[p];
    if (parts.body[p] !== i || shape === null) continue;
    // from principal axes at the centre of mass to the frame of the user
    const place = new Float64Array(16);
    quat.rotateVector(place, 0, system.axes, 4 * i, parts.local, 12 * p);
    vec3.add(place, 0, place, 0, system.center, 3 * i);
    mat3.copy(place, 7, parts.local, 12 * p + 3);
    quat.fromMatrix(place, 3, place, 7);
    quat.multiply(place, 3, system.axes, 4 * i, place, 3);
    const position = read3(place, 0).map((x) => (Math.abs(x) < roundingSlack ? 0 : x)) as unknown as Vector;
    const rotation = choosePositive([place[3], place[4], place[5], place[6]]);
    list.push({ ...describeShape(shape), ...describePlace(position, rotation) });
  }
  return list;
}

/** The quaternion of a rotation, q or −q, whose largest part is positive. */
function choosePositive(q: Quaternion): Quaternion {
  const largest = q.reduce((most, x) => (Math.abs(x) > Math.abs(most) ? x : most), 0);
  return largest < 0 ? [-q[0], -q[1], -q[2], -q[3]] : q;
}

function describeShape(shape: Shape): SceneShape {
  const { kind, radius, halfHeight, polyhedron, plane, mesh } = shape;
  if (kind === Kind.sphere) return { type: "sphere", radius };
  if (kind === Kind.capsule) return { type: "capsule", radius, height: 2 * halfHeight };
  if (kind === Kind.cylinder) return { type: "cylinder", radius, height: 2 * halfHeight };
  if (kind === Kind.cone) return { type: "cone", radius, height: 2 * halfHeight };
  if (plane !== null) {
    return { type: "plane", normal: read3(plane, 0), ...(plane[3] === 0 ? {} : { offset: plane[3] }) };
  }
  if (mesh !== null) {
    return { type: "mesh", vertices: listVectors(mesh.vertices), faces: listFaces(mesh.triangles) };
  }
  const { vertices } = polyhedron!;
  const size = readBox(vertices);
  return size === null ? { type: "convex", vertices: listVectors(vertices) } : { type: "box", size };
}

function listVectors(numbers: Float64Array): Vector[] {
  return Array.from({ length: numbers.length / 3 }, (_, k) => read3(numbers, 3 * k));
}

function listFaces(triangles: Int32Array): number[][] {
  return Array.from({ length: triangles.length / 3 }, (_, k) => Array.from(triangles.subarray(3 * k, 3 * k + 3)));
}

/** The full lengths of a box about the origin with these corners, or null. */
function readBox(vertices: Float64Array): Vector | null {
  if (vertices.length !== 24) return null;
  const half = [0, 1, 2].map((k) => Math.abs(vertices[k]));
  const isBox = vertices.every((x, k) => Math.abs(x) === half[k % 3]);
  return isBox ? [2 * half[0], 2 * half[1], 2 * half[2]] : null;
}

/** A body with its mass, and with centre and inertia where the shapes have others. */
function describeMass({ system }: World, i: number, body: SceneBody): SceneBody {
  const mass = system.mass[i];
  const center = read3(system.center, 3 * i);
  const inertia = readInertia(system, i);
  const weighed = { ...body, mass };
  if (body.shape !== undefined || body.shapes !== undefined) {
    const uniform = weighBody(weighed, {} as never);
    const scale = Math.max(...inertia.map(Math.abs));
    const size = Math.sqrt(scale / mass);
    const isSame =
      uniform.center.every((x, k) => Math.abs(x - center[k]) <= sameSlack * size) &&
      uniform.inertia.every((x, k) => Math.abs(x - inertia[k]) <= sameSlack * scale);
    if (isSame) return weighed;
  }
  const rows = [0, 3, 6].map((k) => [inertia[k], inertia[k + 1], inertia[k + 2]]) as unknown as [
    Vector,
    Vector,
    Vector,
  ];
  return { ...weighed, inertia: rows, ...(center.every((x) => x === 0) ? {} : { centerOfMass: center }) };
}

/** The inertia tensor A diag(moments) Aᵀ in the user's axes, kg·m². */
function readInertia(system: World["system"], i: number): number[] {
  const A = new Float64Array(9);
  quat.toMatrix(A, 0, system.axes, 4 * i);
  return Array.from({ length: 9 }, (_, e) => {
    const [r, c] = [Math.floor(e / 3), e % 3];
    return [0, 1, 2].reduce((sum, k) => sum + A[3 * r + k] * system.moments[3 * i + k] * A[3 * c + k], 0);
  });
}

/** The three numbers at `o` of a list. */
export function read3(from: ArrayLike<number>, o: number): [number, number, number] {
  return [from[o], from[o + 1], from[o + 2]];
}
