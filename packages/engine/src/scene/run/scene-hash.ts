/** Hashes of scenes and of states, equal on every machine, in Node and in browsers. */
import { createHash, digestHash, hashArrays, updateHash } from "../../math/index.js";
import type { Model } from "../build/index.js";
import type { SceneFile } from "../format/index.js";
import { hashChunk } from "./parameters.js";

/** The hash of a scene; the order of keys in the file does not count. */
export function hashScene(scene: SceneFile): string {
  return hashText(writeCanonical(scene));
}

/** The hash of a state: all positions and momenta, coordinates and rates, and the time. */
export function hashState({ world }: Model): string {
  return hashArrays(world.system.state, world.mechanism.own);
}

/** The hash of a text. */
function hashText(text: string): string {
  const hash = createHash();
  const units = new Uint16Array(hashChunk);
  for (let start = 0; start < text.length; start += hashChunk) {
    const count = Math.min(hashChunk, text.length - start);
    for (let k = 0; k < count; k++) units[k] = text.charCodeAt(start + k);
    updateHash(hash, units, 0, count);
  }
  return digestHash(hash);
}

/** JSON with the keys of every record in order. */
function writeCanonical(data: unknown): string {
  if (Array.isArray(data)) return `[${data.map(writeCanonical).join(",")}]`;
  if (typeof data !== "object" || data === null) return JSON.stringify(data);
  const entries = Object.entries(data).filter(([, value]) => value !== undefined);
  entries.sort(([p], [q]) => (p < q ? -1 : 1));
  return `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${writeCanonical(value)}`).join(",")}}`;
}
