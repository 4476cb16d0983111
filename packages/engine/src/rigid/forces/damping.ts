/**
 * Viscous damping and wind on bodies, as force objects:
 *
 *   damping      F = −k v,  τ = −κ ω: Chaney's linear and rotational damping
 *   wind         F = k (u − v)
 *
 * Follows: Rigid Body Simulation, section 5; Chaney, section 8.2.
 */
import { fail, mat3, requireKeys, requireNonNegative, requireVector, vec3 } from "../../math/index.js";
import type { Selection } from "../../particles/index.js";
import { Answer, type BodyForce, type BodySystem, rowOf } from "../body/index.js";

/** Options of a viscous damping. */
export interface DampingOptions {
  /** Linear coefficient k, N·s/m. Default 0. */
  readonly linear?: number;
  /** Rotational coefficient κ, N·m·s. Default 0. */
  readonly angular?: number;
  /** Selection of bodies. Default all. */
  readonly on?: Selection;
}

/** Creates a viscous resistance to the motion of the centre of mass and to rotation. */
export function damping(options: DampingOptions): BodyForce {
  requireKeys("damping", options, "{ linear: 0.1, angular: 0.1 }", ["linear", "angular", "on"]);
  const { linear = 0, angular = 0 } = options;
  requireNonNegative("damping.linear", linear, "a negative one would speed bodies up");
  requireNonNegative("damping.angular", angular, "a negative one would speed bodies up");
  return createDamping("damping", Float64Array.of(linear, angular, 0, 0, 0), options.on);
}

/** Options of a wind on bodies. */
export interface BodyWindOptions {
  /** Velocity u of the air, m/s. */
  readonly velocity: ArrayLike<number>;
  /** Coefficient k, N·s/m. */
  readonly drag: number;
  /** Selection of bodies. Default all. */
  readonly on?: Selection;
}

/** Creates the drag of a wind of constant velocity on the centre of mass. For a wind on points of a body use anchors. */
export function wind(options: BodyWindOptions): BodyForce {
  requireKeys("wind", options, "{ velocity: [1, 0, 0], drag: 1 }", ["velocity", "drag", "on"]);
  const { velocity: u, drag } = options;
  requireVector("wind.velocity", u);
  requireNonNegative("wind.drag", drag, "a negative one would speed bodies up");
  return createDamping("wind", Float64Array.of(drag, 0, u[0], u[1], u[2]), options.on);
}

/** Creates a damping against moving air; `constants` holds k, κ and u. */
function createDamping(name: string, constants: Float64Array, selection: Selection | undefined): BodyForce {
  const bodies = resolveBodies(`${name}.on`, selection);
  const on = bodies === null ? null : Int32Array.from(bodies, rowOf);
  return {
    name,
    couples: [],
    ...(bodies === null ? {} : { on: bodies }),
    parameters: { linear: constants[0], angular: constants[1], velocity: Array.from(constants.subarray(2)) },
    // a wind supplies energy as well
    dissipates: constants[2] === 0 && constants[3] === 0 && constants[4] === 0,
    changes: false,
    apply: (system) => addDamping(system, on, on === null ? system.count : on.length, constants),
    applyTo: (system, list, count) => addDampingTo(system, on, list, count, constants),
  };
}

/** Adds the damping of those of the first `count` bodies of a list that are selected. */
function addDampingTo(
  system: BodySystem,
  on: Int32Array | null,
  list: Int32Array,
  count: number,
  constants: Float64Array,
): void {
  if (on === null) {
    addDamping(system, list, count, constants);
    return;
  }
  for (let s = 0; s < count; s++) {
    if (on.indexOf(list[s]) < 0) continue;
    single[0] = list[s];
    addDamping(system, single, 1, constants);
  }
}

const single = new Int32Array(1);

/** Adds the damping of the first `count` bodies of a list, or of the table. */
function addDamping(system: BodySystem, on: Int32Array | null, count: number, constants: Float64Array): void {
  const { force, torque, velocity, angularVelocity, answers } = system;
  for (let s = 0; s < count; s++) {
    const i = on === null ? s : on[s];
    const o = 3 * i;
    if (answers[i] === Answer.torque) dragCenter(system, i, constants);
    for (let c = 0; c < 3; c++) {
      force[o + c] -= constants[0] * (velocity[o + c] - constants[2 + c]);
      torque[o + c] -= constants[1] * angularVelocity[o + c];
    }
  }
}

/** Adds the torque of the drag on a body on a pivot: τ = r × k (u − ω × r). The force itself goes to the pivot. */
function dragCenter(system: BodySystem, i: number, constants: Float64Array): void {
  const { torque, angularVelocity, lever, rotation } = system;
  mat3.transformVector(arm, 0, rotation, 9 * i, lever, 3 * i);
  vec3.cross(arm, 3, angularVelocity, 3 * i, arm, 0);
  for (let c = 0; c < 3; c++) arm[3 + c] = constants[0] * (constants[2 + c] - arm[3 + c]);
  vec3.cross(arm, 3, arm, 0, arm, 3);
  vec3.add(torque, 3 * i, torque, 3 * i, arm, 3);
}

/** Arm from a pivot to the centre of mass, and the drag there. */
const arm = new Float64Array(6);

/** Returns the bodies of a selection, or null for all; throws unless it is a list of different bodies. */
function resolveBodies(path: string, on: Selection | undefined): readonly number[] | null {
  if (on === undefined || on === "all") return null;
  const list = typeof on === "object" && on !== null ? Array.from(on) : [Number.NaN];
  if (!list.every(Number.isInteger) || new Set(list).size !== list.length) {
    fail("not-a-list", path, "must be a list of different bodies", on, 'give a list of bodies, or "all"');
  }
  return list;
}
