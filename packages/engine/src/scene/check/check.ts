/**
 * The check of data as a scene: it lists every problem at once, each with its place, the requirement, the value and the cure.
 *
 *   checkScene(JSON.parse(text)).forEach(({ message }) => console.log(message));
 *
 * Physical faults (bodies that overlap, constraints that cannot be met) are found by `buildScene`.
 */
import type { Fault } from "../../math/index.js";
import { type SceneFile, sceneField } from "../format/index.js";
import { FieldCheck } from "./check-fields.js";
import { checkSemantics } from "./check-semantics.js";
import { limitFaults, listProblems, SceneError, type SceneProblem } from "./problem.js";

/** The problems of a scene; an empty list if there are none. Never throws. */
export function checkScene(data: unknown): SceneProblem[] {
  return listProblems(findFaults(data));
}

/** The data as a scene. Throws a `SceneError` with every problem if it is none. */
export function requireScene(data: unknown): SceneFile {
  const faults = findFaults(data);
  if (faults.length > 0) throw new SceneError(faults);
  return data as SceneFile;
}

/** The faults of data as a scene, up to `mostFaults`. */
export function findFaults(data: unknown): readonly Fault[] {
  const check = new FieldCheck();
  try {
    check.check(sceneField, data);
    checkSemantics(check, data);
  } catch (error) {
    // faults of type are already listed; otherwise the data is not plain: getters, proxies
    if (check.total > 0) return check.faults;
    const found = error instanceof Error ? error.message : "an error";
    check.report("scene", "not-data", "must be plain data, as JSON.parse gives it", found);
  }
  return limitFaults(check.faults, check.total);
}
