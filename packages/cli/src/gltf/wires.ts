/** Wires that something slides along, and rails: which part of them is used, as far as a run has come. */
import type { SceneConstraint, SceneFile } from "@rigor/engine/scene";
import { findWorld, follow, type Point } from "./links.js";
import { type BodyTrack, followFrom, type Tracks, toLocalDirection } from "./tracks.js";
import { extendWay, findCurveAxis, unit, type Way } from "./tube.js";

export interface Wire {
  /** The place at t = 0 of the thing that slides on the wire; of a rail, in the frame of its base. */
  readonly first: readonly number[];
  /** The point at which the coordinate is 0, and the direction in which it grows. */
  readonly origin: readonly number[];
  readonly direction: readonly number[];
  readonly way: Way;
  /** The places of the wire at the samples of a stretch. */
  follow(tracks: Tracks): Float64Array;
}

/** All of a scene, by the constraint or the body that has it. `first` begins with the first sample. */
export function listWires(scene: SceneFile, first: Tracks): Map<object, Wire> {
  const wires = new Map<object, Wire>();
  const addCurve = (owner: object, curve: Extract<SceneConstraint, { type: "curve" }>["curve"], point: Point) => {
    const start = [...follow(first, point).subarray(0, 3)];
    const way = { low: Infinity, high: -Infinity };
    wires.set(owner, { first: start, ...findCurveAxis(curve, start), way, follow: (tracks) => follow(tracks, point) });
  };
  for (const constraint of scene.constraints ?? []) {
    if (constraint.type === "curve" && (first.bodies.has(constraint.a) || first.particles.has(constraint.a)))
      addCurve(constraint, constraint.curve, findWorld(first, constraint.a, constraint.anchor));
    if (constraint.type === "slider" && first.bodies.has(constraint.a))
      wires.set(constraint, makeRail(constraint, first));
  }
  for (const body of scene.generalized ?? []) {
    const masses = first.generalized.get(body.id) ?? [];
    if (body.type === "bead" && masses.length > 0) addCurve(body, body.curve, { on: "mass", id: body.id, index: 0 });
  }
  return wires;
}

function makeRail({ a, b, axis }: Extract<SceneConstraint, { type: "slider" }>, first: Tracks): Wire {
  const base = b === undefined ? undefined : first.bodies.get(b);
  const followRail = ({ bodies }: Tracks) => {
    const { p } = bodies.get(a) as BodyTrack;
    return base && b !== undefined ? followFrom(bodies.get(b) as BodyTrack, p) : p;
  };
  const start = [...followRail(first).subarray(0, 3)];
  const direction = unit(base ? toLocalDirection(base, axis) : axis);
  return { first: start, origin: start, direction, way: { low: Infinity, high: -Infinity }, follow: followRail };
}

/** Takes a stretch. */
export function extendWires(wires: ReadonlyMap<object, Wire>, tracks: Tracks): void {
  for (const wire of wires.values()) extendWay(wire.way, wire.follow(tracks), wire.origin, wire.direction);
}
