/** Files of a folder by their address. What is outside, by its path or by links, is not there. */
import { constants } from "node:fs";
import { type FileHandle, open, realpath } from "node:fs/promises";
import { extname, join, sep } from "node:path";

const contentTypes: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".ndjson": "application/x-ndjson; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".glb": "model/gltf-binary",
  ".wasm": "application/wasm",
  ".map": "application/json; charset=utf-8",
};
/** Those of the page alone: nothing in the folder of a run is a program. */
const programs = new Set([".js", ".css", ".wasm", ".map"]);

export interface FoundFile {
  readonly handle: FileHandle;
  readonly size: number;
  readonly type: string;
}

/** The parts of the path of an address, or null if it is none: undecodable, or with parts that lead elsewhere. */
export function splitAddress(url: string): string[] | null {
  const path = url.split(/[?#]/, 1)[0];
  if (!path.startsWith("/")) return null;
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return null;
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\u0000-\u001f\\]/.test(decoded)) return null;
  const parts = decoded.slice(1).split("/");
  // hidden files, ".", ".." and a Windows drive are not for the browser
  return parts.some((part) => part.startsWith(".") || part.includes(":")) ? null : parts;
}

/** Opens a file below `folder`, or null if there is none. The caller closes it. `isOurs`: whether programs are served as such. */
export async function openBelow(folder: string, parts: readonly string[], isOurs: boolean): Promise<FoundFile | null> {
  let handle: FileHandle | null = null;
  try {
    const root = await realpath(folder);
    const path = await realpath(join(root, ...parts));
    if (!path.startsWith(root.endsWith(sep) ? root : root + sep)) return null;
    // without waiting for a pipe, and not through a link that has come in between
    handle = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    const stats = await handle.stat();
    if (stats.isFile()) return { handle, size: stats.size, type: findType(path, isOurs) };
  } catch {
    // as if it were not there
  }
  await handle?.close();
  return null;
}

function findType(path: string, isOurs: boolean): string {
  const end = extname(path).toLowerCase();
  return (isOurs || !programs.has(end) ? contentTypes[end] : undefined) ?? "application/octet-stream";
}
