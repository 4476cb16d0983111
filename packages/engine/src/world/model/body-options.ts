/** Options of bodies of a world: mass, shapes and surface in one. */
import type { Shape } from "../../collide/index.js";
import type { SurfaceOptions } from "../../contact/index.js";
import type { BodyOptions, MassProperties } from "../../rigid/index.js";

export interface PlacedShape {
  readonly shape: Shape;
  /** In the frame of the body. Default its origin. */
  readonly position?: ArrayLike<number>;
  /** [x, y, z, w]. Default none. */
  readonly rotation?: ArrayLike<number>;
  /** kg/m³. Default that of the body. */
  readonly density?: number;
}

export interface WorldBodyOptions extends Omit<BodyOptions, "mass">, SurfaceOptions {
  /** One shape, or several. A body without any meets nothing. */
  readonly shape?: Shape;
  readonly shapes?: readonly PlacedShape[];
  /** kg, spread evenly over the shapes unless `inertia` says otherwise; or mass properties. */
  readonly mass?: MassProperties | number;
  /** kg/m³. Default 1000. */
  readonly density?: number;
}
