/** Options of bodies of a world: mass, shapes and surface in one. */
import type { Shape } from "../../collide/index.js";
import type { SurfaceOptions } from "../../contact/index.js";
import type { BodyOptions, MassProperties } from "../../rigid/index.js";

/** A shape with its pose in the frame of its body. */
export interface PlacedShape {
  /** Geometry of the part. */
  readonly shape: Shape;
  /** Position in the frame of the body, m. Default its origin. */
  readonly position?: ArrayLike<number>;
  /** Rotation in the frame of the body as a quaternion, [x, y, z, w]. Default none. */
  readonly rotation?: ArrayLike<number>;
  /** Density of the part, kg/m³. Default that of the body. */
  readonly density?: number;
}

/** Options of a body of a world. */
export interface WorldBodyOptions extends Omit<BodyOptions, "mass">, SurfaceOptions {
  /** The only shape of the body. A body without a shape collides with nothing. */
  readonly shape?: Shape;
  /** Several shapes of the body, each with its pose. */
  readonly shapes?: readonly PlacedShape[];
  /** Mass, kg, spread evenly over the shapes unless `inertia` is given; or mass properties. */
  readonly mass?: MassProperties | number;
  /** Density, kg/m³. Default 1000. */
  readonly density?: number;
}
