/**
 * The generalized bodies of the file, added to the world.
 *
 *   pendulum   angles count from the projection of gravity on the plane; if that is zero, from that of −y, else of x
 *   bead       angles on a circle or helix count from the x axis, rotated by the shortest rotation of z onto the normal
 */
import {
  circleWire,
  createBead,
  createPendulum,
  type GeneralizedBody,
  helixWire,
  lineWire,
} from "../../lagrange/index.js";
import { quat, vec3 } from "../../math/index.js";
import type { FaultList } from "../check/index.js";
import {
  defaultGravity,
  type PendulumBody,
  type SceneCurve,
  type SceneFile,
  type SceneGeneralized,
  type Vector,
} from "../format/index.js";
import type { ModelGeneralized } from "./model.js";
import { normalSlack, oppositeSlack } from "./parameters.js";
import type { Registry } from "./registry.js";

/** Adds the generalized bodies of the file to the world; the entry of a body that cannot be built is null. */
export function buildGeneralized(faults: FaultList, registry: Registry, scene: SceneFile): (ModelGeneralized | null)[] {
  const { generalized, gravity = defaultGravity } = scene;
  return faults.map("generalized", generalized, (given, path) => {
    const body = faults.attempt(path, () => registry.world.addCoordinates(create(given, gravity)));
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

/** The rotation of z onto the normal and of −y onto the direction from which angles count. */
function findHang(normal: Vector, gravity: Vector): Float64Array {
  const n = Float64Array.from(normal);
  vec3.normalize(n, 0, n, 0);
  const y = new Float64Array(3);
  for (const down of [gravity, [0, -1, 0], [1, 0, 0]]) {
    const d = Float64Array.from(down);
    vec3.normalize(d, 0, d, 0);
    vec3.addScaled(d, 0, d, 0, -vec3.dot(d, 0, n, 0), n, 0);
    if (vec3.length(d, 0) < normalSlack) continue;
    vec3.normalize(d, 0, d, 0);
    vec3.negate(y, 0, d, 0);
    break;
  }
  const x = new Float64Array(3);
  vec3.cross(x, 0, y, 0, n, 0);
  return toRotation(x, y, n);
}

/** The rotation whose axes are x, y, z: three vectors of length 1 at right angles, right-handed. */
function toRotation(x: ArrayLike<number>, y: ArrayLike<number>, z: ArrayLike<number>): Float64Array {
  const R = Float64Array.of(x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]);
  const q = new Float64Array(4);
  quat.fromMatrix(q, 0, R, 0);
  return q;
}

function bend(curve: SceneCurve) {
  if (curve.type === "line") return lineWire({ point: curve.point, direction: curve.direction });
  const { center, radius } = curve;
  if (curve.type === "circle") return circleWire({ center, radius, rotation: turnOnto(curve.normal) });
  return helixWire({ center, radius, pitch: curve.pitch, rotation: turnOnto(curve.axis) });
}

/** The shortest rotation of z onto a direction; onto −z it is about x. */
function turnOnto(direction: Vector): Float64Array {
  const to = Float64Array.from(direction);
  vec3.normalize(to, 0, to, 0);
  if (to[2] <= -1 + oppositeSlack) return Float64Array.of(1, 0, 0, 0);
  const q = new Float64Array(4);
  quat.fromVectors(q, 0, Float64Array.of(0, 0, 1), 0, to, 0);
  return q;
}
