/** The semantic check of bodies and particles: keys and values that contradict one another. */

import type {
  MeshShape,
  PlacedShape,
  SceneBody,
  SceneFile,
  SceneMotion,
  SceneParticle,
  Vector,
} from "../format/index.js";
import { type CheckContext, checkFriction, listEntries } from "./check-context.js";
import type { FieldCheck } from "./check-fields.js";

/** Checks all bodies of a file. */
export function checkBodies({ check, visit }: CheckContext, scene: SceneFile): void {
  listEntries(scene.bodies).forEach((entry, k) => {
    const path = `bodies[${k}]`;
    visit(path, entry, (body) => checkBody(check, path, body, scene));
  });
}

function checkBody(check: FieldCheck, path: string, body: SceneBody, scene: SceneFile): void {
  checkMoving(check, path, body);
  checkSurface(check, path, body, scene);
  if (body.surfaceVelocity !== undefined && body.fixed !== true) {
    const cure = 'a conveyor belt is a body with "fixed": true';
    check.report(`${path}.surfaceVelocity`, "conflict", "must be of a fixed body", body.surfaceVelocity, cure);
  }
  if (body.shape !== undefined) checkShape(check, `${path}.shape`, body.shape, body);
  body.shapes?.forEach((shape, s) => {
    checkShape(check, `${path}.shapes[${s}]`, shape, body);
  });
}

/** Checks all particles of a file. */
export function checkParticles({ check, visit }: CheckContext, scene: SceneFile): void {
  listEntries(scene.particles).forEach((entry, k) => {
    const path = `particles[${k}]`;
    visit(path, entry, (particle) => checkParticle(check, path, particle, scene));
  });
}

function checkParticle(check: FieldCheck, path: string, particle: SceneParticle, scene: SceneFile): void {
  checkMoving(check, path, particle);
  checkSurface(check, path, particle, scene);
  const { motion } = particle;
  if (motion?.type !== "keyframes" || motion.rotations === undefined) return;
  const must = "must be left out: a particle does not turn";
  check.report(`${path}.motion.rotations`, "conflict", must, motion.rotations);
}

/** Checks that a fixed or driven thing has no velocity of its own. */
function checkMoving(check: FieldCheck, path: string, thing: SceneBody | SceneParticle): void {
  const { fixed = false, motion } = thing;
  if (fixed && motion !== undefined) {
    check.report(`${path}.motion`, "conflict", 'must be left out beside "fixed"', motion.type);
  }
  if (motion !== undefined) checkMotion(check, `${path}.motion`, motion);
  if (!fixed && motion === undefined) return;
  const cause = fixed ? '"fixed"' : '"motion"';
  const angular = "angularVelocity" in thing ? thing.angularVelocity : undefined;
  for (const [key, value] of [
    ["velocity", thing.velocity],
    ["angularVelocity", angular],
  ] as const) {
    if (value === undefined || value.every((x) => x === 0)) continue;
    check.report(`${path}.${key}`, "conflict", `must be left out, or zero, beside ${cause}`, value);
  }
}

function checkMotion(check: FieldCheck, path: string, motion: SceneMotion): void {
  if (motion.type !== "keyframes") return;
  const { times, positions, rotations, interpolation = "linear", ends, repeat } = motion;
  const late = times.findIndex((t, k) => k > 0 && !(t > times[k - 1]));
  if (late > 0) {
    check.report(
      `${path}.times[${late}]`,
      "not-increasing",
      `must be > the time before, ${times[late - 1]}`,
      times[late],
    );
  }
  for (const [key, list] of Object.entries({ positions, rotations })) {
    if (list === undefined || list.length === times.length) continue;
    check.report(`${path}.${key}`, "wrong-length", `must have ${times.length} entries, one a time`, list.length);
  }
  if (ends === "rest" && interpolation === "linear") {
    check.report(`${path}.ends`, "conflict", 'must be left out unless interpolation is "smooth"', ends);
  }
  if (repeat === "loop" && times.length < 2) {
    check.report(`${path}.repeat`, "conflict", "must be left out where there is one key", repeat);
  }
}

function checkSurface(
  check: FieldCheck,
  path: string,
  thing: SceneBody | SceneParticle,
  { materials = {} }: SceneFile,
) {
  const { material, friction, staticFriction } = thing;
  if (friction === undefined && staticFriction === undefined) return;
  const base = material !== undefined && Object.hasOwn(materials, material) ? materials[material] : {};
  checkFriction(check, path, {
    friction: friction ?? base.friction ?? 0,
    // a kinetic coefficient given here replaces the material's static one too
    staticFriction: staticFriction ?? (friction === undefined ? base.staticFriction : undefined) ?? friction ?? 0,
  });
}

function checkShape(check: FieldCheck, path: string, shape: PlacedShape, { fixed = false }: SceneBody): void {
  if (shape.type === "plane" && !fixed) {
    check.report(path, "not-fixed", "must belong to a fixed body, as it is a plane", "plane", 'write "fixed": true');
  }
  if (shape.type === "plane" && (shape.mass !== undefined || shape.density !== undefined)) {
    const key = shape.mass !== undefined ? "mass" : "density";
    check.report(`${path}.${key}`, "conflict", "must be left out: a plane has no mass", shape[key]);
  }
  if (shape.type === "mesh") checkFaces(check, path, shape);
}

function checkFaces(check: FieldCheck, path: string, { vertices, faces }: MeshShape): void {
  if (vertices === undefined || faces === undefined) return;
  const last = (vertices as readonly Vector[]).length - 1;
  faces.forEach((face, f) => {
    const k = face.findIndex((v) => v > last);
    if (k < 0) return;
    const must = `must be the place of a vertex, from 0 to ${last}`;
    check.report(`${path}.faces[${f}][${k}]`, "out-of-range", must, face[k]);
  });
}
