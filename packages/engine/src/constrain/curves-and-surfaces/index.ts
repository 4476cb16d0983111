/** The door of constrain/curves-and-surfaces: what other rooms use of it. */
export {
  type CircleOptions,
  type HelixOptions,
  type LineOptions,
  pointOnCircle,
  pointOnHelix,
  pointOnLine,
} from "./curves.js";
export { type CurveOptions, OnCurve, pointOnCurve } from "./parametric-curve.js";
export { type RollingBallOptions, rollingBall } from "./rolling-ball.js";
export { type RollingWheelOptions, rollingWheel } from "./rolling-wheel.js";
export {
  type IntersectionOptions,
  type PlaneOptions,
  pointOnIntersection,
  pointOnPlane,
  pointOnSphere,
  pointOnSurface,
  type SphereOptions,
  type SurfaceFunction,
  type SurfaceOptions,
} from "./surfaces.js";
