/** Checks of the limits and the friction that a world is given along coordinates of its joints. */
import { Bound, JointFriction, type Mechanism, requireOwn } from "../../constrain/index.js";
import { fail } from "../../math/index.js";
import { ownsCoordinate } from "./along-joints.js";

/** Throws unless bounds are limits of the mechanism and not among those known. */
export function requireLimits(bounds: readonly Bound[], known: readonly Bound[], mechanism: Mechanism): void {
  const cure = "add what limit(hinge.angle, { upper: 1 }) returns";
  if (!Array.isArray(bounds)) fail("not-a-limit", "limit", "must be what limit(…) returns", bounds, cure);
  bounds.forEach((bound: unknown) => {
    if (!(bound instanceof Bound)) fail("not-a-limit", "limit", "must be what limit(…) returns", bound, cure);
    if (known.includes(bound)) fail("twice", "limit", "must not be added twice", bound.name);
    requireOwn("limit.coordinate", mechanism, bound.coordinate);
  });
}

/** Throws unless a friction is of a joint of the mechanism and not among those known. */
export function requireFriction(friction: JointFriction, known: readonly JointFriction[], mechanism: Mechanism): void {
  const cure = "add what jointFriction(hinge.angle, { friction: 0.5 }) returns";
  if (!(friction instanceof JointFriction)) {
    fail("not-a-friction", "friction", "must be what jointFriction(…) returns", friction, cure);
  }
  if (known.includes(friction)) fail("twice", "friction", "must not be added twice", friction.name);
  requireOwn("friction.coordinate", mechanism, friction.coordinate);
  const { factor, coordinate } = friction;
  if (factor > 0 && !mechanism.constraints.some((joint) => ownsCoordinate(joint, coordinate))) {
    fail(
      "no-joint",
      "friction.coordinate",
      "must be of a joint, whose load is a part of the friction",
      coordinate.name,
    );
  }
}
