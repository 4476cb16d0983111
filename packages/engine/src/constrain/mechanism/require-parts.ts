/**
 * Checks of what users hand to a mechanism as objects of their own: constraints, generalized bodies, forces.
 */
import { fail, requireInteger } from "../../math/index.js";
import { requireOwn } from "../ends/index.js";
import type { Constraint, Coordinates, MechanismForce, MechanismState } from "../model/index.js";

const isFunction = (what: unknown) => typeof what === "function";

/** Throws unless a maker has made a constraint. */
export function requireConstraint(path: string, constraint: Constraint): void {
  const isObject = typeof constraint === "object" && constraint !== null;
  if (!isObject || typeof constraint.name !== "string" || !isFunction(constraint.evaluate)) {
    const cure = "the function given to add must return one: { name, rows, ends, evaluate(table, c) { … } }";
    fail("not-a-constraint", path, "must be a constraint", constraint, cure);
  }
  requireInteger(`${path}.rows`, constraint.rows, 1, 1 << 20, "how many scalar constraints it is");
  const isEnds = Array.isArray(constraint.ends) && constraint.ends.every((end) => isFunction(end?.writeRow));
  if (!isEnds) fail("not-ends", `${path}.ends`, "must be a list of ends", constraint.ends, "createEnd makes them");
}

/** Throws unless `thing` can be added to the mechanism. */
export function requireCoordinates(path: string, mechanism: MechanismState, thing: Coordinates): void {
  const cure = "see the interface Coordinates; those of @rigor/engine/lagrange are ready-made";
  if (typeof thing !== "object" || thing === null || typeof thing.name !== "string") {
    fail("not-coordinates", path, "must be a generalized body", thing, cure);
  }
  for (const key of ["derive", "computeForces", "multiplyInverse", "kineticEnergy", "potentialEnergy"] as const) {
    if (!isFunction(thing[key])) fail("not-coordinates", `${path}.${key}`, "must be a function", thing[key], cure);
  }
  requireInteger(`${path}.width`, thing.width, 1, 1 << 20, "how many coordinates it has");
  const { width, initial, force } = thing;
  const isWhole = initial?.length === 2 * width && Array.from(initial).every(Number.isFinite);
  if (!isWhole) {
    const must = `must be ${2 * width} finite numbers`;
    fail("wrong-length", `${path}.initial`, must, initial, "the coordinates, then their rates");
  }
  if (!(force instanceof Float64Array && force.length >= width)) {
    fail("wrong-length", `${path}.force`, `must be a Float64Array of length ${width}`, force, "forces are added there");
  }
  if (mechanism.findCoordinates(thing) >= 0) {
    fail("same", path, "must not be in the mechanism already", thing.name, "add each thing once");
  }
}

/** Throws unless `force` is one, for mechanisms. It is applied once, to see which members it reads. */
export function requireMechanismForce(path: string, mechanism: MechanismState, force: MechanismForce): void {
  const isObject = typeof force === "object" && force !== null;
  if (!isObject || !isFunction(force.apply) || typeof force.name !== "string") {
    const cure = 'write { name: "push", apply(mechanism) { … } }';
    fail("not-a-force", path, "must be an object with a name and a method apply(mechanism)", force, cure);
  }
  if (force.coordinate !== undefined) requireOwn(`${path}.coordinate`, mechanism, force.coordinate);
  const wrong = findWrongAsk(mechanism, force);
  if (wrong === null) return;
  const cure = `it asks for ${wrong}, which a system has: add it there, mechanism.system.addForce, or read mechanism.system.${wrong}`;
  fail("not-a-force", path, "must be a force on mechanisms", force.name, cure);
}

/** Finds a member that a force reads from the mechanism and only its system has: then it is a force on bodies. */
function findWrongAsk(mechanism: MechanismState, force: MechanismForce): string | null {
  let wrong: string | null = null;
  const watched = new Proxy(mechanism, {
    get(target, key) {
      if (!(key in target) && key in target.system) wrong ??= String(key);
      return Reflect.get(target, key, target);
    },
  });
  try {
    force.apply(watched);
  } catch {
    // parts that it reads may be added later
  }
  return wrong;
}
