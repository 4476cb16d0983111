/** The semantic check of forces, constraints and generalized bodies: keys and values that contradict one another. */
import type {
  ConstantForce,
  JointForce,
  SceneConstraint,
  SceneCurve,
  SceneFile,
  SceneForce,
  SceneGeneralized,
  SpringForce,
} from "../format/index.js";
import { type CheckContext, listEntries } from "./check-context.js";

/** Checks all forces of a file. */
export function checkForces(context: CheckContext, { forces = [], bodies = [] }: SceneFile): void {
  const planes = new Set(
    listEntries(bodies)
      .filter((body) =>
        [body?.shape, ...(Array.isArray(body?.shapes) ? body.shapes : [])].some((s) => s?.type === "plane"),
      )
      .map(({ id }) => id),
  );
  listEntries(forces).forEach((entry, k) => {
    const path = `forces[${k}]`;
    context.visit(path, entry, (force) => {
      if (force.type === "spring") checkSpring(context, path, force);
      else if (force.type !== "joint") checkSelected(context, path, force, planes);
    });
  });
}

function checkSpring(context: CheckContext, path: string, spring: SpringForce): void {
  const { check, ids } = context;
  const { a, b, anchorA, anchorB } = spring;
  checkTwo(context, path, a, b);
  for (const [key, id, anchor] of [
    ["anchorA", a, anchorA],
    ["anchorB", b, anchorB],
  ] as const) {
    if (id === undefined || anchor === undefined || ids.get(id)?.kind !== "particle") continue;
    const must = `must be left out: ${JSON.stringify(id)} is a particle, which has no frame`;
    check.report(`${path}.${key}`, "conflict", must, anchor);
  }
}

type SelectedForce = Exclude<SceneForce, SpringForce | JointForce>;

/** Checks the things on which a force acts: particles do not turn, and planes have no centre. */
function checkSelected(context: CheckContext, path: string, force: SelectedForce, planes: ReadonlySet<string>): void {
  if (force.type === "constant") checkPointFrame(context, path, force);
  if (force.on === "all") return;
  force.on.forEach((id, k) => {
    const kind = context.ids.get(id)?.kind;
    if (kind === undefined) return;
    const isPair = force.type === "attract" || force.type === "repel";
    if (isPair && planes.has(id)) {
      context.check.report(`${path}.on[${k}]`, "no-center", "must not be a plane, which has no centre", id);
    }
    if (kind === "particle" && force.type === "constant") checkForceOnParticle(context, path, force, id);
  });
}

/** Checks that the frame of the point of application fits that of the force. */
function checkPointFrame({ check }: CheckContext, path: string, { at, frame, atFrame }: ConstantForce): void {
  if (atFrame === undefined) return;
  const isGood = at !== undefined && !(frame === "body" && atFrame === "world");
  const must = at === undefined ? 'must be left out without "at"' : 'must be "body" for a force in body axes';
  if (!isGood) check.report(`${path}.atFrame`, "conflict", must, atFrame);
}

/** Checks that a constant force on a particle has no keys that only bodies have. */
function checkForceOnParticle(
  { check }: CheckContext,
  path: string,
  { torque, at, frame }: ConstantForce,
  id: string,
): void {
  for (const [key, value] of Object.entries({ torque, at })) {
    const must = `must be left out: ${JSON.stringify(id)} is a particle, which does not turn`;
    if (value !== undefined) check.report(`${path}.${key}`, "conflict", must, value);
  }
  if (frame === "body") {
    check.report(`${path}.frame`, "conflict", `must be "world": ${JSON.stringify(id)} is a particle`, frame);
  }
}

/** Checks all constraints of a file. */
export function checkConstraints(context: CheckContext, { constraints = [] }: SceneFile): void {
  listEntries(constraints).forEach((entry, k) => {
    const path = `constraints[${k}]`;
    context.visit(path, entry, (constraint) => checkConstraint(context, path, constraint));
  });
}

/** Joints with an axis fixed in each side, which particles do not have. */
const turning = new Set<string>(["hinge", "universal", "cylindrical", "screw"]);
/** Joints of which at least one side must be a body. */
const oriented = new Set<string>(["slider", "weld"]);
/** Keys that must not be zero, by the type of the constraint. */
const divisors: Readonly<Record<string, string>> = { screw: "pitch", gear: "ratio", rack: "radius" };

function checkConstraint(context: CheckContext, path: string, constraint: SceneConstraint): void {
  const { check } = context;
  const { type } = constraint;
  checkEnds(context, path, constraint);
  const divisor = divisors[type];
  if (divisor !== undefined && (constraint as unknown as Record<string, unknown>)[divisor] === 0) {
    check.report(`${path}.${divisor}`, "out-of-range", "must not be 0", 0);
  }
  if (type === "curve") checkCurve(context, `${path}.curve`, constraint.curve);
}

/** Checks that the ends of a constraint are two things, of kinds that the constraint can join. */
function checkEnds(context: CheckContext, path: string, constraint: SceneConstraint): void {
  const { check, ids } = context;
  const { type } = constraint;
  const a = "a" in constraint ? constraint.a : undefined;
  const b = "b" in constraint ? constraint.b : undefined;
  if (a !== undefined) checkTwo(context, path, a, b);
  const isParticle = (id: string | undefined) => id !== undefined && ids.get(id)?.kind === "particle";
  const points = [a, b].filter(isParticle);
  if (turning.has(type) && points.length > 0) {
    const key = isParticle(a) ? "a" : "b";
    check.report(`${path}.${key}`, "no-axes", "must be a body: a particle does not turn", points[0], 'use a "ball"');
  }
  if (oriented.has(type) && points.length === 2) {
    const cure = 'use "distance" or "ball"';
    check.report(`${path}.b`, "no-axes", "must be a body, or a must be one: particles do not turn", b, cure);
  }
  if (type === "ball" && constraint.anchor === undefined && points.length === 0) {
    const cure = "world coordinates at t = 0";
    check.report(`${path}.anchor`, "missing", "must be given, as no particle gives the place", undefined, cure);
  }
}

/** Checks that a thing is not joined to itself. */
function checkTwo({ check }: CheckContext, path: string, a: string, b: string | undefined): void {
  if (b !== undefined && a === b) check.report(`${path}.b`, "same", "must be another thing than a", b);
}

function checkCurve({ check }: CheckContext, path: string, curve: SceneCurve): void {
  if (curve.type !== "helix" || curve.pitch !== 0) return;
  check.report(`${path}.pitch`, "out-of-range", "must not be 0", curve.pitch, 'use a "circle"');
}

/** Checks all generalized bodies of a file. */
export function checkGeneralized(context: CheckContext, { generalized = [] }: SceneFile): void {
  listEntries(generalized).forEach((entry, k) => {
    const path = `generalized[${k}]`;
    context.visit(path, entry, (thing) => checkCoordinates(context, path, thing));
  });
}

function checkCoordinates(context: CheckContext, path: string, thing: SceneGeneralized): void {
  if (thing.type === "bead") checkCurve(context, `${path}.curve`, thing.curve);
  else {
    const { links, angles, rates } = thing;
    for (const [key, list] of Object.entries({ angles, rates })) {
      if (list === undefined || list.length === links.length) continue;
      const must = `must have ${links.length} entries, one a link`;
      context.check.report(`${path}.${key}`, "wrong-length", must, list.length);
    }
  }
}
