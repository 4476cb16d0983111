/** Fingerprints of scenes and of states: the same on every machine, in Node and in browsers. */
import { createHash, digestHash, hashArrays, updateHash } from "../math/index.js";
import type { SceneFile } from "./file.js";
import type { Model } from "./model.js";

/** Of what the file says, not of how it is written: the order of keys does not count. */
export function hashScene(scene: SceneFile): string {
  return hashText(writeCanonical(scene));
}

/** Of all positions and momenta, coordinates and rates, and the clock. */
export function hashState({ world }: Model): string {
  return hashArrays(world.system.state, world.mechanism.own);
}

/** Of a text. */
function hashText(text: string): string {
  const hash = createHash();
  const units = new Uint16Array(chunk);
  for (let start = 0; start < text.length; start += chunk) {
    const count = Math.min(chunk, text.length - start);
    for (let k = 0; k < count; k++) units[k] = text.charCodeAt(start + k);
    updateHash(hash, units, 0, count);
  }
  return digestHash(hash);
}

/** Characters at a time. */
const chunk = 4096;

/** JSON with the keys of every record in order. */
function writeCanonical(data: unknown): string {
  if (Array.isArray(data)) return `[${data.map(writeCanonical).join(",")}]`;
  if (typeof data !== "object" || data === null) return JSON.stringify(data);
  const entries = Object.entries(data).filter(([, value]) => value !== undefined);
  entries.sort(([p], [q]) => (p < q ? -1 : 1));
  return `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${writeCanonical(value)}`).join(",")}}`;
}
