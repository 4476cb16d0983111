/**
 * Angular springs: three particles a, b, c with the rest angle θ₀ at b. The behaviour function is C = θ − θ₀, and the
 * force that of eq. (2), with
 *
 *   u = a − b,  w = c − b,  n = u × w,   θ = atan2(|n|, u·w)
 *   ∂θ/∂a = (u × n)/(|u|²|n|),   ∂θ/∂c = (n × w)/(|w|²|n|),   ∂θ/∂b = −∂θ/∂a − ∂θ/∂c
 *
 * Where a, b, c lie on a line the plane of the angle is not defined; the spring then exerts no force (for θ₀ = π, the
 * straight beam, that is also the limit).
 *
 * Follows: Particle System Dynamics, sections 4.2 and 6.
 */
import { atan2, fail, requireLength, requireOptions, vec3 } from "../../math/index.js";
import type { Force } from "../system/index.js";
import { energyFunction } from "./energy-function.js";

/** Options of angular springs. */
export interface AngularSpringOptions {
  /** Triples of particles a, b, c; the angle is at b. */
  readonly triples: readonly (readonly [number, number, number])[];
  /** Rest angle θ₀, rad. Default π: straight. */
  readonly angle?: number;
  /** Stiffness ks, N·m/rad. */
  readonly stiffness: number;
  /** Damping kd, N·m·s/rad. Default 0. */
  readonly damping?: number;
}

/** Creates the force of angular springs, one for each triple of particles. */
export function angularSprings(options: AngularSpringOptions): Force {
  requireOptions("angularSprings", options, "{ triples: [[0, 1, 2]], stiffness: 1 }");
  const { triples, angle = Math.PI, stiffness, damping = 0 } = options;
  if (!(angle >= 0 && angle <= Math.PI)) fail("out-of-range", "angularSprings.angle", "must be from 0 to π", angle);
  if (Array.isArray(triples)) {
    triples.forEach((triple, t) => {
      requireLength(`angularSprings.triples[${t}]`, triple, 3);
    });
  }
  const evaluate = (x: Float64Array, C: Float64Array, J: Float64Array) => evaluateAngle(angle, x, C, J);
  return energyFunction({ name: "angular springs", tuples: triples, evaluate, stiffness, damping });
}

/** Vectors u, w and n of an evaluation. */
const s = new Float64Array(9);

function evaluateAngle(rest: number, x: Float64Array, C: Float64Array, J: Float64Array): void {
  vec3.subtract(s, 0, x, 0, x, 3);
  vec3.subtract(s, 3, x, 6, x, 3);
  vec3.cross(s, 6, s, 0, s, 3);
  const normal = vec3.length(s, 6);
  C[0] = atan2(normal, vec3.dot(s, 0, s, 3)) - rest;
  const ua = vec3.dot(s, 0, s, 0) * normal;
  const wc = vec3.dot(s, 3, s, 3) * normal;
  if (!(ua > 0 && wc > 0)) return;
  vec3.cross(J, 0, s, 0, s, 6);
  vec3.scale(J, 0, J, 0, 1 / ua);
  vec3.cross(J, 6, s, 6, s, 3);
  vec3.scale(J, 6, J, 6, 1 / wc);
  for (let c = 0; c < 3; c++) J[3 + c] = -J[c] - J[6 + c];
}
