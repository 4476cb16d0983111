/**
 * Whether data is a scene: every problem at once, each with its place, what must hold, what was found and the cure.
 *
 *   checkScene(JSON.parse(text)).forEach(({ message }) => console.log(message));
 *
 * What only physics can tell (bodies that overlap, constraints that cannot be met) `buildScene` does.
 */
import type { Fault } from "../math/index.js";
import { FieldCheck } from "./check-fields.js";
import { checkMeaning } from "./check-meaning.js";
import type { SceneFile } from "./file.js";
import { limitFaults, listProblems, SceneError, type SceneProblem } from "./problem.js";
import { sceneField } from "./table-scene.js";

/** What is wrong with a scene; an empty list if nothing is. Never throws. */
export function checkScene(data: unknown): SceneProblem[] {
  return listProblems(findFaults(data));
}

/** The data as a scene, or an error with every problem. */
export function requireScene(data: unknown): SceneFile {
  const faults = findFaults(data);
  if (faults.length > 0) throw new SceneError(faults);
  return data as SceneFile;
}

/** The same as faults, as many as are told. */
export function findFaults(data: unknown): readonly Fault[] {
  const check = new FieldCheck();
  try {
    check.check(sceneField, data);
    checkMeaning(check, data);
  } catch (error) {
    // what is of a wrong kind has been told; else data that is not plain: getters, proxies
    if (check.total > 0) return check.faults;
    const found = error instanceof Error ? error.message : "an error";
    check.report("scene", "not-data", "must be plain data, as JSON.parse gives it", found);
  }
  return limitFaults(check.faults, check.total);
}
