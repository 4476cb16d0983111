/** Text and numbers from the bytes of mesh files. */
import { fail } from "../../math/index.js";
import { decodeChunk } from "./parameters.js";

/** Bytes as text, one character a byte: the keywords of the formats are ASCII. */
export function decodeText(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let k = 0; k < bytes.length; k += decodeChunk)
    pieces.push(String.fromCharCode(...bytes.subarray(k, k + decodeChunk)));
  return pieces.join("");
}

/** The finite number that a word says. Throws `RigorError` if there is none. */
export function readNumber(word: string | undefined, where: string): number {
  const value = word === undefined || word === "" ? Number.NaN : Number(word);
  if (!Number.isFinite(value)) fail("not-a-number", "file", `must have a finite number ${where}`, word);
  return value;
}
