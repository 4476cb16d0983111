/** The changes of a scene by the command line: `--set gravity=[0,-1.62,0]`, `--method tolerance=1e-10`, `--duration 2`. */
import { InvalidArgumentError } from "commander";
import { CommandError } from "./verbs/verb.js";

export interface SceneOverrides {
  /** Parameters of a built-in scene, or places in a scene file: `bodies[0].mass`. */
  readonly set?: Readonly<Record<string, unknown>>;
  readonly method?: Readonly<Record<string, unknown>>;
  readonly duration?: number;
}

/** Gathers `key=value` options: the value is JSON, or else text. */
export function parseSetting(
  text: string,
  before: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  const split = text.indexOf("=");
  if (split < 1) throw new InvalidArgumentError("It must be key=value.");
  return { ...before, [text.slice(0, split).trim()]: parseValue(text.slice(split + 1).trim()) };
}

function parseValue(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** A scene with the changes in it; the one that was given is left as it was. */
export function mergeOverrides(scene: unknown, { set = {}, method, duration }: SceneOverrides): unknown {
  const changes = Object.entries(set);
  for (const [key, value] of Object.entries(method ?? {})) changes.push([`method.${key}`, value]);
  if (duration !== undefined) changes.push(["run.duration", duration]);
  // what is no record is refused by the check, whole
  if (typeof scene !== "object" || scene === null || Array.isArray(scene)) return scene;
  return changes.reduce<unknown>((data, [path, value]) => put(data, splitPath(path), value, path), scene);
}

/** Names with dots between them, numbers of list entries in brackets: `bodies[0].mass`. */
function splitPath(path: string): string[] {
  return path.split(/\.|\[(\d+)\]\.?/).filter((key) => key !== undefined && key !== "");
}

/** A copy of the data with a value at a place. Records that are missing on the way there are made. */
function put(data: unknown, keys: readonly string[], value: unknown, path: string): unknown {
  if (keys.length === 0) return value;
  const [key, ...rest] = keys;
  if (Array.isArray(data)) {
    const place = Number(key);
    if (!(Number.isInteger(place) && place < data.length)) {
      throw new CommandError(`--set ${path}: there is no entry ${key} in a list of ${data.length}`);
    }
    return data.map((item: unknown, k) => (k === place ? put(item, rest, value, path) : item));
  }
  if (typeof data !== "object" || data === null) {
    throw new CommandError(`--set ${path}: there is no ${key} in ${JSON.stringify(data)}`);
  }
  const inner: unknown = Object.hasOwn(data, key) ? (data as Record<string, unknown>)[key] : {};
  return Object.fromEntries([...Object.entries(data), [key, put(inner, rest, value, path)]]);
}
