/** What does not go together in forces, constraints and generalized bodies of a file. */

import type { SceneFile } from "./file.js";
import type { JointForce } from "./file-joints.js";
import type { SceneConstraint, SceneCurve, SceneForce, SceneGeneralized, SpringForce } from "./file-parts.js";
import { listEntries, type Meaning } from "./meaning.js";

export function checkForces(meaning: Meaning, { forces = [], bodies = [] }: SceneFile): void {
  const planes = new Set(
    listEntries(bodies)
      .filter((body) =>
        [body?.shape, ...(Array.isArray(body?.shapes) ? body.shapes : [])].some((s) => s?.type === "plane"),
      )
      .map(({ id }) => id),
  );
  listEntries(forces).forEach((entry, k) => {
    const path = `forces[${k}]`;
    meaning.visit(path, entry, (force) => {
      if (force.type === "spring") checkSpring(meaning, path, force);
      else if (force.type !== "joint") checkSelected(meaning, path, force, planes);
    });
  });
}

function checkSpring(meaning: Meaning, path: string, spring: SpringForce): void {
  const { check, ids } = meaning;
  const { a, b, anchorA, anchorB } = spring;
  checkTwo(meaning, path, a, b);
  for (const [key, id, anchor] of [
    ["anchorA", a, anchorA],
    ["anchorB", b, anchorB],
  ] as const) {
    if (id === undefined || anchor === undefined || ids.get(id)?.kind !== "particle") continue;
    const must = `must be left out: ${JSON.stringify(id)} is a particle, which has no frame`;
    check.report(`${path}.${key}`, "conflict", must, anchor);
  }
}

/** What has no meaning for particles, or for planes. */
function checkSelected(
  { check, ids }: Meaning,
  path: string,
  force: Exclude<SceneForce, SpringForce | JointForce>,
  planes: ReadonlySet<string>,
): void {
  const { on } = force;
  if (force.type === "constant" && force.atFrame !== undefined) {
    const isGood = force.at !== undefined && !(force.frame === "body" && force.atFrame === "world");
    const must = force.at === undefined ? 'must be left out without "at"' : 'must be "body" for a force in body axes';
    if (!isGood) check.report(`${path}.atFrame`, "conflict", must, force.atFrame);
  }
  if (on === "all") return;
  on.forEach((id, k) => {
    const kind = ids.get(id)?.kind;
    if (kind === undefined) return;
    const isPair = force.type === "attract" || force.type === "repel";
    if (isPair && planes.has(id)) {
      check.report(`${path}.on[${k}]`, "no-center", "must not be a plane, which has no centre", id);
    }
    if (kind !== "particle" || force.type !== "constant") return;
    for (const [key, value] of Object.entries({ torque: force.torque, at: force.at })) {
      const must = `must be left out: ${JSON.stringify(id)} is a particle, which does not turn`;
      if (value !== undefined) check.report(`${path}.${key}`, "conflict", must, value);
    }
    if (force.frame === "body") {
      check.report(`${path}.frame`, "conflict", `must be "world": ${JSON.stringify(id)} is a particle`, force.frame);
    }
  });
}

export function checkConstraints(meaning: Meaning, { constraints = [] }: SceneFile): void {
  listEntries(constraints).forEach((entry, k) => {
    const path = `constraints[${k}]`;
    meaning.visit(path, entry, (constraint) => checkConstraint(meaning, path, constraint));
  });
}

/** What only bodies can have. */
const turning = new Set<string>(["hinge", "universal", "cylindrical", "screw"]);
/** Numbers that must not be zero. */
const divisors: Readonly<Record<string, string>> = { screw: "pitch", gear: "ratio", rack: "radius" };

function checkConstraint(meaning: Meaning, path: string, constraint: SceneConstraint): void {
  const { check, ids } = meaning;
  const { type } = constraint;
  const a = "a" in constraint ? constraint.a : undefined;
  const b = "b" in constraint ? constraint.b : undefined;
  if (a !== undefined) checkTwo(meaning, path, a, b);
  const isParticle = (id: string | undefined) => id !== undefined && ids.get(id)?.kind === "particle";
  const points = [a, b].filter(isParticle);
  if (turning.has(type) && points.length > 0) {
    const key = isParticle(a) ? "a" : "b";
    check.report(`${path}.${key}`, "no-axes", "must be a body: a particle does not turn", points[0], 'use a "ball"');
  }
  if ((type === "slider" || type === "weld") && points.length === 2) {
    const cure = 'use "distance" or "ball"';
    check.report(`${path}.b`, "no-axes", "must be a body, or a must be one: particles do not turn", b, cure);
  }
  if (type === "ball" && constraint.anchor === undefined && points.length === 0) {
    const cure = "world coordinates at t = 0";
    check.report(`${path}.anchor`, "missing", "must be given, as no particle tells the place", undefined, cure);
  }
  const divisor = divisors[type];
  if (divisor !== undefined && (constraint as unknown as Record<string, unknown>)[divisor] === 0) {
    check.report(`${path}.${divisor}`, "out-of-range", "must not be 0", 0);
  }
  if (type === "curve") checkCurve(meaning, `${path}.curve`, constraint.curve);
}

/** Something is not bound to itself. */
function checkTwo({ check }: Meaning, path: string, a: string, b: string | undefined): void {
  if (b !== undefined && a === b) check.report(`${path}.b`, "same", "must be another thing than a", b);
}

function checkCurve({ check }: Meaning, path: string, curve: SceneCurve): void {
  if (curve.type !== "helix" || curve.pitch !== 0) return;
  check.report(`${path}.pitch`, "out-of-range", "must not be 0", curve.pitch, 'use a "circle"');
}

export function checkGeneralized(meaning: Meaning, { generalized = [] }: SceneFile): void {
  listEntries(generalized).forEach((entry, k) => {
    const path = `generalized[${k}]`;
    meaning.visit(path, entry, (thing) => checkCoordinates(meaning, path, thing));
  });
}

function checkCoordinates(meaning: Meaning, path: string, thing: SceneGeneralized): void {
  if (thing.type === "bead") checkCurve(meaning, `${path}.curve`, thing.curve);
  else {
    const { links, angles, rates } = thing;
    for (const [key, list] of Object.entries({ angles, rates })) {
      if (list === undefined || list.length === links.length) continue;
      const must = `must have ${links.length} entries, one a link`;
      meaning.check.report(`${path}.${key}`, "wrong-length", must, list.length);
    }
  }
}
