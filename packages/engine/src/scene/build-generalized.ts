/**
 * Generalized bodies of the file in the world.
 *
 *   pendulum   angles count from gravity as it lies in the plane; without that, from −y, else from x, as they lie in it
 *   bead       angles on a circle or helix count from the x axis, as the shortest turn of z onto the normal turns it
 */
import {
  circleWire,
  createBead,
  createPendulum,
  type GeneralizedBody,
  helixWire,
  lineWire,
} from "../lagrange/index.js";
import { quat, vec3 } from "../math/index.js";
import { type Things, toRotation } from "./build-things.js";
import type { SceneFile, Vector } from "./file.js";
import type { PendulumBody, SceneCurve, SceneGeneralized } from "./file-parts.js";
import type { ModelGeneralized } from "./model.js";
import type { FaultList } from "./problem.js";

/** One for each of the file; null for those that cannot be. */
export function buildGeneralized(faults: FaultList, things: Things, scene: SceneFile): (ModelGeneralized | null)[] {
  const { generalized, gravity = [0, -9.81, 0] } = scene;
  return faults.map("generalized", generalized, (given, path) => {
    const body = faults.attempt(path, () => things.world.addCoordinates(create(given, gravity)));
    if (body === null) return null;
    const anchor = given.type === "pendulum" ? { anchor: given.anchor ?? ([0, 0, 0] as const) } : {};
    return { id: given.id, type: given.type, body, ...anchor };
  });
}

function create(given: SceneGeneralized, gravity: Vector): GeneralizedBody {
  if (given.type === "pendulum") return hangPendulum(given, gravity);
  const { id, mass = 1, curve, u = 0, rate = 0 } = given;
  return createBead({ wire: bend(curve), mass, coordinate: u, rate, gravity, name: id });
}

function hangPendulum(given: PendulumBody, gravity: Vector): GeneralizedBody {
  const { id, anchor: pivot = [0, 0, 0], normal = [0, 0, 1], links, angles, rates } = given;
  const zeros = links.map(() => 0);
  return createPendulum({
    pivot,
    rotation: findHang(normal, gravity),
    gravity,
    lengths: links.map(({ length }) => length),
    masses: links.map(({ mass }) => mass),
    angles: angles ?? zeros,
    rates: rates ?? zeros,
    name: id,
  });
}

/** Turns z onto the normal and −y onto the direction from which angles count. */
function findHang(normal: Vector, gravity: Vector): Float64Array {
  const n = Float64Array.from(normal);
  vec3.normalize(n, 0, n, 0);
  const y = new Float64Array(3);
  for (const down of [gravity, [0, -1, 0], [1, 0, 0]]) {
    const d = Float64Array.from(down);
    vec3.normalize(d, 0, d, 0);
    vec3.addScaled(d, 0, d, 0, -vec3.dot(d, 0, n, 0), n, 0);
    if (vec3.length(d, 0) < inPlane) continue;
    vec3.normalize(d, 0, d, 0);
    vec3.negate(y, 0, d, 0);
    break;
  }
  const x = new Float64Array(3);
  vec3.cross(x, 0, y, 0, n, 0);
  return toRotation(x, y, n);
}

/** A unit vector has less of it than this in a plane if it is at right angles to it. */
const inPlane = 1e-9;

function bend(curve: SceneCurve) {
  if (curve.type === "line") return lineWire({ point: curve.point, direction: curve.direction });
  const { center, radius } = curve;
  if (curve.type === "circle") return circleWire({ center, radius, rotation: turnOnto(curve.normal) });
  return helixWire({ center, radius, pitch: curve.pitch, rotation: turnOnto(curve.axis) });
}

/** The shortest turn of z onto a direction; onto −z, about x. */
function turnOnto(direction: Vector): Float64Array {
  const to = Float64Array.from(direction);
  vec3.normalize(to, 0, to, 0);
  if (to[2] <= -1 + 1e-15) return Float64Array.of(1, 0, 0, 0);
  const q = new Float64Array(4);
  quat.fromVectors(q, 0, Float64Array.of(0, 0, 1), 0, to, 0);
  return q;
}
